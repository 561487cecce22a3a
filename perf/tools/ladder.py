# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the ladder, from the plain loop over tile, padding, rotate and XOR to the library, and draws it."""

from __future__ import annotations

import argparse
from pathlib import Path

import plot
import results
import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="ladder.py", description=__doc__)
    run.add_options(parser)
    parser.add_argument("--output", metavar="DIR", type=Path, help="folder for the pictures (default: the result's)")
    options = parser.parse_args()
    options.suites = ["ladder"]
    run.catch_interrupts()
    code, files = run.run_suites(options)
    for file in files:
        pictures = plot.draw(results.load(file), options.output or file.parent)
        print("\n".join(str(picture) for picture in pictures))
    return code


if __name__ == "__main__":
    results.run_program(main)
