# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the Spack recipe without Spack, and that each check finds a planted fault."""

import re
import tempfile
import unittest
from pathlib import Path

import checks
from checks import CHECKS, RECIPE, Checkout
from plain_yaml import parse_yaml
from spec_text import parse_spec
from stand_in import Recipe

ROOT = Path(__file__).resolve().parents[2]


def recipe_of(checkout: Checkout) -> Recipe:
    """The recipe of `checkout`, from a copy where its text is replaced."""
    if RECIPE.as_posix() not in checkout.replaced:
        return Recipe(checkout.root / RECIPE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / RECIPE
        path.parent.mkdir(parents=True)
        path.write_text(checkout.text(RECIPE), encoding="utf-8")
        return Recipe(path)


class Repository(unittest.TestCase):
    def test_no_check_finds_a_fault(self):
        checkout = Checkout(ROOT, {})
        recipe = recipe_of(checkout)
        for check in CHECKS:
            with self.subTest(check.__name__):
                self.assertEqual(check(checkout, recipe), [])

    def test_there_is_something_to_check(self):
        recipe = recipe_of(Checkout(ROOT, {}))
        self.assertLessEqual({"cuda", "cuda_arch", "openmp", "shared", "apps", "perf", "tests"}, recipe.variants())
        self.assertGreaterEqual(len(recipe.of_kind("depends_on")), 10)
        names = {path.name for path in (ROOT / checks.ENVIRONMENTS).glob("*.yaml")}
        self.assertLessEqual({"a100.yaml", "openmp.yaml"}, names)


class PlantedFaults(unittest.TestCase):
    """Each takes one place in one file for another text, and expects a check to say so."""

    def expect(self, check, path, old, new, message):
        text = Checkout(ROOT, {}).text(path)
        self.assertRegex(text, old)
        checkout = Checkout(ROOT, {Path(path).as_posix(): re.sub(old, new, text, count=1)})
        faults = check(checkout, recipe_of(checkout))
        self.assertRegex("\n".join(faults), message)

    def test_option_that_cmake_lacks(self):
        self.expect(
            checks.option_faults,
            "CMakeLists.txt",
            "Turnstile_BUILD_PERF",
            "Turnstile_BUILD_BENCH",
            "sets Turnstile_BUILD_PERF, which is no option",
        )

    def test_option_that_the_recipe_lacks(self):
        self.expect(
            checks.option_faults,
            RECIPE,
            r".*Turnstile_BUILD_DEMO.*\n",
            "",
            "does not set the option Turnstile_BUILD_DEMO",
        )

    def test_option_from_an_unknown_variant(self):
        self.expect(
            checks.option_faults,
            RECIPE,
            '"BUILD_SHARED_LIBS", "shared"',
            '"BUILD_SHARED_LIBS", "dynamic"',
            "dynamic.*no variants",
        )

    def test_variant_without_effect(self):
        self.expect(
            checks.variant_faults,
            RECIPE,
            r'(variant\("shared".*\n)',
            r'\1    variant("fast", default=True, description="Be fast")\n',
            "variant fast changes nothing",
        )

    def test_variant_without_description(self):
        self.expect(
            checks.variant_faults,
            RECIPE,
            r', description="Build a shared library"',
            "",
            "variant shared has no description",
        )

    def test_malformed_spec(self):
        self.expect(checks.directive_faults, RECIPE, '"kokkos@4.7:"', '"kokkos@@4.7:"', "is no spec")

    def test_condition_on_an_unknown_variant(self):
        self.expect(checks.directive_faults, RECIPE, r'when="\+apps"', 'when="+application"', "no variant application")

    def test_conflict_without_message(self):
        self.expect(checks.directive_faults, RECIPE, r'(conflicts\("%gcc@:11"), msg=".*"', r"\1", "has no msg")

    def test_package_that_would_be_downloaded(self):
        self.expect(checks.download_faults, RECIPE, 'yield "CLI11"', "yield from ()", "do without CLI11")

    def test_package_that_a_variant_alone_would_download(self):
        self.expect(
            checks.variant_download_faults,
            RECIPE,
            r'self\.spec\.satisfies\("\+perf"\) or (self\.spec\.satisfies\("\+tests"\))',
            r"\1",
            r"perf/ looks for KokkosKernels, which \+perf alone does not require",
        )

    def test_package_that_nobody_looks_for(self):
        self.expect(checks.download_faults, RECIPE, 'yield "CLI11"', 'yield from ("CLI11", "fmt")', "requires fmt")

    def test_python_package_that_pip_would_download(self):
        self.expect(
            checks.python_faults,
            RECIPE,
            r' *depends_on\("py-matplotlib".*\n',
            "",
            r"need py-matplotlib, .* lacks for \+tests",
        )

    def test_python_package_that_nobody_needs(self):
        self.expect(
            checks.python_faults, "tests/perf/CMakeLists.txt", " matplotlib", "", "py-matplotlib, which no test needs"
        )

    def test_other_minimum(self):
        self.expect(checks.minimum_faults, RECIPE, "kokkos@4.7:", "kokkos@4.5:", "needs kokkos 4.7, the recipe 4.5:")

    def test_invented_version(self):
        self.expect(
            checks.version_faults,
            RECIPE,
            r'(version\("main".*\n)',
            r'\1    version("9.9.9", sha256="0")\n',
            "9.9.9, which CHANGELOG.md does not call released",
        )

    def test_missing_release(self):
        self.expect(checks.version_faults, "CHANGELOG.md", r"0\.1\.0 \(unreleased\)", "0.1.0", "lacks version 0.1.0")

    def test_other_namespace(self):
        self.expect(
            checks.repository_faults,
            "spack/spack_repo/turnstile/repo.yaml",
            "namespace: turnstile",
            "namespace: other",
            "namespace other is not turnstile",
        )

    def test_smoke_test_without_sources(self):
        self.expect(checks.repository_faults, RECIPE, '"as_library"', '"as_program"', "as_program/CMakeLists.txt")

    def test_environment_with_an_unknown_variant(self):
        self.expect(
            checks.environment_faults,
            "spack/environments/a100.yaml",
            r"\+perf",
            "+benchmarks",
            "a100.yaml: .*no variant benchmarks",
        )

    def test_environment_that_is_no_yaml(self):
        self.expect(checks.environment_faults, "spack/environments/openmp.yaml", "  view", " view", "openmp.yaml: line")


class Readers(unittest.TestCase):
    def test_spec(self):
        first, second, third = parse_spec("turnstile@main+cuda~tests cuda_arch=80,90 %gcc@12: ^kokkos@4.7:5+wrapper")
        self.assertEqual((first.name, first.version), ("turnstile", "main"))
        self.assertEqual(first.variants, {"cuda": True, "tests": False, "cuda_arch": "80,90"})
        self.assertEqual((second.sigil, second.name, second.version), ("%", "gcc", "12:"))
        self.assertEqual((third.sigil, third.name, third.variants), ("^", "kokkos", {"wrapper": True}))

    def test_what_is_no_spec(self):
        for text in ("+", "cuda_arch=", "a b", "^", "kokkos@", "+cuda kokkos"):
            with self.subTest(text), self.assertRaises(ValueError):
                parse_spec(text)

    def test_yaml(self):
        text = '# comment\nspack:\n  specs:\n    - a+b ^c\n    - "d"\n  view: true\n  of: [x, y]\n'
        self.assertEqual(parse_yaml(text), {"spack": {"specs": ["a+b ^c", "d"], "view": True, "of": ["x", "y"]}})

    def test_what_is_no_plain_yaml(self):
        for text in (
            "a",
            "a:\n\tb: c",
            "a:\n",
            "a: b\na: c",
            "a:\n  - b\n  c: d",
            "a: {b: c}",
            "a: b: c",
            "a:\n    b: c\n  d: e",
        ):
            with self.subTest(text), self.assertRaises(ValueError):
                parse_yaml(text)


if __name__ == "__main__":
    unittest.main()
