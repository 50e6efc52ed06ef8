/* What may have bound a run by records of its tasks and by its trace. */
#include <math.h>

#include "analysis/findings/verdict.h"
#include "table/resource_names.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

/* A job that ran out of memory was bound by it, whatever else it did. */
void bound_by_memory_end(struct findings *findings, struct bound *bound)
{
    (void)findings;
    if (!bound->beside)
        return;
    bound->name = "memory size";
    bound->measure = "the job, which ran out of memory";
    bound->share = 1;
    bound->counted = 1;
    bound->missing = 0;
    bound->made.variant = "found";
    rule_text(&bound->made, "bound", bound->name);
    rule_text(&bound->made, "what", bound->beside->text);
}

void bound_by_memory_limit(struct findings *findings, struct bound *bound)
{
    const struct limits_rows table = limits_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.task, "*", table.quantity, "memory");
    if (row == table.rows || !(table.attempts[row] > 0))
        return;
    bound->name = "memory size";
    bound->measure = "attempts that ended at their memory limit";
    bound->share = table.hits[row] / table.attempts[row];
    bound->counted = table.attempts[row];
    bound->missing = 0;
    bound->made.variant = "memory limit";
    rule_number(&bound->made, "hits", table.hits[row]);
    rule_number(&bound->made, "attempts", table.attempts[row]);
}

/* Of tasks that held GPUs the processors say little: GPUs may have done the work. Fewer than half
 * of the tasks do not stand for all. */
void bound_by_task_processors(struct findings *findings, struct bound *bound)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    const struct resource_use_rows uses = resource_use_rows(findings->tables);
    const struct resources_rows measured = resources_rows(findings->tables);
    bool is_known_of_nodes =
        rows_find(uses.rows, 0, uses.resource, RESOURCE_PROCESSORS, NULL, NULL) < uses.rows;
    if (!campaign.rows || is_known_of_nodes)
        return;
    size_t row =
        rows_find(measured.rows, 0, measured.category, "*", measured.resource, "cpu_efficiency");
    double efficiency = campaign.cpu_efficiency[0];
    bool holds_gpus = task_gpus_rows(findings->tables).rows > 0;
    bound->name = RESOURCE_PROCESSORS;
    bound->measure = "not known";
    bound->unknown =
        holds_gpus ? "the use of the GPUs that tasks held" : "CPU time and cores of most tasks";
    bound->made.variant = "tasks";
    bound->needed = bound_limit(findings, "busy_cores");
    if (row == measured.rows || holds_gpus || isnan(efficiency) ||
        efficiency > bound_limit(findings, "implausible") ||
        2 * measured.count[row] < campaign.tasks[0])
        return;
    bound->measure = "core time of tasks in which cores were busy";
    bound->share = bound->use = efficiency;
    bound->counted = measured.count[row];
    bound->missing = campaign.tasks[0] - measured.count[row];
    rule_number(&bound->made, "tasks", measured.count[row]);
    rule_number(&bound->made, "some", bound->missing > 0);
}

/* Jobs that waited for their start while none of them ran. */
void bound_by_queue(struct findings *findings, struct bound *bound)
{
    const struct queue_waits_rows table = queue_waits_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.task, "*", NULL, NULL);
    if (row == table.rows || !(table.span_s[row] > 0) || isnan(table.none_ran_s[row]) ||
        !bound->beside)
        return;
    bound->name = "waiting in the queue";
    bound->measure = "time from the first submission on in which jobs waited and none ran";
    bound->share = table.none_ran_s[row] / table.span_s[row];
    bound->counted = table.attempts[row];
    bound->made.variant = "queue";
    rule_number(&bound->made, "attempts", table.attempts[row]);
    rule_number(&bound->made, "median", table.wait_p50_s[row]);
}

/* A tail makes a run as much longer even where its tasks keep their cores busy: a smaller share
 * than of other waits bounds it. Of several periods it is one's alone. */
void bound_by_tail(struct findings *findings, struct bound *bound)
{
    const struct concurrency_summary_rows table = concurrency_summary_rows(findings->tables);
    if (!bound->beside || !table.rows || task_periods_rows(findings->tables).rows)
        return;
    bound->name = "a long tail";
    bound->measure = "run at its end in which few tasks ran";
    bound->share = bound->beside->value;
    bound->needed = bound_limit(findings, "tail");
    bound->made.variant = "tail";
    rule_number(&bound->made, "running", round(10 * table.tail_running_mean[0]) / 10);
    rule_number(&bound->made, "usual", table.running_usual[0]);
}

/* Only ranks that wait in collectives and blocking calls, of a program with several. */
void bound_by_ranks(struct findings *findings, struct bound *bound)
{
    const struct rank_waits_rows table = rank_waits_rows(findings->tables);
    double sum = 0, known = 0;
    for (size_t row = 0; row < table.rows; row++) {
        if (isnan(table.share[row]))
            continue;
        sum += table.share[row];
        known++;
    }
    if (!(known > 1))
        return;
    bound->name = "waiting for other ranks";
    bound->measure = "time of the ranks in collectives and blocking MPI calls";
    bound->share = sum / known;
    bound->counted = known;
    bound->missing = (double)table.rows - known;
    bound->made.variant = "ranks";
    rule_number(&bound->made, "ranks", known);
}
