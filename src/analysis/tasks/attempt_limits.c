#include "analysis/tasks/attempt_limits.h"

#include <stdlib.h>

#include "analysis/tasks/task_outcomes.h"
#include "util/memory.h"

static const double NEARLY_ALL = 0.9;   /* of the memory requested */
static const double SIGNALS_FROM = 128; /* exit codes; shells add a signal's number */
static const double KILLED = 128 + 9, SIGNAL_KILL = -9;

struct attempt_limits attempt_limits_of(const struct records *records)
{
    struct attempt_limits limits = {
        memory_alloc_array(records->source_count + 1, sizeof *limits.is_exceeded)};
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        const double *requests = records_numbers(block, RECORD_REQUESTED_MEMORY_COLUMN);
        bool *is_exceeded = &limits.is_exceeded[block->source];
        for (size_t row = 0; requests && row < block->rows && !*is_exceeded; row++) {
            double requested = requests[row];
            *is_exceeded =
                requested > 0 && records_number_at(block, RECORD_MEMORY_COLUMN, row) > requested &&
                task_is_attempt(block, row) && task_outcome_of(block, row) == OUTCOME_SUCCEEDED;
        }
    }
    return limits;
}

void attempt_limits_release(struct attempt_limits *limits)
{
    free(limits->is_exceeded);
    *limits = (struct attempt_limits){0};
}

bool attempt_was_killed(const struct records_block *block, size_t row)
{
    double exit_code = records_number_at(block, RECORD_EXIT_CODE_COLUMN, row);
    return exit_code == KILLED || exit_code == SIGNAL_KILL;
}

static bool has_other_reason(const struct records_block *block, size_t row, uint8_t ending)
{
    double exit_code = records_number_at(block, RECORD_EXIT_CODE_COLUMN, row);
    return ending == ENDING_TIMED_OUT || ending == ENDING_NODE_FAILED ||
           ending == ENDING_PREEMPTED || ending == ENDING_REQUEUED || ending == ENDING_DEADLINE ||
           (exit_code > 0 && exit_code <= SIGNALS_FROM);
}

bool attempt_was_only_killed(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    return attempt_was_killed(block, row) &&
           !has_other_reason(block, row, endings ? endings[row] : ENDING_UNSAID);
}

static bool used_its_memory(const struct attempt_limits *limits, const struct records_block *block,
                            size_t row)
{
    double requested = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    bool killed = attempt_was_killed(block, row);
    return requested > 0 && (killed || !limits->is_exceeded[block->source]) &&
           records_number_at(block, RECORD_MEMORY_COLUMN, row) >
               requested * (killed ? NEARLY_ALL : 1);
}

bool attempt_failed_at(const struct attempt_limits *limits, const struct records_block *block,
                       size_t row, enum attempt_limit limit)
{
    const uint8_t *endings = records_endings(block);
    uint8_t ending = endings ? endings[row] : ENDING_UNSAID;
    if (task_outcome_of(block, row) != OUTCOME_FAILED)
        return false;
    if (limit == TIME_LIMIT)
        return ending == ENDING_TIMED_OUT;
    return ending == ENDING_OUT_OF_MEMORY ||
           (used_its_memory(limits, block, row) && !has_other_reason(block, row, ending));
}

bool attempt_ran_out_in_step(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    return endings && endings[row] == ENDING_CANCELLED &&
           records_number_at(block, RECORD_MEMORY_RAN_OUT_COLUMN, row) > 0;
}
