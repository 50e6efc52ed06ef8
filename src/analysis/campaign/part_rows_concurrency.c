#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/part_rows.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_CELLS = 1000 };

/* As in analysis/tasks/analysis_concurrency.c: a tail begins when fewer than this part of the usual
 * number run for good. */
static const double TAIL_BELOW = 0.3;

struct timeline {
    struct change_span span;
    double width_s, begin;
    double *means[PART_CHANGES]; /* NULL: not known */
};

static void make_timeline(struct timeline *timeline, const struct part *part)
{
    *timeline = (struct timeline){change_span_of(part->changes, PART_CHANGES, MOST_CELLS),
                                  0,
                                  0,
                                  {NULL, NULL}};
    size_t count = timeline->span.count;
    timeline->width_s = change_span_width_s(&timeline->span);
    timeline->begin = (double)timeline->span.first * timeline->width_s;
    for (int i = 0; count && i < PART_CHANGES; i++) {
        if (i == PART_WAITING && !part->has_submits)
            continue;
        timeline->means[i] = memory_alloc_array(count + 1, sizeof(double));
        change_grid_means(&part->changes[i], &timeline->span, timeline->means[i]);
    }
}

static void release_timeline(struct timeline *timeline)
{
    for (int i = 0; i < PART_CHANGES; i++)
        free(timeline->means[i]);
}

static double mean_at(const struct timeline *timeline, enum part_change which, size_t cell)
{
    if (!timeline->means[which])
        return NUMBER_MISSING;
    return cell < timeline->span.count ? timeline->means[which][cell] : 0;
}

static double time_of(const struct timeline *timeline, size_t cell)
{
    return timeline->begin + (double)cell * timeline->width_s;
}

/* One row where the counts become others, and one for the end. */
static void put_rows(struct table *table, const struct timeline *timeline)
{
    double running = -1, waiting = -1;
    for (size_t i = 0; i <= timeline->span.count; i++) {
        struct concurrency_row row = concurrency_row_missing();
        row.time = time_of(timeline, i);
        row.running = mean_at(timeline, PART_RUNNING, i);
        row.waiting = mean_at(timeline, PART_WAITING, i);
        bool is_same = !(row.running < running) && !(row.running > running) &&
                       !(row.waiting < waiting) && !(row.waiting > waiting);
        if (is_same && i < timeline->span.count)
            continue;
        running = row.running;
        waiting = row.waiting;
        concurrency_row_put(table, &row);
    }
}

/* ---- what it comes to ---- */

struct sums {
    double busy_s, counted[PART_CHANGES], most[PART_CHANGES];
    size_t ran_first, ran_end; /* cells in which anything ran */
};

static struct sums sums_of(const struct timeline *timeline)
{
    struct sums sums = {.ran_first = timeline->span.count};
    for (size_t i = 0; i < timeline->span.count; i++) {
        double both = 0;
        for (int k = 0; k < PART_CHANGES; k++) {
            double mean = timeline->means[k] ? timeline->means[k][i] : 0;
            sums.counted[k] += mean * timeline->width_s;
            sums.most[k] = fmax(sums.most[k], mean);
            both += mean;
        }
        sums.busy_s += both > 0 ? timeline->width_s : 0;
        if (!(timeline->means[PART_RUNNING][i] > 0))
            continue;
        sums.ran_first = i < sums.ran_first ? i : sums.ran_first;
        sums.ran_end = i + 1;
    }
    return sums;
}

static int compare_descending(const void *left, const void *right)
{
    return number_compare(right, left);
}

/* With so many, or more, half of the time of all attempts was spent. */
static double usual_running(const struct timeline *timeline, const struct sums *sums)
{
    size_t count = timeline->span.count, taken = 0;
    double *means = memory_alloc_array(count + 1, sizeof *means), sum = 0;
    for (size_t i = 0; i < count; i++)
        means[i] = timeline->means[PART_RUNNING][i];
    qsort(means, count, sizeof *means, compare_descending);
    while (taken < count && sum < sums->counted[PART_RUNNING] / 2)
        sum += means[taken++] * timeline->width_s;
    double usual = taken ? means[taken - 1] : 0;
    free(means);
    return usual;
}

static void add_tail(struct concurrency_summary_row *row, const struct timeline *timeline,
                     const struct sums *sums)
{
    size_t first = sums->ran_end;
    double ran = 0;
    row->running_usual = usual_running(timeline, sums);
    row->ran_from = time_of(timeline, sums->ran_first);
    row->ran_s = time_of(timeline, sums->ran_end) - row->ran_from;
    while (first > sums->ran_first &&
           timeline->means[PART_RUNNING][first - 1] < TAIL_BELOW * row->running_usual)
        ran += timeline->means[PART_RUNNING][--first] * timeline->width_s;
    row->tail_s = (double)(sums->ran_end - first) * timeline->width_s;
    if (first == sums->ran_end)
        return;
    row->tail_from = time_of(timeline, first);
    row->tail_running_mean = ran / row->tail_s;
}

static void put_summary(struct table *table, const struct timeline *timeline)
{
    struct sums sums = sums_of(timeline);
    struct concurrency_summary_row row = concurrency_summary_row_missing();
    double span_s = (double)timeline->span.count * timeline->width_s;
    row.start = timeline->begin;
    row.end = timeline->begin + span_s;
    row.busy_s = sums.busy_s;
    row.running_mean = sums.counted[PART_RUNNING] / span_s;
    row.running_max = sums.most[PART_RUNNING];
    if (timeline->means[PART_WAITING]) {
        row.waiting_mean = sums.counted[PART_WAITING] / span_s;
        row.waiting_max = sums.most[PART_WAITING];
    }
    if (sums.ran_first < sums.ran_end)
        add_tail(&row, timeline, &sums);
    concurrency_summary_row_put(table, &row);
}

void part_rows_put_concurrency(struct tables *tables, const struct part *part)
{
    struct timeline timeline;
    make_timeline(&timeline, part);
    if (timeline.span.count) {
        put_rows(tables_at(tables, TABLE_concurrency), &timeline);
        put_summary(tables_at(tables, TABLE_concurrency_summary), &timeline);
    }
    release_timeline(&timeline);
}
