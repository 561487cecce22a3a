# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a source for every block of C++ in the pages, so that the build compiles them, and a main() that runs them.

A block stands for a whole source, unless a comment in the line before it says otherwise:

    <!-- prelude: NAME -->          preludes/NAME.cpp.in around it, which makes it a function that is run
    <!-- quoted from: FILE -->      it is part of FILE, which is compiled anyway; check_quotations.py compares
    <!-- not compiled: REASON -->   it is left alone
"""

import argparse
import re
from pathlib import Path

from pages import Block, blocks_of, pages_of

SPDX = """// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
MAIN = """// Generated: runs every block that has a prelude.
#include <Kokkos_Core.hpp>

{declarations}
int main(int argc, char** argv) {{
  Kokkos::ScopeGuard const kokkos(argc, argv);
{calls}}}
"""


def source_of(block: Block, name: str, preludes: Path) -> str:
    """The source that compiles `block`, or nothing where it is compiled elsewhere or not at all."""
    if block.directive in ("quoted from", "not compiled"):
        return ""
    text = block.text
    if block.directive == "prelude":
        prelude = preludes / f"{block.value}.cpp.in"
        if not prelude.is_file():
            raise SystemExit(f"{block.where()}: there is no prelude {prelude}")
        text = prelude.read_text(encoding="utf-8").replace("@NAME@", name).replace("@BLOCK@", text)
    return f"{SPDX}// Generated from {block.where()}.\n{text}"


def sources_of(root: Path) -> dict[str, str]:
    """Generated sources by file name."""
    sources, functions = {}, []
    for page in pages_of(root):
        stem = re.sub(r"\W", "_", str(page.relative_to(root).with_suffix("")))
        for number, block in enumerate(block for block in blocks_of(page) if block.language == "cpp"):
            name = f"{stem}_{number + 1}"
            text = source_of(block, name, root / "tests/docs/preludes")
            if text:
                sources[f"{name}.cpp"] = text
            if block.directive == "prelude":
                functions.append(name)
    declarations = "".join(f"void {name}();\n" for name in functions)
    calls = "".join(f"  {name}();\n" for name in functions)
    sources["run_blocks.cpp"] = SPDX + MAIN.format(declarations=declarations, calls=calls)
    return sources


def write_if_changed(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path, help="the project")
    parser.add_argument("output", type=Path, help="folder for the sources, whose paths are printed")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    sources = sources_of(options.root)
    for name, text in sources.items():
        write_if_changed(options.output / name, text)
    print(";".join(str(options.output / name) for name in sources))


if __name__ == "__main__":
    main()
