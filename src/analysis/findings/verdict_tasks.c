/* What may have bound a run by records of its tasks and by its trace. */
#include <math.h>

#include "analysis/findings/task_words.h"
#include "analysis/findings/verdict.h"
#include "table/outcome_words.h"
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

/* By time: many attempts that end soon, and are repeated with more, cost a run little. */
void bound_by_memory_limit(struct findings *findings, struct bound *bound)
{
    const struct limits_rows table = limits_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.task, "*", table.quantity, "memory");
    if (row == table.rows || !(table.core_s[row] > 0))
        return;
    bound->name = "memory size";
    bound->measure = "core time of attempts that ended at their memory limit";
    bound->share = table.hit_core_s[row] / table.core_s[row];
    bound->counted = table.timed[row];
    bound->missing = table.attempts[row] - table.timed[row];
    bound->made.variant = "memory limit";
    rule_number(&bound->made, "hits", table.hits[row]);
    rule_number(&bound->made, "attempts", table.attempts[row]);
}

/* ---- GPUs of tasks ---- */

/* The row of all; rows: tasks held none, or it is not known how they used most of the time. */
static size_t find_gpu_use(const struct task_gpus_rows *table)
{
    size_t row = rows_find(table->rows, 0, table->task, "*", NULL, NULL);
    bool is_known = row < table->rows && table->measured_gpu_s[row] > 0 &&
                    2 * table->measured_gpu_s[row] >= table->gpu_s[row];
    return is_known ? row : table->rows;
}

static bool has_gpu_samples(const struct findings *findings)
{
    const struct resource_use_rows uses = resource_use_rows(findings->tables);
    return device_metrics_rows(findings->tables).rows ||
           rows_find(uses.rows, 0, uses.resource, RESOURCE_GPUS, NULL, NULL) < uses.rows;
}

/* Where GPUs were sampled, these samples are judged. */
void bound_by_task_gpus(struct findings *findings, struct bound *bound)
{
    const struct task_gpus_rows table = task_gpus_rows(findings->tables);
    size_t row = find_gpu_use(&table);
    if (!table.rows || has_gpu_samples(findings))
        return;
    bound->name = RESOURCE_GPUS;
    bound->measure = "not known";
    bound->unknown = "the use of the GPUs that attempts held";
    bound->made.variant = "GPUs of tasks";
    bound->is_of_tasks = true;
    bound->needed = bound_limit(findings, "busy_gpus");
    if (row == table.rows)
        return;
    bound->measure = "GPU time of attempts in which GPUs were busy";
    bound->share = bound->use = table.used_gpu_s[row] / table.measured_gpu_s[row];
    bound->counted = table.measured[row];
    bound->missing = table.attempts[row] - table.measured[row];
    if (bound->missing > 0) {
        rule_number(&bound->made, "measured", table.measured[row]);
        rule_number(&bound->made, "attempts", table.attempts[row]);
    }
}

/* ---- processors of tasks ---- */

/* What is known of the tasks that succeeded. */
struct task_use {
    double efficiency, known, succeeded; /* known: of so many */
    bool are_cpus_known, are_cores_known, are_most_lost;
};

/* Where a source gives no cores, the CPU efficiency assumes one per task: tasks for which it does
 * give them have to have at least half of the CPU time. */
static bool knows_cores(const struct findings *findings, double cpu_s)
{
    const struct tasks_rows tasks = tasks_rows(findings->tables);
    double known_s = 0;
    for (size_t row = 0; row < tasks.rows; row++)
        known_s += isnan(tasks.core_cpu_s[row]) ? 0 : tasks.core_cpu_s[row];
    return known_s > 0 && 2 * known_s >= cpu_s;
}

static double count_known(const struct findings *findings, const char *resource)
{
    const struct resources_rows table = resources_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.category, "*", table.resource, resource);
    return row < table.rows ? table.count[row] : 0;
}

static struct task_use use_of_tasks(const struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    double succeeded = campaign.succeeded[0];
    return (struct task_use){
        .efficiency = campaign.cpu_efficiency[0],
        .known = count_known(findings, "cpu_efficiency"),
        .succeeded = succeeded,
        .are_cpus_known = 2 * count_known(findings, "cpu_time") >= succeeded && succeeded > 0,
        .are_cores_known = knows_cores(findings, campaign.cpu_s[0]),
        .are_most_lost = campaign.lost_elapsed_s[0] > campaign.elapsed_s[0],
    };
}

/* What of it has to be known; NULL: all is. Fewer than half of the tasks do not stand for all. */
static const char *unknown_of_tasks(const struct findings *findings, const struct task_use *use)
{
    const char *unknown = NULL;
    if (!use->are_cpus_known)
        unknown = "CPU time of most succeeded tasks";
    else if (!use->are_cores_known || isnan(use->efficiency) || 2 * use->known < use->succeeded)
        unknown = "how many cores most succeeded tasks had";
    else if (use->efficiency > bound_limit(findings, "implausible"))
        unknown = "how many cores tasks had, which used more CPU time than those recorded give";
    return outcome_words(findings->tables, findings->arena, unknown);
}

/* "tasks", "90 succeeded tasks", "80 of 90 succeeded tasks". */
static const char *named_tasks(const struct findings *findings, const struct task_use *use)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    const char *text = finding_plural(campaign.tasks[0], "task", "tasks");
    if (use->known < use->succeeded)
        text = arena_format(findings->arena, "%s of %s", finding_quantity(findings, use->known, ""),
                            finding_count(findings, use->succeeded, "succeeded task",
                                          "succeeded tasks"));
    else if (use->known < campaign.tasks[0])
        text = finding_count(findings, use->known, "succeeded task", "succeeded tasks");
    return outcome_words(findings->tables, findings->arena, text);
}

/* In breaks of a campaign no task ran, which may be most of the time. */
static void put_periods(const struct findings *findings, struct bound *bound)
{
    const struct task_periods_rows periods = task_periods_rows(findings->tables);
    double periods_s = 0;
    if (!bound->beside || periods.rows < 2)
        return;
    for (size_t row = 0; row < periods.rows; row++)
        periods_s += periods.last[row] - periods.first[row];
    rule_number(&bound->made, "periods", periods_s);
    rule_number(&bound->made, "elapsed", periods.last[periods.rows - 1] - periods.first[0]);
}

/* Of tasks that held GPUs the processors say little, unless it is known how much these were used:
 * they may have done the work. */
void bound_by_task_processors(struct findings *findings, struct bound *bound)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    const struct resource_use_rows uses = resource_use_rows(findings->tables);
    bool is_known_of_nodes =
        rows_find(uses.rows, 0, uses.resource, RESOURCE_PROCESSORS, NULL, NULL) < uses.rows;
    if (!campaign.rows || is_known_of_nodes)
        return;
    struct task_use use = use_of_tasks(findings);
    const struct task_gpus_rows gpus = task_gpus_rows(findings->tables);
    bool may_gpus_work = gpus.rows && find_gpu_use(&gpus) == gpus.rows;
    bound->name = RESOURCE_PROCESSORS;
    bound->measure = may_gpus_work ? "not known: tasks held GPUs" : "not known";
    bound->unknown = unknown_of_tasks(findings, &use);
    bound->made.variant = "tasks";
    bound->is_of_tasks = true;
    put_periods(findings, bound);
    bound->needed = bound_limit(findings, "busy_cores");
    if (bound->unknown || may_gpus_work)
        return;
    bound->use = use.efficiency;
    bound->counted = use.known;
    bound->missing = campaign.tasks[0] - use.known;
    rule_text(&bound->made, "who", named_tasks(findings, &use));
    rule_number(&bound->made, "tasks", fmin(use.succeeded, campaign.tasks[0]));
    bound->are_most_lost = use.are_most_lost;
    bound->measure =
        use.are_most_lost
            ? "not judged: attempts that failed or were cancelled took most of the time"
            : "core time of tasks in which cores were busy";
    bound->share = use.are_most_lost ? NUMBER_MISSING : use.efficiency;
}

/* ---- waits ---- */

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
