#!/bin/bash
# Makes the archive of the current schema: tests/golden/schema-2.tar.gz has data/ of three reports,
# of nodes, tasks and a trace, and what a replot of each has to hold (see tests/cli/archives.sh).
# To be run while a schema grows, and never again once reports of it are in use: what replots an
# archive that is made anew proves nothing about reports from before.
#
# JOBREPORT: the program, else build/jobreport.

set -eu
cd "$(dirname "$0")/../.."
program=$(realpath "${JOBREPORT:-build/jobreport}")
schema=$(sed -n 's/.*MANIFEST_SCHEMA = \([0-9]*\).*/\1/p' src/manifest.h)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=1718300000 USER=tester
unset SLURM_JOB_ID PBS_JOBID OAR_JOB_ID

add() { # NAME EXAMPLE
    local report=$scratch/report
    mkdir -p "$scratch/schema-$schema/$1"
    (cd examples && "$program" --quiet --format html,png --output "$report" "$2")
    cp -r "$report/data" "$scratch/schema-$schema/$1"
    tests/golden/list_contents.sh "$report" "$program" > "$scratch/schema-$schema/$1/contents"
    rm -r "$report"
}

add nodes archive-12-nodes
add tasks campaign-568-tasks
add trace dask-2-hosts
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    -C "$scratch" -c "schema-$schema" | gzip -9n > "tests/golden/schema-$schema.tar.gz"
ls -l "tests/golden/schema-$schema.tar.gz"
