#include "analysis/tasks/task_times.h"

#include <math.h>

#include "analysis/tasks/task_selection.h"
#include "util/number.h"

static const double ROUNDING_S = 1; /* as input/tasks/record_times.h takes it */

double task_waits_from(double moment, double start)
{
    if (!(moment > start))
        return moment;
    return moment - start > ROUNDING_S ? NUMBER_MISSING : start;
}

struct task_time_columns task_time_columns_of(const struct records_block *block)
{
    return (struct task_time_columns){records_numbers(block, RECORD_SUBMIT_COLUMN),
                                      records_numbers(block, RECORD_START_COLUMN),
                                      records_numbers(block, RECORD_END_COLUMN),
                                      records_numbers(block, RECORD_ELAPSED_COLUMN)};
}

/* A clock that went back by a rounding makes a stretch of no length, not a negative one. By more,
 * the end was taken out when it was read; and a task that was submitted after it started, by two
 * clocks or in the hour that comes twice in a year, waited for a time that nobody knows. */
struct task_times task_times_at(const struct task_time_columns *columns, size_t row)
{
    struct task_times times = {task_number(columns->submit, row), task_number(columns->start, row),
                               task_number(columns->end, row)};
    double elapsed_s = task_number(columns->elapsed, row);
    if (isnan(times.start))
        times.start = times.end - elapsed_s;
    if (isnan(times.end))
        times.end = times.start + elapsed_s;
    if (times.end < times.start)
        times.end = times.start;
    times.submit = task_waits_from(times.submit, times.start);
    return times;
}

bool task_times_known(const struct records *records)
{
    bool start = records_has(records, RECORD_START_COLUMN);
    bool end = records_has(records, RECORD_END_COLUMN);
    return (start && end) || ((start || end) && records_has(records, RECORD_ELAPSED_COLUMN));
}
