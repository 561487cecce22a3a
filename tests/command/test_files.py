# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that `turnstile permute` has to refuse, and what it leaves behind."""

import io
import os
import resource
import signal
import subprocess
import time

import numpy as np

from command_case import CommandCase, host_device, npy_bytes, random_array, turnstile_path

DATA = bytes(range(24))


def header(descr="'<f4'", order="False", shape="(2, 3)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


def pickled_objects():
    file = io.BytesIO()
    np.save(file, np.array([[1, "two"], [None, 4]], dtype=object), allow_pickle=True)
    return file.getvalue()


# name: (contents, part of the message)
HOSTILE_FILES = {
    "empty": (b"", "not a .npy file"),
    "one byte": (b"\x93", "not a .npy file"),
    "text": (b"1,2,3\n4,5,6\n", "not a .npy file"),
    "zip archive": (b"PK\x03\x04" + DATA, "not a .npy file"),
    "wrong magic": (npy_bytes(header(), DATA, magic=b"\x93NUMPX"), "not a .npy file"),
    "magic alone": (b"\x93NUMPY", "ends within its header"),
    "no header length": (b"\x93NUMPY\x01\x00\x10", "ends within its header"),
    "version 0": (npy_bytes(header(), DATA, version=(0, 0)), "unknown format version 0.0"),
    "version 4": (npy_bytes(header(), DATA, version=(4, 0)), "unknown format version 4.0"),
    "version 1.1": (npy_bytes(header(), DATA, version=(1, 1)), "unknown format version 1.1"),
    "header longer than the file": (npy_bytes(header(), DATA, length=60000), "ends within its header"),
    "header of 4 GiB": (npy_bytes(header(), DATA, version=(2, 0), length=2**32 - 1), "4294967295 bytes long"),
    "header cut short": (npy_bytes(header(), DATA, length=20), "of the header"),
    "header without text": (npy_bytes("", DATA), "of the header"),
    "header of spaces": (npy_bytes(" " * 118, DATA), "of the header"),
    "header with NUL": (npy_bytes(header().replace(", 'shape'", "\0, 'shape'"), DATA), "of the header"),
    "header with code": (npy_bytes("__import__('os').system('touch harm')", DATA), "of the header"),
    "header with an expression": (npy_bytes(header(shape="(1 + 1, 3)"), DATA), "of the header"),
    "header that is a tuple": (npy_bytes("('<f4', False, (2, 3))", DATA), "no dictionary"),
    "unclosed dictionary": (npy_bytes(header()[:-1], DATA), "of the header"),
    "unclosed string": (npy_bytes("{'descr: }", DATA), "closing quote"),
    "text behind the dictionary": (npy_bytes(header() + "{}", DATA), "unexpected text"),
    "deep nesting": (npy_bytes("[" * 60000, DATA), "nested too deeply"),
    "no descr": (npy_bytes("{'fortran_order': False, 'shape': (2, 3)}", DATA), "lacks the key 'descr'"),
    "no order": (npy_bytes("{'descr': '<f4', 'shape': (2, 3)}", DATA), "lacks the key 'fortran_order'"),
    "no shape": (npy_bytes("{'descr': '<f4', 'fortran_order': False}", DATA), "lacks the key 'shape'"),
    "key twice": (npy_bytes("{'shape': (1,)," + header()[1:], DATA), "'shape' twice"),
    "unknown key": (npy_bytes("{'x': 1," + header()[1:], DATA), "unknown key"),
    "number as key": (npy_bytes("{1: 1," + header()[1:], DATA), "unknown key"),
    "order as number": (npy_bytes(header(order="1"), DATA), "neither True nor False"),
    "order as string": (npy_bytes(header(order="'C'"), DATA), "neither True nor False"),
    "order None": (npy_bytes(header(order="None"), DATA), "of the header"),
    "shape as list": (npy_bytes(header(shape="[2, 3]"), DATA), "no tuple"),
    "shape as number": (npy_bytes(header(shape="6"), DATA), "no tuple"),
    "shape of strings": (npy_bytes(header(shape="('2', '3')"), DATA), "no integer"),
    "shape of floats": (npy_bytes(header(shape="(2.0, 3.0)"), DATA), "of the header"),
    "negative extents": (npy_bytes(header(shape="(-2, -3)"), DATA), "negative"),
    "extent beyond 64 bits": (npy_bytes(header(shape="(18446744073709551622,)"), DATA), "64 bits"),
    "product beyond 64 bits": (npy_bytes(header(shape="(4294967296, 4294967296, 6)"), DATA), "2^63"),
    "product that wraps to the data": (npy_bytes(header(shape="(4611686018427387910,)"), DATA), "2^63"),
    "huge but empty": (npy_bytes(header(shape="(0, 4611686018427387904, 4)"), b""), "2^63"),
    "huge shape": (npy_bytes(header(shape="(1152921504606846976,)"), DATA), "truncated"),
    "objects": (npy_bytes(header(descr="'|O'"), DATA), "object dtypes"),
    "pickled objects": (pickled_objects(), "object dtypes"),
    "objects in a field": (npy_bytes(header(descr="[('a', '<f4'), ('b', '|O')]"), DATA), "object dtypes"),
    "surrogate in version 3": (
        npy_bytes(header(descr="[('x', '<f4')]").encode().replace(b"x", b"\xed\xa0\x80"), DATA, (3, 0)),
        "UTF-8",
    ),
    "overlong sequence in version 3": (
        npy_bytes(header(descr="[('x', '<f4')]").encode().replace(b"x", b"\xe0\x80\x80"), DATA, (3, 0)),
        "UTF-8",
    ),
    "zeros in front of an extent": (npy_bytes(header(shape="(02, 3)"), DATA), "zeros in front"),
    "empty date unit": (npy_bytes(header(descr="'<M8[]'"), DATA), "unknown dtype '<M8[]'"),
    "unknown dtype": (npy_bytes(header(descr="'<q4'"), DATA), "unknown dtype"),
    "impossible size": (npy_bytes(header(descr="'<f3'"), DATA), "unknown dtype"),
    "negative size": (npy_bytes(header(descr="'|S-4'"), DATA), "unknown dtype"),
    "unfinished date unit": (npy_bytes(header(descr="'<M8[ns'"), DATA), "unknown dtype"),
    "huge element": (npy_bytes(header(descr="'|V99999999999999999999'"), DATA), "2147483647"),
    "huge field": (npy_bytes(header(descr="[('a', '<f4', (65536, 65536))]"), DATA), "2147483647"),
    "dtype as number": (npy_bytes(header(descr="4"), DATA), "no dtype"),
    "sub-array dtype": (npy_bytes(header(descr="('<f4', (2,))"), DATA), "sub-array"),
    "field without dtype": (npy_bytes(header(descr="[('a',)]"), DATA), "field"),
    "two fields of one name": (npy_bytes(header(descr="[('a', '<i2'), ('a', '<i2')]"), DATA), "two fields"),
    "no data": (npy_bytes(header()), "truncated"),
    "one byte short": (npy_bytes(header(), DATA[:-1]), "truncated"),
    "one byte long": (npy_bytes(header(), DATA + b"\0"), "behind the array"),
    "two arrays": (npy_bytes(header(), DATA) * 2, "behind the array"),
    "scalar with too many bytes": (npy_bytes(header(shape="()"), DATA), "behind the array"),
    "version 3 without UTF-8": (npy_bytes(header(descr="[('\xe9', '<f4')]").encode("latin-1"), DATA, (3, 0)), "UTF-8"),
}


class HostileFiles(CommandCase):
    def test_contents(self):
        self.assertGreater(len(HOSTILE_FILES), 25)
        for name, (contents, message) in HOSTILE_FILES.items():
            with self.subTest(name):
                (self.folder / "in.npy").write_bytes(contents)
                self.assert_refused(self.run_turnstile("permute", "in.npy", "out.npy"), "in.npy: ", message)
                self.assert_folder_holds("in.npy")

    def test_every_truncation_of_a_valid_file(self):
        contents = npy_bytes(header(), DATA)
        for length in range(len(contents)):
            with self.subTest(length=length):
                (self.folder / "in.npy").write_bytes(contents[:length])
                self.assert_refused(self.run_turnstile("permute", "in.npy", "out.npy"), "in.npy: ")
        self.assert_folder_holds("in.npy")

    def test_ranks_beyond_the_library(self):
        (self.folder / "in.npy").write_bytes(npy_bytes(header(shape="(" + "1, " * 33 + ")"), DATA[:4]))
        self.assert_refused(self.run_turnstile("permute", "in.npy", "out.npy"), "rank 33")
        self.assert_folder_holds("in.npy")

    def test_file_names_cannot_break_the_line(self):
        self.assert_refused(self.run_turnstile("permute", "no\nsuch\rfile\x1b", "out.npy"), "no such file")

    def test_inputs_that_are_no_files(self):
        os.mkdir(self.folder / "folder")
        os.mkfifo(self.folder / "pipe")
        for name, message in (
            ("missing.npy", "No such file"),
            ("folder", "is a directory"),
            ("pipe", "not a regular file"),
            ("/dev/zero", "not a regular file"),
            ("", "No such file"),
        ):
            with self.subTest(name):
                self.assert_refused(self.run_turnstile("permute", name, "out.npy"), message)
        self.assert_folder_holds("folder", "pipe")

    def test_a_file_larger_than_memory(self):
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        start = npy_bytes(header(descr="'|u1'", shape=f"(2, {memory})"))
        (self.folder / "in.npy").write_bytes(start)
        try:
            os.truncate(self.folder / "in.npy", len(start) + 2 * memory)
        except OSError as error:
            self.skipTest(f"no sparse file of {2 * memory} bytes here: {error}")
        result = self.run_turnstile("permute", "in.npy", "out.npy", "--device", host_device())
        self.assert_refused(result, "larger than memory")
        self.assert_folder_holds("in.npy")


class Outputs(CommandCase):
    def setUp(self):
        super().setUp()
        self.array = random_array("f8", (40, 50))
        np.save(self.folder / "in.npy", self.array)

    def test_the_input_may_be_the_output(self):
        self.run_well("permute", "in.npy", "in.npy")
        np.testing.assert_array_equal(np.load(self.folder / "in.npy").view("u8"), self.array.T.view("u8"))
        self.assert_folder_holds("in.npy")

    def test_a_symbolic_link_stays_one(self):
        (self.folder / "old.npy").write_bytes(b"old")
        os.symlink("old.npy", self.folder / "link.npy")
        self.run_well("permute", "in.npy", "link.npy")
        self.assertTrue((self.folder / "link.npy").is_symlink())
        self.assertEqual(np.load(self.folder / "old.npy").shape, (50, 40))

    def test_the_umask_decides_who_may_read(self):
        self.run_turnstile("permute", "in.npy", "out.npy", umask=0o027)
        self.assertEqual((self.folder / "out.npy").stat().st_mode & 0o777, 0o640)

    def test_outputs_that_cannot_be_files(self):
        os.mkdir(self.folder / "folder")
        os.mkfifo(self.folder / "pipe")
        for name, message in (
            ("folder", "is a directory"),
            ("folder/", "cannot be the name"),
            ("", "cannot be the name"),
            ("pipe", "not a regular file"),
            ("/dev/full", "not a regular file"),
            ("no/such/folder/out.npy", "No such file"),
            ("x" * 300, "too long"),
        ):
            with self.subTest(name):
                self.assert_refused(self.run_turnstile("permute", "in.npy", name), message)
        self.assert_folder_holds("in.npy", "folder", "pipe")
        self.assertEqual(os.listdir(self.folder / "folder"), [])

    def test_a_failure_keeps_the_former_output(self):
        (self.folder / "out.npy").write_bytes(b"former")
        self.assert_refused(self.run_turnstile("permute", "in.npy", "out.npy", "--policy", "7x7"), "7x7")
        self.assertEqual((self.folder / "out.npy").read_bytes(), b"former")
        self.assert_folder_holds("in.npy", "out.npy")

    def test_a_full_disk_leaves_nothing(self):
        def limit_file_size():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        result = self.run_turnstile("permute", "in.npy", "out.npy", preexec_fn=limit_file_size)
        self.assert_refused(result, "out.npy: cannot write")
        self.assert_folder_holds("in.npy")

    def test_an_interruption_leaves_nothing(self):
        size = 600_000_000
        start = npy_bytes(header(descr="'|u1'", shape=f"(3, {size // 3})"))
        (self.folder / "large.npy").write_bytes(start)
        os.truncate(self.folder / "large.npy", len(start) + size)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXCPU, signal.SIGUSR1):
            with self.subTest(number):
                process = subprocess.Popen([turnstile_path(), "permute", "large.npy", "out.npy"], cwd=self.folder)
                while process.poll() is None and not list(self.folder.glob(".turnstile-*")):
                    time.sleep(0.001)
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), -number)
                self.assert_folder_holds("in.npy", "large.npy")
