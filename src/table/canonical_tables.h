/* Canonical tables: all samples, attempts and events that were read, as exports have them.
 *
 * Their columns are in canonical_tables.def. Behind those of `attempts` follow the attributes of
 * the records, behind those of `events` the mean of each device metric and the attributes of the
 * tasks. */
#ifndef TABLE_CANONICAL_TABLES_H
#define TABLE_CANONICAL_TABLES_H

#include "table/records.h"
#include "table/table.h"
#include "util/text_slice.h"

enum canonical_table_number {
#define CANONICAL(table, row) CANONICAL_##table,
#include "table/canonical_tables.def"
    CANONICAL_TABLES
};

/* Columns of all of them, one behind the other: CANONICAL_attempts_step and so on. Those of a table
 * begin at CANONICAL_FIRST_attempts. */
enum canonical_column {
#define CANONICAL(table, row)                                                                      \
    CANONICAL_FIRST_##table, CANONICAL_BEFORE_##table = CANONICAL_FIRST_##table - 1,
#define CANONICAL_COLUMN(table, name, type, unit, title, description) CANONICAL_##table##_##name,
#include "table/canonical_tables.def"
    CANONICAL_COLUMNS
};

const struct table_schema *canonical_table_at(enum canonical_table_number number);

/* The column of records that a column of `attempts` holds; RECORDS_NO_COLUMN of those about the
 * source, and of those that are worked out. */
int canonical_record_column(enum canonical_column column);

/* The words for endings in that table; NULL of ENDING_UNSAID. */
extern const char *const canonical_endings[ENDINGS];

/* The ending that is called so; ENDING_UNSAID of any other word. */
enum record_ending canonical_ending(struct text_slice word);

/* The words in source_traits, which are separated by blanks. */
#define CANONICAL_QUEUE "queue"
#define CANONICAL_UNNAMED "unnamed"
#define CANONICAL_PARTIAL "partial"

/* Kinds of metrics in `samples`, and how nodes are combined. */
#define CANONICAL_LEVEL "level"
#define CANONICAL_RATE "rate"
#define CANONICAL_COUNTER "counter"
#define CANONICAL_ENERGY "energy"
#define CANONICAL_MEAN "mean"
#define CANONICAL_TOTAL "total"

/* Behind the name of an attribute that is called as another column. */
#define CANONICAL_ATTRIBUTE " (attribute"

#endif
