#include "analysis/nodes/gpu_rests.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/number_sort.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum { LEAST_SAMPLES = 10 };

static const double HOLDS = 3, LEAST_INTERVALS = 5, LEAST_S = 60, LEAST_SHARE = 0.05;

/* The state of a GPU begins or ends: it is known, at rest. */
struct change {
    double time;
    double known, resting; /* so many more */
};

struct changes {
    struct change *items;
    size_t count, capacity;
    size_t gpus;
    double first, last, interval_s; /* the longest of any GPU */
};

static void add_change(struct changes *changes, double time, double known, double resting)
{
    *list_add(changes) = (struct change){time, known, resting};
}

/* NaN where all samples are of one moment. */
static double interval_of(const struct work_series *series)
{
    double *gaps = memory_alloc_array(series->count, sizeof *gaps);
    size_t count = 0;
    for (size_t i = 1; i < series->count; i++)
        if (series->times[i] > series->times[i - 1])
            gaps[count++] = series->times[i] - series->times[i - 1];
    double interval_s = statistic_median(gaps, count);
    free(gaps);
    return interval_s;
}

/* What one GPU does without a change. */
struct state {
    double from, until;
    bool resting;
};

static void add_state(struct changes *changes, struct state state)
{
    if (!(state.until > state.from))
        return;
    double resting = state.resting ? 1 : 0;
    add_change(changes, state.from, 1, resting);
    add_change(changes, state.until, -1, -resting);
    changes->first = fmin(changes->first, state.from);
    changes->last = fmax(changes->last, state.until);
}

static void add_gpu(struct changes *changes, const struct work_series *series)
{
    double interval_s = interval_of(series);
    if (series->count - series->missing < LEAST_SAMPLES || !(interval_s > 0))
        return;
    struct state state = {NUMBER_MISSING, NUMBER_MISSING, false};
    for (size_t i = 0; i < series->count; i++) {
        double from = series->times[i];
        double next = i + 1 < series->count ? series->times[i + 1] : from + interval_s;
        double until = next - from <= HOLDS * interval_s ? next : from + interval_s;
        bool resting = series->values[i] <= WORK_STOPS_GPU_AT_REST;
        if (isnan(series->values[i]) || !(until > from))
            continue;
        if (state.until >= from && state.resting == resting) {
            state.until = until;
            continue;
        }
        add_state(changes, state);
        state = (struct state){from, until, resting};
    }
    add_state(changes, state);
    changes->gpus++;
    changes->interval_s = fmax(changes->interval_s, interval_s);
}

struct rest {
    double from, until, known_s; /* summed over the GPUs */
};

static void put_rest(struct tables *tables, const char *metric, const char *name,
                     const struct changes *changes, struct rest rest)
{
    double length_s = changes->last - changes->first;
    double least_s = fmax(LEAST_INTERVALS * changes->interval_s, LEAST_S);
    double duration_s = rest.until - rest.from;
    if (!(duration_s >= fmax(least_s, LEAST_SHARE * length_s)))
        return;
    struct table *table = tables_get(tables, "gpu_rests");
    struct gpu_rests_row row = gpu_rests_row_missing();
    row.node = changes->gpus == 1 ? name : NULL;
    row.metric = metric;
    row.start = rest.from;
    row.end = rest.until;
    row.duration_s = duration_s;
    row.gpus = round(rest.known_s / duration_s);
    row.of = (double)changes->gpus;
    row.from_first = changes->first;
    row.until_last = changes->last;
    gpu_rests_row_put(table, &row);
}

static void put_rests(struct tables *tables, const char *metric, const char *name,
                      const struct changes *changes)
{
    double known = 0, resting = 0;
    double from = NUMBER_MISSING, known_s = 0; /* of the rest; summed over the GPUs */
    for (size_t i = 0; i < changes->count;) {
        double time = changes->items[i].time;
        known_s += known * (i ? time - changes->items[i - 1].time : 0);
        for (; i < changes->count && !(changes->items[i].time > time); i++) {
            known += changes->items[i].known;
            resting += changes->items[i].resting;
        }
        bool rests = known > 0 && resting == known && 2 * known >= (double)changes->gpus;
        if (rests && isnan(from)) {
            from = time;
            known_s = 0;
        } else if (!rests && !isnan(from)) {
            put_rest(tables, metric, name, changes, (struct rest){from, time, known_s});
            from = NUMBER_MISSING;
        }
    }
}

void gpu_rests_put(struct tables *tables, const char *metric, const struct work_series *series,
                   size_t count)
{
    struct changes changes = {.first = NUMBER_MISSING, .last = NUMBER_MISSING};
    const char *name = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t before = changes.gpus;
        add_gpu(&changes, &series[i]);
        name = changes.gpus > before ? series[i].name : name;
    }
    if (changes.count)
        number_sort(&changes.items->time, changes.count, sizeof *changes.items / sizeof(double));
    put_rests(tables, metric, name, &changes);
    free(changes.items);
}
