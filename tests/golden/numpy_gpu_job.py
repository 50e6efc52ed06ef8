#!/usr/bin/env python3
"""Writes numpy_gpu_job.csv: what numpy finds in examples/gpu-2-nodes, for a test of the program.

A row is a table, the first two texts of its row, a column, and the value.
Run from the top: python3 tests/golden/numpy_gpu_job.py >tests/golden/numpy_gpu_job.csv
"""
import json

import numpy as np


def load(name):
    with open(f"examples/gpu-2-nodes/{name}.json") as file:
        content = json.load(file)
    return {host: content[host] for host in content["host_names"]}


def array(host, *path):
    for key in path:
        host = host[key]
    return np.array(host, float)


def put(table, first, second, column, value):
    print(",".join([table, first, second, column, repr(float(value))]))


def statistics(node, metric, values):
    for column, value in (("mean", values.mean()), ("min", values.min()), ("max", values.max()),
                          ("p50", np.quantile(values, 0.5)), ("p95", np.quantile(values, 0.95))):
        put("node_metrics", node, metric, column, value)


def gpu(name, host):
    times = array(host, "time_stamps")
    use, clock = array(host, "utilization_rates", "gpu"), array(host, "clock_info", "sm") * 1e6
    power, heat = array(host, "power_usage") / 1e3, array(host, "temperature")
    put("gpus", name, "", "utilization_mean", use.mean() / 100)
    put("gpus", name, "", "memory_max_B", array(host, "memory_used", "gpu_memory").max())
    put("gpus", name, "", "power_mean_W", power.mean())
    put("gpus", name, "", "energy_J", np.trapz(power, times))
    put("gpus", name, "", "temperature_max_C", heat.max())
    works = use >= 50
    reached = np.quantile(clock[works], 0.95)
    below = np.append(np.nan, np.diff(array(host, "violation") / 1e9) / np.diff(times))
    slow = works & ((clock < 0.9 * reached) | (below >= 0.1))
    seconds = np.append(0, np.diff(times))
    put("gpus", name, "", "throttled_s", seconds[slow].sum())
    put("gpus", name, "", "throttled_share", seconds[slow].sum() / seconds.sum())
    errors = array(host, "ecc_errors", "sp")
    put("gpus", name, "", "corrected_errors", np.diff(errors).clip(0).sum())
    put("gpus", name, "", "corrected_before", errors[0])


def vectors(host):
    packed = scalar = 0
    for group in ("FLOPS_SP", "FLOPS_DP"):
        for name in host[group]:
            packed = packed + (array(host, group, name) if "PACKED" in name else 0)
            scalar = scalar + (array(host, group, name) if "SCALAR" in name else 0)
    return packed, packed + scalar


def ratios(hosts):
    """Of each node, and together as the sum of the dividends ÷ that of the divisors."""
    events = {"ipc": ("instructions", "cycles", 1), "branch_miss_share": ("branch-misses", "branches", 100),
              "cache_miss_share": ("cache-misses", "cache-references", 100)}
    sums = {}
    for name, host in hosts.items():
        parts = {metric: (factor * array(host, "hardware_events", above),
                          array(host, "hardware_events", below))
                 for metric, (above, below, factor) in events.items()}
        packed, every = vectors(host)
        parts["vectorization_ratio"] = (100 * packed, every)
        for metric, (above, below) in parts.items():
            statistics(name, metric, above / below)
            before = sums.get(metric, (0, 0))
            sums[metric] = (before[0] + above, before[1] + below)
    for metric, (above, below) in sums.items():
        for column, value in (("mean", (above / below).mean()), ("max", (above / below).max())):
            put("job_metrics", metric, "", column, value)


def flops(host):
    return 1e6 * (array(host, "FLOPS_DP", "derv_DP_MFLOPS") + array(host, "FLOPS_SP", "derv_SP_MFLOPS"))


def roofline(perf, cpu):
    rates = {name: flops(host) for name, host in perf.items()}
    traffic = {name: array(host, "memory_bw") for name, host in cpu.items()}
    mean_rate, mean_traffic = sum(rates.values()) / len(rates), sum(traffic.values()) / len(traffic)
    for name in rates:
        put("roofline", name, "first", "intensity", rates[name][0] / traffic[name][0])
        put("roofline", name, "sum", "intensity", (rates[name] / traffic[name]).sum())
        put("roofline", name, "sum", "flops", rates[name].sum())
    put("roofline", "*", "sum", "intensity", (mean_rate / mean_traffic).sum())
    put("roofline", "*", "sum", "bandwidth", mean_traffic.sum())


print("table,first,second,column,value")
for name, host in load("nv_gpu_metrics").items():
    gpu(name, host)
perf = load("perf_metrics")
ratios(perf)
for name, host in perf.items():
    statistics(name, "flops", flops(host))
roofline(perf, load("cpu_metrics"))
