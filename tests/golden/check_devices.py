#!/usr/bin/env python3
"""Checks every column of every table of a report on events and devices, with plain loops.

python3 check_devices.py DIRECTORY DATA: the input, as for count_events.py, and the report's data/.
Prints what differs, what no check has looked at, and the number of cells compared.
"""
import csv
import math
import os
import re
import sys
from collections import Counter, defaultdict

from count_events import (ENCLOSING, LONGEST, METRICS, covered, duration, mean, measure, quantile, read,
                          read_samples, read_spans)

DATA = sys.argv[2]
UNITS = dict(zip(METRICS, ["W", "°C", "%", "%"]))
LABELS = dict(zip(METRICS, ["power", "temperature", "utilisation", "memory utilisation"]))
PANELS = {"Power of a GPU": 0, "Temperature": 1, "Utilisation": 2, "Memory utilisation": 3}
SENTENCES = {"findings", "bounds", "verdict"}
density_rows = None
counts = Counter()
seen = set()


class Rows:
    """The rows of a table; each cell that is checked is noted."""

    def __init__(self, table):
        self.table = table
        with open(f"{DATA}/{table}.csv", encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file))

    def expect(self, row, **expected):
        for column, value in expected.items():
            seen.add((self.table, column))
            counts["compared"] += 1
            if not same(row[column], value):
                counts["differ"] += 1
                if counts["differ"] < 20:
                    print(f"{self.table}: {column} is {row[column]!r}, not {value!r} in {row}")


def same(cell, value):
    if value is None or value == "":
        return cell == ""
    if isinstance(value, str):
        return cell == value
    return cell != "" and math.isclose(float(cell), value, rel_tol=1e-6, abs_tol=8e-6)


def rows_of(table, *columns):
    rows = Rows(table)
    return rows, {tuple(row[column] for column in columns): row for row in rows.rows}


def box(values, prefix="", names=("min", "lower", "q1", "median", "q3", "upper", "max")):
    q = [quantile(values, p) for p in (0, 0.25, 0.5, 0.75, 1)]
    reach = 1.5 * (q[3] - q[1])
    ends = max(q[1] - reach, q[0]), min(q[3] + reach, q[4])
    return {prefix + n: v for n, v in zip(names, [q[0], ends[0], q[1], q[2], q[3], ends[1], q[4]])}


def deviation(values):
    middle = mean(values)
    return math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (len(values) - 1))


def bin_of(value, low, width, count):
    return min(max(math.floor((value - low) / width), 0), count - 1) if width > 0 else 0


def summary(values):
    return dict(box(values), mean=mean(values), std=deviation(values))


# ---- the input once more ----

spans = read_spans()
samples, serials = read_samples()
uuids = {row["hostname"]: row["gpuUUID"] for row in read("gpu.csv")}
measured = [measure(span, samples) for span in spans]
places = {(r["jobId"], r["taskId"]): (float(r["x"]), float(r["y"]), float(r["level"]))
          for r in read("task-x-y.csv")} if os.path.exists(f"{sys.argv[1]}/task-x-y.csv") else {}
tasks = defaultdict(list)  # (host, job, task) → (start, stop)
longest = {}               # of the task's longest event that encloses no other: what was measured
for span, values in zip(spans, measured):
    key = span[0], span[2], span[3]
    tasks[key].append(span[4:6])
    if span[1] == LONGEST:
        longest[key] = values
times = {key: covered(intervals) for key, intervals in tasks.items()}
works = defaultdict(list)  # tasks of the same level
for key in times:
    works[places.get(key[1:], [None] * 3)[2]].append(key)


def median_there(at, host):
    """Of other hosts at a place, each with its median there."""
    medians = [quantile(of_one, 0.5) for other, of_one in at.items() if other != host]
    return quantile(medians, 0.5) if medians else None


around = set()  # tasks that are compared with neighbouring places


def beside_others(key, at):
    """Its time beside others at its place, or at the eight places nearest to it."""
    host, (x, y, _) = key[0], places[key[1:]]
    time = median_there(at[x, y], host)
    if time is None:
        near = sorted((place for place in at if place != (x, y)),
                      key=lambda place: ((place[0] - x) ** 2 + (place[1] - y) ** 2, place))[:8]
        others = [t for t in (median_there(at[place], host) for place in near) if t is not None]
        time = quantile(others, 0.5) if len(near) == 8 and len(others) >= 4 else None
        if time:
            around.add(key)
    return times[key] / time if time else None


def ratios_of(keys):
    if places:
        at = defaultdict(lambda: defaultdict(list))
        for key in keys:
            at[places[key[1:]][:2]][key[0]].append(times[key])
        found = {key: beside_others(key, at) for key in keys}
        return {key: ratio for key, ratio in found.items() if ratio is not None}
    middle = quantile([times[key] for key in keys], 0.5)
    return {key: times[key] / middle for key in keys} \
        if len(keys) > 4 and len({key[0] for key in keys}) > 1 else {}


ratios = {key: ratio for keys in works.values() for key, ratio in ratios_of(keys).items()}
of_host = defaultdict(list)
for key, time in times.items():
    of_host[key[0]].append(time)


def check_events():
    rows, by_event = rows_of("event_time", "event")
    of_event = defaultdict(list)
    for span in spans:
        of_event[span[1]].append(duration(span))
    shared = sum(sum(v) for event, v in of_event.items() if event != ENCLOSING)
    for event, values in of_event.items():
        q = {f"p{100 * p:02.0f}_s": quantile(values, p) for p in (0.25, 0.5, 0.75, 0.95)}
        encloses = event == ENCLOSING
        rows.expect(by_event[event,], event=event, count=len(values), total_s=sum(values),
                    mean_s=mean(values), min_s=min(values), max_s=max(values),
                    encloses="yes" if encloses else "no",
                    share=None if encloses else sum(values) / shared, **q)


def mean_over_time(of_one, metric):
    """By trapezoids, without gaps longer than three intervals."""
    pairs = [(b[0] - a[0], (a[1][metric] + b[1][metric]) / 2) for a, b in zip(of_one, of_one[1:])]
    apart = [gap for gap, _ in pairs if gap > 0]
    limit = 3 * quantile(apart, 0.5) if apart else 0
    seconds = math.fsum(gap for gap, _ in pairs if gap <= limit)
    if not seconds:
        return mean([values[metric] for _, values in of_one])
    return math.fsum(gap * value for gap, value in pairs if gap <= limit) / seconds


def check_measures():
    rows, by_event = rows_of("event_devices", "event", "metric")
    means = defaultdict(list)
    for span, values in zip(spans, measured):
        if values:
            means[span[1]].append(values)
            if span[1] != ENCLOSING:
                means["*"].append(values)
    for event, values in means.items():
        for k, metric in enumerate(METRICS):
            rows.expect(by_event[event, metric], event=event, metric=metric, unit=UNITS[metric],
                        count=len(values), **summary([v[k] for v in values]))
    rows, by_metric = rows_of("device_metrics", "metric")
    every = [values for of_one in samples.values() for _, values in of_one]
    for k, metric in enumerate(METRICS):
        rows.expect(by_metric[metric,], metric=metric, unit=UNITS[metric], devices=len(samples),
                    samples=len(every), missing=0, **summary([v[k] for v in every]),
                    mean_per_device=mean([mean_over_time(its, k) for its in samples.values()]))


def sign_test(known):
    """As many above 1, of those beside it, where either is as likely."""
    above, beside = sum(r > 1 for r in known), sum(r != 1 for r in known)
    return sum(math.comb(beside, k) for k in range(above, beside + 1)) / 2 ** beside


def check_cards():
    rows, by_host = rows_of("device_tasks", "host")
    medians = {host: quantile(values, 0.5) for host, values in of_host.items()}
    middle = quantile(medians.values(), 0.5)
    speeds = {}
    for host, values in of_host.items():
        known = sorted(ratio for key, ratio in ratios.items() if key[0] == host)
        low = math.floor(len(known) / 2 - 0.98 * math.sqrt(len(known)))
        speeds[host] = dict(compared=len(known), work_ratio=quantile(known, 0.5) if known else None,
                            work_ratio_low=known[low] if len(known) > 5 else None,
                            work_ratio_high=known[-1 - low] if len(known) > 5 else None)
        rows.expect(by_host[host,], host=host, serial=serials[host], uuid=uuids[host],
                    tasks=len(values), median_s=medians[host], mean_s=mean(values),
                    ratio_to_median=medians[host] / middle,
                    slow_chance=sign_test(known) if known else None,
                    compared_around=sum(key[0] == host for key in around), **speeds[host])
    card_means = defaultdict(list)
    for key, values in longest.items():
        if values:
            card_means[key[0]].append(values)
    card_means = {host: [mean(c) for c in zip(*values)] for host, values in card_means.items()}
    quartiles = [[quantile([v[k] for v in card_means.values()], p) for p in (0.25, 0.5, 0.75)]
                 for k in (0, 1)]
    order = sorted((host for host in of_host if speeds[host]["compared"] > 5 and speeds[host]["work_ratio"] > 1),
                   key=lambda host: -speeds[host]["work_ratio"])[:20]
    slow = Rows("slow_devices").rows if os.path.exists(f"{DATA}/slow_devices.csv") else []
    counts["differ"] += len(slow) != len(order)
    for host, row in zip(order, slow):
        power, warmth = card_means[host][:2]
        is_apart = [abs(value - q[1]) >= least for value, q, least in
                    zip((power, warmth), quartiles, (0.05 * quartiles[0][1], 2))]
        words = [word for word in (
            "" if not is_apart[1] else
            "cooler" if warmth < quartiles[1][0] else "hotter" if warmth > quartiles[1][2] else "",
            "" if not is_apart[0] else "draws less" if power < quartiles[0][0] else
            "draws more" if power > quartiles[0][2] else "") if word]
        rows.expect(row, device=serials[host] or uuids[host], host=host, tasks=len(of_host[host]),
                    median_s=medians[host], ratio_to_median=medians[host] / middle,
                    difference_s=medians[host] - middle, power_W=power,
                    power_difference_W=power - quartiles[0][1], temperature_C=warmth,
                    temperature_difference_C=warmth - quartiles[1][1],
                    beside=", ".join(words) or "as the others", **speeds[host])
    rows = Rows("device_histograms")
    for of in "GPUs", "hosts":
        bins = [row for row in rows.rows if row["of"] == of]
        for row, following in zip(bins, bins[1:] + [None]):
            low, high = float(row["low"]), float(row["high"])
            rows.expect(row, of=of, quantity="tasks", unit="", low=low, high=high,
                        count=sum(low < len(v) < high for v in of_host.values()))
            if following:
                rows.expect(following, low=high)
        counts["differ"] += sum(float(row["count"]) for row in bins) != len(of_host)


def check_energy():
    rows, by_host = rows_of("device_energy", "host")
    for host, of_one in samples.items():
        of_one = sorted(of_one, key=lambda s: s[0])
        gaps = [b[0] - a[0] for a, b in zip(of_one, of_one[1:])]
        apart = [gap for gap in gaps if gap > 0]
        limit = 3 * quantile(apart, 0.5) if apart else 0
        seconds = math.fsum(g for g in gaps if g <= limit)
        joules = math.fsum(g * (a[1][0] + b[1][0]) / 2
                           for g, a, b in zip(gaps, of_one, of_one[1:]) if g <= limit)
        known = seconds > 0
        rows.expect(by_host[host,], host=host, serial=serials[host], uuid=uuids[host],
                    samples=len(of_one), missing=0, seconds=seconds, 
                    covered_share=seconds / (of_one[-1][0] - of_one[0][0]) if known else None,
                    power_mean_W=joules / seconds if known else None,
                    energy_J=joules if known else None)
    rows, by_host = rows_of("device_use", "host")
    for host, of_one in samples.items():
        power, warmth, use, _ = zip(*(values for _, values in of_one))
        rows.expect(by_host[host,], host=host, serial=serials[host], uuid=uuids[host],
                    samples=len(of_one), utilization_mean=mean_over_time(of_one, 2) / 100,
                    utilization_max=max(use) / 100, memory_used_max_B=None, memory_total_B=None,
                    power_mean_W=mean_over_time(of_one, 0), temperature_max_C=max(warmth),
                    clock_mean_Hz=None, throttled_s=None, throttled_share=None)
    uses = [float(row["utilization_mean"]) for row in rows.rows]
    counts["differ"] += uses != sorted(uses)
    rows, _ = rows_of("device_energy", "host")
    energies = [float(row["energy_J"] or -1) for row in rows.rows]
    counts["differ"] += energies != sorted(energies, reverse=True)


def ranks(values):
    ordered, of_value = sorted(values), {}
    for i, value in enumerate(ordered, 1):
        of_value.setdefault(value, []).append(i)
    return [mean(of_value[value]) for value in values]


def correlation(x, y):
    x, y = ranks(x), ranks(y)
    mx, my = mean(x), mean(y)
    rho = math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) / math.sqrt(
        math.fsum((a - mx) ** 2 for a in x) * math.fsum((b - my) ** 2 for b in y))
    reach = 1.959963984540054 * math.sqrt((1 + rho * rho / 2) / (len(x) - 3))
    chance = math.erfc(abs(math.atanh(rho)) / math.sqrt(2 * 1.06 / (len(x) - 3)))
    return (rho, math.tanh(math.atanh(rho) - reach), math.tanh(math.atanh(rho) + reach),
            chance if len(x) >= 10 else None)


def cells_of(values):
    """Where a side of factor_cells begins and ends."""
    q = [quantile(values, p) for p in (0, 0.005, 0.995, 1)]
    return (q[1], q[2]) if q[2] - q[1] < 0.7 * (q[3] - q[0]) else (q[0], q[3])


def density_side(values):
    """Where the 40 cells of factor_density along a side begin and end, how wide they and the kernel are."""
    q = [quantile(values, p) for p in (0, 0.0025, 0.05, 0.25, 0.75, 0.95, 0.9975, 1)]
    spread = (q[4] - q[3]) / 1.349 if q[4] > q[3] else (q[5] - q[2]) / 3.290
    kernel = min(deviation(values), spread) * len(values) ** (-1 / 6)
    low, high = max(q[0], q[1] - 3 * kernel), min(q[7], q[6] + 3 * kernel)
    return low, high, (high - low) / 40, kernel * 40 / (high - low)


def smoothed(line, bandwidth):
    reach = math.ceil(3 * bandwidth)
    means = []
    for i in range(len(line)):
        kernel = {k: math.exp(-((k - i) / bandwidth) ** 2 / 2)
                  for k in range(max(0, i - reach), min(len(line), i + reach + 1))}
        means.append(math.fsum(weight * line[k] for k, weight in kernel.items()) / math.fsum(kernel.values()))
    return means


def density_shares(inside, total, x_bandwidth, y_bandwidth):
    """Of each cell the share of those in denser cells and of half of its own."""
    lines = [smoothed([inside[line, column] for column in range(40)], x_bandwidth) for line in range(40)]
    columns = [smoothed([lines[line][column] for line in range(40)], y_bandwidth) for column in range(40)]
    density = {(line, column): columns[column][line] for line in range(40) for column in range(40)}
    shares, held = {}, 0
    for cell in sorted(density, key=lambda c: -density[c]):
        if held < 0.995 * total and density[cell] > 0:
            shares[cell] = (held + inside[cell] / 2) / total
        held += inside[cell]
    return shares


def check_density(metric, x, y, says):
    rows = [row for row in density_rows.rows if row["factor"] == metric]
    (x0, x1, width, bx), (y0, y1, height, by) = density_side(x), density_side(y)
    inside = Counter((bin_of(b, y0, height, 40), bin_of(a, x0, width, 40))
                     for a, b in zip(x, y) if x0 <= a <= x1 and y0 <= b <= y1)
    shares = density_shares(inside, len(x), bx, by)
    cells = set(shares) | set(inside)
    counts["differ"] += len(rows) != len(cells)
    for row, (line, column) in zip(rows, sorted(cells)):
        density_rows.expect(row, factor=metric, unit=UNITS[metric], event=LONGEST, says=says,
                            value_low=x0 + column * width, value_high=x0 + (column + 1) * width,
                            duration_low_s=y0 + line * height, duration_high_s=y0 + (line + 1) * height,
                            count=inside[line, column], share=shares.get((line, column), 1))


def check_slowest():
    rows = Rows("slowest_events")
    inner = [s for s in spans if s[1] != ENCLOSING]
    longest = sorted(inner, key=lambda s: -duration(s))[:10]
    times = {name: [duration(s) for s in inner if s[1] == name] for name in {s[1] for s in inner}}
    medians = {name: quantile(values, 0.5) for name, values in times.items()}
    of_name = [s for s in inner if s not in longest and len(times[s[1]]) >= 20 and duration(s) >= 2 * medians[s[1]] > 0
               and duration(s) - medians[s[1]] >= duration(longest[0]) / 100]
    of_name = sorted(of_name, key=lambda s: -duration(s) / medians[s[1]])[:10]
    counts["differ"] += len(rows.rows) != len(longest) + len(of_name)
    for row, span in zip(rows.rows, longest + of_name):
        x, y, level = places.get(span[2:4], (None, None, None))
        rows.expect(row, event=span[1], host=span[0], task=span[3], serial=serials[span[0]],
                    uuid=uuids[span[0]], x=x, y=y, level=level, duration_s=duration(span),
                    ratio_to_median=duration(span) / medians[span[1]],
                    slow_by="time" if span in longest else "name")


def check_interplay():
    # Stamps have milliseconds: what two differ by behind microseconds is the doubles' noise, no rank.
    pairs = [(values, duration(span)) for span, values in zip(spans, measured)
             if values and span[1] == LONGEST]
    halves, by_half = rows_of("interplay", "factor", "half", "split_by")
    found, by_factor = rows_of("correlations", "factor")
    cells = Rows("factor_cells")
    for k, metric in enumerate(METRICS):
        x, y = [pair[0][k] for pair in pairs], [pair[1] for pair in pairs]
        for half, by in [(half, by) for by in ("event", "all events") for half in ("up to", "above")]:
            split = quantile(x if by == "event" else [values[k] for values in measured if values], 0.5)
            its = [(a, b) for a, b in zip(x, y) if (a > split) == (half == "above")]
            row = by_half[metric, half, by]
            ends = box([b for _, b in its], "duration_")
            halves.expect(row, factor=metric, unit=UNITS[metric], split_at=split, half=half,
                          count=len(its), factor_median=quantile([a for a, _ in its], 0.5),
                          event=LONGEST, split_by=by,
                          **{f"{name}_s": value for name, value in ends.items()})
            words = f"{LABELS[metric]} {half} "
            halves.expect(dict(row, group=row["group"][:len(words)]), group=words)
        rho, low, high, chance = correlation(x, y)
        found.expect(by_factor[metric,], factor=metric, unit=UNITS[metric], event=LONGEST,
                     count=len(x), rho=rho, low=low, high=high, chance=chance)
        side = int(min(48, max(8, math.sqrt(len(x)))))
        (x0, x1), (y0, y1) = cells_of(x), cells_of(y)
        width, height = (x1 - x0) / side, (y1 - y0) / side
        inside = Counter((bin_of(b, y0, height, side), bin_of(a, x0, width, side))
                         for a, b in zip(x, y) if x0 <= a <= x1 and y0 <= b <= y1)
        its = [row for row in cells.rows if row["factor"] == metric]
        counts["differ"] += len(its) != len(inside)
        for row, ((line, column), count) in zip(its, sorted(inside.items())):
            cells.expect(row, factor=metric, unit=UNITS[metric], event=LONGEST,
                         value=x0 + column * width, duration_s=y0 + line * height, width=width,
                         height_s=height, count=count,
                         says=f"rank correlation {rho:.2f} (95 % interval {low:.2f} to {high:.2f})"
                              f" over {len(x)} events of {LONGEST}")

        check_density(metric, x, y, f"rank correlation {rho:.2f} (95 % interval {low:.2f} to "
                      f"{high:.2f}) over {len(x)} events of {LONGEST}")


def check_pairs():
    """Run time and each metric with each other."""
    pairs = [(values, duration(span)) for span, values in zip(spans, measured)
             if values and span[1] == LONGEST]
    quantities = {"run time": [took for _, took in pairs]}
    quantities.update((LABELS[metric], [values[k] for values, _ in pairs])
                      for k, metric in enumerate(METRICS))
    rows = Rows("factor_pairs")
    names = list(quantities)
    order = [(names[i], names[k]) for i in range(1, len(names)) for k in range(i)]
    counts["differ"] += len(rows.rows) != len(order)
    for row, (name, other) in zip(rows.rows, order):
        rho, low, high, _ = correlation(quantities[name], quantities[other])
        rows.expect(row, event=LONGEST, quantity=name, other=other, count=len(pairs), rho=rho, low=low,
                    high=high, says=f"n = {len(pairs)} events of {LONGEST}.")


def check_course():
    rows = Rows("throughput")
    bounds = [(min(i[0] for i in its), max(i[1] for i in its)) for its in tasks.values()]
    width = float(rows.rows[0]["width_s"])
    first = math.floor(min(b[0] for b in bounds) / width) * width
    for i, row in enumerate(rows.rows):
        start = first + i * width
        rows.expect(row, time=start, width_s=width,
                    tasks_per_s=1 / width * sum(start <= b[1] < start + width
                                                      for b in bounds),
                    running=math.fsum(max(0, min(b[1], start + width) - max(b[0], start))
                                      for b in bounds) / width)
    counts["differ"] += not first + len(rows.rows) * width > max(b[1] for b in bounds)


def check_lanes():
    """Sums over the lanes: neighbouring hosts share one where they are many."""
    rows = Rows("event_lanes")
    drawn = [span for span in spans if span[1] != ENCLOSING]
    held, events, hosts = 0, 0, {}
    slot = "" if any(float(row["hosts"]) > 1 for row in rows.rows) else "1"
    for row in rows.rows:
        start, end = float(row["start"]), float(row["end"])
        held += float(row["running"]) * (end - start)
        events += float(row["events"])
        hosts[row["lane"]] = float(row["hosts"])
        rows.expect(row, slot=slot, event=row["event"] if any(
            s[1] == row["event"] and s[4] <= end + 1e-6 and s[5] >= start - 1e-6 and
            (s[0] in row["host"] or float(row["hosts"]) > 1) for s in drawn) else "(none such)")
        counts["differ"] += not start < end
    total = dict(running=held, events=events, hosts=sum(hosts.values()), lane=len(hosts),
                 start=min(float(r["start"]) for r in rows.rows),
                 end=max(float(r["end"]) for r in rows.rows), host="")
    rows.expect(total, running=math.fsum(s[5] - s[4] for s in drawn), events=len(drawn),
                hosts=len(of_host), lane=len({r["host"] for r in rows.rows}), host="",
                start=min(s[4] for s in drawn), end=max(s[5] for s in drawn))


def check_map():
    rows = Rows("tile_map")
    at = {key: places[key[1:]] for key in tasks if key[1:] in places}
    level = Counter(place[2] for place in at.values()).most_common(1)[0][0]
    at = {key: place for key, place in at.items() if place[2] == level}
    most = min(256, math.ceil(1.5 * math.sqrt(len(at))))
    low = [min(place[i] for place in at.values()) for i in (0, 1)]
    size = [max(1, math.ceil((max(place[i] for place in at.values()) - low[i] + 1) / most))
            for i in (0, 1)]
    tiles = defaultdict(list)
    for key, place in at.items():
        tiles[tuple(int((place[i] - low[i]) // size[i]) for i in (1, 0))].append(key)
    counts["differ"] += len(tiles) != len(rows.rows)
    for row, ((line, column), keys) in zip(rows.rows, sorted(tiles.items())):
        known = [longest[key] for key in keys if longest[key]]
        rows.expect(row, level=level, x=low[0] + column * size[0], y=low[1] + line * size[1],
                    width=size[0], height=size[1], tasks=len(keys),
                    run_time_s=mean([times[key] for key in keys]),
                    power_W=mean([v[0] for v in known]) if known else None,
                    temperature_C=mean([v[1] for v in known]) if known else None)


def check_heat_map(rows, of_map, of_stretch, first, width):
    """Rows of at most 64 groups of neighbours, over at most 100 groups of stretches."""
    hosts = sorted(samples, key=lambda h: ([(int(p), "") if p.isdigit() else (math.inf, p)
                                            for p in re.split(r"(\d+)", h) if p], h))
    merged = -(-len(of_stretch) // 100)
    size = -(-len(hosts) // 64)
    groups = [hosts[i:i + size] for i in range(0, len(hosts), size)] if of_map else []
    name = {host: serials[host] or uuids[host] for host in hosts}
    of_name = {name[its[0]] + (f" – {name[its[-1]]}" if len(its) > 1 else ""): its for its in groups}
    for row in of_map:
        place = round((float(row["time"]) - first) / width - merged / 2)
        k, its = PANELS[row["panel"]], of_name[row["line"]]
        values = [v[k] for i in range(place, min(place + merged, len(of_stretch)))
                  for host in its for v in of_stretch[i].get(host, [])]
        rows.expect(row, figure="devices", panel=row["panel"], line=row["line"],
                    unit=UNITS[list(METRICS)[k]], time=first + (place + merged / 2) * width,
                    value=mean(values) if values else None)
    counts["differ"] += len(of_map) != len(PANELS) * len(groups) * -(-len(of_stretch) // merged)


def check_lines():
    rows = Rows("trace_lines")
    moments = [s[0] for of_one in samples.values() for s in of_one]
    stretches = min(300, max(len(of_one) for of_one in samples.values()))
    first, width = min(moments), (max(moments) - min(moments)) / stretches
    of_stretch = [defaultdict(list) for _ in range(stretches)]
    for host, of_one in samples.items():
        for time, values in of_one:
            of_stretch[bin_of(time, first, width, stretches)][host].append(values)
    several = len(samples) > 8
    quantiles = {"lowest": 0, "median": 0.5, "highest": 1}
    of_map = [row for row in rows.rows if several and row["line"] not in quantiles]
    check_heat_map(rows, of_map, of_stretch, first, width)
    for row in rows.rows:
        if row in of_map:
            continue
        i = bin_of(float(row["time"]), first, width, stretches)
        k = PANELS[row["panel"]]
        means = {host: mean([v[k] for v in its]) for host, its in of_stretch[i].items()}
        value = quantile(means.values(), quantiles[row["line"]]) if several and means else \
            None if several else means.get({serials[h]: h for h in samples}[row["line"]])
        rows.expect(row, figure="devices", panel=row["panel"], line=row["line"],
                    unit=UNITS[list(METRICS)[k]], time=first + (i + 0.5) * width, value=value)
    counts["differ"] += len(rows.rows) - len(of_map) != len(PANELS) * stretches * (
        3 if several else len(samples))


def check_inputs():
    rows, by_input = rows_of("input_times", "input")
    events = [t for span in spans for t in span[4:6]]
    moments = [s[0] for of_one in samples.values() for s in of_one]
    for name, its in ("application-checkpoints.csv", events), ("gpu.csv", moments):
        rows.expect(by_input[name,], input=name, first=min(its), last=max(its))


def main():
    global density_rows
    density_rows = Rows("factor_density")
    check_events()
    check_inputs()
    check_measures()
    check_cards()
    check_energy()
    check_interplay()
    check_pairs()
    check_slowest()
    check_course()
    check_lanes()
    check_map()
    check_lines()
    for name in sorted(os.listdir(DATA)):
        table = name.removesuffix(".csv")
        if not name.endswith(".csv") or table in SENTENCES:
            continue
        for column in Rows(table).rows[0]:
            if (table, column) not in seen:
                print(f"{table}: {column} is not checked")
                counts["differ"] += 1
    print(f"{counts['compared']} compared, {counts['differ']} differ")
    sys.exit(counts["differ"] > 0 or counts["compared"] < 1000)


main()
