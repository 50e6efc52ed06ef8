#include "page/row_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page_parts.h"
#include "util/memory.h"
#include "util/number.h"

struct chosen {
    const struct table *table;
    size_t *rows;
    size_t count, shown;
};

static bool choose(const struct row_view *row_view, const struct tables *tables, size_t most,
                   struct arena *arena, struct chosen *chosen)
{
    *chosen = (struct chosen){.table = tables_find(tables, row_view->table)};
    if (!chosen->table)
        return false;
    const char *const *texts = row_view->where ? table_texts(chosen->table, row_view->where) : NULL;
    chosen->rows = arena_alloc_array(arena, chosen->table->rows, sizeof *chosen->rows);
    for (size_t row = 0; row < chosen->table->rows; row++)
        if (!texts || (texts[row] && strcmp(texts[row], row_view->is) == 0))
            chosen->rows[chosen->count++] = row;
    chosen->shown = shown_rows(chosen->count, most);
    return chosen->count > 0;
}

double rows_efficiency(const struct table *table, const size_t *rows, size_t count)
{
    const double *cpu = table_numbers(table, "cpu_hours");
    const double *efficiency = table_numbers(table, "cpu_efficiency");
    double used = 0, allotted = 0;
    for (size_t i = 0; i < count; i++) {
        size_t row = rows ? rows[i] : i;
        if (cpu[row] > 0 && efficiency[row] > 0) {
            used += cpu[row];
            allotted += cpu[row] / efficiency[row];
        }
    }
    return allotted > 0 ? used / allotted : NUMBER_MISSING;
}

static double total_of(const struct row_view_column *column, const double *numbers,
                       const struct chosen *chosen)
{
    double total = NUMBER_MISSING;
    if (column->total == TOTAL_EFFICIENCY)
        return rows_efficiency(chosen->table, chosen->rows, chosen->count);
    for (size_t i = 0; column->total != TOTAL_NONE && i < chosen->count; i++) {
        double number = numbers[chosen->rows[i]];
        if (number_is_missing(number))
            continue;
        if (number_is_missing(total))
            total = number;
        else
            total = column->total == TOTAL_SUM ? total + number : fmax(total, number);
    }
    return total;
}

static void put_texts(struct arena *arena, struct table_view *view, size_t at,
                      const struct row_view_column *column, const struct chosen *chosen)
{
    const char *const *texts = table_texts(chosen->table, column->column);
    table_view_head(view, at, column->head, CELL_LEFT);
    for (size_t i = 0; i < chosen->shown; i++)
        table_view_text(arena, view, i, at, texts[chosen->rows[i]]);
}

static void put_numbers(const struct page_request *request, struct arena *arena,
                        struct table_view *view, size_t at, const struct row_view_column *column,
                        const double *values)
{
    switch (column->kind) {
    case VIEW_COUNT:
        table_view_counts(arena, view, at, column->head, values);
        break;
    case VIEW_QUANTITY:
        table_view_quantities(arena, view, at, column->head, column->unit, values, request->units);
        break;
    default:
        table_view_head(view, at, column->head, CELL_RIGHT);
        for (size_t i = 0; i < view->rows; i++)
            if (!number_is_missing(values[i]))
                table_view_set(view, i, at,
                               column->kind == VIEW_SHARE ? share_text(arena, values[i])
                                                          : moment_text(arena, values[i]));
    }
}

static void put_column(const struct row_view *row_view, const struct page_request *request,
                       struct arena *arena, struct table_view *view, size_t at,
                       const struct chosen *chosen)
{
    const struct row_view_column *column = &row_view->columns[at];
    if (column->kind == VIEW_TEXT) {
        put_texts(arena, view, at, column, chosen);
        return;
    }
    const double *numbers = table_numbers(chosen->table, column->column);
    double factor = column->factor != 0 ? column->factor : 1;
    double *values = memory_alloc_array(view->rows, sizeof *values);
    for (size_t i = 0; i < chosen->shown; i++)
        values[i] = numbers[chosen->rows[i]] * factor;
    if (row_view->with_total)
        values[view->rows - 1] = total_of(column, numbers, chosen) * factor;
    put_numbers(request, arena, view, at, column, values);
    free(values);
}

struct table_view *row_view_make(const struct row_view *row_view,
                                 const struct page_request *request, struct arena *arena,
                                 size_t most)
{
    struct chosen chosen;
    if (!choose(row_view, request->tables, most, arena, &chosen))
        return NULL;
    struct table_view *view =
        table_view_new(arena, row_view->column_count, chosen.shown + row_view->with_total);
    for (size_t i = 0; i < row_view->column_count; i++)
        put_column(row_view, request, arena, view, i, &chosen);
    if (row_view->with_total) {
        table_view_set(view, view->rows - 1, 0, "all");
        view->last_row_is_total = true;
    }
    view->source = arena_format(arena, "data/%s.csv", row_view->table);
    view->left_out = chosen.count - chosen.shown;
    table_view_drop_missing_columns(view);
    return view;
}
