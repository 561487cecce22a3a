# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of texts, for terminals and for Markdown."""

from __future__ import annotations

import re


def number(value, digits: int = 2, suffix: str = "") -> str:
    return "-" if value is None else f"{value:.{digits}f}{suffix}"


def plain(header: list[str], rows: list[list[str]], left: tuple[int, ...] = (0,)) -> str:
    """Columns in line; those of `left` start at the left."""
    widths = [max(map(len, column)) for column in zip(header, *rows)]

    def line(cells: list[str]) -> str:
        padded = (cell.ljust(w) if k in left else cell.rjust(w) for k, (cell, w) in enumerate(zip(cells, widths)))
        return "  ".join(padded).rstrip() + "\n"

    return "".join(line(cells) for cells in [header, *rows])


def without_markup(text: str) -> str:
    """The text for Markdown, in which it looks as it is."""
    return re.sub(r"([\\`*\[\]<>~&]|(?<!\w)_|_(?!\w))", r"\\\1", text)


def markdown(header: list[str], rows: list[list[str]]) -> str:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"

    return line(header) + "|" + "---|" * len(header) + "\n" + "".join(line(cells) for cells in rows)
