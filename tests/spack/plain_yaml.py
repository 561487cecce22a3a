# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the plain part of YAML that the environments keep to: mappings and lists by indentation, scalars, [a, b]."""

from __future__ import annotations

import re

KEY = re.compile(r"([A-Za-z_][\w.-]*):(?:\s+(.*))?$")


def parse_yaml(text: str) -> dict:
    """The mapping that `text` writes down. Raises ValueError for what is not plain."""
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if "\t" in content:
            raise ValueError(f"line {number}: a tab")
        if content:
            lines.append((number, len(content) - len(content.lstrip()), content.lstrip()))
    value = _block(lines, lines[0][1]) if lines else {}
    if lines:
        raise ValueError(f"line {lines[0][0]}: '{lines[0][2]}' is indented like nothing above it")
    if not isinstance(value, dict):
        raise ValueError("a mapping is expected")
    return value


def _block(lines: list, indent: int) -> dict | list:
    """Takes the mapping or list that begins at `indent` from `lines`."""
    block: dict | list = [] if lines[0][2].startswith("- ") else {}
    while lines and lines[0][1] == indent:
        number, _, content = lines.pop(0)
        if isinstance(block, list):
            if not content.startswith("- "):
                raise ValueError(f"line {number}: '{content}' is no item of the list")
            block.append(_scalar(content[2:].strip(), number))
            continue
        match = KEY.match(content)
        if not match or match[1] in block:
            raise ValueError(f"line {number}: '{content}' is no 'key:', or comes twice")
        if match[2] is not None:
            block[match[1]] = _scalar(match[2], number)
        elif lines and lines[0][1] > indent:
            block[match[1]] = _block(lines, lines[0][1])
        else:
            raise ValueError(f"line {number}: nothing belongs to '{content}'")
    return block


def _scalar(text: str, number: int) -> str | bool | list:
    if text.startswith("[") and text.endswith("]"):
        return [_scalar(item.strip(), number) for item in text[1:-1].split(",") if item.strip()]
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    if not text or text[0] in "[{&*!|>'\"%@`" or re.search(r":(\s|$)", text):
        raise ValueError(f"line {number}: '{text}' is no plain scalar")
    return {"true": True, "false": False}.get(text, text)
