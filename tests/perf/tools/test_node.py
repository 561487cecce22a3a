# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The batch script of perf/reframe."""

import os
import subprocess
import unittest

from tool_case import BENCH, ROOT, InFolder

import results  # found by tool_case


class Node(InFolder):
    """The batch script for nodes with several GPUs, with a stand-in for srun that starts two processes."""

    SCRIPT = ROOT / "perf" / "reframe" / "a100_node.sh"
    SRUN = """#!/bin/bash
shift
for rank in 0 1; do
  SLURM_LOCALID=$rank "$@" || exit
done
"""

    def node(self, **environment):
        srun = self.folder / "srun"
        srun.write_text(self.SRUN)
        srun.chmod(0o755)
        environment = {
            "PATH": f"{self.folder}:{os.environ['PATH']}",
            "SLURM_SUBMIT_DIR": str(ROOT),
            "SLURM_JOB_ID": "42",
            "SLURM_NTASKS": "2",
            "RESULTS": str(self.folder / "results"),
            "BENCH": str(BENCH),
            **environment,
        }
        command = ["bash", self.SCRIPT, "tiny"]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})

    def test_a_process_and_a_file_for_each_gpu(self):
        for visible in ("", "5,7"):
            done = self.node(CUDA_VISIBLE_DEVICES=visible)
            self.assertEqual(done.returncode, 0, done.stderr)
        expected = [f"CUDA_VISIBLE_DEVICES={gpu}" for gpu in (0, 5, 1, 7)]
        files = [
            self.folder / "results" / f"gpu-{rank}" / "nvidia-abacus-r-200" / f"2026-03-04-tiny{number}.json"
            for rank in (0, 1)
            for number in ("", "-2")
        ]
        found = [results.load(file).context["environment"].split()[-1] for file in files]
        self.assertEqual(found, expected)

    def test_more_processes_than_gpus(self):
        done = self.node(SLURM_NTASKS="3", CUDA_VISIBLE_DEVICES="0,1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("3 processes, but 2 GPUs", done.stderr)

    def test_a_program_that_is_not_there(self):
        done = self.node(BENCH="no/bench")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no/bench is not a program", done.stderr)


if __name__ == "__main__":
    unittest.main()
