#!/usr/bin/env python3
"""Writes numpy_devices.csv: what numpy finds in events of tasks and samples of GPUs.

A row is a cell of a result table: table, its first text columns that tell the row, column, value.
Written with plain loops and the definitions alone. Run where numpy is:
python3 numpy_devices.py examples/rendering-36-tasks >numpy_devices.csv
"""
import csv
import datetime
import math
import sys
from collections import defaultdict

import numpy as np

METRICS = {"power": "powerDrawWatt", "temperature": "gpuTempC", "utilization": "gpuUtilPerc",
           "memory_utilization": "gpuMemUtilPerc"}
EVENT_COLUMNS = "mean std min q1 median q3 max".split()


def read(directory, name):
    with open(f"{directory}/{name}") as file:
        return list(csv.DictReader(file))


def seconds(text):
    moment = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
    return moment.replace(tzinfo=datetime.timezone.utc).timestamp()


def out(table, first, second, columns):
    for column, value in columns.items():
        print(f"{table},{first},{second},{column},{float(value)!r}")


def spans_of(rows):
    starts, spans = {}, []
    for row in sorted(rows, key=lambda r: (seconds(r["timestamp"]), r["eventType"] == "STOP")):
        key = row["hostname"], row["eventName"], row["jobId"], row["taskId"]
        if row["eventType"] == "START":
            starts[key] = seconds(row["timestamp"])
        else:
            spans.append((*key, starts.pop(key), seconds(row["timestamp"])))
    return spans


def summary(values):
    q = np.quantile(values, [0, 0.25, 0.5, 0.75, 1])
    return dict(zip(EVENT_COLUMNS, [np.mean(values), np.std(values, ddof=1), *q]))


def ranks(values):
    values = np.asarray(values)
    return np.array([((values < v).sum() + (values <= v).sum() + 1) / 2 for v in values])


def correlation(x, y):
    rho, n = np.corrcoef(ranks(x), ranks(y))[0, 1], len(x)
    reach = 1.959963984540054 * math.sqrt((1 + rho * rho / 2) / (n - 3))
    return dict(count=n, rho=rho, low=math.tanh(math.atanh(rho) - reach),
                high=math.tanh(math.atanh(rho) + reach))


def union(intervals):
    total, reached = 0, -math.inf
    for start, stop in sorted(intervals):
        total += max(0, stop - max(start, reached))
        reached = max(reached, stop)
    return total


def main(directory):
    spans = spans_of(read(directory, "application-checkpoints.csv"))
    samples = defaultdict(list)
    serials = {}
    for row in read(directory, "gpu.csv"):
        values = [np.float32(row[column]) for column in METRICS.values()]
        samples[row["hostname"]].append((seconds(row["timestamp"]), *values))
        serials[row["hostname"]] = row["gpuSerial"]
    means, durations = defaultdict(list), defaultdict(list)
    pairs = []
    for host, event, _, task, start, stop in spans:
        held = [s[1:] for s in samples[host] if start <= s[0] <= stop]
        durations[event].append(stop - start)
        if held:
            mean = np.mean(np.array(held, float), axis=0)
            means[event].append(mean)
            if event != "TotalRender":
                means["*"].append(mean)
            if event == "Render":
                pairs.append((mean, stop - start))
    counted = sum(sum(v) for k, v in durations.items() if k != "TotalRender")
    for event, values in durations.items():
        q = np.quantile(values, [0, 0.25, 0.5, 0.75, 0.95, 1])
        names = "min_s p25_s p50_s p75_s p95_s max_s".split()
        out("event_time", event, "", dict(zip(names, q), count=len(values), total_s=sum(values),
                                          mean_s=np.mean(values)))
        if event != "TotalRender":
            out("event_time", event, "", dict(share=sum(values) / counted))
    for event, rows in means.items():
        for k, metric in enumerate(METRICS):
            values = np.array(rows)[:, k]
            out("event_devices", event, metric, dict(summary(values), count=len(values)))
    everything = np.array([s[1:] for rows in samples.values() for s in rows], float)
    for k, metric in enumerate(METRICS):
        out("device_metrics", metric, "W °C % %".split()[k],
            dict(summary(everything[:, k]), samples=len(everything), missing=0))
    for k, metric in enumerate(METRICS):
        x, y = np.array([p[0][k] for p in pairs]), np.array([p[1] for p in pairs])
        out("correlations", metric, "W °C % %".split()[k], correlation(x, y))
    tasks = defaultdict(lambda: defaultdict(list))
    for host, _, _, task, start, stop in spans:
        tasks[host][task].append((start, stop))
    times = {host: [union(v) for v in of.values()] for host, of in tasks.items()}
    middle = np.median([np.median(v) for v in times.values()])
    for host, values in times.items():
        out("device_tasks", host, serials[host],
            dict(tasks=len(values), median_s=np.median(values), mean_s=np.mean(values),
                 ratio_to_median=np.median(values) / middle))


main(sys.argv[1])
