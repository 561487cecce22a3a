# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the bank model predicts of each policy, and what was measured."""

from __future__ import annotations

import results

from . import style


def policies(report: results.Report):
    """Predicted passes against measured ratios, a panel a shape: does the model predict what is slow?"""
    rows = style.cold_if_any([row for row in style.measured(report) if results.has_policy(row) and row["bank_passes"]])
    if not rows:
        return None
    shapes, words = style.shapes_of(rows), sorted({row["word_bytes"] for row in rows})
    handles = [
        style.plt.Line2D([], [], linestyle="", marker=marker, color=colour, label=f"{word} B")
        for word in words
        for colour, marker in [style.WORD_STYLES.get(word, style.OTHER_STYLE[:2])]
    ]
    columns = min(3, len(shapes))
    figure, panels = style.panels_above_key(len(shapes), columns, 3.6, 3.1, handles)
    for k, (axes, shape) in enumerate(zip(panels, shapes)):
        draw_policies(axes, [row for row in rows if row["shape"] == shape], words)
        axes.set_title(shape, fontsize=10)
        axes.set_xlabel("predicted passes (1 = no bank conflicts)")
        if k % columns == 0:
            axes.set_ylabel("measured ratio to a copy")
    panels[0].set_ylim(bottom=0)  # for all of them, and not before all is drawn: it stops them from growing
    figure.suptitle(style.title_of(report, "Policies: bank model and measurement"), fontsize=11)
    return figure


def draw_policies(axes, rows: list[dict], words: list[int]) -> None:
    """Words are set side by side, so that points of the same number of passes do not hide each other."""
    style.with_copy_line(axes)
    for k, word in enumerate(words):
        mine = [row for row in rows if row["word_bytes"] == word]
        colour, marker = style.WORD_STYLES.get(word, style.OTHER_STYLE[:2])
        aside = 2 ** (0.14 * (k - (len(words) - 1) / 2))
        axes.plot(
            [row["bank_passes"] * aside for row in mine],
            [row["ratio_to_copy"] for row in mine],
            linestyle="",
            marker=marker,
            color=colour,
            markersize=5,
            alpha=0.75,
        )
    axes.set_xscale("log", base=2)
    axes.set_xticks([1, 2, 4, 8, 16, 32], ["1", "2", "4", "8", "16", "32"])
    axes.minorticks_off()
    axes.set_xlim(0.7, 46)
    axes.grid(alpha=0.25)
