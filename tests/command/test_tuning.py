# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The environment variable TURNSTILE_TUNING and `turnstile tune`."""

import os
import re

import numpy as np

from command_case import CommandCase, random_array

CLASS = "4B 2^9 x 2^9, 2^18 words, aligned"  # of a 512x512 matrix of f4


class TuningCase(CommandCase):
    def setUp(self):
        super().setUp()
        info = self.run_well("info")
        self.version = self.run_well("--version").strip()
        if "\ndevice serial:" not in info:
            self.skipTest("no Serial in this Kokkos")
        self.processor = re.search(r"(?m)^device serial: .* bytes at level 1, (.*), path \S", info).group(1)

    def tuning_text(self, **changes):
        fields = {"format": "1", "version": self.version, "space": "Serial", "device": self.processor}
        fields.update(changes)
        return (
            "turnstile tuning {format}\nversion {version}\nspace {space}\ndevice {device}\n".format(**fields)
            + f"{CLASS}: 32x32+pad1\n"
        )

    def run_tuned(self, text, *arguments):
        """Runs the command with a tuning file of these contents, or with the name of one that is not there."""
        path = self.folder / "site.tuning"
        if text is not None:
            path.write_text(text)
        result = self.run_turnstile(*arguments, env={**os.environ, "TURNSTILE_TUNING": str(path)})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def explain(self, text, *arguments):
        return self.run_tuned(text, "explain", "--shape", "512x512", "--device", "serial", *arguments)

    def own_choice(self):
        return self.run_well("explain", "--shape", "512x512", "--device", "serial")


class Environment(TuningCase):
    def test_a_good_file_is_used(self):
        output = self.explain(self.tuning_text())
        self.assertRegex(output, r"(?m)^policy: 32x32\+pad1$")
        self.assertIn(f"tuning: {self.folder}/site.tuning, entry {CLASS}\n", output)

    def test_comments_are_allowed(self):
        self.assertIn(f"site.tuning, entry {CLASS}\n", self.explain("# ours\n\n" + self.tuning_text()))

    def test_another_shape_has_no_entry(self):
        output = self.run_tuned(self.tuning_text(), "explain", "--shape", "512x300", "--device", "serial")
        self.assertRegex(output, r"(?m)^tuning: none for 4B 2\^9 x 2\^8, 2\^17 words, aligned in .*site\.tuning$")

    def test_the_policy_that_was_asked_for_wins(self):
        output = self.explain(self.tuning_text(), "--policy", "64x64")
        self.assertRegex(output, r"(?m)^policy: 64x64$")
        self.assertNotIn("tuning:", output)

    def test_files_that_do_not_fit_are_ignored_with_a_reason(self):
        own = self.own_choice()
        self.assertNotIn("tuning:", own)
        good = self.tuning_text()
        for text, reason in (
            (None, "there is no such file"),
            ("", "it ends where 'turnstile tuning ' should be"),
            ("hello\n", "line 1 does not begin with 'turnstile tuning '"),
            (good[:-4], "line 5 is cut off: it does not end with a newline"),
            (good.replace("pad1", "pad-1"), "line 5 has no valid policy: '32x32+pad-1'"),
            (good.replace("4B", "5B"), "line 5 does not begin with a class of problems and ': '"),
            (good + good.splitlines()[-1] + "\n", f"line 6 repeats the class {CLASS}"),
            (good + "#" * 300 + "\n", "line 6 is longer than 256 characters"),
            (good + "#\n" * 200000, "it has more than 262144 bytes"),
            (self.tuning_text(format="2"), "line 1 names format 2, but this library reads format 1"),
            (self.tuning_text(version="9.9.9"), f"line 2 names Turnstile 9.9.9, but this is {self.version}"),
            (self.tuning_text(space="Cuda"), "made for Cuda, this is Serial"),
            (self.tuning_text(device="Abacus"), f"made for Abacus, this is {self.processor}"),
        ):
            with self.subTest(reason):
                line = f"tuning: {self.folder}/site.tuning ignored: {reason}\n"
                self.assertEqual(self.explain(text), own + line)

    def test_an_empty_name_is_none(self):
        result = self.run_turnstile(
            "explain", "--shape", "512x512", "--device", "serial", env={**os.environ, "TURNSTILE_TUNING": ""}
        )
        self.assertEqual(result.stdout, self.own_choice())

    def test_arrays_are_right_with_any_file(self):
        array = random_array("f4", (512, 512))
        np.save(self.folder / "in.npy", array)
        for text in (None, self.tuning_text(), "broken\n"):
            self.run_tuned(text, "permute", "in.npy", "out.npy", "--device", "serial")
            moved = np.load(self.folder / "out.npy")
            self.assertEqual(moved.tobytes(), np.ascontiguousarray(array.T).tobytes())


class Tune(TuningCase):
    def tune(self, *arguments, **options):
        return self.run_turnstile("tune", "--device", "serial", "--quick", "--samples", 3, *arguments, **options)

    def test_the_file_is_one_that_the_library_takes(self):
        result = self.tune("--shape", "512x512", "--shape", "33x70", "--output", "site.tuning")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        lines = result.stdout.splitlines()
        expected = [["4B", "512x512"], ["8B", "512x512"], ["4B", "33x70"], ["8B", "33x70"]]
        self.assertEqual([line.split()[1:3] for line in lines[:-1]], expected)
        self.assertEqual([line.split()[0] for line in lines[:-1]], ["1/4", "2/4", "3/4", "4/4"])
        header = "".join(self.tuning_text().splitlines(keepends=True)[:4])
        text = (self.folder / "site.tuning").read_text()
        self.assertTrue(text.startswith(header), text)
        entries = text.splitlines()[4:]
        self.assertRegex(lines[-1], rf"^site\.tuning: {len(entries)} entr(y|ies) for Serial on ")
        won = [line for line in lines[:-1] if line.endswith(" times as fast")]
        self.assertEqual(len(won), len(entries))
        output = self.explain(text)
        if any(entry.startswith(CLASS) for entry in entries):
            self.assertIn(f"site.tuning, entry {CLASS}\n", output)
        else:
            self.assertIn(f"tuning: none for {CLASS} in ", output)

    def test_a_file_that_cannot_be_written_is_refused_before_measuring(self):
        self.assert_refused(self.tune("--output", "no/such/f"), "no/such/f")

    def test_wrong_arguments(self):
        for arguments, part in (
            (["--samples", "0"], "--samples"),
            (["--shape", "512"], "--shape 512"),
            (["--shape", "512x0"], "--shape 512x0"),
            (["--shape", "512xtall"], "--shape"),
            (["--shape", "4294967296x4294967296"], "2^63"),
            (["stray"], "stray"),
        ):
            with self.subTest(part):
                self.assert_refused(self.run_turnstile("tune", "--device", "serial", *arguments), part)
        self.assert_refused(self.run_turnstile("tune", "--device", "abacus"), "abacus")
        self.assert_folder_holds()
