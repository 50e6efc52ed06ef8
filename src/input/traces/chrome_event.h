/* One event of a Chrome trace, put together from its members as they come. */
#ifndef INPUT_TRACES_CHROME_EVENT_H
#define INPUT_TRACES_CHROME_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/traces/chrome_part.h"
#include "util/strbuf.h"

enum { CHROME_VALUES = 64 };

struct chrome_event {
    bool is_object;
    char phase;            /* '?' when longer than one letter, NUL when there is none */
    double time, duration; /* s; NaN when not said */
    struct strbuf process, thread, id, name, label; /* label: args.name */
    struct strbuf value_names;                      /* of numbers of args, each with a NUL */
    double values[CHROME_VALUES];
    size_t value_count;
    uint64_t place;          /* an offset in it, or REMARK_NO_OFFSET */
    struct strbuf thread_id; /* private: both ids */
};

void chrome_event_init(struct chrome_event *event);
void chrome_event_release(struct chrome_event *event);
void chrome_event_clear(struct chrome_event *event);

/* Adds what the event says to the part. NULL, or why it cannot be used. */
const char *chrome_event_use(struct chrome_part *part, struct chrome_event *event);

#endif
