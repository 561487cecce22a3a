#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Turnstile authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Measures 1 to 8 GPUs of one node at the same time, one process and one result folder each. Set the account and the
# partition of your site, and the number of GPUs twice:
#
#   sbatch --account=<project> --partition=<gpus> --gpus-per-node=4 --ntasks-per-node=4 perf/reframe/a100_node.sh quick
#
# A job that runs out of time is resumed by giving the first one's number: RESUME=<job> sbatch ...
#SBATCH --job-name=turnstile
#SBATCH --nodes=1
#SBATCH --gpus-per-node=4
#SBATCH --ntasks-per-node=4
#SBATCH --cpus-per-task=8
#SBATCH --exclusive
#SBATCH --time=00:30:00
#SBATCH --signal=TERM@60

set -euo pipefail

export SUITES="${*:-quick}"
export RESULTS="${RESULTS:-perf/results/jobs/${RESUME:-$SLURM_JOB_ID}}"
export BENCH="${BENCH:-build/cuda-sm80/perf/bench/turnstile_bench}"
export OMP_NUM_THREADS="${SLURM_CPUS_PER_TASK:-8}" OMP_PROC_BIND=spread OMP_PLACES=cores

cd "${SLURM_SUBMIT_DIR:-.}"
if [[ ! -x "$BENCH" ]]; then
  echo "a100_node.sh: $BENCH is not a program; build the preset cuda-sm80, or set BENCH" >&2
  exit 2
fi

# Each process takes the GPU of its rank from those that the job was given. Where Slurm shows a process its own GPU
# only, that is the one.
one_gpu() {
  local -a visible
  IFS=, read -ra visible <<<"${CUDA_VISIBLE_DEVICES:-$(seq -s, 0 $((SLURM_NTASKS - 1)))}"
  if ((${#visible[@]} > 1 && SLURM_NTASKS > ${#visible[@]})); then
    echo "a100_node.sh: $SLURM_NTASKS processes, but ${#visible[@]} GPUs: give --ntasks-per-node and --gpus-per-node one number" >&2
    exit 2
  fi
  export CUDA_VISIBLE_DEVICES="${visible[SLURM_LOCALID % ${#visible[@]}]}"
  # shellcheck disable=SC2086  # several suites are several arguments
  exec python3 perf/tools/run.py $SUITES --bench "$BENCH" --device cuda --results "$RESULTS/gpu-$SLURM_LOCALID"
}
export -f one_gpu

exec srun --gpus-per-node="${SLURM_GPUS_ON_NODE:-4}" bash -c one_gpu
