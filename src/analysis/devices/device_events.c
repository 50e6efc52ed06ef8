/* event_time: how long events of each kind took. event_devices: what devices measured in them, a
 * value a span (the mean of its samples). device_metrics: all samples. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

enum { ALL = 1 + DEVICE_METRICS }; /* summaries of a kind: of its durations, of each metric */

struct work {
    const struct device_report *report;
    struct summary *summaries; /* [kind × ALL], then a row of all kinds, then one of all samples */
    size_t devices;
};

static size_t value_count(const struct device_report *report, size_t row)
{
    const struct event_tasks *events = report->events;
    if (row < events->kind_count)
        return events->kinds[row].count;
    return row == events->kind_count ? events->span_count
                                     : report->request->activity->samples.count;
}

/* Of all events together those that enclose others have none: it would be counted twice. */
static double value_of(const struct device_report *report, size_t row, size_t column, size_t index)
{
    const struct event_tasks *events = report->events;
    if (row > events->kind_count) {
        const struct sample_sums *samples = &report->request->activity->samples;
        return column ? sample_sums_number(samples, (enum device_metric)(column - 1), index)
                      : NUMBER_MISSING;
    }
    size_t span =
        row == events->kind_count ? index : events->by_kind[events->kind_first[row] + index];
    if (row == events->kind_count && events->kinds[events->spans[span].kind].encloses)
        return NUMBER_MISSING;
    return column ? event_mean(events, span, (enum device_metric)(column - 1))
                  : events->spans[span].duration;
}

/* Samples have no duration, and no source measures all. */
static bool is_known(const struct device_report *report, size_t row, size_t column)
{
    if (column)
        return sample_sums_have(&report->request->activity->samples,
                                (enum device_metric)(column - 1));
    return row < report->events->kind_count;
}

static void summarise(void *context, size_t index)
{
    struct work *work = context;
    size_t row = index / ALL, column = index % ALL, count = value_count(work->report, row);
    if (!is_known(work->report, row, column))
        return;
    double *values = memory_resize(NULL, 2 * count, sizeof *values);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        values[i] = value_of(work->report, row, column, i);
        any = any || !number_is_missing(values[i]);
    }
    if (any)
        statistic_summarise(values, count, values + count, &work->summaries[index]);
    else
        work->summaries[index] = (struct summary){.count = 0, .missing = count};
    free(values);
}

/* ---- tables ---- */

static void put_time(const struct work *work)
{
    const struct event_tasks *events = work->report->events;
    struct table *table = tables_get(work->report->tables, "event_time");
    double all = 0;
    for (size_t i = 0; i < events->kind_count; i++)
        all += events->kinds[i].encloses ? 0 : events->kinds[i].total_s;
    for (size_t i = 0; i < events->kind_count; i++) {
        const struct event_kind *kind = &events->kinds[i];
        const struct summary *summary = &work->summaries[i * ALL];
        double share = kind->encloses || !(all > 0) ? NUMBER_MISSING : kind->total_s / all;
        struct event_time_row row = event_time_row_missing();
        row.event = kind->name;
        row.count = (double)kind->count;
        row.total_s = kind->total_s;
        row.share = share;
        row.mean_s = summary->mean;
        row.min_s = summary->min;
        row.p25_s = summary->p25;
        row.p50_s = summary->p50;
        row.p75_s = summary->p75;
        row.p95_s = summary->p95;
        row.max_s = summary->max;
        row.encloses = kind->encloses ? "yes" : "no";
        event_time_row_put(table, &row);
    }
}

/* Columns that the tables of events and of devices have alike. */
#define SET_BOX(row, summary, box)                                                                 \
    ((row)->mean = (summary)->mean, (row)->std = (summary)->deviation,                             \
     (row)->min = (summary)->min, (row)->q1 = (summary)->p25, (row)->median = (summary)->p50,      \
     (row)->q3 = (summary)->p75, (row)->max = (summary)->max, (row)->lower = (box).lower,          \
     (row)->upper = (box).upper)

static struct box box_of(const struct summary *summary)
{
    struct box box;
    statistic_box_of(summary, NULL, 0, &box);
    return box;
}

static void put_event_metric(const struct work *work, const char *event, size_t place, int metric)
{
    const struct summary *summary = &work->summaries[place * ALL + 1 + (size_t)metric];
    if (!summary->count)
        return;
    struct box box = box_of(summary);
    struct event_devices_row row = event_devices_row_missing();
    row.event = event;
    row.metric = device_metric_rows[metric].name;
    row.unit = device_metric_rows[metric].unit;
    row.count = (double)summary->count;
    SET_BOX(&row, summary, box);
    event_devices_row_put(tables_at(work->report->tables, TABLE_event_devices), &row);
}

/* A list may name GPUs of which there are no samples. */
static size_t sampled_devices(const struct aligned_timeline *aligned)
{
    bool *seen = memory_alloc_array(aligned->activity->device_count + 1, sizeof *seen);
    size_t count = 0;
    for (size_t i = 0; i < aligned->samples.count; i++) {
        bool *is_seen = &seen[aligned->samples.samples[i].device];
        count += !*is_seen;
        *is_seen = true;
    }
    free(seen);
    return count;
}

static void put_device_metric(const struct work *work, size_t place, int metric)
{
    const struct summary *summary = &work->summaries[place * ALL + 1 + (size_t)metric];
    if (!summary->count)
        return;
    struct box box = box_of(summary);
    struct device_metrics_row row = device_metrics_row_missing();
    row.metric = device_metric_rows[metric].name;
    row.unit = device_metric_rows[metric].unit;
    row.devices = (double)work->devices;
    row.samples = (double)summary->count;
    row.missing = (double)summary->missing;
    SET_BOX(&row, summary, box);
    row.mean_per_device = work->report->means->all[metric];
    device_metrics_row_put_static(tables_at(work->report->tables, TABLE_device_metrics), &row);
}

void device_tables_put_events(const struct device_report *report)
{
    const struct event_tasks *events = report->events;
    size_t rows = events->kind_count + 2;
    struct work work = {report, memory_alloc_array(rows * ALL, sizeof *work.summaries),
                        sampled_devices(report->request->activity)};
    parallel_threads(report->request->jobs, rows * ALL, summarise, &work);
    if (events->kind_count)
        put_time(&work);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        put_event_metric(&work, "*", events->kind_count, metric);
        for (size_t i = 0; i < events->kind_count; i++)
            put_event_metric(&work, events->kinds[i].name, i, metric);
        put_device_metric(&work, events->kind_count + 1, metric);
    }
    free(work.summaries);
}
