# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites the tables of the documentation from result files.

A table stands between the lines `<!-- figures: NAME -->` and `<!-- end of figures -->`; NAME is one of TABLES, and its
figures come from the newest file of its suite in perf/results/<machine>/. With --check nothing is written, and the exit
code is 1 when a table is not what the results say. A file or a name that cannot be used is 2.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import results
import tables
from driver import ROOT
from figure_tables import TABLES

DOCUMENTS = ("README.md", "docs/measurements.md")
BEGIN = re.compile(r" {0,3}<!-- figures: (\S+) -->\s*")
END = re.compile(r" {0,3}<!-- end of figures -->\s*")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def source(table, folder: Path) -> Path:
    """The newest file of the suite on the machine."""
    if not folder.is_dir():
        raise results.ResultError(f"{folder}: no such folder")
    machines = sorted(path for path in folder.iterdir() if path.is_dir() and fnmatch(path.name, table.machine))
    files = [file for machine in machines if (file := results.newest(machine, table.suite))]
    if not files:
        raise results.ResultError(f"{folder}: there is no {table.machine}/<date>-{table.suite}.json")
    if len(files) > 1:
        raise results.ResultError(f"{folder}: {table.machine} fits {', '.join(file.parent.name for file in files)}")
    return files[0]


def caption(report: results.Report, legend: str) -> str:
    """Where the figures come from, below the table."""

    def known(key: str) -> str:
        return tables.without_markup(results.known_text(report.context, key))

    machine, device = known("processor") or "unknown processor", known("device") or "unknown device"
    date, commit = known("date")[:10] or "unknown date", known("turnstile_commit") or "unknown"
    return f"Ratios to a copy, {legend}. {machine}, {device}, {date}, commit {commit}.\n"


def section(name: str, folder: Path, where: str) -> str:
    if name not in TABLES:
        raise results.ResultError(f"{where}: there is no table '{name}'; there are {', '.join(TABLES)}")
    table = TABLES[name]
    report = results.load(source(table, folder))
    return f"\n{table.markdown(report.rows)}\n{caption(report, table.legend)}\n"


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """The lines, and whether they are in a block of code, where a marker is an example."""
    fence = ""
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        mark = FENCE.match(line)
        yield line, bool(fence or mark)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and line.strip() == mark[1]:
            fence = ""


def rewritten(text: str, folder: Path, name: str) -> str:
    """The document with every table renewed."""
    output: list[str] = []
    inside = ""  # the beginning of the table that a line is in, and where it is
    for number, (line, is_code) in enumerate(lines_of(text), 1):
        begin = None if is_code else BEGIN.fullmatch(line)
        is_end = not is_code and END.fullmatch(line)
        where = f"{name}: line {number}"
        if inside and begin:
            raise results.ResultError(f"{where}: a table begins before the end of that of {inside}")
        if is_end and not inside:
            raise results.ResultError(f"{where}: the end of a table that does not begin")
        if is_end or not inside:
            output.append(line)
        if begin:
            output.append(section(begin[1], folder, where).replace("\n", "\r\n" if line.endswith("\r\n") else "\n"))
            inside = f"line {number}: '{line.strip()}'"
        elif is_end:
            inside = ""
    if inside:
        raise results.ResultError(f"{name}: {inside} without '<!-- end of figures -->'")
    return "".join(output)


def difference(old: str, new: str, name: str) -> str:
    """What a rewrite would change."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, f"{name} from the results", lineterm="", n=0)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="figures.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("documents", metavar="FILE", nargs="*", type=Path, help=f"default: {', '.join(DOCUMENTS)}")
    parser.add_argument("--results", metavar="DIR", type=Path, default=ROOT / "perf" / "results")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when a table has drifted")
    options = parser.parse_args()
    drifted = False
    for document in options.documents or [ROOT / name for name in DOCUMENTS]:
        old = results.read_text(document)
        new = rewritten(old, options.results, str(document))
        if old == new:
            continue
        drifted = True
        if options.check:
            print(f"{document}: tables differ from the results: python3 perf/tools/figures.py", file=sys.stderr)
            print(difference(old, new, str(document)))
        else:
            results.write_atomically(document, new)
            print(f"{document}: tables renewed")
    return int(drifted and options.check)


if __name__ == "__main__":
    results.run_program(main)
