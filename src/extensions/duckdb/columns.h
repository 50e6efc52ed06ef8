/* What columns of Parquet are to a report, by their types. */
#ifndef EXTENSIONS_DUCKDB_COLUMNS_H
#define EXTENSIONS_DUCKDB_COLUMNS_H

#include <duckdb.h>

#include "input/parquet/parquet_channel.h"

struct column_form {
    duckdb_type type;
    enum parquet_kind kind;
    const char *before, *behind; /* SQL around the name that makes the kind of it */
    const char *type_name;
};

/* PARQUET_LEFT_OUT of a type that holds neither numbers nor text. */
struct column_form column_form_of(duckdb_type type);

#endif
