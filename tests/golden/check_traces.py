#!/usr/bin/env python3
"""Checks every column of the tables of traces in a report on one msgpack event database.

python3 check_traces.py FILE DATA: the database, of spans that do not overlap on their worker, and
the report's data/. Reads msgpack by hand and counts with plain loops, by the definitions alone.
Prints what differs, what no check has looked at, and the number of cells compared.
"""
import csv
import math
import re
import struct
import sys
from collections import Counter, defaultdict

DATA = sys.argv[2]
TABLES = ("trace trace_workers functions function_workers function_bottleneck task_bottleneck "
          "task_balance trace_lines span_lanes span_points device_metrics critical_path "
          "critical_path_kinds critical_path_summary").split()
counts = Counter()
seen = set()

# ---- msgpack ----

SIZED = {0xcc: ">B", 0xcd: ">H", 0xce: ">I", 0xcf: ">Q", 0xd0: ">b", 0xd1: ">h", 0xd2: ">i",
         0xd3: ">q", 0xca: ">f", 0xcb: ">d"}
LENGTHS = {0xd9: (">B", "s"), 0xda: (">H", "s"), 0xdb: (">I", "s"), 0xdc: (">H", "a"),
           0xdd: (">I", "a"), 0xde: (">H", "m"), 0xdf: (">I", "m")}


def decode(data, at):
    """The value at data[at] and where the next one is."""
    byte, at = data[at], at + 1
    if byte < 0x80 or byte >= 0xe0:
        return (byte if byte < 0x80 else byte - 256), at
    if byte in (0xc0, 0xc2, 0xc3):
        return {0xc0: None, 0xc2: False, 0xc3: True}[byte], at
    if byte in SIZED:
        size = struct.calcsize(SIZED[byte])
        return struct.unpack(SIZED[byte], data[at:at + size])[0], at + size
    if byte in LENGTHS:
        form, kind = LENGTHS[byte]
        size = struct.calcsize(form)
        length, at = struct.unpack(form, data[at:at + size])[0], at + size
    else:
        kind = "s" if byte >= 0xa0 else "a" if byte >= 0x90 else "m"
        length = byte & (0x1f if kind == "s" else 0x0f)
    if kind == "s":
        return data[at:at + length].decode(), at + length
    values = []
    for _ in range(length * (2 if kind == "m" else 1)):
        value, at = decode(data, at)
        values.append(value)
    return (dict(zip(values[::2], values[1::2])) if kind == "m" else values), at


def read_events(path):
    with open(path, "rb") as file:
        data = file.read()
    at, events = 0, []
    while at < len(data):
        events.append(decode(data, at + 8)[0])
        at += 8 + struct.unpack(">Q", data[at:at + 8])[0]
    return events


# ---- statistics ----

def mean(values):
    values = list(values)
    return math.fsum(values) / len(values) if values else None


def quantile(values, p):
    ordered = sorted(values)
    place = (len(ordered) - 1) * p
    low = int(place)
    return ordered[low] + (place - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def box(values):
    q = [quantile(values, p) for p in (0, 0.25, 0.5, 0.75, 1)]
    reach = 1.5 * (q[3] - q[1])
    return q, max(q[1] - reach, q[0]), min(q[3] + reach, q[4])


# ---- comparing: Unix times have a resolution of 2.4e-7 s, of stretches of 0.06 s ----

def rows_of(table):
    with open(f"{DATA}/{table}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def expect(table, row, **expected):
    for column, value in expected.items():
        seen.add((table, column))
        counts["compared"] += 1
        cell = row[column]
        right = cell == "" if value is None else cell == value if isinstance(value, str) else \
            cell != "" and math.isclose(float(cell), value, rel_tol=1e-5, abs_tol=5e-6)
        if not right:
            counts["differ"] += 1
            if counts["differ"] < 20:
                print(f"{table}: {column} is {cell!r}, not {value!r} in {row}")


def expect_equal(what, left, right):
    counts["compared"] += 1
    if left != right:
        counts["differ"] += 1
        print(f"{what}: {left} is not {right}")


# ---- the input ----

events = read_events(sys.argv[1])
offsets = defaultdict(list)
for event in events:
    if event["name"] == "Resource Usage":
        offsets[event["process_id"]].append(event["args"]["time"] - event["timestamp"])
offsets = {host: quantile(values, 0.5) for host, values in offsets.items()}


class Task:
    def __init__(self, event):
        args = event["args"]
        self.host, self.worker = event["process_id"], event["thread_id"]
        self.key, self.bytes = args["key"], args["size"]
        self.end = event["timestamp"] + offsets[self.host]
        self.duration = event["duration"]
        self.start = self.end - self.duration
        self.needs = set(args["dependencies"])
        self.shape = str(tuple(args["shape"])) if args["shape"] else None
        self.dtype = None if args["dtype"] == "unknown" else args["dtype"]
        self.type = re.sub("^<class '(.*)'>$", r"\1", args["type"])
        name = re.match(r"^\('([^']*)'", self.key)
        self.function = re.sub(r"-[0-9a-f]{32}$", "", name.group(1) if name else self.key)


tasks = [Task(event) for event in events if event["name"] == "Compute"]
sizes = {task.key: task.bytes for task in tasks}
by_key = {task.key: task for task in tasks}
needs = {key: [other for other in sorted(task.needs) if other in by_key]
         for key, task in by_key.items()}
samples = defaultdict(list)
held = defaultdict(list)
for event in events:
    moment = event["timestamp"] + offsets[event["process_id"]]
    args = event["args"]
    if event["name"] == "Resource Usage" and "gpu_utilization" in args:
        samples[event["process_id"]].append(
            (moment, single(args["gpu_utilization"]), single(args["gpu_memory_used"])))
    elif event["name"] == "Managed Memory":
        held[event["process_id"], event["thread_id"]].append((moment, args["tasks"]))
for task in tasks:
    known = all(key in sizes for key in task.needs)
    task.data = sum(sizes[key] for key in task.needs) if known else None
    task.samples = [s for s in samples[task.host] if task.start <= s[0] <= task.end]

by_worker, by_function, by_both = defaultdict(list), defaultdict(list), defaultdict(list)
for task in tasks:
    by_worker[task.host, task.worker].append(task)
    by_function[task.function].append(task)
    by_both[task.host, task.worker, task.function].append(task)
first, last = min(t.start for t in tasks), max(t.end for t in tasks)
elapsed = last - first
hosts = sorted({task.host for task in tasks})


def total(its):
    return math.fsum(task.duration for task in its)


def measures(its):
    """The columns that a function has in two tables."""
    paced = [t.data / t.duration for t in its if t.data is not None and t.duration > 0]
    sized = [t.data for t in its if t.data is not None]
    return dict(duration_s=total(its), tasks=len(its), task_time_mean_s=total(its) / len(its),
                gpu_utilization_mean=mean(s[1] / 100 for t in its for s in t.samples),
                gpu_memory_mean_B=mean(s[2] for t in its for s in t.samples), data_size_mean_B=mean(sized),
                throughput_mean_B_s=mean(paced))


def short(host, worker):
    return worker.removeprefix(f"worker-{host}-")


def check_functions():
    rows = {row["function"]: row for row in rows_of("functions")}
    expect_equal("functions", set(rows), set(by_function))
    for name, its in by_function.items():
        durations = [t.duration for t in its]
        q, lower, upper = box(durations)
        expect("functions", rows[name], function=name, workers=len({t.worker for t in its}),
               self_s=total(its), share=total(its) / total(tasks), lower=lower, upper=upper,
               outliers=sum(not lower <= d <= upper for d in durations),
               first_runs_s=math.fsum(min((t.start, t.duration) for t in its if t.worker == w)[1]
                                      for w in {t.worker for t in its}),
               worker_self_s=max(total(t for t in its if t.worker == w)
                                 for w in {t.worker for t in its}),
               others_busy_s=max((total(by_worker[w]) for w in by_worker
                                  if w[1] not in {t.worker for t in its}), default=None),
               **{f"q{i}": value for i, value in enumerate(q)}, **measures(its))
    rows = rows_of("function_workers")
    of_host = {(row["function"], row["worker"]): row for row in rows}
    for name, its in by_function.items():
        for host in {t.host for t in its}:
            expect("function_workers", of_host[name, host], function=name, worker=host,
                   self_s=total(t for t in its if t.host == host))
    rows = rows_of("function_bottleneck")
    of_worker = {(row["host"], row["gpu"], row["function"]): row for row in rows}
    expect_equal("rows of function_bottleneck", len(rows), len(by_both))
    for (host, worker, name), its in by_both.items():
        expect("function_bottleneck", of_worker[host, short(host, worker), name], host=host,
               gpu=short(host, worker), function=name,
               share=total(its) / total(by_worker[host, worker]), **measures(its))
    durations = [float(row["duration_s"]) for row in rows]
    expect_equal("order of function_bottleneck", durations, sorted(durations, reverse=True))


def check_tasks():
    rows = rows_of("task_bottleneck")
    ordered = sorted(tasks, key=lambda task: -task.duration)[:1000]
    expect_equal("rows of task_bottleneck", len(rows), len(ordered))
    for row, task in zip(rows, ordered):
        expect("task_bottleneck", row, host=task.host, gpu=short(task.host, task.worker),
               task=task.key, duration_s=task.duration, memory_B=task.bytes,
               shape=task.shape, dtype=task.dtype, type=task.type,
               share=task.duration / total(by_worker[task.host, task.worker]))


def longest(lengths):
    """The longest chain of tasks by key, the last one first, where each takes its length."""
    ends, before = {}, {}
    todo = [task.key for task in tasks]
    while todo:
        key = todo[-1]
        waits = [other for other in needs[key] if other not in ends]
        if waits:
            todo.extend(waits)
            continue
        todo.pop()
        before[key] = max(needs[key], key=ends.get, default=None)
        ends[key] = lengths[key] + (ends[before[key]] if before[key] else 0)
    at = max(ends, key=ends.get)
    chain = [at]
    while before[chain[-1]]:
        chain.append(before[chain[-1]])
    return ends[at], chain


def check_path():
    lengths = {key: task.duration for key, task in by_key.items()}
    length, chain = longest(lengths)
    path = [by_key[key] for key in reversed(chain)]
    waits = [None] + [max(b.start - a.end, 0) for a, b in zip(path, path[1:])]
    rows = rows_of("critical_path")
    expect_equal("rows of critical_path", len(rows), len(path))
    for place, (row, task) in enumerate(zip(rows, path)):
        expect("critical_path", row, position=place + 1, task=task.function, id=task.key,
               after_s=task.start - path[0].start, wait_s=waits[place], elapsed_s=task.duration,
               share=task.duration / length)
    expect("critical_path_summary", rows_of("critical_path_summary")[0], of="functions",
           tasks=len(by_key), dependencies=sum(map(len, needs.values())), path_tasks=len(path),
           length_s=length, makespan_s=elapsed, share=length / elapsed,
           wait_s=math.fsum(waits[1:]), none_ran_s=None, none_ran_share=None, none_ran_is=None,
           overlapping=sum(by_key[other].end - by_key[key].start > min(1, by_key[other].duration / 2)
                           for key in needs for other in needs[key]), circular=0)
    for row in rows_of("critical_path_kinds"):
        own = [task for task in path if task.function == row["task"]]
        halved, _ = longest({key: time / 2 if by_key[key].function == row["task"] else time
                             for key, time in lengths.items()})
        expect("critical_path_kinds", row, task=own[0].function, of="functions", tasks=len(own),
               elapsed_s=total(own), share=total(own) / length, halved_s=halved,
               shorter_s=length - halved)


def quiet_time():
    """The longest stretch that no task reaches, in 16,384 cells from the first to the last."""
    width, busy = elapsed / 16384, [False] * 16384
    for task in tasks:
        for cell in range(int((task.start - first) / width), int((task.end - first) / width) + 1):
            busy[min(cell, 16383)] = True
    runs, begin = [], None
    for cell, its in enumerate(busy + [True]):
        if its and begin is not None:
            runs.append((begin - cell, begin, cell))
        begin = (cell if begin is None else begin) if not its else None
    if not runs:
        return None, None, 0
    _, begin, end = min(runs)
    return first + begin * width, first + end * width, -sum(run[0] for run in runs) * width


def resumed_share(quiet):
    """Of what runs behind the longest pause, the share of functions whose work began before it."""
    before, behind = defaultdict(float), defaultdict(float)
    for task in tasks if quiet[0] is not None else []:
        (before if task.start < quiet[1] - 1e-7 else behind)[task.function] += task.duration
    had_begun = [f for f in behind if before[f] > 0 and before[f] >= 0.02 * behind[f]]
    return sum(behind[f] for f in had_begun) / sum(behind.values()) if behind else None


def group_numbers():
    """Workers that do the same work: half of each one's time in functions that the other runs."""
    times = {worker: defaultdict(float) for worker in by_worker}
    for worker, its in by_worker.items():
        for task in its:
            times[worker][task.function] += task.duration
    numbers, left = {}, sorted(by_worker, key=lambda worker: -total(by_worker[worker]))
    while left:
        leader, number = times[left[0]], len(set(numbers.values())) + 1
        for worker in left[:]:
            its = times[worker]
            if (sum(leader[f] for f in its if f in leader) >= sum(leader.values()) / 2 and
                    sum(its[f] for f in leader if f in its) >= sum(its.values()) / 2):
                numbers[worker] = number
                left.remove(worker)
    return numbers


def pause_of(quiet):
    """A pause of all of a tenth of the run; whether it is start-up."""
    pause = quiet[1] - quiet[0] if quiet[0] is not None else 0
    if pause < 0.1 * elapsed:
        return 0, False
    resumed = resumed_share(quiet)
    return pause, quiet[0] - first <= 0.2 * (elapsed - pause) and not (resumed and resumed >= 0.5)


def start_up_of(worker, quiet):
    pause, is_start_up = pause_of(quiet)
    begin = min(task.start for task in by_worker[worker])
    pause = pause if is_start_up else 0
    own = begin - first - (pause if pause and begin >= quiet[1] else 0)
    return pause + (0 if own > 0.1 * elapsed else own)


def idle_time(groups, quiet):
    """Of the group that is busy longest; start-up and a pause of all of a tenth of the run are left out."""
    busy = defaultdict(list)
    for worker, its in by_worker.items():
        busy[groups[worker]].append(total(its))
    group = max(sorted(busy), key=lambda number: sum(busy[number]))
    pause, is_start_up = pause_of(quiet)
    start_ups = [start_up_of(worker, quiet) for worker in by_worker if groups[worker] == group]
    counted = elapsed - mean(start_ups) - (0 if is_start_up else pause)
    return dict(compared_group=group, compared_workers=len(busy[group]), compared_s=elapsed - pause,
                start_up_s=mean(start_ups), counted_s=counted,
                idle_share=1 - sum(busy[group]) / len(busy[group]) / counted)


def time_ratio(groups, worker):
    """Its tasks against the mean of the same functions on the others of its group."""
    own, expected, count = 0, 0, 0
    for name in {t.function for t in by_worker[worker]}:
        its = by_both[(*worker, name)]
        others = [by_both[(*w, name)] for w in by_worker
                  if w != worker and groups[w] == groups[worker] and by_both.get((*w, name))]
        if len(others) < 3 or len(its) < 2:
            continue
        tasks = [t for group in others for t in group]
        own += total(its) - max(t.duration for t in its)
        expected += (len(its) - 1) * total(tasks) / len(tasks)
        count += len(its) - 1
    return own / expected if count >= 5 else None


def slow_chances(groups):
    """Of as many tasks above the mean of their function in the group, where all are alike."""
    counts = {}
    for group in set(groups.values()):
        for name in by_function:
            its = {w: by_both[(*w, name)] for w in by_worker
                   if groups[w] == group and by_both.get((*w, name))}
            every = [t for tasks in its.values() for t in tasks]
            if len(its) < 4:
                continue
            middle = total(every) / len(every)
            share = sum(t.duration > middle for t in every) / len(every)
            for w, tasks in its.items():
                hits, trials, mean = counts.get(w, (0, 0, 0))
                counts[w] = (hits + sum(t.duration > middle for t in tasks),
                             trials + len(tasks), mean + share * len(tasks))
    return {w: sum(math.comb(n, k) * (mean / n) ** k * (1 - mean / n) ** (n - k)
                   for k in range(hits, n + 1))
            for w, (hits, n, mean) in counts.items()}


def check_workers():
    groups, quiet = group_numbers(), quiet_time()
    ratios = {worker: time_ratio(groups, worker) for worker in by_worker}
    chances = (slow_chances(groups) if any(r and r >= 1.5 for r in ratios.values())
               else dict.fromkeys(by_worker))
    rows = {(row["host"], row["worker"]): row for row in rows_of("trace_workers")}
    for (host, worker), its in by_worker.items():
        busy, start_up = total(its), start_up_of((host, worker), quiet)
        expect("trace_workers", rows[host, worker], host=host, worker=worker, tasks=len(its),
               functions=len({t.function for t in its}), first=min(t.start for t in its),
               last=max(t.end for t in its), duration_s=busy, busy_s=busy, start_up_s=start_up,
               idle_s=elapsed - start_up - busy,
               idle_share=1 - busy / (elapsed - start_up), group=groups[host, worker],
               time_ratio=ratios[host, worker],
               slow_chance=chances.get((host, worker), 1))
    expect("trace", rows_of("trace")[0], clock="unix", rules="own", start=first, end=last,
           elapsed_s=elapsed, hosts=len(hosts), workers=len(by_worker),
           functions=len(by_function), tasks=len(tasks), duration_s=total(tasks),
           busy_s=total(tasks), open_starts=0, orphan_stops=0, quiet_from=quiet[0],
           quiet_until=quiet[1], quiet_s=quiet[2],
           quiet_resumed=resumed_share(quiet), **idle_time(groups, quiet))
    rows = rows_of("span_lanes")
    names = [worker for _, worker in sorted(by_worker)]
    expect_equal("rows of span_lanes", len(rows), len(tasks))
    ordered = sorted(tasks, key=lambda task: (names.index(task.worker), task.start))
    for row, task in zip(rows, ordered):
        expect("span_lanes", row, lane=names.index(task.worker), worker=task.worker, workers=1,
               start=task.start, end=task.end, function=task.function, tasks=1, running=1,
               instants=None)


def check_points():
    near = defaultdict(set)
    for task in tasks:
        if task.data:
            near[task.function].add((f"{task.data:.9g}", f"{task.duration:.9g}"))
    drawn = defaultdict(set)
    for row in rows_of("span_points"):
        point = f"{float(row['size_B']):.9g}", f"{float(row['duration_s']):.9g}"
        if row["part"] in ("point", "hull"):
            expect("span_points", row, function=row["function"] if point in near[row["function"]]
                   else "(no such task)", part=row["part"], size_B=float(point[0]),
                   duration_s=float(point[1]))
        if row["part"] == "point":
            drawn[row["function"]].add(point)
    expect_equal("points", drawn, {name: points for name, points in near.items() if points})


def check_balance():
    rows = rows_of("task_balance")
    moments = [moment for its in held.values() for moment, _ in its]
    begin = math.floor(min(moments))
    expect_equal("seconds", len(rows), math.floor(max(moments)) - begin + 1)
    for second, row in enumerate(rows):
        expect("task_balance", row, second=second, **{
            worker: ([n for moment, n in sorted(its) if moment < begin + second + 1] or [None])[-1]
            for (_, worker), its in held.items()})


def stretch_of(moment, start, width, count):
    return min(max(math.floor((moment - start) / width), 0), count - 1)


def check_lines():
    rows = rows_of("trace_lines")
    by_panel = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_panel[row["figure"], row["panel"], row["unit"]][row["line"]].append(row)
    moments = [moment for its in held.values() for moment, _ in its]
    start, end = min(moments), max(moments)
    width = (end - start) / 300
    levels = {}
    for (_, worker), its in held.items():
        its = sorted(its)
        values = []
        for i in range(300):
            low, high = start + i * width, start + (i + 1) * width
            pieces = [(min(high, after) - max(low, moment), n) for (moment, n), after in
                      zip(its, [m for m, _ in its[1:]] + [end]) if moment < high and after > low]
            time = math.fsum(piece[0] for piece in pieces)
            values.append(math.fsum(t * n for t, n in pieces) / time if time > 1e-9 else None)
        levels[worker] = values
        panel = by_panel["balance", "Tasks in memory per worker", ""][worker]
        expect_equal(f"points of {worker}", len(panel), 300)
        for i, row in enumerate(panel):
            expect("trace_lines", row, figure="balance", panel="Tasks in memory per worker",
                   unit="", line=worker, time=start + (i + 0.5) * width, value=values[i])
    panel = by_panel["balance", "Imbalance: the fullest worker over the mean, %", "%"]["imbalance"]
    for i, row in enumerate(panel):
        known = [values[i] for values in levels.values() if values[i] is not None]
        expect("trace_lines", row, value=100 * (max(known) / mean(known) - 1) if known and
               sum(known) > 0 else None)
    for column, title, unit in (1, "GPU utilisation", "%"), (2, "GPU memory in use", "B"):
        count = max(len(its) for its in samples.values()) // 2
        size = elapsed / count
        for host, its in samples.items():
            panel = by_panel["use", title, unit][host]
            expect_equal(f"points of {host}", len(panel), count)
            for i, row in enumerate(panel):
                inside = [s[column] for s in its if first <= s[0] <= last and
                          stretch_of(s[0], first, size, count) == i]
                expect("trace_lines", row, figure="use", panel=title, unit=unit, line=host,
                       time=first + (i + 0.5) * size, value=mean(inside))


def mean_over_time(its, column):
    """By trapezoids, without gaps longer than three intervals."""
    its = sorted(its)
    pairs = [(b[0] - a[0], (a[column] + b[column]) / 2) for a, b in zip(its, its[1:])]
    apart = [gap for gap, _ in pairs if gap > 0]
    limit = 3 * box(apart)[0][2] if apart else 0
    seconds = math.fsum(gap for gap, _ in pairs if gap <= limit)
    if not seconds:
        return mean([s[column] for s in its])
    return math.fsum(gap * value for gap, value in pairs if gap <= limit) / seconds


def check_cards():
    every = [s for its in samples.values() for s in its]
    rows = {row["metric"]: row for row in rows_of("device_metrics")}
    for column, metric, unit in (1, "utilization", "%"), (2, "memory_used", "B"):
        values = [s[column] for s in every]
        q, lower, upper = box(values)
        middle = mean(values)
        expect("device_metrics", rows[metric], metric=metric, unit=unit, devices=len(samples),
               samples=len(values), missing=0, mean=middle, min=q[0], q1=q[1], median=q[2],
               q3=q[3], max=q[4], lower=lower, upper=upper,
               mean_per_device=mean([mean_over_time(its, column) for its in samples.values()]),
               std=math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (len(values) - 1)))


def main():
    check_functions()
    check_tasks()
    check_path()
    check_workers()
    check_points()
    check_balance()
    check_lines()
    check_cards()
    for table in TABLES:
        for column in rows_of(table)[0]:
            if (table, column) not in seen:
                print(f"{table}: {column} is not checked")
                counts["differ"] += 1
    print(f"{counts['compared']} compared, {counts['differ']} differ")
    sys.exit(counts["differ"] > 0 or counts["compared"] < 1000)


main()
