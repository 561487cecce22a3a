# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks every relative link of the pages: the file exists, and so does the heading that an anchor names."""

import re
import sys
from pathlib import Path

from pages import INLINE_CODE, anchors_of, pages_of, prose_of

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
EXTERNAL = re.compile(r"^(https?|mailto):")


def fault_of(link: str, page: Path) -> str:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return f"{path} does not exist"
    if anchor and (target.suffix != ".md" or anchor not in anchors_of(target)):
        return f"{path or page.name} has no heading #{anchor}"
    return ""


def links_of(page: Path) -> list[tuple[int, str]]:
    """Relative links by line."""
    found = []
    for number, line in enumerate(prose_of(page).splitlines(), start=1):
        links = LINK.findall(INLINE_CODE.sub("code", line))
        found += [(number, link) for link in links if not EXTERNAL.match(link)]
    return found


def faults_of(root: Path) -> tuple[int, list[str]]:
    links = [(page, number, link) for page in pages_of(root) for number, link in links_of(page)]
    faults = [
        f"{page.relative_to(root)}:{number}: {fault}" for page, number, link in links if (fault := fault_of(link, page))
    ]
    return len(links), faults


def main() -> int:
    count, faults = faults_of(Path(sys.argv[1]).resolve())
    print("\n".join(faults) if faults else f"{count} links lead somewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
