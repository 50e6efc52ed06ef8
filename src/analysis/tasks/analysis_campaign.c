/* campaign, task_nodes: tries, time and what was lost, of the whole campaign and of each node. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/attempt_nodes.h"
#include "analysis/tasks/node_odds.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_selection.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum { MOST_MOMENTS = 10 };

/* Moments at which attempts failed. What a worker had when it was lost failed at one. */
struct failure_moments {
    double ends[MOST_MOMENTS];
    size_t count; /* MOST_MOMENTS: at least so many */
};

static const double SAME_MOMENT_S = 1;

static void add_failure(struct failure_moments *moments, double end)
{
    for (size_t i = 0; i < moments->count; i++)
        if (fabs(moments->ends[i] - end) < SAME_MOMENT_S)
            return;
    if (moments->count < MOST_MOMENTS)
        moments->ends[moments->count++] = end;
}

/* Time is of tasks that succeeded; what attempts took that failed or were cancelled is lost. */
struct tally {
    size_t tasks[OUTCOMES], attempts, failed_attempts;
    struct failure_moments failures;
    size_t at_limits;     /* of these: ended by a limit of memory or time, wherever they run */
    size_t never_started; /* tasks that failed while they waited */
    size_t untimed;       /* tasks that succeeded: nobody says how long they took */
    size_t node_failures; /* of the attempts: that ran here alone, and that the node ended */
    size_t shared;        /* of the attempts: that ran on other nodes, too */
    double first, last;
    double elapsed_s, cpu_s, lost_elapsed_s, lost_cpu_s;
};

static void init_tally(struct tally *tally)
{
    *tally = (struct tally){.first = NUMBER_MISSING,
                            .last = NUMBER_MISSING,
                            .elapsed_s = NUMBER_MISSING,
                            .cpu_s = NUMBER_MISSING,
                            .lost_elapsed_s = NUMBER_MISSING,
                            .lost_cpu_s = NUMBER_MISSING};
}

/* What a record adds. */
struct entry {
    enum task_outcome task; /* of the task, where this record decides it */
    enum task_outcome own;
    bool ran, at_limit;
    bool by_node;      /* which failed */
    bool by_scheduler; /* whichever node it had */
    struct task_times times;
    double elapsed_s, cpu_s;
};

static void add_entry(struct tally *tally, const struct entry *entry)
{
    bool succeeded = entry->task == OUTCOME_SUCCEEDED;
    bool lost = entry->own == OUTCOME_FAILED || entry->own == OUTCOME_CANCELLED;
    tally->attempts += entry->ran;
    if (entry->ran && entry->own == OUTCOME_FAILED) {
        tally->failed_attempts++;
        add_failure(&tally->failures, entry->times.end);
        tally->at_limits += entry->at_limit;
    }
    if (entry->task != OUTCOME_SUPERSEDED)
        tally->tasks[entry->task]++;
    tally->never_started += entry->task == OUTCOME_FAILED && !entry->ran;
    tally->first = fmin(tally->first, entry->times.start);
    tally->last = fmax(tally->last, entry->times.end);
    tally->untimed += succeeded && entry->ran && isnan(entry->elapsed_s);
    number_add(&tally->elapsed_s, succeeded ? entry->elapsed_s : NAN);
    number_add(&tally->cpu_s, succeeded ? entry->cpu_s : NAN);
    number_add(&tally->lost_elapsed_s, lost ? entry->elapsed_s : NAN);
    number_add(&tally->lost_cpu_s, lost ? entry->cpu_s : NAN);
}

struct tallies {
    const struct task_groups *groups;
    struct attempt_limits limits;
    struct tally all; /* what is lost, first and last; totals are those of the groups */
    struct attempt_nodes where;
    struct tally *nodes;         /* by their number */
    struct node_counts failures; /* otherwise than at limits */
};

/* A source that lists only what succeeded, without saying when and where. */
static bool says_nothing(const struct tallies *tallies, const struct task_time_columns *times,
                         bool has_nodes)
{
    return !tallies->groups->outcomes && !times->start && !times->end && !has_nodes;
}

static size_t tasks_of(const struct task_totals *totals)
{
    size_t tasks = 0;
    for (int i = 0; i < OUTCOMES; i++)
        tasks += totals->tasks[i];
    return tasks;
}

/* Tasks of a kind in a step. A single one is compared with those of its kind in other steps, and
 * kinds of a single task, as where every task has a name of its own, are compared as one. */
static uint32_t compared_kind(const struct task_groups *groups, size_t record)
{
    uint32_t group = groups->group_of[record], kind = groups->groups[group].kind;
    if (tasks_of(&groups->groups[group].totals) > 1)
        return group;
    if (tasks_of(&groups->kinds[kind].totals) > 1)
        return (uint32_t)groups->group_count + kind;
    return (uint32_t)(groups->group_count + groups->kind_count);
}

static bool failed_at_limit(const struct tallies *tallies, const struct records_block *block,
                            size_t row)
{
    return attempt_failed_at(&tallies->limits, block, row, MEMORY_LIMIT) ||
           attempt_failed_at(&tallies->limits, block, row, TIME_LIMIT);
}

/* Each of several nodes was held all the time; how much CPU time each gave is not known. */
static void add_to_nodes(struct tallies *tallies, const struct node_span *span, uint32_t kind,
                         struct entry entry)
{
    if (entry.ran && span->count)
        node_counts_add(&tallies->failures, kind, span->numbers, span->count,
                        entry.own == OUTCOME_FAILED && !entry.at_limit && !entry.by_scheduler);
    if (span->count > 1)
        entry.cpu_s = NAN;
    for (size_t i = 0; i < span->count; i++) {
        struct tally *node = &tallies->nodes[span->numbers[i]];
        node->shared += entry.ran && span->count > 1;
        node->node_failures += entry.ran && entry.by_node && span->count == 1;
        add_entry(node, &entry);
    }
}

static void add_block(struct tallies *tallies, const struct records_block *block, size_t first)
{
    struct task_time_columns times = task_time_columns_of(block);
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    const double *cpu = records_numbers(block, RECORD_CPU_COLUMN);
    const uint8_t *endings = records_endings(block);
    if (says_nothing(tallies, &times, tallies->where.numbers.count > 0))
        return;
    for (size_t row = 0; row < block->rows; row++) {
        bool cached = endings && endings[row] == ENDING_CACHED;
        struct entry entry = {.task = task_outcome_at(tallies->groups, first + row),
                              .own = task_outcome_of(block, row),
                              .ran = task_is_attempt(block, row),
                              .at_limit = failed_at_limit(tallies, block, row),
                              .by_node = endings && endings[row] == ENDING_NODE_FAILED,
                              .by_scheduler = endings && (endings[row] == ENDING_PREEMPTED ||
                                                          endings[row] == ENDING_REQUEUED ||
                                                          endings[row] == ENDING_DEADLINE),
                              .times = cached ? (struct task_times){NAN, NAN, NAN}
                                              : task_times_at(&times, row),
                              .elapsed_s = task_number(elapsed, row),
                              .cpu_s = task_number(cpu, row)};
        add_entry(&tallies->all, &entry);
        struct node_span span = attempt_nodes_at(&tallies->where, block, row);
        add_to_nodes(tallies, &span, compared_kind(tallies->groups, first + row), entry);
    }
}

static void tally_records(struct tallies *tallies)
{
    const struct records *records = tallies->groups->records;
    size_t first = 0;
    init_tally(&tallies->all);
    tallies->limits = attempt_limits_of(records);
    attempt_nodes_make(&tallies->where, records);
    tallies->nodes = memory_alloc_array(tallies->where.names.count + 1, sizeof *tallies->nodes);
    for (size_t i = 0; i < tallies->where.names.count; i++)
        init_tally(&tallies->nodes[i]);
    for (size_t i = 0; i < records->block_count; i++) {
        add_block(tallies, &records->blocks[i], first);
        first += records->blocks[i].rows;
    }
    attempt_limits_release(&tallies->limits);
}

/* ---- nodes ---- */

struct named {
    const char *name;
    const struct tally *tally;
    const struct node_odds *odds;
};

static int compare_named(const void *left, const void *right)
{
    const struct named *l = left, *r = right;
    int order = natural_compare(l->name, r->name);
    return order ? order : (l->tally > r->tally) - (l->tally < r->tally);
}

static bool is_used(const struct tally *node)
{
    size_t tasks = 0;
    for (int i = 0; i < OUTCOMES; i++)
        tasks += node->tasks[i];
    return tasks + node->attempts > 0;
}

static size_t list_nodes(const struct tallies *tallies, const struct node_odds *odds,
                         struct named *nodes)
{
    const struct interner *names = &tallies->where.names;
    size_t count = 0;
    for (size_t i = 1; i < names->count; i++)
        if (is_used(&tallies->nodes[i]))
            nodes[count++] =
                (struct named){interner_text(names, (uint32_t)i), &tallies->nodes[i], &odds[i]};
    if (count)
        qsort(nodes, count, sizeof *nodes, compare_named);
    return count;
}

static void put_node(struct table *table, const struct named *node)
{
    const struct tally *tally = node->tally;
    struct task_nodes_row row = task_nodes_row_missing();
    row.node = node->name;
    row_set_outcomes(&row, tally->tasks);
    row.attempts = (double)tally->attempts;
    row.failed_attempts = (double)tally->failed_attempts;
    row.first = tally->first;
    row.last = tally->last;
    row.elapsed_s = tally->elapsed_s;
    row.cpu_s = tally->cpu_s;
    row.lost_elapsed_s = tally->lost_elapsed_s;
    row.lost_cpu_s = tally->lost_cpu_s;
    row.failure_moments = (double)tally->failures.count;
    row.failed_at_limits = (double)tally->at_limits;
    row.compared_attempts = node->odds->trials;
    row.compared_failures = node->odds->hits;
    row.expected_failures = node->odds->expected;
    row.failure_chance = node->odds->chance;
    row.shared = (double)tally->shared;
    row.node_failures = (double)tally->node_failures;
    task_nodes_row_put(table, &row);
}

static size_t put_nodes(struct tables *tables, const struct tallies *tallies)
{
    size_t names = tallies->where.names.count;
    struct named *nodes = memory_alloc_array(names + 1, sizeof *nodes);
    struct node_odds *odds = node_counts_odds(&tallies->failures, names);
    size_t count = list_nodes(tallies, odds, nodes);
    for (size_t i = 0; i < count; i++)
        put_node(tables_get(tables, "task_nodes"), &nodes[i]);
    free(odds);
    free(nodes);
    return count;
}

/* ---- all ---- */

/* Tasks that count as succeeded since nothing says how they ended. */
static size_t count_unrecorded(const struct task_groups *groups)
{
    const struct records *records = groups->records;
    size_t count = 0, record = 0;
    if (!groups->outcomes && !records_has(records, RECORD_OUTCOME_COLUMN))
        return records->rows;
    for (size_t i = 0; i < records->block_count; i++)
        for (size_t row = 0; row < records->blocks[i].rows; row++, record++)
            count += task_outcome_at(groups, record) == OUTCOME_SUCCEEDED &&
                     !task_outcome_is_recorded(&records->blocks[i], row);
    return count;
}

static void put_campaign(struct table *table, const struct tallies *tallies, size_t nodes)
{
    bool are_known = nodes && !tallies->where.left_out;
    const struct tally *all = &tallies->all;
    struct task_totals totals = task_groups_totals(tallies->groups);
    struct campaign_row row = campaign_row_missing();
    row.steps = (double)task_groups_count_steps(tallies->groups);
    row.task_kinds = (double)tallies->groups->kind_count;
    row.nodes = are_known ? (double)nodes : NAN;
    row_set_outcomes(&row, totals.tasks);
    row.attempts = (double)totals.attempts;
    row.repeated = (double)totals.repeated;
    row.cached = (double)totals.cached;
    row.start = all->first;
    row.end = all->last;
    row.elapsed_s = totals.elapsed_s;
    row.cpu_s = totals.cpu_s;
    row.cpu_efficiency = task_totals_efficiency(&totals);
    row.peak_memory_B = totals.memory_max;
    row.lost_elapsed_s = all->lost_elapsed_s;
    row.lost_cpu_s = all->lost_cpu_s;
    row.unrecorded = (double)count_unrecorded(tallies->groups);
    row.untimed = (double)all->untimed;
    row.not_by_node = (double)tallies->where.left_out;
    row.never_started = (double)all->never_started;
    campaign_row_put_static(table, &row);
}

static void note_left_out(const struct tallies *tallies, struct diagnostics *diagnostics)
{
    size_t count = tallies->where.left_out;
    if (count && diagnostics)
        diagnostics_note(diagnostics, (struct place){NULL, 0, 0},
                         "%s attempt%s on several nodes %s not counted by node: the lists of nodes "
                         "are too long in total, or cannot be read",
                         COUNT_TEXT(count), count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct tallies tallies = {.groups = request->tasks};
    if (!request->tasks)
        return;
    tally_records(&tallies);
    note_left_out(&tallies, request->diagnostics);
    size_t nodes = put_nodes(tables, &tallies);
    put_campaign(tables_get(tables, "campaign"), &tallies, nodes);
    node_counts_release(&tallies.failures);
    free(tallies.nodes);
    attempt_nodes_release(&tallies.where);
}

const struct analysis analysis_campaign = {"campaign", run};
