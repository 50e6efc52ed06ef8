/* attempts: every attempt of every task by how it ended, and what it cost; failures: those that
 * failed otherwise than at a limit of memory or time, of which other tables are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_ends.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/core_time.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_rules.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

struct cost {
    size_t attempts;
    double elapsed_s, cpu_s;
    struct core_time core_time;
    double peak_memory_B; /* the highest */
    size_t last;          /* of the attempts those that decide what became of their tasks */
    uint32_t example;     /* the name or id of the first task of these; 0: none */
};

struct tally {
    const struct attempt_ends *ends;
    struct group_index ways;    /* of word × end */
    struct group_index index;   /* of kind × way */
    LIST_OF(struct cost) costs; /* of each of these */
};

static void add_attempt(struct tally *tally, struct group_key key,
                        const struct records_block *block, size_t row, bool is_last)
{
    uint32_t number = group_index_add(&tally->index, key);
    list_reach(&tally->costs, tally->index.count,
               (struct cost){.elapsed_s = NUMBER_MISSING,
                             .cpu_s = NUMBER_MISSING,
                             .core_time = {NUMBER_MISSING, NUMBER_MISSING},
                             .peak_memory_B = NUMBER_MISSING});
    struct cost *cost = &tally->costs.items[number];
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    double cpu_s = records_number_at(block, RECORD_CPU_COLUMN, row);
    cost->attempts++;
    number_add(&cost->elapsed_s, elapsed_s);
    number_add(&cost->cpu_s, cpu_s);
    cost->peak_memory_B =
        fmax(cost->peak_memory_B, records_number_at(block, RECORD_MEMORY_COLUMN, row));
    core_time_add_task(&cost->core_time, elapsed_s,
                       records_number_at(block, RECORD_CORES_COLUMN, row), cpu_s);
    cost->last += is_last;
    if (is_last && !cost->example)
        cost->example = attempt_task_name(tally->ends->records, block, row);
}

static bool failed_at_a_limit(const struct attempt_limits *limits,
                              const struct records_block *block, size_t row)
{
    return attempt_failed_at(limits, block, row, MEMORY_LIMIT) ||
           attempt_failed_at(limits, block, row, TIME_LIMIT);
}

/* Of all attempts, or, where limits are given, of those that failed at none. */
static void count_attempts(struct tally *tally, const struct task_groups *groups,
                           const struct attempt_limits *limits)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        bool is_last = task_outcome_at(groups, at.number) != OUTCOME_SUPERSEDED;
        struct attempt_end end = attempt_end_at(tally->ends, at.block, at.row);
        if (!task_is_attempt(at.block, at.row) ||
            (limits &&
             (end.outcome != OUTCOME_FAILED || failed_at_a_limit(limits, at.block, at.row))))
            continue;
        uint32_t way =
            group_index_add(&tally->ways,
                            (struct group_key){attempt_end_word(tally->ends, at.block, at.row, end),
                                               attempt_end_number(end)});
        add_attempt(tally, (struct group_key){at.kind, way}, at.block, at.row, is_last);
    }
}

/* ---- the table ---- */

struct row {
    size_t kind;
    const char *word, *reason;
    enum task_outcome outcome;
    struct cost cost;
};

static int compare_rows(const void *left, const void *right)
{
    const struct row *l = left, *r = right;
    if (l->kind != r->kind)
        return l->kind < r->kind ? -1 : 1;
    int order = natural_compare(l->word, r->word);
    if (!order)
        order = natural_compare(l->reason, r->reason);
    return order ? order : (l->outcome > r->outcome) - (l->outcome < r->outcome);
}

static void put_row(struct table *table, const struct task_groups *groups, const struct row *row)
{
    struct attempts_row cells = attempts_row_missing();
    cells.task = groups->kinds[row->kind].task;
    cells.outcome = row->word;
    cells.reason = row->reason;
    cells.attempts = (double)row->cost.attempts;
    cells.elapsed_s = row->cost.elapsed_s;
    cells.cpu_s = row->cost.cpu_s;
    row_set_core_time(&cells, &row->cost.core_time, row->cost.cpu_s);
    cells.peak_memory_B = row->cost.peak_memory_B;
    cells.ended = attempt_end_outcome(row->outcome, row->word);
    attempts_row_put(table, &cells);
}

static void put_failure(struct table *table, const struct task_groups *groups,
                        const struct row *row)
{
    struct failures_row cells = failures_row_missing();
    cells.task = groups->kinds[row->kind].task;
    cells.outcome = row->word;
    cells.reason = row->reason;
    cells.attempts = (double)row->cost.attempts;
    cells.elapsed_s = row->cost.elapsed_s;
    cells.last = (double)row->cost.last;
    cells.example = row->cost.example ? records_text(groups->records, row->cost.example) : NULL;
    failures_row_put(table, &cells);
}

/* Ends that differ in what is not said, as exit codes of attempts that ran out of memory, are one.
 */
static size_t join_rows(struct row *rows, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!kept || compare_rows(&rows[kept - 1], &rows[i]) != 0) {
            rows[kept++] = rows[i];
            continue;
        }
        struct cost *cost = &rows[kept - 1].cost;
        cost->attempts += rows[i].cost.attempts;
        number_add(&cost->elapsed_s, rows[i].cost.elapsed_s);
        number_add(&cost->cpu_s, rows[i].cost.cpu_s);
        core_time_add(&cost->core_time, &rows[i].cost.core_time);
        cost->peak_memory_B = fmax(cost->peak_memory_B, rows[i].cost.peak_memory_B);
        cost->last += rows[i].cost.last;
        if (!cost->example)
            cost->example = rows[i].cost.example;
    }
    return kept;
}

static struct row row_of(const struct tally *tally, size_t number, struct arena *arena)
{
    struct group_key key = tally->index.keys[number], way = tally->ways.keys[key.task];
    struct attempt_end end = attempt_end_of_number(way.task);
    return (struct row){key.step, attempt_end_word_text(tally->ends, way.step),
                        attempt_end_reason(tally->ends, end, arena), end.outcome,
                        tally->costs.items[number]};
}

typedef void row_put(struct table *table, const struct task_groups *groups, const struct row *row);

static void put_tally(struct table *table, const struct task_groups *groups,
                      const struct tally *tally, row_put *put)
{
    size_t count = tally->index.count;
    struct row *rows = memory_alloc_array(count + 1, sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = row_of(tally, i, table->arena);
    qsort(rows, count, sizeof *rows, compare_rows);
    count = join_rows(rows, count);
    for (size_t i = 0; i < count; i++)
        put(table, groups, &rows[i]);
    free(rows);
}

/* There is no table of failures where there is none. */
static void tabulate(struct tables *tables, const char *name, const struct task_groups *groups,
                     const struct attempt_limits *limits, row_put *put)
{
    const struct attempt_ends ends = attempt_ends_of(groups->records);
    struct tally tally = {.ends = &ends};
    count_attempts(&tally, groups, limits);
    if (tally.index.count || !limits)
        put_tally(tables_get(tables, name), groups, &tally, put);
    group_index_release(&tally.ways);
    group_index_release(&tally.index);
    free(tally.costs.items);
}

/* A source that says of no task how it ended, with one attempt per task. */
static void put_not_recorded(struct table *table, const struct task_groups *groups)
{
    for (size_t k = 0; k < groups->kind_count; k++) {
        const struct task_totals *totals = &groups->kinds[k].totals;
        struct row row = {.kind = k,
                          .word = attempt_own_word(WORD_NOT_RECORDED),
                          .outcome = OUTCOME_SUCCEEDED,
                          .cost = {.attempts = totals->attempts,
                                   .elapsed_s = totals->elapsed_s,
                                   .cpu_s = totals->cpu_s,
                                   .core_time = totals->core_time,
                                   .peak_memory_B = totals->memory_max}};
        put_row(table, groups, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups)
        return;
    if (!groups->outcomes && !records_has(groups->records, RECORD_OUTCOME_COLUMN)) {
        put_not_recorded(tables_get(tables, "attempts"), groups);
        return;
    }
    tabulate(tables, "attempts", groups, NULL, put_row);
    if (!groups->outcomes)
        return;
    struct attempt_limits limits = attempt_limits_of(groups->records);
    tabulate(tables, "failures", groups, &limits, put_failure);
    attempt_limits_release(&limits);
}

const struct analysis analysis_attempts = {"attempts", run};
