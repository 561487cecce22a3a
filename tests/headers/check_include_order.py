# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that headers include each other in one direction only.

usage: check_include_order.py ROOT

The headers named in LEVELS may reach, directly or through others, only headers of a lower level (those of level 0 may
reach each other). Files of the generic path and of the native backends reach no header beyond
MAXIMUM_LEVEL_OF_BACKENDS. Nothing in include/ and src/ includes a header of CUDA.
"""

import re
import sys
from pathlib import Path

LEVELS = {
    "turnstile/bank_model.hpp": 0,
    "turnstile/policy.hpp": 0,
    "turnstile/error.hpp": 0,
    "turnstile/problem.hpp": 1,
    "turnstile/backend.hpp": 2,
    "turnstile/tuning.hpp": 2,
    "turnstile/planner.hpp": 3,
    "turnstile/plan.hpp": 4,
    "turnstile/transpose.hpp": 5,
}
MAXIMUM_LEVEL_OF_BACKENDS = 2
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def level_of(header: str) -> int | None:
    return 0 if header.startswith("turnstile/layout/") else LEVELS.get(header)


class IncludeGraph:
    """Which file includes which, by the name that an #include of it would use, or by its path where it has none."""

    def __init__(self, root: Path) -> None:
        self.includes: dict[str, list[str]] = {}
        for folder, base in (("include", "include"), ("src", "src"), ("backends", "backends")):
            for path in sorted((root / folder).rglob("*")):
                if {".cpp", ".hpp", ".cu", ".cuh"} & set(path.suffixes):
                    self._add(path, root / base, folder)

    def _add(self, path: Path, base: Path, folder: str) -> None:
        relative = path.relative_to(base).as_posix()
        name = relative if folder == "include" else f"{folder}/{relative}"
        found = INCLUDE.findall(path.read_text(encoding="utf-8"))
        self.includes[name] = [self._resolve(include, name, folder) for include in found]

    @staticmethod
    def _resolve(include: str, including: str, folder: str) -> str:
        if include.startswith("turnstile/backends/"):
            return include.removeprefix("turnstile/")
        if include.startswith("turnstile/") or folder == "include":
            return include
        return f"src/{include}" if folder == "src" else (Path(including).parent / include).as_posix()

    def reachable(self, start: str) -> dict[str, str]:
        """Every file reachable from `start`, with the file that includes it."""
        included_by: dict[str, str] = {}
        unvisited = [start]
        while unvisited:
            name = unvisited.pop()
            for include in self.includes.get(name, []):
                if include not in included_by:
                    included_by[include] = name
                    unvisited.append(include)
        return included_by


def faults(graph: IncludeGraph) -> list[str]:
    found = []
    for name in graph.includes:
        level = level_of(name)
        is_backend = name.startswith(("turnstile/kokkos/", "src/kokkos/", "backends/"))
        for include, included_by in graph.reachable(name).items():
            other = level_of(include)
            if include == name:
                found.append(f"{name} includes itself through {included_by}")
            elif other is not None and level is not None and other >= max(level, 1):
                found.append(f"{name} (level {level}) reaches {include} (level {other}) through {included_by}")
            elif other is not None and is_backend and other > MAXIMUM_LEVEL_OF_BACKENDS:
                found.append(f"{name} is part of a backend and reaches {include} (level {other}) through {included_by}")
        if not name.startswith("backends/"):
            cuda = [include for include in graph.includes[name] if re.match(r"cuda|cooperative_groups", include)]
            found += [f"{name} includes {include}: only backends/ may name CUDA" for include in cuda]
    return found


def main() -> int:
    graph = IncludeGraph(Path(sys.argv[1]))
    found = faults(graph)
    print("\n".join(found) if found else f"{len(graph.includes)} files include each other in the right order")
    missing = [header for header in LEVELS if header not in graph.includes]
    if missing:
        print(f"these headers do not exist: {', '.join(missing)}")
    return 1 if found or missing else 0


if __name__ == "__main__":
    sys.exit(main())
