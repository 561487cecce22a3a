# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program turnstile_bench: where it is, what it would measure, on what, and how it is started."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import results

ROOT = Path(__file__).resolve().parents[2]


def find_bench() -> Path:
    """The program that was built last in build/*/."""
    found = sorted(ROOT.glob("build/*/perf/bench/turnstile_bench"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise results.ResultError("no build/*/perf/bench/turnstile_bench here: build it, or name it with --bench")
    return found[-1]


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


def die_with_parent() -> None:
    """Lets Linux end the driver when this process is killed, so that two never measure at once."""
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


@dataclass(frozen=True)
class Driver:
    """One suite of the driver with its options."""

    bench: Path
    suite: str
    device: str | None = None
    samples: int | None = None

    def command(self, *arguments: str) -> list[str]:
        command = [str(self.bench), "--suite", self.suite]
        if self.device is not None:
            command += ["--device", self.device]
        if self.samples is not None:
            command += ["--samples", str(self.samples)]
        return [*command, *arguments]

    def call(self, *arguments: str) -> subprocess.CompletedProcess:
        try:
            return subprocess.run(self.command(*arguments), capture_output=True, text=True, errors="replace")
        except OSError as error:
            raise results.ResultError(f"cannot run {self.bench}: {error.strerror}") from None

    def cases(self) -> list[str]:
        done = self.call("--list")
        if done.returncode != 0:
            raise results.ResultError(f"{self.bench} --suite {self.suite} --list: {usage_free(done.stderr)}")
        names = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        if not names or any(name.count("/") < 4 for name in names):
            raise results.ResultError(f"{self.bench}: suite {self.suite} has no cases whose results could be kept")
        return names

    def context(self, cases: list[str]) -> dict:
        """What the driver says of the machine: the context of a run that skips every case."""
        with tempfile.TemporaryDirectory() as folder:
            output, skip = Path(folder, "rows.jsonl"), Path(folder, "skip.txt")
            skip.write_text("\n".join(cases) + "\n")
            done = self.call("--output", str(output), "--skip", str(skip))
            context = results.read_lines(output).context if output.exists() else {}
        if not context:
            raise results.ResultError(f"{self.bench} names no context: {usage_free(done.stderr)}")
        return {"suite": self.suite, **context}

    def start(self, output: Path, skip: Path, messages, inherited: int) -> subprocess.Popen:
        """Starts measuring. The driver holds the file `inherited` open for as long as it lives."""
        return subprocess.Popen(
            self.command("--output", str(output), "--skip", str(skip)),
            stdout=subprocess.DEVNULL,
            stderr=messages,
            pass_fds=(inherited,),
            preexec_fn=die_with_parent,
        )


def usage_free(text: str) -> str:
    """The first line of an error, which a usage may follow; warnings of Kokkos come before it."""
    said = [line.strip() for line in text.splitlines() if line.startswith("turnstile_bench:")]
    other = [line for line in text.splitlines() if not line.startswith((" ", "Kokkos::"))]
    return said[0] if said else last_line("\n".join(other))


def ended(code: int) -> str:
    """How a process ended, in words."""
    if code < 0:
        known = {number.value: number.name for number in signal.Signals}
        return f"was killed by {known.get(-code, f'signal {-code}')}"
    return f"ended with code {code}"
