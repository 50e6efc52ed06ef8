"""Counts the tasks of each sample on its own, by the definitions of the contract.

    python3 tests/golden/count_tasks.py SAMPLES > tests/golden/count_tasks.csv

A line per sample: all tasks, those of each outcome, attempts, seconds of the tasks that succeeded.
"""
import csv
import json
import os
import re
import sys

WELL, FAILED, CANCELLED, OPEN, UNKNOWN = OUTCOMES = (
    'succeeded', 'failed', 'cancelled', 'unfinished', 'unknown')


class Count:
    def __init__(self):
        self.last = {}  # the last try of each task decides
        self.attempts = 0

    def add(self, task, ending, seconds, began=True):
        self.attempts += began
        self.last[task] = (ending, seconds)

    def line(self):
        ended = [ending for ending, _ in self.last.values()]
        seconds = [s for ending, s in self.last.values() if ending == WELL and s is not None]
        elapsed_s = repr(sum(seconds)) if seconds else ''
        counts = ','.join(str(ended.count(outcome)) for outcome in OUTCOMES)
        return f'{len(ended)},{counts},{self.attempts},{elapsed_s}'


def nextflow(path):
    count = Count()
    with open(path, newline='') as file:
        separator = ';' if ';' in file.readline() else '\t'
        file.seek(0)
        for number, row in enumerate(csv.DictReader(file, delimiter=separator)):
            text, seconds = row['realtime'], None
            if text.isdigit():
                seconds = int(text) / 1000
            elif text != '-':
                units = {'ms': 0.001, 's': 1, 'm': 60, 'h': 3600, 'd': 86400}
                seconds = sum(float(n) * units[u] for n, u in re.findall(r'([\d.]+)(ms|[smhd])', text))
            well = row['status'] in ('COMPLETED', 'CACHED') and row.get('exit', '0') in ('0', '-')
            count.add(number, WELL if well else FAILED, seconds, row['status'] != 'CACHED')
    return count


def clock(text):
    days, _, rest = text.rpartition('-')
    seconds = 0.0
    for part in rest.split(':'):
        seconds = seconds * 60 + float(part)
    return int(days or 0) * 86400 + seconds


def sacct(path, state, elapsed):
    count = Count()
    for line in open(path):
        cells = line.rstrip('\n').split('|')
        if '.' in cells[0]:
            continue
        word = cells[state].split(' ')[0]
        ending = {'COMPLETED': WELL, 'RUNNING': OPEN, 'PENDING': OPEN,
                  'CANCELLED': CANCELLED}.get(word, FAILED)
        seconds = clock(cells[elapsed])
        began = word != 'PENDING' and not (ending == CANCELLED and seconds == 0)
        count.add(cells[0], ending, seconds, began)
    return count


def sacct_json(path):
    count = Count()
    for job in json.load(open(path))['jobs']:
        word = ''.join(job['state']['current'])
        outcome = {'COMPLETED': WELL, 'CANCELLED': CANCELLED}.get(word, FAILED)
        count.add(job['job_id'], outcome, job['time']['elapsed'])
    return count


def wfcommons(path):
    count = Count()
    for task in json.load(open(path))['workflow']['execution']['tasks']:
        count.add(task['id'], WELL, task.get('runtimeInSeconds'))
    return count


def dashes(path):
    count = Count()
    rows = [line.split(' -- ') for line in open(path).read().splitlines()]
    for row in rows[1:]:
        count.add(row[0], WELL, float(row[rows[0].index('time')]))
    return count


def table(path):
    count = Count()
    for number, row in enumerate(csv.DictReader(open(path))):
        count.add(number, WELL, float(row['wall_time']))
    return count


def summaries(path):
    count = Count()
    for line in open(path):
        task = json.loads(line)
        if 'task_id' not in task:
            continue
        well = task['exit_type'] == 'normal' and task['exit_status'] == 0
        count.add(json.dumps(task['task_id']), WELL if well else FAILED, task['wall_time'][0])
    return count


def queue(path):
    """Tries begin with RUNNING; elapsed is what was measured, else the manager's clock."""
    count, run, ended, started, libraries, latest = Count(), 0, True, {}, set(), {}
    lines = [line.split(None, 5) for line in open(path) if line.strip() and line[0] != '#']
    for cells in lines:
        if cells[2] in ('LIBRARY', 'DUTY'):
            libraries.add(cells[3])
    for cells in lines:
        if cells[2] == 'MANAGER':
            run += 'START' in cells
        if cells[2] != 'TASK' or cells[3] in libraries:
            continue
        task, word, rest = (run, cells[3]), cells[4], ' '.join(cells[5:])
        if word in ('WAITING', 'READY'):
            if latest.get(task) == OPEN and task not in started:
                continue
            started.pop(task, None)
            latest[task] = OPEN
            count.add(task, OPEN, None, False)
        elif word == 'RUNNING':
            started[task] = int(cells[0])
            latest[task] = OPEN
            count.add(task, OPEN, None)
        elif word == 'WAITING_RETRIEVAL':
            started[task] = (int(cells[0]) - started[task]) / 1e6
        elif word in ('RETRIEVED', 'DONE') and latest.get(task) == OPEN:
            if word == 'DONE' and task not in started:
                continue
            result, code = rest.split()[:2]
            objects = re.findall(r'\{.*?\}(?=\s|$)', rest)
            measured = json.loads(objects[-1]) if objects else {}
            seconds = started[task] if isinstance(started[task], float) else None
            if measured.get('time_worker_end', [0])[0] > 0:
                seconds = measured['time_worker_end'][0] - measured['time_worker_start'][0]
            if measured.get('wall_time', [0])[0] > 0:
                seconds = measured['wall_time'][0]
            latest[task] = (WELL if result == 'SUCCESS' and code == '0' else
                            UNKNOWN if result == 'UNKNOWN' else
                            CANCELLED if result in ('CANCELED', 'CANCELLED') else FAILED)
            count.add(task, latest[task], seconds, False)
    for task in started:  # what ran when another run began is lost
        if latest[task] == OPEN and task[0] < run:
            count.add(task, FAILED, None, False)
    return count


def reader_of(path):
    name = os.path.basename(path)
    if 'nextflow/' in path:
        return nextflow
    if 'sacct_parsable2' in name:
        return lambda p: sacct(p, 3, 8)
    if 'xdmod' in name:
        return lambda p: sacct(p, 16, 14)
    return (sacct_json if 'slurm/' in path else wfcommons if 'wfinstances/' in path
            else dashes if name.endswith('_all.txt') else table if 'tables/' in path
            else summaries if name.endswith('.jsonl') else queue)


print('sample,tasks,' + ','.join(OUTCOMES) + ',attempts,elapsed_s')
for folder in ('nextflow', 'slurm', 'tables', 'wfinstances', 'workqueue'):
    for name in sorted(os.listdir(os.path.join(sys.argv[1], folder))):
        path = os.path.join(sys.argv[1], folder, name)
        if not name.endswith(('.performance', 'LICENSE.WfInstances')):
            print(f'{folder}/{name},{reader_of(path)(path).line()}')
