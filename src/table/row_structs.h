/* The struct of a row of each result table: struct tasks_row has a member for each column of the
 * table `tasks`, a double or a text that another owns. How they are used: rows.h. */
#ifndef TABLE_ROW_STRUCTS_H
#define TABLE_ROW_STRUCTS_H

#define CELL_TEXT const char *
#define CELL_NUMBER double
#define CELL_COUNT double
#define CELL_SHARE double
#define CELL_MOMENT double
#define CELL_FLAG double

#define TABLE(table, row) struct table##_row {
#define COLUMN(table, name, type, ...) CELL_##type name;
#define TABLE_END(table)                                                                           \
    }                                                                                              \
    ;
#include "table/tables.def"

#undef CELL_TEXT
#undef CELL_NUMBER
#undef CELL_COUNT
#undef CELL_SHARE
#undef CELL_MOMENT
#undef CELL_FLAG

#endif
