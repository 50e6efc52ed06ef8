/* unused_work: core time and GPU time that was held and not used, or lost, as tasks that it would
 * have run: where it is at least a tenth of what was held, and enough for one task. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/held_sums.h"
#include "analysis/tasks/sessions.h"
#include "table/accounting.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { FEWEST_ATTEMPTS = 10 };
static const double LEAST_SHARE = 0.1;

/* What one succeeded attempt held of cores, or of GPUs; NaN: not known, or it did not succeed. */
static double held_by_task(const struct held_amounts *amounts, bool gpus)
{
    if (!amounts->is_attempt || amounts->outcome != OUTCOME_SUCCEEDED)
        return NUMBER_MISSING;
    return gpus ? amounts->gpu_s : amounts->core_s;
}

/* What the succeeded attempts of a kind held of cores, and of GPUs. */
struct kind_work {
    double sum_s[2];
    size_t attempts[2];
};

struct work {
    const struct task_groups *tasks;
    struct held_columns columns;
    struct held_sums sums;
    struct kind_work *kinds;
};

static void add_up(struct work *work)
{
    for (struct grouped_record at = task_records(work->tasks); task_records_next(&at);) {
        const struct held_amounts amounts = held_amounts_at(&work->columns, at.block, at.row);
        held_sums_add(&work->sums, &amounts);
        for (size_t gpus = 0; gpus < 2; gpus++) {
            const double held_s = held_by_task(&amounts, gpus);
            if (isnan(held_s))
                continue;
            work->kinds[at.kind].sum_s[gpus] += held_s;
            work->kinds[at.kind].attempts[gpus]++;
        }
    }
}

/* The kind with most of it; kind_count: none has enough attempts. */
static size_t pick_kind(const struct work *work, bool gpus)
{
    const struct task_groups *tasks = work->tasks;
    size_t picked = tasks->kind_count;
    for (size_t i = 0; i < tasks->kind_count; i++)
        if (work->kinds[i].attempts[gpus] >= FEWEST_ATTEMPTS && tasks->kinds[i].task &&
            !task_kind_is_session(tasks, tasks->kinds[i].task) &&
            (picked == tasks->kind_count ||
             work->kinds[i].sum_s[gpus] > work->kinds[picked].sum_s[gpus]))
            picked = i;
    return picked;
}

static double median_of(const struct work *work, size_t kind, bool gpus)
{
    double *values = memory_alloc_array(work->kinds[kind].attempts[gpus], sizeof *values);
    size_t count = 0;
    for (struct grouped_record at = task_records(work->tasks); task_records_next(&at);) {
        if (at.kind != kind)
            continue;
        const struct held_amounts amounts = held_amounts_at(&work->columns, at.block, at.row);
        const double held_s = held_by_task(&amounts, gpus);
        if (!isnan(held_s))
            values[count++] = held_s;
    }
    double median = statistic_median(values, count);
    free(values);
    return median;
}

/* Nothing where too little was held in vain, or it is less than a task takes. */
static void put(struct tables *tables, const struct work *work, const char *what, double time_s,
                double held_s)
{
    const bool gpus = strcmp(what, "idle GPUs") == 0;
    struct unused_work_row row = unused_work_row_missing();
    if (!(held_s > 0) || !(time_s >= LEAST_SHARE * held_s))
        return;
    const size_t kind = pick_kind(work, gpus);
    const double each_s =
        kind < work->tasks->kind_count ? median_of(work, kind, gpus) : NUMBER_MISSING;
    if (!(each_s > 0) || !(time_s >= each_s))
        return;
    row.what = what;
    row.time_s = time_s;
    row.held_s = held_s;
    row.share = time_s / held_s;
    row.task = work->tasks->kinds[kind].task;
    row.attempts = (double)work->kinds[kind].attempts[gpus];
    row.each_s = each_s;
    row.tasks = floor(time_s / each_s);
    unused_work_row_put(tables_at(tables, TABLE_unused_work), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct work work = {.tasks = request->tasks};
    if (!work.tasks)
        return;
    work.columns = held_columns_of(work.tasks->records);
    if (!work.columns.has_gpus && !records_has(work.tasks->records, RECORD_CORES_COLUMN))
        return;
    work.kinds = memory_alloc_array(work.tasks->kind_count + 1, sizeof *work.kinds);
    add_up(&work);
    const double *parts_s = work.sums.parts_s;
    if (!accounting_misses_cpu(tables, "*"))
        put(tables, &work, "unused", held_part(&work.sums, HELD_UNUSED),
            parts_s[HELD_USED] + parts_s[HELD_UNUSED]);
    put(tables, &work, "lost", parts_s[HELD_FAILED] + parts_s[HELD_CANCELLED],
        work.sums.core_s.sum);
    put(tables, &work, "idle GPUs", work.sums.idle_gpu_s, work.sums.measured_gpu_s.sum);
    free(work.kinds);
}

const struct analysis analysis_unused_work = {"unused_work", run};
