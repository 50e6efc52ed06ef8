#include <stdlib.h>
#include <string.h>

#include "figure/charts/row_room.h"
#include "figure/charts/stacks.h"

_Static_assert((int)PLOT_MOST_CLASSES <= (int)STACKS_MOST_PARTS, "a part a class");

static const double ROW_PT = 13, MOST_UNKNOWN = 0.5;

/* Parts get their colours in the order of the definition's names, if it gives them. */
static void name_parts(const struct plotspec *spec, struct stacks *stacks)
{
    for (size_t i = 0; i < spec->names.count; i++)
        if (strcmp(spec->names.items[i].name, "part") != 0)
            stacks_part(stacks, spec->names.items[i].name);
}

static bool is_unknown(const char *part)
{
    return strcmp(part, "unknown") == 0;
}

/* By the last part, then the one before it …: of memory classes the largest; last what is least
 * known. */
static int by_last_parts(const void *left, const void *right)
{
    const struct stack *l = left, *r = right;
    if (l->unknown != r->unknown)
        return l->unknown < r->unknown ? -1 : 1;
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
    enum colour colour = is_unknown(stacks->parts[part]) ? COLOUR_GRID : shades[part];
    struct mark *mark = mark_list_add(marks, MARK_BAR, colour, stacks->count);
    mark->name = role_name(spec, stacks->parts[part], stacks->parts[part]);
    stacks_put_bars(stacks, part, mark);
}

static void make_panel(const struct table_rows *rows, const struct stacks *stacks,
                       struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct mark_list marks = {.arena = arena};
    stacks_make_axes(stacks, rows, panel);
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

static void tell_unknown(struct stacks *stacks)
{
    for (size_t part = 0; part < stacks->part_count; part++)
        for (size_t i = 0; is_unknown(stacks->parts[part]) && i < stacks->count; i++)
            stacks->items[i].unknown = stacks->items[i].values[part];
}

static double unknown_share(const struct stacks *stacks)
{
    double unknown = 0, sum = 0;
    for (size_t i = 0; i < stacks->count; i++) {
        unknown += stacks->items[i].unknown;
        sum += stacks->items[i].sum;
    }
    return sum > 0 ? unknown / sum : 0;
}

/* Of many task kinds those that are wholly of the first part: the subtitle counts them, and bars
 * of the others are what a reader looks for. */
static const char *drop_whole(const struct table_rows *rows, struct stacks *stacks)
{
    size_t whole = 0, kept = 0;
    for (size_t i = 0; i < stacks->count; i++)
        whole += !(stacks->items[i].values[0] < stacks->items[i].sum);
    if (!rows_are_of_kinds(rows) || stacks->count <= TABLE_MOST_SMALL || 2 * whole <= stacks->count)
        return "";
    for (size_t i = 0; i < stacks->count; i++)
        if (stacks->items[i].values[0] < stacks->items[i].sum)
            stacks->items[kept++] = stacks->items[i];
    stacks->count = stacks->all = kept;
    return arena_format(rows->request->arena, "Not shown: %s whose tasks are all %s.",
                        things_text(rows, whole, false), stacks->parts[0]);
}

static bool lower_shares(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct stacks stacks = {.most_parts = PLOT_MOST_CLASSES};
    name_parts(request->spec, &stacks);
    if (!table_rows_make(request, &rows) || !stacks_read(&stacks, &rows) || !has_parts(&stacks))
        return false;
    tell_unknown(&stacks);
    if (unknown_share(&stacks) > MOST_UNKNOWN) {
        figure->undrawn = "unknown for most of it";
        return false;
    }
    const char *numbers = numbers_text(&rows, &stacks), *whole = drop_whole(&rows, &stacks);
    size_t most = row_room(&rows, TABLE_MOST_NAMES, stacks.count);
    if (stacks.count > most && request->spec->pick == PICK_FIRST)
        stacks.count = most;
    if (!request->spec->keeps_order)
        qsort(stacks.items, stacks.count, sizeof stacks.items[0], by_last_parts);
    if (stacks.count > most)
        stacks.count = most;
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&rows, &stacks, figure->panels);
    table_describe(&rows, figure->panels->x.unit.name, numbers,
                   *whole ? whole : stacks_note(&stacks, &rows), figure);
    row_room_set(&rows, ROW_PT, stacks.count, figure);
    return true;
}

const struct chart chart_shares = {
    .name = "shares",
    .description = "one horizontal bar of parts per label",
    .columns = "label part value#",
    .lower = lower_shares,
};
