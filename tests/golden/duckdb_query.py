"""Runs a query in DuckDB, by its C API, and prints the rows with '|' between cells, NULL as nothing.

Usage: duckdb_query.py LIBDUCKDB QUERY
"""

import ctypes
import sys


class Result(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')]


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.duckdb_value_varchar.restype = ctypes.c_void_p
    library.duckdb_result_error.restype = ctypes.c_char_p
    for name in ('row_count', 'column_count'):
        getattr(library, 'duckdb_' + name).restype = ctypes.c_uint64
    database, connection, result = ctypes.c_void_p(), ctypes.c_void_p(), Result()
    if library.duckdb_open(None, ctypes.byref(database)) or library.duckdb_connect(
            database, ctypes.byref(connection)):
        sys.exit('DuckDB cannot be opened')
    if library.duckdb_query(connection, sys.argv[2].encode(), ctypes.byref(result)):
        sys.exit(library.duckdb_result_error(ctypes.byref(result)).decode())
    columns = library.duckdb_column_count(ctypes.byref(result))
    for row in range(library.duckdb_row_count(ctypes.byref(result))):
        cells = []
        for column in range(columns):
            text = library.duckdb_value_varchar(ctypes.byref(result), ctypes.c_uint64(column),
                                                ctypes.c_uint64(row))
            cells.append(ctypes.string_at(text).decode() if text else '')
        print('|'.join(cells))


main()
