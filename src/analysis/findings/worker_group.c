#include "analysis/findings/worker_group.h"

#include "table/rows.h"

bool worker_group_has(const struct worker_group *group, size_t row)
{
    double number = group->workers.group[row];
    return number >= group->number && number <= group->number;
}

static struct worker_group group_of(const struct trace_workers_rows *workers, double number)
{
    const double *busy = workers->busy_s;
    struct worker_group group = {.workers = *workers, .number = number};
    for (size_t row = 0; row < workers->rows; row++) {
        if (!worker_group_has(&group, row))
            continue;
        if (!group.count++)
            group.busiest = group.laziest = row;
        group.busy_s += busy[row];
        group.busiest = busy[row] > busy[group.busiest] ? row : group.busiest;
        group.laziest = busy[row] < busy[group.laziest] ? row : group.laziest;
    }
    return group;
}

struct worker_group worker_group_main(const struct findings *findings)
{
    const struct trace_workers_rows workers = trace_workers_rows(findings->tables);
    const struct trace_rows trace = trace_rows(findings->tables);
    struct worker_group most = {0};
    if (workers.rows && trace.rows)
        most = group_of(&workers, trace.compared_group[0]);
    if (workers.rows && most.count == 1 && workers.rows > 1)
        most.workers.rows = 0;
    return most;
}
