# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves real arrays with the `turnstile` command, checks every bit against NumPy and draws what happened.

The arrays are the elevation grids and the photograph that Matplotlib ships as sample data.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")

import matplotlib.cbook  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402


def sample_arrays():
    """The real arrays by name."""
    with matplotlib.cbook.get_sample_data("jacksboro_fault_dem.npz") as dem:
        elevation = dem["elevation"]
    with matplotlib.cbook.get_sample_data("topobathy.npz") as topobathy:
        topography = topobathy["topo"]
    with matplotlib.cbook.get_sample_data("grace_hopper.jpg") as file:
        photograph = np.array(plt.imread(file, format="jpg"))
    return {"elevation": elevation, "topography": topography, "photograph": photograph}


class Command:
    """The `turnstile` command under test."""

    def __init__(self, path):
        self.path = path

    def __call__(self, *arguments):
        result = subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"turnstile {' '.join(map(str, arguments))} failed: {result.stderr.strip()}")
        return result.stdout


def shape_text(shape):
    return " x ".join(map(str, shape))


def permute(turnstile, folder, name, array, axes, result_name):
    """Sends `array` through the command, compares with NumPy, prints a line of the table and returns the result."""
    source, target = folder / f"{name}.npy", folder / f"{result_name}.npy"
    np.save(source, array)
    turnstile("permute", source, target, "--axes", ",".join(map(str, axes)))
    result = np.load(target)
    expected = np.ascontiguousarray(np.transpose(array, axes))
    equal = result.dtype == array.dtype and result.shape == expected.shape and result.tobytes() == expected.tobytes()
    verdict = "bit for bit" if equal else "DIFFERS"
    print(f"  {name:24} {array.dtype!s:8} {shape_text(array.shape):15} -> {shape_text(result.shape):15} {verdict}")
    if not equal:
        sys.exit(f"{target} is not what numpy.transpose gives")
    return result


def move_arrays(turnstile, folder):
    """Every array there and back. Returns pairs (before, after) by name."""
    print(f"  {'array':24} {'dtype':8} {'shape':15}    {'moved to':15} equal to NumPy")
    pairs = {}
    for name, array in sample_arrays().items():
        axes = (1, 0) if array.ndim == 2 else (2, 0, 1)  # height x width x channel to channel x height x width
        moved = permute(turnstile, folder, name, array, axes, f"{name}-moved")
        back = permute(turnstile, folder, f"{name}-moved", moved, np.argsort(axes), f"{name}-back")
        if back.tobytes() != array.tobytes():
            sys.exit(f"{name} did not come back as it was")
        pairs[name] = (array, moved)
    return pairs


def compare_with_copy(turnstile, folder):
    """What share of a plain copy's speed the library reaches on this machine, where it chooses the kernel itself."""
    report = folder / "bench.json"
    output = turnstile("bench", "--quick", "--json", report)
    rows = [row for row in json.loads(report.read_text())["rows"] if row["path"] == "auto"]
    if not rows:
        sys.exit(f"{report} holds no row of the library's own choice")
    print(f"  {'shape':18} {'element':>8} {'GB/s':>8} {'of a copy':>10}   kernel")
    for row in rows:
        share = f"{100 * row['ratio_to_copy']:.0f} %"
        element = f"{row['word_bytes']} B"
        print(f"  {row['shape']:18} {element:>8} {row['gb_per_s']:8.1f} {share:>10}   {row['kernel']}")
    for warning in (line for line in output.splitlines() if line.startswith("busy machine?")):
        print(f"  {warning}")
    plot = pathlib.Path(__file__).resolve().parents[1] / "perf" / "tools" / "plot.py"
    drawn = subprocess.run([sys.executable, plot, report, "--output", folder], capture_output=True, text=True)
    if drawn.returncode != 0:
        sys.exit(f"{plot} failed: {drawn.stderr.strip()}")
    for picture in drawn.stdout.splitlines():
        if picture.endswith(".png"):
            print(f"Picture: {pathlib.Path(picture).resolve()}")


def show_banks(turnstile, folder):
    """The same tile with and without padding: its first rows, and what a row and a column cost."""
    for options, name in (([], "banks-plain.svg"), (["--padding", "1"], "banks-padding-1.svg")):
        lines = turnstile("banks", "--tile", "32x32", "--bytes", "4", *options, "--svg", folder / name).splitlines()
        rows = [line for line in lines if line.startswith("row ") and "|" in line]
        sentences = [line for line in lines if line.startswith(("row store", "column load", "picture"))]
        print("\n".join("  " + line for line in [lines[0], *rows[:4], "...", *sentences]))


def draw(pairs, path):
    """One column per array, before above after; the channels of the photograph side by side."""
    figure, panels = plt.subplots(2, len(pairs), figsize=(12, 8), constrained_layout=True)
    for column, (name, (before, after)) in zip(panels.T, pairs.items()):
        colours = "gray" if before.ndim == 3 else "terrain"
        column[0].imshow(before, cmap=colours)
        column[0].set_title(f"{name}: {shape_text(before.shape)}")
        column[1].imshow(np.hstack(after) if after.ndim == 3 else after, cmap=colours)
        column[1].set_title(f"moved: {shape_text(after.shape)}")
    for panel in panels.flat:
        panel.set_xticks([])
        panel.set_yticks([])
    figure.suptitle("Before and after turnstile permute")
    figure.savefig(path, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turnstile", required=True, help="the command to run")
    parser.add_argument("--output", required=True, type=pathlib.Path, help="folder for arrays and pictures")
    options = parser.parse_args()
    turnstile = Command(options.turnstile)
    folder = options.output
    folder.mkdir(parents=True, exist_ok=True)

    print("\nReal arrays, moved there and back:")
    pairs = move_arrays(turnstile, folder)
    print("\nSpeed on this machine:")
    compare_with_copy(turnstile, folder)
    print("\nBanks of a 32 x 32 tile of 4-byte elements:")
    show_banks(turnstile, folder)
    picture = folder / "before-after.png"
    draw(pairs, picture)
    print(f"Before and after: {picture.resolve()}")


if __name__ == "__main__":
    main()
