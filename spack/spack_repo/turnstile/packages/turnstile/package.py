# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from pathlib import Path

from spack_repo.builtin.build_systems.cmake import CMakeBuilder, CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import (
    SkipTest,
    cache_extra_test_sources,
    conflicts,
    depends_on,
    get_cmake_prefix_path,
    join_path,
    license,
    requires,
    run_after,
    set_env,
    variant,
    version,
    when,
    which,
    working_dir,
)


class Turnstile(CMakePackage, CudaPackage):
    """Transposes, permutes and re-lays-out Kokkos Views and plain arrays at the speed of a copy,
    through tiles in scratch memory whose padding or swizzle is a policy."""

    # The recipe lies in the repository whose sources it builds.
    git = Path(__file__).resolve().parents[5].as_posix()

    test_requires_compiler = True

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("openmp", default=True, description="Use all cores of hosts, through Kokkos::OpenMP")
    variant("shared", default=True, description="Build a shared library")
    variant("apps", default=True, description="Build the turnstile command")
    variant("perf", default=False, description="Build the performance suite, turnstile_bench")
    variant("tests", default=False, description="Build the tests, which install --test=root runs")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")

    depends_on("kokkos@4.7:")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("cli11@2.1:", type="build", when="+apps")

    with when("+perf"):
        depends_on("cli11@2.1:", type="build")
        depends_on("kokkos-kernels")
        depends_on("benchmark")
        depends_on("eigen", type="build")
        depends_on("openblas")

    with when("+tests"):
        depends_on("googletest")
        depends_on("kokkos-kernels")
        depends_on("python@3.9:", type="build")
        depends_on("py-numpy", type="build")
        depends_on("py-matplotlib", type="build")

    depends_on("cuda@12.2:", when="+cuda")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
        for user in ("perf", "tests"):
            depends_on(f"kokkos-kernels+cuda cuda_arch={arch}", when=f"+{user}+cuda cuda_arch={arch}")

    conflicts("+cuda", when="cuda_arch=none", msg="+cuda needs an architecture, such as cuda_arch=80 for an A100")
    conflicts("%gcc@:11", msg="The native kernels of hosts need GCC 12 or newer")
    conflicts(
        "^kokkos~shared~pic",
        when="+shared",
        msg="A shared library needs a Kokkos with +shared or +pic",
    )
    requires(
        "^kokkos+wrapper",
        "^kokkos+cmake_lang",
        "%cxx=clang",
        policy="any_of",
        when="+cuda",
        msg="CUDA needs a Kokkos with +wrapper or +cmake_lang, or Clang as compiler",
    )
    requires("^kokkos+cuda_lambda", when="+cuda ^kokkos@:4", msg="CUDA needs a Kokkos with +cuda_lambda")

    def setup_build_environment(self, env):
        # CMake has pip install Python packages that are missing; here nothing may be missing.
        env.set("PIP_NO_INDEX", "1")

    def compiler_args(self):
        """What this package and every user of it must be configured with."""
        args = [self.define("Kokkos_ROOT", self.spec["kokkos"].prefix)]
        if self.spec.satisfies("^kokkos+wrapper"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CUDA_COMPILER", self.spec["cuda"].prefix.bin.nvcc))
            args.append(CMakeBuilder.define_cuda_architectures(self))
        return args

    def required_packages(self):
        """Packages that CMake must find: what is not installed, it would download."""
        yield "Kokkos"
        if self.spec.satisfies("+apps") or self.spec.satisfies("+perf"):
            yield "CLI11"
        if self.spec.satisfies("+perf") or self.spec.satisfies("+tests"):
            yield "KokkosKernels"
        if self.spec.satisfies("+perf"):
            yield from ("benchmark", "Eigen3", "OpenBLAS")
        if self.spec.satisfies("+tests"):
            yield "GTest"

    def cmake_args(self):
        return [
            *self.compiler_args(),
            *(self.define(f"CMAKE_REQUIRE_FIND_PACKAGE_{name}", True) for name in self.required_packages()),
            # CMake stops where the Kokkos that it finds lacks one of these.
            self.define_from_variant("Kokkos_ENABLE_CUDA", "cuda"),
            self.define_from_variant("Kokkos_ENABLE_OPENMP", "openmp"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("Turnstile_ENABLE_CUDA_BACKEND", "cuda"),
            self.define("Turnstile_ENABLE_OPENMP_BACKEND", True),
            self.define_from_variant("Turnstile_BUILD_APPS", "apps"),
            self.define_from_variant("Turnstile_BUILD_PERF", "perf"),
            self.define_from_variant("Turnstile_BUILD_TESTS", "tests"),
            self.define_from_variant("Turnstile_BUILD_EXAMPLES", "tests"),
            self.define("Turnstile_BUILD_DEMO", False),
            self.define("Turnstile_INSTALL", True),
        ]

    def check(self):
        """Run the tests, except those that need 10 GB of memory."""
        if self.spec.satisfies("+tests"):
            with working_dir(self.build_directory):
                which("ctest", required=True)("--output-on-failure", "--label-exclude", "memory")

    @run_after("install")
    def keep_consumer(self):
        cache_extra_test_sources(self, join_path("tests", "install", "as_library"))

    def run_on_device(self, program, *args):
        """What a program prints; where the device or its driver is missing, the test is skipped."""
        output = program(*args, output=str, error=str, fail_on_error=False)
        print(output)
        if program.returncode == 77 or "libcuda.so.1: cannot open" in output:
            raise SkipTest("This machine has no device to run on")
        assert program.returncode == 0, f"{program.name} returned {program.returncode}"
        return output

    def test_consumer(self):
        """Build a program that uses the installed library, and run it"""
        source = self.test_suite.current_test_cache_dir.tests.install.as_library
        cmake = which(self.spec["cmake"].prefix.bin.cmake, required=True)
        compiler = self["cxx"].cxx
        with working_dir("consumer", create=True), set_env(NVCC_WRAPPER_DEFAULT_COMPILER=compiler):
            cmake(
                source,
                self.define("CMAKE_CXX_COMPILER", compiler),
                self.define("CMAKE_CUDA_HOST_COMPILER", compiler),
                *self.compiler_args(),
                self.define("Turnstile_ROOT", self.prefix),
                self.define("CMAKE_PREFIX_PATH", get_cmake_prefix_path(self)),
            )
            cmake("--build", ".")
            self.run_on_device(which("./consumer", required=True))

    def test_command(self):
        """Let the installed command count the passes of a padded tile"""
        if not self.spec.satisfies("+apps"):
            raise SkipTest("The command is not built (~apps)")
        turnstile = which(self.prefix.bin.turnstile, required=True)
        report = self.run_on_device(turnstile, "banks", "--tile", "32x32", "--bytes", "4", "--padding", "1")
        assert "column load: 1 pass" in report, report
