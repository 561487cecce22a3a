# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Result files: {"schema": 1, "context": {key: text}, "rows": [one object per case]}.

The driver writes the same as JSON Lines: a line {"context": ...} at the start and at the end, a line per case between.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SCHEMA = 1
HOST_DEVICES = {"serial", "openmp", "threads", "hpx"}
POLICY_PATHS = {"auto", "cuda", "openmp", "serial", "kokkos"}
REQUIRED_KEYS = ("case", "path", "word_bytes", "shape", "verified")
TEXT_KEYS = ("case", "path", "shape", "operation", "policy", "mode")
REQUIRED_FIGURES = ("seconds", "ratio_to_copy")
DEFAULTS = {
    "mode": "cold",
    "gb_per_s": None,
    "ratio_to_tile": None,
    "bank_passes": None,
    "failure": None,
    "kernel": "",
    "samples": 0,
    "spread": 0.0,
    "fits_in_cache": False,
}


class ResultError(Exception):
    """A file or an argument that cannot be used, in one line."""


@dataclass
class Report:
    """What one run measured."""

    context: dict = field(default_factory=dict)
    rows: list[dict] = field(default_factory=list)
    name: str = ""


def run_program(main: Callable[[], int]) -> None:
    """Ends the process with the code of `main`, or with one line and 2 when its input cannot be used."""
    try:
        code = main()
        sys.stdout.flush()
    except ResultError as error:
        print(f"{Path(sys.argv[0]).stem}: {error}", file=sys.stderr)
        code = 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def is_positive(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value <= sys.float_info.max


def check_figures(row: dict, where: str) -> None:
    for key in REQUIRED_FIGURES:
        if not is_positive(row.get(key)):
            raise ResultError(f"{where}: '{key}' is {row.get(key)!r}, a positive number is needed")
    for key in ("gb_per_s", "first_quartile", "third_quartile", "bank_passes"):
        if row.get(key) is not None and not is_positive(row[key]):
            raise ResultError(f"{where}: '{key}' is {row[key]!r}, a positive number is needed")


def quartiles(row: dict) -> tuple[float, float]:
    """Those of the row, or an interval of the width `spread` around the median."""
    half = row["spread"] / 2
    first = row.get("first_quartile") or row["seconds"] * max(1 - half, 0.01)
    third = row.get("third_quartile") or row["seconds"] * (1 + half)
    return first, third


def check_keys(row: dict, where: str) -> None:
    for key in REQUIRED_KEYS:
        if key not in row:
            raise ResultError(f"{where} lacks '{key}'")
    for key in TEXT_KEYS:
        if not isinstance(row.get(key, ""), str):
            raise ResultError(f"{where}: '{key}' is {row[key]!r}, a text is needed")
    if type(row["word_bytes"]) is not int or not 1 <= row["word_bytes"] <= 16:
        raise ResultError(f"{where}: 'word_bytes' is {str(row['word_bytes'])[:20]}, an integer from 1 to 16 is needed")
    if type(row["verified"]) is not bool:
        raise ResultError(f"{where}: 'verified' is {row['verified']!r}, true or false is needed")
    if not re.fullmatch(r"[1-9]\d{0,17}(x[1-9]\d{0,17})*(/\d+(-\d+)*)?", row["shape"]):
        raise ResultError(f"{where}: shape '{row['shape']}' is not extents joined by x, and axes after a slash")


def checked_row(row, where: str) -> dict:
    """The row with every key that the tools use. `where` names it in errors."""
    if not isinstance(row, dict):
        raise ResultError(f"{where} is not an object")
    check_keys(row, where)
    parts = row["case"].split("/")
    if len(parts) < 5:
        raise ResultError(f"{where}: case '{row['case']}' is not operation/path/policy/bytes/shape")
    row = {**DEFAULTS, "operation": parts[0], "policy": parts[2], **row}
    if not is_positive(row["spread"]):
        row["spread"] = 0.0
    if row["verified"]:
        check_figures(row, where)
        row["first_quartile"], row["third_quartile"] = quartiles(row)
    return row


def checked_report(data, name: str) -> Report:
    if not isinstance(data, dict) or "rows" not in data:
        raise ResultError(f"{name}: not a result file: it lacks 'rows'")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise ResultError(f"{name}: schema {data['schema']!r}, these tools read schema {SCHEMA}")
    if not isinstance(data.get("context"), dict):
        raise ResultError(f"{name}: not a result file: it lacks 'context'")
    if not isinstance(data["rows"], list) or not data["rows"]:
        raise ResultError(f"{name}: there are no rows")
    rows = [checked_row(row, f"{name}: row {number}") for number, row in enumerate(data["rows"], 1)]
    return Report(data["context"], rows, name)


def read_text(path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ResultError(f"{path}: not a text file") from None


def load(path) -> Report:
    text = read_text(path)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ResultError(f"{path}: not JSON: {error}") from None
    return checked_report(data, str(path))


def save(path, report: Report) -> None:
    """Writes the file whole or not at all."""
    path = Path(path)
    context = json.dumps(report.context, indent=2, ensure_ascii=False)
    rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in report.rows)
    write_atomically(path, f'{{"schema": {SCHEMA}, "context": {context}, "rows": [\n{rows}\n]}}\n')


def write_atomically(path: Path, text: str) -> None:
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise ResultError(f"cannot write {path}: {error.strerror}") from None


def complete_lines(text: str) -> list[str]:
    """The lines of a file that is still being written, without a torn last one."""
    return [line for line in text[: text.rfind("\n") + 1].splitlines() if line.strip()]


def read_lines(path) -> Report:
    """A file of JSON Lines. Contexts are merged; of several rows of one case the last counts."""
    context: dict = {}
    rows: dict[str, dict] = {}
    for number, line in enumerate(complete_lines(read_text(path)), 1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise ResultError(f"{path}: line {number} is not JSON: {error}") from None
        if isinstance(entry, dict) and isinstance(entry.get("context"), dict):
            context.update(entry["context"])
        else:
            row = checked_row(entry, f"{path}: line {number}")
            rows[row["case"]] = row
    return Report(context, list(rows.values()), str(path))


def is_host(context: dict) -> bool:
    return str(context.get("device", "")).split(" ")[0].lower() in HOST_DEVICES


def machine_name(context: dict) -> str:
    """The folder for results of a machine, such as nvidia-h200 or intel-xeon-64-threads."""
    processor = str(context.get("processor") or "unknown").lower()
    name = re.sub(r"[^a-z0-9]+", "-", processor).strip("-") or "unknown"
    return f"{name}-{context.get('concurrency', 'unknown')}-threads" if is_host(context) else name


def has_policy(row: dict) -> bool:
    """Whether the row is one of the library's paths with a given policy, instead of a chosen one."""
    return row["path"] in POLICY_PATHS and row["policy"] not in ("chosen", "none")


def workload(row: dict) -> tuple:
    """What a row moves, whichever path moves it."""
    return (row["operation"], row["word_bytes"], row["shape"], row["mode"])


def workload_text(row: dict) -> str:
    text = f"{row['operation']}/{row['word_bytes']}B/{row['shape']}"
    return text if row["mode"] == "cold" else f"{text}/{row['mode']}"


def short_shape(shape: str) -> str:
    """`shape` with high ranks abbreviated: 3^15 reversed."""
    extents, _, axes = shape.partition("/")
    if len(set(extents.split("x"))) == 1 and extents.count("x") > 4:
        extents = f"{extents.split('x')[0]}^{extents.count('x') + 1}"
    if axes.count("-") > 4 and axes == "-".join(map(str, range(axes.count("-"), -1, -1))):
        axes = "reversed"
    return f"{extents} / {axes}" if axes else extents


def copies(report: Report) -> dict[tuple, dict]:
    """The row of the copy of each workload."""
    return {workload(row): row for row in report.rows if row["path"] == "copy" and row["verified"]}


def payload_bytes(row: dict) -> int:
    """Size of the array that is moved."""
    extents = row["shape"].split("/")[0].split("x")
    return math.prod(map(int, extents)) * row["word_bytes"]


def geometric_mean(values) -> float:
    values = list(values)
    return math.exp(sum(math.log(value) for value in values) / len(values))


def newest(folder: Path, suite: str) -> Path | None:
    """The latest result file of a suite: the names are dates, and numbers within a day."""
    pattern = re.compile(rf"(\d{{4}}-\d\d-\d\d)-{re.escape(suite)}(?:-(\d+))?\.json")
    found = [
        (match[1], int(match[2] or 1), path) for path in folder.iterdir() if (match := pattern.fullmatch(path.name))
    ]
    return max(found)[2] if found else None


def new_file(folder: Path, suite: str, date: str) -> Path:
    """A name that is not taken: <date>-<suite>.json, or with a number."""
    path, number = folder / f"{date}-{suite}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{date}-{suite}-{number}.json"
    return path
