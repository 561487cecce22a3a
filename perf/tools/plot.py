# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws result files: what there is to draw of ratio against size, heat map, policies and ladder, as PNG and SVG."""

from __future__ import annotations

import argparse
from pathlib import Path

import results
from pictures.heat_map import heat_map
from pictures.ladder import ladder
from pictures.policies import policies
from pictures.ratio import ratio_against_size
from pictures.style import plt

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
