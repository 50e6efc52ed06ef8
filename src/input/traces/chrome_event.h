/* One event of a Chrome trace, put together from its members as they come. */
#ifndef INPUT_TRACES_CHROME_EVENT_H
#define INPUT_TRACES_CHROME_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/list.h"
#include "util/strbuf.h"
#include "util/text_slice.h"

enum chrome_text {
    CHROME_PROCESS,
    CHROME_THREAD,
    CHROME_ID,
    CHROME_LOCAL_ID, /* of the process */
    CHROME_NAME,
    CHROME_CATEGORY,
    CHROME_LABEL, /* args.name */
    CHROME_TEXTS
};

struct chrome_event {
    bool is_object;
    char phase;                            /* '?' when longer than one letter, NUL when not said */
    int64_t origin;                        /* of the chunk, ns */
    double time, duration;                 /* s, the time from the origin; NaN when not said */
    struct text_slice texts[CHROME_TEXTS]; /* of the document, or in `copies` */
    struct strbuf copies[CHROME_TEXTS];
    struct strbuf value_names; /* of numbers of args, each with a NUL */
    LIST_OF(double) values;
    uint64_t place;          /* an offset in it, or DEFERRED_NO_OFFSET */
    struct strbuf thread_id; /* private: both ids */
};

void chrome_event_init(struct chrome_event *event, int64_t origin);
void chrome_event_release(struct chrome_event *event);
void chrome_event_clear(struct chrome_event *event);
/* Takes a time as it is written; NaN when it is none. */
void chrome_event_put_time(struct chrome_event *event, const char *text, size_t size);
/* Keeps a copy. */
void chrome_event_put(struct chrome_event *event, enum chrome_text which, const char *text,
                      size_t size);

#endif
