#include "analysis/tasks/task_selection.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct standing {
    double elapsed_s; /* −1 when not known */
    size_t attempts, kind;
};

static int compare_standings(const void *left, const void *right)
{
    const struct standing *l = left, *r = right;
    int order = (l->elapsed_s < r->elapsed_s) - (l->elapsed_s > r->elapsed_s);
    if (!order)
        order = (l->attempts < r->attempts) - (l->attempts > r->attempts);
    return order ? order : (l->kind > r->kind) - (l->kind < r->kind);
}

size_t *task_kinds_in_order(const struct task_groups *groups)
{
    struct standing *standings = memory_alloc_array(groups->kind_count + 1, sizeof *standings);
    size_t *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    for (size_t k = 0; k < groups->kind_count; k++) {
        const struct task_totals *totals = &groups->kinds[k].totals;
        standings[k] = (struct standing){isnan(totals->elapsed_s) ? -1 : totals->elapsed_s,
                                         totals->attempts, k};
    }
    qsort(standings, groups->kind_count, sizeof *standings, compare_standings);
    for (size_t k = 0; k < groups->kind_count; k++)
        kinds[k] = standings[k].kind;
    free(standings);
    return kinds;
}

void task_selection_make(struct task_selection *selection, const struct task_groups *groups,
                         struct arena *arena)
{
    size_t *kinds = task_kinds_in_order(groups);
    *selection = (struct task_selection){.place_of = memory_alloc(groups->group_count + 1)};
    memset(selection->place_of, TASK_NOT_SELECTED, groups->group_count);
    while (selection->count < groups->kind_count && selection->count < TASK_SELECTED_KINDS) {
        size_t place = selection->count++, kind = kinds[place];
        selection->kinds[place] = kind;
        selection->names[place] = arena_text(arena, groups->kinds[kind].task);
        memset(selection->place_of + groups->kinds[kind].first, (int)place,
               groups->kinds[kind].count);
    }
    free(kinds);
}

void task_selection_release(struct task_selection *selection)
{
    free(selection->place_of);
    *selection = (struct task_selection){0};
}
