/* What DuckDB answers to statements of SQL, for tests: rows as CSV, a missing value as \N.
 * Usage: duckdb_run STATEMENT... */
#include <duckdb.h>
#include <stdio.h>
#include <string.h>

static void print_cell(const char *text)
{
    if (!text) {
        fputs("\\N", stdout);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void print_rows(duckdb_result *result)
{
    idx_t rows = duckdb_row_count(result), columns = duckdb_column_count(result);
    for (idx_t row = 0; row < rows; row++)
        for (idx_t column = 0; column < columns; column++) {
            char *text = duckdb_value_varchar(result, column, row);
            print_cell(text);
            putchar(column + 1 < columns ? ',' : '\n');
            duckdb_free(text);
        }
}

int main(int count, char **arguments)
{
    duckdb_database database;
    duckdb_connection connection;
    int status = 0;
    if (duckdb_open(NULL, &database) != DuckDBSuccess ||
        duckdb_connect(database, &connection) != DuckDBSuccess)
        return 2;
    for (int i = 1; status == 0 && i < count; i++) {
        duckdb_result result;
        if (duckdb_query(connection, arguments[i], &result) == DuckDBSuccess) {
            print_rows(&result);
        } else {
            fprintf(stderr, "%s\n", duckdb_result_error(&result));
            status = 1;
        }
        duckdb_destroy_result(&result);
    }
    duckdb_disconnect(&connection);
    duckdb_close(&database);
    return fflush(stdout) == 0 ? status : 2;
}
