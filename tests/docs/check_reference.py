# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that docs/reference.md names every public name of the headers.

Public is what include/turnstile and include/turnstile/layout declare outside namespace detail, members included. The
headers are read line by line: clang-format puts what a namespace declares into column 1 and what a class declares into
column 3.
"""

import re
import sys
from pathlib import Path

TYPE = re.compile(r"(?:struct|class|enum class|concept|using) (\w+)\b(?!::)")
FUNCTION = re.compile(r"(?!static_assert|explicit|friend|KOKKOS_ASSERT)[\w\[:][\w:<>,&*\[\] \.]*?[ &*](\w+)\(")
CONSTANT = re.compile(r"(?:static |inline )+constexpr [\w:<> ]+ (\w+) *(?:=|\{|;)")
FIELD = re.compile(r"(?!using|friend|return)[\w:<>,* ()\.\-]+?[ *](\w+)(?: *=[^=].*|\{.*\})?;")
ENUMERATOR = re.compile(r"(\w+),")
MACRO = re.compile(r"#define (TURNSTILE_\w+)")
# What a layout offers to mdspan, and a structured binding to the compiler: nobody calls these by name.
NOT_FOR_CALLERS = {"admits", "stored_column", "is_strided", "mapping", "get", "block", "Array", "operator", "type"}


def first_match(code: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    return next((found.group(1) for pattern in patterns if (found := pattern.match(code))), "")


def names_in(text: str) -> set[str]:
    """Public names that a header declares."""
    names: set[str] = set()
    in_detail = in_type = is_public = False
    for line in text.splitlines():
        if re.match(r"namespace (turnstile::)?detail", line):
            in_detail = True
        elif re.match(r"\}  // namespace (turnstile::)?detail", line):
            in_detail = False
        elif in_detail:
            continue
        elif re.match(r"\S", line):
            names.add(first_match(line, (TYPE, CONSTANT, FUNCTION, MACRO)))
            is_public = in_type = bool(re.match(r"(struct|class|enum class) \w+.* \{", line))
        elif line in (" public:", " private:"):
            is_public = line == " public:"
        elif in_type and is_public and re.match(r"  [\w\[]", line):
            code = line.strip().removeprefix("KOKKOS_FUNCTION ").removeprefix("KOKKOS_FORCEINLINE_FUNCTION ")
            names.add(first_match(code, (TYPE, CONSTANT, FUNCTION, FIELD, ENUMERATOR)))
    return names - NOT_FOR_CALLERS - {""}


def public_headers(root: Path) -> list[Path]:
    folder = root / "include/turnstile"
    return sorted([*folder.glob("*.hpp*"), *folder.glob("layout/*.hpp")])


def missing_names(root: Path) -> tuple[int, list[str]]:
    """How many public names there are, and those that the page does not mention, with their header."""
    page = (root / "docs/reference.md").read_text(encoding="utf-8")
    mentioned = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", page))))
    names = {name: header for header in public_headers(root) for name in names_in(header.read_text(encoding="utf-8"))}
    missing = sorted(name for name in names if name not in mentioned)
    return len(names), [f"{names[name].relative_to(root)}: {name} is not in docs/reference.md" for name in missing]


def main() -> int:
    count, missing = missing_names(Path(sys.argv[1]))
    print("\n".join(missing) if missing else f"docs/reference.md has all {count} public names")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
