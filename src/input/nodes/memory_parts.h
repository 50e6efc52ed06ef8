/* What columns say of the memory of a node, by their names: all that there is, what is free, what
 * holds files and can be given back, what is in use. */
#ifndef INPUT_NODES_MEMORY_PARTS_H
#define INPUT_NODES_MEMORY_PARTS_H

#include <stdbool.h>
#include <stddef.h>

enum memory_part {
    MEMORY_NO_PART,
    MEMORY_TOTAL,
    MEMORY_AVAILABLE, /* free, or can be given back at once */
    MEMORY_FREE,
    MEMORY_BUFFERS,
    MEMORY_CACHED,
    MEMORY_SHARED,      /* also counted as cached, and in use */
    MEMORY_RECLAIMABLE, /* of the kernel's own, it can be given back */
    MEMORY_SLAB,        /* the kernel's own, most of which can be given back */
    MEMORY_USED,
    MEMORY_USED_PERCENT,
    MEMORY_PARTS
};

struct metric_column;
/* Of the host, not of a GPU or core. */
enum memory_part memory_part_of(const struct metric_column *column);

/* Whether columns are named as psutil's virtual_memory() has them: "total", "available", "percent",
 * without saying of what. */
bool memory_names_are_bare(const char *const *names, size_t count);
/* Of those of such columns whether it is one; else it is of something else. */
bool memory_name_is_bare(const char *name);

#endif
