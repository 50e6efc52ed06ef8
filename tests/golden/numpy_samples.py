#!/usr/bin/env python3
"""Writes numpy_samples.csv: what numpy finds in real samples, for a test of the whole program.

Rows are those of node_metrics; node "*" is the mean over the nodes on the sampling grid, which
job_metrics has as it is where its `combine` says mean, and times the number of nodes where it says
total. Run where numpy and the samples are: python3 numpy_samples.py ../shared/data >numpy_samples.csv
"""
import gzip
import json
import sys

import numpy as np

QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95]
COUNTERS = ("cpu_time", "net_io_counters.", "io_counters.")
PREFIXES = {"G": 1e9, "M": 1e6, None: 1}


def row(source, node, metric, values, total=""):
    present = values[~np.isnan(values)]
    cells = [len(present), len(values) - len(present), present.mean(), present.min(),
             *np.quantile(present, QUANTILES), present.max(), total]
    texts = [cell if isinstance(cell, str) else repr(float(cell)) for cell in cells]
    print(",".join([source, node, metric, *texts]))


def combine(series, start, step, slots):
    """The mean over the nodes present, where these are half of all."""
    grid = np.full((len(series), slots), np.nan)
    for node, (times, values) in enumerate(series):
        slot = np.floor((times - start) / step + 0.5).astype(int)
        for k in np.unique(slot):
            here = values[(slot == k) & ~np.isnan(values)]
            if len(here):
                grid[node, k] = here.mean()
    present = (~np.isnan(grid)).sum(axis=0)
    means = np.nansum(grid, axis=0) / np.maximum(present, 1)
    return np.where((present > 0) & (2 * present >= len(series)), means, np.nan)


def rates(times, counts):
    later = np.append(np.diff(times) > 0, True)
    times, counts = times[later], counts[later]
    steps = np.diff(counts)
    return times[1:], np.where(steps < 0, np.nan, steps / np.diff(times)), steps[steps >= 0].sum()


def flat(host, path=""):
    for key, value in host.items():
        if isinstance(value, dict):
            yield from flat(value, f"{path}{key}.")
        elif isinstance(value, list) and value and key != "time_stamps":
            yield path + key, np.array(value, float)


def three_nodes(data):
    with open(f"{data}/perfmon/three-nodes/metrics/cpu_metrics.json") as file:
        hosts = json.load(file)
    nodes = {name: dict(flat(hosts[name])) for name in hosts["host_names"]}
    stamps = {name: np.array(hosts[name]["time_stamps"], float) for name in nodes}
    start = min(times.min() for times in stamps.values())
    slots = int(max(times.max() for times in stamps.values()) - start) + 1
    for metric in sorted(next(iter(nodes.values()))):
        series = []
        for name, metrics in nodes.items():
            times, values, total = stamps[name], metrics[metric], ""
            if metric.startswith(COUNTERS):
                times, values, total = rates(times, values)
            row("three-nodes", name, metric, values, total)
            series.append((times, values))
        row("three-nodes", "*", metric, combine(series, start, 1, slots))


def emmy(data):
    with gzip.open(f"{data}/clustercockpit/emmy_1403_244_1608923076.data.json.gz") as file:
        metrics = json.load(file)
    for metric in sorted(metrics):
        source, series = metrics[metric]["node"], []
        factor = PREFIXES[source["unit"].get("prefix")]
        for node in source["series"]:
            values = factor * np.array([np.nan if x is None else x for x in node["data"]], float)
            row("emmy", node["hostname"], metric, values)
            series.append((np.arange(len(values)), values))
        row("emmy", "*", metric, combine(series, 0, 1, len(values)))


print("source,node,metric,samples,missing,mean,min,p05,p25,p50,p75,p95,max,total")
three_nodes(sys.argv[1])
emmy(sys.argv[1])
