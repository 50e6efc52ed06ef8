#!/usr/bin/python3
"""Writes numpy_task_quantiles.csv: what numpy finds in the records that the unit test makes."""
import csv
import sys

import numpy

SHARES = [0, 0.01, 0.05, 0.32, 0.5, 0.68, 0.95, 0.99, 1]
NAMES = ["p000", "p001", "p005", "p032", "p050", "p068", "p095", "p099", "p100"]

groups = {}
for i in range(5000):
    key = (f"step{i % 3 + 1}", f"kind{i % 7}" if i % 1000 else "rare")
    memory, run_time = groups.setdefault(key, ([], []))
    memory.append(1e9 + (i * 7919) % 1000003 * 1024)
    run_time.append((i * 104729) % 99991 / 16 + 0.5)

out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(
    ["step", "task", "quanta", "integrated_runtime_hrs"]
    + ["mem_GB_" + name for name in NAMES]
    + ["runtime_s_" + name for name in NAMES]
)
for (step, task), (memory, run_time) in sorted(groups.items()):
    out.writerow(
        [step, task, len(memory), repr(float(numpy.sum(run_time)) / 3600)]
        + [repr(float(value)) for value in numpy.quantile(memory, SHARES) / 2**30]
        + [repr(float(value)) for value in numpy.quantile(run_time, SHARES)]
    )
