# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sweep.py and figures.py: tables of policies and of the documentation."""

import json
import unittest

from tool_case import BENCH, InFolder, failed_row, row, tool

import results  # found by tool_case


class Sweep(InFolder):
    def test_the_best_policy_of_each_workload(self):
        file = self.file(
            "sweep.json",
            [
                row("copy", 1e-3),
                row("auto", 1.25e-3, policy="chosen"),
                row("kokkos", 1.1e-3, policy="64x64+xor<5,0,6>+vector16+threads128"),
                row("kokkos", 1.2e-3, policy="32x32+pad1"),
                row("tile", 1e-3, policy="32x32"),
                row("kokkos", 1e-3, policy="chosen"),
                row("copy", 1e-3, word=8),
                row("auto", 1.01e-3, word=8, policy="chosen"),
                row("cuda", 1.5e-3, word=8, policy="32x16+rotate<4>+along_input"),
                {**failed_row("cuda", word=8), "policy": "16x16"},
            ],
        )
        done = tool("sweep", file, "--output", self.folder / "best.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"4 B  transpose 64x48  64x64\+xor\S+ +0\.909  0\.800  \+13\.6 %  FASTER")
        self.assertRegex(done.stdout, r"8 B  transpose 64x48  32x16\+rot\S+ +0\.667  0\.990  -32\.7 %  SLOWER")
        self.assertIn(
            "{.tile_rows = 64, .tile_cols = 64, .swizzle = Swizzle::xor_bits, .swizzle_bits = 5, .swizzle_base = 0, "
            ".swizzle_shift = 6, .threads = 128, .vector_bytes = 16},  // 4 B",
            done.stdout,
        )
        self.assertIn(".swizzle = Swizzle::rotate, .swizzle_base = 2, .order = BlockOrder::along_input}", done.stdout)
        best = json.loads((self.folder / "best.json").read_text())["best"]
        self.assertEqual([entry["word_bytes"] for entry in best], [4, 8])
        self.assertAlmostEqual(best[0]["margin"], 1.25 / 1.1 - 1)

    def test_policies_that_the_library_does_not_write(self):
        for policy in ("32x32+pad", "32x32+rotate<0>", "32x32+xor<1,2>", "32x32; evil()", "32x32+pad1}", "32x032+pad1"):
            file = self.file("sweep.json", [row("kokkos", 1e-3, policy=policy)])
            done = tool("sweep", file, "--output", self.folder / "best.json")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), policy)
            self.assertFalse((self.folder / "best.json").exists())

    def test_measures_what_is_not_given(self):
        done = tool("sweep", "--bench", BENCH, "--results", self.folder, "--machine", "here")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(json.loads((self.folder / "here" / "best-policies.json").read_text())["best"]), 15)

    def test_a_file_without_policies(self):
        done = tool("sweep", self.file("a.json", [row("auto", 1e-3)]), "--output", self.folder / "best.json")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("no policy was measured", done.stderr)


class Figures(InFolder):
    TEXT = "before\n\n<!-- figures: h200-classes -->\nold\n<!-- end of figures -->\n\nafter\n"

    def setUp(self):
        super().setUp()
        self.machine = self.folder / "results" / "nvidia-h200"
        self.machine.mkdir(parents=True)
        self.document = self.folder / "document.md"
        self.document.write_text(self.TEXT)
        self.result("2026-01-02-classes.json", 0.5)

    def result(self, name, ratio):
        shapes = {"8192x8192": ratio, "4096x4096": ratio / 4}
        rows = [row("auto", 1e-3 / r, shape=shape, policy="chosen") for shape, r in shapes.items()]
        rows += [row("geam", 4e-3, shape="8192x8192"), failed_row("tile_pad", shape="8192x8192")]
        self.file(self.machine / name, rows)

    def figures(self, *options):
        return tool("figures", self.document, "--results", self.folder / "results", *options)

    def test_tables_are_written_and_drift_is_found(self):
        self.assertEqual(self.figures("--check").returncode, 1)
        self.assertEqual(self.document.read_text(), self.TEXT)
        self.assertEqual(self.figures().returncode, 0)
        text = self.document.read_text()
        self.assertIn("| large, aligned | 4 B | **0.25** | 0.12 | - | 0.25 | - | - |\n", text)
        self.assertTrue(text.startswith("before\n\n<!-- figures: h200-classes -->\n\n| class |"), text)
        self.assertTrue(text.endswith("\n\n<!-- end of figures -->\n\nafter\n"), text)
        self.assertEqual(self.figures("--check").returncode, 0)

    def test_drift_of_a_figure_and_of_the_results(self):
        self.figures()
        text = self.document.read_text()
        self.document.write_text(text.replace("**0.25**", "**0.99**"))
        drifted = self.figures("--check")
        self.assertEqual(drifted.returncode, 1)
        self.assertIn("-| large, aligned | 4 B | **0.99** |", drifted.stdout)
        self.document.write_text(text)
        self.result("2026-01-02-classes-2.json", 0.6)
        self.assertEqual(self.figures("--check").returncode, 1)

    def test_what_cannot_be_used(self):
        for text, reason in (
            (self.TEXT.replace("h200", "abacus"), "line 3: there is no table 'abacus-classes'"),
            (self.TEXT.replace("h200", "cpu"), "there is no *-2-threads/<date>-classes.json"),
            (self.TEXT.replace("<!-- end", "<!- end"), "line 3: '<!-- figures: h200-classes -->' without"),
        ):
            self.document.write_text(text)
            done = self.figures()
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertEqual(self.document.read_text(), text)

    def test_markers_in_disorder(self):
        end = "<!-- end of figures -->\n"
        for text, reason in (
            (self.TEXT.replace("old\n", self.TEXT), "line 6: a table begins before the end of that of line 3"),
            (self.TEXT + end, "line 8: the end of a table that does not begin"),
        ):
            self.document.write_text(text)
            done = self.figures()
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(reason, done.stderr)

    def test_examples_of_markers_are_no_markers(self):
        for text in (f"~~~\n```\n{self.TEXT}~~~\n", "    <!-- figures: NAME -->\n", "````\n```\n" + self.TEXT):
            self.document.write_text(text)
            self.assertEqual(self.figures("--check").returncode, 0)
            self.assertEqual(self.figures().returncode, 0)
            self.assertEqual(self.document.read_text(), text)

    def test_line_ends_are_kept(self):
        self.document.write_bytes(self.TEXT.replace("\n", "\r\n").encode())
        self.assertEqual(self.figures().returncode, 0)
        content = self.document.read_bytes()
        self.assertIn(b"**0.25**", content)
        self.assertEqual(content.count(b"\n"), content.count(b"\r\n"))
        self.assertEqual(self.figures("--check").returncode, 0)

    def test_a_caption_is_one_line_of_text(self):
        import figures

        report = results.Report({"processor": "a\n<!-- end of figures -->", "date": "2026-01-02T03:04"})
        self.assertEqual(
            figures.caption(report, "legend"),
            "Ratios to a copy, legend. a \\<!-- end of figures --\\>, unknown device, 2026-01-02, commit unknown.\n",
        )
        self.assertIn("unknown date", figures.caption(results.Report({}), "legend"))

    def test_the_documentation_names_tables_that_there_are(self):
        import figures

        for name in figures.DOCUMENTS:
            found = figures.BEGIN.findall((figures.ROOT / name).read_text())
            self.assertEqual([table for table in found if table not in figures.TABLES], [], name)


if __name__ == "__main__":
    unittest.main()
