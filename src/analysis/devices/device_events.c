/* event_time: how long events of each kind took. event_devices: what devices measured in them, a
 * value a span (the mean of its samples). device_metrics: all samples. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/statistics/statistic.h"
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

static void put_numbers(struct table *table, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_put_number(table, numbers[i]);
}

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
        const double numbers[] = {(double)kind->count, kind->total_s, share,        summary->mean,
                                  summary->min,        summary->p25,  summary->p50, summary->p75,
                                  summary->p95,        summary->max};
        table_put_text(table, kind->name);
        put_numbers(table, numbers, sizeof numbers / sizeof numbers[0]);
        table_put_static(table, kind->encloses ? "yes" : "no");
    }
}

static void put_summary(struct table *table, const struct summary *summary)
{
    struct box box;
    statistic_box_of(summary, NULL, 0, &box);
    const double numbers[] = {summary->mean, summary->deviation, summary->min,
                              summary->p25,  summary->p50,       summary->p75,
                              summary->max,  box.lower,          box.upper};
    put_numbers(table, numbers, sizeof numbers / sizeof numbers[0]);
}

static void put_event_metric(const struct work *work, const char *event, size_t row, int metric)
{
    struct table *table = tables_get(work->report->tables, "event_devices");
    const struct summary *summary = &work->summaries[row * ALL + 1 + (size_t)metric];
    if (!summary->count)
        return;
    table_put_text(table, event);
    table_put_static(table, device_metric_rows[metric].name);
    table_put_static(table, device_metric_rows[metric].unit);
    table_put_number(table, (double)summary->count);
    put_summary(table, summary);
}

/* A list may name cards of which there are no samples. */
static size_t sampled_devices(const struct settled_activity *settled)
{
    bool *seen = memory_alloc_array(settled->activity->device_count + 1, sizeof *seen);
    size_t count = 0;
    for (size_t i = 0; i < settled->samples.count; i++) {
        bool *is_seen = &seen[settled->samples.samples[i].device];
        count += !*is_seen;
        *is_seen = true;
    }
    free(seen);
    return count;
}

static void put_device_metric(const struct work *work, size_t row, int metric)
{
    struct table *table = tables_get(work->report->tables, "device_metrics");
    const struct summary *summary = &work->summaries[row * ALL + 1 + (size_t)metric];
    if (!summary->count)
        return;
    table_put_static(table, device_metric_rows[metric].name);
    table_put_static(table, device_metric_rows[metric].unit);
    table_put_number(table, (double)work->devices);
    table_put_number(table, (double)summary->count);
    table_put_number(table, (double)summary->missing);
    put_summary(table, summary);
    table_put_number(table, work->report->means->all[metric]);
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
