#include "analysis/tasks/requested_uses.h"

#include <math.h>

#include "table/rows.h"

const struct requested_row_kind requested_quantities[REQUESTED_QUANTITIES] = {
    {"memory",
     "B",
     "B s",
     {3,
      {RECORD_REQUESTED_MEMORY_COLUMN, RECORD_MEMORY_COLUMN, RECORD_ELAPSED_COLUMN},
      {RECORDS_NO_COLUMN, RECORDS_NO_COLUMN, RECORDS_NO_COLUMN},
      true}},
    {"time",
     "s",
     "s",
     {2,
      {RECORD_REQUESTED_TIME_COLUMN, RECORD_ELAPSED_COLUMN},
      {RECORDS_NO_COLUMN, RECORDS_NO_COLUMN},
      true}},
    {"cores",
     "cores",
     "core s",
     {3,
      {RECORD_REQUESTED_CORES_COLUMN, RECORD_CPU_COLUMN, RECORD_ELAPSED_COLUMN},
      {RECORD_CORES_COLUMN, RECORDS_NO_COLUMN, RECORDS_NO_COLUMN},
      true}},
};

bool requested_is_known(const struct records *records, enum requested_quantity quantity)
{
    const struct task_tuple_columns *columns = &requested_quantities[quantity].columns;
    bool requested =
        records_has(records, columns->columns[0]) ||
        (columns->otherwise[0] != RECORDS_NO_COLUMN && records_has(records, columns->otherwise[0]));
    return requested && records_has(records, columns->columns[1]);
}

struct requested_use requested_use_of(enum requested_quantity quantity, const double *tuple)
{
    if (quantity == REQUESTED_TIME)
        return (struct requested_use){tuple[0], tuple[1], 1};
    double elapsed_s = tuple[2] > 0 ? tuple[2] : NAN;
    if (quantity == REQUESTED_MEMORY)
        return (struct requested_use){tuple[0], tuple[1], elapsed_s};
    return (struct requested_use){tuple[0], tuple[1] / elapsed_s, elapsed_s};
}

void requested_row_put_compared(struct tables *tables, const char *task,
                                enum requested_quantity quantity,
                                const struct requested_compared *compared, double processes)
{
    if (!compared->tasks)
        return;
    struct table *table = tables_get(tables, "requested");
    const struct summary *ratios = &compared->ratios;
    struct requested_row row = requested_row_missing();
    row.task = task;
    row.quantity = requested_quantities[quantity].name;
    row.unit = requested_quantities[quantity].unit;
    row.tasks = (double)compared->tasks;
    row.requested_p50 = compared->requested_p50;
    row.used_p50 = compared->used_p50;
    row.ratio_p05 = ratios->p05;
    row.ratio_p25 = ratios->p25;
    row.ratio_p50 = ratios->p50;
    row.ratio_p75 = ratios->p75;
    row.ratio_p95 = ratios->p95;
    row.ratio_max = ratios->max;
    row.above = (double)compared->above;
    row.time_unit = requested_quantities[quantity].time_unit;
    row.requested_time = compared->requested;
    row.used_time = compared->used;
    row.wasted_time = compared->wasted;
    row.used_p95 = compared->used_p95;
    row.processes_max = processes;
    requested_row_put_static(table, &row);
}
