# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws result files: what there is to draw of ratio against size, heat map, policies and ladder, as PNG and SVG."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import results  # noqa: E402

# Colours that stay apart for the colour-blind (Okabe and Ito), with a marker each, so that grey prints can be read.
STYLES = {
    "auto": ("#0072B2", "o", "Turnstile"),
    "cuda": ("#0072B2", "o", "Turnstile, native"),
    "openmp": ("#0072B2", "o", "Turnstile, native"),
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
LADDER = {
    "naive": ("plain loop", "#000000"),
    "tile": ("tile [32][32]", "#CC79A7"),
    "tile_pad": ("padding, [32][33]", "#009E73"),
    "rotate": ("rotate", "#F0E442"),
    "xor": ("XOR", "#E69F00"),
    "auto": ("Turnstile", "#0072B2"),
    "copy": ("copy", "#BBBBBB"),
}


def measured(report: results.Report) -> list[dict]:
    return [row for row in report.rows if row["verified"]]


def bytes_text(value: float) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} B"


def title_of(report: results.Report, what: str) -> str:
    known = report.context
    machine = known.get("processor") or known.get("hardware") or "unknown processor"
    return f"{what}\n{machine}, {known.get('device', 'unknown device')}"


def with_copy_line(axes) -> None:
    axes.axhline(1, color="#888888", linewidth=1, linestyle="--", zorder=0)


def trend(sizes: list[int], ratios: list[float]) -> tuple[list[float], list[float]]:
    """Geometric means over sizes of the same power of 16."""
    steps: dict[int, list] = {}
    for size, ratio in zip(sizes, ratios):
        steps.setdefault(int(np.log2(size)) // 4, []).append((size, ratio))
    points = [steps[step] for step in sorted(steps)]
    return tuple([results.geometric_mean(point[k] for point in group) for group in points] for k in (0, 1))


def cold_if_any(rows: list[dict]) -> list[dict]:
    """Figures of two modes do not belong into one picture."""
    return [row for row in rows if row["mode"] == "cold"] or rows


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


def ratio_against_size(report: results.Report):
    """One panel a word size; a point a case, and a line through the means of cases of about one size."""
    rows = [row for row in measured(report) if row["path"] != "copy" and not results.has_policy(row)]
    rows = cold_if_any(rows)
    if not rows:
        return None
    words = sorted({row["word_bytes"] for row in rows})
    paths = [path for path in [*STYLES, *sorted({row["path"] for row in rows} - STYLES.keys())] if any_of(rows, path)]
    handles = [draw_key(path) for path in paths]
    figure, panels = panels_above_key(len(words), len(words), 3, 3.8, handles)
    for axes, word in zip(panels, words):
        with_copy_line(axes)
        for path in paths:
            draw_path(axes, [row for row in rows if row["path"] == path and row["word_bytes"] == word], path)
        axes.set_title(f"{word} byte{'s' if word > 1 else ''} a word", fontsize=10)
        decorate_sizes(axes)
    panels[0].set_ylabel("ratio to a copy (1 = as fast as copying)")
    figure.suptitle(title_of(report, "How close to a copy"), fontsize=11)
    return figure


def any_of(rows: list[dict], path: str) -> bool:
    return any(row["path"] == path for row in rows)


def draw_path(axes, rows: list[dict], path: str) -> None:
    if not rows:
        return
    colour, marker, _ = STYLES.get(path, OTHER_STYLE)
    sizes, ratios = [results.payload_bytes(row) for row in rows], [row["ratio_to_copy"] for row in rows]
    emphasis = path == "auto"
    axes.plot(sizes, ratios, linestyle="", marker=marker, color=colour, markersize=4, alpha=0.55, zorder=2 + emphasis)
    axes.plot(*trend(sizes, ratios), color=colour, linewidth=2.4 if emphasis else 1.2, zorder=1 + emphasis)


def draw_key(path: str):
    colour, marker, label = STYLES.get(path, OTHER_STYLE)
    return plt.Line2D([], [], color=colour, marker=marker, markersize=5, label=label or path)


def decorate_sizes(axes) -> None:
    axes.set_xlabel("bytes in the array")
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(matplotlib.ticker.LogLocator(base=16, numticks=8))
    axes.xaxis.set_major_formatter(lambda value, _: bytes_text(value))
    axes.tick_params(axis="x", labelrotation=30, labelsize=8)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.25)


def heat_map(report: results.Report):
    """The library's ratio, a line a shape and a column a word size."""
    rows = [row for row in measured(report) if row["path"] == "auto" and not results.has_policy(row)]
    if not rows:
        return None
    shapes = list(dict.fromkeys(line_name(row) for row in rows))
    words = sorted({row["word_bytes"] for row in rows})
    values = np.full((len(shapes), len(words)), np.nan)
    for row in rows:
        values[shapes.index(line_name(row)), words.index(row["word_bytes"])] = row["ratio_to_copy"]
    figure, axes = plt.subplots(figsize=(3.4 + 0.85 * len(words), 1.9 + 0.3 * len(shapes)), layout="constrained")
    lowest = min(0.5, np.floor(np.nanmin(values) * 10) / 10)
    image = axes.imshow(values, vmin=lowest, vmax=1.0, cmap="cividis", aspect="auto")
    annotate(axes, values, dark=lowest + 0.55 * (1 - lowest))
    axes.set_xticks(range(len(words)), [f"{word} B" for word in words])
    axes.set_yticks(range(len(shapes)), shapes, fontsize=8)
    axes.set_xlabel("word size")
    axes.set_ylabel("extents (and axes of a permute)")
    axes.set_title(title_of(report, "Turnstile: ratio to a copy"), fontsize=11)
    figure.colorbar(image, label="ratio to a copy", extend="both", shrink=min(1.0, 6 / len(shapes) + 0.3))
    return figure


def line_name(row: dict) -> str:
    extents, _, axes = row["shape"].partition("/")
    if len(set(extents.split("x"))) == 1 and extents.count("x") > 4:
        extents = f"{extents.split('x')[0]}^{extents.count('x') + 1}"
    if axes.count("-") > 4 and axes == "-".join(map(str, range(axes.count("-"), -1, -1))):
        axes = "reversed"
    return " / ".join(text for text in (extents, axes, row["mode"]) if text not in ("", "cold"))


def annotate(axes, values, dark: float) -> None:
    for (line, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            colour = "white" if value < dark else "black"
            axes.text(column, line, f"{value:.2f}", ha="center", va="center", color=colour, fontsize=9)


def policies(report: results.Report):
    """Predicted passes against measured ratios, a panel a shape: does the model predict what is slow?"""
    rows = cold_if_any([row for row in measured(report) if results.has_policy(row) and row["bank_passes"]])
    if not rows:
        return None
    shapes, words = shapes_of(rows), sorted({row["word_bytes"] for row in rows})
    handles = [
        plt.Line2D([], [], linestyle="", marker=marker, color=colour, label=f"{word} B")
        for word in words
        for colour, marker in [WORD_STYLES.get(word, OTHER_STYLE[:2])]
    ]
    columns = min(3, len(shapes))
    figure, panels = panels_above_key(len(shapes), columns, 3.6, 3.1, handles)
    for k, (axes, shape) in enumerate(zip(panels, shapes)):
        draw_policies(axes, [row for row in rows if row["shape"] == shape], words)
        axes.set_title(shape, fontsize=10)
        axes.set_xlabel("predicted passes (1 = no bank conflicts)")
        if k % columns == 0:
            axes.set_ylabel("measured ratio to a copy")
    figure.suptitle(title_of(report, "Policies: bank model and measurement"), fontsize=11)
    return figure


def draw_policies(axes, rows: list[dict], words: list[int]) -> None:
    """Words are set side by side, so that points of the same number of passes do not hide each other."""
    with_copy_line(axes)
    for k, word in enumerate(words):
        mine = [row for row in rows if row["word_bytes"] == word]
        colour, marker = WORD_STYLES.get(word, OTHER_STYLE[:2])
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
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.25)


def rung(row: dict) -> str | None:
    """The step of the ladder that a row is."""
    if not results.has_policy(row):
        return row["path"] if row["path"] in LADDER else None
    swizzle = re.search(r"\+(rotate|xor)<", row["policy"])
    return swizzle[1] if swizzle else None


def ladder(report: results.Report):
    """From the plain loop to a copy, a group of bars a word size."""
    rows = cold_if_any([row for row in measured(report) if rung(row)])
    if not rows:
        return None
    words = sorted({row["word_bytes"] for row in rows})
    rungs = [name for name in LADDER if any(rung(row) == name for row in rows)]
    handles = [plt.Rectangle((0, 0), 1, 1, **bar_style(name), label=LADDER[name][0]) for name in rungs]
    figure, (axes,) = panels_above_key(1, 1, 1.9 * len(words) + 1.2, 3.6, handles)
    width = 0.86 / len(rungs)
    for k, name in enumerate(rungs):
        heights = [mean_ratio(row for row in rows if rung(row) == name and row["word_bytes"] == w) for w in words]
        places = [place + (k - (len(rungs) - 1) / 2) * width for place in range(len(words))]
        bars = axes.bar(places, heights, width, **bar_style(name))
        axes.bar_label(bars, [f"{h:.2f}" if h else "" for h in heights], fontsize=7, rotation=90, padding=2)
    axes.set_xticks(range(len(words)), [f"{word} B" for word in words])
    axes.set_xlabel("word size")
    axes.set_ylabel("ratio to a copy (1 = as fast as copying)")
    axes.set_ylim(top=1.14 * axes.get_ylim()[1])
    axes.set_title(title_of(report, f"From a plain loop to a copy: {', '.join(shapes_of(rows))}"), fontsize=11)
    return figure


def bar_style(name: str) -> dict:
    return {"facecolor": LADDER[name][1], "edgecolor": "#333333", "linewidth": 0.5}


def mean_ratio(rows) -> float:
    ratios = [row["ratio_to_copy"] for row in rows]
    return results.geometric_mean(ratios) if ratios else 0.0


def shapes_of(rows: list[dict]) -> list[str]:
    return list(dict.fromkeys(row["shape"] for row in rows))


GENERAL_FIGURES = {"ratio": ratio_against_size, "heatmap": heat_map, "policies": policies}
FIGURES_OF_SUITE = {"ladder": {"ladder": ladder}, "sweep": {"policies": policies, "heatmap": heat_map}}


def save(figure, stem: Path) -> list[Path]:
    files = [stem.with_name(f"{stem.name}{ending}") for ending in (".png", ".svg")]
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
        for file in files:
            figure.savefig(file, dpi=150)
    except OSError as error:
        raise results.ResultError(f"cannot write {stem.parent}: {error.strerror}") from None
    plt.close(figure)
    return files


def draw(report: results.Report, folder: Path) -> list[Path]:
    """Draws what the rows allow and returns the files: <machine>-<result file>-<figure>.png and .svg."""
    source = Path(report.name)
    files = []
    for name, make in FIGURES_OF_SUITE.get(report.context.get("suite"), GENERAL_FIGURES).items():
        figure = make(report)
        if figure is not None:
            files += save(figure, folder / f"{results.machine_name(report.context)}-{source.stem}-{name}")
    return files


def main() -> int:
    parser = argparse.ArgumentParser(prog="plot.py", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+", help="result files")
    parser.add_argument("--output", metavar="DIR", type=Path, required=True, help="folder for the pictures")
    options = parser.parse_args()
    drawn: set[Path] = set()
    for report in [results.load(file) for file in options.files]:
        files = draw(report, options.output)
        if not files:
            raise results.ResultError(f"{report.name}: nothing to draw: no case of the library was measured")
        if drawn & set(files):
            raise results.ResultError(f"{report.name}: its pictures have the names of another file's: draw it alone")
        drawn.update(files)
        print("\n".join(map(str, files)))
    return 0


if __name__ == "__main__":
    results.run_program(main)
