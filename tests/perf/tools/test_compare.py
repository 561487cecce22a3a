# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py: verdicts, and what is no case for one."""

import random
import unittest

from tool_case import InFolder, failed_row, noisy_row, row, tool


class Compare(InFolder):
    def test_verdicts_follow_the_rule(self):
        copy = row("copy", 1e-3)
        for seconds, quartile, verdict in (
            (1.000e-3, 0.005, "SAME"),
            (1.019e-3, 0.001, "SAME"),  # disjoint, but below the threshold
            (1.030e-3, 0.001, "SLOWER"),
            (1.030e-3, 0.030, "UNSURE"),
            (0.970e-3, 0.001, "FASTER"),
            (0.970e-3, 0.030, "UNSURE"),
        ):
            copy = row("copy", 1e-3, quartile=0.001)
            with self.subTest(seconds=seconds, quartile=quartile):
                found = self.verdicts(
                    [copy, row("auto", 1e-3, quartile=0.001)],
                    [copy, row("auto", seconds, quartile=quartile)],
                    code=int(verdict == "SLOWER"),
                )
                self.assertEqual(found, {"auto": verdict})

    def test_the_copy_makes_the_interval_wider(self):
        old = [row("copy", 1e-3, quartile=0.001), row("auto", 1e-3, quartile=0.001)]
        new = [row("copy", 1e-3, quartile=0.05), row("auto", 1.04e-3, quartile=0.001)]
        self.assertEqual(self.verdicts(old, new), {"auto": "UNSURE"})

    def test_a_slower_machine_is_no_slower_library(self):
        old = [row("copy", 1e-3), row("auto", 1.1e-3)]
        new = [row("copy", 2e-3, 2e-3), row("auto", 2.2e-3, 2e-3)]
        self.assertEqual(self.verdicts(old, new), {"auto": "SAME"})
        self.assertEqual(self.verdicts(old, new, "--metric", "time", code=1), {"copy": "SLOWER", "auto": "SLOWER"})

    def test_no_change_is_the_same_whatever_the_threshold(self):
        rows = [row("auto", 1e-3, quartile=0)]
        self.assertEqual(self.verdicts(rows, rows, "--threshold", "0"), {"auto": "SAME"})

    def test_a_copy_that_was_measured_again_does_not_make_a_change_sure(self):
        """After a resumed run the ratio of a row is to another copy than the one in the file."""
        old = [row("copy", 1e-3, quartile=0.001), row("auto", 1.05e-3, quartile=0.001)]
        new = [row("copy", 1e-3, quartile=0.001), row("auto", 1e-3, 0.9e-3, quartile=0.001)]
        self.assertEqual(self.verdicts(old, new), {"auto": "UNSURE"})

    def test_threshold_is_an_option(self):
        old, new = [row("auto", 1e-3)], [row("auto", 1.2e-3)]
        self.assertEqual(self.verdicts(old, new, "--threshold", "25"), {"auto": "SAME"})

    def test_cases_that_fail_or_are_alone_are_listed(self):
        old = [row("auto", 1e-3), row("tile", 1e-3), failed_row("naive"), failed_row("geam")]
        new = [failed_row("auto"), row("kokkos", 1e-3), row("naive", 1e-3), failed_row("geam")]
        wanted = {
            "auto": "FAILS",
            "kokkos": "only new",
            "naive": "failed before",
            "geam": "fails still",
            "tile": "only old",
        }
        self.assertEqual(self.verdicts(old, new, code=1), wanted)
        self.assertEqual(self.verdicts(old[1:], new[1:]), {key: wanted[key] for key in wanted if key != "auto"})

    def test_a_planted_slowdown_is_found_in_noise(self):
        for _ in range(5):
            found = self.noisy(slowdown=1.1, noise=0.01, code=1)
            self.assertEqual(found.pop("auto"), "SLOWER")
            self.assertLessEqual(set(found.values()), {"SAME", "UNSURE"})

    def test_noise_is_not_found(self):
        for _ in range(5):
            self.assertLessEqual(set(self.noisy(slowdown=1, noise=0.03).values()), {"SAME", "UNSURE"})

    generator = random.Random(75)

    def noisy(self, slowdown, noise, code=0):
        """Verdicts on several paths that are measured twice, `auto` slower by a factor the second time."""
        reports = []
        for factor in (1, slowdown):
            copy = noisy_row("copy", 1e-3, noise, self.generator)
            reports.append([copy])
            for k, path in enumerate(("auto", "kokkos", "tile", "naive")):
                seconds = (1.05 + k) * 1e-3 * (factor if path == "auto" else 1)
                reports[-1].append(noisy_row(path, seconds, noise, self.generator, copy["seconds"]))
        return self.verdicts(*reports, code=code)

    def test_other_machines_are_warned_of(self):
        old, new = self.file("old.json", [row("auto", 1e-3)]), self.file(
            "new.json", [row("auto", 1e-3)], {"device": "HIP"}
        )
        done = tool("compare", old, new)
        self.assertIn("warning: device differs: Cuda and HIP", done.stdout)

    def test_other_builds_are_noted(self):
        texts = {"kokkos_version": ("4.7.0", "4.7.1"), "kokkos_configuration": ("a\nb", "a\nc"), "date": ("1", "2")}
        old, new = (
            self.file(f"{k}.json", [row("auto", 1e-3)], {key: text[k] for key, text in texts.items()}) for k in (0, 1)
        )
        notes = [line for line in tool("compare", old, new).stdout.splitlines() if line.startswith("note")]
        self.assertEqual(notes, ["note: kokkos_configuration differs", "note: kokkos_version differs: 4.7.0 and 4.7.1"])

    def test_paths_within_one_file(self):
        file = self.file(
            "one.json",
            [row("copy", 1e-3), row("auto", 1.1e-3), row("tile", 2e-3, policy="a"), row("tile", 1.05e-3, policy="b")],
        )
        done = tool("compare", "--paths", "auto", "tile", file)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"transpose/4B/64x48 +0\.952 +0\.909 +-4\.5 % +SLOWER")
        self.assertEqual(tool("compare", "--paths", "tile", "auto", file).returncode, 0)
        unknown = tool("compare", "--paths", "auto", "geam", file)
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("there is no path 'geam'; there are copy, auto, tile", unknown.stderr)

    def test_markdown(self):
        self.verdicts([row("auto", 1e-3)], [row("auto", 1e-3)], "--markdown", self.folder / "table.md")
        self.assertIn("| transpose/auto/none/4B/64x48 | 1.000 | 1.000 | +0.0 % | SAME |", self.text("table.md"))

    def test_filter(self):
        old, new = [row("auto", 1e-3), row("tile", 1e-3)], [row("auto", 1e-3), row("tile", 2e-3)]
        self.assertEqual(self.verdicts(old, new, "--filter", "/auto/"), {"auto": "SAME"})
        self.assertEqual(tool("compare", "a", "b", "--filter", "(").returncode, 2)

    def test_changes_only(self):
        old, new = [row("auto", 1e-3), row("tile", 1e-3)], [row("auto", 1e-3), row("tile", 2e-3)]
        self.assertEqual(self.verdicts(old, new, "--changes", code=1), {"tile": "SLOWER"})

    def text(self, name):
        return (self.folder / name).read_text()


if __name__ == "__main__":
    unittest.main()
