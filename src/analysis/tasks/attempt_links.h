/* What leads to what an attempt left behind: its log, its work directory, its id in the system that
 * ran it; as its source gives them, among the attributes that attempt_links.def names. */
#ifndef ANALYSIS_TASKS_ATTEMPT_LINKS_H
#define ANALYSIS_TASKS_ATTEMPT_LINKS_H

#include "table/records.h"
#include "util/arena.h"

enum attempt_link {
    ATTEMPT_LOG,
    ATTEMPT_WORK_DIRECTORY,
    ATTEMPT_NATIVE_ID,
    ATTEMPT_ACTION,  /* what was done about its failure: "RETRY" */
    ATTEMPT_MESSAGE, /* why it failed, in words */
    ATTEMPT_LINKS
};

struct attempt_links {
    const struct records *records;
    int *columns; /* of each link in turn, the best name first; in the arena */
    size_t first[ATTEMPT_LINKS + 1];
};

struct attempt_links attempt_links_of(const struct records *records, struct arena *arena);

/* NULL: its source does not say it. Lives as long as the records and the arena. */
const char *attempt_link_at(const struct attempt_links *links, enum attempt_link link,
                            const struct records_block *block, size_t row, struct arena *arena);

#endif
