/* Columns named as the lines of the kernel's /proc/meminfo: "MemTotal", "MemFree_kB", "Cached"; and
 * as sar names the same: "kbmemfree". */
#ifndef INPUT_NODES_MEMINFO_NAMES_H
#define INPUT_NODES_MEMINFO_NAMES_H

#include <stdbool.h>

struct meminfo_name {
    bool is_line;  /* the name, but for kB, is that of a line */
    bool is_whole; /* of those that tell the unit: all memory of a node, or a large part of it */
    bool names_kB;
};
struct meminfo_name meminfo_name_of(const char *name);

/* The kernel's kB, and that of those who pass its numbers on. */
#define MEMINFO_KB 1024

#endif
