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

/* Kinds by elapsed time, then number of attempts, then name; to be freed. */
static size_t *kinds_in_order(const struct task_groups *groups)
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

static void select_kind(struct task_selection *selection, const struct task_groups *groups,
                        size_t kind, struct arena *arena)
{
    size_t place = selection->count++;
    selection->kinds[place] = kind;
    selection->names[place] = arena_text(arena, groups->kinds[kind].task);
    memset(selection->place_of + groups->kinds[kind].first, (int)place, groups->kinds[kind].count);
}

static bool is_selected(const struct task_selection *selection, const struct task_groups *groups,
                        size_t kind)
{
    return selection->place_of[groups->kinds[kind].first] != TASK_NOT_SELECTED;
}

bool task_selection_is_partial(const struct task_selection *selection,
                               const struct task_groups *groups)
{
    return selection->count < groups->kind_count;
}

struct extreme {
    double key;
    size_t kind;
};

static int compare_extremes(const void *left, const void *right)
{
    const struct extreme *l = left, *r = right;
    int order = (l->key < r->key) - (l->key > r->key);
    return order ? order : (l->kind > r->kind) - (l->kind < r->kind);
}

void task_selection_add(struct task_selection *selection, const struct task_groups *groups,
                        const double *keys, struct arena *arena)
{
    struct extreme *extremes = memory_alloc_array(groups->kind_count + 1, sizeof *extremes);
    size_t count = 0;
    for (size_t k = 0; k < groups->kind_count; k++)
        if (!isnan(keys[k]))
            extremes[count++] = (struct extreme){keys[k], k};
    qsort(extremes, count, sizeof *extremes, compare_extremes);
    for (size_t i = 0; i < count && i < TASK_EXTREME_KINDS; i++)
        if (selection->count < TASK_SELECTED_KINDS &&
            !is_selected(selection, groups, extremes[i].kind))
            select_kind(selection, groups, extremes[i].kind, arena);
    free(extremes);
}

/* What findings and charts of any table speak of: most memory, least efficient. */
static void add_outliers(struct task_selection *selection, const struct task_groups *groups,
                         struct arena *arena)
{
    double *keys = memory_alloc_array(groups->kind_count + 1, sizeof *keys);
    for (size_t k = 0; k < groups->kind_count; k++)
        keys[k] = groups->memory_of_kinds[k].max;
    task_selection_add(selection, groups, keys, arena);
    for (size_t k = 0; k < groups->kind_count; k++)
        keys[k] = -task_totals_efficiency(&groups->kinds[k].totals);
    task_selection_add(selection, groups, keys, arena);
    free(keys);
}

void task_selection_make(struct task_selection *selection, const struct task_groups *groups,
                         struct arena *arena)
{
    size_t *kinds = kinds_in_order(groups);
    bool fit = groups->kind_count <= TASK_SELECTED_KINDS;
    size_t longest = fit ? groups->kind_count : TASK_LONGEST_KINDS;
    *selection = (struct task_selection){.place_of = memory_alloc(groups->group_count + 1)};
    memset(selection->place_of, TASK_NOT_SELECTED, groups->group_count);
    for (size_t i = 0; i < longest; i++)
        select_kind(selection, groups, kinds[i], arena);
    free(kinds);
    if (task_selection_is_partial(selection, groups))
        add_outliers(selection, groups, arena);
}

void task_selection_release(struct task_selection *selection)
{
    free(selection->place_of);
    *selection = (struct task_selection){0};
}
