# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tools of perf/tools, run as users run them, on known results and on a stand-in for the driver."""

import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOLS = HERE.parents[1] / "perf" / "tools"
BENCH = HERE / "fake_bench.py"
CONTEXT = {"processor": "NVIDIA Abacus 200", "device": "Cuda", "turnstile_commit": "0123456", "suite": "quick"}
sys.path.insert(0, str(TOOLS))

import results  # noqa: E402


def tool(name, *arguments, **environment):
    command = [sys.executable, TOOLS / f"{name}.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


def row(path, seconds, copy_seconds=1e-3, word=4, shape="64x48", policy="none", quartile=0.005, **others):
    return {
        "case": f"transpose/{path}/{policy}/{word}B/{shape}",
        "path": path,
        "word_bytes": word,
        "shape": shape,
        "verified": True,
        "seconds": seconds,
        "first_quartile": seconds * (1 - quartile),
        "third_quartile": seconds * (1 + quartile),
        "ratio_to_copy": copy_seconds / seconds,
        **others,
    }


def failed_row(path, **others):
    return {**row(path, 1e-3, **others), "verified": False, "failure": "no kernel image", "ratio_to_copy": None}


def noisy_row(path, seconds, noise, generator, copy_seconds=None):
    """A row whose statistics come from samples, as the driver's do."""
    samples = [seconds * (1 + generator.gauss(0, noise)) for _ in range(11)]
    first, median, third = statistics.quantiles(samples, n=4)
    return {
        **row(path, median, copy_seconds or median),
        "first_quartile": first,
        "third_quartile": third,
        "spread": (third - first) / median,
    }


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, rows, context=None, **top):
        path = self.folder / name
        path.write_text(json.dumps({"context": {**CONTEXT, **(context or {})}, "rows": rows, **top}))
        return path

    def verdicts(self, old, new, *options, code=0):
        done = tool("compare", self.file("old.json", old), self.file("new.json", new), *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        lines = [line for line in done.stdout.splitlines() if line.startswith("transpose/")]
        return {line.split("/")[1]: line.split("  ")[-1].strip() for line in lines}


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
            (self.TEXT.replace("h200", "a100"), "there is no nvidia-a100*/<date>-classes.json"),
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


class Node(InFolder):
    """The batch script for nodes with several GPUs, with a stand-in for srun that starts two processes."""

    SCRIPT = HERE.parents[1] / "perf" / "reframe" / "a100_node.sh"
    SRUN = """#!/bin/bash
shift
for rank in 0 1; do
  SLURM_LOCALID=$rank "$@" || exit
done
"""

    def node(self, **environment):
        srun = self.folder / "srun"
        srun.write_text(self.SRUN)
        srun.chmod(0o755)
        environment = {
            "PATH": f"{self.folder}:{os.environ['PATH']}",
            "SLURM_SUBMIT_DIR": str(HERE.parents[1]),
            "SLURM_JOB_ID": "42",
            "SLURM_NTASKS": "2",
            "RESULTS": str(self.folder / "results"),
            "BENCH": str(BENCH),
            **environment,
        }
        command = ["bash", self.SCRIPT, "tiny"]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})

    def test_a_process_and_a_file_for_each_gpu(self):
        for visible in ("", "5,7"):
            done = self.node(CUDA_VISIBLE_DEVICES=visible)
            self.assertEqual(done.returncode, 0, done.stderr)
        expected = [f"CUDA_VISIBLE_DEVICES={gpu}" for gpu in (0, 5, 1, 7)]
        files = [
            self.folder / "results" / f"gpu-{rank}" / "nvidia-abacus-r-200" / f"2026-03-04-tiny{number}.json"
            for rank in (0, 1)
            for number in ("", "-2")
        ]
        found = [results.load(file).context["environment"].split()[-1] for file in files]
        self.assertEqual(found, expected)

    def test_a_program_that_is_not_there(self):
        done = self.node(BENCH="no/bench")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no/bench is not a program", done.stderr)


if __name__ == "__main__":
    unittest.main()
