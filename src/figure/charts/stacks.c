#include "figure/charts/stacks.h"

#include <string.h>

#include "figure/charts/row_names.h"
#include "table/rows.h"

static const double BAR_HALF = 0.36, DECADES_NONE = 0;

size_t stacks_part(struct stacks *stacks, const char *part)
{
    size_t i = 0;
    while (i < stacks->part_count && strcmp(stacks->parts[i], part) != 0)
        i++;
    if (i == stacks->part_count && i < stacks->most_parts)
        stacks->parts[stacks->part_count++] = part;
    return i;
}

static struct stack *stack_of(struct stacks *stacks, const char *label)
{
    if (stacks->count == 0 || strcmp(stacks->items[stacks->count - 1].label, label) != 0) {
        stacks->items[stacks->count] = (struct stack){.label = label, .place = stacks->count};
        stacks->count++;
    }
    return &stacks->items[stacks->count - 1];
}

bool stacks_read(struct stacks *stacks, const struct table_rows *rows)
{
    const char *const *labels = table_rows_texts(rows, "label");
    const char *const *parts = table_rows_texts(rows, "part");
    const double *values = table_rows_values(rows, "value");
    if (!labels || !parts || !values)
        return false;
    stacks->items = arena_alloc_array(rows->request->scratch, rows->count, sizeof *stacks->items);
    for (size_t i = 0; i < rows->count; i++) {
        if ((!parts[i] && !stacks->has_rest) || !(values[i] >= 0))
            continue;
        if (!labels[i]) {
            stacks->has_unnamed = true;
            stacks->sum += values[i];
            continue;
        }
        size_t part = stacks_part(stacks, parts[i] ? parts[i] : "(no name)");
        bool is_rest = part == stacks->most_parts;
        if (is_rest && !stacks->has_rest)
            continue;
        struct stack *stack = stack_of(stacks, labels[i]);
        stack->values[part] += values[i];
        stack->sum += values[i];
        stacks->sum += values[i];
        stacks->rest_used |= is_rest;
    }
    stacks->all = stacks->count;
    return stacks->count > 0;
}

void stacks_put_bars(const struct stacks *stacks, size_t part, struct mark *mark)
{
    for (size_t i = 0; i < stacks->count; i++) {
        const double *values = stacks->items[i].values;
        double from = 0;
        for (size_t k = 0; k < part; k++)
            from += values[k];
        if (values[part] > 0)
            mark_put_to(mark, from, (double)i + 0.5 - BAR_HALF, from + values[part],
                        (double)i + 0.5 + BAR_HALF);
    }
}

void stacks_make_axes(const struct stacks *stacks, const struct table_rows *rows,
                      struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, stacks->count, sizeof *names);
    for (size_t i = 0; i < stacks->count; i++) {
        value_range_add(&range, &stacks->items[i].sum, 1);
        names[i] = stacks->items[i].label;
    }
    /* Shares that add up to a little over 100 % by rounding are still a whole. */
    if (strcmp(rows->unit, "%") == 0 && range.high < 100.001)
        range.high = 100;
    table_scale(rows, range, DECADES_NONE, &panel->x);
    row_names_set_bands(rows, names, stacks->count, STACKS_LABEL, &panel->y);
}

/* The table of functions may have fewer than there are. */
static size_t count_functions(const struct table_rows *rows, size_t listed)
{
    const struct functions_rows functions = functions_rows(rows->request->source->tables);
    const struct trace_rows trace = trace_rows(rows->request->source->tables);
    double count = functions.rows ? (double)functions.rows : 0;
    if (trace.rows && trace.functions[0] > count)
        count = trace.functions[0];
    return count > (double)listed ? (size_t)count : listed + 1;
}

const char *stacks_note(const struct stacks *stacks, const struct table_rows *rows)
{
    const char *left_out = table_left_out_text(rows, stacks->count, 0, stacks->all);
    if (!stacks->has_unnamed)
        return left_out;
    size_t all = count_functions(rows, stacks->all);
    return arena_format(rows->request->arena, "%s%sThe total includes %s.", left_out,
                        *left_out ? " " : "", things_text(rows, all - stacks->all, true));
}
