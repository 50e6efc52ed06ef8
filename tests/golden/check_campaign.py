#!/usr/bin/env python3
"""check_campaign.py RECORDS DATA: works the tables about tasks out again from a table of records as
examples/campaign-568-tasks has it, in plain Python, and prints what differs from DATA/*.csv."""
import csv
import math
import sys
from collections import defaultdict
from datetime import datetime

RECORDS, DATA = sys.argv[1:3]
counts = {"compared": 0, "differ": 0}


def table(name):
    with open(f"{DATA}/{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def quantile(values, p):
    values = sorted(values)
    h = (len(values) - 1) * p
    low = math.floor(h)
    return values[low] + (h - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def expect(what, row, **expected):
    for column, value in expected.items():
        counts["compared"] += 1
        cell = float(row[column]) if row[column] != "" else None
        if cell is None or not math.isclose(cell, value, rel_tol=1e-9, abs_tol=1e-9):
            counts["differ"] += 1
            print(f"{what}: {column} is {row[column]}, not {value}")


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


attempts = []
for r in csv.DictReader(open(RECORDS, encoding="utf-8")):
    attempts.append({"task": r["task"], "id": r["id"], "number": int(r["attempt"]), "node": r["node"],
                     "submit": seconds(r["submit"]), "start": seconds(r["start"]), "end": seconds(r["end"]),
                     "time": float(r["elapsed_s"]), "cpu": float(r["cpu_time_s"]),
                     "memory": 1e6 * float(r["peak_memory_MB"]), "done": r["outcome"] == "done",
                     "requested": 1e6 * float(r["requested_memory_MB"])})
last = {}
for a in attempts:
    if a["id"] not in last or last[a["id"]]["number"] < a["number"]:
        last[a["id"]] = a
done = [a for a in last.values() if a["done"]]


def of(kind):
    return [a for a in done if kind in ("*", a["task"])]


def check_requested():
    for row in table("requested"):
        if row["quantity"] != "memory":
            continue
        tasks = of(row["task"])
        ratios = [a["memory"] / a["requested"] for a in tasks]
        expect("requested " + row["task"], row, tasks=len(tasks), ratio_p50=quantile(ratios, 0.5),
               ratio_p95=quantile(ratios, 0.95), ratio_max=max(ratios), above=sum(r > 1 for r in ratios),
               requested_time=math.fsum(a["requested"] * a["time"] for a in tasks),
               wasted_time=math.fsum(max(a["requested"] - a["memory"], 0) * a["time"] for a in tasks))


def check_allocation():
    for row in table("allocation"):
        tasks = [(a["memory"], a["time"]) for a in of(row["task"])]
        peaks = sorted({peak for peak, _ in tasks})
        most, time = peaks[-1], math.fsum(t for _, t in tasks)
        used = math.fsum(peak * t for peak, t in tasks)

        def retried(size):
            return math.fsum(t for peak, t in tasks if peak > size)

        def waste(size):
            return size * time + most * retried(size) - used

        def estimate(size):
            fits = sum(peak <= size for peak, _ in tasks) / len(tasks)
            return (most / size * fits + 1 - fits) / (time + retried(size))

        size = {"p50": lambda: quantile([p for p, _ in tasks], 0.5), "max": lambda: most,
                "p95": lambda: quantile([p for p, _ in tasks], 0.95),
                "min_waste": lambda: min(peaks, key=waste),
                "max_throughput": lambda: max(peaks, key=estimate)}[row["rule"]]()
        expect(f"allocation {row['task']} {row['rule']}", row, allocation_B=size,
               retries=sum(peak > size for peak, _ in tasks), wasted_Bs=waste(size),
               wasted_share=waste(size) / (used + waste(size)),
               throughput=most * time / (size * time + most * retried(size)))


def check_classes():
    whole = math.fsum(a["time"] for a in done)
    for row, low, high in zip(table("memory_classes"), (0, 5e9, 20e9), (5e9, 20e9, math.inf)):
        tasks = [a for a in done if low < a["memory"] <= high]
        expect("memory_classes " + row["class"], row, tasks=len(tasks),
               elapsed_share=math.fsum(a["time"] for a in tasks) / whole,
               cpu_s=math.fsum(a["cpu"] for a in tasks))


def check_nodes():
    for row in table("task_nodes"):
        here = [a for a in attempts if a["node"] == row["node"]]
        tasks = [a for a in done if a["node"] == row["node"]]
        expect("task_nodes " + row["node"], row, tasks=len(tasks), attempts=len(here),
               failed_attempts=sum(not a["done"] for a in here), first=min(a["start"] for a in here),
               last=max(a["end"] for a in here), elapsed_s=math.fsum(a["time"] for a in tasks))


def check_time():
    summary = table("concurrency_summary")[0]
    span = max(a["end"] for a in attempts) - min(a["submit"] for a in attempts)
    ran = math.fsum(a["end"] - a["start"] for a in attempts)
    waited = math.fsum(a["start"] - a["submit"] for a in attempts)
    expect("concurrency_summary", summary, running_mean=ran / span, waiting_mean=waited / span)
    rows = table("concurrency")
    for column, sum_s in ("running", ran), ("waiting", waited):
        held = math.fsum((float(b["time"]) - float(a["time"])) * float(a[column]) for a, b in zip(rows, rows[1:]))
        expect("concurrency", {column: held}, **{column: sum_s})
    per_node = defaultdict(lambda: [0, 0, 0])
    for row in table("lanes"):
        here = per_node[row["node"]]
        here[0] += (float(row["end"]) - float(row["start"])) * float(row["running"])
        here[1] += int(row["tasks"])
        here[2] += int(row["failed"])
    for node, (ran_s, tasks, failed) in per_node.items():
        here = [a for a in attempts if a["node"] == node]
        expect("lanes " + node, {"ran": ran_s, "tasks": tasks, "failed": failed}, tasks=len(here),
               ran=math.fsum(a["end"] - a["start"] for a in here), failed=sum(not a["done"] for a in here))


for check in check_requested, check_allocation, check_classes, check_nodes, check_time:
    check()
print(f"{counts['compared']} compared, {counts['differ']} differ")
sys.exit(1 if counts["differ"] or counts["compared"] < 250 else 0)
