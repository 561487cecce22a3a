# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What changed between two result files, case by case.

The metric of a case is its ratio to a copy (or, with --metric time, its time). Its interval lies between the quartiles
of the time; for the ratio those of the copy of the same workload in the same file are taken in as well:
[copy's first quartile / third quartile, copy's third quartile / first quartile]. The change is the new median against
the old one, positive where the new one is faster: new ratio / old ratio - 1, or old time / new time - 1. Then

  SAME    the change is below the threshold;
  FASTER  the change is at least the threshold, the intervals are disjoint, and the new case is faster;
  SLOWER  the same, and the new case is slower;
  UNSURE  the change is at least the threshold, but the intervals overlap: measure again, with more --samples.

With --paths A B one file is read, and the best case of path A is judged against the best one of path B of the same
workload: SLOWER means that A is slower than B.

Exit codes: 1 when a case is SLOWER or has begun to fail, 0 otherwise, 2 when a file cannot be used.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import results
import tables

SAME, FASTER, SLOWER, UNSURE = "SAME", "FASTER", "SLOWER", "UNSURE"
ONLY_OLD, ONLY_NEW, FAILS, FAILED_BEFORE, FAILS_STILL = "only old", "only new", "FAILS", "failed before", "fails still"
MACHINE = ("processor", "device", "concurrency", "compute_capability")
VARYING = {*MACHINE, "date", "clock_at_start", "clock_at_end", "turnstile_commit", "suite"}


@dataclass(frozen=True)
class Interval:
    """A median and the quartiles around it; larger is faster."""

    low: float
    median: float
    high: float

    def is_disjoint_from(self, other: Interval) -> bool:
        return self.high < other.low or other.high < self.low


@dataclass(frozen=True)
class Line:
    """The verdict on one case."""

    case: str
    old: float | None
    new: float | None
    verdict: str

    @property
    def change(self) -> float | None:
        return None if self.old is None or self.new is None else self.new / self.old - 1


def rate_interval(row: dict) -> Interval:
    """Moves per second."""
    return Interval(1 / row["third_quartile"], 1 / row["seconds"], 1 / row["first_quartile"])


def ratio_interval(row: dict, copy: dict | None) -> Interval:
    ratio = row["ratio_to_copy"]
    if copy is None:
        copy = {key: ratio * row["seconds"] for key in ("first_quartile", "third_quartile")}
    low, high = copy["first_quartile"] / row["third_quartile"], copy["third_quartile"] / row["first_quartile"]
    # A run that was resumed has measured the copy again: the ratio is to another one.
    return Interval(min(low, ratio), ratio, max(high, ratio))


def judge(old: Interval, new: Interval, threshold: float) -> str:
    change = new.median / old.median - 1
    if abs(change) < threshold or change == 0:
        return SAME
    if not old.is_disjoint_from(new):
        return UNSURE
    return FASTER if change > 0 else SLOWER


def interval_of(report: results.Report, metric: str):
    """The function from a row of `report` to its interval."""
    copy_of = results.copies(report)
    if metric == "time":
        return rate_interval
    return lambda row: ratio_interval(row, copy_of.get(results.workload(row)))


def shown(row: dict | None, metric: str) -> float | None:
    """The figure of a row; of times the rate, so that larger is faster."""
    if row is None or not row["verified"]:
        return None
    return row["ratio_to_copy"] if metric == "ratio" else 1 / row["seconds"]


def verdict_without_figures(old: dict | None, new: dict | None) -> str | None:
    if old is None:
        return ONLY_NEW if new["verified"] else FAILS
    if new is None:
        return ONLY_OLD
    if not new["verified"]:
        return FAILS if old["verified"] else FAILS_STILL
    return None if old["verified"] else FAILED_BEFORE


def compare(old: dict, new: dict, old_interval, new_interval, metric: str, threshold: float) -> list[Line]:
    """Judges rows by key; both dictionaries have the same kind of key, whose text names the case."""
    lines = []
    for key in dict.fromkeys([*new, *old]):
        before, after = old.get(key), new.get(key)
        verdict = verdict_without_figures(before, after)
        verdict = verdict or judge(old_interval(before), new_interval(after), threshold)
        lines.append(Line(key, shown(before, metric), shown(after, metric), verdict))
    return lines


def compare_files(old: results.Report, new: results.Report, metric: str, threshold: float) -> list[Line]:
    def is_judged(row: dict) -> bool:
        return metric == "time" or row["path"] != "copy" or not row["verified"]

    def by_case(report: results.Report) -> dict:
        return {row["case"]: row for row in report.rows if is_judged(row)}

    before, after = by_case(old), by_case(new)
    if not before.keys() & after.keys():
        raise results.ResultError(f"{old.name} and {new.name} have no case in common")
    return compare(before, after, interval_of(old, metric), interval_of(new, metric), metric, threshold)


def best_of_path(report: results.Report, path: str) -> dict[str, dict]:
    """The fastest row of the path for each workload, or one that failed where all did."""
    best: dict[str, dict] = {}
    for row in report.rows:
        if row["path"] != path:
            continue
        key = results.workload_text(row)
        seconds = row["seconds"] if row["verified"] else math.inf
        if key not in best or seconds < (best[key]["seconds"] if best[key]["verified"] else math.inf):
            best[key] = row
    if not best:
        known = ", ".join(dict.fromkeys(row["path"] for row in report.rows))
        raise results.ResultError(f"{report.name}: there is no path '{path}'; there are {known}")
    return best


def compare_paths(report: results.Report, paths: list[str], metric: str, threshold: float) -> list[Line]:
    """The first path as `new` against the second as `old`, where both moved the workload."""
    new, old = (best_of_path(report, path) for path in paths)
    both = [key for key in new if key in old]
    if not both:
        raise results.ResultError(f"{report.name}: paths {paths[0]} and {paths[1]} have no workload in common")
    interval = interval_of(report, metric)
    return compare({k: old[k] for k in both}, {k: new[k] for k in both}, interval, interval, metric, threshold)


def differences(old: results.Report, new: results.Report) -> list[tuple[str, str]]:
    """Keys of the contexts that differ, and how, unless that takes more than a line."""
    found = []
    for key in sorted({*old.context, *new.context}):
        before, after = (report.context.get(key, "unknown") for report in (old, new))
        if before != after:
            is_short = "\n" not in before + after and len(before + after) < 100
            found.append((key, f"{key} differs: {before} and {after}" if is_short else f"{key} differs"))
    return found


def warnings(old: results.Report, new: results.Report) -> list[str]:
    changed = differences(old, new)
    machine = [f"warning: {text}; two machines do not show a change" for key, text in changed if key in MACHINE]
    return machine + [f"note: {text}" for key, text in changed if key not in VARYING]


def cells(line: Line, metric: str) -> list[str]:
    def figure(value: float | None) -> str:
        if value is None:
            return "-"
        return f"{value:.3f}" if metric == "ratio" else f"{1e6 / value:.1f}"

    change = "-" if line.change is None else f"{100 * line.change:+.1f} %"
    return [line.case, figure(line.old), figure(line.new), change, line.verdict]


def counts(lines: list[Line]) -> str:
    found = Counter(line.verdict for line in lines)
    return ", ".join(f"{count} {verdict}" for verdict, count in found.items())


def heading(report: results.Report) -> str:
    keys = ("processor", "device", "turnstile_commit", "date")
    return f"{report.name}: {', '.join(text for key in keys if (text := results.known_text(report.context, key)))}"


def threshold_share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < 100:
        raise argparse.ArgumentTypeError(f"{text} is not a percentage from 0 to 100")
    return value / 100


def pattern(text: str) -> re.Pattern:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no regular expression: {error}") from None


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="compare.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="OLD and NEW, or one file with --paths")
    parser.add_argument("--paths", nargs=2, metavar=("A", "B"), help="judge path A against path B within one file")
    parser.add_argument("--metric", choices=("ratio", "time"), default="ratio", help="default: ratio")
    parser.add_argument(
        "--threshold",
        type=threshold_share,
        default=0.02,
        metavar="PERCENT",
        help="least change that counts (default: 2)",
    )
    parser.add_argument(
        "--filter",
        type=pattern,
        default=re.compile(""),
        metavar="REGEX",
        help="only cases whose name has it, as /auto/",
    )
    parser.add_argument("--changes", action="store_true", help="leave out the cases that are the SAME")
    parser.add_argument("--markdown", metavar="FILE", help="write the table to FILE as well")
    options = parser.parse_args()
    wanted = 1 if options.paths else 2
    if len(options.files) != wanted:
        parser.error(f"{len(options.files)} files given, {wanted} needed")
    return options


def main() -> int:
    options = parse()
    reports = [results.load(file) for file in options.files]
    if options.paths:
        new, old = options.paths
        notes = [heading(reports[0])]
        lines = compare_paths(reports[0], options.paths, options.metric, options.threshold)
    else:
        old, new = "old", "new"
        notes = [f"old: {heading(reports[0])}", f"new: {heading(reports[1])}", *warnings(*reports)]
        lines = compare_files(*reports, options.metric, options.threshold)
    lines = [line for line in lines if options.filter.search(line.case)]
    if not lines:
        raise results.ResultError(f"no case has '{options.filter.pattern}' in its name")
    unit = "of copy" if options.metric == "ratio" else "us"
    header = ["case", f"{old} {unit}", f"{new} {unit}", "change", "verdict"]
    rows = [cells(line, options.metric) for line in lines if not (options.changes and line.verdict == SAME)]
    print("\n".join(notes) + "\n" + tables.plain(header, rows, left=(0, 4)) + counts(lines))
    if options.markdown:
        plain = [tables.without_markup(note) for note in notes]
        table = tables.markdown(header, [[tables.without_markup(case), *figures] for case, *figures in rows])
        text = "\n\n".join([*plain, table + "\n" + counts(lines)]) + "\n"
        results.write_atomically(Path(options.markdown), text)
    return int(any(line.verdict in (SLOWER, FAILS) for line in lines))


if __name__ == "__main__":
    results.run_program(main)
