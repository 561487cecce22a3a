# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks of the documentation find what is wrong: each sees a small project with one fault."""

import tempfile
import unittest
from pathlib import Path

import check_commands
import check_links
import check_quotations
import check_reference
import write_blocks


class Checks(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.write("CMakeLists.txt", 'option(Turnstile_BUILD_TESTS "Build the tests" ON)\n')
        self.write(
            "CMakePresets.json",
            '{"configurePresets": [{"name": "base", "hidden": true}, {"name": "demo"}],'
            ' "buildPresets": [{"name": "demo"}], "testPresets": [], "workflowPresets": [{"name": "demo"}]}',
        )

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def page(self, *lines: str) -> None:
        self.write("README.md", "\n".join(lines) + "\n")

    def command_faults(self, *lines: str) -> list[str]:
        self.page("```sh", *lines, "```")
        return check_commands.faults_of(check_commands.Project(self.root))[1]

    def test_links(self) -> None:
        self.write("docs/other.md", "# A heading, with `code`: twice\n## Again\n## Again\n")
        for link, fault in (
            ("docs/other.md", ""),
            ("docs/other.md#a-heading-with-code-twice", ""),
            ("docs/other.md#again-1", ""),
            ("docs/other.md#again-2", "has no heading #again-2"),
            ("docs/missing.md", "does not exist"),
            ("#nowhere", "has no heading #nowhere"),
        ):
            with self.subTest(link):
                self.page(f"See [there]({link}) and [elsewhere](https://example.org/missing).")
                count, faults = check_links.faults_of(self.root)
                self.assertEqual(count, 1)
                self.assertEqual([fault in text for text in faults], [True] if fault else [])

    def test_links_in_code_are_none(self) -> None:
        self.page("`[a](b)`", "```cpp", "[](int) {}", "```")
        self.assertEqual(check_links.faults_of(self.root), (0, []))

    def test_quotations(self) -> None:
        self.write("examples/a.cpp", "int a;\nint b;\n")
        for text, file, is_fault in (
            ("int b;", "examples/a.cpp", False),
            ("int c;", "examples/a.cpp", True),
            ("int b;", "examples/b.cpp", True),
        ):
            with self.subTest(text=text, file=file):
                self.page(f"<!-- quoted from: {file} -->", "```cpp", text, "```")
                count, faults = check_quotations.faults_of(self.root)
                self.assertEqual((count, len(faults)), (1, int(is_fault)))

    def test_blocks(self) -> None:
        self.write("tests/docs/preludes/call.cpp.in", "void @NAME@() {\n@BLOCK@}\n")
        self.page(
            *("```cpp", "int whole;", "```"),
            *("<!-- prelude: call -->", "```cpp", "f();", "```"),
            *("<!-- not compiled: a sketch -->", "```cpp", "...", "```"),
        )
        sources = write_blocks.sources_of(self.root)
        self.assertEqual(list(sources), ["README_1.cpp", "README_2.cpp", "run_blocks.cpp"])
        self.assertIn("int whole;\n", sources["README_1.cpp"])
        self.assertIn("void README_2() {\nf();\n}", sources["README_2.cpp"])
        self.assertIn("  README_2();\n", sources["run_blocks.cpp"])

    def test_unknown_preludes_are_refused(self) -> None:
        self.page("<!-- prelude: missing -->", "```cpp", "f();", "```")
        with self.assertRaises(SystemExit):
            write_blocks.sources_of(self.root)

    def test_commands(self) -> None:
        self.write("tools/run.py", "")
        for command in (
            "cmake --workflow --preset demo  # everything",
            "cmake -B build -DTurnstile_BUILD_TESTS=OFF -DCMAKE_BUILD_TYPE=Release",
            "OMP_NUM_THREADS=2 python3 tools/run.py quick",
        ):
            with self.subTest(command):
                self.assertEqual(self.command_faults(command), [])
        for command, fault in (
            ("cmake --workflow --preset dmeo", "no workflow preset dmeo"),
            ("cmake --preset base", "no configure preset base"),
            ("ctest --preset demo", "no test preset demo"),
            ("cmake -B build -DTurnstile_BUILD_TSTS=OFF", "no option Turnstile_BUILD_TSTS"),
            ("python3 tools/walk.py", "tools/walk.py does not exist"),
            ("trunstile info", "does not know the command trunstile"),
            ("cmake --build 'build", "unexpected EOF"),
        ):
            with self.subTest(command):
                faults = self.command_faults(command)
                self.assertEqual(len(faults), 1)
                self.assertIn(fault, faults[0])

    def test_options_of_programs(self) -> None:
        text = "  --tile TEXT  rows\n  --svg TEXT"
        self.assertEqual(check_commands.fault_of_options(["banks", "--tile", "32x32", "--svg=a"], text), "")
        self.assertIn("--swizzle", check_commands.fault_of_options(["banks", "--swizzle", "xor"], text))

    def test_reference(self) -> None:
        self.write(
            "include/turnstile/a.hpp",
            "namespace turnstile {\nnamespace detail {\nvoid hidden();\n}  // namespace detail\n"
            "struct Shape {\n  int rows = 1;\n};\nvoid draw(Shape const& shape);\n}  // namespace turnstile\n",
        )
        self.write("docs/reference.md", "| `Shape` | `rows` |\n")
        count, missing = check_reference.missing_names(self.root)
        self.assertEqual(count, 3)
        self.assertEqual(missing, ["include/turnstile/a.hpp: draw is not in docs/reference.md"])


if __name__ == "__main__":
    unittest.main()
