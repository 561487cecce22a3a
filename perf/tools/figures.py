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
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import results
import tables
from driver import ROOT

DOCUMENTS = ("README.md", "docs/measurements.md")
BEGIN = re.compile(r"<!-- figures: (\S+) -->")
END = "<!-- end of figures -->"


@dataclass(frozen=True)
class Column:
    """A heading, a path, and how the ratios of the shapes of a class become one figure."""

    heading: str
    path: str
    combine: Callable = results.geometric_mean
    is_bold: bool = False


@dataclass(frozen=True)
class Table:
    """A line for each class and word size; a class is a name and the shapes in it."""

    machine: str
    suite: str
    classes: dict[str, tuple[str, ...]]
    columns: tuple[Column, ...]
    words: tuple[int, ...] = (1, 2, 4, 8, 16)


OURS = (Column("Turnstile", "auto", is_bold=True), Column("lowest", "auto", min))
GPU_COLUMNS = (
    *OURS,
    Column("generic path", "kokkos"),
    Column("cuBLAS geam", "geam"),
    Column("tile [32][33]", "tile_pad"),
    Column("`deep_copy`", "deep_copy"),
)
CPU_COLUMNS = (
    *OURS,
    Column("generic path", "kokkos"),
    Column("OpenBLAS", "openblas"),
    Column("Eigen", "eigen"),
    Column("plain loop", "naive"),
)
GPU_CLASSES = {
    "large, aligned": ("8192x8192", "4096x4096", "16384x16384", "131072x128", "64x1024x512"),
    "large, odd": ("12345x6789", "12344x6792"),
    "16 columns or rows": ("4194304x16", "16x4194304"),
    "33 columns or rows": ("1000003x33", "33x1000003"),
    "few long rows": ("16x2000003", "20x2000003", "32x2000003", "64x2000003"),
    "batches": ("32768x64x64", "131072x32x32", "1048576x8x8", "1048576x5x7"),
    "small": ("256x256", "1024x1024"),
    "permutes": (
        "512x384x320/2-0-1",
        "512x384x320/1-2-0",
        "512x384x320/2-1-0",
        "96x80x112x72/3-2-1-0",
        "96x80x112x72/0-3-1-2",
    ),
}
CPU_CLASSES = {
    "large": ("16384x16384", "8192x16384", "8192x8192", "4096x4096"),
    "large, odd": ("5003x7001",),
    "33 columns or rows": ("1000003x33", "33x1000003"),
    "8 columns or rows": ("4194304x8", "8x4194304"),
    "batches": ("65536x32x32", "1048576x5x7"),
    "reversals": (
        "384x355x384/2-1-0",
        "384x59x2320/2-1-0",
        "96x75x75x96/3-2-1-0",
        "48x28x28x28x48/4-3-2-1-0",
        "32x15x15x15x15x32/5-4-3-2-1-0",
        "32x15x15x15x5x112/5-4-3-2-1-0",
    ),
    "other permutes": ("384x384x368/1-0-2", "96x75x96x80/2-1-0-3"),
}
# The machine is a folder of perf/results, or a pattern that fits one.
TABLES = {
    "h200-classes": Table("nvidia-h200", "classes", GPU_CLASSES, GPU_COLUMNS),
    "a100-classes": Table("nvidia-a100*", "classes", GPU_CLASSES, GPU_COLUMNS),
    "cpu-classes": Table("*-threads", "classes", CPU_CLASSES, CPU_COLUMNS),
}


def source(table: Table, folder: Path) -> Path:
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


def cell(rows: list[dict], column: Column) -> str:
    ratios = [row["ratio_to_copy"] for row in rows if row["path"] == column.path and row["verified"]]
    if not ratios:
        return "-"
    text = f"{column.combine(ratios):.2f}"
    return f"**{text}**" if column.is_bold else text


def render(table: Table, report: results.Report) -> str:
    """The table in Markdown, without lines that nothing was measured for."""
    plain = [row for row in report.rows if row["mode"] == "cold" and not results.has_policy(row)]
    lines = []
    for name, shapes in table.classes.items():
        for word in table.words:
            rows = [row for row in plain if row["shape"] in shapes and row["word_bytes"] == word]
            cells = [cell(rows, column) for column in table.columns]
            if any(text != "-" for text in cells):
                lines.append([name, f"{word} B", *cells])
    if not lines:
        raise results.ResultError(f"{report.name}: no case of the table's shapes was measured")
    return tables.markdown(["class", "word", *(column.heading for column in table.columns)], lines)


def caption(report: results.Report) -> str:
    """Where the figures come from, below the table."""
    known = report.context
    machine = known.get("processor") or "unknown processor"
    commit, date = known.get("turnstile_commit", "unknown"), str(known.get("date", "unknown date"))[:10]
    means = "geometric means over the shapes that a path can move"
    return f"Ratios to a copy, {means}. {machine}, {known.get('device', 'unknown device')}, {date}, commit {commit}.\n"


def section(name: str, folder: Path, where: str) -> str:
    if name not in TABLES:
        raise results.ResultError(f"{where}: there is no table '{name}'; there are {', '.join(TABLES)}")
    table = TABLES[name]
    report = results.load(source(table, folder))
    return f"\n{render(table, report)}\n{caption(report)}\n"


def rewritten(text: str, folder: Path, name: str) -> str:
    """The document with every table renewed."""
    lines = text.splitlines(keepends=True)
    output: list[str] = []
    number = 0
    while number < len(lines):
        output.append(lines[number])
        begin = BEGIN.fullmatch(lines[number].strip())
        number += 1
        if not begin:
            continue
        end = next((k for k in range(number, len(lines)) if lines[k].strip() == END), None)
        if end is None:
            raise results.ResultError(f"{name}: line {number}: '{begin[0]}' without '{END}'")
        output.append(section(begin[1], folder, f"{name}: line {number}"))
        number = end
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
