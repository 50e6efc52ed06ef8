#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "figure/table_rows.h"
#include "util/number.h"

enum { MOST_PARTS = 6, LABEL_LENGTH = 60, PART_NAME = 26 };
static const double ROW_PT = 12.5, HEAD_PT = 62, BAR_HALF = 0.36, DECADES_NONE = 0;

/* A lying bar of parts; the last part is of all others. */
struct stack {
    const char *label;
    double values[MOST_PARTS + 1], sum;
    size_t place;
};
struct stacks {
    struct stack *items;
    size_t count, all;
    const char *parts[MOST_PARTS];
    size_t part_count, other_parts;
    double sum;
};

static size_t part_of(struct stacks *stacks, const char *part)
{
    size_t i = 0;
    while (i < stacks->part_count && strcmp(stacks->parts[i], part) != 0)
        i++;
    if (i < MOST_PARTS && i == stacks->part_count)
        stacks->parts[stacks->part_count++] = part;
    stacks->other_parts += i == MOST_PARTS;
    return i;
}

/* Rows of a label follow each other. */
static struct stack *stack_of(struct stacks *stacks, const char *label)
{
    if (stacks->count == 0 || strcmp(stacks->items[stacks->count - 1].label, label) != 0) {
        stacks->items[stacks->count] = (struct stack){.label = label, .place = stacks->count};
        stacks->count++;
    }
    return &stacks->items[stacks->count - 1];
}

static bool read_stacks(const struct table_rows *rows, struct stacks *stacks)
{
    const char *const *labels = table_rows_texts(rows, "label");
    const char *const *parts = table_rows_texts(rows, "part");
    const double *values = table_rows_values(rows, "value");
    if (!labels || !parts || !values)
        return false;
    *stacks = (struct stacks){
        .items = arena_alloc_array(rows->request->scratch, rows->count, sizeof(struct stack))};
    for (size_t i = 0; i < rows->count; i++) {
        if (!labels[i] || !(values[i] >= 0))
            continue;
        struct stack *stack = stack_of(stacks, labels[i]);
        stack->values[part_of(stacks, parts[i] ? parts[i] : "(no name)")] += values[i];
        stack->sum += values[i];
        stacks->sum += values[i];
    }
    stacks->all = stacks->count;
    return stacks->count > 0;
}

static int by_sum(const void *left, const void *right)
{
    const struct stack *l = left, *r = right;
    if (l->sum != r->sum)
        return l->sum > r->sum ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static void add_part(const struct table_rows *rows, const struct stacks *stacks, size_t part,
                     struct mark_list *marks)
{
    enum colour colour = part < MOST_PARTS ? COLOUR_SERIES + (enum colour)part : COLOUR_SECONDARY;
    struct mark *mark = mark_list_add(marks, MARK_BAR, colour, stacks->count);
    mark->name = part < MOST_PARTS
                     ? short_name(rows->request->arena, stacks->parts[part], PART_NAME)
                     : "others";
    for (size_t i = 0; i < stacks->count; i++) {
        double from = 0;
        for (size_t k = 0; k < part; k++)
            from += stacks->items[i].values[k];
        if (stacks->items[i].values[part] > 0)
            mark_put_to(mark, from, (double)i + 0.5 - BAR_HALF,
                        from + stacks->items[i].values[part], (double)i + 0.5 + BAR_HALF);
    }
}

static void add_sums(const struct table_rows *rows, const struct stacks *stacks,
                     struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_TEXT, COLOUR_SECONDARY, stacks->count);
    for (size_t i = 0; i < stacks->count; i++)
        mark_put_text(mark, stacks->items[i].sum, (double)i + 0.5,
                      table_value_text(rows, stacks->items[i].sum));
}

static struct panel *make_panel(const struct table_rows *rows, const struct stacks *stacks)
{
    struct arena *arena = rows->request->arena;
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, stacks->count, sizeof *names);
    for (size_t i = 0; i < stacks->count; i++) {
        value_range_add(&range, &stacks->items[i].sum, 1);
        names[i] = short_name(arena, stacks->items[i].label, LABEL_LENGTH);
    }
    table_scale(rows, range, DECADES_NONE, &panel->x);
    scale_init_bands(&panel->y, names, stacks->count);
    for (size_t part = 0; part < stacks->part_count; part++)
        add_part(rows, stacks, part, &marks);
    if (stacks->other_parts)
        add_part(rows, stacks, MOST_PARTS, &marks);
    add_sums(rows, stacks, &marks);
    panel->height_share = 1;
    mark_list_finish(&marks, panel);
    return panel;
}

static bool fill(const struct chart_request *request, size_t most, struct figure *figure)
{
    struct table_rows rows;
    struct stacks stacks;
    struct arena *arena = request->arena;
    const char *note = "";
    if (!table_rows_make(request, &rows) || !read_stacks(&rows, &stacks))
        return false;
    if (stacks.count > 1 && !request->spec->keeps_order)
        qsort(stacks.items, stacks.count, sizeof stacks.items[0], by_sum);
    if (stacks.count > most)
        stacks.count = most;
    if (stacks.all > stacks.count)
        note = arena_format(arena, "%s in the table %s only.",
                            things_text(&rows, stacks.all - stacks.count, true),
                            rows.table->schema->name);
    figure->panels = make_panel(&rows, &stacks);
    figure->panel_count = 1;
    figure->height_pt = HEAD_PT + ROW_PT * (double)stacks.count;
    const char *numbers = arena_format(arena, "%s %s, %.1f %% of %s",
                                       short_name(arena, stacks.items[0].label, LABEL_LENGTH),
                                       table_value_text(&rows, stacks.items[0].sum),
                                       stacks.sum > 0 ? 100 * stacks.items[0].sum / stacks.sum : 0,
                                       table_value_text(&rows, stacks.sum));
    table_describe(&rows, figure->panels->x.unit.name, numbers, note, figure);
    return true;
}

static bool lower_stacks(const struct chart_request *request, struct figure *figure)
{
    return table_lower(request, fill, figure);
}

const struct chart chart_stacks = {
    .name = "stacks",
    .description = "lying bars of up to six coloured parts, with their sums",
    .columns = "label part value#",
    .lower = lower_stacks,
};
