#include "input/repeated_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct timeline_span timeline_span_of(const struct timeline *timeline)
{
    struct timeline_span span = {INFINITY, -INFINITY};
    for (size_t i = 0; i < timeline->count; i++) {
        span.first = fmin(span.first, timeline->times[i]);
        span.last = fmax(span.last, timeline->times[i]);
    }
    return span;
}

/* Many metrics of one node are spread as well as one metric of many nodes. */
static size_t chain_of(const struct series_chains *chains, const struct series *series)
{
    uint64_t key = (series->metric * 11400714819323198485u ^ series->node) * 13787848793156543929u;
    return (size_t)(key >> 32) & (chains->head_count - 1);
}

/* ---- what lies outside ---- */

/* The part of a series that earlier ones do not hold. */
struct rest {
    const struct timeline *of;
    struct timeline *timeline; /* NULL while there is none */
    size_t *places, *former;   /* of the samples; those of `timeline` */
    size_t count, former_count, capacity;
    bool is_other; /* an earlier series has other values at shared moments */
};

static bool differ(double left, double right)
{
    return left != right && !(isnan(left) && isnan(right));
}

/* Whether they say different things of a moment that both have. Stamps mostly ascend; those that do
 * not are not compared. */
static bool contradict(const struct series *left, const struct series *right)
{
    const struct timeline *l = left->timeline, *r = right->timeline;
    for (size_t i = 0, k = 0; i < l->count && k < r->count;) {
        if (l->times[i] < r->times[k])
            i++;
        else if (l->times[i] > r->times[k])
            k++;
        else if (differ(left->values[i++], right->values[k++]))
            return true;
    }
    return false;
}

static void keep_outside(struct rest *rest, const struct series *series, struct timeline_span span)
{
    size_t kept = 0;
    for (size_t i = 0; i < rest->count; i++) {
        double time = series->timeline->times[rest->places[i]];
        if (!(time >= span.first && time <= span.last))
            rest->places[kept++] = rest->places[i];
    }
    rest->count = kept;
}

/* Finds which samples of the series no earlier one holds; false: nothing overlaps it. */
static bool find_rest(struct rest *rest, const struct dataset *dataset,
                      const struct series_chains *chains, const struct series *series)
{
    bool any = false;
    rest->is_other = false;
    struct timeline_span own = timeline_span_of(series->timeline);
    for (size_t at = chains->heads[chain_of(chains, series)]; at; at = chains->next[at - 1]) {
        const struct series *earlier = &dataset->series[at - 1];
        if (earlier->metric != series->metric || earlier->node != series->node)
            continue;
        struct timeline_span span = timeline_span_of(earlier->timeline);
        if (span.first > own.last || own.first > span.last)
            continue;
        if (!any) {
            memory_reserve(&rest->places, &rest->capacity, series->timeline->count + 1,
                           sizeof *rest->places);
            for (rest->count = 0; rest->count < series->timeline->count; rest->count++)
                rest->places[rest->count] = rest->count;
        }
        any = true;
        rest->is_other = rest->is_other || contradict(earlier, series);
        keep_outside(rest, series, span);
    }
    return any;
}

/* Series of one timeline that lack the same samples share one again. */
static void take_timeline(struct rest *rest, struct dataset *dataset, const struct series *series)
{
    if (rest->timeline && rest->of == series->timeline && rest->former_count == rest->count &&
        memcmp(rest->former, rest->places, rest->count * sizeof *rest->places) == 0)
        return;
    double *times = memory_alloc_array(rest->count + 1, sizeof *times);
    for (size_t i = 0; i < rest->count; i++)
        times[i] = series->timeline->times[rest->places[i]];
    rest->timeline = dataset_add_timeline(dataset, series->node, times, rest->count);
    rest->of = series->timeline;
    rest->former = memory_resize(rest->former, rest->count + 1, sizeof *rest->former);
    memcpy(rest->former, rest->places, rest->count * sizeof *rest->places);
    rest->former_count = rest->count;
    free(times);
}

static void cut(struct rest *rest, struct dataset *dataset, struct series *series)
{
    take_timeline(rest, dataset, series);
    for (size_t i = 0; i < rest->count; i++) /* places ascend */
        series->values[i] = series->values[rest->places[i]];
    series->timeline = rest->timeline;
}

/* ---- all ---- */

static void chain(struct series_chains *chains, const struct series *series)
{
    size_t *head = &chains->heads[chain_of(chains, series)];
    chains->next[chains->count] = *head;
    *head = ++chains->count;
}

/* Makes room for `count` series, with at least as many heads. */
static void reserve(struct series_chains *chains, const struct dataset *dataset, size_t count)
{
    memory_reserve(&chains->next, &chains->next_capacity, count, sizeof *chains->next);
    if (chains->head_count >= count)
        return;
    free(chains->heads);
    chains->head_count = chains->head_count ? chains->head_count : 1024;
    while (chains->head_count < count)
        chains->head_count *= 2;
    chains->heads = memory_alloc_array(chains->head_count, sizeof *chains->heads);
    size_t kept = chains->count;
    for (chains->count = 0; chains->count < kept;)
        chain(chains, &dataset->series[chains->count]);
}

struct repeated_series repeated_series_take_out(struct series_chains *chains,
                                                struct dataset *dataset, size_t first)
{
    size_t count = dataset->series_count, kept = first;
    struct repeated_series repeated = {0};
    struct rest rest = {0};
    reserve(chains, dataset, count);
    for (size_t i = first; i < count; i++) {
        struct series series = dataset->series[i];
        bool overlaps = find_rest(&rest, dataset, chains, &series);
        repeated.other += rest.is_other;
        if (overlaps && !rest.count) {
            repeated.left_out++;
            continue;
        }
        if (overlaps) {
            cut(&rest, dataset, &series);
            repeated.continued++;
        }
        dataset->series[kept++] = series;
        chain(chains, &series);
    }
    dataset->series_count = kept;
    free(rest.places);
    free(rest.former);
    return repeated;
}

void series_chains_release(struct series_chains *chains)
{
    free(chains->heads);
    free(chains->next);
    *chains = (struct series_chains){0};
}
