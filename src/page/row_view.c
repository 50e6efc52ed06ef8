#include "page/row_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page_parts.h"
#include "table/kind_names.h"
#include "util/memory.h"
#include "util/number.h"

struct chosen {
    const struct table *table;
    size_t *rows;
    size_t count, shown;
};

struct ordered {
    double value;
    size_t row;
};

static int by_value(const void *left, const void *right)
{
    const struct ordered *l = left, *r = right;
    if (l->value != r->value)
        return l->value > r->value ? -1 : 1;
    return (l->row > r->row) - (l->row < r->row);
}

static void put_in_order(struct chosen *chosen, const double *numbers)
{
    struct ordered *items = memory_alloc_array(chosen->count, sizeof *items);
    for (size_t i = 0; i < chosen->count; i++) {
        double value = numbers[chosen->rows[i]];
        items[i] = (struct ordered){number_is_missing(value) ? -INFINITY : value, chosen->rows[i]};
    }
    qsort(items, chosen->count, sizeof *items, by_value);
    for (size_t i = 0; i < chosen->count; i++)
        chosen->rows[i] = items[i].row;
    free(items);
}

static bool fits(const char *text, const char *is)
{
    return *is == '!' ? strcmp(text, is + 1) != 0 : strcmp(text, is) == 0;
}

static bool choose(const struct row_view *row_view, const struct tables *tables, size_t most,
                   struct arena *arena, struct chosen *chosen)
{
    *chosen = (struct chosen){.table = tables_find(tables, row_view->table)};
    if (!chosen->table)
        return false;
    const char *const *texts = row_view->where ? table_texts(chosen->table, row_view->where) : NULL;
    chosen->rows = arena_alloc_array(arena, chosen->table->rows, sizeof *chosen->rows);
    for (size_t row = 0; row < chosen->table->rows; row++)
        if (!texts || (texts[row] && fits(texts[row], row_view->is)))
            chosen->rows[chosen->count++] = row;
    if (row_view->order && chosen->count)
        put_in_order(chosen, table_numbers(chosen->table, row_view->order));
    chosen->shown = shown_rows(chosen->count, most);
    return chosen->count > 0;
}

static double campaign_efficiency(const struct tables *tables)
{
    const struct table *campaign = tables_find(tables, "campaign");
    return campaign ? table_numbers(campaign, "cpu_efficiency")[0] : NUMBER_MISSING;
}

static double total_of(const struct row_view_column *column, const double *numbers,
                       const struct chosen *chosen, const struct tables *tables)
{
    double total = NUMBER_MISSING;
    if (column->total == TOTAL_EFFICIENCY)
        return campaign_efficiency(tables);
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

static const char *cell_text(struct arena *arena, const char *text, enum row_view_kind kind)
{
    if (!text || strcmp(text, "*") == 0)
        return text ? "all kinds" : NULL;
    if (kind == VIEW_TEXT)
        return text;
    char *words = arena_text(arena, text);
    for (char *at = words; *at; at++)
        if (*at == '_')
            *at = ' ';
    return words;
}

static void put_texts(const struct page_request *request, struct arena *arena,
                      struct table_view *view, size_t at, const struct row_view_column *column,
                      const struct chosen *chosen)
{
    struct kind_names kinds = {0};
    const char *const *texts = table_texts(chosen->table, column->column);
    const char *const *others = column->unit ? table_texts(chosen->table, column->unit) : texts;
    bool any = false;
    for (size_t i = 0; i < chosen->shown; i++)
        any = any || texts[chosen->rows[i]];
    if (column_is_of_kinds(column->column))
        kind_names_make(&kinds, request->tables);
    table_view_head(view, at, column->head, CELL_LEFT);
    for (size_t i = 0; i < chosen->shown; i++) {
        size_t row = chosen->rows[i];
        const char *name = texts[row] ? texts[row] : others[row];
        const char *text = cell_text(arena, kind_name_shown(&kinds, name), column->kind);
        table_view_text(arena, view, i, at, !text && any && at == 0 ? "(no name)" : text);
    }
}

/* "switches", but not "B/s": shown beside the name, once. */
static bool is_word(const char *unit)
{
    const size_t shortest = 3;
    for (const char *at = unit; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')))
            return false;
    return strlen(unit) > shortest;
}

static void put_names(struct arena *arena, struct table_view *view, size_t at,
                      const struct row_view_column *column, const struct chosen *chosen)
{
    const char *const *names = table_texts(chosen->table, column->column);
    const char *const *units = table_texts(chosen->table, column->unit);
    table_view_head(view, at, column->head, CELL_LEFT);
    for (size_t i = 0; i < chosen->shown; i++) {
        size_t row = chosen->rows[i];
        const char *name = cell_text(arena, names[row], VIEW_WORDS), *unit = units[row];
        if (name && unit && is_word(unit) && !strstr(name, unit))
            name = arena_format(arena, "%s, %s", name, unit);
        table_view_text(arena, view, i, at, name);
    }
}

static const char *own_unit_text(const struct page_request *request, struct arena *arena,
                                 double number, const char *unit)
{
    char text[64];
    if (unit && !*unit)
        return share_text(arena, number);
    if (!unit || is_word(unit))
        return arena_text(arena, quantity_format_number(number, 3, text, sizeof text));
    return quantity_text(arena, number, plain_text(arena, unit, 16), request->units);
}

static void put_own_units(const struct page_request *request, struct arena *arena,
                          struct table_view *view, size_t at, const struct row_view_column *column,
                          const struct chosen *chosen)
{
    const double *numbers = table_numbers(chosen->table, column->column);
    const char *const *units = table_texts(chosen->table, column->unit);
    table_view_head(view, at, column->head, CELL_RIGHT);
    for (size_t i = 0; i < chosen->shown; i++) {
        size_t row = chosen->rows[i];
        if (!number_is_missing(numbers[row]))
            table_view_set(view, i, at, own_unit_text(request, arena, numbers[row], units[row]));
    }
}

static void put_moments(struct arena *arena, struct table_view *view, size_t at,
                        const struct row_view_column *column, const struct chosen *chosen)
{
    const double *moments = table_numbers(chosen->table, column->column);
    table_view_head(view, at, column->head, CELL_LEFT);
    for (size_t i = 0; i < chosen->shown; i++)
        table_view_set(view, i, at, moment_text(arena, moments[chosen->rows[i]]));
}

static double largest_of(const double *values, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, values[i]);
    return largest;
}

/* Of the unit "h" are seconds which are shown in hours, however many these are; less than one is
 * shown in minutes or seconds. */
static void put_quantities(const struct page_request *request, struct arena *arena,
                           struct table_view *view, size_t at, const struct row_view_column *column,
                           double *values)
{
    const char *unit = column->unit;
    bool is_in_hours = strcmp(unit, "h") == 0;
    if (is_in_hours && largest_of(values, view->rows) < QUANTITY_HOUR_S) {
        unit = "s";
        is_in_hours = false;
    }
    for (size_t i = 0; is_in_hours && i < view->rows; i++)
        values[i] /= QUANTITY_HOUR_S;
    table_view_quantities(arena, view, at, column->head, unit, values, request->units);
}

/* The (lower) middle one of those above 0; 0 where there is none. */
static double middle_of(const double *values, size_t count)
{
    double *positive = memory_alloc_array(count + 1, sizeof *positive);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] > 0)
            positive[used++] = values[i];
    qsort(positive, used, sizeof *positive, number_compare);
    double middle = used ? positive[(used - 1) / 2] : 0;
    free(positive);
    return middle;
}

/* In the unit of the middle one, so that neither end has many digits. */
static void put_each(const struct page_request *request, struct arena *arena,
                     struct table_view *view, size_t at, const struct row_view_column *column,
                     const double *values)
{
    struct display_unit unit =
        display_unit_for(column->unit, middle_of(values, view->rows), request->units);
    char text[64];
    table_view_head(view, at,
                    *unit.name ? arena_format(arena, "%s, %s", column->head, unit.name)
                               : column->head,
                    CELL_RIGHT);
    for (size_t i = 0; i < view->rows; i++)
        if (!number_is_missing(values[i]))
            table_view_set(view, i, at,
                           arena_text(arena, quantity_format_number(values[i] / unit.factor, 3,
                                                                    text, sizeof text)));
}

static const char *efficiency_text(struct arena *arena, double ratio)
{
    static const double READS_OVER_1 = 1.0005;
    const char *text = share_text(arena, ratio);
    return ratio >= READS_OVER_1 ? arena_format(arena, "▲ %s", text) : text;
}

static void put_numbers(const struct page_request *request, struct arena *arena,
                        struct table_view *view, size_t at, const struct row_view_column *column,
                        double *values)
{
    if (column->kind == VIEW_COUNT || column->kind == VIEW_COUNT_ANY) {
        table_view_counts(arena, view, at, column->head, values);
    } else if (column->kind == VIEW_QUANTITY) {
        put_quantities(request, arena, view, at, column, values);
    } else if (column->kind == VIEW_EACH) {
        put_each(request, arena, view, at, column, values);
    } else {
        table_view_head(view, at, column->head, CELL_RIGHT);
        for (size_t i = 0; i < view->rows; i++)
            if (!number_is_missing(values[i]))
                table_view_set(view, i, at,
                               column->kind == VIEW_EFFICIENCY ? efficiency_text(arena, values[i])
                                                               : share_text(arena, values[i]));
    }
}

static bool any_above_0(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] > 0)
            return true;
    return false;
}

static void put_column(const struct row_view *row_view, const struct page_request *request,
                       struct arena *arena, struct table_view *view, size_t at,
                       const struct chosen *chosen)
{
    const struct row_view_column *column = &row_view->columns[at];
    if (column->kind == VIEW_TEXT || column->kind == VIEW_WORDS) {
        put_texts(request, arena, view, at, column, chosen);
        return;
    }
    if (column->kind == VIEW_MOMENT) {
        put_moments(arena, view, at, column, chosen);
        return;
    }
    if (column->kind == VIEW_NAME) {
        put_names(arena, view, at, column, chosen);
        return;
    }
    if (column->kind == VIEW_OWN_UNIT) {
        put_own_units(request, arena, view, at, column, chosen);
        return;
    }
    const double *numbers = table_numbers(chosen->table, column->column);
    double factor = column->factor != 0 ? column->factor : 1;
    double *values = memory_alloc_array(view->rows, sizeof *values);
    for (size_t i = 0; i < chosen->shown; i++)
        values[i] = numbers[chosen->rows[i]] * factor;
    if (column->kind == VIEW_COUNT_ANY && !any_above_0(numbers, chosen->table->rows)) {
        free(values);
        return;
    }
    if (row_view->with_total)
        values[view->rows - 1] = total_of(column, numbers, chosen, request->tables) * factor;
    put_numbers(request, arena, view, at, column, values);
    free(values);
}

/* Tasks of which no source says how they ended are not shown as tasks that succeeded. */
static struct row_view with_known_outcomes(const struct row_view *row_view,
                                           const struct tables *tables, struct arena *arena)
{
    const struct table *campaign = tables_find(tables, "campaign");
    bool is_there = campaign && campaign->rows;
    double unrecorded = is_there ? table_numbers(campaign, "unrecorded")[0] : 0;
    if (!(unrecorded > 0))
        return *row_view;
    bool all = unrecorded >= table_numbers(campaign, "tasks")[0];
    struct row_view_column *columns =
        arena_alloc_array(arena, row_view->column_count, sizeof *columns);
    for (size_t i = 0; i < row_view->column_count; i++) {
        columns[i] = row_view->columns[i];
        if (strcmp(columns[i].column, "succeeded") == 0)
            columns[i].head = all ? "not recorded" : "succeeded or not recorded";
        else if (all && strcmp(columns[i].column, "failed") == 0)
            columns[i].kind = VIEW_COUNT_ANY;
    }
    struct row_view adapted = *row_view;
    adapted.columns = columns;
    return adapted;
}

static bool adds_up(const struct row_view *row_view, const struct table *table)
{
    for (size_t i = 0; i < row_view->column_count; i++)
        if (row_view->columns[i].total == TOTAL_IF_NONE &&
            any_above_0(table_numbers(table, row_view->columns[i].column), table->rows))
            return false;
    return true;
}

struct table_view *row_view_make(const struct row_view *row_view,
                                 const struct page_request *request, struct arena *arena,
                                 size_t most)
{
    struct chosen chosen;
    if (!choose(row_view, request->tables, most, arena, &chosen))
        return NULL;
    struct row_view adapted = with_known_outcomes(row_view, request->tables, arena);
    adapted.with_total = row_view->with_total && adds_up(row_view, chosen.table);
    struct table_view *view =
        table_view_new(arena, row_view->column_count, chosen.shown + adapted.with_total);
    for (size_t i = 0; i < row_view->column_count; i++)
        put_column(&adapted, request, arena, view, i, &chosen);
    if (adapted.with_total) {
        table_view_set(view, view->rows - 1, 0, "all");
        view->last_row_is_total = true;
    }
    view->source = arena_format(arena, "data/%s.csv", row_view->table);
    view->left_out = chosen.count - chosen.shown;
    table_view_drop_missing_columns(view);
    return view;
}
