# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the pictures of docs/choosing.md with `turnstile banks`, or checks that they are what the command draws."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

TILE = ["--tile", "8x8", "--bytes", "16"]
PICTURES = {
    "tile-none.svg": TILE,
    "tile-padding.svg": [*TILE, "--padding", "1"],
    "tile-rotate.svg": [*TILE, "--swizzle", "rotate"],
    "tile-xor.svg": [*TILE, "--swizzle", "xor"],
}
LICENCE = """<!-- SPDX-FileCopyrightText: 2026 The Turnstile authors -->
<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->
"""


def drawn(turnstile: str, options: list[str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.svg"
        subprocess.run([turnstile, "banks", *options, "--svg", str(picture)], check=True, stdout=subprocess.DEVNULL)
        return LICENCE + picture.read_text(encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("turnstile", help="the command")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args()
    folder = Path(__file__).parent
    pictures = {folder / name: drawn(options.turnstile, arguments) for name, arguments in PICTURES.items()}
    if not options.check:
        for path, text in pictures.items():
            path.write_text(text, encoding="utf-8")
        return 0
    old = [path for path, text in pictures.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in old:
        print(f"{path} is not what `turnstile banks` draws: run {Path(__file__).name} without --check")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
