# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Result files: what is refused, what is written."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from tool_case import TOOLS, InFolder, failed_row, row, tool

import results  # found by tool_case


class BrokenInput(InFolder):
    def assert_one_line(self, done, *words):
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(str(word), done.stderr)

    def test_files_that_cannot_be_used(self):
        good = row("auto", 1e-3)
        texts = {
            "torn.json": ('{"context": {}, "rows": [', "not JSON"),
            "list.json": ("[]", "lacks 'rows'"),
            "no_context.json": (json.dumps({"rows": [good]}), "lacks 'context'"),
            "no_rows.json": (json.dumps({"context": {}, "rows": []}), "there are no rows"),
            "schema.json": (json.dumps({"schema": 7, "context": {}, "rows": [good]}), "schema 7"),
            "key.json": (self.with_row({k: v for k, v in good.items() if k != "shape"}), "row 1 lacks 'shape'"),
            "name.json": (self.with_row({**good, "case": "auto"}), "case 'auto'"),
            "number.json": (self.with_row({**good, "seconds": "fast"}), "'seconds' is 'fast'"),
            "not_finite.json": (self.with_row({**good, "ratio_to_copy": float("nan")}), "'ratio_to_copy' is nan"),
            "row.json": (self.with_row(3), "row 1 is not an object"),
        }
        fine = self.file("fine.json", [good])
        for name, (text, reason) in texts.items():
            file = self.folder / name
            file.write_text(text)
            with self.subTest(name):
                self.assert_one_line(tool("compare", fine, file), file, reason)

    @staticmethod
    def with_row(entry):
        return json.dumps({"context": {}, "rows": [entry]})

    def test_no_value_of_a_key_ends_in_a_traceback(self):
        """Whatever a row has in a key, it is refused by name or every tool can work with it."""
        import overview
        import plot
        import sweep

        good = row("kokkos", 1e-3, policy="32x32+pad1", bank_passes=1, operation="transpose", mode="cold", spread=0.1)
        good = {**good, "gb_per_s": 9.0, "samples": 11, "failure": None, "fits_in_cache": False, "kernel": "k"}
        file = self.folder / "rows.json"
        for key in good:
            for value in (None, True, 0, -1, "x", "a/b/c/d/e", [], 10**400):
                rows = [row("copy", 1e-3), row("auto", 1e-3, policy="chosen"), {**good, key: value}]
                file.write_text(json.dumps({"context": {}, "rows": rows}))
                with self.subTest(key=key, value=value):
                    try:
                        report = results.load(file)
                        overview.table(report)
                        overview.summary(report)
                        sweep.selector(sweep.best_policies(report, 0.02))
                        for make in (plot.ratio_against_size, plot.policies):
                            plot.plt.close(make(report))
                    except results.ResultError as error:
                        self.assertNotIn("\n", str(error))

    def test_a_file_that_is_not_there(self):
        self.assert_one_line(tool("compare", "no.json", "no.json"), "no.json: No such file or directory")

    def test_bytes_that_are_no_text(self):
        file = self.folder / "bytes.json"
        file.write_bytes(b"\xff\xfe\x00")
        self.assert_one_line(tool("compare", file, file), "not a text file")

    def test_rows_that_cannot_be_used(self):
        """Names of several lines, figures and sizes that overflow, quartiles beside the median."""
        for key, value, reason in (
            ("path", "a\nb", "a text of one line"),
            ("policy", "32x32\u202e", "a text of one line"),
            ("case", "transpose/auto/\ud800/4B/64x48", "a text of one line"),
            ("seconds", 10**308, "a number from 1e-18 to 1e+18"),
            ("seconds", 1e-320, "a number from 1e-18 to 1e+18"),
            ("ratio_to_copy", 0, "a number from 1e-18 to 1e+18"),
            ("third_quartile", 9e-4, "not between the quartiles"),
            ("shape", "x".join(["999999999"] * 4), "has more than"),
            ("shape", "x".join(["1"] * 33), "at most 32 extents"),
            ("shape", "6\u0664", "at most 32 extents"),
            ("failure", ["x"], "a text is needed"),
            ("verified", "y" * 10000, "true or false is needed"),
        ):
            file = self.file("row.json", [{**row("auto", 1e-3), key: value}])
            with self.subTest(key=key, reason=reason):
                done = tool("compare", file, file)
                self.assert_one_line(done, file, "row 1", reason)
                self.assertLess(len(done.stderr), 500)

    def test_reports_that_cannot_be_used(self):
        good = row("auto", 1e-3)
        for text, reason in (
            (json.dumps({"context": {}, "rows": [good, row("tile", 1e-3), good]}), "row 3: case '" + good["case"]),
            (json.dumps({"context": {"suite": ["x"]}, "rows": [good]}), "'suite' of the context is ['x']"),
            ("[" * 100000, "nested too deep"),
        ):
            file = self.folder / "report.json"
            file.write_text(text)
            self.assert_one_line(tool("plot", file, "--output", self.folder), file, reason)

    def test_files_without_a_common_case_and_a_filter_without_a_case(self):
        old, new = self.file("old.json", [row("auto", 1e-3)]), self.file("new.json", [row("tile", 1e-3)])
        self.assert_one_line(tool("compare", old, new), "no case in common")
        self.assert_one_line(tool("compare", old, old, "--filter", "/geam/"), "no case has '/geam/' in its name")

    def test_a_machine_has_the_name_of_one_folder(self):
        context = {"processor": "x" * 1000, "device": "Serial", "concurrency": "../../1"}
        self.assertEqual(results.machine_name(context), f"{'x' * 100}-1-threads")


class Output(InFolder):
    def shell(self, command, *arguments):
        return subprocess.run(["bash", "-c", command, sys.executable, *arguments], capture_output=True, text=True)

    def compare(self, redirection):
        file = self.file("file.json", [row("auto", 1e-3)], {"processor": "\u00b5"})
        return self.shell(f'"$0" "$1" "$2" "$2" {redirection}', TOOLS / "compare.py", file)

    @unittest.skipUnless(Path("/dev/full").exists(), "there is no /dev/full")
    def test_a_full_disk_behind_the_output(self):
        done = self.compare("> /dev/full")
        self.assertEqual((done.returncode, done.stderr), (2, "compare: cannot write: No space left on device\n"))

    def test_a_closed_output(self):
        done = self.compare(">&-")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_terminal_without_a_letter(self):
        with_ascii = 'PYTHONIOENCODING=ascii "$0" "$1" "$2" "$2"'
        file = self.file("file.json", [row("auto", 1e-3)], {"processor": "\u00b5"})
        done = self.shell(with_ascii, TOOLS / "compare.py", file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("\\xb5", done.stdout)

    def test_pipes_and_links_are_written_to_and_not_replaced(self):
        pipe, link, target = (self.folder / name for name in ("pipe", "link", "target"))
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
        self.addCleanup(reader.kill)
        results.write_atomically(pipe, "text")
        self.assertEqual(reader.communicate(timeout=60)[0], "text")
        link.symlink_to(target)
        results.write_atomically(link, "text\ud800")
        self.assertTrue(link.is_symlink())
        self.assertEqual(target.read_text(), "text\\ud800")

    def test_what_cannot_be_written_is_refused_and_leaves_nothing(self):
        (self.folder / "file").touch()
        (self.folder / "loop").symlink_to("loop")
        before = sorted(self.folder.iterdir())
        for name in ("file/below", ".", "loop", "x" * 300):
            with self.subTest(name), self.assertRaisesRegex(results.ResultError, "^cannot write [^\n]+$"):
                results.write_atomically(self.folder / name, "text")
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_markup_in_names_is_text_in_markdown(self):
        names = dict(policy="<b>*x*|_y_")
        file = self.file("file.json", [row("auto", 1e-3, **names)], {"processor": "[a](b)\n# c"})
        table = self.folder / "table.md"
        self.assertEqual(tool("compare", file, file, "--markdown", table).returncode, 0)
        self.assertIn(r"| transpose/auto/\<b\>\*x\*\|\_y\_/4B/64x48 |", table.read_text())
        self.assertIn(r"\[a\](b) # c, Cuda", table.read_text())


class Results(InFolder):
    def test_the_form_of_the_command_is_read(self):
        short = {key: value for key, value in row("auto", 2e-3, spread=0.1).items() if "quartile" not in key}
        loaded = results.load(self.file("command.json", [short])).rows[0]
        self.assertEqual((loaded["operation"], loaded["policy"], loaded["bank_passes"]), ("transpose", "none", None))
        self.assertAlmostEqual(loaded["first_quartile"], 1.9e-3)
        self.assertAlmostEqual(loaded["third_quartile"], 2.1e-3)

    def test_machine_names(self):
        for context, name in (
            ({"processor": "NVIDIA A100-SXM4-80GB", "device": "Cuda", "concurrency": "9"}, "nvidia-a100-sxm4-80gb"),
            (
                {"processor": "Intel(R) Xeon(R)  8358", "device": "OpenMP", "concurrency": "2"},
                "intel-r-xeon-r-8358-2-threads",
            ),
            ({"device": "Serial (CPU)", "concurrency": "1"}, "unknown-1-threads"),
            ({}, "unknown"),
        ):
            self.assertEqual(results.machine_name(context), name)

    def test_what_is_saved_is_loaded(self):
        loaded = results.load(self.file("a.json", [row("auto", 1e-3), failed_row("tile")]))
        results.save(self.folder / "new" / "b.json", loaded)
        self.assertEqual(results.load(self.folder / "new" / "b.json").rows, loaded.rows)
        self.assertEqual(json.loads((self.folder / "new" / "b.json").read_text())["schema"], 1)

    def test_lines_merge_contexts_and_leave_out_a_torn_last_one(self):
        lines = [{"context": {"a": "1", "b": "1"}}, row("auto", 1e-3), {"context": {"b": "2"}}]
        file = self.folder / "rows.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"case": "tor')
        loaded = results.read_lines(file)
        self.assertEqual(loaded.context, {"a": "1", "b": "2"})
        self.assertEqual([row["path"] for row in loaded.rows], ["auto"])

    def test_a_file_that_is_torn_anywhere_is_read_up_to_the_tear(self):
        lines = [
            {"context": {"a": "\u00b5\u2028\u0085"}},
            row("auto", 1e-3),
            row("tile", 1e-3),
            {"context": {"b": "2"}},
        ]
        whole = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        file = self.folder / "rows.jsonl"
        for length in range(len(whole) + 1):
            file.write_bytes(whole[:length])
            loaded = results.read_lines(file)
            complete = whole[:length].count(b"\n")
            self.assertEqual(len(loaded.rows), min(max(complete - 1, 0), 2))
            self.assertEqual(loaded.context.get("a"), "\u00b5\u2028\u0085" if complete else None)

    def test_the_newest_file_is_that_of_the_last_day_and_number(self):
        for name in ("2026-01-09-quick.json", "2026-01-10-quick.json", "2026-01-10-quick-2.json",
                     "2026-01-10-quick-10.json", "2026-01-11-quick-extra.json", "quick.partial.jsonl"):  # fmt: skip
            (self.folder / name).touch()
        self.assertEqual(results.newest(self.folder, "quick").name, "2026-01-10-quick-10.json")
        self.assertEqual(results.new_file(self.folder, "quick", "2026-01-10").name, "2026-01-10-quick-3.json")
        self.assertIsNone(results.newest(self.folder, "classes"))


if __name__ == "__main__":
    unittest.main()
