#include "extensions/duckdb/columns.h"

#define AS_TEXT PARQUET_TEXT, "CAST(", " AS VARCHAR)", "text"

static const struct column_form forms[] = {
    {DUCKDB_TYPE_BOOLEAN, AS_TEXT},
    {DUCKDB_TYPE_TINYINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {DUCKDB_TYPE_SMALLINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {DUCKDB_TYPE_INTEGER, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {DUCKDB_TYPE_BIGINT, PARQUET_INTEGER, "", "", "integer"},
    {DUCKDB_TYPE_UTINYINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {DUCKDB_TYPE_USMALLINT, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {DUCKDB_TYPE_UINTEGER, PARQUET_INTEGER, "CAST(", " AS BIGINT)", "integer"},
    {DUCKDB_TYPE_UBIGINT, AS_TEXT},
    {DUCKDB_TYPE_HUGEINT, AS_TEXT},
    {DUCKDB_TYPE_UHUGEINT, AS_TEXT},
    {DUCKDB_TYPE_DECIMAL, AS_TEXT},
    {DUCKDB_TYPE_FLOAT, PARQUET_NUMBER, "CAST(", " AS DOUBLE)", "number"},
    {DUCKDB_TYPE_DOUBLE, PARQUET_NUMBER, "", "", "number"},
    {DUCKDB_TYPE_TIMESTAMP, AS_TEXT},
    {DUCKDB_TYPE_TIMESTAMP_S, AS_TEXT},
    {DUCKDB_TYPE_TIMESTAMP_MS, AS_TEXT},
    {DUCKDB_TYPE_TIMESTAMP_NS, AS_TEXT},
    {DUCKDB_TYPE_TIMESTAMP_TZ, PARQUET_TEXT, "CAST(make_timestamp(epoch_us(",
     ")) AS VARCHAR) || 'Z'", "time"},
    {DUCKDB_TYPE_DATE, AS_TEXT},
    {DUCKDB_TYPE_TIME, AS_TEXT},
    {DUCKDB_TYPE_TIME_NS, AS_TEXT},
    {DUCKDB_TYPE_TIME_TZ, AS_TEXT},
    {DUCKDB_TYPE_INTERVAL, PARQUET_NUMBER, "CAST(epoch(", ") AS DOUBLE)", "number"},
    {DUCKDB_TYPE_VARCHAR, PARQUET_TEXT, "", "", "text"},
    {DUCKDB_TYPE_UUID, AS_TEXT},
    {DUCKDB_TYPE_ENUM, AS_TEXT},
    {DUCKDB_TYPE_BLOB, PARQUET_LEFT_OUT, "", "", "binary"},
    {DUCKDB_TYPE_LIST, PARQUET_LEFT_OUT, "", "", "list"},
    {DUCKDB_TYPE_ARRAY, PARQUET_LEFT_OUT, "", "", "list"},
    {DUCKDB_TYPE_MAP, PARQUET_LEFT_OUT, "", "", "map"},
    {DUCKDB_TYPE_STRUCT, PARQUET_LEFT_OUT, "", "", "group of columns"},
};
static const struct column_form other = {DUCKDB_TYPE_INVALID, PARQUET_LEFT_OUT, "", "",
                                         "unknown type"};

struct column_form column_form_of(duckdb_type type)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (forms[i].type == type)
            return forms[i];
    return other;
}
