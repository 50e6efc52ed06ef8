#include "analysis/nodes/signals_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/nodes/apart_nodes.h"
#include "analysis/nodes/clock_faults.h"
#include "analysis/nodes/remembered.h"
#include "analysis/nodes/signal_energy.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/signal_order.h"
#include "analysis/nodes/signal_source.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

/* Sources that lie together: of a signal, or of one part of it. */
struct source_run {
    const struct source *items;
    size_t count;
};

struct making {
    struct signals *signals;
    struct dataset *dataset;       /* whose values are used up */
    struct timeline_shape *shapes; /* a timeline each, of the samples that are kept */
    struct kept_samples *kept;     /* a timeline each */
    double **distinct_times;       /* a timeline each: its own times where none repeats */
    struct source *sources;
    size_t source_count;
    size_t *first_sources; /* a signal each, and one behind the last */
    struct order_faults *faults;
    struct signal_part *parts; /* at the first source of each; without a name: not kept */
};

/* ---- timelines ---- */

struct timeline_series {
    const struct dataset *dataset;
    const struct timeline *timeline;
};

static bool have_same_values(const void *context, size_t left, size_t right)
{
    const struct timeline_series *all = context;
    for (size_t i = 0; i < all->dataset->series_count; i++) {
        const struct series *series = &all->dataset->series[i];
        if (series->timeline != all->timeline)
            continue;
        double l = series->values[left], r = series->values[right];
        if (l != r && !(isnan(l) && isnan(r)))
            return false;
    }
    return true;
}

static void find_shape(void *context, size_t index)
{
    struct making *making = context;
    const struct timeline *timeline = making->dataset->timelines[index];
    struct timeline_shape *shape = &making->shapes[index];
    struct kept_samples *kept = &making->kept[index];
    timeline_shape_find(timeline->times, timeline->count, shape);
    struct timeline_series series = {making->dataset, timeline};
    kept_samples_find(kept, timeline->times, timeline->count, shape->in_order, shape->first,
                      shape->last, have_same_values, &series);
    if (!kept->places)
        return;
    double *times = memory_alloc_array(kept->count + 1, sizeof *times);
    for (size_t i = 0; i < kept->count; i++)
        times[i] = timeline->times[kept->places[i]];
    timeline_shape_find(times, kept->count, shape);
    shape->in_order = false; /* in the source */
    free(times);
}

/* Counters need distinct stamps; all those of a timeline share one list of them. */
static void make_distinct_times(struct making *making, size_t index)
{
    const struct timeline *timeline = making->dataset->timelines[index];
    const struct timeline_shape *shape = &making->shapes[index];
    making->distinct_times[index] = timeline->times;
    if (!shape->in_order || shape->distinct == timeline->count)
        return;
    double *times = arena_alloc_array(&making->signals->arena, shape->distinct, sizeof *times);
    size_t used = 0;
    for (size_t i = 0; i < timeline->count; i++)
        if (used == 0 || timeline->times[i] != times[used - 1])
            times[used++] = timeline->times[i];
    making->distinct_times[index] = times;
}

static void study_timelines(struct making *making, int jobs)
{
    size_t count = making->dataset->timeline_count;
    making->shapes = memory_alloc_array(count, sizeof *making->shapes);
    making->kept = memory_alloc_array(count, sizeof *making->kept);
    making->distinct_times = memory_alloc_array(count, sizeof *making->distinct_times);
    parallel_threads(jobs, count, find_shape, making);
    for (size_t i = 0; i < count; i++)
        make_distinct_times(making, i);
}

static void find_node_spans(struct making *making)
{
    struct signals *signals = making->signals;
    for (size_t i = 0; i < signals->node_count; i++)
        signals->node_samples[i].first = signals->node_samples[i].last = NUMBER_MISSING;
    for (size_t i = 0; i < making->dataset->timeline_count; i++) {
        struct node_samples *span = &signals->node_samples[making->dataset->timelines[i]->node];
        span->first = fmin(span->first, making->shapes[i].first);
        span->last = fmax(span->last, making->shapes[i].last);
        span->set_aside += making->kept[i].set_aside;
        span->repeated += making->kept[i].repeated;
    }
}

/* ---- room for copies ---- */

static size_t part_end(const struct source *sources, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && sources[end].metric == sources[first].metric &&
           sources[end].rank == sources[first].rank && sources[end].part == sources[first].part)
        end++;
    return end;
}

static size_t samples_of(const struct making *making, size_t first, size_t end)
{
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        count += making->dataset->timelines[making->sources[i].timeline]->count;
    return count;
}

/* One series whose samples are in order is used where it lies; others are copied and sorted. */
static void make_room(struct making *making, size_t first, size_t end)
{
    struct source *source = &making->sources[first];
    if (end == first + 1 && making->shapes[source->timeline].in_order)
        return;
    size_t count = samples_of(making, first, end);
    source->times = arena_alloc_array(&making->signals->arena, count, sizeof(double));
    source->values = arena_alloc_array(&making->signals->arena, count, sizeof(double));
}

static bool is_power(const struct making *making, const struct source *source)
{
    const struct metric *metric =
        &making->dataset->metrics[making->dataset->series[source->series].metric];
    return metric->kind == METRIC_ENERGY || (metric->unit && strcmp(metric->unit, "W") == 0);
}

static bool are_of_one_signal(const struct source *left, const struct source *right)
{
    return left->metric == right->metric && left->rank == right->rank;
}

/* Parts of a signal of power are kept beside their sum, which needs room of its own then: any of
 * them may be the first that was measured. */
static void make_room_for_sum(struct making *making, size_t first)
{
    struct source *source = &making->sources[first];
    size_t most = 0, parts = 0, count = making->source_count;
    if (!source->part || !is_power(making, source) ||
        (first && are_of_one_signal(source - 1, source)))
        return;
    for (size_t i = first, end; i < count && are_of_one_signal(&making->sources[i], source);
         i = end) {
        end = part_end(making->sources, count, i);
        size_t samples = samples_of(making, i, end);
        most = samples > most ? samples : most;
        parts++;
    }
    if (parts > 1)
        source->sum = arena_alloc_array(&making->signals->arena, most, sizeof(double));
}

static void make_rooms(struct making *making)
{
    size_t count = making->source_count;
    for (size_t first = 0, end; first < count; first = end) {
        end = part_end(making->sources, count, first);
        make_room(making, first, end);
        make_room_for_sum(making, first);
    }
}

/* ---- signals ---- */

static void add_signal(struct making *making, size_t first_source)
{
    struct signals *signals = making->signals;
    const struct source *source = &making->sources[first_source];
    struct signal_metric *metric = &signals->metrics[source->metric];
    if (metric->count++ == 0)
        metric->first = signals->count;
    making->first_sources[signals->count] = first_source;
    signals->items[signals->count++] =
        (struct signal){.metric = source->metric,
                        .node = making->dataset->series[source->series].node};
}

static void list_signals(struct making *making)
{
    struct signals *signals = making->signals;
    size_t count = making->source_count;
    signals->items = arena_alloc_array(&signals->arena, count, sizeof *signals->items);
    making->first_sources = memory_alloc_array(count + 1, sizeof *making->first_sources);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || making->sources[i].metric != making->sources[i - 1].metric ||
            making->sources[i].rank != making->sources[i - 1].rank)
            add_signal(making, i);
    making->first_sources[signals->count] = count;
    making->faults = memory_alloc_array(signals->count, sizeof *making->faults);
    making->parts = memory_alloc_array(count + 1, sizeof *making->parts);
}

/* ---- values ---- */

/* Those of the series' samples that are kept; returns how many. */
static size_t copy_kept(const struct series *series, const struct kept_samples *kept, double *times,
                        double *values)
{
    size_t count = kept->places ? kept->count : series->timeline->count;
    for (size_t i = 0; i < count; i++) {
        size_t place = kept->places ? kept->places[i] : i;
        times[i] = series->timeline->times[place];
        values[i] = series->values[place];
    }
    return count;
}

static struct samples copy_in_order(const struct making *making, struct source_run run,
                                    struct order_faults *faults)
{
    double *times = run.items->times, *values = run.items->values;
    size_t count = 0;
    for (size_t i = 0; i < run.count; i++)
        count += copy_kept(&making->dataset->series[run.items[i].series],
                           &making->kept[run.items[i].timeline], times + count, values + count);
    count = samples_put_in_order(times, values, count, faults);
    struct samples samples = {.count = count, .times = times, .values = values};
    const struct kept_samples *kept = &making->kept[run.items->timeline];
    if (run.count == 1 && kept->restart_count) {
        samples.restarts = kept->restarts;
        samples.restart_count = kept->restart_count;
    }
    return samples;
}

static struct samples gather(const struct making *making, struct source_run run,
                             enum metric_kind kind, struct order_faults *faults)
{
    const struct source *source = run.items;
    const struct series *series = &making->dataset->series[source->series];
    struct samples samples = {.count = series->timeline->count,
                              .times = series->timeline->times,
                              .values = series->values};
    double *distinct_times = making->distinct_times[source->timeline];
    if (source->times) {
        samples = copy_in_order(making, run, faults);
        distinct_times = source->times;
    }
    const struct node *node = &making->dataset->nodes[series->node];
    if (!samples.restart_count && node->held_count > 1) {
        samples.restarts = node->held_again;
        samples.restart_count = node->held_count - 1;
    }
    bool shared = distinct_times == samples.times && !source->times;
    if (metric_kind_counts(kind) && !shared) {
        samples.count = samples_collapse(samples.times, samples.values, samples.count,
                                         source->times ? distinct_times : NULL);
        samples.times = distinct_times;
    }
    return samples;
}

/* What runs draws power: readings of 0 W throughout are those of a sensor that cannot be read. */
static bool is_unread_power(const struct samples *samples, const struct metric *metric)
{
    if (metric_kind_counts(metric->kind) || !metric->unit || strcmp(metric->unit, "W") != 0)
        return false;
    size_t zeros = 0;
    for (size_t i = 0; i < samples->count; i++) {
        if (samples->values[i] != 0 && !isnan(samples->values[i]))
            return false;
        zeros += samples->values[i] == 0;
    }
    return zeros > 0;
}

static void convert(struct samples *samples, const struct metric *metric, double interval_s,
                    struct amount *amount)
{
    *amount = (struct amount){.total = NUMBER_MISSING};
    if (metric->kind == METRIC_COUNTER)
        rate_from_counter(samples, amount);
    else if (metric->kind == METRIC_ENERGY)
        rate_from_energy(samples,
                         (struct energy_counter){.range = metric->counter_range,
                                                 .source = energy_source_of(metric->name)},
                         amount);
    else if (metric->kind == METRIC_RATE)
        rate_integrate(samples->times, samples->values, samples->count, interval_s, amount);
    if (!(amount->covered_s > 0))
        amount->total = NUMBER_MISSING;
}

static size_t count_missing(const double *values, size_t count)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += values[i] != values[i];
    return missing;
}

/* ---- parts ---- */

static bool same_times(const struct signal *signal, const struct samples *samples)
{
    return signal->count == samples->count &&
           (signal->times == samples->times ||
            memcmp(signal->times, samples->times, samples->count * sizeof(double)) == 0);
}

static void add_values(struct signal *signal, double *values, const struct samples *samples)
{
    bool same = same_times(signal, samples);
    struct nearest nearest = {samples->times, samples->values, samples->count, 0};
    for (size_t i = 0; i < signal->count; i++)
        values[i] += same ? samples->values[i]
                          : nearest_value(&nearest, signal->times[i], signal->interval_s / 2);
}

/* Puts a part's samples into the signal, or where there is room for a sum, there. A part that was
 * never measured adds nothing to the total, but counts in the time that is covered. */
static void add_part(struct signal *signal, double **values, double *sum,
                     const struct samples *samples, const struct amount *amount)
{
    bool has_values = *values && count_missing(*values, signal->count) < signal->count;
    signal->resets += amount->resets;
    signal->unknown_s += amount->unknown_s;
    signal->wraps += amount->wraps;
    signal->range_J = amount->wraps ? amount->range_J : signal->range_J;
    if (has_values && count_missing(samples->values, samples->count) == samples->count)
        return;
    if (has_values) {
        add_values(signal, *values, samples);
        signal->total += amount->total;
        signal->covered_s += amount->covered_s;
        return;
    }
    *values = samples->values;
    if (sum) {
        memcpy(sum, samples->values, samples->count * sizeof *sum);
        *values = sum;
    }
    signal->times = samples->times;
    signal->count = samples->count;
    signal->total = amount->total;
    signal->covered_s = amount->covered_s;
}

static void take_pace(struct signal *signal, const struct timeline_shape *shape)
{
    signal->interval_s = shape->interval_s;
    signal->slows = shape->slows;
    signal->quickens = shape->quickens;
}

/* Of samples of several inputs, which may lie between each other. */
static void find_pace(struct signal *signal, const struct samples *samples)
{
    struct timeline_shape shape;
    timeline_shape_find(samples->times, samples->count, &shape);
    take_pace(signal, &shape);
}

static bool are_missing(const struct samples *samples)
{
    return samples->count && count_missing(samples->values, samples->count) == samples->count;
}

/* Adds the samples of a source, or of the inputs of one part; false: nothing of it is known, and it
 * is of a part. */
static bool add_run(const struct making *making, size_t index, struct source_run run,
                    double **values)
{
    struct signal *signal = &making->signals->items[index];
    const struct series *series = &making->dataset->series[run.items->series];
    const struct metric *metric = &making->dataset->metrics[series->metric];
    bool is_part = run.items->part != 0;
    struct amount amount;
    struct samples samples = gather(making, run, metric->kind, &making->faults[index]);
    if (run.count > 1 && !*values)
        find_pace(signal, &samples);
    if (is_unread_power(&samples, metric)) {
        signal->unread_parts += !is_part;
        for (size_t i = 0; i < samples.count; i++)
            samples.values[i] = NUMBER_MISSING;
    }
    convert(&samples, metric, signal->interval_s, &amount);
    const struct source *leading = &making->sources[making->first_sources[index]];
    add_part(signal, values, leading->sum, &samples, &amount);
    if (leading->sum)
        making->parts[run.items - making->sources] =
            (struct signal_part){index, metric->name, samples.count, samples.times, samples.values};
    bool is_missing = is_part && are_missing(&samples);
    signal->unread_parts += is_missing && !amount.resets;
    signal->parts += is_part;
    return !is_missing;
}

static void make_signal(void *context, size_t index)
{
    struct making *making = context;
    struct signal *signal = &making->signals->items[index];
    size_t first = making->first_sources[index], behind = making->first_sources[index + 1];
    double *values = NULL;
    take_pace(signal, &making->shapes[making->sources[first].timeline]);
    bool is_whole = true;
    for (size_t end; first < behind; first = end) {
        const struct source *source = &making->sources[first];
        end = part_end(making->sources, behind, first);
        is_whole &= add_run(making, index, (struct source_run){source, end - first}, &values);
        /* A source that gives the whole needs no parts. */
        if (source->part == 0 && count_missing(values, signal->count) < signal->count)
            break;
    }
    signal->covered_s /= (double)(signal->parts ? signal->parts : 1);
    signal->unknown_s /= (double)(signal->parts ? signal->parts : 1);
    /* Without one of its parts a sum is not known. */
    for (size_t i = 0; !is_whole && i < signal->count; i++)
        values[i] = NUMBER_MISSING;
    signal->values = values;
    signal->missing = count_missing(values, signal->count);
}

/* ---- the whole ---- */

static void list_parts(struct making *making)
{
    struct signals *signals = making->signals;
    for (size_t i = 0; i < making->source_count; i++)
        signals->part_count += making->parts[i].name != NULL;
    signals->parts =
        arena_alloc_array(&signals->arena, signals->part_count, sizeof *signals->parts);
    size_t count = 0;
    for (size_t i = 0; i < making->source_count; i++)
        if (making->parts[i].name)
            signals->parts[count++] = making->parts[i];
}

static void sum_faults(struct making *making)
{
    struct signals *signals = making->signals;
    for (size_t i = 0; i < signals->count; i++) {
        struct node_samples *samples = &signals->node_samples[signals->items[i].node];
        samples->repeated += making->faults[i].repeated;
        samples->out_of_order += making->faults[i].out_of_order;
        signals->metrics[signals->items[i].metric].present +=
            signals->items[i].missing < signals->items[i].count;
    }
}

static void note_faults(const struct signals *signals, struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < signals->node_count; i++) {
        const struct node_samples *samples = &signals->node_samples[i];
        struct place place = {.input = signals->nodes[i].name};
        if (samples->repeated)
            diagnostics_note(diagnostics, place, "duplicate samples are counted once");
        if (samples->out_of_order)
            diagnostics_note(diagnostics, place,
                             "samples were out of order and are sorted by time");
        if (samples->set_aside)
            diagnostics_note(diagnostics, place,
                             "%s %s rejected: wrong time stamps, since the clock jumped",
                             COUNT_TEXT(samples->set_aside),
                             samples->set_aside == 1 ? "sample was" : "samples were");
    }
}

void signals_make(struct signals *signals, struct dataset *dataset, struct diagnostics *diagnostics,
                  int jobs)
{
    struct making making = {.signals = signals, .dataset = dataset};
    *signals = (struct signals){.nodes = dataset->nodes, .node_count = dataset->node_count};
    arena_init(&signals->arena);
    signals->node_samples =
        arena_alloc_array(&signals->arena, dataset->node_count, sizeof *signals->node_samples);
    study_timelines(&making, jobs);
    find_node_spans(&making);
    apart_nodes_find(signals, dataset);
    making.sources = sources_make(signals, dataset, &making.source_count);
    make_rooms(&making);
    list_signals(&making);
    parallel_threads(jobs, signals->count, make_signal, &making);
    list_parts(&making);
    sum_faults(&making);
    note_faults(signals, diagnostics);
    grids_make(signals, dataset, making.shapes);
    signals->remembered = remembered_new(signals->metric_count);
    for (size_t i = 0; i < dataset->timeline_count; i++)
        kept_samples_release(&making.kept[i]);
    free(making.kept);
    free(making.shapes);
    free(making.distinct_times);
    free(making.sources);
    free(making.first_sources);
    free(making.faults);
    free(making.parts);
}

void signals_release(struct signals *signals)
{
    remembered_free(signals->remembered);
    arena_release(&signals->arena);
    *signals = (struct signals){0};
}
