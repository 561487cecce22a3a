# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One picture a file: each has a function from a report to a figure, or to None where there is nothing to draw."""

try:
    import matplotlib  # noqa: F401
    import numpy  # noqa: F401
except ModuleNotFoundError as error:
    raise SystemExit(f"pictures need {error.name}: python3 -m pip install numpy matplotlib") from None
