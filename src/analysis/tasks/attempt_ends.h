/* How an attempt ended: in the words of its source, with the reason that it gives. */
#ifndef ANALYSIS_TASKS_ATTEMPT_ENDS_H
#define ANALYSIS_TASKS_ATTEMPT_ENDS_H

#include "analysis/tasks/task_outcomes.h"
#include "table/records.h"
#include "util/arena.h"

/* Failed at a limit of something else than memory and time, which the source names. */
enum { ATTEMPT_AT_NAMED_LIMIT = ENDINGS, ATTEMPT_WAYS_TO_END };

struct attempt_end {
    unsigned ending; /* enum record_ending, or ATTEMPT_AT_NAMED_LIMIT */
    enum task_outcome outcome;
    long detail; /* of a failure the exit code, or the text that names the limits; of what was
                    cancelled the text that says who did; 0: none */
};

/* Where the source has no word of its own; numbered behind the texts of the records. */
enum { WORD_LOST = OUTCOMES, WORD_NOT_RECORDED, ATTEMPT_WORDS };

struct attempt_ends {
    const struct records *records;
    int cancelled_by, limits_exceeded; /* attributes; RECORDS_NO_COLUMN: no source has it */
    uint32_t words[ATTEMPT_WORDS];     /* the numbers of our own words */
};

struct attempt_ends attempt_ends_of(const struct records *records);

struct attempt_end attempt_end_at(const struct attempt_ends *ends,
                                  const struct records_block *block, size_t row);

/* An end in one number, and back. */
uint32_t attempt_end_number(struct attempt_end end);
struct attempt_end attempt_end_of_number(uint32_t number);

/* The source's word, unless the exit code says that it was no success; as a number, and its text.
 */
uint32_t attempt_end_word(const struct attempt_ends *ends, const struct records_block *block,
                          size_t row, struct attempt_end end);
const char *attempt_end_word_text(const struct attempt_ends *ends, uint32_t word);

/* Our own word, by enum task_outcome or one of the words above. */
const char *attempt_own_word(uint32_t word);

/* Why it failed: what the source names before its exit code, which says less; who cancelled it. */
const char *attempt_end_reason(const struct attempt_ends *ends, struct attempt_end end,
                               struct arena *arena);

/* "succeeded" …; NULL where the word is that nothing was recorded, and so it counts as success. */
const char *attempt_end_outcome(enum task_outcome outcome, const char *word);

/* The name that a source gives the task of a record, else its id; 0: none. */
uint32_t attempt_task_name(const struct records *records, const struct records_block *block,
                           size_t row);

#endif
