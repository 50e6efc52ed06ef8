/* What the monitoring toolkit notes down of the processes that it follows: `parent_proc_md`, an
 * object with the command line of the launcher, and `child_proc_md`, a list of texts of a process
 * id and a name. They become facts of the node: `process.command`, `process.children`. */
#ifndef INPUT_NODES_PERFMON_PROCESSES_H
#define INPUT_NODES_PERFMON_PROCESSES_H

#include <stdbool.h>

#include "table/dataset.h"
#include "util/list.h"
#include "util/text_slice.h"

struct perfmon_child {
    const char *name;
    size_t count;
};

struct perfmon_processes {
    size_t depth; /* of objects and lists in the metadata; 0: outside of them */
    bool is_parent;
    const char *command, *name; /* of the parent; NULL: not said */
    LIST_OF(struct perfmon_child) children;
};

void perfmon_processes_release(struct perfmon_processes *processes);

/* Where a value of that name starts: whether it is metadata of processes, which the two functions
 * below are for until `depth` is 0 again. */
bool perfmon_processes_enter(struct perfmon_processes *processes, struct text_slice key);
void perfmon_processes_leave(struct perfmon_processes *processes);
void perfmon_processes_text(struct perfmon_processes *processes, struct arena *arena,
                            struct text_slice key, struct text_slice text);

/* Adds what `from` has; texts are copied into the arena. */
void perfmon_processes_append(struct perfmon_processes *processes, struct arena *arena,
                              const struct perfmon_processes *from);
void perfmon_processes_put(const struct perfmon_processes *processes, struct dataset *dataset,
                           const char *host);

#endif
