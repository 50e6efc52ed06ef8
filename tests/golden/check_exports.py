"""Compares the exports of a report with its data/ and with each other.

Usage: check_exports.py REPORT [FORMAT...]

Each format is read as people read it: CSV and JSON lines as such, SQLite by sqlite3, HDF5 by h5py and
pandas, XLSX by openpyxl. Prints what differs; nothing where all is the same.
"""

import csv
import datetime
import gzip
import io
import json
import math
import os
import sqlite3
import sys

CANONICAL = ('samples', 'attempts', 'events')
EPOCH = datetime.datetime(1970, 1, 1)


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def same(cell, truth, is_number):
    """truth: of CSV, '' where missing; cell: None where missing."""
    if truth == '':
        return cell is None or cell == '' or (isinstance(cell, float) and math.isnan(cell))
    if is_number:
        return cell not in (None, '') and float(cell) == float(truth)
    return cell == truth


def unguarded(text):
    """As an apostrophe before what a spreadsheet would take for a formula is no part of a text."""
    bare = text.lstrip("'")
    is_formula = (text.startswith("'") and len(bare) > 1 and bare[0] in '=+-@\t\r＝＋－＠' and
                  number(bare) is None)
    return text[1:] if is_formula else text


def read_csv(text):
    rows = list(csv.reader(io.StringIO(text, newline='')))
    return [unguarded(name) for name in rows[0]], [[unguarded(c) for c in row] for row in rows[1:]]


def load(path):
    with open(path, encoding='utf-8', newline='') as file:
        return read_csv(file.read())


class Truth:
    def __init__(self, report):
        self.tables = {}
        data = os.path.join(report, 'data')
        with open(os.path.join(data, 'datapackage.json'), encoding='utf-8') as file:
            package = json.load(file)
        for resource in package['resources']:
            name = resource['name']
            if name == 'attempts_all':
                continue
            fields = resource['schema']['fields']
            header, rows = load(os.path.join(data, name + '.csv'))
            types = {field['name']: field for field in fields}
            self.tables['attempts_by_outcome' if name == 'attempts' else name] = (
                header, rows, [types[column]['type'] != 'string' for column in header],
                [types[column] for column in header])
        for name in CANONICAL:
            path = os.path.join(report, 'export', name + '.csv')
            if os.path.exists(path):
                header, rows = load(path)
                self.tables[name] = (header, rows, [all(number(row[i]) is not None for row in rows if
                                                        row[i] != '') and name != 'attempts'
                                                    for i in range(len(header))], None)


def compare(what, truth, header, rows, faults):
    names, expected, are_numbers, _ = truth
    if [name.lower() for name in header] != [name.lower() for name in names] and \
            'attribute' not in ''.join(header):
        faults.append(f'{what}: columns {header}, expected {names}')
        return
    if len(rows) != len(expected):
        faults.append(f'{what}: {len(rows)} rows, expected {len(expected)}')
        return
    for at, (row, right) in enumerate(zip(rows, expected)):
        for i, name in enumerate(names):
            cell = row[i]
            is_number = are_numbers[i] or isinstance(cell, (int, float))
            if not same(cell, right[i], is_number):
                faults.append(f'{what}: row {at} {name}: {cell!r}, expected {right[i]!r}')
                return


def check_csv(report, truth, faults, ending):
    for name, table in truth.tables.items():
        path = os.path.join(report, 'export', name + ending)
        if not os.path.exists(path):
            continue
        opened = gzip.open(path, 'rt', encoding='utf-8', newline='') if ending.endswith('gz') else open(
            path, encoding='utf-8', newline='')
        with opened as file:
            header, rows = read_csv(file.read())
        compare(name + ending, table, header, rows, faults)


def check_json(report, truth, faults):
    for name, table in truth.tables.items():
        path = os.path.join(report, 'export', name + '.json')
        with open(path, encoding='utf-8') as file:
            rows = [json.loads(line) for line in file]
        header = list(rows[0]) if rows else table[0]
        compare(name + '.json', table, header, [list(row.values()) for row in rows], faults)


def check_sqlite(report, truth, faults):
    base = sqlite3.connect(os.path.join(report, 'export', 'report.sqlite'))
    if base.execute('pragma integrity_check').fetchone() != ('ok',):
        faults.append('sqlite: not sound')
    for name, table in truth.tables.items():
        cursor = base.execute(f'select * from "{name}"')
        compare('sqlite ' + name, table, [d[0] for d in cursor.description], cursor.fetchall(), faults)
    for (view,) in base.execute("select name from sqlite_master where type = 'view'").fetchall():
        base.execute(f'select * from {view}').fetchall()
    counts = dict(base.execute('select "table", rows from tables'))
    for name, table in truth.tables.items():
        if counts.get(name) != len(table[1]):
            faults.append(f'sqlite tables: {name} has {counts.get(name)} rows')


def check_hdf5(report, truth, faults):
    import h5py
    import pandas
    with h5py.File(os.path.join(report, 'export', 'report.hdf5')) as file:
        for name, table in truth.tables.items():
            columns = {column: (data.asstr()[:] if data.dtype.kind in 'SO' else data[:])
                       for column, data in file[name].items()}
            frame = pandas.DataFrame(columns)
            rows = [list(row) for row in frame.itertuples(index=False, name=None)]
            if all('/' not in column for column in table[0]):
                compare('hdf5 ' + name, table, list(frame.columns), rows, faults)
            for field in table[3] or []:
                attributes = file[name][field['name'].replace('/', '\u2215')].attrs
                if attributes['description'] != field['description']:
                    faults.append(f'hdf5 {name} {field["name"]}: described otherwise')
                unit = field.get('unit')
                if unit and unit != '1' and attributes['unit'] != unit:
                    faults.append(f'hdf5 {name} {field["name"]}: in {attributes["unit"]}')


def days(cell):
    """A moment of a sheet as Unix time, as exact as sheets are."""
    return (cell - EPOCH).total_seconds() if isinstance(cell, datetime.datetime) else cell


def check_xlsx(report, truth, faults):
    import openpyxl
    from openpyxl.utils.escape import unescape
    book = openpyxl.load_workbook(os.path.join(report, 'export', 'report.xlsx'))
    for name, (names, expected, are_numbers, _) in truth.tables.items():
        sheet = book[name[:31]]
        if sheet.freeze_panes != 'A2':
            faults.append(f'xlsx {name}: no frozen header')
        rows = list(sheet.iter_rows(values_only=True))
        if list(rows[0])[:len(names)] != names or sheet.max_row > len(expected) + 1:
            faults.append(f'xlsx {name}: header {rows[0]}, {len(rows)} rows')
            continue
        for at, right in enumerate(expected):
            cells = rows[at + 1] if at + 1 < len(rows) else (None,) * len(names)
            for i, truth_cell in enumerate(right):
                cell = cells[i]
                if isinstance(cell, datetime.datetime):
                    good = abs(days(cell) - float(truth_cell)) < 0.001
                elif isinstance(cell, (int, float)):
                    good = truth_cell != '' and abs(cell - float(truth_cell)) <= 1e-14 * abs(cell)
                else:
                    good = unescape(cell or '') == truth_cell[:32767]
                if not good:
                    faults.append(f'xlsx {name}: row {at} {names[i]}: {cell!r}, not {truth_cell!r}')
                    break
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == 'f':
                    faults.append(f'xlsx {name}: {cell.coordinate} is a formula')


def main():
    report, formats = sys.argv[1], sys.argv[2:] or ['csv', 'csv.gz', 'json', 'sqlite', 'hdf5', 'xlsx']
    truth, faults = Truth(report), []
    for wanted in formats:
        if wanted.startswith('csv'):
            check_csv(report, truth, faults, '.' + wanted)
        else:
            {'json': check_json, 'sqlite': check_sqlite, 'hdf5': check_hdf5,
             'xlsx': check_xlsx}[wanted](report, truth, faults)
    for fault in faults[:40]:
        print(fault)


main()
