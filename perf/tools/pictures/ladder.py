# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the plain loop to a copy, a group of bars a word size."""

from __future__ import annotations

import re

import results

from . import style

LADDER = {
    "naive": ("plain loop", "#000000"),
    "tile": ("tile [32][32]", "#CC79A7"),
    "tile_pad": ("padding, [32][33]", "#009E73"),
    "rotate": ("rotate", "#F0E442"),
    "xor": ("XOR", "#E69F00"),
    "auto": ("Turnstile", "#0072B2"),
    "copy": ("copy", "#BBBBBB"),
}


def ladder(report: results.Report):
    """From the plain loop to a copy, a group of bars a word size."""
    rows = style.cold_if_any([row for row in style.measured(report) if rung(row)])
    if not rows:
        return None
    words = sorted({row["word_bytes"] for row in rows})
    rungs = [name for name in LADDER if any(rung(row) == name for row in rows)]
    handles = [style.plt.Rectangle((0, 0), 1, 1, **bar_style(name), label=LADDER[name][0]) for name in rungs]
    figure, (axes,) = style.panels_above_key(1, 1, 1.9 * len(words) + 1.2, 3.6, handles)
    width = 0.86 / len(rungs)
    for k, name in enumerate(rungs):
        heights = [height([row for row in rows if rung(row) == name and row["word_bytes"] == word]) for word in words]
        places = [place + (k - (len(rungs) - 1) / 2) * width for place in range(len(words))]
        bars = axes.bar(places, heights, width, **bar_style(name))
        axes.bar_label(bars, [f"{h:.2f}" if h else "" for h in heights], fontsize=7, rotation=90, padding=2)
    axes.set_xticks(range(len(words)), [f"{word} B" for word in words])
    axes.set_xlabel("word size")
    axes.set_ylabel("ratio to a copy (1 = as fast as copying)")
    axes.set_ylim(top=1.14 * axes.get_ylim()[1])
    axes.set_title(
        style.title_of(report, f"From a plain loop to a copy: {', '.join(style.shapes_of(rows))}"), fontsize=11
    )
    return figure


def rung(row: dict) -> str | None:
    """The step of the ladder that a row is."""
    if not results.has_policy(row):
        return row["path"] if row["path"] in LADDER else None
    swizzle = re.search(r"\+(rotate|xor)<", row["policy"])
    return swizzle[1] if swizzle else None


def height(rows: list[dict]) -> float:
    """The best way to take a rung, such as the better of two XOR swizzles; of several shapes the mean."""
    best = [max(row["ratio_to_copy"] for row in rows if row["shape"] == shape) for shape in style.shapes_of(rows)]
    return results.geometric_mean(best) if best else 0.0


def bar_style(name: str) -> dict:
    return {"facecolor": LADDER[name][1], "edgecolor": "#333333", "linewidth": 0.5}
