/* How many rows a chart of a row a thing draws, and how tall that makes it. */
#ifndef FIGURE_CHARTS_ROW_ROOM_H
#define FIGURE_CHARTS_ROW_ROOM_H

#include "figure/charts/table_rows.h"
#include "figure/model/row_sheets.h"

/* Up to so many things are all drawn: a sheet of paper has room for those, four have for that many
 * task kinds. Nobody compares more by eye, and of more the tables of distributions have a choice.
 */
enum { ROW_ROOM_SHEET = ROW_SHEETS_MOST_ROWS, ROW_ROOM_KINDS = 160 };

/* Whether they are kinds of task. */
bool rows_are_of_kinds(const struct table_rows *rows);

/* How many of the things are drawn where more than `most` have no place. */
size_t row_room(const struct table_rows *rows, size_t most, size_t things);

/* Sets the height of a described figure of so many rows, and by what it is cut into sheets where
 * they are many (row_sheets.h). */
void row_room_set(const struct table_rows *rows, double row_pt, size_t count,
                  struct figure *figure);

#endif
