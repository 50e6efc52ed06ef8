#include "analysis/tasks/limit_rows.h"

#include "table/rows.h"

const struct limited_quantity limited_quantities[ATTEMPT_LIMITS] = {
    {"memory", "B", RECORD_REQUESTED_MEMORY_COLUMN, RECORD_MEMORY_COLUMN},
    {"time", "s", RECORD_REQUESTED_TIME_COLUMN, RECORD_ELAPSED_COLUMN},
};

struct limited_use limited_use_of(const struct node_memory_columns *nodes,
                                  const struct records_block *block, size_t row,
                                  enum attempt_limit limit, bool per_node)
{
    const struct limited_quantity *quantity = &limited_quantities[limit];
    if (limit != MEMORY_LIMIT || !per_node)
        return (struct limited_use){records_number_at(block, quantity->requested, row),
                                    records_number_at(block, quantity->used, row)};
    struct node_memory memory = node_memory_at(nodes, block, row);
    return (struct limited_use){memory.requested, memory.least};
}

double limited_core_s(const struct records_block *block, size_t row)
{
    double cores = records_number_at(block, RECORD_CORES_COLUMN, row);
    return records_number_at(block, RECORD_ELAPSED_COLUMN, row) * (cores > 0 ? cores : 1);
}

void limit_row_put(struct tables *tables, const char *task, enum attempt_limit limit,
                   const struct limit_hits *hits, bool per_node)
{
    if (!hits->hits)
        return;
    struct table *table = tables_get(tables, "limits");
    struct limits_row row = limits_row_missing();
    row.task = task;
    row.quantity = limited_quantities[limit].name;
    row.unit = limited_quantities[limit].unit;
    row.attempts = (double)hits->attempts;
    row.hits = (double)hits->hits;
    row.requested = hits->requested;
    row.used = hits->used;
    row.ratio = hits->used / hits->requested;
    row.cancelled = (double)hits->cancelled;
    row.requested_min = hits->requested_min;
    row.requested_max = hits->requested_max;
    row.used_max = hits->used_max;
    row.enough = hits->enough;
    row.per = per_node && limit == MEMORY_LIMIT ? "node" : NULL;
    row.timed = (double)hits->timed;
    row.core_s = hits->core_s;
    row.hit_core_s = hits->hit_core_s;
    limits_row_put(table, &row);
}
