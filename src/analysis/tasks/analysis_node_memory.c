/* node_memory: of kinds with attempts on several nodes, what was requested per node beside what a
 * node used. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/node_memory.h"
#include "analysis/tasks/node_memory_rows.h"
#include "analysis/tasks/task_rules.h"
#include "util/memory.h"
#include "util/number.h"

enum { REQUESTED = RECORD_REQUESTED_MEMORY_COLUMN };

struct usages {
    const struct task_groups *groups;
    struct node_memory_columns columns;
    const bool *several;
    struct node_usage *kinds;
};

static void note_cpus(struct node_usage *usage, const struct records_block *block, size_t row,
                      double nodes)
{
    double per_cpu = records_number_at(block, RECORD_REQUESTED_PER_CPU_COLUMN, row);
    double cpus = records_number_at(block, RECORD_CORES_COLUMN, row) / nodes;
    bool is_first = usage->tasks == 0;
    usage->is_per_cpu = (is_first || usage->is_per_cpu) && per_cpu > 0;
    usage->has_cpus =
        cpus > 0 && cpus == floor(cpus) && (is_first || (usage->has_cpus && cpus == usage->cpus));
    usage->cpus = cpus;
}

static void add_attempt(struct node_usage *usage, const struct records_block *block, size_t row,
                        const struct node_memory *memory)
{
    enum task_outcome outcome = task_outcome_of(block, row);
    usage->nodes_max = fmax(usage->nodes_max, memory->nodes);
    if (outcome == OUTCOME_SUCCEEDED) {
        note_cpus(usage, block, row, memory->nodes);
        usage->tasks++;
        usage->known += memory->most > 0;
        usage->requested_min = fmin(usage->requested_min, memory->requested);
        usage->requested_max = fmax(usage->requested_max, memory->requested);
        number_add(&usage->unused_B_s, fmax(memory->requested - memory->most, 0) * memory->nodes *
                                           records_number_at(block, RECORD_ELAPSED_COLUMN, row));
        usage->least = fmax(usage->least, memory->least);
        usage->most = fmax(usage->most, memory->most);
    } else if (outcome == OUTCOME_FAILED || outcome == OUTCOME_CANCELLED) {
        usage->lost++;
        usage->lost_known += memory->most > 0;
        usage->lost_least = fmax(usage->lost_least, memory->least);
        usage->lost_most = fmax(usage->lost_most, memory->most);
    }
}

static void walk(const struct usages *usages)
{
    for (struct grouped_record at = task_records(usages->groups); task_records_next(&at);) {
        if (!usages->several[at.kind] || !task_is_attempt(at.block, at.row))
            continue;
        struct node_memory memory = node_memory_at(&usages->columns, at.block, at.row);
        add_attempt(&usages->kinds[at.kind], at.block, at.row, &memory);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    bool *several =
        groups && records_has(groups->records, REQUESTED) ? node_memory_kinds(groups) : NULL;
    if (!several)
        return;
    struct usages usages = {groups, node_memory_columns_of(groups->records), several,
                            memory_alloc_array(groups->kind_count, sizeof *usages.kinds)};
    for (size_t i = 0; i < groups->kind_count; i++)
        node_usage_init(&usages.kinds[i]);
    walk(&usages);
    for (size_t i = 0; i < groups->kind_count; i++)
        if (several[i])
            node_memory_row_put_usage(tables, groups->kinds[i].task, &usages.kinds[i]);
    free(usages.kinds);
    free(several);
}

const struct analysis analysis_node_memory = {"node_memory", run};
