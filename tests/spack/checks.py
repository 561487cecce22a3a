# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the Spack recipe must agree with. Every check returns the faults that it finds, one line each."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

from plain_yaml import parse_yaml
from spec_text import parse_spec
from stand_in import Recipe

REPOSITORY = Path("spack/spack_repo/turnstile")
RECIPE = REPOSITORY / "packages/turnstile/package.py"
ENVIRONMENTS = Path("spack/environments")

# Found only together with what the recipe depends on: the CUDA toolkit, and the OpenMP of a Kokkos that is built here.
FOUND_WITH_OTHERS = {"CUDAToolkit", "OpenMP"}

# What a folder's CMake files look for, the variant that builds the folder must require by itself.
BUILT_BY = {"apps": "+apps", "perf": "+perf"}

# Where CMake says which version it needs at least, and of which package of Spack.
MINIMUMS = (
    ("CMakeLists.txt", r"cmake_minimum_required\(VERSION ([\d.]+)\)", "cmake"),
    ("cmake/dependencies/kokkos.cmake", r"set\(turnstile_minimum_kokkos ([\d.]+)\)", "kokkos"),
    ("cmake/dependencies/kokkos.cmake", r"CMAKE_CUDA_COMPILER_VERSION VERSION_LESS ([\d.]+)\)", "cuda"),
    ("cmake/dependencies/cli11.cmake", r"find_package\(CLI11 ([\d.]+) ", "cli11"),
    ("cmake/PythonPackages.cmake", r"find_package\(Python3 ([\d.]+) ", "python"),
)


@dataclass
class Checkout:
    """A checkout of the project, in which a file may be replaced by other text."""

    root: Path
    replaced: dict[str, str]

    def text(self, path: str | Path) -> str:
        name = Path(path).as_posix()
        return self.replaced[name] if name in self.replaced else (self.root / name).read_text(encoding="utf-8")

    def cmake_files(self) -> Iterator[str]:
        for folder in ("cmake", "src", "backends", "perf", "apps", "examples"):
            for pattern in ("*.cmake", "CMakeLists.txt"):
                yield from (path.relative_to(self.root).as_posix() for path in (self.root / folder).rglob(pattern))


def conditions_of(recipe: Recipe) -> Iterator[set[str]]:
    """What the recipe may find to hold: every choice of its switches."""
    switches = sorted(name for name in recipe.variants() if name not in ("build_type", "generator", "ipo", "cuda_arch"))
    for chosen in itertools.product((False, True), repeat=len(switches)):
        conditions = {f"+{switch}" for switch, is_on in zip(switches, chosen) if is_on}
        yield conditions | ({"^kokkos+wrapper"} if "+cuda" in conditions else set())


def cmake_definitions(recipe: Recipe, conditions: set[str]) -> dict[str, str]:
    """The variables that the recipe hands to CMake. Raises ValueError for an argument that is not -DNAME=VALUE."""
    package = recipe.package_class(conditions)
    definitions = {}
    for argument in package.cmake_args():
        match = re.fullmatch(r"-D(\w+)(?::\w+)?=(.+)", argument)
        if not match or match[1] in definitions:
            raise ValueError(f"cmake_args() with {sorted(conditions)}: '{argument}' is malformed or comes twice")
        definitions[match[1]] = match[2]
    unknown = package.asked_variants - recipe.variants()
    if unknown:
        raise ValueError(f"cmake_args() asks for {sorted(unknown)}, which are no variants")
    for condition in package.spec.asked:
        _check_spec(condition, recipe.variants())
    return definitions


def _check_spec(text: str, variants: set[str]) -> None:
    """Raises ValueError unless `text` is a spec whose first package has only `variants`, if it is Turnstile."""
    first = parse_spec(text)[0]
    unknown = set(first.variants) - variants
    if first.name in ("", "turnstile") and unknown:
        raise ValueError(f"'{text}': the recipe has no variant {', '.join(sorted(unknown))}")


def option_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """Every option of CMake is set by the recipe, whatever is chosen, and every option that it sets exists."""
    options = set(re.findall(r"^option\((Turnstile_\w+)", checkout.text("CMakeLists.txt"), re.MULTILINE))
    faults = set()
    for conditions in conditions_of(recipe):
        try:
            names = {name for name in cmake_definitions(recipe, conditions) if name.startswith("Turnstile_")}
        except ValueError as error:
            return [str(error)]
        faults |= {f"the recipe sets {name}, which is no option in CMakeLists.txt" for name in names - options}
        faults |= {f"the recipe does not set the option {name}" for name in options - names}
    return sorted(faults)


def variant_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """Every switch of the recipe changes what CMake is told; each has a default and a description."""
    faults = []
    everything = max(conditions_of(recipe), key=len)
    for variant in recipe.of_kind("variant"):
        name = variant.values[0]
        if not variant.options.get("description"):
            faults.append(f"variant {name} has no description")
        if not isinstance(variant.options.get("default"), bool):
            faults.append(f"variant {name} has no default that is True or False")
        without = cmake_definitions(recipe, everything - {f"+{name}"})
        if without == cmake_definitions(recipe, everything):
            faults.append(f"variant {name} changes nothing that CMake is told")
    return faults


def directive_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """Every spec in the recipe is well formed and names variants that exist; what is refused says why."""
    faults = []
    for directive in recipe.directives:
        for text in directive.specs():
            try:
                _check_spec(text, recipe.variants())
            except ValueError as error:
                faults.append(f"{directive.name}: {error}")
        if directive.name in ("conflicts", "requires") and not directive.options.get("msg"):
            faults.append(f"{directive.name} {directive.values} has no msg")
    return faults


def searched_packages(checkout: Checkout, files: Iterator[str]) -> set[str]:
    """Packages that CMake files, and the dependencies that they include, may do without or download."""
    searched = set()
    for name in files:
        text = checkout.text(name)
        searched |= set(re.findall(r"find_package\((\w+)[^)]*\bQUIET\b", text))
        included = re.findall(r"include\((dependencies/\w+)\)", text)
        searched |= searched_packages(checkout, (f"cmake/{dependency}.cmake" for dependency in included))
    return searched - FOUND_WITH_OTHERS


def required_packages(recipe: Recipe, conditions: set[str]) -> set[str]:
    """Packages that the recipe makes CMake find."""
    prefix = "CMAKE_REQUIRE_FIND_PACKAGE_"
    definitions = cmake_definitions(recipe, conditions)
    return {name.removeprefix(prefix) for name in definitions if name.startswith(prefix)}


def variant_download_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """A variant requires what its folder looks for, whatever else is chosen."""
    faults = []
    for folder, variant in BUILT_BY.items():
        files = (name for name in checkout.cmake_files() if name.startswith(f"{folder}/"))
        missing = searched_packages(checkout, files) - required_packages(recipe, {variant})
        faults += [f"{folder}/ looks for {name}, which {variant} alone does not require" for name in sorted(missing)]
    return faults


def download_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """Whatever CMake would look for and do without, or download, is a dependency that must be found."""
    searched = searched_packages(checkout, checkout.cmake_files())
    required = required_packages(recipe, max(conditions_of(recipe), key=len))
    return [
        f"CMake may do without {name}, and the recipe does not require it" for name in sorted(searched - required)
    ] + [f"the recipe requires {name}, which CMake does not look for" for name in sorted(required - searched)]


def python_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """Every Python package that the tests would have pip install is a dependency of +tests, and the other way round."""
    wanted = set()
    for path in (checkout.root / "tests").rglob("CMakeLists.txt"):
        for packages in re.findall(
            r"turnstile_find_python\(\w+ ([\w ]+)\)", checkout.text(path.relative_to(checkout.root))
        ):
            wanted |= {f"py-{package}" for package in packages.split()}
    listed = {
        directive.values[0]
        for directive in recipe.of_kind("depends_on")
        if directive.values[0].startswith("py-") and "+tests" in directive.conditions
    }
    return [f"the tests need {name}, which the recipe lacks for +tests" for name in sorted(wanted - listed)] + [
        f"the recipe has {name}, which no test needs" for name in sorted(listed - wanted)
    ]


def minimum_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """The recipe asks for the versions that CMake asks for."""
    minimums = {}
    for directive in recipe.of_kind("depends_on"):
        node = parse_spec(directive.values[0])[0]
        if node.version:
            minimums[node.name] = node.version
    faults = []
    for path, pattern, package in MINIMUMS:
        match = re.search(pattern, checkout.text(path))
        if not match:
            faults.append(f"{path} has no '{pattern}'")
        elif minimums.get(package) != f"{match[1]}:":
            faults.append(f"{path} needs {package} {match[1]}, the recipe {minimums.get(package, 'any version')}")
    return faults


def version_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """The recipe has the branch main, and exactly the versions that CHANGELOG.md calls released."""
    headings = re.findall(r"^## (\d+\.\d+\.\d+)(.*)$", checkout.text("CHANGELOG.md"), re.MULTILINE)
    released = {version for version, remark in headings if "unreleased" not in remark}
    listed = {directive.values[0] for directive in recipe.of_kind("version")}
    return [f"the recipe lacks version {version}" for version in sorted((released | {"main"}) - listed)] + [
        f"the recipe has version {version}, which CHANGELOG.md does not call released"
        for version in sorted(listed - released - {"main"})
    ]


def repository_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """The repository of packages is called like its folder, and the sources of the smoke test are where it says."""
    faults = []
    try:
        settings = parse_yaml(checkout.text(REPOSITORY / "repo.yaml")).get("repo", {})
    except ValueError as error:
        return [f"repo.yaml: {error}"]
    if settings.get("namespace") != REPOSITORY.name:
        faults.append(f"repo.yaml: namespace {settings.get('namespace')} is not {REPOSITORY.name}, its folder")
    if not re.fullmatch(r"v2\.\d+", str(settings.get("api"))):
        faults.append(f"repo.yaml: api {settings.get('api')} is none that the recipe is written for")
    for parts in re.findall(r"cache_extra_test_sources\(self, join_path\((.*)\)\)", checkout.text(RECIPE)):
        source = "/".join(re.findall(r'"([^"]+)"', parts))
        if not (checkout.root / source / "CMakeLists.txt").exists():
            faults.append(f"the smoke test needs {source}/CMakeLists.txt, which does not exist")
        if f"current_test_cache_dir.{source.replace('/', '.')}" not in checkout.text(RECIPE):
            faults.append(f"the smoke test keeps {source} and builds something else")
    return faults


def environment_faults(checkout: Checkout, recipe: Recipe) -> list[str]:
    """Every environment is plain YAML whose specs are well formed and name variants that exist."""
    faults = []
    for path in sorted((checkout.root / ENVIRONMENTS).glob("*.yaml")):
        name = path.relative_to(checkout.root).as_posix()
        try:
            specs = parse_yaml(checkout.text(name)).get("spack", {}).get("specs", [])
            for text in specs:
                _check_spec(text, recipe.variants())
            if not any(parse_spec(text)[0].name == "turnstile" for text in specs):
                faults.append(f"{name}: turnstile is not among the specs")
        except ValueError as error:
            faults.append(f"{name}: {error}")
    return faults


CHECKS: tuple[Callable[[Checkout, Recipe], list[str]], ...] = (
    option_faults,
    variant_faults,
    directive_faults,
    download_faults,
    variant_download_faults,
    python_faults,
    minimum_faults,
    version_faults,
    repository_faults,
    environment_faults,
)
