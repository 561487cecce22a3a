#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stand-in for turnstile_bench: the same options and files, invented figures, and faults on request.

Environment: FAKE_LOG (a file that gets the name of each case that is measured), FAKE_STATE (a file whose existence
says that the fault has happened), FAKE_DIE_AFTER (end by SIGKILL in the middle of a line after so many groups, once),
FAKE_PAUSE (seconds a group), FAKE_FAIL (a case that fails), FAKE_COMMIT, FAKE_SEED, FAKE_NOISE, FAKE_SLOW (share by
which `auto` is slower), FAKE_PROCESSOR, FAKE_CONCURRENCY.
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

WORDS = (1, 2, 4, 8, 16)
RATIOS = {
    "copy": (1.0, 1.0, 1.0, 1.0, 1.0),
    "auto": (0.93, 0.94, 0.97, 0.98, 0.95),
    "kokkos": (0.49, 0.73, 0.93, 0.95, 0.91),
    "geam": (None, None, 0.88, 0.93, 0.91),
    "tile_pad": (0.22, 0.38, 0.69, 0.83, 0.84),
    "tile": (0.20, 0.30, 0.38, 0.60, 0.70),
    "deep_copy": (0.03, 0.05, 0.10, 0.20, 0.40),
    "naive": (0.04, 0.07, 0.13, 0.18, 0.21),
}
PEERS = ("copy", "auto", "kokkos", "geam", "tile_pad", "tile", "deep_copy", "naive")
# Policies, the predicted passes of each, and its share of a copy.
POLICIES = (
    ("32x32", 32, 0.38),
    ("32x32+pad1", 1, 0.71),
    ("32x32+rotate<1>", 1, 0.68),
    ("32x32+xor<5,0,5>", 1, 0.69),
    ("32x32+xor<3,2,5>", 2, 0.59),
    ("64x16+pad2", 2, 0.60),
    ("64x64", 32, 0.40),
    ("64x64+pad1", 1, 0.985),
    ("16x16+pad4", 4, 0.5),
    ("32x8+pad8", 8, 0.45),
)
LADDER = tuple(policy for policy in POLICIES if policy[0] == "32x32" or "<" in policy[0])
SHAPES = {
    "quick": ("8192x8192", "8401x8085", "4194304x16", "16x4194304"),
    "tiny": ("67x129",),
    "cached": ("64x64",),
    "ladder": ("8192x8192",),
    "sweep": ("8192x8192", "4194304x16", "12345x6789"),
    "standard": ("8192x8192", "5003x7001"),
    "classes": (
        "8192x8192",
        "16384x16384",
        "131072x128",
        "64x1024x512",
        "12345x6789",
        "4194304x16",
        "16x4194304",
        "1000003x33",
        "33x1000003",
        "131072x32x32",
        "1048576x5x7",
        "256x256",
        "1024x1024",
        "512x384x320/2-0-1",
        "96x80x112x72/3-2-1-0",
    ),
}


HOST_QUICK = ("1024x1024", "1233x917", "65536x16")


def contenders(suite, word):
    """Path, policy, passes and share of a copy of everything that moves a workload."""
    paths = ("copy", "auto") if suite == "sweep" else PEERS if suite != "tiny" else ("copy", "auto", "naive")
    for path in paths:
        ratio = RATIOS[path][WORDS.index(word)]
        if ratio is not None:
            policy = "chosen" if path in ("auto", "kokkos") else "none"
            yield path, policy, {"tile": 32, "tile_pad": 1}.get(path), ratio
    for policy, passes, ratio in {"sweep": POLICIES, "ladder": LADDER}.get(suite, ()):
        yield "kokkos", policy, passes, ratio * (0.9 + 0.02 * WORDS.index(word))


def groups(suite, device):
    """Lists of the cases that share a workload."""
    for shape in HOST_QUICK if suite == "quick" and device != "cuda" else SHAPES[suite]:
        operation = "permute" if "/" in shape else "batch" if shape.count("x") > 1 else "transpose"
        for word in WORDS:
            yield [
                (f"{operation}/{path}/{policy}/{word}B/{shape}", operation, path, policy, word, shape, passes, ratio)
                for path, policy, passes, ratio in contenders(suite, word)
            ]


def elements(shape):
    count = 1
    for extent in shape.split("/")[0].split("x"):
        count *= int(extent)
    return count


def row_of(case, device, generator):
    name, operation, path, policy, word, shape, passes, ratio = case
    noise = float(os.environ.get("FAKE_NOISE", "0.01"))
    slow = 1 - float(os.environ.get("FAKE_SLOW", "0")) if path == "auto" else 1
    bytes_moved = 2 * elements(shape) * word
    copy_seconds = bytes_moved / 4.2e12 + 2e-6
    scale = 1 + (0.2 * (hash_of(shape) % 10) / 10 if path not in ("copy", "auto") else 0)
    samples = sorted(copy_seconds / (ratio * slow) * scale * (1 + generator.gauss(0, noise)) for _ in range(11))
    failed = os.environ.get("FAKE_FAIL") == name
    figures = {
        "gb_per_s": bytes_moved / samples[5] * 1e-9,
        "seconds": samples[5],
        "first_quartile": samples[2],
        "third_quartile": samples[8],
        "ratio_to_copy": 1 if path == "copy" else copy_seconds / samples[5],
        "ratio_to_tile": None,
        "spread": (samples[8] - samples[2]) / samples[5],
    }
    return {
        "case": name,
        "device": device,
        "operation": operation,
        "path": path,
        "policy": policy,
        "kernel": "fake",
        "word_bytes": word,
        "shape": shape,
        "mode": "cold",
        **{key: None if failed else value for key, value in figures.items()},
        "bank_passes": passes,
        "samples": 11,
        "fits_in_cache": elements(shape) * word < 40 << 20,
        "verified": not failed,
        "failure": "verification failed before the timed loop: 1 wrong elements" if failed else None,
    }


def hash_of(text):
    return sum(ord(letter) * (k + 1) for k, letter in enumerate(text))


def environment_text():
    names = ("TURNSTILE_TUNING", "CUDA_VISIBLE_DEVICES")
    return " ".join(f"{name}={Path(os.environ[name]).name}" for name in names if name in os.environ)


def context_of(options):
    return {
        "turnstile_version": "0.0.0",
        "turnstile_commit": os.environ.get("FAKE_COMMIT", "0123456"),
        "kokkos_version": "4.7.0",
        "device": {"cuda": "Cuda", "openmp": "OpenMP", "serial": "Serial"}[options.device],
        "processor": os.environ.get("FAKE_PROCESSOR", "NVIDIA Abacus(R) 200"),
        "concurrency": os.environ.get("FAKE_CONCURRENCY", "2"),
        "suite": options.suite,
        "least_samples": str(options.samples),
        "environment": environment_text(),
        "clock_at_start": "1980",
    }


def die_once(file):
    state = Path(os.environ["FAKE_STATE"])
    if not state.exists():
        state.touch()
        file.write('{"case": "transpose/auto/cho')
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)


def measure(options):
    skipped = set(Path(options.skip).read_text().split("\n")) if options.skip else set()
    generator = random.Random(int(os.environ.get("FAKE_SEED", "1")))
    deadly = int(os.environ.get("FAKE_DIE_AFTER", "-1"))
    failed = done = 0
    with open(options.output, "w") as file:
        print(json.dumps({"context": context_of(options)}), file=file, flush=True)
        for group in groups(options.suite, options.device):
            rows = [row_of(case, options.device, generator) for case in group]
            if skipped and all(row["path"] == "copy" or row["case"] in skipped for row in rows):
                continue
            if done == deadly:
                die_once(file)
            done += 1
            time.sleep(float(os.environ.get("FAKE_PAUSE", "0")))
            for row in rows:
                print(json.dumps(row), file=file)
                failed += not row["verified"]
                if "FAKE_LOG" in os.environ:
                    with open(os.environ["FAKE_LOG"], "a") as log:
                        print(row["case"], file=log)
            file.flush()
        print(json.dumps({"context": {"clock_at_end": "1755", "date": "2026-03-04T05:06:07"}}), file=file)
    return int(failed > 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", choices=SHAPES, default="quick")
    parser.add_argument("--device", choices=("cuda", "openmp", "serial"), default="cuda")
    parser.add_argument("--samples", type=int, default=11)
    parser.add_argument("--output")
    parser.add_argument("--skip")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(case[0] for group in groups(options.suite, options.device) for case in group))
        return 0
    return measure(options)


if __name__ == "__main__":
    sys.exit(main())
