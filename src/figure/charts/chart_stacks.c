#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/row_names.h"
#include "figure/charts/row_room.h"
#include "figure/charts/stacks.h"
#include "table/held_names.h"
#include "util/distinct_names.h"

enum { PART_NAME = 26 };
static const double ROW_PT = 12.5, HEAD_PT = 62;
static const double LEAST_PT = 130; /* below, there is no room for a legend */

static int by_sum(const void *left, const void *right)
{
    const struct stack *l = left, *r = right;
    if (l->sum != r->sum)
        return l->sum > r->sum ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static void add_part(const struct stacks *stacks, const char *const *names, size_t part,
                     struct mark_list *marks)
{
    bool is_rest = part == stacks->most_parts;
    struct mark *mark =
        mark_list_add(marks, MARK_BAR,
                      is_rest ? COLOUR_SECONDARY : COLOUR_SERIES + (enum colour)part,
                      stacks->count);
    mark->name = is_rest ? "others" : names[part];
    stacks_put_bars(stacks, part, mark);
}

static void add_sums(const struct table_rows *rows, const struct stacks *stacks,
                     const struct display_unit *unit, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_TEXT, COLOUR_SECONDARY, stacks->count);
    for (size_t i = 0; i < stacks->count; i++)
        mark_put_value(mark, stacks->items[i].sum, (double)i + 0.5,
                       table_value_text(rows, stacks->items[i].sum, unit));
}

static struct panel *make_panel(const struct table_rows *rows, const struct stacks *stacks)
{
    struct arena *arena = rows->request->arena;
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    const char **names = arena_alloc_array(arena, stacks->part_count + 1, sizeof *names);
    for (size_t part = 0; part < stacks->part_count; part++)
        names[part] = stacks->parts[part];
    distinct_names(names, stacks->part_count, PART_NAME, arena);
    stacks_make_axes(stacks, rows, panel);
    for (size_t part = 0; part < stacks->part_count; part++)
        add_part(stacks, names, part, &marks);
    if (stacks->rest_used)
        add_part(stacks, names, stacks->most_parts, &marks);
    add_sums(rows, stacks, &panel->x.unit, &marks);
    panel->height_share = 1;
    mark_list_finish(&marks, panel);
    return panel;
}

/* All others together are not the largest. */
static const struct stack *largest_of(const struct stacks *stacks)
{
    const struct stack *largest = stacks->items;
    for (size_t i = 1; i < stacks->count; i++)
        if (stacks->items[i].sum > largest->sum &&
            strcmp(stacks->items[i].label, HELD_BY_OTHERS) != 0)
            largest = &stacks->items[i];
    return largest;
}

/* In the order of the table it is of few rows, or of days. */
static size_t most_rows(const struct chart_request *request, size_t most)
{
    return request->spec->keeps_order && most == TABLE_MOST_NAMES ? ROW_ROOM_SHEET : most;
}

static bool fill(const struct chart_request *request, size_t most, struct figure *figure)
{
    struct table_rows rows;
    struct stacks stacks = {.most_parts = STACKS_MOST_PARTS, .has_rest = true};
    struct arena *arena = request->arena;
    if (!table_rows_make(request, &rows) || !stacks_read(&stacks, &rows))
        return false;
    if (stacks.count > 1 && !request->spec->keeps_order)
        qsort(stacks.items, stacks.count, sizeof stacks.items[0], by_sum);
    most = most_rows(request, most);
    const struct stack *largest = largest_of(&stacks);
    if (stacks.count > most)
        stacks.count = most;
    figure->panels = make_panel(&rows, &stacks);
    figure->panel_count = 1;
    figure->height_pt = fmax(LEAST_PT, HEAD_PT + ROW_PT * (double)stacks.count);
    const struct display_unit *unit = &figure->panels->x.unit;
    const char *numbers = arena_format(arena, "%s %s, %.1f %% of %s",
                                       row_name_within(&rows, largest->label, STACKS_LABEL),
                                       table_value_text(&rows, largest->sum, unit),
                                       stacks.sum > 0 ? 100 * largest->sum / stacks.sum : 0,
                                       table_value_text(&rows, stacks.sum, unit));
    table_describe(&rows, figure->panels->x.unit.name, numbers, stacks_note(&stacks, &rows),
                   figure);
    figure->brief =
        arena_format(arena, "total %s, most %s", table_value_text(&rows, stacks.sum, unit),
                     table_value_text(&rows, largest->sum, unit));
    return true;
}

static bool lower_stacks(const struct chart_request *request, struct figure *figure)
{
    return table_lower(request, fill, figure);
}

const struct chart chart_stacks = {
    .name = "stacks",
    .description = "horizontal bars of up to six coloured parts, with their sums",
    .columns = "label part value#",
    .lower = lower_stacks,
};
