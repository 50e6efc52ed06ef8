/* memory_classes, task_memory_classes: tasks that ended well by their peak memory, and the time
 * that each class took: of all, and within each of the longest kinds. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/memory_shares.h"
#include "analysis/tasks/task_selection.h"
#include "util/memory.h"

/* Kinds that are not selected share one more place behind the others. */
static void add_block(struct memory_shares *shares, const struct task_groups *groups,
                      const struct task_selection *selection, const struct task_limits *limits,
                      const struct records_block *block, size_t first)
{
    const double *memory = records_numbers(block, RECORD_MEMORY_COLUMN);
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    const double *cpu = records_numbers(block, RECORD_CPU_COLUMN);
    for (size_t row = 0; row < block->rows; row++) {
        if (!task_succeeded(groups, first + row))
            continue;
        size_t place = selection->place_of[groups->group_of[first + row]];
        enum memory_class class = memory_class_of(limits, task_number(memory, row));
        memory_share_add(&shares[place].classes[class], 1, task_number(elapsed, row),
                         task_number(cpu, row));
    }
}

static struct memory_shares *share_time(const struct task_groups *groups,
                                        const struct task_selection *selection,
                                        const struct task_limits *limits)
{
    struct memory_shares *shares = memory_alloc_array(TASK_SELECTED_KINDS + 1, sizeof *shares);
    size_t first = 0;
    for (size_t i = 0; i <= TASK_SELECTED_KINDS; i++)
        memory_shares_init(&shares[i]);
    for (size_t i = 0; i < groups->records->block_count; i++) {
        add_block(shares, groups, selection, limits, &groups->records->blocks[i], first);
        first += groups->records->blocks[i].rows;
    }
    return shares;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct task_limits limits = task_limits_of(request);
    struct task_selection selection;
    if (!groups || !records_has(groups->records, RECORD_MEMORY_COLUMN))
        return;
    task_selection_make(&selection, groups, tables->arena);
    struct memory_shares *shares = share_time(groups, &selection, &limits);
    memory_shares_put(tables, &limits, &selection, shares);
    free(shares);
    task_selection_release(&selection);
}

const struct analysis analysis_memory_classes = {"memory_classes", run};
