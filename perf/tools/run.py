# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures suites of turnstile_bench and keeps the results as perf/results/<machine>/<date>-<suite>.json.

A run that was interrupted goes on where it stopped when the same command is given again. Exit codes: 0, 1 when a case
failed or the driver broke down, 2 for misuse, 130 when interrupted.
"""

from __future__ import annotations

import argparse
import datetime
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import driver
import overview
import partial
import results
from progress import Progress

# Names for several suites of the driver; any other name is a suite of the driver.
SUITES = {"full": ("classes", "ladder", "cached")}
# Suites that `full` leaves out on devices: matrices that stay in a core's cache.
HOST_SUITES = {"cached"}


class BrokenDown(Exception):
    """The driver ended before its last case."""


class Interrupted(Exception):
    """The user, or the batch system, ended the run."""


def finished_cases(report: results.Report) -> set[str]:
    """Cases that need no second measurement; what failed in a run that broke down gets another chance."""
    return {row["case"] for row in report.rows if row["verified"]}


def wait_for(process: subprocess.Popen, output: Path, progress: Progress, before: set[str]) -> int:
    while True:
        ended = process.poll()
        done = set(before)
        if output.exists():
            done |= {row["case"] for row in results.read_lines(output).rows}
        progress.show(len(done))
        if ended is not None:
            return ended
        time.sleep(0.1 if progress.is_terminal else 0.3)


def attempt(program: driver.Driver, kept: partial.Partial, cases: list[str]) -> tuple[int, str]:
    """Measures what is missing. Returns how the driver ended, and its last message."""
    finished = finished_cases(kept.report()) & set(cases)
    progress = Progress(program.suite, len(cases), len(finished))
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+", errors="replace") as messages:
        skip = Path(folder, "skip.txt")
        skip.write_text("".join(f"{case}\n" for case in sorted(finished)))
        process = program.start(kept.attempt, skip, messages, kept.file.fileno())
        try:
            code = wait_for(process, kept.attempt, progress, finished)
        except KeyboardInterrupt:
            raise Interrupted() from None
        finally:
            progress.finish()
            process.kill()
            process.wait()
            kept.absorb_attempt()
        messages.seek(0)
        return code, driver.usage_free(messages.read())


def begin(kept: partial.Partial, context: dict, fresh: bool) -> None:
    """Decides what of an earlier run counts."""
    if fresh:
        kept.clear()
    kept.absorb_attempt()
    try:
        earlier = kept.report()
    except results.ResultError as error:
        raise results.ResultError(f"{error}; --fresh starts over") from None
    if not earlier.rows:
        return
    difference = partial.other_run(earlier, context)
    if difference:
        print(f"{kept.path}: not resumed: {difference}", file=sys.stderr)
        kept.clear()
    else:
        print(f"{kept.path}: resumed after {len(earlier.rows)} cases", file=sys.stderr)


def measure(program: driver.Driver, folder: Path, cases: list[str], context: dict, fresh: bool) -> Path:
    """Runs one suite to its end and returns the result file."""
    kept = partial.Partial(folder, program.suite)
    begin(kept, context, fresh)
    code, message = attempt(program, kept, cases)
    report = kept.report()
    row_of = {row["case"]: row for row in report.rows}
    report.rows = [row_of[case] for case in cases if case in row_of]
    missing = len(cases) - len(report.rows)
    if code not in (0, 1) or missing:
        raise BrokenDown(f"turnstile_bench {driver.ended(code)} with {missing} of {len(cases)} cases to go: {message}")
    report.context = {**context, **report.context}
    file = results.new_file(folder, program.suite, iso_date(report.context))
    results.save(file, report)
    kept.remove()
    return file


def iso_date(context: dict) -> str:
    date = context.get("date", "")[:10]
    return date if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date) else datetime.date.today().isoformat()


def run_suite(options: argparse.Namespace, suite: str, is_optional: bool = False) -> Path | None:
    """Measures one suite. None where it is optional and makes no sense on this machine."""
    program = driver.Driver(Path(options.bench or driver.find_bench()), suite, options.device, options.samples)
    cases = program.cases()
    context = program.context(cases)
    if is_optional and not results.is_host(context):
        return None
    machine = options.machine or results.machine_name(context)
    return measure(program, Path(options.results, machine), cases, context, options.fresh)


def planned(names: list[str]) -> list[tuple[str, bool]]:
    """Suites of the driver, and whether a machine may leave them out."""
    plan: dict[str, bool] = {}
    for name in names:
        for suite in SUITES.get(name, (name,)):
            plan[suite] = suite in HOST_SUITES and suite not in names
    return list(plan.items())


def run_suites(options: argparse.Namespace) -> tuple[int, list[Path]]:
    """Measures, prints and explains. Returns the exit code and the files."""
    code, files = 0, []
    again = shlex.join(["python3", *sys.argv])
    for suite, is_optional in planned(options.suites):
        try:
            file = run_suite(options, suite, is_optional)
        except (Interrupted, KeyboardInterrupt):
            print(f"interrupted; finished cases are kept, to resume: {again}", file=sys.stderr)
            return results.INTERRUPTED, files
        except BrokenDown as error:
            print(f"{suite}: {error}\nfinished cases are kept, to resume: {again}", file=sys.stderr)
            code = 1
            continue
        if file is None:
            continue
        report = results.load(file)
        print(f"{overview.table(report)}{overview.summary(report)}{file}", flush=True)
        files.append(file)
        code = code or int(not all(row["verified"] for row in report.rows))
    return code, files


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return int(text)


def plain_name(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a name of letters, digits, dots and dashes")
    return text


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bench", metavar="PATH", help="turnstile_bench (default: the last one built in build/*/)")
    parser.add_argument("--device", metavar="NAME", help="execution space, such as cuda or openmp (default: Kokkos's)")
    parser.add_argument("--samples", metavar="N", type=positive, help="samples of each case (default: the driver's)")
    parser.add_argument("--results", metavar="DIR", default=driver.ROOT / "perf" / "results", help="where results go")
    parser.add_argument("--machine", metavar="NAME", type=plain_name, help="folder in DIR (default: the processor)")
    parser.add_argument("--fresh", action="store_true", help="do not resume an interrupted run")


def interrupt(*_) -> None:
    raise KeyboardInterrupt


def catch_interrupts() -> None:
    """Batch systems end a job with SIGTERM, and shells start background jobs with SIGINT ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)


def main() -> int:
    parser = argparse.ArgumentParser(prog="run.py", description="Measures suites of turnstile_bench.")
    parser.add_argument(
        "suites", metavar="SUITE", nargs="+", type=plain_name, help="quick, standard, full or a suite of the driver"
    )
    add_options(parser)
    catch_interrupts()
    return run_suites(parser.parse_args())[0]


if __name__ == "__main__":
    results.run_program(main)
