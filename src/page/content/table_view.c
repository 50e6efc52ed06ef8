#include "page/content/table_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/distinct_names.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/utf8.h"

enum { NUMBER_SIZE = 64 };

static const char missing_cell[] = "–";

struct table_view *table_view_new(struct arena *arena, size_t columns, size_t rows)
{
    struct table_view *view = arena_alloc(arena, sizeof *view);
    view->columns = columns;
    view->rows = rows;
    view->heads = arena_alloc_array(arena, columns, sizeof *view->heads);
    view->aligns = arena_alloc_array(arena, columns, sizeof *view->aligns);
    view->cells = arena_alloc_array(arena, rows * columns, sizeof *view->cells);
    for (size_t i = 0; i < columns; i++)
        view->heads[i] = "";
    for (size_t i = 0; i < rows * columns; i++)
        view->cells[i] = missing_cell;
    return view;
}

void table_view_head(struct table_view *view, size_t column, const char *head,
                     enum cell_align align)
{
    view->heads[column] = head;
    view->aligns[column] = align;
}

void table_view_set(struct table_view *view, size_t row, size_t column, const char *text)
{
    if (text)
        view->cells[row * view->columns + column] = text;
}

void table_view_text(struct arena *arena, struct table_view *view, size_t row, size_t column,
                     const char *text)
{
    if (text && *text)
        table_view_set(view, row, column,
                       utf8_shorten(arena, utf8_clean(arena, text), LONGEST_CELL));
}

void table_view_name(struct arena *arena, struct table_view *view, size_t row, size_t column,
                     const char *name, const char *const *others, size_t count)
{
    if (name && *name)
        table_view_set(view, row, column, distinct_name(name, others, count, LONGEST_CELL, arena));
}

void table_view_number(struct arena *arena, struct table_view *view, size_t row, size_t column,
                       double number, int decimals)
{
    char text[NUMBER_SIZE];
    if (!number_is_missing(number))
        table_view_set(view, row, column,
                       arena_text(arena,
                                  quantity_format_fixed(number, decimals, text, sizeof text)));
}

static double largest_magnitude(const double *values, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        if (fabs(values[i]) > largest)
            largest = fabs(values[i]);
    return largest;
}

int table_view_decimals(const double *values, size_t count, double factor)
{
    int decimals = quantity_decimals(largest_magnitude(values, count) / factor), more = 0;
    double unit = pow(10, -decimals);
    for (size_t i = 0; i < count; i++) {
        double size = fabs(values[i] / factor);
        if (size > 0 && size < 0.05 * unit)
            return DECIMALS_EACH;
        if (size > 0 && size < unit)
            more = 1;
    }
    return decimals + more;
}

const char *table_view_quantity_text(struct arena *arena, double number, int decimals)
{
    const double least = 0.001; /* as in charts */
    char text[NUMBER_SIZE];
    if (number_is_missing(number))
        return NULL;
    if (decimals != DECIMALS_EACH)
        return arena_text(arena, quantity_format_fixed(number, decimals, text, sizeof text));
    if (number > 0 && number < least)
        return "< 0.001";
    return arena_text(arena, quantity_format_number(number, 3, text, sizeof text));
}

void table_view_quantities(struct arena *arena, struct table_view *view, size_t column,
                           const char *label, const char *unit, const double *values,
                           enum unit_system units)
{
    double largest = largest_magnitude(values, view->rows);
    struct display_unit display = display_unit_for(unit ? unit : "", largest, units);
    /* A sum of many rows has more digits than any of them: they would read 9, 8, 8. */
    size_t rows = view->rows - (view->last_row_is_total && view->rows > 1);
    if (!(largest_magnitude(values, rows) > 0))
        rows = view->rows;
    int decimals = table_view_decimals(values, rows, display.factor);
    table_view_head(view, column,
                    *display.name ? arena_format(arena, "%s, %s", label, display.name) : label,
                    CELL_RIGHT);
    for (size_t row = 0; row < view->rows; row++)
        table_view_set(view, row, column,
                       table_view_quantity_text(arena, values[row] / display.factor, decimals));
}

void table_view_counts(struct arena *arena, struct table_view *view, size_t column,
                       const char *head, const double *values)
{
    table_view_head(view, column, head, CELL_RIGHT);
    for (size_t row = 0; row < view->rows; row++)
        table_view_number(arena, view, row, column, values[row], 0);
}

static bool column_is_missing(const struct table_view *view, size_t column)
{
    for (size_t row = 0; row < view->rows; row++)
        if (strcmp(view->cells[row * view->columns + column], missing_cell) != 0)
            return false;
    return view->rows > 0;
}

void table_view_drop_missing_columns(struct table_view *view)
{
    size_t kept = 0, columns = view->columns;
    bool *keep = memory_alloc_array(columns, sizeof *keep);
    for (size_t column = 0; column < columns; column++) {
        keep[column] = !column_is_missing(view, column);
        if (keep[column]) {
            view->heads[kept] = view->heads[column];
            view->aligns[kept++] = view->aligns[column];
        }
    }
    size_t to = 0;
    for (size_t from = 0; from < view->rows * columns; from++)
        if (keep[from % columns])
            view->cells[to++] = view->cells[from];
    view->columns = kept;
    free(keep);
}
