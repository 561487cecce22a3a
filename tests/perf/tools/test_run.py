# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py: whole runs, interrupted ones, and two at once."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from tool_case import BENCH, TOOLS, InFolder, tool

import results  # found by tool_case


class Run(InFolder):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "log.txt"
        self.machine = self.folder / "results" / "nvidia-abacus-r-200"

    def command(self, *arguments):
        return (*arguments, "--bench", BENCH, "--results", self.folder / "results")

    def run_tool(self, *arguments, **environment):
        environment = {"FAKE_LOG": str(self.log), "FAKE_STATE": str(self.folder / "state"), **environment}
        return tool("run", *self.command(*arguments), **environment)

    def interrupted(self, number):
        """Starts a run, sends it a signal after some groups, and returns its code and messages."""
        before = len(self.measured())
        process = subprocess.Popen(
            [sys.executable, TOOLS / "run.py", *self.command("quick")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "FAKE_LOG": str(self.log), "FAKE_PAUSE": "0.1"},
        )
        deadline = time.monotonic() + 60
        while len(self.measured()) < before + 14 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(number)
        return (process.wait(60), *process.communicate())

    def measured(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def expected(self, suite="quick"):
        return subprocess.run([BENCH, "--suite", suite, "--list"], capture_output=True, text=True).stdout.splitlines()

    def assert_complete_and_measured_once(self):
        report = results.load(self.machine / "2026-03-04-quick.json")
        self.assertEqual([row["case"] for row in report.rows], self.expected())
        measured = self.measured()
        self.assertEqual(sorted(set(measured)), sorted(self.expected()))
        twice = {case for case in measured if measured.count(case) > 1}
        self.assertEqual([case for case in twice if "/copy/" not in case], [])
        self.assertEqual([path.name for path in self.machine.iterdir()], ["2026-03-04-quick.json"])

    def test_a_whole_run(self):
        done = self.run_tool("quick")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_complete_and_measured_once()
        context = json.loads((self.machine / "2026-03-04-quick.json").read_text())["context"]
        self.assertEqual((context["clock_at_start"], context["clock_at_end"]), ("1980", "1755"))
        self.assertRegex(done.stdout, r"transpose/tile/none/4B/8192x8192 +\d+\.\d +0\.\d{3} +32 +\d\.\d %")
        self.assertIn(f"{len(self.expected())} cases, 0 failed", done.stdout)
        self.assertIn("of 152 cases", done.stderr)

    def test_a_second_run_of_a_day_gets_a_number(self):
        self.run_tool("quick")
        self.run_tool("quick")
        names = sorted(path.name for path in self.machine.iterdir())
        self.assertEqual(names, ["2026-03-04-quick-2.json", "2026-03-04-quick.json"])

    def test_a_driver_that_breaks_down_is_resumed(self):
        done = self.run_tool("quick", FAKE_DIE_AFTER="3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("was killed by SIGKILL", done.stderr)
        self.assertIn("to resume: python3 ", done.stderr)
        self.assertTrue((self.machine / "quick.partial.jsonl").exists())
        done = self.run_tool("quick")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("resumed after 22 cases", done.stderr)
        self.assert_complete_and_measured_once()

    def test_an_interrupted_run_is_resumed(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, _, messages = self.interrupted(number)
            self.assertEqual(code, 130, messages)
            self.assertIn("interrupted; finished cases are kept, to resume: python3 ", messages)
        self.assertEqual(self.run_tool("quick").returncode, 0)
        self.assert_complete_and_measured_once()

    @unittest.skipUnless(sys.platform == "linux", "the driver outlives a killed parent elsewhere")
    def test_a_killed_run_is_resumed(self):
        self.interrupted(signal.SIGKILL)
        before = len(self.measured())
        time.sleep(0.3)
        self.assertEqual(len(self.measured()), before, "the driver went on")
        self.assertEqual(self.run_tool("quick").returncode, 0)
        self.assert_complete_and_measured_once()

    def test_the_result_names_the_tuning_but_not_where_it_lies(self):
        self.assertEqual(self.run_tool("tiny", TURNSTILE_TUNING="/site/a100.tuning").returncode, 0)
        context = results.load(next(self.machine.glob("*-tiny.json"))).context
        self.assertEqual(context["environment"].split()[0], "TURNSTILE_TUNING=a100.tuning")

    def test_what_another_run_measured_is_not_resumed(self):
        for options, environment, key in (
            ((), {"FAKE_COMMIT": "fedcba9"}, "turnstile_commit was 0123456 and is fedcba9"),
            (("--device", "openmp"), {}, "device was Cuda and is OpenMP"),
            ((), {"FAKE_CONCURRENCY": "64"}, "concurrency was 2 and is 64"),
            (("--samples", "33"), {}, "least_samples was 11 and is 33"),
            ((), {"TURNSTILE_TUNING": "/x/y.tuning"}, "environment was  and is TURNSTILE_TUNING=y.tuning"),
        ):
            with self.subTest(key):
                machine = ("--machine", key[:6])
                (self.folder / "state").unlink(missing_ok=True)
                self.assertEqual(self.run_tool("quick", *machine, FAKE_DIE_AFTER="3").returncode, 1)
                done = self.run_tool("quick", *machine, *options, **environment)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"not resumed: {key}", done.stderr)

    def test_fresh_does_not_resume(self):
        self.run_tool("quick", FAKE_DIE_AFTER="3")
        done = self.run_tool("quick", "--fresh")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("quick: 0 of 152 cases", done.stderr)

    def test_two_runs_do_not_share_a_folder(self):
        process = subprocess.Popen(
            [sys.executable, TOOLS / "run.py", *self.command("quick")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "FAKE_LOG": str(self.log), "FAKE_PAUSE": "0.3"},
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        while not self.measured():
            time.sleep(0.02)
        done = self.run_tool("quick")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("is in use by another run", done.stderr)

    def test_failed_cases_are_reported(self):
        case = "transpose/auto/chosen/4B/8192x8192"
        done = self.run_tool("quick", FAKE_FAIL=case)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"FAILED {case}: verification failed before the timed loop: 1 wrong elements", done.stdout)
        self.assertIn("152 cases, 1 failed", done.stdout)
        self.assertIs(self.row(case)["verified"], False)

    def test_a_partial_file_that_cannot_be_read(self):
        self.machine.mkdir(parents=True)
        (self.machine / "quick.partial.jsonl").write_text("{\n")
        done = self.run_tool("quick")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("line 1 is not JSON", done.stderr)
        self.assertIn("--fresh starts over", done.stderr)
        self.assertEqual(self.run_tool("quick", "--fresh").returncode, 0)

    def test_a_signal_without_a_name(self):
        import driver

        self.assertEqual(driver.ended(-signal.SIGKILL), "was killed by SIGKILL")
        self.assertEqual(driver.ended(-40), "was killed by signal 40")

    def test_another_number_of_threads_is_not_resumed(self):
        import partial

        report = results.Report({"concurrency": "2"})
        self.assertIn("concurrency was 2", partial.other_run(report, {"concurrency": "4"}))

    def test_a_full_disk(self):
        command = [sys.executable, TOOLS / "run.py", *self.command("quick")]
        limited = ["bash", "-c", 'ulimit -f 1; "$0" "$@"', *command]
        done = subprocess.run(limited, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (2, "run: cannot write: File too large\n"))

    def test_what_failed_before_a_breakdown_is_measured_again(self):
        case = "transpose/auto/chosen/1B/8192x8192"
        self.run_tool("quick", FAKE_FAIL=case, FAKE_DIE_AFTER="3")
        self.assertEqual(self.run_tool("quick").returncode, 0)
        self.assertIs(self.row(case)["verified"], True)

    def row(self, case):
        rows = results.load(self.machine / "2026-03-04-quick.json").rows
        return next(row for row in rows if row["case"] == case)

    def test_full_leaves_out_what_a_device_has_no_use_for(self):
        self.assertEqual(self.run_tool("full").returncode, 0)
        self.assertEqual(self.suites(), ["classes", "ladder"])
        self.assertEqual(self.run_tool("full", "--device", "openmp", "--machine", "host").returncode, 0)
        self.machine = self.machine.with_name("host")
        self.assertEqual(self.suites(), ["cached", "classes", "ladder"])

    def suites(self):
        return sorted(path.stem.split("-")[3] for path in self.machine.iterdir())

    def test_misuse(self):
        for arguments in (
            (),
            ("no_such_suite",),
            ("../quick",),
            ("quick", "--samples", "0"),
            ("quick", "--device", "abacus"),
        ):
            with self.subTest(arguments):
                done = self.run_tool(*arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
        done = tool("run", "quick", "--bench", self.folder / "no_bench")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"run: cannot run {self.folder / 'no_bench'}: No such file or directory\n")


if __name__ == "__main__":
    unittest.main()
