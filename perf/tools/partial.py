# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an unfinished run has measured so far.

<suite>.partial.jsonl keeps the lines of earlier attempts and is locked while a run goes on; the driver writes
<suite>.attempt.jsonl, whose complete lines move to the former when the attempt is over, or when the next one begins.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import results

SAME_RUN = (
    "turnstile_version",
    "turnstile_commit",
    "compiler",
    "suite",
    "device",
    "processor",
    "concurrency",
    "environment",
    "least_samples",
)


class Partial:
    def __init__(self, folder: Path, suite: str):
        self.path = folder / f"{suite}.partial.jsonl"
        self.attempt = folder / f"{suite}.attempt.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.file = open(self.path, "a+b")
        except OSError as error:
            raise results.ResultError(f"cannot write {self.path}: {error.strerror}") from None
        self.lock()
        if not self.path.exists() or not os.path.samestat(os.fstat(self.file.fileno()), os.stat(self.path)):
            raise results.ResultError(f"{self.path}: another run ended just now: start again")

    def lock(self) -> None:
        """The driver inherits the lock, so that it outlives a killed parent as long as the driver does."""
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise results.ResultError(f"{self.path} is in use by another run; --results keeps runs apart") from None
        except OSError:
            pass  # some parallel file systems have no locks

    def absorb_attempt(self) -> None:
        """Appends what the driver finished. A line is torn only if a run was killed while it wrote."""
        if not self.attempt.exists():
            return
        lines = results.complete_lines(results.read_bytes(self.attempt))
        self.file.seek(0)
        self.file.truncate(self.file.read().rfind(b"\n") + 1)
        self.file.write(b"".join(line + b"\n" for line in lines))
        self.file.flush()
        os.fsync(self.file.fileno())
        self.attempt.unlink()

    def report(self) -> results.Report:
        return results.read_lines(self.path)

    def clear(self) -> None:
        self.attempt.unlink(missing_ok=True)
        self.file.truncate(0)

    def remove(self) -> None:
        self.attempt.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)


def other_run(report: results.Report, context: dict) -> str | None:
    """How an earlier run differs from one with `context`, or None where it can be resumed."""
    for key in SAME_RUN:
        if report.context.get(key) != context.get(key):
            return f"{key} was {report.context.get(key, 'unknown')} and is {context.get(key, 'unknown')}"
    return None
