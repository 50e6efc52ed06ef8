#include "analysis/tasks/time_without_tasks.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tasks/task_selection.h"
#include "analysis/tasks/task_times.h"
#include "util/list.h"
#include "util/number.h"

struct span {
    double start, end;
};

struct attempts {
    LIST_OF(struct span) spans;
    double sum_s; /* NaN when the run time of some is not known */
    bool are_all_timed;
};

static void add(struct attempts *attempts, const struct grouped_record *at)
{
    struct task_time_columns columns = task_time_columns_of(at->block);
    struct task_times times = task_times_at(&columns, at->row);
    attempts->sum_s += records_number_at(at->block, RECORD_ELAPSED_COLUMN, at->row);
    if (isnan(times.start) || isnan(times.end))
        attempts->are_all_timed = false;
    else
        *list_add(&attempts->spans) = (struct span){times.start, times.end};
}

static int compare_starts(const void *left, const void *right)
{
    return numbers_order(((const struct span *)left)->start, ((const struct span *)right)->start);
}

/* In which none ran, from `first` on. */
static double gaps_of(struct attempts *attempts, double first, double makespan_s)
{
    double until = first, last = first + makespan_s, gaps_s = 0;
    qsort(attempts->spans.items, attempts->spans.count, sizeof *attempts->spans.items,
          compare_starts);
    for (size_t i = 0; i < attempts->spans.count; i++) {
        const struct span *span = &attempts->spans.items[i];
        gaps_s += fmax(0, fmin(span->start, last) - until);
        until = fmin(last, fmax(until, span->end));
    }
    return gaps_s + last - until;
}

struct time_without_tasks time_without_tasks_of(const struct task_groups *groups, uint32_t source,
                                                double first, double makespan_s)
{
    struct attempts attempts = {.are_all_timed = true};
    struct time_without_tasks found = {NUMBER_MISSING, false};
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (at.block->source == source && task_is_attempt(at.block, at.row))
            add(&attempts, &at);
    if (!isnan(first) && attempts.are_all_timed && attempts.spans.count)
        found.seconds = gaps_of(&attempts, first, makespan_s);
    else if (!isnan(attempts.sum_s))
        found = (struct time_without_tasks){fmax(0, makespan_s - attempts.sum_s), true};
    free(attempts.spans.items);
    return isnan(makespan_s) ? (struct time_without_tasks){NUMBER_MISSING, false} : found;
}
