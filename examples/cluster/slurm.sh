#!/bin/bash
# One question on many nodes of Slurm: sbatch examples/cluster/slurm.sh
#
# Not run by the tests of this repository: it needs Slurm. `ray symmetric-run` starts Ray on every
# node of the job, runs the command on the first, and ends Ray when the command has ended.
#SBATCH --job-name=shomei
#SBATCH --nodes=16
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=64G
#SBATCH --time=24:00:00
#SBATCH --signal=B:INT@300

set -euo pipefail

# The folder must be seen by all nodes: the virtual environment and the journal stand in it.
cd "$SLURM_SUBMIT_DIR"
source .venv/bin/activate

export RAY_USAGE_STATS_ENABLED=0
# Who does not know the token is not let in. srun hands the environment on.
export RAY_AUTH_MODE=token
RAY_AUTH_TOKEN=$(python -c 'import secrets; print(secrets.token_hex(32))')
export RAY_AUTH_TOKEN

head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
port=6379

# 300 seconds before the end Slurm sends SIGINT: the search ends with its journal written, and
# `shomei-cluster resume` goes on in the next job.
srun --signal=INT@300 ray symmetric-run \
    --address "$head:$port" \
    --min-nodes "$SLURM_JOB_NUM_NODES" \
    --num-cpus "$SLURM_CPUS_PER_TASK" \
    --object-store-memory 200000000 \
    --include-dashboard false \
    -- \
    shomei-cluster solve loa start \
    --address "$head:$port" --memory 48GiB \
    --journal question.journal --store loa.store --certificate question.proof --json
