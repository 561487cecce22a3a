# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every block of C++ that is said to be quoted from a file is part of it, to the letter."""

import sys
from pathlib import Path

from pages import Block, blocks_of, pages_of


def fault_of(block: Block, root: Path) -> str:
    source = root / block.value
    if not source.is_file():
        return f"{block.where()}: quotes {block.value}, which does not exist"
    if block.text not in source.read_text(encoding="utf-8"):
        return f"{block.where()}: is not in {block.value} as it stands here"
    return ""


def faults_of(root: Path) -> tuple[int, list[str]]:
    quotations = [block for page in pages_of(root) for block in blocks_of(page) if block.directive == "quoted from"]
    return len(quotations), [fault for block in quotations if (fault := fault_of(block, root))]


def main() -> int:
    count, faults = faults_of(Path(sys.argv[1]))
    print("\n".join(faults) if faults else f"{count} quotations are what they quote")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
