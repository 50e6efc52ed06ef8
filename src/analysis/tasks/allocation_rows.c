#include "analysis/tasks/allocation_rows.h"

#include <math.h>

#include "table/rows.h"

static void put_rule(struct table *table, const char *task, const char *resource,
                     const struct allocated *allocated, size_t rule)
{
    const struct first_allocation *first = &allocated->rules[rule];
    double whole = allocated->used + first->waste;
    struct allocation_row row = allocation_row_missing();
    row.task = task;
    row.resource = resource;
    row.rule = first_allocation_names[rule];
    row.tasks = (double)allocated->tasks;
    row.allocation_B = first->allocation;
    row.retries = (double)first->retries;
    row.retried_share = (double)first->retries / (double)allocated->tasks;
    row.used_Bs = allocated->used;
    row.wasted_Bs = first->waste;
    row.wasted_share = whole > 0 ? first->waste / whole : NAN;
    row.throughput = first->throughput;
    allocation_row_put_static(table, &row);
}

void allocation_rows_put(struct tables *tables, const char *task, const char *resource,
                         const struct allocated *allocated)
{
    for (size_t rule = 0; allocated->tasks && rule < FIRST_ALLOCATION_RULES; rule++)
        put_rule(tables_get(tables, "allocation"), task, resource, allocated, rule);
}
