/* device_faults: errors that stood in place of what devices measured, one row per device and error.
 *
 * The same sample, written twice, counts once. */
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/strbuf.h"

/* What is known of all samples of a device. */
struct course {
    size_t samples;
    double measured_until; /* the last sample with any number */
};

static int compare_faults(const void *left, const void *right)
{
    const struct device_fault *a = left, *b = right;
    if (a->is_lost != b->is_lost)
        return a->is_lost ? -1 : 1;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    if (a->error != b->error)
        return a->error < b->error ? -1 : 1;
    if (a->is_whole != b->is_whole)
        return a->is_whole ? -1 : 1;
    return (a->time > b->time) - (a->time < b->time);
}

static bool is_same(const struct device_fault *left, const struct device_fault *right)
{
    return left->device == right->device && left->error == right->error &&
           left->is_whole == right->is_whole && left->is_lost == right->is_lost;
}

/* By device. */
static struct course *courses_of(const struct aligned_timeline *aligned)
{
    struct course *courses =
        memory_alloc_array(aligned->activity->device_count + 1, sizeof *courses);
    for (size_t i = 0; i < aligned->activity->device_count; i++)
        courses[i].measured_until = NUMBER_MISSING;
    for (size_t i = 0; i < aligned->samples.count; i++) {
        const struct device_sample *sample = &aligned->samples.samples[i];
        struct course *course = &courses[sample->device];
        bool is_measured = false;
        for (int metric = 0; metric < DEVICE_METRICS; metric++)
            is_measured = is_measured ||
                          !isnan(activity_value(aligned->activity, i, (enum device_metric)metric));
        course->samples++;
        if (is_measured)
            course->measured_until =
                fmax(course->measured_until, aligned_time(aligned, sample->time));
    }
    return courses;
}

static const char *metric_names(uint32_t metrics, struct arena *arena)
{
    struct strbuf names;
    strbuf_init(&names);
    for (int metric = 0; metric < DEVICE_METRICS; metric++)
        if (metrics & 1u << metric) {
            strbuf_add_text(&names, names.size ? ", " : "");
            strbuf_add_text(&names, device_metric_rows[metric].label);
        }
    const char *text = arena_text(arena, names.text);
    strbuf_release(&names);
    return text;
}

/* `faults`: `count` of one device and error, by time. */
static void put(const struct device_report *report, const struct device_fault *faults, size_t count,
                const struct course *course)
{
    const struct activity *activity = report->request->activity->activity;
    const struct activity_device *device = &activity->devices[faults->device];
    struct table *table = tables_get(report->tables, "device_faults");
    size_t samples = 0;
    uint32_t metrics = 0;
    for (size_t i = 0; i < count; i++) {
        samples += i == 0 || faults[i].time > faults[i - 1].time;
        metrics |= faults[i].metrics;
    }
    struct device_faults_row row = device_faults_row_missing();
    row.host = activity_text(activity, faults->host);
    row_set_device(&row, activity, device);
    row.error = activity_text(activity, faults->error);
    row.metrics = metric_names(metrics, report->tables->arena);
    row.lost = faults->is_lost;
    row.whole = faults->is_whole;
    row.samples = (double)samples;
    row.of = (double)course->samples;
    row.first = faults[0].time;
    row.last = faults[count - 1].time;
    row.measured_until = course->measured_until;
    device_faults_row_put(table, &row);
}

void device_tables_put_faults(const struct device_report *report)
{
    const struct aligned_timeline *aligned = report->request->activity;
    size_t count = aligned->activity->fault_count;
    if (!count)
        return;
    struct device_fault *faults = memory_alloc_array(count, sizeof *faults);
    struct course *courses = courses_of(aligned);
    for (size_t i = 0; i < count; i++)
        faults[i] = aligned->activity->faults[i];
    qsort(faults, count, sizeof *faults, compare_faults);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && is_same(&faults[from], &faults[to]);)
            to++;
        put(report, faults + from, to - from, &courses[faults[from].device]);
    }
    free(courses);
    free(faults);
}
