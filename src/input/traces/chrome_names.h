/* Names that a trace gives its processes and threads, before or after it uses their ids. */
#ifndef INPUT_TRACES_CHROME_NAMES_H
#define INPUT_TRACES_CHROME_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "input/traces/chrome_facts.h"
#include "input/traces/metric_rows.h"
#include "table/activity.h"
#include "util/interner.h"

/* Processes are known by their id as text, threads by both ids with this between, until names are
 * put in their place. */
#define CHROME_ID_SEPARATOR '\x1f'
/* What runs asynchronously in a process has a lane by its category, with this before it. */
#define CHROME_ASYNC_MARK '\x1e'

struct chrome_name {
    uint32_t id, name; /* texts; the id of a process or a thread */
};

struct chrome_names {
    struct interner texts;
    struct chrome_name *items;
    size_t count, capacity;
};

void chrome_names_release(struct chrome_names *names); /* zeroed memory is an empty list */
void chrome_names_add(struct chrome_names *names, struct chrome_name name);
void chrome_names_merge(struct chrome_names *names, struct chrome_names *from);

/* Puts names in the place of ids: "name", or "name (id)" where several have the same; what has no
 * name becomes "process ID" or "thread ID". The last name given counts. With a rank that of a
 * process begins with it: "rank 0 name". */
void chrome_names_apply(const struct chrome_names *names, int32_t rank, struct activity *activity,
                        struct metric_rows *rows);

#endif
