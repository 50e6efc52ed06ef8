/* What is in a file of several tables, as two tables of it: `tables` has a row a table, `columns` a
 * row a column with its unit and description. */
#ifndef EXPORT_CONTENTS_SOURCE_H
#define EXPORT_CONTENTS_SOURCE_H

#include "export/export_source.h"

/* Of the tables that are written, with the rows that are written of them. */
struct export_source contents_of_tables(const struct export_table *tables, size_t count,
                                        struct arena *arena);
struct export_source contents_of_columns(const struct export_table *tables, size_t count,
                                         struct arena *arena);

#endif
