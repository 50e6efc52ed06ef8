#include "input/repeated_series.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* Samples of one metric, node and moment with which others are compared: more are no samples. */
enum { MOST_AT_ONCE = 64 };

struct timeline_span timeline_span_of(const struct timeline *timeline)
{
    struct timeline_span span = {INFINITY, -INFINITY};
    for (size_t i = 0; i < timeline->count; i++)
        if (isfinite(timeline->times[i])) {
            span.first = fmin(span.first, timeline->times[i]);
            span.last = fmax(span.last, timeline->times[i]);
        }
    return span;
}

/* One of the series of a metric and node. */
struct member {
    uint32_t metric, node;
    size_t series;
    struct timeline_span span;
};

struct sample {
    double time, value;
    size_t series, place;
};

struct search {
    struct dataset *dataset;
    struct input_series *inputs;
    size_t input_count;
    uint8_t **marks; /* a series each: of the samples that go; NULL: none does */
    struct sample *samples;
    size_t sample_capacity;
};

/* ---- samples of one moment ---- */

/* A sample that stays, and the series of the latest one that is the same; its own at first. */
struct held {
    const struct sample *sample;
    size_t latest;
};

struct moment {
    struct held held[MOST_AT_ONCE];
    size_t count;
};

static struct input_series *input_of(const struct search *search, size_t series)
{
    size_t low = 0, high = search->input_count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (search->inputs[middle].end <= series)
            low = middle + 1;
        else
            high = middle;
    }
    return &search->inputs[low];
}

static bool is_marked(const struct search *search, const struct sample *sample)
{
    const uint8_t *marks = search->marks[sample->series];
    return marks && marks[sample->place];
}

static void mark(struct search *search, const struct sample *sample)
{
    uint8_t **marks = &search->marks[sample->series];
    if (!*marks)
        *marks = memory_alloc_array(search->dataset->series[sample->series].timeline->count,
                                    sizeof **marks);
    (*marks)[sample->place] = 1;
}

static bool same_value(double left, double right)
{
    return left == right || (isnan(left) && isnan(right));
}

/* Drops what an earlier series says, too. */
static void drop_same(struct search *search, struct moment *moment, const struct sample *sample)
{
    for (size_t i = 0; i < moment->count; i++) {
        struct held *held = &moment->held[i];
        if (held->latest == sample->series || !same_value(held->sample->value, sample->value))
            continue;
        held->latest = sample->series;
        mark(search, sample);
        input_of(search, sample->series)->repeated++;
        return;
    }
}

/* Drops what differs from a sample of an earlier series that has no counterpart; of a missing value
 * and one that is there the latter stays. */
static bool drop_other(struct search *search, struct moment *moment, const struct sample *sample)
{
    for (size_t i = 0; i < moment->count; i++) {
        struct held *held = &moment->held[i];
        if (held->latest == sample->series)
            continue;
        held->latest = sample->series;
        if (isnan(held->sample->value)) {
            mark(search, held->sample);
            held->sample = sample;
            return true;
        }
        mark(search, sample);
        input_of(search, sample->series)->other += isnan(sample->value) ? 0 : 1;
        return true;
    }
    return false;
}

static void add_held(struct moment *moment, const struct sample *sample)
{
    if (moment->count < MOST_AT_ONCE)
        moment->held[moment->count++] = (struct held){sample, sample->series};
}

static void settle_moment(struct search *search, const struct sample *samples, size_t count)
{
    struct moment moment = {.count = 0};
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && samples[to].series == samples[from].series; to++)
            drop_same(search, &moment, &samples[to]);
        for (size_t i = from; i < to; i++)
            if (!is_marked(search, &samples[i]) && !drop_other(search, &moment, &samples[i]))
                add_held(&moment, &samples[i]);
    }
}

/* ---- series of one time ---- */

static int compare_samples(const void *left, const void *right)
{
    const struct sample *l = left, *r = right;
    if (l->time != r->time)
        return l->time < r->time ? -1 : 1;
    if (l->series != r->series)
        return l->series < r->series ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static size_t collect_samples(struct search *search, const struct member *members, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const struct series *series = &search->dataset->series[members[i].series];
        memory_reserve(&search->samples, &search->sample_capacity, used + series->timeline->count,
                       sizeof *search->samples);
        for (size_t k = 0; k < series->timeline->count; k++)
            if (isfinite(series->timeline->times[k]))
                search->samples[used++] = (struct sample){series->timeline->times[k],
                                                          series->values[k], members[i].series, k};
    }
    return used;
}

static void search_samples(struct search *search, const struct member *members, size_t count)
{
    size_t used = collect_samples(search, members, count);
    struct sample *samples = search->samples;
    qsort(samples, used, sizeof *samples, compare_samples);
    for (size_t from = 0, to; from < used; from = to) {
        for (to = from + 1; to < used && samples[to].time <= samples[from].time;)
            to++;
        if (samples[from].series != samples[to - 1].series)
            settle_moment(search, samples + from, to - from);
    }
}

/* ---- all ---- */

/* Those of one metric and node lie together, in the order of their begin. */
static int compare_members(const void *left, const void *right)
{
    const struct member *l = left, *r = right;
    if (l->metric != r->metric)
        return l->metric < r->metric ? -1 : 1;
    if (l->node != r->node)
        return l->node < r->node ? -1 : 1;
    if (l->span.first != r->span.first)
        return l->span.first < r->span.first ? -1 : 1;
    return (l->series > r->series) - (l->series < r->series);
}

static struct member *list_members(const struct dataset *dataset)
{
    struct member *members = memory_alloc_array(dataset->series_count + 1, sizeof *members);
    const struct timeline *latest = NULL;
    struct timeline_span span = {INFINITY, -INFINITY};
    for (size_t i = 0; i < dataset->series_count; i++) {
        const struct series *series = &dataset->series[i];
        if (series->timeline != latest)
            span = timeline_span_of(series->timeline);
        latest = series->timeline;
        members[i] = (struct member){series->metric, series->node, i, span};
    }
    if (dataset->series_count)
        qsort(members, dataset->series_count, sizeof *members, compare_members);
    return members;
}

static void search_all(struct search *search)
{
    size_t count = search->dataset->series_count;
    struct member *members = list_members(search->dataset);
    for (size_t from = 0, to; from < count; from = to) {
        double last = members[from].span.last;
        for (to = from + 1;
             to < count && members[to].metric == members[from].metric &&
             members[to].node == members[from].node && members[to].span.first <= last;
             to++)
            last = fmax(last, members[to].span.last);
        if (to - from > 1)
            search_samples(search, members + from, to - from);
    }
    free(members);
}

/* What is left of a timeline. */
struct rest {
    const struct timeline *of;
    struct timeline *timeline;
    const uint8_t *marks;
};

static size_t count_kept(const uint8_t *marks, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += !marks[i];
    return kept;
}

/* Series of one timeline that lack the same samples share one again. */
static void take_timeline(struct rest *rest, struct dataset *dataset, const struct series *series,
                          const uint8_t *marks)
{
    const struct timeline *timeline = series->timeline;
    if (rest->of == timeline && memcmp(rest->marks, marks, timeline->count) == 0)
        return;
    double *times = memory_alloc_array(timeline->count, sizeof *times);
    size_t kept = 0;
    for (size_t i = 0; i < timeline->count; i++)
        if (!marks[i])
            times[kept++] = timeline->times[i];
    *rest =
        (struct rest){timeline, dataset_add_timeline(dataset, series->node, times, kept), marks};
    free(times);
}

static void cut(struct rest *rest, struct dataset *dataset, struct series *series,
                const uint8_t *marks)
{
    size_t kept = 0;
    take_timeline(rest, dataset, series, marks);
    for (size_t i = 0; i < series->timeline->count; i++)
        if (!marks[i])
            series->values[kept++] = series->values[i];
    series->timeline = rest->timeline;
}

static void take_out(struct search *search)
{
    struct dataset *dataset = search->dataset;
    struct rest rest = {0};
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < search->input_count; i++) {
        for (; at < search->inputs[i].end; at++) {
            struct series series = dataset->series[at];
            const uint8_t *marks = search->marks[at];
            if (marks && !count_kept(marks, series.timeline->count))
                continue;
            if (marks)
                cut(&rest, dataset, &series, marks);
            dataset->series[kept++] = series;
        }
        search->inputs[i].end = kept;
    }
    dataset->series_count = kept;
}

void repeated_series_take_out(struct dataset *dataset, struct input_series *inputs, size_t count)
{
    struct search search = {.dataset = dataset,
                            .inputs = inputs,
                            .input_count = count,
                            .marks = memory_alloc_array(dataset->series_count + 1,
                                                        sizeof *search.marks)};
    size_t series_count = dataset->series_count;
    search_all(&search);
    take_out(&search);
    for (size_t i = 0; i < series_count; i++)
        free(search.marks[i]);
    free(search.marks);
    free(search.samples);
}
