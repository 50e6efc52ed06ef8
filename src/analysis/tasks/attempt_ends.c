#include "analysis/tasks/attempt_ends.h"

#include <math.h>
#include <string.h>

/* Exit codes are kept from −EXIT_CODES / 2 on; those beyond are one. 0: none. */
enum { EXIT_CODES = 1 << 24 };

uint32_t attempt_end_number(struct attempt_end end)
{
    uint32_t code = end.detail ? (uint32_t)(end.detail + EXIT_CODES / 2) : 0;
    return (code * OUTCOMES + end.outcome) * ATTEMPT_WAYS_TO_END + end.ending;
}

struct attempt_end attempt_end_of_number(uint32_t number)
{
    uint32_t code = number / ATTEMPT_WAYS_TO_END / OUTCOMES;
    return (struct attempt_end){number % ATTEMPT_WAYS_TO_END,
                                number / ATTEMPT_WAYS_TO_END % OUTCOMES,
                                code ? (long)code - EXIT_CODES / 2 : 0};
}

/* 0: not said. */
static uint32_t text_in(const struct records_block *block, int column, size_t row)
{
    return column == RECORDS_NO_COLUMN ? 0 : records_text_at(block, column, row);
}

struct attempt_end attempt_end_at(const struct attempt_ends *ends,
                                  const struct records_block *block, size_t row)
{
    enum { MOST = EXIT_CODES / 2 - 1 };
    const uint8_t *endings = records_endings(block);
    const double *exit_codes = records_numbers(block, RECORD_EXIT_CODE_COLUMN);
    struct attempt_end end = {endings ? endings[row] : ENDING_UNSAID, task_outcome_of(block, row),
                              0};
    if (end.outcome == OUTCOME_FAILED && exit_codes && !isnan(exit_codes[row]))
        end.detail = (long)fmax(-MOST, fmin(MOST, exit_codes[row]));
    uint32_t by = text_in(block, ends->cancelled_by, row);
    if (end.outcome == OUTCOME_CANCELLED && by <= MOST)
        end.detail = (long)by;
    uint32_t limits = text_in(block, ends->limits_exceeded, row);
    if (end.outcome == OUTCOME_FAILED && end.ending == ENDING_FAILED && limits && limits <= MOST)
        return (struct attempt_end){ATTEMPT_AT_NAMED_LIMIT, end.outcome, (long)limits};
    return end;
}

const char *attempt_end_reason(const struct attempt_ends *ends, struct attempt_end end,
                               struct arena *arena)
{
    static const char *const reasons[ENDINGS] = {
        [ENDING_TIMED_OUT] = "time limit",     [ENDING_OUT_OF_MEMORY] = "out of memory",
        [ENDING_NODE_FAILED] = "node failure", [ENDING_LOST] = "lost",
        [ENDING_PREEMPTED] = "lost",           [ENDING_DEADLINE] = "deadline",
        [ENDING_REQUEUED] = "requeued",        [ENDING_UNKNOWN] = "status not known"};
    if (end.ending == ATTEMPT_AT_NAMED_LIMIT)
        return arena_format(arena, "%s limit", records_text(ends->records, (uint32_t)end.detail));
    if (end.outcome == OUTCOME_FAILED && (end.ending == ENDING_UNKNOWN || !reasons[end.ending]))
        return task_exit_words((double)end.detail, arena);
    if (end.outcome == OUTCOME_CANCELLED && end.detail)
        return arena_format(arena, "by user %s", records_text(ends->records, (uint32_t)end.detail));
    return reasons[end.ending];
}

static const char not_recorded[] = "not recorded";

const char *attempt_own_word(uint32_t word)
{
    return word == WORD_LOST           ? "lost"
           : word == WORD_NOT_RECORDED ? not_recorded
                                       : task_outcome_names[word];
}

uint32_t attempt_end_word(const struct attempt_ends *ends, const struct records_block *block,
                          size_t row, struct attempt_end end)
{
    const uint32_t *outcomes = records_texts(block, RECORD_OUTCOME_COLUMN);
    bool belied = end.outcome == OUTCOME_FAILED &&
                  (end.ending == ENDING_UNSAID || end.ending == ENDING_SUCCEEDED);
    if (outcomes && outcomes[row] && !belied)
        return outcomes[row];
    if (!task_outcome_is_recorded(block, row))
        return ends->words[WORD_NOT_RECORDED];
    return ends->words[end.ending == ENDING_LOST ? WORD_LOST : (uint32_t)end.outcome];
}

/* A source may use the same words. */
struct attempt_ends attempt_ends_of(const struct records *records)
{
    struct attempt_ends ends = {records,
                                records_find_attribute(records, RECORD_CANCELLED_BY, RECORD_TEXT),
                                records_find_attribute(records, RECORD_LIMITS_EXCEEDED,
                                                       RECORD_TEXT),
                                {0}};
    const struct interner *texts = &records->texts;
    for (uint32_t i = 0; i < ATTEMPT_WORDS; i++) {
        const char *word = attempt_own_word(i);
        uint32_t known = interner_find(texts, word, strlen(word));
        ends.words[i] = known ? known : (uint32_t)texts->count + i;
    }
    return ends;
}

const char *attempt_end_word_text(const struct attempt_ends *ends, uint32_t word)
{
    if (word < ends->records->texts.count)
        return records_text(ends->records, word);
    return attempt_own_word(word - (uint32_t)ends->records->texts.count);
}

const char *attempt_end_outcome(enum task_outcome outcome, const char *word)
{
    bool is_known = outcome != OUTCOME_SUCCEEDED || strcmp(word, not_recorded) != 0;
    return is_known ? task_outcome_names[outcome] : NULL;
}

uint32_t attempt_task_name(const struct records *records, const struct records_block *block,
                           size_t row)
{
    int column = records_find_attribute(records, RECORD_TASK_NAME, RECORD_TEXT);
    uint32_t name = text_in(block, column, row);
    return name ? name : records_text_at(block, RECORD_ID_COLUMN, row);
}
