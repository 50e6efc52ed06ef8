/* Records of tasks that have an id, and no moment of the calendar; and which of them say the same
 * as one of an earlier source. */
#ifndef INPUT_TASKS_UNTIMED_RECORDS_H
#define INPUT_TASKS_UNTIMED_RECORDS_H

#include "table/records.h"

struct untimed_record {
    struct record_at at;
    size_t record; /* its number of all records */
    uint32_t source;
    uint32_t key;    /* the first item of its step, kind and id */
    uint32_t first;  /* the first item that says the same; itself, where there is none */
    uint32_t latest; /* private, of a first one: the latest source whose record says the same */
};

struct untimed_range {
    size_t from, to;
};

struct untimed_records {
    const struct records *records;
    struct untimed_record *items; /* those of a source lie together */
    size_t count;
    struct untimed_range *ranges; /* of items, one a source */
};

/* Of several sources; false where there are not two that have such records. Left out are jobs of a
 * batch system, and what was not run. Two say the same when step, kind, id, ending and elapsed time
 * are the same and nothing differs that both say; each takes one of each source. */
bool untimed_records_find(struct untimed_records *untimed, const struct records *records);
void untimed_records_release(struct untimed_records *untimed);

/* 0 for the kind where the source names none. */
uint32_t untimed_text(const struct untimed_records *untimed, const struct untimed_record *item,
                      int column);
enum record_ending untimed_ending(const struct untimed_records *untimed,
                                  const struct untimed_record *item);
/* What fails may fail in the same way again; what succeeded is not run again. */
bool untimed_is_done(const struct untimed_records *untimed, const struct untimed_record *item);
/* How many measures are known: times, memory, bytes; and a hash of the kind and these. */
size_t untimed_measures(const struct untimed_records *untimed, const struct untimed_record *item);
uint64_t untimed_measured(const struct untimed_records *untimed, const struct untimed_record *item);
/* Whether it hardly equals another one by chance, as whole seconds without other measures may. */
bool untimed_is_exact(const struct untimed_records *untimed, const struct untimed_record *item);

#endif
