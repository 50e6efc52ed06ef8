#include "analysis/nodes/common_times.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/bins.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

enum { COLUMNS = 300, MOST_COMPARED = 256 };

static const double LITTLE = 0.01, FAR = 0.05; /* of the times of which most nodes have samples */
static const double LEAST_SHARE = 0.1;         /* of them, to be compared at all */
static const double NEARLY_ALL = 0.9;          /* of a partial node's times */
static const double MOST = 0.5; /* of the times, of a node that few are compared with */

/* ---- whether it is worth a look ---- */

struct span {
    double first, last;
};

static struct span span_of(const struct signals *signals, const struct signal_metric *metric)
{
    struct span span = {NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = metric->first; i < metric->first + metric->count; i++) {
        const struct signal *signal = &signals->items[i];
        if (!signal->count || signals->node_samples[signal->node].is_apart)
            continue;
        span.first = fmin(span.first, signal->times[0]);
        span.last = fmax(span.last, signal->times[signal->count - 1]);
    }
    return span;
}

static bool is_whole(const struct signal *signal, struct span span)
{
    double first = signal->times[0], last = signal->times[signal->count - 1];
    double little_s = fmax(LITTLE * (span.last - span.first), signal->interval_s);
    double due = (last - first) / signal->interval_s;
    return first <= span.first + little_s && last >= span.last - little_s &&
           (double)signal->missing <= fmax(1, LITTLE * (double)signal->count) &&
           (double)signal->count >= (1 - LITTLE) * due - 1;
}

static bool all_are_whole(const struct signals *signals, const struct signal_metric *metric)
{
    struct span span = span_of(signals, metric);
    for (size_t i = metric->first; i < metric->first + metric->count; i++) {
        const struct signal *signal = &signals->items[i];
        if (signal->count > 1 && !signals->node_samples[signal->node].is_apart &&
            !is_whole(signal, span))
            return false;
    }
    return true;
}

/* ---- columns of time ---- */

struct columns {
    const struct bins *bins;
    bool *due; /* most nodes have samples there */
    size_t due_count;
};

static bool has(const struct bins *bins, size_t node, size_t column)
{
    return bins->counts[node * bins->columns + column] > 0;
}

static size_t count_sampled(const struct bins *bins)
{
    size_t count = 0;
    for (size_t node = 0; node < bins->nodes; node++) {
        size_t column = 0;
        while (column < bins->columns && !has(bins, node, column))
            column++;
        count += column < bins->columns;
    }
    return count;
}

static void find_due(struct columns *columns)
{
    const struct bins *bins = columns->bins;
    size_t sampled = count_sampled(bins);
    for (size_t c = 0; c < bins->columns; c++) {
        size_t present = 0;
        for (size_t node = 0; node < bins->nodes; node++)
            present += has(bins, node, c);
        columns->due[c] = present && 2 * present >= sampled;
        columns->due_count += columns->due[c];
    }
}

/* The mean of `other` at the times of `node`; missing where it has too few of them. */
static double mean_at(const struct columns *columns, size_t node, size_t other)
{
    const struct bins *bins = columns->bins;
    size_t times = 0, there = 0, samples = 0;
    double sum = 0;
    for (size_t c = 0; c < bins->columns; c++) {
        if (!columns->due[c] || !has(bins, node, c))
            continue;
        times++;
        there += has(bins, other, c);
        samples += bins->counts[other * bins->columns + c];
        sum += bins->sums[other * bins->columns + c];
    }
    return samples && (double)there >= NEARLY_ALL * (double)times
               ? sum / (double)samples / SUM_SCALE
               : NUMBER_MISSING;
}

/* Compares a node with the others over the times for which `base` has samples. With very many
 * nodes, every so many of them are enough to know the median one. */
static void compare(const struct columns *columns, size_t base, size_t node,
                    struct common_time *time)
{
    size_t count = columns->bins->nodes, step = 1 + count / MOST_COMPARED, used = 0;
    double *means = memory_alloc_array(count + 1, sizeof *means);
    double *scratch = memory_alloc_array(count + 1, sizeof *scratch);
    time->mean = mean_at(columns, base, node);
    means[used++] = time->mean;
    for (size_t other = 0; other < count; other += step)
        if (other != node)
            means[used++] = mean_at(columns, base, other);
    struct summary summary;
    statistic_summarise(means, used, scratch, &summary);
    time->nodes = summary.count;
    time->median = summary.p50;
    time->low = summary.min;
    time->high = summary.max;
    time->mad = statistic_mad(means, used, scratch, summary.p50);
    free(means);
    free(scratch);
}

static void study(const struct columns *columns, size_t node, struct common_time *time)
{
    const struct bins *bins = columns->bins;
    size_t there = 0, beside = 0;
    for (size_t c = 0; c < bins->columns; c++) {
        there += columns->due[c] && has(bins, node, c);
        beside += !columns->due[c] && has(bins, node, c);
    }
    if (!there && !beside)
        return;
    double due = (double)columns->due_count;
    double other = fmax((double)(columns->due_count - there), (double)beside);
    time->is_partial = other > fmax(1, LITTLE * due);
    time->is_far = time->is_partial && other > FAR * due;
    time->share = (double)there / due;
    if (time->is_partial && time->share >= LEAST_SHARE)
        compare(columns, node, node, time);
}

/* Of few nodes, those that are left beside one with samples for a part are too few to be compared
 * with each other: they are compared with it as well, over its times. */
static void compare_whole_nodes(const struct columns *columns, struct common_time *times,
                                size_t count)
{
    size_t near = 0, base = count;
    for (size_t i = 0; i < count; i++) {
        near += !times[i].is_far;
        if (times[i].is_far && times[i].share >= MOST &&
            (base == count || times[i].share > times[base].share))
            base = i;
    }
    if (base == count || near >= COMMON_TIMES_LEAST_NODES)
        return;
    for (size_t i = 0; i < count; i++)
        if (!times[i].is_partial) {
            times[i].is_partial = true;
            times[i].share = times[base].share;
            compare(columns, base, i, &times[i]);
        }
}

struct common_time *common_times_find(const struct signals *signals, size_t metric)
{
    size_t count = signals->metrics[metric].count;
    if (count < 2 || all_are_whole(signals, &signals->metrics[metric]))
        return NULL;
    struct common_time *times = memory_alloc_array(count, sizeof *times);
    struct bins bins;
    bins_make(&bins, signals, metric, COLUMNS);
    struct columns columns = {&bins, memory_alloc_array(bins.columns, sizeof *columns.due), 0};
    find_due(&columns);
    for (size_t node = 0; node < count && columns.due_count; node++)
        study(&columns, node, &times[node]);
    compare_whole_nodes(&columns, times, count);
    free(columns.due);
    bins_release(&bins);
    return times;
}
