"""Whether what print_parquet shows of a file is what DuckDB reads of it. Usage: compare.py DUCKDB_RUN PRINT_PARQUET FILE

Prints "ROWS rows, COLUMNS columns", with the columns that were left out, or "refused: REASON"; exit code 1 where
a value differs."""
import csv
import io
import math
import re
import subprocess
import sys

csv.field_size_limit(1 << 30)


def run(*command):
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode("utf-8", "replace").strip()


def plain(text):
    """Times in UTC: "+00" as Z; a missing value as an empty text."""
    return re.sub(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?)\+00$", r"\1Z", "" if text == r"\N" else text)


def same(ours, theirs):
    if ours == theirs:
        return True
    try:
        left, right = float(ours), float(theirs)
    except ValueError:
        return ours == "" and theirs in ("nan", "-nan")
    # A number of 32 bits has more digits as one of 64.
    return left == right or math.isclose(left, right, rel_tol=1e-7)


def main(duckdb_run, print_parquet, path):
    status, shown, said = run(print_parquet, path)
    if status == 3:
        print("refused:", said.splitlines()[-1].split(": ", 1)[1])
        return 0
    if status != 0:
        print("status", status, said)
        return 1
    ours = list(csv.reader(io.StringIO(shown)))
    names, rows = ours[0], ours[1:]
    quoted = ", ".join('CAST("' + name.replace('"', '""') + '" AS VARCHAR)' for name in names)
    status, answer, error = run(duckdb_run, f"SELECT {quoted} FROM read_parquet('{path}')")
    theirs = list(csv.reader(io.StringIO(answer)))
    if len(names) == 1:  # a row of one missing value is an empty line
        rows = [row or [""] for row in rows]
    if status != 0 or len(theirs) != len(rows):
        print(f"{len(rows)} rows, DuckDB has {len(theirs)} {error}")
        return 1
    for number, (row, other) in enumerate(zip(rows, theirs)):
        for name, left, right in zip(names, row, other):
            if not same(left, plain(right)):
                print(f"row {number}, {name}: {left!r}, DuckDB has {right!r}")
                return 1
    print(f"{len(rows)} rows, {len(names)} columns" + (f"; {said}" if said else ""))
    return 0


sys.exit(main(*sys.argv[1:]))
