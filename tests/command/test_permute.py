# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`turnstile permute` against NumPy, bit for bit."""

import itertools
import random
import re

import numpy as np

from command_case import CommandCase, npy_bytes, random_array, raw, run_turnstile

NUMBERS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "g", "G"]
TIMES = ["M8[ns]", "M8[D]", "M8[25s]", "m8[us]", "m8"]
STRINGS = ["S1", "S3", "S16", "U1", "U5"]
OPAQUE = ["V1", "V3", "V12", "V24", "V40", "V257"]
STRUCTURED = [
    np.dtype([("x", "f4"), ("y", "f8")]),
    np.dtype([("x", "u1"), ("y", ">f8"), ("name", "U3")], align=True),
    np.dtype([("matrix", "<i2", (2, 3)), ("inner", [("a", "u1"), ("when", "M8[ms]")])]),
    np.dtype([(("a title", "name"), "S5"), ('it\'s "quoted" \\', "c8")]),
    np.dtype({"names": ["late"], "formats": ["f4"], "offsets": [8], "itemsize": 20}),
]


def all_dtypes():
    for code in NUMBERS + TIMES + STRINGS:
        yield np.dtype(code)
        yield np.dtype(code).newbyteorder(">")
    yield from map(np.dtype, OPAQUE)
    yield from STRUCTURED


class PermuteCase(CommandCase):
    def permute(self, array, axes=None, *options):
        """Sends `array` through the command and checks what comes back."""
        np.save(self.folder / "in.npy", array)
        axes_option = [] if axes is None else ["--axes", ",".join(map(str, axes))]
        output = self.run_well("permute", "in.npy", "out.npy", *axes_option, *options)
        self.assertEqual(output.count("\n"), 1)
        self.assert_permuted(array, axes, self.folder / "out.npy")
        return output

    def assert_permuted(self, array, axes, path):
        result = np.load(path)
        expected = np.transpose(array, axes)
        self.assertEqual(result.shape, expected.shape)
        self.assertEqual(np.lib.format.dtype_to_descr(result.dtype), np.lib.format.dtype_to_descr(array.dtype))
        self.assertEqual(raw(np.ascontiguousarray(result)).tobytes(), np.transpose(raw(array), axes).tobytes())


class Dtypes(PermuteCase):
    def test_every_fixed_size_dtype(self):
        for dtype in all_dtypes():
            with self.subTest(dtype=dtype):
                self.permute(random_array(dtype, (5, 7, 3)), (2, 0, 1))
                self.permute(random_array(dtype, (33, 65)))

    def test_dtypes_without_bytes(self):
        for descr in ("|V0", "|S0", "<U0"):
            with self.subTest(dtype=descr):
                header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': (3, 4), }}"
                (self.folder / "in.npy").write_bytes(npy_bytes(header))
                self.run_well("permute", "in.npy", "out.npy")
                result = (self.folder / "out.npy").read_bytes()
                self.assertEqual(len(result), 128)
                self.assertIn(header.replace("(3, 4)", "(4, 3)").encode(), result)

    def test_field_names_beyond_latin_1(self):
        array = random_array(np.dtype([("λ", "f4"), ("größe", "i2")]), (4, 5))
        with open(self.folder / "in.npy", "wb") as file:
            np.lib.format.write_array(file, array, version=(3, 0))
        self.run_well("permute", "in.npy", "out.npy")
        self.assert_permuted(array, None, self.folder / "out.npy")

    def test_many_fields_need_a_long_header(self):
        array = random_array(np.dtype([(f"field_number_{k}", "u1") for k in range(4000)]), (3, 2))
        with open(self.folder / "in.npy", "wb") as file:
            np.lib.format.write_array(file, array, version=(2, 0))
        self.run_well("permute", "in.npy", "out.npy")
        with open(self.folder / "out.npy", "rb") as file:
            result = np.lib.format.read_array(file, max_header_size=1 << 20)
        self.assertEqual(result.dtype, array.dtype)
        self.assertEqual(result.tobytes(), raw(array).T.tobytes())


class Shapes(PermuteCase):
    def test_every_permutation_of_small_shapes(self):
        for rank in range(5):
            shape = (2, 3, 4, 5)[:rank]
            for axes in itertools.permutations(range(rank)):
                with self.subTest(axes=axes):
                    self.permute(random_array("u2", shape), axes)

    def test_higher_ranks(self):
        choice = random.Random(1)
        for rank in list(range(5, 9)) * 5 + [16, 31, 32]:
            long_axes = choice.sample(range(rank), min(rank, 8))
            shape = tuple(choice.choice((2, 3)) if axis in long_axes else 1 for axis in range(rank))
            axes = choice.sample(range(rank), rank)
            with self.subTest(shape=shape, axes=axes):
                self.permute(random_array("f4", shape), axes)

    def test_empty_arrays(self):
        for shape in ((0,), (0, 5), (5, 0), (3, 0, 4), (0, 0)):
            with self.subTest(shape=shape):
                self.assertIn("nothing to move", self.permute(np.zeros(shape, "f8")))

    def test_negative_axes_count_from_the_last(self):
        array = random_array("i4", (3, 4, 5))
        self.permute(array, (-1, 0, -2))
        self.run_well("permute", "in.npy", "joined.npy", "--axes=-1,0,-2")
        self.assert_permuted(array, (-1, 0, -2), self.folder / "joined.npy")

    def test_larger_arrays_with_ragged_edges(self):
        for dtype, shape in (("u1", (1021, 517)), ("f4", (517, 1021)), ("f8", (300, 301)), ("c16", (129, 257))):
            with self.subTest(dtype=dtype, shape=shape):
                self.permute(random_array(dtype, shape))


class Layouts(PermuteCase):
    def test_fortran_order_on_both_sides(self):
        for shape in ((), (7,), (6, 5), (4, 5, 6)):
            for in_order, out_order in itertools.product("CF", ("c", "fortran")):
                with self.subTest(shape=shape, in_order=in_order, out_order=out_order):
                    array = np.array(random_array("f8", shape), order=in_order)
                    self.permute(array, None, "--order", out_order)
                    result = np.load(self.folder / "out.npy", mmap_mode="r" if shape else None)
                    self.assertTrue(result.flags.f_contiguous if out_order == "fortran" else result.flags.c_contiguous)

    def test_all_format_versions(self):
        array = random_array("f4", (6, 9))
        for version in ((1, 0), (2, 0), (3, 0)):
            with self.subTest(version=version):
                with open(self.folder / "in.npy", "wb") as file:
                    np.lib.format.write_array(file, array, version=version)
                self.run_well("permute", "in.npy", "out.npy")
                self.assert_permuted(array, None, self.folder / "out.npy")

    def test_unusual_but_valid_headers(self):
        array = random_array("<f4", (2, 3))
        for header in (
            "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}",
            "  {\"descr\":'<f4','fortran_order':False,'shape':(2,3,),}   \n\n",
            "{\n'descr' : '<f4' ,\n'fortran_order' : False ,\n'shape' : ( 2 , 3 ) ,\n}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }",
        ):
            with self.subTest(header=header):
                (self.folder / "in.npy").write_bytes(npy_bytes(header, array.tobytes()))
                self.run_well("permute", "in.npy", "out.npy")
                self.assert_permuted(array, None, self.folder / "out.npy")


class Choices(PermuteCase):
    def devices(self):
        return re.findall(r"^device (\w+):", run_turnstile("info").stdout, re.MULTILINE)

    def test_every_device(self):
        self.assertGreaterEqual(len(self.devices()), 1)
        for device in self.devices():
            with self.subTest(device=device):
                self.permute(random_array("f4", (70, 90)), None, "--device", device)
                self.permute(random_array("S7", (70, 9, 11)), (1, 2, 0), "--device", device)

    def test_policies(self):
        for policy in ("32x32+pad1", "32x32", "32x32+rotate", "32x32+xor", "1x1"):
            with self.subTest(policy=policy):
                self.permute(random_array("f4", (100, 130)), None, "--policy", policy)

    def test_the_named_policy_is_the_one_that_runs(self):
        self.assertIn("32x32+rotate", self.permute(random_array("f4", (100, 130)), None, "--policy", "32x32+rotate"))

    def test_the_summary_says_what_was_done(self):
        output = self.permute(random_array("f4", (100, 130)))
        for part in ("in.npy 100x130", "out.npy 130x100", "'<f4'", "52.0 kB", "B/s", "kernel"):
            self.assertIn(part, output)
