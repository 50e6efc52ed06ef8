#!/usr/bin/env python3
"""Prints what events of tasks and samples of GPUs come to, counted with plain loops.

A line is a cell of a result table: table, what tells the row (two texts), column, value; see
numpy_devices.awk. python3 count_events.py DIRECTORY, which holds application-checkpoints.csv and
gpu.csv with one card a host.
"""
import csv
import datetime
import math
import sys
from collections import defaultdict

METRICS = {"power": "powerDrawWatt", "temperature": "gpuTempC", "utilization": "gpuUtilPerc",
           "memory_utilization": "gpuMemUtilPerc"}
ENCLOSING, LONGEST = "TotalRender", "Render"


def read(name):
    with open(f"{sys.argv[1]}/{name}", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def seconds(text):
    moment = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
    return moment.replace(tzinfo=datetime.timezone.utc).timestamp()


def duration(span):
    """Stamps have milliseconds; doubles of our days' seconds have noise behind the microseconds."""
    return round(span[5] - span[4], 6)


def mean(values):
    return math.fsum(values) / len(values)


def quantile(values, p):
    ordered = sorted(values)
    place = (len(ordered) - 1) * p
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def quantiles(values, names):
    return {name: quantile(values, p) for name, p in names.items()}


def out(table, first, second, columns):
    for column, value in columns.items():
        print(f"{table},{first},{second},{column},{value!r}")


def read_spans():
    starts, spans = {}, []
    rows = read("application-checkpoints.csv")
    for row in sorted(rows, key=lambda r: (seconds(r["timestamp"]), r["eventType"] == "STOP")):
        key = row["hostname"], row["eventName"], row["jobId"], row["taskId"]
        if row["eventType"] == "START":
            starts[key] = seconds(row["timestamp"])
        else:
            spans.append((*key, starts.pop(key), seconds(row["timestamp"])))
    return spans


def read_samples():
    samples, serials = defaultdict(list), defaultdict(set)
    for row in read("gpu.csv"):
        values = [float(row[column]) for column in METRICS.values()]
        samples[row["hostname"]].append((seconds(row["timestamp"]), values))
        serials[row["hostname"]].add(row["gpuSerial"])
    # "0" is no serial number.
    return samples, {host: "".join(s).strip("0") and "".join(s) for host, s in serials.items()}


def measure(span, samples):
    """The mean of each metric over the samples that the span holds."""
    held = [values for time, values in samples[span[0]] if span[4] <= time <= span[5]]
    return [round(mean(column), 9) for column in zip(*held)] if held else None


def covered(intervals):
    total, reached = 0, -math.inf
    for start, stop in sorted(intervals):
        total += max(0, stop - max(start, reached))
        reached = max(reached, stop)
    return round(total, 6)


def put_events(spans, measured):
    durations, means = defaultdict(list), defaultdict(list)
    for span, values in zip(spans, measured):
        durations[span[1]].append(duration(span))
        if values:
            means[span[1]].append(values)
            if span[1] != ENCLOSING:
                means["*"].append(values)
    shared = sum(sum(v) for event, v in durations.items() if event != ENCLOSING)
    for event, values in durations.items():
        row = quantiles(values, {"min_s": 0, "p25_s": 0.25, "p50_s": 0.5, "p75_s": 0.75,
                                 "p95_s": 0.95, "max_s": 1})
        row.update(count=len(values), total_s=sum(values), mean_s=mean(values))
        if event != ENCLOSING:
            row["share"] = sum(values) / shared
        out("event_time", event, "", row)
    for event, rows in means.items():
        for k, metric in enumerate(METRICS):
            values = [row[k] for row in rows]
            row = quantiles(values, {"min": 0, "q1": 0.25, "median": 0.5, "q3": 0.75, "max": 1})
            out("event_devices", event, metric, dict(row, count=len(values), mean=mean(values)))


def put_halves(spans, measured):
    for k, metric in enumerate(METRICS):
        pairs = [(values[k], duration(span)) for span, values in zip(spans, measured)
                 if values and span[1] == LONGEST]
        split = quantile([factor for factor, _ in pairs], 0.5)
        for half in "up to", "above":
            some = [pair for pair in pairs if (pair[0] > split) == (half == "above")]
            row = quantiles([duration for _, duration in some],
                            {"duration_q1_s": 0.25, "duration_median_s": 0.5, "duration_q3_s": 0.75})
            out("interplay", metric, half, dict(row, split_at=split, count=len(some),
                                                factor_median=quantile([f for f, _ in some], 0.5)))


def put_cards(spans, serials):
    intervals, times = defaultdict(list), defaultdict(list)
    for span in spans:
        intervals[span[0], span[2], span[3]].append(span[4:6])
    for task, of_task in intervals.items():
        times[task[0]].append(covered(of_task))
    medians = {host: quantile(values, 0.5) for host, values in times.items()}
    middle = quantile(medians.values(), 0.5)
    for host, values in times.items():
        out("device_tasks", host, serials[host],
            {"tasks": len(values), "median_s": medians[host], "mean_s": mean(values),
             "ratio_to_median": medians[host] / middle})


def main():
    spans, (samples, serials) = read_spans(), read_samples()
    measured = [measure(span, samples) for span in spans]
    put_events(spans, measured)
    put_halves(spans, measured)
    put_cards(spans, serials)


if __name__ == "__main__":
    main()
