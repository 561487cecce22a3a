# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Result files: {"schema": 1, "context": {key: text}, "rows": [one object per case]}.

The driver writes the same as JSON Lines: a line {"context": ...} at the start and at the end, a line per case between.
"""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import re
import reprlib
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
# Figures beyond these would overflow in quotients and in pictures, arrays beyond that in sizes.
LEAST_FIGURE, GREATEST_FIGURE, GREATEST_BYTES = 1e-18, 1e18, 1 << 62
INTERRUPTED = 130
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
    """Ends the process with the code of `main`, or with one line: 2 for what cannot be used, 130 for an interrupt."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.reconfigure(errors="backslashreplace")
    name = Path(sys.argv[0]).stem
    try:
        code = main()
        print(end="", flush=True)
    except ResultError as error:
        print(f"{name}: {error}", file=sys.stderr)
        code = 2
    except BrokenPipeError:
        discard_output()
        code = 0
    except OSError as error:
        print(f"{name}: {error.filename or 'cannot write'}: {error.strerror}", file=sys.stderr)
        discard_output()
        code = 2
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        code = INTERRUPTED
    sys.exit(code)


def discard_output() -> None:
    """What could not be written would be tried again, and reported, at the end of the process."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def is_figure(value) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and LEAST_FIGURE <= value <= GREATEST_FIGURE


def check_figures(row: dict, where: str) -> None:
    for key in REQUIRED_FIGURES:
        check_figure(row, key, where)
    for key in ("gb_per_s", "first_quartile", "third_quartile", "bank_passes"):
        if row.get(key) is not None:
            check_figure(row, key, where)


def check_figure(row: dict, key: str, where: str) -> None:
    if not is_figure(row.get(key)):
        needed = f"a number from {LEAST_FIGURE:g} to {GREATEST_FIGURE:g} is needed"
        raise ResultError(f"{where}: '{key}' is {reprlib.repr(row.get(key))}, {needed}")


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
        if not isinstance(row.get(key, ""), str) or not row.get(key, "").isprintable():
            raise ResultError(f"{where}: '{key}' is {reprlib.repr(row[key])}, a text of one line is needed")
    if type(row["word_bytes"]) is not int or not 1 <= row["word_bytes"] <= 16:
        raise ResultError(
            f"{where}: 'word_bytes' is {reprlib.repr(row['word_bytes'])}, an integer from 1 to 16 is needed"
        )
    if not isinstance(row.get("failure") or "", str):
        raise ResultError(f"{where}: 'failure' is {reprlib.repr(row['failure'])}, a text is needed")
    if type(row["verified"]) is not bool:
        raise ResultError(f"{where}: 'verified' is {reprlib.repr(row['verified'])}, true or false is needed")
    if not re.fullmatch(r"[1-9]\d{0,17}(x[1-9]\d{0,17}){0,31}(/\d\d?(-\d\d?)*)?", row["shape"], re.ASCII):
        shape = reprlib.repr(row["shape"])
        raise ResultError(f"{where}: shape {shape} is not at most 32 extents joined by x, and axes after a slash")
    if payload_bytes(row) > GREATEST_BYTES:
        raise ResultError(f"{where}: shape '{row['shape']}' has more than {GREATEST_BYTES} bytes")


def checked_row(row, where: str) -> dict:
    """The row with every key that the tools use. `where` names it in errors."""
    if not isinstance(row, dict):
        raise ResultError(f"{where} is not an object")
    check_keys(row, where)
    parts = row["case"].split("/")
    if len(parts) < 5:
        raise ResultError(f"{where}: case {reprlib.repr(row['case'])} is not operation/path/policy/bytes/shape")
    row = {**DEFAULTS, "operation": parts[0], "policy": parts[2], **row}
    if not is_figure(row["spread"]):
        row["spread"] = 0.0
    if row["verified"]:
        check_figures(row, where)
        row["first_quartile"], row["third_quartile"] = quartiles(row)
        if not row["first_quartile"] <= row["seconds"] <= row["third_quartile"]:
            raise ResultError(f"{where}: 'seconds' is {row['seconds']!r}, which is not between the quartiles")
    return row


def check_context(context: dict, where: str) -> None:
    for key, value in context.items():
        if not isinstance(value, str):
            raise ResultError(f"{where}: {reprlib.repr(key)} of the context is {reprlib.repr(value)}, a text is needed")


def known_text(context: dict, *keys: str) -> str:
    """The first of the texts that the context has, in one line; empty where it has none."""
    return next((text for key in keys if (text := " ".join(context.get(key, "").split()))), "")


def check_names(rows: list[dict], name: str) -> None:
    """A case that is there twice would count twice in one tool and once in another."""
    row_of: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        first = row_of.setdefault(row["case"], number)
        if first != number:
            raise ResultError(f"{name}: row {number}: case '{row['case']}' is that of row {first}")


def checked_report(data, name: str) -> Report:
    if not isinstance(data, dict) or "rows" not in data:
        raise ResultError(f"{name}: not a result file: it lacks 'rows'")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise ResultError(f"{name}: schema {reprlib.repr(data['schema'])}, these tools read schema {SCHEMA}")
    if not isinstance(data.get("context"), dict):
        raise ResultError(f"{name}: not a result file: it lacks 'context'")
    check_context(data["context"], name)
    if not isinstance(data["rows"], list) or not data["rows"]:
        raise ResultError(f"{name}: there are no rows")
    rows = [checked_row(row, f"{name}: row {number}") for number, row in enumerate(data["rows"], 1)]
    check_names(rows, name)
    return Report(data["context"], rows, name)


def read_bytes(path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ResultError(f"{path}: {error.strerror}") from None


def text_of(content: bytes, where) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise ResultError(f"{where}: not a text file") from None


def read_text(path) -> str:
    """The text with its line ends as they are."""
    return text_of(read_bytes(path), path)


def parsed(text: str, fault: str):
    """The value that JSON stands for."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise ResultError(f"{fault} not JSON: {error}") from None
    except RecursionError:
        raise ResultError(f"{fault} not JSON that can be read: it is nested too deep") from None


def load(path) -> Report:
    return checked_report(parsed(read_text(path), f"{path}:"), str(path))


def save(path, report: Report) -> None:
    path = Path(path)
    context = json.dumps(report.context, indent=2, ensure_ascii=False)
    rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in report.rows)
    write_atomically(path, f'{{"schema": {SCHEMA}, "context": {context}, "rows": [\n{rows}\n]}}\n')


def write_atomically(path: Path, text: str) -> None:
    """Writes the file whole or not at all. Pipes and devices, which nothing may replace, are written to."""
    try:
        target = path.resolve()
        if target.is_symlink():  # to itself, which Python 3.13 and newer resolve without complaint
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file() and not target.is_dir():
            with open(target, "wb") as file:
                file.write(encoded(text))
        else:
            replace_file(target, encoded(text))
    except (OSError, RuntimeError) as error:  # the latter for a symbolic link to itself
        raise ResultError(f"cannot write {path}: {getattr(error, 'strerror', error)}") from None


def encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def replace_file(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with open(unfinished, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def complete_lines(content: bytes) -> list[bytes]:
    """The lines of a file that is still being written, without a torn last one, which can end within a letter."""
    return [line for line in content.split(b"\n")[:-1] if line.strip()]


def read_lines(path) -> Report:
    """A file of JSON Lines. Contexts are merged; of several rows of one case the last counts."""
    context: dict = {}
    rows: dict[str, dict] = {}
    for number, line in enumerate(complete_lines(read_bytes(path)), 1):
        where = f"{path}: line {number}"
        entry = parsed(text_of(line, where), f"{where} is")
        if isinstance(entry, dict) and isinstance(entry.get("context"), dict):
            check_context(entry["context"], where)
            context.update(entry["context"])
        else:
            row = checked_row(entry, where)
            rows[row["case"]] = row
    return Report(context, list(rows.values()), str(path))


def is_host(context: dict) -> bool:
    return known_text(context, "device").split(" ")[0].lower() in HOST_DEVICES


def machine_name(context: dict) -> str:
    """The folder for results of a machine, such as nvidia-h200 or intel-xeon-64-threads."""
    name = name_part(known_text(context, "processor"))
    return f"{name}-{name_part(known_text(context, 'concurrency'))}-threads" if is_host(context) else name


def name_part(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:100] or "unknown"


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
