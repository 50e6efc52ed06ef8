#!/usr/bin/env python3
"""Writes numpy_statistics.csv: what numpy finds in samples that the unit test makes again.

Sums are taken in extended precision of differences from the first value, so that the table and not
the test is the exact side. Run where numpy is, only when a case is added:
python3 numpy_statistics.py >numpy_statistics.csv
"""
import numpy as np

CASES = [
    # kind, count, offset, scale, seed
    ("uniform", 1, 0, 1, 1),
    ("uniform", 2, 0, 1, 2),
    ("uniform", 3, -5, 10, 3),
    ("uniform", 17, 0, 1, 4),
    ("uniform", 100, 1e15, 1000, 5),
    ("uniform", 2880, 0, 100, 6),
    ("uniform", 10007, 1e9, 1e-3, 7),
    ("ties", 1000, 0, 1, 8),
    ("ties", 2880, 1e15, 1, 9),
    ("equal", 50, 3.25, 1, 10),
    ("heavy", 5000, 0, 1, 11),
    ("sorted", 4097, 0, 1, 12),
    ("reversed", 4097, 0, 1, 13),
    ("pipe", 4096, 0, 1, 14),
    ("zeros", 3000, 0, 1, 15),
    ("gaps", 2881, -40, 80, 16),
]
QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95]
BINS = 10


def uniform(count, seed):
    """Knuth's MMIX generator; the upper 53 bits as a share of one."""
    state, shares = seed, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        shares.append((state >> 11) * 2.0**-53)
    return np.array(shares)


def samples(kind, count, offset, scale, seed):
    u = uniform(count, seed)
    if kind == "ties":
        u = np.floor(u * 10)
    elif kind == "equal":
        u = u * 0
    elif kind == "heavy":
        u = 1 / (u + 1e-6)
    elif kind == "sorted":
        u = np.arange(count) / count
    elif kind == "reversed":
        u = np.arange(count, 0, -1) / count
    elif kind == "pipe":
        u = np.minimum(np.arange(count), np.arange(count)[::-1]) / count
    elif kind == "zeros":
        u = np.where(u < 0.9, 0, u)
    values = offset + scale * u
    if kind == "gaps":
        values[::7] = np.nan
    return values


def statistics(values):
    values = values[~np.isnan(values)]
    exact = values.astype(np.longdouble) - values[0]
    q1, median, q3 = np.quantile(values, [0.25, 0.5, 0.75])
    lower = max(q1 - 1.5 * (q3 - q1), values.min())
    upper = min(q3 + 1.5 * (q3 - q1), values.max())
    return [
        len(values),
        float(values[0] + exact.mean()),
        float(exact.std(ddof=1)) if len(values) > 1 else "",
        values.min(),
        *np.quantile(values, QUANTILES),
        values.max(),
        1.4826 * np.median(np.abs(values - median)),
        lower,
        upper,
        int(((values < lower) | (values > upper)).sum()),
    ]


def histogram(values):
    values = values[~np.isnan(values)]
    if values.min() == values.max():
        return [len(values)] + [0] * (BINS - 1)
    return list(np.histogram(values, BINS)[0])


def text(number):
    return number if isinstance(number, str) else repr(int(number)) if isinstance(
        number, (int, np.integer)) else repr(float(number))


print("kind,count,offset,scale,seed,present,mean,std,min,p05,p25,p50,p75,p95,max,mad,lower,upper,"
      "outliers," + ",".join(f"bin{i}" for i in range(BINS)))
for case in CASES:
    values = samples(*case)
    print(",".join(text(cell) for cell in [*case, *statistics(values), *histogram(values)]))
