# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run found, for the terminal: a line a case, and how close to a copy the library is."""

from __future__ import annotations

import results
import tables

# As in perf/bench/report.cpp: the distance between the quartiles, as a share of the median.
BUSY_SPREAD = 0.2


def table(report: results.Report) -> str:
    rows = []
    for row in report.rows:
        if not row["verified"]:
            rows.append([row["case"], "FAILED", "", "", ""])
            continue
        rows.append(
            [
                row["case"],
                tables.number(row["gb_per_s"], 1),
                tables.number(row["ratio_to_copy"], 3),
                tables.number(row["bank_passes"], 0),
                tables.number(100 * row["spread"], 1, " %"),
            ]
        )
    return tables.plain(["case", "GB/s", "of copy", "passes", "spread"], rows)


def busy_warning(rows: list[dict]) -> str:
    """A line where something else seems to have used the machine: quartiles far apart."""
    wide = [row["spread"] for row in rows if row["verified"] and row["spread"] > BUSY_SPREAD]
    if not wide:
        return ""
    return (
        f"busy machine? {len(wide)} of {len(rows)} cases spread by more than {100 * BUSY_SPREAD:.0f} %, "
        f"up to {100 * max(wide):.0f} %: measure again when nothing else runs\n"
    )


def summary(report: results.Report) -> str:
    ours = [row for row in report.rows if row["path"] == "auto" and row["verified"]]
    failed = [row for row in report.rows if not row["verified"]]
    text = ""
    if ours:
        worst = min(ours, key=lambda row: row["ratio_to_copy"])
        mean = results.geometric_mean(row["ratio_to_copy"] for row in ours)
        text += f"the library: {mean:.3f} of a copy (geometric mean of {len(ours)} cases), "
        text += f"lowest {worst['ratio_to_copy']:.3f} in {worst['case']}\n"
    text += busy_warning(report.rows)
    text += f"{len(report.rows)} cases, {len(failed)} failed\n"
    return text + "".join(
        f"FAILED {row['case']}: {' '.join((row['failure'] or 'no reason given').split())}\n" for row in failed
    )
