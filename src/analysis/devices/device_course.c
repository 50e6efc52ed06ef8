/* throughput: how many tasks ended and how many ran, stretch by stretch. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/statistics/equal_bins.h"
#include "table/rows.h"
#include "util/memory.h"

enum { LEAST_STRETCHES = 12, MOST_STRETCHES = 240 };

struct course {
    double start, width;
    size_t count;
    double *ended, *busy_s;
};

/* The shortest stretch of a round length of which few enough do: some tasks end in each. */
static double round_width(double span, size_t tasks)
{
    double most = fmin(MOST_STRETCHES, fmax(LEAST_STRETCHES, 4 * sqrt((double)tasks)));
    static const double widths[] = {1,   2,   5,    10,   15,   30,    60,    120,  300,
                                    600, 900, 1800, 3600, 7200, 10800, 21600, 43200};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (span / widths[i] <= most - 1)
            return widths[i];
    return 86400 * ceil(span / 86400 / (most - 1));
}

static size_t stretch_of(const struct course *course, double moment)
{
    return equal_bin_of(moment, course->start, course->width, course->count);
}

static void add_task(struct course *course, const struct event_task *task)
{
    size_t last = stretch_of(course, task->last);
    course->ended[last]++;
    for (size_t i = stretch_of(course, task->first); i <= last; i++) {
        double from = course->start + (double)i * course->width;
        course->busy_s[i] +=
            fmax(0, fmin(task->last, from + course->width) - fmax(task->first, from));
    }
}

/* Stretches begin at round times of day. */
static bool find_stretches(struct course *course, const struct event_tasks *events)
{
    double first = INFINITY, last = -INFINITY;
    for (size_t i = 0; i < events->task_count; i++) {
        first = fmin(first, events->tasks[i].first);
        last = fmax(last, events->tasks[i].last);
    }
    if (!(last > first))
        return false;
    course->width = round_width(last - first, events->task_count);
    double origin = events->aligned->times.origin;
    course->start = floor((origin + first) / course->width) * course->width - origin;
    course->count = (size_t)floor((last - course->start) / course->width) + 1;
    return true;
}

void device_tables_put_course(const struct device_report *report)
{
    struct course course;
    if (!find_stretches(&course, report->events))
        return;
    double *memory = memory_alloc_array(2 * course.count, sizeof *memory);
    course.ended = memory;
    course.busy_s = memory + course.count;
    for (size_t i = 0; i < report->events->task_count; i++)
        add_task(&course, &report->events->tasks[i]);
    struct table *table = tables_get(report->tables, "throughput");
    for (size_t i = 0; i < course.count; i++) {
        struct throughput_row row = throughput_row_missing();
        row.time = aligned_time(report->events->aligned, course.start + (double)i * course.width);
        row.width_s = course.width;
        row.tasks_per_s = course.ended[i] / course.width;
        row.running = aligned_seconds(course.busy_s[i]) / course.width;
        throughput_row_put_static(table, &row);
    }
    free(memory);
}
