# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark binary, run as users run it: every path at tiny sizes, its files, its exit codes.

usage: test_binary.py <turnstile_bench>
"""

import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([BENCH, *arguments], capture_output=True, text=True, timeout=600)


class Csv(unittest.TestCase):
    def test_every_path_is_right_at_tiny_sizes(self):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder, "rows.csv")
            result = run("--suite", "tiny", "--device", "serial", "--samples", "1", "--output", output)
            rows = list(csv.DictReader(output.read_text().splitlines()))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual([row["case"] for row in rows if row["verified"] != "1"], [])
        self.assertEqual(
            {row["path"] for row in rows} - {"openblas", "eigen", "serial"},
            {"auto", "kokkos", "naive", "tile", "tile_pad", "team_tile", "deep_copy", "kokkosbatched", "copy"},
        )
        self.assertEqual({row["word_bytes"] for row in rows}, {"1", "2", "4", "8", "16"})
        self.assertEqual({row["device"] for row in rows}, {"Serial (CPU)"})
        for row in rows:
            self.assertGreater(float(row["gb_per_s"]), 0, row)
            self.assertGreater(float(row["ratio_to_copy"]), 0, row)

    def test_a_file_that_cannot_be_written_fails(self):
        result = run("--suite", "tiny", "--device", "serial", "--samples", "1", "--output", "/no/such/folder/rows.csv")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write /no/such/folder/rows.csv", result.stderr)


class JsonLines(unittest.TestCase):
    def rows_of(self, *arguments):
        """Context and rows of suite tiny without those that the file of --skip names."""
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder, "rows.jsonl")
            result = run(
                "--suite", "tiny", "--device", "serial", "--samples", "1", "--most-samples", "1", "--output", output,
                *arguments,
            )  # fmt: skip
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            lines = [json.loads(line) for line in output.read_text().splitlines()]
        context = {}
        for line in lines:
            context.update(line.get("context", {}))
        return context, [line for line in lines if "context" not in line]

    def test_has_what_the_list_names_and_skips_what_is_finished(self):
        listed = run("--suite", "tiny", "--device", "serial", "--list").stdout.split()
        context, rows = self.rows_of()
        self.assertEqual([row["case"] for row in rows], listed)
        for key in ("clock_at_start", "clock_at_end", "suite", "processor", "kokkos_configuration"):
            self.assertTrue(context[key], key)
        for row in rows:
            self.assertLessEqual(row["first_quartile"], row["seconds"])
            self.assertLessEqual(row["seconds"], row["third_quartile"])
        finished = {name for name in listed if "/1B/" in name or "/2B/" in name}
        with tempfile.TemporaryDirectory() as folder:
            skip = Path(folder, "finished")
            skip.write_text("\n".join(finished))
            _, rest = self.rows_of("--skip", skip)
        self.assertEqual([row["case"] for row in rest], [name for name in listed if name not in finished])

    def test_another_mode_is_in_the_names(self):
        listed = run("--suite", "tiny", "--device", "serial", "--mode", "batch", "--list").stdout.split()
        self.assertTrue(listed)
        self.assertEqual([name for name in listed if not name.endswith("/batch_mode")], [])

    def test_a_skip_file_that_cannot_be_read_is_refused(self):
        for name in ("/no/such/file", "/"):
            result = run("--suite", "tiny", "--device", "serial", "--list", "--skip", name)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"cannot read {name}", result.stderr)


class GoogleBenchmark(unittest.TestCase):
    def test_json_has_context_counters_and_labels(self):
        result = run(
            "--suite", "tiny", "--device", "serial", "--samples", "2",
            "--benchmark_filter=^transpose/(auto|copy)/.*/4B/67x129/", "--benchmark_format=json",
        )  # fmt: skip
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        for key in (
            "turnstile_version",
            "kokkos_version",
            "device",
            "cache_bytes",
            "flush_bytes",
            "clock_at_start",
            "date",
        ):
            self.assertIn(key, report["context"])
        self.assertEqual(len(report["benchmarks"]), 2)
        for row in report["benchmarks"]:
            self.assertGreater(row["GB/s"], 0)
            self.assertGreater(row["ratio_to_copy"], 0)
            self.assertIn("Serial (CPU)", row["label"])
            self.assertIn("fits in cache", row["label"])

    def test_a_filter_that_matches_nothing_fails(self):
        self.assertEqual(run("--suite", "tiny", "--device", "serial", "--benchmark_filter=nothing").returncode, 1)


class Overhead(unittest.TestCase):
    def test_prints_a_line_per_call(self):
        result = run("--suite", "overhead", "--device", "serial")
        self.assertEqual(result.returncode, 0, result.stderr)
        for call in ("bare launch", "empty kernel", "Plan::execute", "one-call permute"):
            self.assertIn(call, result.stdout)


class Misuse(unittest.TestCase):
    def test_what_is_not_known_is_refused(self):
        for arguments in (
            ("--suite", "none"),
            ("--device", "abacus"),
            ("--samples", "0"),
            ("--samples", "two"),
            ("--mode", "lukewarm"),
            ("--noise", "nan"),
            ("--most-samples", "2", "--samples", "5"),
            ("--output", ""),
            ("--suite", "overhead", "--list"),
            ("--list", "--benchmark_filter=copy"),
            ("--output", "rows.csv", "--sampels", "3"),
            ("--suite",),
            ("--unknown",),
        ):
            with self.subTest(arguments=arguments):
                self.assertEqual(run(*arguments).returncode, 2)


if __name__ == "__main__":
    if "no device called serial" in run("--suite", "tiny", "--device", "serial", "--list").stderr:
        print("these tests measure on Serial, which this Kokkos does not have")
        sys.exit(77)
    unittest.main()
