# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of perf/tools share. Tools run as users run them, on known results and a stand-in for the driver."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ROOT / "perf" / "tools"
BENCH = ROOT / "tests" / "perf" / "fake_bench.py"
CONTEXT = {"processor": "NVIDIA Abacus 200", "device": "Cuda", "turnstile_commit": "0123456", "suite": "quick"}
sys.path.insert(0, str(TOOLS))


def tool(name, *arguments, **environment):
    command = [sys.executable, TOOLS / f"{name}.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


def row(path, seconds, copy_seconds=1e-3, word=4, shape="64x48", policy="none", quartile=0.005, **others):
    return {
        "case": f"transpose/{path}/{policy}/{word}B/{shape}",
        "path": path,
        "word_bytes": word,
        "shape": shape,
        "verified": True,
        "seconds": seconds,
        "first_quartile": seconds * (1 - quartile),
        "third_quartile": seconds * (1 + quartile),
        "ratio_to_copy": copy_seconds / seconds,
        **others,
    }


def failed_row(path, **others):
    return {**row(path, 1e-3, **others), "verified": False, "failure": "no kernel image", "ratio_to_copy": None}


def noisy_row(path, seconds, noise, generator, copy_seconds=None):
    """A row whose statistics come from samples, as the driver's do."""
    samples = [seconds * (1 + generator.gauss(0, noise)) for _ in range(11)]
    first, median, third = statistics.quantiles(samples, n=4)
    return {
        **row(path, median, copy_seconds or median),
        "first_quartile": first,
        "third_quartile": third,
        "spread": (third - first) / median,
    }


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, rows, context=None, **top):
        path = self.folder / name
        path.write_text(json.dumps({"context": {**CONTEXT, **(context or {})}, "rows": rows, **top}))
        return path

    def verdicts(self, old, new, *options, code=0):
        done = tool("compare", self.file("old.json", old), self.file("new.json", new), *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        lines = [line for line in done.stdout.splitlines() if line.startswith("transpose/")]
        return {line.split("/")[1]: line.split("  ")[-1].strip() for line in lines}
