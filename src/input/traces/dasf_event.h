/* One event of the Dask profiler's databases, from its msgpack value.
 *
 * A map with the keys of the event in any order; others are passed over. */
#ifndef INPUT_TRACES_DASF_EVENT_H
#define INPUT_TRACES_DASF_EVENT_H

#include "input/text/csv_text.h"
#include "input/traces/msgpack_tokens.h"

enum { DASF_ID_SIZE = 32 };

struct dasf_event {
    struct text_slice name, phase;
    struct text_slice process, thread; /* host and worker; numbers as text; empty for nil */
    double timestamp, duration;        /* s; NaN when not said */
    const struct msgpack_token *args;  /* a map, or NULL */
    char process_digits[DASF_ID_SIZE], thread_digits[DASF_ID_SIZE];
};

/* What the args of a task's or a worker's event say; lists are NULL, numbers NaN, texts empty when
 * they are not there. */
struct dasf_args {
    struct text_slice key, name, dtype, type; /* of the result */
    double size, tasks;
    const struct msgpack_token *dependencies, *dependents, *shape;
};

/* NULL, or why the value is no event. Texts point into the tokens' bytes or into the event. */
const char *dasf_event_read(struct dasf_event *event, const struct msgpack_token *tokens);
void dasf_args_read(struct dasf_args *args, const struct dasf_event *event,
                    const struct msgpack_token *tokens);

#endif
