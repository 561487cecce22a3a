# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ratio to a copy against the size of the array, path by path."""

from __future__ import annotations

import math

import results

from . import style


def ratio_against_size(report: results.Report):
    """One panel a word size; a point a case, and a line through the means of cases of about one size."""
    rows = [row for row in style.measured(report) if row["path"] != "copy" and not results.has_policy(row)]
    rows = style.cold_if_any(rows)
    if not rows:
        return None
    words = sorted({row["word_bytes"] for row in rows})
    known = {row["path"] for row in rows}
    paths = [path for path in style.STYLES if path in known] + sorted(known - style.STYLES.keys())
    handles = [draw_key(path) for path in paths]
    figure, panels = style.panels_above_key(len(words), len(words), 3, 3.8, handles)
    sizes = [results.payload_bytes(row) for row in rows]
    for axes, word in zip(panels, words):
        style.with_copy_line(axes)
        for path in paths:
            draw_path(axes, [row for row in rows if row["path"] == path and row["word_bytes"] == word], path)
        axes.set_title(f"{word} byte{'s' if word > 1 else ''} a word", fontsize=10)
        decorate_sizes(axes, min(sizes), max(sizes))
    panels[0].set_ylim(bottom=0)  # for all of them, and not before all is drawn: it stops them from growing
    panels[0].set_ylabel("ratio to a copy (1 = as fast as copying)")
    figure.suptitle(style.title_of(report, "How close to a copy"), fontsize=11)
    return figure


def draw_path(axes, rows: list[dict], path: str) -> None:
    if not rows:
        return
    colour, marker, _ = style.STYLES.get(path, style.OTHER_STYLE)
    sizes, ratios = [results.payload_bytes(row) for row in rows], [row["ratio_to_copy"] for row in rows]
    emphasis = path == "auto"
    axes.plot(sizes, ratios, linestyle="", marker=marker, color=colour, markersize=4, alpha=0.55, zorder=2 + emphasis)
    axes.plot(*trend(sizes, ratios), color=colour, linewidth=2.4 if emphasis else 1.2, zorder=1 + emphasis)


def trend(sizes: list[int], ratios: list[float]) -> tuple[list[float], list[float]]:
    """Geometric means over sizes of the same power of 16."""
    steps: dict[int, list] = {}
    for size, ratio in zip(sizes, ratios):
        steps.setdefault(int(math.log2(size)) // 4, []).append((size, ratio))
    points = [steps[step] for step in sorted(steps)]
    return tuple([results.geometric_mean(point[k] for point in group) for group in points] for k in (0, 1))


def draw_key(path: str):
    colour, marker, label = style.STYLES.get(path, style.OTHER_STYLE)
    return style.plt.Line2D([], [], color=colour, marker=marker, markersize=5, label=label or path)


def bytes_text(value: float) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} B"


def decorate_sizes(axes, smallest: int, largest: int) -> None:
    """The same sizes on every panel, with a margin of a factor of two, and ticks also where they span little."""
    axes.set_xlabel("bytes in the array")
    axes.set_xscale("log", base=2)
    axes.set_xlim(smallest / 2, largest * 2)
    axes.xaxis.set_major_locator(style.matplotlib.ticker.LogLocator(base=4, numticks=6))
    axes.xaxis.set_major_formatter(lambda value, _: bytes_text(value))
    axes.tick_params(axis="x", labelrotation=30, labelsize=8)
    axes.grid(alpha=0.25)
