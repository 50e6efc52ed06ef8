#!/bin/bash
#SBATCH --job-name=matmul
#SBATCH --nodes=4
#SBATCH --time=01:00:00

# The program, and a monitor that leaves its metric files in $METRICS.
METRICS=$SLURM_SUBMIT_DIR/metrics-$SLURM_JOB_ID
srun ./matmul
result=$?

# The report. It must not change how the job ends: whatever goes wrong here is only said.
if command -v jobreport > /dev/null && [ -d "$METRICS" ]; then
    jobreport --title matmul --output "$SLURM_SUBMIT_DIR/job-report-$SLURM_JOB_ID" "$METRICS" ||
        echo "no report of job $SLURM_JOB_ID (exit code $?)" >&2
fi

exit $result
