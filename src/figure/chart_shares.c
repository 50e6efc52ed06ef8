#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "figure/table_rows.h"
#include "util/number.h"

static const double ROW_PT = 13, BAR_HALF = 0.36;

/* A lying bar of parts, as the table has them. */
struct stack {
    const char *label;
    double values[PLOT_MOST_CLASSES]; /* 0: no such part */
    size_t place;
};
struct stacks {
    struct stack *items;
    size_t count, all;
    const char *parts[PLOT_MOST_CLASSES];
    size_t part_count;
};

static size_t part_of(struct stacks *stacks, const char *part)
{
    size_t i = 0;
    while (i < stacks->part_count && strcmp(stacks->parts[i], part) != 0)
        i++;
    if (i == stacks->part_count && i < PLOT_MOST_CLASSES)
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

/* Parts get their colours in the order of the definition's names, if it gives them. */
static void name_parts(const struct plotspec *spec, struct stacks *stacks)
{
    for (size_t i = 0; i < spec->names.count; i++)
        if (strcmp(spec->names.items[i].name, "part") != 0)
            part_of(stacks, spec->names.items[i].name);
}

static bool read_stacks(const struct table_rows *rows, struct stacks *stacks)
{
    const char *const *labels = table_rows_texts(rows, "label");
    const char *const *parts = table_rows_texts(rows, "part");
    const double *values = table_rows_values(rows, "value");
    if (!labels || !parts || !values)
        return false;
    *stacks = (struct stacks){
        .items = arena_alloc_array(rows->request->scratch, rows->count, sizeof stacks->items[0])};
    name_parts(rows->request->spec, stacks);
    for (size_t i = 0; i < rows->count; i++) {
        if (!labels[i] || !parts[i] || !(values[i] >= 0))
            continue;
        size_t part = part_of(stacks, parts[i]);
        if (part < PLOT_MOST_CLASSES)
            stack_of(stacks, labels[i])->values[part] += values[i];
    }
    stacks->all = stacks->count;
    return stacks->count > 0;
}

/* By the last part, then the one before it …: of memory classes the largest. */
static int by_last_parts(const void *left, const void *right)
{
    const struct stack *l = left, *r = right;
    for (size_t i = PLOT_MOST_CLASSES; i-- > 0;)
        if (l->values[i] != r->values[i])
            return l->values[i] > r->values[i] ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static void add_part(const struct plotspec *spec, const struct stacks *stacks, size_t part,
                     struct mark_list *marks)
{
    static const enum colour shades[PLOT_MOST_CLASSES] = {COLOUR_BAND_OUTER, COLOUR_BAND_INNER,
                                                          COLOUR_ACCENT, COLOUR_TEXT};
    struct mark *mark = mark_list_add(marks, MARK_BAR, shades[part], stacks->count);
    mark->name = role_name(spec, stacks->parts[part], stacks->parts[part]);
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

static void make_panel(const struct table_rows *rows, const struct stacks *stacks,
                       struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct mark_list marks = {.arena = arena};
    struct value_range range = value_range_none();
    const char **names = arena_alloc_array(arena, stacks->count, sizeof *names);
    for (size_t i = 0; i < stacks->count; i++) {
        double sum = 0;
        for (size_t k = 0; k < stacks->part_count; k++)
            sum += stacks->items[i].values[k];
        value_range_add(&range, &sum, 1);
        names[i] = short_name(arena, stacks->items[i].label, 60);
    }
    /* Shares that add up to a little over 100 % by rounding are still a whole. */
    if (strcmp(rows->unit, "%") == 0 && range.high < 100.001)
        range.high = 100;
    table_scale(rows, range, 0, &panel->x);
    scale_init_bands(&panel->y, names, stacks->count);
    for (size_t i = 0; i < stacks->part_count; i++)
        add_part(rows->request->spec, stacks, i, &marks);
    panel->height_share = 1;
    mark_list_finish(&marks, panel);
}

static const char *numbers_text(const struct table_rows *rows, const struct stacks *stacks)
{
    const char *text = things_text(rows, stacks->all, false);
    for (size_t part = 0; part < stacks->part_count; part++) {
        size_t count = 0;
        for (size_t i = 0; i < stacks->all; i++)
            count += stacks->items[i].values[part] > 0;
        text = arena_format(rows->request->arena, "%s%s %s in %zu", text, part ? "," : ":",
                            stacks->parts[part], count);
    }
    return text;
}

/* Where all is of one part, there is nothing to compare. */
static bool has_parts(const struct stacks *stacks)
{
    size_t used = 0;
    for (size_t part = 0; part < stacks->part_count; part++) {
        size_t i = 0;
        while (i < stacks->count && !(stacks->items[i].values[part] > 0))
            i++;
        used += i < stacks->count;
    }
    return used > 1;
}

static bool lower_shares(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct stacks stacks;
    if (!table_rows_make(request, &rows) || !read_stacks(&rows, &stacks) || !has_parts(&stacks))
        return false;
    const char *numbers = numbers_text(&rows, &stacks), *note = "";
    if (stacks.count > TABLE_MOST_NAMES && request->spec->picks_first)
        stacks.count = TABLE_MOST_NAMES;
    if (!request->spec->keeps_order)
        qsort(stacks.items, stacks.count, sizeof stacks.items[0], by_last_parts);
    if (stacks.count > TABLE_MOST_NAMES)
        stacks.count = TABLE_MOST_NAMES;
    if (stacks.all > stacks.count)
        note = arena_format(request->arena, "%s in the table %s only.",
                            things_text(&rows, stacks.all - stacks.count, true),
                            rows.table->schema->name);
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&rows, &stacks, figure->panels);
    table_describe(&rows, figure->panels->x.unit.name, numbers, note, figure);
    figure->height_pt = table_height(figure, ROW_PT * (double)stacks.count);
    return true;
}

const struct chart chart_shares = {
    .name = "shares",
    .description = "a lying bar of parts a thing",
    .columns = "label part value#",
    .lower = lower_shares,
};
