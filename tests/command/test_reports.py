# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the other commands print, and how wrong arguments are refused."""

import os
import re
import subprocess
import xml.etree.ElementTree

from command_case import CommandCase, host_device, turnstile_path

SVG = "{http://www.w3.org/2000/svg}"


class Arguments(CommandCase):
    def test_wrong_usage(self):
        for arguments in (
            [],
            ["no-such-command"],
            ["permute"],
            ["permute", "in.npy"],
            ["permute", "in.npy", "out.npy", "more.npy"],
            ["permute", "in.npy", "out.npy", "--no-such-option"],
            ["permute", "in.npy", "out.npy", "--order", "diagonal"],
            ["permute", "in.npy", "out.npy", "--axes"],
            ["explain"],
            ["banks", "--bytes", "four"],
            ["banks", "--lanes", "48"],
            ["banks", "--swizzle", "stir"],
            ["info", "more"],
        ):
            with self.subTest(arguments):
                self.assert_refused(self.run_turnstile(*arguments))
        self.assert_folder_holds()

    def test_wrong_values(self):
        for arguments, message in (
            (["explain", "--shape", "3xx4"], "--shape"),
            (["explain", "--shape", "3x-4"], "negative"),
            (["explain", "--shape", "4294967296x4294967296"], "2^63"),
            (["explain", "--shape", "99999999999999999999"], "--shape"),
            (["explain", "--shape", "3x4", "--dtype", "O"], "object dtypes"),
            (["explain", "--shape", "3x4", "--dtype", "f5"], "unknown dtype"),
            (["explain", "--shape", "3x4", "--dtype", "V0"], "without bytes"),
            (["explain", "--shape", "3x4", "--axes", "0"], "1 axes"),
            (["explain", "--shape", "3x4", "--axes", "0,2"], "no axis 2"),
            (["explain", "--shape", "3x4", "--axes", "0,-3"], "no axis -3"),
            (["explain", "--shape", "3x4", "--axes", "1,-1"], "twice"),
            (["explain", "--shape", "3x4", "--axes", "1,zero"], "--axes"),
            (["explain", "--shape", "3x4", "--device", "abacus"], host_device()),
            (["explain", "--shape", "3x4", "--policy", "7x9"], "not compiled"),
            (["explain", "--shape", "x".join("1" * 33)], "33"),
            (["banks", "--tile", "0x4"], "--tile"),
            (["banks", "--tile", "32"], "--tile"),
            (["banks", "--tile", "32x5000"], "--tile"),
            (["banks", "--bytes", "0"], "--bytes"),
            (["banks", "--bytes", "5000"], "bytes"),
            (["banks", "--padding", "-1"], "padding"),
            (["banks", "--padding", "1", "--swizzle", "xor"], "padding"),
            (["banks", "--tile", "24x24", "--swizzle", "xor"], "power of two"),
            (["banks", "--svg", "no/such/folder/f.svg"], "No such file"),
            (["banks", "--tile", "4096x4096", "--bytes", "4096"], "at most 2^28 bytes"),
            (["banks", "--padding", "-1"], "32x32+pad-1: padding must be in 0..4096"),
        ):
            with self.subTest(arguments):
                self.assert_refused(self.run_turnstile(*arguments), message)

    def test_help_and_version(self):
        self.assertIn("permute", self.run_well("--help"))
        for command in ("permute", "explain", "banks", "bench", "tune", "info"):
            self.assertIn("--help", self.run_well(command, "--help"))
        self.assertRegex(self.run_well("--version"), r"\A\d+\.\d+\.\d+\n\Z")

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([turnstile_path(), "banks"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stderr), (2, "turnstile: cannot write to standard output\n"))


class Explain(CommandCase):
    def test_a_transpose(self):
        output = self.run_well("explain", "--shape", "12345x6789", "--dtype", "f4")
        self.assertIn("335240820 bytes", output)
        self.assertRegex(output, r"(?m)^kernel: \S+$")
        self.assertRegex(output, r"(?m)^policy: \d+x\d+")
        self.assertRegex(output, r"(?m)^reason: \S+ \S+")

    def test_the_policy_that_was_asked_for(self):
        output = self.run_well("explain", "--shape", "512x512", "--policy", "32x32+pad1")
        self.assertRegex(output, r"(?m)^policy: 32x32\+pad1$")

    def test_the_axes_that_were_asked_for(self):
        self.assertRegex(
            self.run_well("explain", "--shape", "64x32", "--axes", "0,1"), r"(?m)^canonical: extents \(\d+\)"
        )

    def test_arrays_larger_than_any_memory(self):
        self.assertIn(str(2**50), self.run_well("explain", "--shape", f"{2**25}x{2**25}", "--dtype", "u1"))

    def test_nothing_to_move(self):
        self.assertIn("nothing to move", self.run_well("explain", "--shape", "0x4"))


class Banks(CommandCase):
    def grid(self, output):
        """The bank numbers that the text shows, row by row."""
        return [list(map(int, cells.split())) for cells in re.findall(r"(?m)^row +\d+ \|(.*)$", output)]

    def test_banks_of_padded_tiles(self):
        for rows, cols, size, padding in ((32, 32, 4, 0), (32, 32, 4, 1), (16, 20, 8, 3), (8, 32, 1, 4), (5, 7, 12, 0)):
            with self.subTest(rows=rows, cols=cols, size=size, padding=padding):
                output = self.run_well("banks", "--tile", f"{rows}x{cols}", "--bytes", size, "--padding", padding)
                expected = [[(r * (cols + padding) + c) * size // 4 % 32 for c in range(cols)] for r in range(rows)]
                self.assertEqual(self.grid(output), expected)

    def test_a_rotated_tile_of_4_by_4(self):
        output = self.run_well("banks", "--tile", "4x4", "--swizzle", "rotate")
        self.assertEqual(self.grid(output), [[4 * r + (c + r) % 4 for c in range(4)] for r in range(4)])

    def test_swizzled_rows_are_permutations(self):
        for swizzle in ("rotate", "xor"):
            for row in self.grid(self.run_well("banks", "--swizzle", swizzle)):
                self.assertEqual(sorted(row), list(range(32)))

    def test_passes_of_the_column_load(self):
        for options, passes, verdict in (
            (["--bytes", 4], 32, "32-way"),
            (["--bytes", 4, "--padding", 1], 1, "conflict-free"),
            (["--bytes", 4, "--padding", 2], 2, "2-way"),
            (["--bytes", 8, "--padding", 2], 4, "2-way"),
            (["--bytes", 8, "--padding", 1], 2, "conflict-free"),
            (["--bytes", 1, "--padding", 1], None, "-way"),
            (["--bytes", 1, "--padding", 4], 1, "conflict-free"),
            (["--bytes", 4, "--swizzle", "xor"], 1, "conflict-free"),
            (["--bytes", 2, "--swizzle", "xor"], 1, "conflict-free"),
            (["--bytes", 4, "--swizzle", "rotate"], 1, "conflict-free"),
            (["--bytes", 1, "--swizzle", "rotate"], 1, "conflict-free"),
            (["--bytes", 16, "--padding", 1], 4, "conflict-free"),
        ):
            with self.subTest(options):
                output = self.run_well("banks", *options)
                found = re.search(r"(?m)^column load: (\d+) pass(?:es)? for 32 elements, (.*)$", output)
                self.assertIn(verdict, found.group(2))
                if passes is not None:
                    self.assertEqual(int(found.group(1)), passes)

    def test_wide_tiles_are_compact(self):
        output = self.run_well("banks", "--tile", "64x64", "--padding", 1)
        lines = re.findall(r"(?m)^row +\d+ \|(\w+)$", output)
        self.assertEqual(len(lines), 64)
        self.assertEqual([int(digit, 36) for digit in lines[1]], [(65 + c) % 32 for c in range(64)])
        self.assertIn("64 lanes", self.run_well("banks", "--lanes", 64))

    def test_no_colours_outside_a_terminal(self):
        self.assertNotIn("\x1b", self.run_well("banks"))

    def test_the_picture(self):
        output = self.run_well("banks", "--tile", "32x32", "--swizzle", "xor", "--svg", "f.svg")
        self.assertIn("picture: f.svg", output)
        self.assert_folder_holds("f.svg")
        root = xml.etree.ElementTree.parse(self.folder / "f.svg").getroot()
        self.assertEqual(root.tag, SVG + "svg")
        texts = [text.text for text in root.iter(SVG + "text")]
        self.assertIn("column load: 1 pass for 32 elements, conflict-free", texts)
        numbers = [int(text) for text in texts if text.isdigit()]
        self.assertEqual(numbers, sum(self.grid(output), []) + list(range(32)))
        self.assertGreater(len({rectangle.get("fill") for rectangle in root.iter(SVG + "rect")}), 32)

    def test_pictures_of_all_sizes(self):
        for tile in ("1x1", "4x4", "128x8", "8x256", "4096x4096"):
            with self.subTest(tile):
                self.run_well("banks", "--tile", tile, "--padding", 1, "--svg", "f.svg")
                root = xml.etree.ElementTree.parse(self.folder / "f.svg").getroot()
                for rectangle in root.iter(SVG + "rect"):
                    self.assertLessEqual(int(rectangle.get("x")) + int(rectangle.get("width")), int(root.get("width")))
                    self.assertLessEqual(
                        int(rectangle.get("y")) + int(rectangle.get("height")), int(root.get("height"))
                    )


class InstructionSets(CommandCase):
    """The environment variable TURNSTILE_INSTRUCTION_SET, on hosts with a native backend."""

    def run_with(self, name, *arguments):
        return self.run_turnstile(*arguments, env={**os.environ, "TURNSTILE_INSTRUCTION_SET": name})

    def setUp(self):
        super().setUp()
        if "native backends: none" in self.run_well("info"):
            self.skipTest("no native backend")
        refused = self.run_with("x87", "explain", "--shape", "300x200", "--device", host_device())
        self.assert_refused(refused, "TURNSTILE_INSTRUCTION_SET", "x87")
        self.offered = re.search(r"offers ([^\n]+)", refused.stderr).group(1).split(", ")

    def test_each_that_is_offered_runs(self):
        self.assertIn("none", self.offered)
        for name in self.offered:
            with self.subTest(name):
                result = self.run_with(name, "explain", "--shape", "300x200", "--device", host_device())
                self.assertEqual(result.returncode, 0, result)
                self.assertIn("path: kokkos" if name == "none" else f"instruction set: {name}", result.stdout)

    def test_info_says_which_runs(self):
        for name in self.offered:
            with self.subTest(name):
                path = "path kokkos" if name == "none" else f"with {name}"
                self.assertIn(path, self.run_with(name, "info").stdout)


class Info(CommandCase):
    def test_what_the_build_is(self):
        output = self.run_well("info")
        self.assertIn(self.run_well("--version").strip(), output)
        self.assertIn("Kokkos", output)
        devices = re.findall(r"(?m)^device (\w+): concurrency (\d+), scratch (\d+) bytes", output)
        self.assertGreaterEqual(len(devices), 1)
        self.assertTrue(all(int(concurrency) > 0 and int(scratch) > 0 for _, concurrency, scratch in devices))
        default = re.search(r"(?m)^default device (\w+)$", output).group(1)
        self.assertIn(default, [name for name, _, _ in devices])
