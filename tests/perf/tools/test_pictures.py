# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""plot.py and ladder.py: pictures are made of whatever can be drawn."""

import unittest

from tool_case import BENCH, InFolder, row, tool


class Pictures(InFolder):
    def measured(self, suite):
        done = tool("run", suite, "--bench", BENCH, "--results", self.folder, "--machine", "here")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / "here" / f"2026-03-04-{suite}.json"

    def assert_pictures(self, folder, *names):
        self.assertEqual(sorted(path.name.split("-")[-1] for path in folder.iterdir()), sorted(names))
        for path in folder.iterdir():
            content = path.read_bytes()
            self.assertGreater(len(content), 5000, path)
            self.assertTrue(content.startswith(b"\x89PNG") or b"<svg" in content[:1000], path)

    def test_classes(self):
        done = tool("plot", self.measured("classes"), "--output", self.folder / "pictures")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("Warning", done.stderr)
        self.assert_pictures(self.folder / "pictures", "ratio.png", "ratio.svg", "heatmap.png", "heatmap.svg")
        svg = next((self.folder / "pictures").glob("*heatmap.svg")).read_text()
        self.assertGreater(svg.count("<!-- 0.9"), 50, "the figures are written into the map")

    def test_ladder_measures_and_draws(self):
        pictures = self.folder / "pictures"
        done = tool("ladder", "--bench", BENCH, "--results", self.folder / "results", "--output", pictures)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_pictures(pictures, "ladder.png", "ladder.svg")
        svg = next(pictures.glob("*ladder.svg")).read_text()
        for rung in ("plain loop", "rotate", "XOR", "Turnstile", "copy"):
            self.assertIn(f"<!-- {rung} -->", svg)

    def test_names_are_drawn_as_they_are(self):
        file = self.file(
            "names.json", [row("auto", 1e-3, policy="chosen"), row("$\\x$", 2e-3)], {"processor": "$\\frac$ a_$b"}
        )
        done = tool("plot", file, "--output", self.folder / "pictures")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("$\\frac$ a_$b", next((self.folder / "pictures").glob("*ratio.svg")).read_text())

    def test_sweep_draws_policies_against_the_model(self):
        tool("plot", self.measured("sweep"), "--output", self.folder / "pictures")
        self.assert_pictures(self.folder / "pictures", "policies.png", "policies.svg", "heatmap.png", "heatmap.svg")

    def test_nothing_to_draw(self):
        done = tool("plot", self.file("copy.json", [row("copy", 1e-3)]), "--output", self.folder)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("nothing to draw", done.stderr)


if __name__ == "__main__":
    unittest.main()
