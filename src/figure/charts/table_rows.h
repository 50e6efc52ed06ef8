/* A result table as its definition wants it: the rows that are meant, columns by their roles, and
 * the words and units that charts of tables share. */
#ifndef FIGURE_CHARTS_TABLE_ROWS_H
#define FIGURE_CHARTS_TABLE_ROWS_H

#include "figure/charts/chart.h"
#include "figure/charts/chart_source.h"

/* What a kind of chart shows at most of things that stand below each other; the rest is counted. */
enum { TABLE_MOST_NAMES = 20, TABLE_MOST_SMALL = 7, TABLE_MOST_EACH = 24 };

struct table_rows {
    const struct chart_request *request;
    const struct table *table;
    const size_t *rows; /* in the table's order */
    size_t count;
    const char *unit; /* of the definition, else what the role "unit" says, else that of the column
                         whose values are drawn; a share: "%" */
    double factor;    /* × a value of the column = the value in it */
};

/* False when the table has no such rows. */
bool table_rows_make(const struct chart_request *request, struct table_rows *rows);

/* One a row, in the scratch arena: NULL when the definition names no column of that role, or when
 * all are missing. A value in the unit of the definition. */
const double *table_rows_values(const struct table_rows *rows, const char *role);
const double *table_rows_numbers(const struct table_rows *rows, const char *role); /* as they are */
const char *const *table_rows_texts(const struct table_rows *rows, const char *role);
/* Texts as the table has them, by which other tables are searched, and what is shown of one: kinds
 * of task without the start that most of them have in common. */
const char *const *table_rows_cells(const struct table_rows *rows, const char *role);
const char *table_shown_text(const struct table_rows *rows, const char *role, const char *cell);

/* The texts of `each`, at most TABLE_MOST_EACH; of task kinds the 12 longest at most. */
const char *const *table_each(const struct tables *tables, const struct plotspec *spec,
                              struct arena *arena, size_t *count);

/* "cpu_time" → "CPU time". */
const char *quantity_words(struct arena *arena, const char *name);
/* What people call a role: by the definition, else `other`. */
const char *role_name(const struct plotspec *spec, const char *role, const char *other);
/* The same, else the title of its column; and of an axis, with the column's unit behind it. */
const char *role_title(const struct plotspec *spec, const char *role);
const char *role_axis(struct arena *arena, const struct plotspec *spec, const char *role);
/* "21 other kinds": by the column that names them. */
const char *things_text(const struct table_rows *rows, size_t count, bool other);

/* "Drawn: the 20 with the highest values; 21 other kinds are in the table boxplots only.", and how
 * many kinds a table of selected ones lacks; "" when nothing is left out. `named`: of those drawn,
 * as row_picks_make returns it. */
const char *table_left_out_text(const struct table_rows *rows, size_t drawn, size_t named,
                                size_t all);
/* All kinds of task, where the table has a selection of them; else `all`. */
size_t table_all_things(const struct table_rows *rows, size_t all);

/* ---- words and units ------------------------------------------------------------------------ */

struct display_unit table_unit(const struct table_rows *rows, double magnitude);
/* The value in a unit that suits it: "1,617 h", "43 %", "28.4 GiB"; or the number in a given one.
 */
const char *table_number_text(struct arena *arena, double value, const struct display_unit *unit);
/* NULL: in a unit of its own. */
const char *table_value_text(const struct table_rows *rows, double value,
                             const struct display_unit *given);
/* " (align)"; of a name that stands in brackets itself " (no name)", not "((no name))". */
const char *in_brackets(struct arena *arena, const char *name);
const char *count_word(struct arena *arena, double count, const char *one, const char *many);

/* The scale of values, by the definition. A log one has not more than `decades` and more than one
 * (0: as many as there are), and ends on 1, 2 or 5 times a power of ten. */
void table_scale(const struct table_rows *rows, struct value_range range, double decades,
                 struct scale *scale);

/* Fills the figure with at most TABLE_MOST_NAMES things, and its small one with TABLE_MOST_SMALL;
 * false when `fill` finds nothing to show. */
bool table_lower(const struct chart_request *request,
                 bool (*fill)(const struct chart_request *request, size_t most,
                              struct figure *figure),
                 struct figure *figure);

/* The height of a described figure with so much room for its rows: what stands above and below them
 * is added, so that few rows are as tall as many. */
/* Its definition's, for what it is of, with the unit ("" of none). */
const char *table_title(const struct chart_request *request, const char *unit);
/* A share in percent, as in tables: "< 0.1 %". */
const char *share_word(struct arena *arena, double share);
double table_height(const struct figure *figure, double rows_pt);

/* Sets every text of the figure but those given: `numbers` is the subtitle, `note` follows the
 * caption. */
void table_describe(const struct table_rows *rows, const char *unit, const char *numbers,
                    const char *note, struct figure *figure);

#endif
