# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a Spack recipe without Spack: modules that record what the recipe declares stand in for Spack's."""

from __future__ import annotations

import runpy
import sys
import types
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator
from unittest import mock

DIRECTIVES = ("variant", "depends_on", "conflicts", "requires", "version")


@dataclass
class Directive:
    """A call such as depends_on("kokkos@4.7:", when="+cuda"), with the conditions of the `with when` around it."""

    name: str
    values: tuple
    options: dict
    conditions: list[str] = field(default_factory=list)

    def specs(self) -> list[str]:
        """Every spec that is written in the call."""
        named = [] if self.name in ("variant", "version") else list(self.values)
        own = [self.options["when"]] if "when" in self.options else []
        return [*named, *own, *self.conditions]


class AnyValue:
    """A path, a package or a spec that the recipe only passes on."""

    def __getattr__(self, name: str) -> AnyValue:
        return AnyValue()

    def __getitem__(self, key: str) -> AnyValue:
        return AnyValue()

    def __str__(self) -> str:
        return "/somewhere"


class ChosenSpec(AnyValue):
    """A spec that satisfies the given conditions, letter by letter, and no others."""

    def __init__(self, conditions: set[str]) -> None:
        self.conditions = conditions
        self.asked: set[str] = set()

    def satisfies(self, condition: str) -> bool:
        self.asked.add(condition)
        return condition in self.conditions


def define(name: str, value) -> str:
    if isinstance(value, bool):
        return f"-D{name}:BOOL={'ON' if value else 'OFF'}"
    return f"-D{name}:STRING={value}"


class StandInPackage:
    """What the recipe inherits."""

    prefix = AnyValue()

    def __init__(self, conditions: set[str]) -> None:
        self.spec = ChosenSpec(conditions)
        self.asked_variants: set[str] = set()

    def __getitem__(self, name: str) -> AnyValue:
        return AnyValue()

    def define(self, name: str, value) -> str:
        return define(name, value)

    def define_from_variant(self, name: str, variant: str) -> str:
        self.asked_variants.add(variant)
        return define(name, f"+{variant}" in self.spec.conditions)


class StandInCudaPackage:
    cuda_arch_values = ("70", "80", "90", "90a")


class StandInBuilder:
    @staticmethod
    def define_cuda_architectures(package: StandInPackage) -> str:
        return define("CMAKE_CUDA_ARCHITECTURES", "80")


class Recipe:
    """The declarations of a recipe, and its package class."""

    def __init__(self, path: Path) -> None:
        self.directives: list[Directive] = []
        self._conditions: list[str] = []
        with mock.patch.dict(sys.modules, self._modules()):
            namespace = runpy.run_path(str(path))
        self.package_class = namespace[path.parent.name.title().replace("_", "")]

    def of_kind(self, name: str) -> list[Directive]:
        return [directive for directive in self.directives if directive.name == name]

    def variants(self) -> set[str]:
        """The names of all variants, those included that the recipe inherits."""
        own = {directive.values[0] for directive in self.of_kind("variant")}
        return own | {"build_type", "generator", "ipo", "cuda", "cuda_arch"}

    @contextmanager
    def _when(self, condition: str) -> Iterator[None]:
        self._conditions.append(condition)
        yield
        self._conditions.pop()

    def _recorder(self, name: str):
        def record(*values, **options) -> None:
            self.directives.append(Directive(name, values, options, list(self._conditions)))

        return record

    def _modules(self) -> dict[str, types.ModuleType]:
        helpers = ("SkipTest", "cache_extra_test_sources", "get_cmake_prefix_path", "license", "set_env", "which")
        api = {name: lambda *values, **options: None for name in (*helpers, "working_dir")}
        api.update({name: self._recorder(name) for name in DIRECTIVES})
        api.update(when=self._when, run_after=lambda phase: lambda method: method)
        api.update(join_path=lambda *parts: "/".join(parts))
        contents = {
            "spack": {"__path__": []},
            "spack.package": api,
            "spack_repo": {"__path__": []},
            "spack_repo.builtin": {"__path__": []},
            "spack_repo.builtin.build_systems": {"__path__": []},
            "spack_repo.builtin.build_systems.cmake": {"CMakePackage": StandInPackage, "CMakeBuilder": StandInBuilder},
            "spack_repo.builtin.build_systems.cuda": {"CudaPackage": StandInCudaPackage},
        }
        modules = {}
        for name, members in contents.items():
            modules[name] = types.ModuleType(name)
            vars(modules[name]).update(members)
        return modules
