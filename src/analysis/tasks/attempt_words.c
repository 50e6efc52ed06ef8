#include "analysis/tasks/attempt_words.h"

struct attempt_words attempt_words_of(const struct records *records, struct arena *arena)
{
    return (struct attempt_words){
        .records = records,
        .ends = attempt_ends_of(records),
        .links = attempt_links_of(records, arena),
        .limits = attempt_limits_of(records),
        .name = records_find_attribute(records, RECORD_TASK_NAME, RECORD_TEXT),
        .node_list = records_find_attribute(records, RECORD_NODE_LIST, RECORD_TEXT),
        .attempt_id = records_find_attribute(records, RECORD_ATTEMPT_ID, RECORD_TEXT),
        .arena = arena};
}

struct attempt_words attempt_words_of_tasks(const struct task_groups *groups, struct arena *arena)
{
    struct attempt_words words = attempt_words_of(groups->records, arena);
    words.has_name_of_task = task_groups_are_renamed(groups);
    return words;
}

void attempt_words_release(struct attempt_words *words)
{
    attempt_limits_release(&words->limits);
}

static uint32_t text_at(const struct records_block *block, int column, size_t row)
{
    return column == RECORDS_NO_COLUMN ? 0 : records_text_at(block, column, row);
}

const char *attempt_name(const struct attempt_words *words, const struct records_block *block,
                         size_t row)
{
    uint32_t name = text_at(block, words->name, row);
    if (!name && words->has_name_of_task)
        name = records_text_at(block, RECORD_TASK_COLUMN, row);
    return name ? records_text(words->records, name) : NULL;
}

const char *attempt_id(const struct attempt_words *words, const struct records_block *block,
                       size_t row)
{
    uint32_t own = text_at(block, words->attempt_id, row);
    uint32_t id = own ? own : records_text_at(block, RECORD_ID_COLUMN, row);
    return id ? records_text(words->records, id) : NULL;
}

uint32_t attempt_node(const struct attempt_words *words, const struct records_block *block,
                      size_t row)
{
    uint32_t node = records_text_at(block, RECORD_NODE_COLUMN, row);
    return node ? node : text_at(block, words->node_list, row);
}

/* The exit code is what the reason says of a failure, unless the source says more. */
static bool tells_exit_code(struct attempt_end end)
{
    return end.outcome == OUTCOME_FAILED &&
           (end.ending == ENDING_UNSAID || end.ending == ENDING_SUCCEEDED ||
            end.ending == ENDING_CACHED || end.ending == ENDING_FAILED ||
            end.ending == ENDING_UNKNOWN);
}

struct attempt_end attempt_end_said(const struct attempt_words *words,
                                    const struct records_block *block, size_t row)
{
    struct attempt_end end = attempt_end_at(&words->ends, block, row);
    if (end.outcome == OUTCOME_FAILED && end.ending != ATTEMPT_AT_NAMED_LIMIT &&
        !tells_exit_code(end))
        end.detail = 0;
    return end;
}

const char *attempt_meaning(const struct attempt_words *words, const struct records_block *block,
                            size_t row, struct attempt_end end)
{
    if (end.outcome == OUTCOME_CANCELLED && attempt_ran_out_in_step(block, row))
        return "a step of it ran out of memory";
    if (!tells_exit_code(end))
        return NULL;
    if (attempt_was_killed(block, row) &&
        attempt_failed_at(&words->limits, block, row, MEMORY_LIMIT))
        return "killed at its memory request";
    return task_exit_meaning((double)end.detail);
}
