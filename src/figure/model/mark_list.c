#include "figure/model/mark_list.h"

struct mark *mark_list_add(struct mark_list *list, enum mark_kind kind, enum colour colour,
                           size_t most)
{
    list->items = arena_reserve(list->arena, list->items, list->count, &list->capacity,
                                sizeof list->items[0]);
    struct mark *mark = &list->items[list->count++];
    bool has_ends = kind == MARK_BAR || kind == MARK_RULE;
    *mark = (struct mark){.kind = kind, .colour = colour};
    mark->x = arena_alloc_array(list->arena, most, sizeof(double));
    mark->y = arena_alloc_array(list->arena, most, sizeof(double));
    if (has_ends)
        mark->x2 = arena_alloc_array(list->arena, most, sizeof(double));
    if (has_ends || kind == MARK_AREA)
        mark->y2 = arena_alloc_array(list->arena, most, sizeof(double));
    if (kind == MARK_TEXT)
        mark->labels = arena_alloc_array(list->arena, most, sizeof(char *));
    return mark;
}

/* The arrays are ours until the mark list is finished: const is for those who read a figure. */
static void set(const double *numbers, size_t index, double value)
{
    ((double *)numbers)[index] = value;
}

void mark_put(struct mark *mark, double x, double y)
{
    set(mark->x, mark->count, x);
    set(mark->y, mark->count++, y);
}

void mark_put_to(struct mark *mark, double x, double y, double x2, double y2)
{
    if (mark->x2)
        set(mark->x2, mark->count, x2);
    set(mark->y2, mark->count, y2);
    mark_put(mark, x, y);
}

void mark_put_text(struct mark *mark, double x, double y, const char *text)
{
    ((const char **)mark->labels)[mark->count] = text;
    mark_put(mark, x, y);
}

void mark_put_value(struct mark *mark, double x, double y, const char *text)
{
    mark->are_values = true;
    mark_put_text(mark, x, y, text);
}

void mark_list_finish(struct mark_list *list, struct panel *panel)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].count > 0 || list->items[i].contours.columns > 0)
            list->items[kept++] = list->items[i];
    panel->marks = list->items;
    panel->mark_count = kept;
}
