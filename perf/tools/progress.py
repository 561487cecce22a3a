# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a run is, and for how long it will go on."""

from __future__ import annotations

import sys
import time


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Progress:
    """A bar on a terminal, and elsewhere a line whenever cases were finished."""

    def __init__(self, title: str, total: int, done: int, stream=None):
        self.title, self.total, self.done_before = title, total, done
        self.stream = stream or sys.stderr
        self.is_terminal = self.stream.isatty()
        self.start = time.monotonic()
        self.shown = -1

    def text(self, done: int) -> str:
        elapsed, finished = time.monotonic() - self.start, done - self.done_before
        left = f"{duration(elapsed / finished * (self.total - done))} left" if finished > 0 else "estimating"
        return f"{self.title}: {done} of {self.total} cases, {duration(elapsed)} elapsed, {left}"

    def show(self, done: int) -> None:
        if self.is_terminal:
            filled = 20 * done // max(self.total, 1)
            self.stream.write(f"\r[{'#' * filled}{'.' * (20 - filled)}] {self.text(done)}\033[K")
        elif done != self.shown:
            self.stream.write(self.text(done) + "\n")
        self.shown = done
        self.stream.flush()

    def finish(self) -> None:
        if self.is_terminal:
            self.stream.write("\r\033[K")
            self.stream.flush()
