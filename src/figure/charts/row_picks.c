#include "figure/charts/row_picks.h"

#include <math.h>
#include <stdlib.h>

#include "util/number.h"

struct rank {
    double key; /* the larger the earlier */
    size_t row;
};

static int compare_ranks(const void *left, const void *right)
{
    const struct rank *l = left, *r = right;
    if (l->key != r->key)
        return l->key > r->key ? -1 : 1;
    return (l->row > r->row) - (l->row < r->row);
}

static struct rank *rank_rows(const double *numbers, double sign, size_t count,
                              struct arena *scratch)
{
    struct rank *ranks = arena_alloc_array(scratch, count, sizeof *ranks);
    for (size_t i = 0; i < count; i++) {
        double key = numbers ? sign * numbers[i] : 0;
        ranks[i] = (struct rank){number_is_missing(key) ? -INFINITY : key, i};
    }
    qsort(ranks, count, sizeof *ranks, compare_ranks);
    return ranks;
}

static void draw_named(const struct row_picks *picks, size_t most, bool *drawn, size_t *count)
{
    for (size_t i = 0; i < picks->named_count; i++)
        if (*count < most && picks->named[i] < picks->count && !drawn[picks->named[i]]) {
            drawn[picks->named[i]] = true;
            ++*count;
        }
}

/* Of both ends: one of the highest, one of the lowest, and so on. */
static void draw_picked(const struct row_picks *picks, enum plot_pick pick, size_t most,
                        bool *drawn, size_t count, struct arena *scratch)
{
    const struct rank *lists[2] = {NULL, NULL};
    if (pick == PICK_HIGHEST || pick == PICK_BOTH)
        lists[0] = rank_rows(picks->high, 1, picks->count, scratch);
    if (pick == PICK_LOWEST || pick == PICK_BOTH)
        lists[1] = rank_rows(picks->low, -1, picks->count, scratch);
    if (pick == PICK_FIRST)
        lists[0] = rank_rows(NULL, 1, picks->count, scratch);
    for (size_t i = 0; i < picks->count; i++)
        for (size_t k = 0; k < 2; k++)
            if (lists[k] && count < most && !drawn[lists[k][i].row]) {
                drawn[lists[k][i].row] = true;
                count++;
            }
}

/* Whether the rule, of so many rows, draws none but those. */
static bool has_picked(const struct row_picks *picks, enum plot_pick pick, size_t most,
                       const bool *drawn, struct arena *scratch)
{
    bool *by_rule = arena_alloc_array(scratch, picks->count, sizeof *by_rule);
    for (size_t i = 0; i < picks->count; i++)
        by_rule[i] = false;
    draw_picked(picks, pick, most, by_rule, 0, scratch);
    for (size_t i = 0; i < picks->count; i++)
        if (by_rule[i] && !drawn[i])
            return false;
    return true;
}

size_t row_picks_make(const struct row_picks *picks, enum plot_pick pick, size_t most, bool *drawn,
                      struct arena *scratch)
{
    size_t count = 0, others = 0;
    for (size_t i = 0; i < picks->count; i++)
        drawn[i] = false;
    draw_named(picks, most, drawn, &count);
    draw_picked(picks, pick, most, drawn, count, scratch);
    while (picks->count > most && others < picks->named_count &&
           !has_picked(picks, pick, most - others, drawn, scratch))
        others++;
    return others;
}

size_t row_picks_largest(const double *numbers, size_t count)
{
    size_t best = count;
    for (size_t i = 0; numbers && i < count; i++)
        if (!number_is_missing(numbers[i]) && (best == count || numbers[i] > numbers[best]))
            best = i;
    return best;
}

const char *row_picks_text(enum plot_pick pick, size_t drawn, size_t named, struct arena *arena)
{
    static const char *const words[PICK_COUNT] = {
        [PICK_HIGHEST] = " with the highest values",
        [PICK_LOWEST] = " with the lowest values",
        [PICK_BOTH] = " with the highest and the lowest values",
        [PICK_FIRST] = "",
    };
    const char *text = arena_format(arena, "the %s%zu%s", pick == PICK_FIRST ? "first " : "",
                                    drawn - named, words[pick]);
    if (!named)
        return text;
    return arena_format(arena, "%s, and %zu %s", text, named, named == 1 ? "other" : "others");
}
