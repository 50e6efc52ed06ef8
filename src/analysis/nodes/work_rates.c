#include "analysis/nodes/work_rates.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "analysis/nodes/remembered.h"

/* ---- those that are known by their whole names ---- */

static const struct {
    const char *metric;
    enum work_rate_kind kind;
} known[] = {
    {"flops_any", WORK_RATE_OF_PROCESSORS},
    {"flops_dp", WORK_RATE_OF_PROCESSORS},
    {"flops_sp", WORK_RATE_OF_PROCESSORS},
    {"mem_bw", WORK_RATE_OF_PROCESSORS},
    {"memory_bw", WORK_RATE_OF_PROCESSORS},
    {"net_bw", WORK_RATE_TRAFFIC},
    {"ib_bw", WORK_RATE_TRAFFIC},
    {"ib_recv", WORK_RATE_TRAFFIC},
    {"ib_xmit", WORK_RATE_TRAFFIC},
    {"net_io_counters.bytes_sent", WORK_RATE_TRAFFIC},
    {"net_io_counters.bytes_recv", WORK_RATE_TRAFFIC},
    {"ib_io_counters.port_xmit_data", WORK_RATE_TRAFFIC},
    {"ib_io_counters.port_rcv_data", WORK_RATE_TRAFFIC},
    {"io_counters.read_bytes", WORK_RATE_FILES},
    {"io_counters.write_bytes", WORK_RATE_FILES},
    {"file_bw", WORK_RATE_FILES},
    {"disk_bw", WORK_RATE_FILES},
    {"lustre_read_bw", WORK_RATE_FILES},
    {"lustre_write_bw", WORK_RATE_FILES},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static size_t known_at(const char *name)
{
    size_t i = 0;
    while (i < KNOWN && strcmp(known[i].metric, name) != 0)
        i++;
    return i;
}

/* ---- those that words of their names tell ---- */

/* NULL ends a list. A word of a name matches without the number behind it: "nfs4", "ib0". */
static const char *const of_others[] = {"mem",   "memory", "dram", "gpu",    "acc", "nvlink",
                                        "nvlnk", "pcie",   "swap", "hbm",    "l1",  "l2",
                                        "l3",    "cache",  "page", "llc",    "imc", "uncore",
                                        "umc",   "ddr",    "cas",  "mcdram", "rdt", "mbm",
                                        "numa",  "vmem",   "vram", "pmem",   "cxl", "upi",
                                        "qpi",   "xgmi",   NULL};
static const char *const of_file_systems[] = {"lustre",     "llite", "nfs",        "gpfs",
                                              "beegfs",     "ceph",  "panfs",      "weka",
                                              "wekafs",     "mmfs",  "mountstats", "fs",
                                              "filesystem", "file",  "files",      NULL};
static const char *const of_disks[] = {"disk", "disks", "nvme", "ssd", "block", "blkio", NULL};
static const char *const of_networks[] = {
    "net",  "network",    "netdev",       "eth",  "ib",   "hsn",  "opa",     "hfi",      "mlx",
    "roce", "infiniband", "interconnect", "rdma", "bond", "nic",  "cxi",     "rx",       "tx",
    "recv", "rcv",        "received",     "sent", "send", "xmit", "receive", "transmit", NULL};
static const char *const of_access[] = {"read", "reads", "write", "writes", "written", NULL};
static const char *const of_sums[] = {"total", "sum", "all", NULL};

static bool is_among(const char *word, size_t size, const char *const *words)
{
    size_t letters = size;
    while (letters && isdigit((unsigned char)word[letters - 1]))
        letters--;
    for (; *words; words++) {
        size_t its = strlen(*words);
        if ((its == size || its == letters) && strncasecmp(*words, word, its) == 0)
            return true;
    }
    return false;
}

static bool says(const char *name, const char *const *words)
{
    while (*name) {
        size_t size = 0;
        while (isalnum((unsigned char)name[size]))
            size++;
        if (size && is_among(name, size, words))
            return true;
        name += size ? size : 1;
    }
    return false;
}

static bool is_reported(const struct signal_metric *metric, enum work_rate_kind *kind)
{
    bool is_of_files = says(metric->name, of_file_systems) || says(metric->name, of_disks);
    bool is_of_network = says(metric->name, of_networks);
    if (!metric->unit || strcmp(metric->unit, "B/s") != 0 || says(metric->name, of_others))
        return false;
    *kind = is_of_files || !is_of_network ? WORK_RATE_FILES : WORK_RATE_TRAFFIC;
    return is_of_files || is_of_network || says(metric->name, of_access);
}

/* ---- all of a job ---- */

static bool same_first_word(const char *one, const char *other)
{
    size_t size = strcspn(one, "._-");
    return size == strcspn(other, "._-") && strncasecmp(one, other, size) == 0;
}

static bool has_parts(const struct signals *signals, const struct work_rate *items, size_t count,
                      const struct work_rate *sum)
{
    const char *name = signals->metrics[sum->number].name;
    for (size_t i = 0; i < count; i++) {
        const char *part = signals->metrics[items[i].number].name;
        if (items[i].kind == sum->kind && !says(part, of_sums) && same_first_word(part, name))
            return true;
    }
    return false;
}

static bool has_known(const struct signals *signals, const struct work_rate *items, size_t count,
                      enum work_rate_kind kind)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = signals->metrics[items[i].number].name;
        if (items[i].kind == kind && known_at(name) < KNOWN && !says(name, of_file_systems))
            return true;
    }
    return false;
}

/* What a disk of its own does is in what is known of all, and so is what an interface does. */
static void find_sums(const struct signals *signals, struct work_rate *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = signals->metrics[items[i].number].name;
        items[i].adds_up =
            known_at(name) < KNOWN ||
            (!(says(name, of_sums) && has_parts(signals, items, count, &items[i])) &&
             (says(name, of_file_systems) || !has_known(signals, items, count, items[i].kind)));
    }
}

static const struct work_rates *find(const struct signals *signals, struct arena *arena)
{
    struct work_rates *rates = arena_alloc(arena, sizeof *rates);
    struct work_rate *items = arena_alloc_array(arena, signals->metric_count + 1, sizeof *items);
    size_t count = 0;
    for (size_t i = 0; i < signals->metric_count; i++) {
        const struct signal_metric *metric = &signals->metrics[i];
        size_t place = known_at(metric->name);
        enum work_rate_kind kind = WORK_RATE_OF_PROCESSORS;
        if (place < KNOWN)
            kind = known[place].kind;
        if (metric->present && (place < KNOWN || is_reported(metric, &kind)))
            items[count++] = (struct work_rate){.number = i, .kind = kind};
    }
    find_sums(signals, items, count);
    *rates = (struct work_rates){items, count};
    return rates;
}

struct work_rates work_rates_of(const struct signals *signals)
{
    struct remembered *remembered = signals->remembered;
    pthread_mutex_lock(&remembered->lock);
    if (!remembered->rates)
        remembered->rates = find(signals, &remembered->arena);
    pthread_mutex_unlock(&remembered->lock);
    return *remembered->rates;
}
