# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of the `turnstile` command: test_command.py [--turnstile PATH] [unittest's own arguments]."""

import argparse
import os
import sys
import unittest

import command_case
from test_files import *  # noqa: F401,F403
from test_permute import *  # noqa: F401,F403
from test_reports import *  # noqa: F401,F403
from test_tuning import *  # noqa: F401,F403

SKIPPED = 77  # what ctest shows as skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__, add_help=False)
    parser.add_argument("--turnstile", help="the command to test (default: $TURNSTILE_COMMAND)")
    options, rest = parser.parse_known_args()
    if options.turnstile:
        os.environ["TURNSTILE_COMMAND"] = os.path.abspath(options.turnstile)
    if "TURNSTILE_COMMAND" not in os.environ:
        sys.exit("test_command.py: --turnstile or TURNSTILE_COMMAND must name the command")
    problem = command_case.run_turnstile("info").stderr
    if "cudaErrorNoDevice" in problem or "cudaErrorInsufficientDriver" in problem:
        print("no device:", problem)
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
