/* task_gpus: attempts that held GPUs, for how long, and how much of that they left them idle, by
 * the attributes `allocated_gpus` and `gpu_utilization` (%, of all GPUs together, at most 100
 * for each). Of those with `uncounted_gpus` it is not known how many they held: they count as one,
 * of which they used no more than is said. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/memory.h"

static const double IDLE_PERCENT = 1, LOW_PERCENT = 25; /* of the GPUs held, and less */

struct held {
    size_t attempts;
    double gpu_s, longest_gpu_s;
    uint32_t example; /* the name or id of the attempt of most GPU time; 0: none */
    uint32_t node;    /* of the first attempt; 0: not known, or of several */
    bool is_spread;   /* others ran elsewhere, or it is not known where */
};

struct use {
    struct held all, measured, idle, low;
    size_t uncounted;
    double gpus_max;
};

struct attempt {
    double gpus, gpu_s, percent;
    bool is_uncounted;
    uint32_t name, node;
};

static void add_held(struct held *held, const struct attempt *attempt)
{
    if (!held->attempts)
        held->node = attempt->node;
    held->is_spread |= !attempt->node || attempt->node != held->node;
    if (!(attempt->gpu_s <= held->longest_gpu_s)) {
        held->longest_gpu_s = attempt->gpu_s;
        held->example = attempt->name;
    }
    held->attempts++;
    held->gpu_s += attempt->gpu_s;
}

static void add_attempt(struct use *use, const struct attempt *attempt)
{
    use->gpus_max = fmax(use->gpus_max, attempt->gpus);
    use->uncounted += attempt->is_uncounted;
    add_held(&use->all, attempt);
    if (!isnan(attempt->percent))
        add_held(&use->measured, attempt);
    if (attempt->percent < IDLE_PERCENT)
        add_held(&use->idle, attempt);
    else if (attempt->percent < LOW_PERCENT)
        add_held(&use->low, attempt);
}

/* Columns of the records, or RECORDS_NO_COLUMN. */
struct columns {
    int gpus, uncounted, percent, names;
};

static double number_in(const struct records_block *block, int column, size_t row)
{
    return column == RECORDS_NO_COLUMN ? NAN : records_number_at(block, column, row);
}

static struct attempt attempt_at(const struct records_block *block, const struct columns *columns,
                                 size_t row)
{
    double gpus = number_in(block, columns->gpus, row);
    bool is_uncounted = isnan(gpus) && number_in(block, columns->uncounted, row) > 0;
    if (is_uncounted)
        gpus = 1;
    return (struct attempt){
        .gpus = gpus,
        .gpu_s = gpus * number_in(block, RECORD_ELAPSED_COLUMN, row),
        .percent = number_in(block, columns->percent, row) / gpus,
        .is_uncounted = is_uncounted,
        .name =
            columns->names == RECORDS_NO_COLUMN ? 0 : records_text_at(block, columns->names, row),
        .node = records_text_at(block, RECORD_NODE_COLUMN, row),
    };
}

/* Of one kind each, then of all. */
static void add_attempts(struct use *uses, const struct task_groups *groups,
                         const struct columns *columns)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct attempt attempt = attempt_at(at.block, columns, at.row);
        if (!(attempt.gpu_s > 0) || !task_is_attempt(at.block, at.row))
            continue;
        if (!attempt.name)
            attempt.name = records_text_at(at.block, RECORD_ID_COLUMN, at.row);
        add_attempt(&uses[at.kind], &attempt);
        add_attempt(&uses[groups->kind_count], &attempt);
    }
}

static const char *text_in(const struct records *records, uint32_t text)
{
    return text ? records_text(records, text) : NULL;
}

/* The node where all of them ran, where that says something: others of the kind ran elsewhere. */
static const char *lone_node(const struct records *records, const struct use *use,
                             const struct held *held)
{
    bool is_telling = held->attempts > 1 && !held->is_spread && use->measured.is_spread;
    return text_in(records, is_telling ? held->node : 0);
}

static void put_use(struct tables *tables, const struct records *records, const char *task,
                    const struct use *use)
{
    if (!use->all.attempts)
        return;
    struct task_gpus_row row = task_gpus_row_missing();
    row.task = task;
    row.attempts = (double)use->all.attempts;
    row.gpu_s = use->all.gpu_s;
    row.measured = (double)use->measured.attempts;
    row.measured_gpu_s = use->measured.gpu_s;
    row.idle = (double)use->idle.attempts;
    row.idle_gpu_s = use->idle.gpu_s;
    row.low = (double)use->low.attempts;
    row.low_gpu_s = use->low.gpu_s;
    row.gpus_max = use->gpus_max;
    row.uncounted = (double)use->uncounted;
    row.idle_example = text_in(records, use->idle.example);
    row.idle_node = lone_node(records, use, &use->idle);
    row.low_example = text_in(records, use->low.example);
    row.low_node = lone_node(records, use, &use->low);
    task_gpus_row_put(tables_at(tables, TABLE_task_gpus), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups)
        return;
    const struct records *records = groups->records;
    struct columns columns = {
        .gpus = records_find_attribute(records, "allocated_gpus", RECORD_NUMBER),
        .uncounted = records_find_attribute(records, "uncounted_gpus", RECORD_NUMBER),
        .percent = records_find_attribute(records, "gpu_utilization", RECORD_NUMBER),
        .names = records_find_attribute(records, RECORD_TASK_NAME, RECORD_TEXT)};
    if (columns.gpus == RECORDS_NO_COLUMN && columns.uncounted == RECORDS_NO_COLUMN)
        return;
    struct use *uses = memory_alloc_array(groups->kind_count + 1, sizeof *uses);
    add_attempts(uses, groups, &columns);
    put_use(tables, records, "*", &uses[groups->kind_count]);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        put_use(tables, records, groups->kinds[kind].task, &uses[kind]);
    free(uses);
}

const struct analysis analysis_task_gpus = {"task_gpus", run};
