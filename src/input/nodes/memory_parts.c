#include "input/nodes/memory_parts.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "input/nodes/node_table_walk.h"
#include "util/text_slice.h"

/* Letters and digits of names. */
static const char *const names_of_parts[MEMORY_PARTS][12] = {
    [MEMORY_FREE] = {"memfree", "memoryfree", "freememory", "freemem", "kbmemfree",
                     "nodememorymemfree", "systemmemfree"},
    [MEMORY_BUFFERS] = {"membuffers", "membuffered", "membuffer", "membuff", "membuf",
                        "memorybuffers", "memorybuffered", "buffers", "kbbuffers",
                        "nodememorybuffers", "systemmembuffered"},
    [MEMORY_CACHED] = {"memcached", "memcache", "membuffcache", "memorycached", "memorycache",
                       "cached", "kbcached", "nodememorycached", "systemmemcached"},
    [MEMORY_SHARED] = {"memshared", "memshmem", "shmem", "nodememoryshmem"},
    [MEMORY_RECLAIMABLE] = {"memsreclaimable", "sreclaimable", "nodememorysreclaimable",
                            "memoryslabrecl"},
    [MEMORY_SLAB] = {"memslab", "slab", "kbslab", "nodememoryslab"},
};

static enum memory_part part_of_name(const char *name)
{
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    for (int part = MEMORY_NO_PART; part < MEMORY_PARTS; part++)
        for (const char *const *known = names_of_parts[part]; *known; known++)
            if (strcmp(squeezed, *known) == 0)
                return (enum memory_part)part;
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
    if (!column->place || !path || column->of.gpu || column->of_core.core)
        return MEMORY_NO_PART;
    if (column->hardware)
        return strcmp(column->hardware, "mem_total") == 0 ? MEMORY_TOTAL : MEMORY_NO_PART;
    enum memory_part part = part_of_path(path);
    if (!part)
        part = part_of_name(column->name);
    return part ? part : part_of_name(path); /* without the unit */
}

/* ---- without the word memory ---- */

/* What else may have a total, and what is free and in use of it. */
static bool is_of_others(const char *name)
{
    static const char *const words[] = {"swap", "disk",  "inode",      "fs",     "filesystem",
                                        "path", "mount", "mountpoint", "volume", "device"};
    return WORD_IS_AMONG(name, words);
}

/* A unit may stand behind it: "total_MiB", "total [MiB]". */
static bool is_named(const char *name, const char *word)
{
    static const char *const units[] = {"",    "b",  "bytes", "kb",  "kib",    "mb",
                                        "mib", "gb", "gib",   "pct", "percent"};
    size_t size = strlen(word);
    char rest[COLUMN_NAME_SIZE];
    if (strncasecmp(name, word, size) != 0 || isalnum((unsigned char)name[size]))
        return false;
    column_name_squeeze(name + size, rest);
    return TEXT_IS_AMONG(rest, units);
}

static bool is_one_of(const char *name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_named(name, words[i]))
            return true;
    return false;
}
#define IS_ONE_OF(name, words) is_one_of(name, words, sizeof(words) / sizeof(words)[0])

/* Of anything; and those that only memory has. */
static const char *const of_any[] = {"total", "available",    "percent",          "used",
                                     "free",  "used_percent", "available_percent"};
static const char *const of_memory[] = {"active", "inactive", "buffers", "buffered",
                                        "cached", "shared",   "slab",    "wired"};

bool memory_name_is_bare(const char *name)
{
    return IS_ONE_OF(name, of_any) || IS_ONE_OF(name, of_memory);
}

/* Disks and swap have a total, too, but nothing that is available and not free. */
bool memory_names_are_bare(const char *const *names, size_t count)
{
    size_t any = 0, sure = 0;
    bool has_available = false, has_total = false, has_others = false;
    for (size_t i = 0; i < count; i++) {
        any += IS_ONE_OF(names[i], of_any);
        sure += IS_ONE_OF(names[i], of_memory);
        has_available |= is_named(names[i], "available");
        has_total |= is_named(names[i], "total");
        has_others |= is_of_others(names[i]);
    }
    return has_available && !has_others && (sure >= 2 || (has_total && any >= 3));
}
