/* kernel_time: how much of the CPU time of the tasks of each kind was in the kernel, of attempts of
 * which both are known, whatever became of them. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_groups.h"
#include "table/rows.h"
#include "util/memory.h"

struct kernel_time {
    size_t attempts;
    double cpu_s, system_s, core_s;
};

static void add(struct kernel_time *its, const struct records_block *block, size_t row)
{
    double cpu_s = records_number_at(block, RECORD_CPU_COLUMN, row);
    double system_s = records_number_at(block, RECORD_SYSTEM_CPU_COLUMN, row);
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    double cores = records_number_at(block, RECORD_CORES_COLUMN, row);
    if (!(cpu_s > 0) || isnan(system_s) || !(elapsed_s > 0))
        return;
    its->attempts++;
    its->cpu_s += cpu_s;
    its->system_s += system_s;
    its->core_s += elapsed_s * (isnan(cores) ? 1 : cores);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !records_has(groups->records, RECORD_SYSTEM_CPU_COLUMN))
        return;
    struct kernel_time *kinds = memory_alloc_array(groups->kind_count, sizeof *kinds);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (task_is_attempt(at.block, at.row))
            add(&kinds[at.kind], at.block, at.row);
    for (size_t i = 0; i < groups->kind_count; i++) {
        if (!kinds[i].attempts)
            continue;
        struct table *table = tables_get(tables, "kernel_time");
        struct kernel_time_row cells = kernel_time_row_missing();
        cells.task = groups->kinds[i].task;
        cells.attempts = (double)kinds[i].attempts;
        cells.cpu_s = kinds[i].cpu_s;
        cells.system_s = kinds[i].system_s;
        cells.core_s = kinds[i].core_s;
        kernel_time_row_put(table, &cells);
    }
    free(kinds);
}

const struct analysis analysis_kernel_time = {"kernel_time", run};
