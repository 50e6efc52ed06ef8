#include "page/content/row_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/content/page_parts.h"
#include "table/column_unit.h"
#include "table/function_names.h"
#include "table/kind_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

struct chosen {
    const struct table *table;
    size_t *rows;
    size_t count, shown;
};

/* A column as it is to be shown: what the view gives, else what tables.def says. */
struct shown {
    const struct row_view_column *column;
    const struct column_schema *schema; /* NULL: of no column of the table alone */
    const char *head;
    struct column_unit unit;
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
    *chosen = (struct chosen){.table = tables_find(tables, table_schema_at(row_view->table)->name)};
    if (!chosen->table)
        return false;
    if (row_view->row_count) {
        chosen->rows = arena_alloc_array(arena, row_view->row_count, sizeof *chosen->rows);
        memcpy(chosen->rows, row_view->rows, row_view->row_count * sizeof *chosen->rows);
        chosen->count = row_view->row_count;
        chosen->shown = shown_rows(chosen->count, most);
        return true;
    }
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
    const struct campaign_rows campaign = campaign_rows(tables);
    return campaign.rows ? campaign.cpu_efficiency[0] : NUMBER_MISSING;
}

static double total_of(enum column_total kind, const double *numbers, const struct chosen *chosen,
                       const struct tables *tables)
{
    double total = NUMBER_MISSING;
    if (kind == COLUMN_TOTAL_EFFICIENCY)
        return campaign_efficiency(tables);
    for (size_t i = 0; kind != COLUMN_TOTAL_NONE && i < chosen->count; i++) {
        double number = numbers[chosen->rows[i]];
        if (number_is_missing(number))
            continue;
        if (number_is_missing(total))
            total = number;
        else
            total = kind == COLUMN_TOTAL_HIGHEST ? fmax(total, number) : total + number;
    }
    return total;
}

static const char *cell_text(struct arena *arena, const char *text, enum row_view_kind kind)
{
    if (!text || kind == VIEW_AS_TYPE)
        return text;
    char *words = arena_text(arena, text);
    for (char *at = words; *at; at++)
        if (*at == '_')
            *at = ' ';
    return words;
}

static void put_kinds(const struct page_request *request, struct arena *arena,
                      struct table_view *view, size_t at, const struct shown *shown,
                      const struct chosen *chosen)
{
    const struct kind_names *kinds = &request->kind_names;
    const struct row_view_column *column = shown->column;
    const char *const *texts = table_texts(chosen->table, column->column);
    const char *const *others = column->other ? table_texts(chosen->table, column->other) : texts;
    bool any = false;
    for (size_t i = 0; i < chosen->shown; i++)
        any = any || texts[chosen->rows[i]];
    table_view_head(view, at, shown->head, CELL_LEFT);
    for (size_t i = 0; i < chosen->shown; i++) {
        size_t row = chosen->rows[i];
        const char *name = kind_name_shown(kinds, texts[row] ? texts[row] : others[row]);
        const char *text =
            cell_text(arena, kind_name_within(kinds, name, LONGEST_CELL, arena), column->kind);
        if (text && strcmp(text, "*") == 0)
            text = "all task kinds";
        table_view_text(arena, view, i, at, !text && any && at == 0 ? "(no name)" : text);
    }
}

/* A name is cut alike wherever it stands in a report: among all of the column, shown or not. */
static void put_texts(const struct page_request *request, struct arena *arena,
                      struct table_view *view, size_t at, const struct shown *shown,
                      const struct chosen *chosen)
{
    const struct row_view_column *column = shown->column;
    const char *const *texts = table_texts(chosen->table, column->column);
    const char *const *others = column->other ? table_texts(chosen->table, column->other) : texts;
    struct function_names functions = {0};
    bool any = false;
    bool are_functions = column_is_of_functions(column->column);
    for (size_t i = 0; i < chosen->shown; i++)
        any = any || texts[chosen->rows[i]];
    if (are_functions)
        function_names_make(&functions, request->tables, arena);
    table_view_head(view, at, shown->head, CELL_LEFT);
    const char *const *all = texts;
    size_t count = are_functions ? function_names_all(&functions, &all) : chosen->table->rows;
    for (size_t i = 0; i < chosen->shown; i++) {
        size_t row = chosen->rows[i];
        const char *name = texts[row] ? texts[row] : others[row];
        const char *text = cell_text(arena, name, column->kind);
        text = are_functions ? function_name_shown(&functions, text) : text;
        table_view_name(arena, view, i, at, !text && any && at == 0 ? "(no name)" : text, all,
                        count);
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
                      const struct shown *shown, const struct chosen *chosen)
{
    const char *const *names = table_texts(chosen->table, shown->column->column);
    const char *const *units = table_texts(chosen->table, shown->column->other);
    table_view_head(view, at, shown->head, CELL_LEFT);
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
                          struct table_view *view, size_t at, const struct shown *shown,
                          const struct chosen *chosen)
{
    const double *numbers = table_numbers(chosen->table, shown->column->column);
    const char *const *units = table_texts(chosen->table, shown->unit.column);
    table_view_head(view, at, shown->head, CELL_RIGHT);
    for (size_t i = 0; i < chosen->shown; i++) {
        size_t row = chosen->rows[i];
        if (!number_is_missing(numbers[row]))
            table_view_set(view, i, at, own_unit_text(request, arena, numbers[row], units[row]));
    }
}

static void put_moments(struct arena *arena, struct table_view *view, size_t at,
                        const struct shown *shown, const struct chosen *chosen)
{
    const double *moments = table_numbers(chosen->table, shown->column->column);
    table_view_head(view, at, shown->head, CELL_LEFT);
    for (size_t i = 0; i < chosen->shown; i++)
        table_view_set(view, i, at, moment_text(arena, moments[chosen->rows[i]]));
}

static void put_cells(const struct page_request *request, struct arena *arena,
                      struct table_view *view, size_t at, const struct shown *shown,
                      const struct chosen *chosen)
{
    bool is_text = shown->schema && shown->schema->type == COLUMN_TEXT;
    struct row_cell cell = {request, arena, chosen->table, 0, shown->column->column};
    table_view_head(view, at, shown->head, is_text ? CELL_LEFT : CELL_RIGHT);
    for (size_t i = 0; i < chosen->shown; i++) {
        cell.row = chosen->rows[i];
        table_view_set(view, i, at, shown->column->cell(&cell));
    }
}

static double largest_of(const double *values, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, values[i]);
    return largest;
}

/* Seconds in hours; where no row has one, in minutes or seconds. */
static void put_hours(const struct page_request *request, struct arena *arena,
                      struct table_view *view, size_t at, const struct shown *shown, double *values)
{
    static const double HOUR_S = 3600;
    bool in_hours = largest_of(values, view->rows) >= HOUR_S;
    for (size_t i = 0; in_hours && i < view->rows; i++)
        values[i] /= HOUR_S;
    table_view_quantities(arena, view, at, shown->head, in_hours ? "h" : "s", values,
                          request->units);
}

static const char *head_with_unit(struct arena *arena, const char *head, const char *unit)
{
    return *unit ? arena_format(arena, "%s, %s", head, unit) : head;
}

/* Memory held over time. */
static void put_memory_hours(const struct page_request *request, struct arena *arena,
                             struct table_view *view, size_t at, const struct shown *shown,
                             double *values)
{
    for (size_t i = 0; i < view->rows; i++)
        values[i] /= QUANTITY_GB_HOUR;
    table_view_quantities(arena, view, at, head_with_unit(arena, shown->head, "GB·h"), "", values,
                          request->units);
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
                     struct table_view *view, size_t at, const struct shown *shown,
                     const double *values)
{
    struct display_unit unit =
        display_unit_for(shown->unit.base, middle_of(values, view->rows), request->units);
    char text[64];
    table_view_head(view, at, head_with_unit(arena, shown->head, unit.name), CELL_RIGHT);
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

static void put_shares(struct arena *arena, struct table_view *view, size_t at,
                       const struct shown *shown, const double *values)
{
    bool is_efficiency = shown->schema->total == COLUMN_TOTAL_EFFICIENCY;
    table_view_head(view, at, shown->head, CELL_RIGHT);
    for (size_t i = 0; i < view->rows; i++)
        if (!number_is_missing(values[i]))
            table_view_set(view, i, at,
                           is_efficiency ? efficiency_text(arena, values[i])
                                         : share_text(arena, values[i]));
}

static void put_values(const struct page_request *request, struct arena *arena,
                       struct table_view *view, size_t at, const struct shown *shown,
                       double *values)
{
    enum column_meaning meaning = shown->schema ? shown->schema->meaning : MEANING_NUMBER;
    enum row_view_kind kind = shown->column->kind;
    if (kind == VIEW_FIXED)
        table_view_quantities(arena, view, at,
                              head_with_unit(arena, shown->head, shown->schema->unit), "", values,
                              request->units);
    else if (kind == VIEW_EACH)
        put_each(request, arena, view, at, shown, values);
    else if (kind == VIEW_HOURS)
        put_hours(request, arena, view, at, shown, values);
    else if (meaning == MEANING_SHARE)
        put_shares(arena, view, at, shown, values);
    else if (shown->unit.base && strcmp(shown->unit.base, "B s") == 0)
        put_memory_hours(request, arena, view, at, shown, values);
    else if (meaning == MEANING_NUMBER)
        table_view_quantities(arena, view, at, shown->head, shown->unit.base, values,
                              request->units);
    else
        table_view_counts(arena, view, at, shown->head, values);
}

static bool any_above_0(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] > 0)
            return true;
    return false;
}

static void put_numbers(const struct row_view *row_view, const struct page_request *request,
                        struct arena *arena, struct table_view *view, size_t at,
                        const struct shown *shown, const struct chosen *chosen)
{
    const struct row_view_column *column = shown->column;
    const double *numbers =
        column->values ? column->values : table_numbers(chosen->table, column->column);
    double factor = column->kind == VIEW_FIXED ? 1 : shown->unit.factor;
    if (column->kind == VIEW_COUNT_ANY && !any_above_0(numbers, chosen->table->rows))
        return;
    double *values = memory_alloc_array(view->rows, sizeof *values);
    for (size_t i = 0; i < chosen->shown; i++)
        values[i] = numbers[chosen->rows[i]] * factor;
    if (row_view->with_total)
        values[view->rows - 1] =
            factor * total_of(shown->schema ? shown->schema->total : COLUMN_TOTAL_NONE, numbers,
                              chosen, request->tables);
    put_values(request, arena, view, at, shown, values);
    free(values);
}

static struct shown shown_column(const struct row_view *row_view, size_t at)
{
    const struct row_view_column *column = &row_view->columns[at];
    struct shown shown = {.column = column, .head = column->head};
    if (column->column)
        shown.schema = table_schema_column(table_schema_at(row_view->table), column->column);
    if (shown.schema && !shown.head)
        shown.head = shown.schema->title;
    if (shown.schema)
        shown.unit = column_unit_of(shown.schema->unit);
    else
        shown.unit = (struct column_unit){.base = column->unit ? column->unit : "", .factor = 1};
    return shown;
}

static void put_column(const struct row_view *row_view, const struct page_request *request,
                       struct arena *arena, struct table_view *view, size_t at,
                       const struct chosen *chosen)
{
    struct shown shown = shown_column(row_view, at);
    if (shown.column->cell)
        put_cells(request, arena, view, at, &shown, chosen);
    else if (shown.column->kind == VIEW_NAME)
        put_names(arena, view, at, &shown, chosen);
    else if (!shown.column->values && shown.schema->type == COLUMN_TEXT &&
             column_is_of_kinds(shown.column->column))
        put_kinds(request, arena, view, at, &shown, chosen);
    else if (!shown.column->values && shown.schema->type == COLUMN_TEXT)
        put_texts(request, arena, view, at, &shown, chosen);
    else if (!shown.column->values && shown.schema->meaning == MEANING_MOMENT)
        put_moments(arena, view, at, &shown, chosen);
    else if (!shown.column->values && *shown.unit.column)
        put_own_units(request, arena, view, at, &shown, chosen);
    else
        put_numbers(row_view, request, arena, view, at, &shown, chosen);
}

/* Tasks of which no source says how they ended are not shown as tasks that succeeded. */
static struct row_view with_known_outcomes(const struct row_view *row_view,
                                           const struct tables *tables, struct arena *arena)
{
    const struct campaign_rows campaign = campaign_rows(tables);
    bool is_there = campaign.rows;
    double unrecorded = is_there ? campaign.unrecorded[0] : 0;
    if (!(unrecorded > 0))
        return *row_view;
    bool all = unrecorded >= campaign.tasks[0];
    struct row_view_column *columns =
        arena_alloc_array(arena, row_view->column_count, sizeof *columns);
    for (size_t i = 0; i < row_view->column_count; i++) {
        columns[i] = row_view->columns[i];
        const char *column = columns[i].column ? columns[i].column : "";
        if (strcmp(column, "succeeded") == 0)
            columns[i].head = all ? "not recorded" : "succeeded or not recorded";
        else if (all && strcmp(column, "failed") == 0)
            columns[i].kind = VIEW_COUNT_ANY;
    }
    struct row_view adapted = *row_view;
    adapted.columns = columns;
    return adapted;
}

static bool adds_up(const struct row_view *row_view, const struct table *table)
{
    for (size_t i = 0; i < row_view->column_count; i++) {
        const char *column = row_view->columns[i].column;
        const struct column_schema *schema =
            column ? table_schema_column(table->schema, column) : NULL;
        if (schema && schema->total == COLUMN_TOTAL_IF_NONE &&
            any_above_0(table_numbers(table, column), table->rows))
            return false;
    }
    return true;
}

/* Not as a row above is called: the usual last rule of a Snakefile is "all". */
static const char *total_name(const struct table_view *view)
{
    static const char name[] = "all";
    for (size_t row = 0; row + 1 < view->rows; row++)
        if (strcmp(view->cells[row * view->columns], name) == 0)
            return "(all)";
    return name;
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
    view->last_row_is_total = adapted.with_total;
    for (size_t i = 0; i < row_view->column_count; i++)
        put_column(&adapted, request, arena, view, i, &chosen);
    if (adapted.with_total)
        table_view_set(view, view->rows - 1, 0, total_name(view));
    view->source = arena_format(arena, "data/%s.csv", chosen.table->schema->name);
    view->left_out = chosen.count - chosen.shown;
    view->is_of_all = !row_view->where && !row_view->row_count && !row_view->order;
    table_view_drop_missing_columns(view);
    return view;
}
