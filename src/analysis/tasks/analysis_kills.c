/* kills: attempts that were killed (SIGKILL) and that later ones of the same tasks repeat, as
 * workflows do that request more memory then. Tasks whose last attempt was killed failed: they are
 * reported as such, and counted here for what they requested, which may have been too little. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/kill_rows.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_times.h"
#include "util/memory.h"
#include "util/number.h"

/* NaN when not known. */
static double requested_of(const struct records_block *block, size_t row)
{
    double requested = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    return requested > 0 ? requested : NAN;
}

static void add_killed(struct kills *kills, const struct records_block *block, size_t row,
                       double elapsed_s)
{
    double requested = requested_of(block, row);
    kills->killed++;
    number_add(&kills->elapsed_s, elapsed_s);
    number_add(&kills->core_s, elapsed_s * records_number_at(block, RECORD_CORES_COLUMN, row));
    kills->requested_min = fmin(kills->requested_min, requested);
    kills->requested_max = fmax(kills->requested_max, requested);
}

static void count_attempt(struct kills *kills, const struct records_block *block, size_t row,
                          enum task_outcome outcome)
{
    struct task_time_columns columns = task_time_columns_of(block);
    struct task_times times = task_times_at(&columns, row);
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    bool is_first = records_number_at(block, RECORD_ATTEMPT_COLUMN, row) <= 1;
    bool was_killed = outcome == OUTCOME_SUPERSEDED && attempt_was_killed(block, row);
    bool was_lost = outcome == OUTCOME_FAILED && attempt_was_only_killed(block, row);
    kills->attempts++;
    kills->first_attempts += is_first;
    kills->first_killed += is_first && was_killed;
    kills->lost += was_lost;
    if (was_killed || was_lost)
        kills->too_little = fmax(kills->too_little, requested_of(block, row));
    if (was_killed)
        add_killed(kills, block, row, isnan(elapsed_s) ? times.end - times.start : elapsed_s);
}

/* Where attempts are not numbered, what requested more than all that were killed. */
static void take_repetition(struct kills *kills, const struct records_block *block, size_t row,
                            enum task_outcome outcome)
{
    double requested = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    double number = records_number_at(block, RECORD_ATTEMPT_COLUMN, row);
    bool repeats = number > 1 ? requested > kills->requested_min
                              : isnan(number) && requested > kills->requested_max;
    if (outcome != OUTCOME_SUCCEEDED || !repeats)
        return;
    if (!(requested >= kills->repeated_min)) {
        kills->repeated_min = requested;
        kills->repeated_least = 0;
    }
    kills->repeated_max = fmax(kills->repeated_max, requested);
    kills->repeated_least += requested <= kills->repeated_min;
    kills->repeated++;
}

typedef void attempt_visit(struct kills *kills, const struct records_block *block, size_t row,
                           enum task_outcome outcome);

static void visit_attempts(struct kills *kinds, const struct task_groups *groups,
                           attempt_visit *visit)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (task_is_attempt(at.block, at.row))
            visit(&kinds[at.kind], at.block, at.row, task_outcome_at(groups, at.number));
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->outcomes || !records_has(groups->records, RECORD_EXIT_CODE_COLUMN))
        return;
    struct kills *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        kills_init(&kinds[kind]);
    visit_attempts(kinds, groups, count_attempt);
    visit_attempts(kinds, groups, take_repetition);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        kill_row_put(tables, groups->kinds[kind].task, &kinds[kind]);
    free(kinds);
}

const struct analysis analysis_kills = {"kills", run};
