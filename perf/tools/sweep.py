# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which compiled policy is the best on this machine, for each word size and shape?

Measures the suite `sweep`, or reads a finished file, and compares the fastest policy with the library's own choice. A
margin counts as sure when the intervals of compare.py are disjoint.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import compare
import results
import run
import tables

# Those of TransposePolicy, in the order that designated initializers must keep.
FIELDS = (
    "tile_rows",
    "tile_cols",
    "padding",
    "swizzle",
    "swizzle_bits",
    "swizzle_base",
    "swizzle_shift",
    "threads",
    "vector_bytes",
    "order",
    "stores",
)

NUMBER = "(?:0|[1-9][0-9]{0,8})"
WORDS = {
    "along_input": {"order": "BlockOrder::along_input"},
    "cached": {"stores": "Stores::cached"},
    "streaming": {"stores": "Stores::streaming"},
}


@dataclass(frozen=True)
class Best:
    """The fastest policy for one workload."""

    operation: str
    word_bytes: int
    shape: str
    path: str
    policy: str
    ratio_to_copy: float
    ratio_of_auto: float | None
    margin: float | None
    verdict: str


def is_chosen(row: dict) -> bool:
    return row["verified"] and row["path"] == "auto" and not results.has_policy(row)


def best_policies(report: results.Report, threshold: float) -> list[Best]:
    interval = compare.interval_of(report, "ratio")
    autos = {results.workload(row): row for row in report.rows if is_chosen(row)}
    fastest: dict[tuple, dict] = {}
    for row in report.rows:
        if not row["verified"] or not results.has_policy(row):
            continue
        key = results.workload(row)
        if key not in fastest or row["seconds"] < fastest[key]["seconds"]:
            fastest[key] = row
    if not fastest:
        raise results.ResultError(f"{report.name}: no policy was measured; the suite sweep has them")
    found = []
    for key, row in sorted(fastest.items(), key=lambda item: (item[1]["word_bytes"], item[1]["operation"])):
        auto = autos.get(key)
        margin = row["ratio_to_copy"] / auto["ratio_to_copy"] - 1 if auto else None
        verdict = compare.judge(interval(auto), interval(row), threshold) if auto else "-"
        names = (row[name] for name in ("operation", "word_bytes", "shape", "path", "policy", "ratio_to_copy"))
        found.append(Best(*names, auto["ratio_to_copy"] if auto else None, margin, verdict))
    return found


def initializer(policy: str) -> str:
    """The policy's text, as the library writes it, turned into a TransposePolicy of C++."""
    match = re.fullmatch(rf"({NUMBER})x({NUMBER})((?:\+[^+]*)*)", policy)
    if not match:
        raise results.ResultError(f"policy '{policy}' is not <rows>x<cols>, and parts that begin with +")
    fields = {"tile_rows": match[1], "tile_cols": match[2]}
    for part in match[3].split("+")[1:]:
        fields.update(fields_of(part))
    return "{" + ", ".join(f".{field} = {fields[field]}" for field in FIELDS if field in fields) + "}"


def fields_of(part: str) -> dict[str, str]:
    if part in WORDS:
        return WORDS[part]
    if match := re.fullmatch(rf"(pad|threads|vector)({NUMBER})", part):
        return {{"pad": "padding", "threads": "threads", "vector": "vector_bytes"}[match[1]]: match[2]}
    if match := re.fullmatch(r"rotate<([1-9][0-9]*)>", part):
        return {"swizzle": "Swizzle::rotate", "swizzle_base": str(int(match[1]).bit_length() - 1)}
    if match := re.fullmatch(rf"xor<({NUMBER}),({NUMBER}),({NUMBER})>", part):
        names = ("swizzle_bits", "swizzle_base", "swizzle_shift")
        return {"swizzle": "Swizzle::xor_bits", **dict(zip(names, match.groups()))}
    raise results.ResultError(f"a policy has '+{part}', which is not known here")


def table(found: list[Best]) -> str:
    rows = [
        [
            f"{best.word_bytes} B",
            f"{best.operation} {best.shape}",
            best.policy,
            tables.number(best.ratio_to_copy, 3),
            tables.number(best.ratio_of_auto, 3),
            "-" if best.margin is None else f"{100 * best.margin:+.1f} %",
            best.verdict,
        ]
        for best in found
    ]
    header = ["word", "workload", "best policy", "of copy", "auto", "margin", "against auto"]
    return tables.plain(header, rows, left=(1, 2, 6))


def selector(found: list[Best]) -> str:
    """Lines for a selector in C++, a comment with the figures behind each."""
    lines = []
    for best in found:
        over = "" if best.margin is None else f", {100 * best.margin:+.1f} % over the library's choice"
        text = f"{initializer(best.policy)},  // {best.word_bytes} B, {best.operation} {best.shape}: "
        lines.append(f"{text}{best.ratio_to_copy:.3f} of a copy{over}\n")
    return "".join(lines)


def store(path: Path, report: results.Report, found: list[Best]) -> None:
    data = {"schema": results.SCHEMA, "context": report.context, "best": [asdict(best) for best in found]}
    results.write_atomically(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def measured(options: argparse.Namespace) -> tuple[int, list[Path]]:
    if options.file:
        return 0, [options.file]
    options.suites = ["sweep"]
    run.catch_interrupts()
    return run.run_suites(options)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="sweep.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a finished result file, instead of a run")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="JSON (default: best-policies.json beside the results)"
    )
    parser.add_argument("--threshold", type=compare.threshold_share, default=0.02, metavar="PERCENT", help="default: 2")
    run.add_options(parser)
    options = parser.parse_args()
    code, files = measured(options)
    for file in files:
        report = results.load(file)
        found = best_policies(report, options.threshold)
        output = options.output or file.with_name("best-policies.json")
        text = f"{table(found)}\n{selector(found)}\n{output}"
        store(output, report, found)
        print(text)
    return code


if __name__ == "__main__":
    results.run_program(main)
