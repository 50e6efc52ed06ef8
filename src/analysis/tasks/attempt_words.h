/* What tables say of one attempt: whose it is, how it ended, and where it ran. Texts live as long
 * as the records and the arena; NULL: not known. */
#ifndef ANALYSIS_TASKS_ATTEMPT_WORDS_H
#define ANALYSIS_TASKS_ATTEMPT_WORDS_H

#include "analysis/tasks/attempt_ends.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/attempt_links.h"
#include "analysis/tasks/task_groups.h"

struct attempt_words {
    const struct records *records;
    struct attempt_ends ends;
    struct attempt_links links;
    struct attempt_limits limits;
    int name, node_list, attempt_id; /* attributes */
    bool has_name_of_task;           /* kinds are something else: the name of a task is its own */
    struct arena *arena;
};

/* To be released. */
struct attempt_words attempt_words_of(const struct records *records, struct arena *arena);
/* The same of tasks that are put into kinds, which may have other names than they. */
struct attempt_words attempt_words_of_tasks(const struct task_groups *groups, struct arena *arena);
void attempt_words_release(struct attempt_words *words);

const char *attempt_name(const struct attempt_words *words, const struct records_block *block,
                         size_t row);
/* Its own, where attempts of a task have different ones; NULL: not known. */
const char *attempt_id(const struct attempt_words *words, const struct records_block *block,
                       size_t row);
/* As a number of texts; 0: not known. Of several nodes the list. */
uint32_t attempt_node(const struct attempt_words *words, const struct records_block *block,
                      size_t row);
/* Its end, with no more detail than the reason says: attempts that failed for the same reason have
 * the same. */
struct attempt_end attempt_end_said(const struct attempt_words *words,
                                    const struct records_block *block, size_t row);
/* What the exit code usually means, where it is the reason: it says nothing that the source says
 * better; of what was cancelled that it had run out of memory before. */
const char *attempt_meaning(const struct attempt_words *words, const struct records_block *block,
                            size_t row, struct attempt_end end);

#endif
