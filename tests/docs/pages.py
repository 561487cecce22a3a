# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The project's Markdown pages, as far as the checks need to understand them: blocks of code, headings, links."""

import re
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(\w*)$")
COMMENT = re.compile(r"^<!-- (prelude|quoted from|not compiled): (.+) -->$")
INLINE_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block. A comment in the line before it, `<!-- directive: value -->`, says what to do with it."""

    page: Path
    line: int
    language: str
    text: str
    directive: str = ""
    value: str = ""

    def where(self) -> str:
        return f"{self.page.name}:{self.line}"


def pages_of(root: Path) -> list[Path]:
    """Every page of the project, build folders left out."""
    return sorted(
        page
        for page in root.rglob("*.md")
        if not any(part.startswith((".", "build")) for part in page.relative_to(root).parts[:-1])
    )


def blocks_of(page: Path) -> list[Block]:
    blocks = []
    comment = None
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), start=1))
    for number, line in lines:
        fence = FENCE.match(line)
        if fence:
            text = []
            for _, inner in lines:
                if inner == "```":
                    break
                text.append(inner + "\n")
            directive, value = comment.groups() if comment else ("", "")
            blocks.append(Block(page, number, fence.group(1), "".join(text), directive, value))
        comment = COMMENT.match(line)
    return blocks


def prose_of(page: Path) -> str:
    """The page without its fenced blocks, whose lines are left empty so that line numbers stay right."""
    lines = page.read_text(encoding="utf-8").splitlines()
    inside = False
    for k, line in enumerate(lines):
        is_fence = line.startswith("```")
        if inside or is_fence:
            lines[k] = ""
        inside ^= is_fence
    return "\n".join(lines)


def anchors_of(page: Path) -> set[str]:
    """What a link may name behind `#`: headings in lower case, without punctuation, with hyphens for spaces."""
    anchors: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose_of(page), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
        repeats = sum(1 for other in anchors if re.fullmatch(re.escape(anchor) + r"(-\d+)?", other))
        anchors.add(f"{anchor}-{repeats}" if repeats else anchor)
    return anchors
