# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of the documentation that are made from results: kinds of tables, and the tables by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import results
import tables

WORDS = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Column:
    """A heading, a path, and how the ratios of the shapes of a class become one figure."""

    heading: str
    path: str
    combine: Callable = results.geometric_mean
    is_bold: bool = False

    def cell(self, rows: list[dict]) -> str:
        """The figure of the path's rows, or a dash."""
        ratios = [row["ratio_to_copy"] for row in rows if row["path"] == self.path and row["verified"]]
        if not ratios:
            return "-"
        text = f"{self.combine(ratios):.2f}"
        return f"**{text}**" if self.is_bold else text


@dataclass(frozen=True)
class ClassTable:
    """A line for each class and word size, a column for each path; a class is a name and the shapes in it."""

    machine: str
    suite: str
    classes: dict[str, tuple[str, ...]]
    columns: tuple[Column, ...]
    legend = "geometric means over the shapes that a path can move"

    def markdown(self, rows: list[dict]) -> str:
        lines = []
        for name, shapes in self.classes.items():
            for word in WORDS:
                chosen = [row for row in without_policies(rows) if row["shape"] in shapes and row["word_bytes"] == word]
                lines.append([name, f"{word} B", *(column.cell(chosen) for column in self.columns)])
        return written(["class", "word", *(column.heading for column in self.columns)], lines, 2)


@dataclass(frozen=True)
class SummaryTable:
    """A line for each class, a column for each word size, of one path."""

    machine: str
    suite: str
    classes: dict[str, tuple[str, ...]]
    column: Column
    legend = "geometric means over the shapes of a class"

    def markdown(self, rows: list[dict]) -> str:
        lines = []
        for name, shapes in self.classes.items():
            chosen = [row for row in without_policies(rows) if row["shape"] in shapes]
            lines.append([name, *(self.column.cell(of_word(chosen, word)) for word in WORDS)])
        return written(["class", *(f"{word} B" for word in WORDS)], lines, 1)


@dataclass(frozen=True)
class ShapeTable:
    """A line for each shape, a column for each word size; a cell has the figures of all columns one after the other."""

    machine: str
    suite: str
    columns: tuple[Column, ...]
    mode: str = "cold"

    @property
    def legend(self) -> str:
        return "in each cell " + ", ".join(column.heading for column in self.columns)

    def markdown(self, rows: list[dict]) -> str:
        chosen = without_policies(rows, self.mode)
        lines = []
        for shape in dict.fromkeys((row["operation"], row["shape"]) for row in chosen):
            of_shape = [row for row in chosen if (row["operation"], row["shape"]) == shape]
            lines.append(
                [f"{shape[0]} {results.short_shape(shape[1])}", *(self.cell(of_shape, word) for word in WORDS)]
            )
        return written(["case", *(f"{word} B" for word in WORDS)], lines, 1)

    def cell(self, rows: list[dict], word: int) -> str:
        figures = [column.cell(of_word(rows, word)) for column in self.columns]
        return "-" if set(figures) == {"-"} else " ".join(figures)


@dataclass(frozen=True)
class PolicyTable:
    """A line for each way to move one shape, policies included, a column for each word size."""

    machine: str
    suite: str
    shape: str
    paths: tuple[str, ...]
    legend = "one shape"

    def markdown(self, rows: list[dict]) -> str:
        chosen = [row for row in rows if row["shape"] == self.shape and row["path"] in self.paths]
        chosen.sort(key=lambda row: self.paths.index(row["path"]))
        lines = []
        for path, policy in dict.fromkeys((row["path"], row["policy"]) for row in chosen):
            same = [row for row in chosen if (row["path"], row["policy"]) == (path, policy)]
            name = path if policy in ("none", "chosen") else f"{path} {policy}"
            lines.append([f"`{name}`", *(Column("", path).cell(of_word(same, word)) for word in WORDS)])
        return written([f"{self.shape}", *(f"{word} B" for word in WORDS)], lines, 1)


def without_policies(rows: list[dict], mode: str = "cold") -> list[dict]:
    return [row for row in rows if row["mode"] == mode and not results.has_policy(row)]


def of_word(rows: list[dict], word: int) -> list[dict]:
    return [row for row in rows if row["word_bytes"] == word]


def written(header: list[str], lines: list[list[str]], names: int) -> str:
    """The table in Markdown without lines that have no figure behind their first `names` cells."""
    known = [line for line in lines if set(line[names:]) != {"-"}]
    if not known:
        raise results.ResultError("no case of the table's shapes was measured")
    return tables.markdown(header, known)


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
GPU_PEERS = (
    Column("**Turnstile**", "auto", is_bold=True),
    Column("its generic path", "kokkos"),
    Column("cuBLAS's geam", "geam"),
    Column("the textbook CUDA tile [32][33]", "tile_pad"),
    Column("`Kokkos::deep_copy` between layouts", "deep_copy"),
    Column("KokkosBatched", "kokkosbatched"),
    Column("a plain loop", "naive"),
)
CPU_PEERS = (
    Column("**Turnstile**", "auto", is_bold=True),
    Column("its generic path", "kokkos"),
    Column("OpenBLAS's omatcopy", "openblas"),
    Column("Eigen", "eigen"),
    Column("a plain loop", "naive"),
)
LADDER = ("naive", "tile", "tile_pad", "kokkos", "auto", "copy")
TEXTBOOK_AND_GENERIC = ("tile", "tile_pad", "kokkos")
# The machine is a folder of perf/results, or a pattern that fits one.
TABLES = {
    "h200-summary": SummaryTable("nvidia-h200", "classes", GPU_CLASSES, Column("Turnstile", "auto")),
    "h200-classes": ClassTable("nvidia-h200", "classes", GPU_CLASSES, GPU_COLUMNS),
    "h200-shapes": ShapeTable("nvidia-h200", "classes", GPU_PEERS),
    "h200-ladder": PolicyTable("nvidia-h200", "ladder", "4096x4096", LADDER),
    "h200-policies": PolicyTable("nvidia-h200", "sweep", "8192x8192", TEXTBOOK_AND_GENERIC),
    "cpu-classes": ClassTable("*-2-threads", "classes", CPU_CLASSES, CPU_COLUMNS),
    "cpu-shapes": ShapeTable("*-2-threads", "classes", CPU_PEERS),
    "cpu-cached": ShapeTable("*-1-threads", "cached", CPU_PEERS, "batch"),
}
