/* data/datapackage.json: what every column of the tables in data/ is, as a Frictionless Data
 * Package with Table Schema (https://specs.frictionlessdata.io/tabular-data-package/). */
#ifndef DATAPACKAGE_H
#define DATAPACKAGE_H

#include <jansson.h>

#include "table/table.h"

/* One column as a field of Table Schema: name, type, title, unit, description. */
json_t *datapackage_field(const struct column_schema *column, const char *name);

/* Describes the tables that have rows. */
bool datapackage_write(const struct tables *tables, const char *heading, const char *path,
                       struct error *error);

#endif
