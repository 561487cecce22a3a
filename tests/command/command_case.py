# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all tests of the `turnstile` command share."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import numpy as np


def turnstile_path():
    return os.environ["TURNSTILE_COMMAND"]


def run_turnstile(*arguments, **options):
    """Runs the command and returns its exit code and what it wrote, as text."""
    command = [turnstile_path(), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def host_device():
    """A device of hosts that the command has: Kokkos may be built without Serial."""
    return "serial" if "\ndevice serial:" in run_turnstile("info").stdout else "openmp"


def npy_bytes(header, data=b"", version=(1, 0), length=None, magic=b"\x93NUMPY"):
    """A `.npy` file of the header text and data given, right or wrong."""
    if isinstance(header, str):
        header = header.encode("utf-8")
    length_bytes = 2 if version[0] == 1 else 4
    length = len(header) if length is None else length
    return magic + bytes(version) + length.to_bytes(length_bytes, "little") + header + data


def raw(array):
    """The same array with elements of plain bytes: NumPy then compares and copies padding, NaN and all."""
    return array if array.dtype.itemsize == 0 else array.view(f"V{array.dtype.itemsize}")


def random_array(dtype, shape, seed=0):
    """An array whose elements are random bytes."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    data = np.random.default_rng(seed).integers(0, 256, count, dtype=np.uint8).tobytes()
    if dtype.itemsize == 0:
        return np.zeros(shape, dtype)
    return np.frombuffer(data, f"V{dtype.itemsize}").reshape(shape).view(dtype)


class CommandCase(unittest.TestCase):
    """Gives each test an empty folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="turnstile-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_turnstile(self, *arguments, **options):
        return run_turnstile(*arguments, cwd=self.folder, **options)

    def run_well(self, *arguments):
        """Runs the command, which must succeed without a word on standard error, and returns its output."""
        result = self.run_turnstile(*arguments)
        self.assertEqual(result.stderr, "")
        self.assertEqual(result.returncode, 0)
        return result.stdout

    def assert_refused(self, result, *parts):
        """The command said what is wrong in one line of standard error, printed nothing else and returned 2."""
        self.assertEqual(result.returncode, 2, result)
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, r"\Aturnstile: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, result.stderr)

    def assert_folder_holds(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))
