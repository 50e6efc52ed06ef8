#include "input/nodes/memory_parts.h"

#include <string.h>

#include "input/nodes/node_table_walk.h"

static enum memory_part part_of_name(const char *name)
{
    static const struct {
        const char *name; /* its letters and digits */
        enum memory_part part;
    } names[] = {{"memfree", MEMORY_FREE},
                 {"memoryfree", MEMORY_FREE},
                 {"freememory", MEMORY_FREE},
                 {"freemem", MEMORY_FREE},
                 {"kbmemfree", MEMORY_FREE},
                 {"nodememorymemfree", MEMORY_FREE},
                 {"systemmemfree", MEMORY_FREE},
                 {"membuffers", MEMORY_BUFFERS},
                 {"membuffered", MEMORY_BUFFERS},
                 {"membuffer", MEMORY_BUFFERS},
                 {"membuff", MEMORY_BUFFERS},
                 {"membuf", MEMORY_BUFFERS},
                 {"memorybuffers", MEMORY_BUFFERS},
                 {"memorybuffered", MEMORY_BUFFERS},
                 {"buffers", MEMORY_BUFFERS},
                 {"kbbuffers", MEMORY_BUFFERS},
                 {"nodememorybuffers", MEMORY_BUFFERS},
                 {"systemmembuffered", MEMORY_BUFFERS},
                 {"memcached", MEMORY_CACHED},
                 {"memcache", MEMORY_CACHED},
                 {"membuffcache", MEMORY_CACHED},
                 {"memorycached", MEMORY_CACHED},
                 {"memorycache", MEMORY_CACHED},
                 {"cached", MEMORY_CACHED},
                 {"kbcached", MEMORY_CACHED},
                 {"nodememorycached", MEMORY_CACHED},
                 {"systemmemcached", MEMORY_CACHED},
                 {"memshared", MEMORY_SHARED},
                 {"memshmem", MEMORY_SHARED},
                 {"shmem", MEMORY_SHARED},
                 {"nodememoryshmem", MEMORY_SHARED},
                 {"memsreclaimable", MEMORY_RECLAIMABLE},
                 {"sreclaimable", MEMORY_RECLAIMABLE},
                 {"nodememorysreclaimable", MEMORY_RECLAIMABLE},
                 {"memoryslabrecl", MEMORY_RECLAIMABLE},
                 {"memslab", MEMORY_SLAB},
                 {"slab", MEMORY_SLAB},
                 {"kbslab", MEMORY_SLAB},
                 {"nodememoryslab", MEMORY_SLAB}};
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(squeezed, names[i].name) == 0)
            return names[i].part;
    return MEMORY_NO_PART;
}

static enum memory_part part_of_path(const char *path)
{
    static const struct {
        const char *path;
        enum memory_part part;
    } paths[] = {{"mem_available", MEMORY_AVAILABLE},
                 {"mem_used", MEMORY_USED},
                 {"memory_percent", MEMORY_USED_PERCENT}};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (strcmp(path, paths[i].path) == 0)
            return paths[i].part;
    return MEMORY_NO_PART;
}

enum memory_part memory_part_of(const struct metric_column *column)
{
    const char *path = column->site.column.metric.path;
    if (!column->place || !path || column->of.card || column->of_core.core)
        return MEMORY_NO_PART;
    if (column->hardware)
        return strcmp(column->hardware, "mem_total") == 0 ? MEMORY_TOTAL : MEMORY_NO_PART;
    enum memory_part part = part_of_path(path);
    if (!part)
        part = part_of_name(column->name);
    return part ? part : part_of_name(path); /* without the unit */
}
