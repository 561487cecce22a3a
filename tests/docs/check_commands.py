# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the commands that the pages show, in blocks of shell and in running text.

Blocks must parse as shell. Presets, options of CMake and of our programs, their subcommands and suites, and scripts
must exist. What reads nothing and takes no time (turnstile explain, banks, info) is run.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from pages import INLINE_CODE, blocks_of, pages_of, prose_of

OTHERS = {"cd", "export", "git", "module", "pip", "source", "spack", "srun", "apt-get", "doxygen"}
RUN = ("explain", "banks", "info")


@dataclass
class Project:
    """What the pages may name."""

    root: Path
    turnstile: str = ""
    bench: str = ""
    helps: dict[str, str] = field(default_factory=dict)

    def presets(self, kind: str) -> set[str]:
        presets = json.loads((self.root / "CMakePresets.json").read_text(encoding="utf-8"))
        return {preset["name"] for preset in presets[f"{kind}Presets"] if not preset.get("hidden")}

    def cmake_text(self) -> str:
        files = [self.root / "CMakeLists.txt", *(self.root / "cmake").rglob("*.cmake")]
        return "\n".join(file.read_text(encoding="utf-8") for file in files)

    def help_of(self, *command: str) -> str:
        key = " ".join(command)
        if key not in self.helps:
            result = subprocess.run([*command, "--help"], capture_output=True, text=True, check=False)
            self.helps[key] = result.stdout + result.stderr
        return self.helps[key]


def fault_of_cmake(words: list[str], project: Project) -> str:
    kind = "workflow" if "--workflow" in words else "build" if "--build" in words else "configure"
    if words[0] == "ctest":
        kind = "test"
    for name in (words[k + 1] for k, word in enumerate(words[:-1]) if word == "--preset"):
        if name not in project.presets(kind):
            return f"there is no {kind} preset {name}"
    for name in re.findall(r"-D(Turnstile_\w+)", " ".join(words)):
        generic = name if not name.endswith("_URL") else "Turnstile_${name}_URL"
        if generic not in project.cmake_text():
            return f"there is no option {name}"
    return ""


def fault_of_options(words: list[str], text: str) -> str:
    for word in words:
        option = word.partition("=")[0]
        if re.match(r"--?[a-z]", option) and not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text):
            return f"{words[0]} has no option {option}"
    return ""


def fault_of_turnstile(words: list[str], project: Project, run: bool, environment: dict[str, str]) -> str:
    if not project.turnstile or len(words) < 2 or words[1] == "...":
        return ""
    subcommand = words[1]
    if subcommand.startswith("-"):
        return fault_of_options(words, project.help_of(project.turnstile))
    if not re.search(rf"^  {re.escape(subcommand)} ", project.help_of(project.turnstile), re.MULTILINE):
        return f"turnstile has no subcommand {subcommand}"
    fault = fault_of_options(words[1:], project.help_of(project.turnstile, subcommand))
    if fault or not run or subcommand not in RUN:
        return fault
    with tempfile.TemporaryDirectory() as folder:
        command = [project.turnstile, *words[1:]]
        result = subprocess.run(
            command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
    # A device that is not compiled in, or not here, is no fault of the page.
    is_missing_device = "--device" in result.stderr or "cudaError" in result.stderr
    return "" if result.returncode == 0 or is_missing_device else result.stderr.strip()


def fault_of_bench(words: list[str], project: Project) -> str:
    if not project.bench:
        return ""
    text = project.help_of(project.bench)
    for name in (words[k + 1] for k, word in enumerate(words[:-1]) if word == "--suite"):
        if not re.search(rf"--suite \S+ [^-]*\b{re.escape(name)}\b", text):
            return f"turnstile_bench has no suite {name}"
    return fault_of_options([word for word in words if not word.startswith("--benchmark_")], text)


def fault_of_words(words: list[str], project: Project, run: bool) -> str:
    """What is wrong with one command, or nothing."""
    environment = {}
    while words and re.match(r"^[A-Za-z_]\w*=", words[0]):
        key, _, value = words[0].partition("=")
        environment[key] = value
        words = words[1:]
    if not words:
        return ""
    name = Path(words[0]).name
    if name in ("cmake", "ctest"):
        return fault_of_cmake(words, project)
    if name == "turnstile":
        return fault_of_turnstile(words, project, run, environment)
    if name == "turnstile_bench":
        return fault_of_bench(words, project)
    if name == "python3":
        script = next((word for word in words[1:] if word.endswith(".py")), "")
        return "" if not script or (project.root / script).is_file() else f"{script} does not exist"
    return "" if name in OTHERS else f"the check does not know the command {name}"


def fault_of_shell(text: str, project: Project) -> str:
    parsed = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
    if parsed.returncode != 0:
        return parsed.stderr.strip()
    for line in text.replace("\\\n", " ").splitlines():
        fault = fault_of_words(shlex.split(line, comments=True), project, run=True)
        if fault:
            return fault
    return ""


def commands_of(page: Path) -> list[tuple[str, str, bool]]:
    """(place, text, whether it is a block) of every command of the page."""
    found = [(block.where(), block.text, True) for block in blocks_of(page) if block.language == "sh"]
    for number, line in enumerate(prose_of(page).splitlines(), start=1):
        for code in INLINE_CODE.findall(line):
            if re.match(r"(cmake|ctest|turnstile|turnstile_bench) -?-?\w", code):
                found.append((f"{page.name}:{number}", code, False))
        if re.match(r"    (cmake|ctest|turnstile|turnstile_bench|python3) ", line):
            found.append((f"{page.name}:{number}", line.strip(), True))
    return found


def faults_of(project: Project) -> tuple[int, list[str]]:
    commands = [command for page in pages_of(project.root) for command in commands_of(page)]
    faults = []
    for where, text, is_block in commands:
        fault = fault_of_shell(text, project) if is_block else fault_of_words(shlex.split(text), project, run=False)
        if fault:
            faults.append(f"{where}: {fault}")
    return len(commands), faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path, help="the project")
    parser.add_argument("--turnstile", default="", help="the command, where it is built")
    parser.add_argument("--bench", default="", help="turnstile_bench, where it is built")
    options = parser.parse_args()
    count, faults = faults_of(Project(options.root.resolve(), options.turnstile, options.bench))
    print("\n".join(faults) if faults else f"{count} blocks and commands are as they should be")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
