#include "input/nodes/counted_names.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "util/text_slice.h"

enum { MOST_WORDS = 16, SHORT_WORD = 3 };

struct words {
    struct text_slice items[MOST_WORDS];
    size_t count;
};

/* ---- words ---- */

/* Where "RxBytes" goes on with another word; units such as "MiB" are one. */
static bool begins_word(const char *at)
{
    unsigned char before = (unsigned char)at[-1], here = (unsigned char)at[0];
    if (!isupper(here))
        return false;
    return !isupper(before) || islower((unsigned char)at[1]);
}

static void add_word(struct words *words, const char *text, size_t size)
{
    if (size && words->count < MOST_WORDS)
        words->items[words->count++] = (struct text_slice){text, size};
}

static void add_words(struct words *words, const char *text, size_t size)
{
    size_t from = 0;
    for (size_t i = 1; i < size && size > SHORT_WORD; i++)
        if (begins_word(text + i)) {
            add_word(words, text + from, i - from);
            from = i;
        }
    add_word(words, text + from, size - from);
}

static struct words split(const char *name)
{
    struct words words = {.count = 0};
    while (*name) {
        size_t size = 0;
        while (isalnum((unsigned char)name[size]))
            size++;
        add_words(&words, name, size);
        name += size ? size : 1;
    }
    return words;
}

/* ---- what they say ---- */

/* The factor to bytes; 0: it is no unit of data. */
static double bytes_of(const struct text_slice *word)
{
    static const struct {
        const char *text;
        double bytes;
    } units[] = {{"bytes", 1}, {"byte", 1},  {"octets", 1},   {"kb", 1e3},     {"mb", 1e6},
                 {"gb", 1e9},  {"tb", 1e12}, {"kib", 0x1p10}, {"mib", 0x1p20}, {"gib", 0x1p30}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_slice_is_word(*word, units[i].text))
            return units[i].bytes;
    return 0;
}

static bool is_packets(const struct text_slice *word)
{
    static const char *const words[] = {"packets", "pkts"};
    return SLICE_IS_AMONG(*word, words);
}

/* "bytes_in" and "in_octets", not "bytes_in_use". */
static bool is_direction(const struct words *words, size_t i)
{
    static const char *const directions[] = {"in", "out"};
    static const char *const amounts[] = {"data", "pages", "traffic"};
    if (!SLICE_IS_AMONG(words->items[i], directions))
        return false;
    size_t other = i + 1 < words->count ? i + 1 : i - 1;
    if (other >= words->count)
        return false;
    const struct text_slice *amount = &words->items[other];
    return bytes_of(amount) > 0 || is_packets(amount) || SLICE_IS_AMONG(*amount, amounts);
}

static bool is_counted(const struct words *words, size_t i)
{
    static const char *const counted[] = {
        "read",     "reads",    "write",      "writes",      "written",     "rx",         "tx",
        "recv",     "received", "receive",    "rcv",         "rcvd",        "sent",       "send",
        "transmit", "xmit",     "xmitted",    "transmitted", "switches",    "interrupts", "intr",
        "faults",   "ops",      "operations", "migrations",  "transferred", "ctxt",       "ctxsw",
        "cswch",    "pgfault",  "pgfaults",   "pgmajfault",  "pgpgin",      "pgpgout",    "pswpin",
        "pswpout",  "iops",     "err",        "errs",        "errors",      "drop",       "drops",
        "dropped",  "discards"};
    return SLICE_IS_AMONG(words->items[i], counted) || is_packets(&words->items[i]) ||
           is_direction(words, i);
}

/* Of what is there, waits, lasts or goes on at the moment, or was set. */
static bool is_of_level(const struct text_slice *word)
{
    static const char *const levels[] = {
        "used",     "use",        "usage",       "free",        "avail",       "available",
        "dirty",    "pending",    "waiting",     "outliers",    "inflight",    "flight",
        "active",   "queue",      "queues",      "queued",      "qlen",        "backlog",
        "current",  "cur",        "max",         "maximum",     "min",         "minimum",
        "avg",      "average",    "mean",        "peak",        "last",        "limit",
        "limits",   "size",       "capacity",    "quota",       "len",         "length",
        "depth",    "rate",       "rates",       "irate",       "speed",       "bandwidth",
        "bw",       "throughput", "per",         "s",           "sec",         "second",
        "seconds",  "ps",         "bps",         "kbps",        "mbps",        "gbps",
        "percent",  "pct",        "util",        "utilization", "utilisation", "ratio",
        "share",    "fraction",   "load",        "latency",     "lat",         "time",
        "times",    "ms",         "us",          "ns",          "delay",       "wait",
        "await",    "temp",       "temperature", "celsius",     "ahead",       "only",
        "interval", "delta",      "diff",        "increase",    "since",       "enabled",
        "state",    "status",     "window",      "lag",         "level",       "remaining",
        "progress", "now"};
    return SLICE_IS_AMONG(*word, levels);
}

/* Behind what is moved, these hold it or move it: a "write_cache" is none of the "cache_writes". */
static bool is_holder(const struct text_slice *word)
{
    static const char *const holders[] = {"mem",      "memory",      "cache",   "cached",
                                          "buffer",   "buffers",     "buf",     "ring",
                                          "fifo",     "pool",        "threads", "workers",
                                          "procs",    "processes",   "clients", "tasks",
                                          "channels", "connections", "sockets", "files",
                                          "fds",      "handles",     "slots",   "descriptors",
                                          "locks",    "streams"};
    return SLICE_IS_AMONG(*word, holders);
}

/* As the kernel spells it. */
static bool is_port_data(const struct words *words)
{
    static const char *const ways[] = {"rcv", "xmit"};
    return words->count > 1 && text_slice_is_word(words->items[words->count - 1], "data") &&
           SLICE_IS_AMONG(words->items[words->count - 2], ways);
}

struct counted_name counted_name_of(const char *name)
{
    struct counted_name found = {.unit = "", .scale = 1};
    struct words words = split(name);
    bool is_level = strchr(name, '%');
    for (size_t i = 0; i < words.count && !is_level; i++) {
        const struct text_slice *word = &words.items[i];
        is_level = is_of_level(word) || (found.counts && is_holder(word));
        found.counts |= is_counted(&words, i);
        found.is_rate_word |= text_slice_is_word(*word, "iops");
        if (bytes_of(word) > 0) {
            found.unit = "B";
            found.scale = bytes_of(word);
        } else if (is_packets(word)) {
            found.unit = "packets";
        }
    }
    if (is_level || !found.counts)
        return (struct counted_name){.unit = "", .scale = 1};
    if (!*found.unit && text_slice_is_word(words.items[words.count - 1], "data"))
        found.unit = "B";
    found.is_port_data = is_port_data(&words);
    return found;
}
