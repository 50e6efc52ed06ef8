/* failed_steps: jobs that succeeded though steps of theirs failed, as a job script ends that goes
 * on after a failed step. Readers say so by the attributes of slurm_failed_steps.h. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

struct columns {
    int steps, failed, alike, state, exit_code;
};

/* How steps failed. */
struct way {
    uint32_t state;   /* a text; 0: none */
    double exit_code; /* NaN: none */
    double steps;
};

/* Of a kind: its jobs, the one of most failed steps, and how steps of any of them failed. */
struct tally {
    size_t jobs;
    double steps, failed, worst_steps, worst_failed;
    uint32_t worst; /* a text; 0: none */
    LIST_OF(struct way) ways;
};

static bool is_same_number(double left, double right)
{
    return (isnan(left) && isnan(right)) || (left >= right && left <= right);
}

/* Of each job the way is known in which most of its failed steps did. */
static void add_way(struct tally *tally, struct way way)
{
    size_t i = 0;
    while (i < tally->ways.count &&
           !(tally->ways.items[i].state == way.state &&
             is_same_number(tally->ways.items[i].exit_code, way.exit_code)))
        i++;
    if (i == tally->ways.count) {
        *list_add(&tally->ways) = (struct way){way.state, way.exit_code, 0};
    }
    tally->ways.items[i].steps += way.steps;
}

static struct way most_frequent(const struct tally *tally)
{
    struct way most = {.exit_code = NUMBER_MISSING};
    for (size_t i = 0; i < tally->ways.count; i++)
        if (tally->ways.items[i].steps > most.steps)
            most = tally->ways.items[i];
    return most;
}

static void add_job(struct tally *tally, const struct columns *columns,
                    const struct records_block *block, size_t row)
{
    double steps = records_number_at(block, columns->steps, row);
    double failed = records_number_at(block, columns->failed, row);
    tally->jobs++;
    tally->steps += steps;
    tally->failed += failed;
    add_way(tally, (struct way){records_text_at(block, columns->state, row),
                                records_number_at(block, columns->exit_code, row),
                                records_number_at(block, columns->alike, row)});
    if (!(failed > tally->worst_failed))
        return;
    tally->worst_steps = steps;
    tally->worst_failed = failed;
    tally->worst = records_text_at(block, RECORD_ID_COLUMN, row);
}

static void count_jobs(struct tally *kinds, const struct task_groups *groups,
                       const struct columns *columns)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (records_number_at(at.block, columns->failed, at.row) > 0 &&
            task_outcome_at(groups, at.number) == OUTCOME_SUCCEEDED)
            add_job(&kinds[at.kind], columns, at.block, at.row);
}

static void put_kind(struct tables *tables, const struct records *records, const char *task,
                     const struct tally *tally)
{
    struct table *table = tables_get(tables, "failed_steps");
    struct way most = most_frequent(tally);
    struct failed_steps_row row = failed_steps_row_missing();
    row.task = task;
    row.jobs = (double)tally->jobs;
    row.steps = tally->steps;
    row.failed_steps = tally->failed;
    row.worst = tally->worst ? records_text(records, tally->worst) : NULL;
    row.worst_steps = tally->worst_steps;
    row.worst_failed_steps = tally->worst_failed;
    row.alike = most.steps;
    row.outcome = most.state ? records_text(records, most.state) : NULL;
    row.reason = task_exit_words(most.exit_code, table->arena);
    failed_steps_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->outcomes)
        return;
    const struct records *records = groups->records;
    struct columns columns = {
        .steps = records_find_attribute(records, "srun_steps", RECORD_NUMBER),
        .failed = records_find_attribute(records, "failed_steps", RECORD_NUMBER),
        .alike = records_find_attribute(records, "failed_steps_alike", RECORD_NUMBER),
        .state = records_find_attribute(records, "failed_step", RECORD_TEXT),
        .exit_code = records_find_attribute(records, "failed_step_exit_code", RECORD_NUMBER)};
    if (columns.failed == RECORDS_NO_COLUMN)
        return;
    struct tally *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    count_jobs(kinds, groups, &columns);
    for (size_t k = 0; k < groups->kind_count; k++) {
        if (kinds[k].jobs)
            put_kind(tables, records, groups->kinds[k].task, &kinds[k]);
        free(kinds[k].ways.items);
    }
    free(kinds);
}

const struct analysis analysis_failed_steps = {"failed_steps", run};
