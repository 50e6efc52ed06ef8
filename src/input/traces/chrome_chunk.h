/* What some bytes of a Chrome trace hold: read_chrome_trace.c says how it is read. */
#ifndef INPUT_TRACES_CHROME_CHUNK_H
#define INPUT_TRACES_CHROME_CHUNK_H

#include <stdbool.h>

#include "input/deferred_diagnostics.h"
#include "input/tally.h"
#include "input/traces/chrome_names.h"
#include "input/traces/metric_rows.h"
#include "table/activity.h"

/* Threads of which events came lately, by their ids as written. */
enum { CHROME_THREADS_KNOWN = 64, CHROME_ID_SIZE = 22 };
struct chrome_thread {
    char process[CHROME_ID_SIZE], id[CHROME_ID_SIZE];
    uint8_t process_size, id_size; /* 0: none yet */
    uint32_t host, lane;
};

struct chrome_chunk {
    int64_t origin;  /* of times, ns; a whole second */
    size_t from, to; /* what was to be read */
    size_t end;      /* behind the last whole event: less than `to` when one was cut */
    bool closed;     /* the list of events ends there */
    struct activity activity;
    struct chrome_thread threads[CHROME_THREADS_KNOWN]; /* numbers in `activity`, while read */
    struct metric_rows rows;                            /* nodes: process ids; groups: counters */
    struct chrome_names names;
    struct tally unknown; /* phases that are left out */
    struct deferred_diagnostics deferred;
    long long records;
    /* The earliest times from the origin, infinite when there is none: of all, of all but counters.
     */
    double first_time, first_moment;
};

void chrome_chunk_init(struct chrome_chunk *chunk, const char *path, int64_t origin);
void chrome_chunk_release(struct chrome_chunk *chunk);

#endif
