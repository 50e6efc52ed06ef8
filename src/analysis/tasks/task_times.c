#include "analysis/tasks/task_times.h"

#include <math.h>

#include "analysis/tasks/task_selection.h"

struct task_time_columns task_time_columns_of(const struct records_block *block)
{
    return (struct task_time_columns){records_numbers(block, RECORD_SUBMIT_COLUMN),
                                      records_numbers(block, RECORD_START_COLUMN),
                                      records_numbers(block, RECORD_END_COLUMN),
                                      records_numbers(block, RECORD_ELAPSED_COLUMN)};
}

/* A clock that went back by a rounding makes a stretch of no length, not a negative one; by more,
 * the times were taken out when they were read. */
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
    if (times.submit > times.start)
        times.submit = times.start;
    return times;
}

bool task_times_known(const struct records *records)
{
    bool start = records_has(records, RECORD_START_COLUMN);
    bool end = records_has(records, RECORD_END_COLUMN);
    return (start && end) || ((start || end) && records_has(records, RECORD_ELAPSED_COLUMN));
}
