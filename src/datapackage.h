/* data/datapackage.json: what every column of the tables in data/ is, as a Frictionless Data
 * Package with Table Schema (https://specs.frictionlessdata.io/tabular-data-package/). */
#ifndef DATAPACKAGE_H
#define DATAPACKAGE_H

#include <jansson.h>

#include "table/table.h"
#include "table/table_csv.h"

/* One column as a field of Table Schema: name, type, title, unit, description. */
json_t *datapackage_field(const struct column_schema *column, const char *name);

/* Describes the tables that have rows. */
bool datapackage_write(const struct tables *tables, const char *heading, const char *path,
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
