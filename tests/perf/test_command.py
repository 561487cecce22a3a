# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`turnstile bench`, run as users run it.

usage: test_command.py <turnstile>
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TURNSTILE = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([TURNSTILE, "bench", *arguments], capture_output=True, text=True, timeout=600)


class Quick(unittest.TestCase):
    def test_table_and_json_say_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "rows.json")
            result = run("--quick", "--device", "serial", "--json", file)
            self.assertEqual(result.returncode, 0, result.stderr)
            report = json.loads(file.read_text())
        self.assertEqual(report["context"]["device"], "Serial (CPU)")
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), 1 + len(report["rows"]))
        for line, row in zip(lines[1:], report["rows"]):
            self.assertTrue(line.startswith(row["case"]), line)
            self.assertIn("Serial (CPU)", line)
            self.assertIs(row["verified"], True)
            self.assertGreaterEqual(row["samples"], 11)
            self.assertGreater(row["ratio_to_copy"], 0)
            self.assertAlmostEqual(float(line.split()[2]), row["gb_per_s"], delta=0.06)
        copies = [row for row in report["rows"] if row["path"] == "copy"]
        self.assertTrue(copies)
        self.assertEqual({row["ratio_to_copy"] for row in copies}, {1})


class Refusals(unittest.TestCase):
    def test_no_figures_for_a_device_that_is_not_there(self):
        result = run("--quick", "--device", "abacus")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("abacus", result.stderr)

    def test_a_file_that_cannot_be_written_is_refused_before_measuring(self):
        result = run("--quick", "--device", "serial", "--json", "/no/such/folder/rows.json")
        self.assertEqual((result.returncode, result.stdout), (2, ""))


if __name__ == "__main__":
    if "\ndevice serial:" not in subprocess.run([TURNSTILE, "info"], capture_output=True, text=True).stdout:
        print("these tests measure on Serial, which this Kokkos does not have")
        sys.exit(77)
    unittest.main()
