#include "analysis/findings/worker_group.h"

bool worker_group_has(const struct worker_group *group, size_t row)
{
    double number = table_numbers(group->workers, "group")[row];
    return number >= group->number && number <= group->number;
}

static struct worker_group group_of(const struct table *workers, double number)
{
    const double *busy = table_numbers(workers, "busy_s");
    struct worker_group group = {.workers = workers, .number = number};
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
    const struct table *workers = tables_find(findings->tables, "trace_workers");
    const struct table *trace = tables_find(findings->tables, "trace");
    struct worker_group most = {.workers = NULL};
    if (workers && trace)
        most = group_of(workers, table_numbers(trace, "compared_group")[0]);
    if (workers && most.count == 1 && workers->rows > 1)
        most.workers = NULL;
    return most;
}
