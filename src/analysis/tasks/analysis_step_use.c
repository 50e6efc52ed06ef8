/* step_use: jobs that succeeded in which a small step ran alone for long, or with nodes that no
 * step used. Readers say so by the attributes of slurm_step_use.h. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/memory.h"

struct columns {
    int step, step_cores, share, nodes, unused_nodes, batch_alone;
};

/* Of a kind: its jobs, and the one that left most core time idle so. */
struct tally {
    size_t jobs, alike;
    double most_idle;
    uint32_t id, step; /* texts; 0: none */
    double cores, step_cores, share, nodes, unused_nodes, idle_share, batch_alone;
};

static void add_job(struct tally *tally, const struct columns *columns,
                    const struct records_block *block, size_t row)
{
    struct tally job = {
        .jobs = tally->jobs + 1,
        .id = records_text_at(block, RECORD_ID_COLUMN, row),
        .step = records_text_at(block, columns->step, row),
        .cores = records_number_at(block, RECORD_CORES_COLUMN, row),
        .step_cores = records_number_at(block, columns->step_cores, row),
        .share = records_number_at(block, columns->share, row),
        .nodes = records_number_at(block, columns->nodes, row),
        .unused_nodes = records_number_at(block, columns->unused_nodes, row),
        .batch_alone = records_number_at(block, columns->batch_alone, row),
    };
    job.idle_share =
        fmax(job.share * (1 - job.step_cores / job.cores), job.unused_nodes / job.nodes);
    if (!(job.idle_share > 0))
        return;
    job.most_idle =
        job.idle_share * job.cores * records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    tally->jobs++;
    if (tally->jobs == 1 || job.most_idle > tally->most_idle)
        *tally = job;
}

/* Whether the same is said of a job as of the one that left most idle. */
static bool is_alike(const struct tally *worst, const struct columns *columns,
                     const struct records_block *block, size_t row)
{
    double unused = records_number_at(block, columns->unused_nodes, row);
    if (worst->unused_nodes > 0)
        return unused == worst->unused_nodes &&
               records_number_at(block, columns->nodes, row) == worst->nodes &&
               (records_number_at(block, columns->batch_alone, row) > 0) ==
                   (worst->batch_alone > 0);
    return !(unused > 0) && records_text_at(block, columns->step, row) == worst->step &&
           records_number_at(block, columns->step_cores, row) == worst->step_cores &&
           records_number_at(block, RECORD_CORES_COLUMN, row) == worst->cores;
}

static void count_alike(struct tally *kinds, const struct task_groups *groups,
                        const struct columns *columns)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct tally *worst = &kinds[at.kind];
        worst->alike += worst->jobs && task_outcome_at(groups, at.number) == OUTCOME_SUCCEEDED &&
                        is_alike(worst, columns, at.block, at.row);
    }
}

static void count_jobs(struct tally *kinds, const struct task_groups *groups,
                       const struct columns *columns)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (task_outcome_at(groups, at.number) == OUTCOME_SUCCEEDED)
            add_job(&kinds[at.kind], columns, at.block, at.row);
}

static void put_kind(struct tables *tables, const struct records *records, const char *task,
                     const struct tally *tally)
{
    struct table *table = tables_get(tables, "step_use");
    struct step_use_row row = step_use_row_missing();
    row.task = task;
    row.jobs = (double)tally->jobs;
    row.worst = tally->id ? records_text(records, tally->id) : NULL;
    row.cores = tally->cores;
    row.step = tally->step ? records_text(records, tally->step) : NULL;
    row.step_cores = tally->step_cores;
    row.share = tally->share;
    row.nodes = tally->nodes;
    row.unused_nodes = tally->unused_nodes;
    row.idle_share = tally->idle_share;
    row.batch_alone = tally->batch_alone > 0;
    row.alike = (double)tally->alike;
    step_use_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups)
        return;
    const struct records *records = groups->records;
    struct columns columns = {
        .step = records_find_attribute(records, "small_step", RECORD_TEXT),
        .step_cores = records_find_attribute(records, "small_step_cores", RECORD_NUMBER),
        .share = records_find_attribute(records, "small_step_share", RECORD_NUMBER),
        .nodes = records_find_attribute(records, RECORD_NODES, RECORD_NUMBER),
        .unused_nodes = records_find_attribute(records, "unused_nodes", RECORD_NUMBER),
        .batch_alone = records_find_attribute(records, "batch_alone", RECORD_NUMBER)};
    if (columns.step == RECORDS_NO_COLUMN && columns.unused_nodes == RECORDS_NO_COLUMN)
        return;
    struct tally *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    for (size_t k = 0; k < groups->kind_count; k++)
        kinds[k] = (struct tally){0};
    count_jobs(kinds, groups, &columns);
    count_alike(kinds, groups, &columns);
    for (size_t k = 0; k < groups->kind_count; k++)
        if (kinds[k].jobs)
            put_kind(tables, records, groups->kinds[k].task, &kinds[k]);
    free(kinds);
}

const struct analysis analysis_step_use = {"step_use", run};
