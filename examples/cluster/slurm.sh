#!/bin/bash
# One question on many nodes of Slurm: sbatch examples/cluster/slurm.sh
#
# Not run by the tests of this repository: it needs Slurm. `ray symmetric-run` starts Ray on every
# node of the job, runs the command on the first node, and stops Ray at the end of the command.
#SBATCH --job-name=shomei
#SBATCH --nodes=16
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=64G
#SBATCH --time=24:00:00

set -euo pipefail

# All nodes must have access to the folder, which contains the virtual environment and the journal.
cd "$SLURM_SUBMIT_DIR"
source .venv/bin/activate

export RAY_USAGE_STATS_ENABLED=0
# Connections need the token. srun passes the environment on.
export RAY_AUTH_MODE=token
RAY_AUTH_TOKEN=$(python -c 'import secrets; print(secrets.token_hex(32))')
export RAY_AUTH_TOKEN

head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
port=6379

# The command ends before Slurm ends the job (exit code 3: unknown), and the next job with the same
# command continues from the journal. If Slurm ends it earlier, the journal lacks the last second.
srun ray symmetric-run \
    --address "$head:$port" \
    --min-nodes "$SLURM_JOB_NUM_NODES" \
    --num-cpus "$SLURM_CPUS_PER_TASK" \
    --object-store-memory 200000000 \
    --include-dashboard false \
    -- \
    shomei-cluster solve loa start \
    --address "$head:$port" --memory 48GiB \
    --time 23h --journal question.journal --store loa.store --certificate question.proof --json
