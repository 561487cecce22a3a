# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pictures have in common."""

from __future__ import annotations

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["text.parse_math"] = False  # a dollar in a name is a dollar

import matplotlib.pyplot as plt  # noqa: E402

import results  # noqa: E402

# Colours that stay apart for the colour-blind (Okabe and Ito), with a marker each, so that grey prints can be read.
STYLES = {
    "auto": ("#0072B2", "o", "Turnstile"),
    "cuda": ("#0072B2", "o", "Turnstile, native"),
    "openmp": ("#0072B2", "o", "Turnstile, native"),
    "serial": ("#0072B2", "o", "Turnstile, native"),
    "kokkos": ("#56B4E9", "s", "Turnstile, generic"),
    "geam": ("#E69F00", "^", "cuBLAS geam"),
    "openblas": ("#E69F00", "^", "OpenBLAS"),
    "eigen": ("#F0E442", "v", "Eigen"),
    "tile_pad": ("#009E73", "D", "tile [32][33]"),
    "tile": ("#CC79A7", "P", "tile [32][32]"),
    "team_tile": ("#999999", "X", "tile of a Kokkos team"),
    "deep_copy": ("#D55E00", "<", "Kokkos::deep_copy"),
    "kokkosbatched": ("#882255", ">", "KokkosBatched"),
    "naive": ("#000000", "x", "plain loop"),
}
OTHER_STYLE = ("#666666", ".", None)
WORD_STYLES = {1: ("#000000", "v"), 2: ("#D55E00", "s"), 4: ("#0072B2", "o"), 8: ("#009E73", "D"), 16: ("#CC79A7", "^")}


def measured(report: results.Report) -> list[dict]:
    return [row for row in report.rows if row["verified"]]


def cold_if_any(rows: list[dict]) -> list[dict]:
    """Figures of two modes do not belong into one picture."""
    return [row for row in rows if row["mode"] == "cold"] or rows


def shapes_of(rows: list[dict]) -> list[str]:
    return list(dict.fromkeys(row["shape"] for row in rows))


def title_of(report: results.Report, what: str) -> str:
    machine = results.known_text(report.context, "processor") or "unknown processor"
    return f"{what}\n{machine}, {results.known_text(report.context, 'device') or 'unknown device'}"


def with_copy_line(axes) -> None:
    axes.axhline(1, color="#888888", linewidth=1, linestyle="--", zorder=0)


def panels_above_key(count: int, columns: int, width: float, height: float, handles: list):
    """A figure with `count` panels of a size in inches that share their vertical axis, and the key below them."""
    lines = -(-count // columns)
    figure = plt.figure(figsize=(width * columns + 1, height * lines + 1.3), layout="constrained")
    grid = figure.add_gridspec(lines + 1, columns, height_ratios=[1] * lines + [0.32 / height])
    panels: list = []
    for k in range(count):
        panels.append(figure.add_subplot(grid[k // columns, k % columns], sharey=panels[0] if panels else None))
        if k % columns:
            panels[-1].tick_params(labelleft=False)
    key = figure.add_subplot(grid[lines, :])
    key.axis("off")
    key.legend(handles=handles, loc="center", ncol=max(3, round(0.68 * width * columns)), frameon=False)
    return figure, panels
