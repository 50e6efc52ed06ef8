/* data/datapackage.json: what every column of the tables in data/ is, as a Frictionless Data
 * Package with Table Schema (https://specs.frictionlessdata.io/tabular-data-package/). */
#ifndef DATAPACKAGE_H
#define DATAPACKAGE_H

#include <jansson.h>

#include "table/table.h"
#include "table/table_csv.h"

/* One column as a field of Table Schema: name, type, title, unit, description. */
json_t *datapackage_field(const struct column_schema *column, const char *name);

/* Columns that are called as their schema says, as a Table Schema. */
json_t *datapackage_schema(const struct column_schema *columns, size_t count);

/* Describes the tables that have rows, and `attempts`, the resource of all attempts (NULL: none).
 */
bool datapackage_write(const struct tables *tables, json_t *attempts, const char *heading,
                       const char *path, struct error *error);

/* The resource of that name in the file, to be released; NULL where it describes none. False where
 * it cannot be read. */
bool datapackage_resource(const char *path, const char *name, json_t **resource,
                          struct error *error);

struct datapackage {
    struct described_table {
        const char *name;
        struct column_names columns;
    } * tables;
    size_t table_count;
};

/* What datapackage_write wrote. True, and describes no table, where there is no such file: reports
 * from before it had none. */
bool datapackage_read(struct datapackage *package, const char *path, struct arena *arena,
                      struct error *error);
/* NULL when it describes no such table. */
const struct column_names *datapackage_columns(const struct datapackage *package,
                                               const char *table);

#endif
