# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ratio of the library to a copy: a line a shape, a column a word size."""

from __future__ import annotations

import numpy as np

import results

from . import style


def heat_map(report: results.Report):
    """The library's ratio, a line a shape and a column a word size."""
    rows = [row for row in style.measured(report) if row["path"] == "auto" and not results.has_policy(row)]
    if not rows:
        return None
    shapes = list(dict.fromkeys(line_name(row) for row in rows))
    words = sorted({row["word_bytes"] for row in rows})
    values = np.full((len(shapes), len(words)), np.nan)
    for row in rows:
        values[shapes.index(line_name(row)), words.index(row["word_bytes"])] = row["ratio_to_copy"]
    figure, axes = style.plt.subplots(figsize=(3.4 + 0.85 * len(words), 1.9 + 0.3 * len(shapes)), layout="constrained")
    lowest = min(0.5, np.floor(np.nanmin(values) * 10) / 10)
    image = axes.imshow(values, vmin=lowest, vmax=1.0, cmap="cividis", aspect="auto")
    annotate(axes, values, dark=lowest + 0.55 * (1 - lowest))
    axes.set_xticks(range(len(words)), [f"{word} B" for word in words])
    axes.set_yticks(range(len(shapes)), shapes, fontsize=8)
    axes.set_xlabel("word size")
    axes.set_ylabel("extents (and axes of a permute)")
    axes.set_title(style.title_of(report, "Turnstile: ratio to a copy"), fontsize=11)
    figure.colorbar(image, label="ratio to a copy", extend="both", shrink=min(1.0, 6 / len(shapes) + 0.3))
    return figure


def line_name(row: dict) -> str:
    return " / ".join(text for text in (results.short_shape(row["shape"]), row["mode"]) if text != "cold")


def annotate(axes, values, dark: float) -> None:
    for (line, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            colour = "white" if value < dark else "black"
            axes.text(column, line, f"{value:.2f}", ha="center", va="center", color=colour, fontsize=9)
