/* task_gpus: attempts that held GPUs, for how long, and how much of that they left them idle, by
 * the attributes `allocated_gpus` and `gpu_utilization` (%, of all GPUs together, at most 100
 * for each). */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "util/memory.h"

static const double IDLE_PERCENT = 1, LOW_PERCENT = 25; /* of the GPUs held, and less */

struct held {
    size_t attempts;
    double gpu_s;
};

struct use {
    struct held all, measured, idle, low;
};

static void add_held(struct held *held, bool is_so, double gpu_s)
{
    held->attempts += is_so;
    held->gpu_s += is_so ? gpu_s : 0;
}

static void add_attempt(struct use *use, double gpu_s, double percent)
{
    add_held(&use->all, true, gpu_s);
    add_held(&use->measured, !isnan(percent), gpu_s);
    add_held(&use->idle, percent < IDLE_PERCENT, gpu_s);
    add_held(&use->low, percent >= IDLE_PERCENT && percent < LOW_PERCENT, gpu_s);
}

/* Of one kind each, then of all. */
static void add_attempts(struct use *uses, const struct task_groups *groups, int gpus_column,
                         int percent_column)
{
    size_t record = 0;
    for (size_t i = 0; i < groups->records->block_count; i++) {
        const struct records_block *block = &groups->records->blocks[i];
        const double *gpus = records_numbers(block, gpus_column),
                     *percents = records_numbers(block, percent_column),
                     *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
        for (size_t row = 0; row < block->rows; row++) {
            size_t kind = groups->groups[groups->group_of[record++]].kind;
            double gpu_s = gpus && elapsed ? gpus[row] * elapsed[row] : NAN;
            double percent = percents && gpus ? percents[row] / gpus[row] : NAN;
            if (!(gpu_s > 0) || !task_is_attempt(block, row))
                continue;
            add_attempt(&uses[kind], gpu_s, percent);
            add_attempt(&uses[groups->kind_count], gpu_s, percent);
        }
    }
}

static void put_use(struct tables *tables, const char *task, const struct use *use)
{
    if (!use->all.attempts)
        return;
    const struct held *const columns[] = {&use->all, &use->measured, &use->idle, &use->low};
    struct table *table = tables_get(tables, "task_gpus");
    table_put_text(table, task);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        put_count(table, columns[i]->attempts);
        table_put_number(table, columns[i]->gpu_s);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    int gpus = groups ? records_find_attribute(groups->records, "allocated_gpus", RECORD_NUMBER)
                      : RECORDS_NO_COLUMN;
    if (gpus == RECORDS_NO_COLUMN)
        return;
    struct use *uses = memory_alloc_array(groups->kind_count + 1, sizeof *uses);
    add_attempts(uses, groups, gpus,
                 records_find_attribute(groups->records, "gpu_utilization", RECORD_NUMBER));
    put_use(tables, "*", &uses[groups->kind_count]);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        put_use(tables, groups->kinds[kind].task, &uses[kind]);
    free(uses);
}

const struct analysis analysis_task_gpus = {"task_gpus", run};
