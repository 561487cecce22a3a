# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ReFrame check, on a stand-in for the driver. Skipped (77) where ReFrame is not installed."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKS = HERE.parents[1] / "perf" / "reframe"
REFRAME = "import sys; from reframe.frontend.cli import main; sys.exit(main())"


def reframe(folder, *options, **environment):
    """Runs the check with all files in `folder`."""
    return subprocess.run(
        [sys.executable, "-c", REFRAME, "-C", CHECKS / "settings.py", "-c", CHECKS / "turnstile_check.py", "--run",
         "--prefix", folder, "--report-file", Path(folder, "report.json"), "--nocolor", *options],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=300,
        env={**os.environ, "TMPDIR": folder, "TURNSTILE_BENCH": str(HERE / "fake_bench.py"), **environment},
    )  # fmt: skip


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_ratios_are_held_against_the_references_of_the_machine(self):
        done = reframe(self.folder, "--system", "h200")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"P: square_4B: 0\.9\d+ of copy \(r:0\.97, l:-0\.05, u:0\.1\)")

    def test_a_slower_library_is_found(self):
        done = reframe(self.folder, "--system", "h200", FAKE_SLOW="0.1")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"failed to meet reference\(s\):\s+square_1B=0\.8\d+")

    def test_a_case_that_fails_is_found(self):
        done = reframe(self.folder, "--system", "a100", FAKE_FAIL="transpose/tile/none/4B/8192x8192")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("failed: transpose/tile/none/4B/8192x8192: verification failed", done.stdout)

    def test_a_host(self):
        done = reframe(self.folder, "-S", "TurnstileQuick.device=openmp")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("@local:cpu+default", done.stdout)
        self.assertIn("P: odd_4B:", done.stdout)


if __name__ == "__main__":
    if importlib.util.find_spec("reframe") is None:
        print("skipped: ReFrame is not installed")
        sys.exit(77)
    unittest.main()
