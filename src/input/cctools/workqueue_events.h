/* Lines of a transactions log of Work Queue or TaskVine, in every dialect from 2021 to 2025,
 * distinguished line by line:
 *
 *     <µs> <pid> MANAGER START|END                     Work Queue (MASTER in old ones)
 *     <µs> <pid> MANAGER <pid> START|END <µs>          TaskVine
 *     WORKER <id> <host:port> CONNECTION|DISCONNECTION Work Queue
 *     WORKER <id> CONNECTION <host:port> | DISCONNECTION <why>
 *     WORKER <id> RESOURCES {…}
 *     CATEGORY <name> MAX|FIRST … {…}
 *     TASK <id> WAITING|READY <category> <allocation> [<attempt>] {requested}
 *     TASK <id> RUNNING [<worker> <allocation> {allocated}]
 *     TASK <id> WAITING_RETRIEVAL <worker>
 *     TASK <id> RETRIEVED|DONE <result> [<exit code> [{limits} {measured}]]
 *     TASK <id> CANCELED|UNKNOWN
 *     LIBRARY|DUTY <id> …
 *
 * A task's worker is its host:port in Work Queue, its id in TaskVine; a category may hold blanks.
 */
#ifndef INPUT_CCTOOLS_WORKQUEUE_EVENTS_H
#define INPUT_CCTOOLS_WORKQUEUE_EVENTS_H

#include <stdint.h>

#include "input/deferred_diagnostics.h"
#include "input/json/json_stream.h"

enum workqueue_event_kind {
    EVENT_NONE, /* known, of no use here */
    EVENT_MANAGER_START,
    EVENT_MANAGER_END,
    EVENT_WORKER_CONNECTED,
    EVENT_WORKER_GONE,
    EVENT_WORKER_RESOURCES,
    EVENT_CATEGORY_MAX,
    EVENT_CATEGORY_FIRST,
    EVENT_TASK_WAITING,
    EVENT_TASK_RUNNING,
    EVENT_TASK_FETCHED, /* WAITING_RETRIEVAL: it has ended, its outputs are fetched */
    EVENT_TASK_RETRIEVED,
    EVENT_TASK_DONE,
    EVENT_TASK_CANCELED,
    EVENT_TASK_UNKNOWN,
    EVENT_LIBRARY,
};

enum { WORKQUEUE_NO_NUMBER = INT32_MIN };

/* Texts are of the log. */
struct workqueue_event {
    enum workqueue_event_kind kind;
    int32_t number; /* exit code or attempt */
    int64_t time_us;
    uint64_t pid, id;
    struct text_slice alias; /* of a worker that tasks call by its host:port: its id */
    struct text_slice name;  /* worker or category */
    struct text_slice word;  /* result, state, host:port of a worker, or how to allot */
    const char *object;      /* resources requested, allotted or measured; NULL for none, and {} */
    const char *end;         /* of the line */
    const char *limits;      /* those that were exceeded */
};

extern const char WORKQUEUE_UNKNOWN_RECORD[];

/* The line text[0..size) without its end. False when it is none that can be used: *reason says why,
 * and event->word which record of an unknown kind it is.
 */
bool workqueue_event_read(struct workqueue_event *event, const char *text, size_t size,
                          const char **reason);

#endif
