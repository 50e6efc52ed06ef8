#include "analysis/tasks/node_memory_rows.h"

#include <math.h>

#include "table/rows.h"

void node_usage_init(struct node_usage *usage)
{
    *usage = (struct node_usage){.nodes_max = NAN,
                                 .unused_B_s = NAN,
                                 .least = NAN,
                                 .most = NAN,
                                 .lost_least = NAN,
                                 .lost_most = NAN,
                                 .requested_min = NAN,
                                 .requested_max = NAN};
}

void node_memory_row_put_usage(struct tables *tables, const char *task,
                               const struct node_usage *usage)
{
    struct node_memory_row row = node_memory_row_missing();
    row.task = task;
    row.tasks = (double)usage->tasks;
    row.known = (double)usage->known;
    row.unused_Bs = usage->unused_B_s;
    row.nodes_max = usage->nodes_max;
    row.cpus_per_node = usage->is_per_cpu && usage->has_cpus ? usage->cpus : NAN;
    row.requested_min_B = usage->requested_min;
    row.requested_max_B = usage->requested_max;
    row.used_least_B = usage->least;
    row.used_most_B = usage->known == usage->tasks ? usage->most : NAN;
    row.lost = (double)usage->lost;
    row.lost_least_B = usage->lost_least;
    row.lost_most_B = usage->lost_known == usage->lost ? usage->lost_most : NAN;
    node_memory_row_put(tables_get(tables, "node_memory"), &row);
}
