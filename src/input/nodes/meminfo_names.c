#include "input/nodes/meminfo_names.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Those in kB: of huge pages it says how many there are. The first ones are of whole nodes. */
static const char *const lines[] = {
    "MemTotal",      "MemAvailable",   "MemFree",      "Buffers",      "Cached",
    "SwapCached",    "Active",         "Inactive",     "Active(anon)", "Inactive(anon)",
    "Active(file)",  "Inactive(file)", "Unevictable",  "Mlocked",      "SwapTotal",
    "SwapFree",      "Dirty",          "Writeback",    "AnonPages",    "Mapped",
    "Shmem",         "KReclaimable",   "Slab",         "SReclaimable", "SUnreclaim",
    "KernelStack",   "PageTables",     "NFS_Unstable", "Bounce",       "WritebackTmp",
    "CommitLimit",   "Committed_AS",   "VmallocTotal", "VmallocUsed",  "VmallocChunk",
    "AnonHugePages", "Hugetlb"};
enum { OF_WHOLE_NODES = 3 };

/* What sar says of memory, in kB by its names. */
static const char *const of_sar[] = {"kbmemfree", "kbavail",  "kbmemused", "kbbuffers", "kbcached",
                                     "kbcommit",  "kbactive", "kbinact",   "kbdirty",   "kbanonpg",
                                     "kbslab",    "kbkstack", "kbpgtbl",   "kbvmused",  "kbswpfree",
                                     "kbswpused", "kbswpcad", "kbhugfree", "kbhugused", "kbhugrsvd",
                                     "kbhugsurp"};

static bool is_kB(const char *rest)
{
    size_t size = strlen(rest);
    while (size && !isalnum((unsigned char)rest[size - 1]))
        size--;
    while (size && !isalnum((unsigned char)*rest)) {
        rest++;
        size--;
    }
    return size == 2 && strncasecmp(rest, "kB", 2) == 0;
}

struct meminfo_name meminfo_name_of(const char *name)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        size_t size = strlen(lines[i]);
        if (strncmp(name, lines[i], size) != 0)
            continue;
        bool names_kB = !isalnum((unsigned char)name[size]) && is_kB(name + size);
        if (!name[size] || names_kB)
            return (struct meminfo_name){true, i < OF_WHOLE_NODES, names_kB};
    }
    for (size_t i = 0; i < sizeof of_sar / sizeof of_sar[0]; i++)
        if (strcasecmp(name, of_sar[i]) == 0)
            return (struct meminfo_name){true, false, true};
    return (struct meminfo_name){.is_line = false};
}
