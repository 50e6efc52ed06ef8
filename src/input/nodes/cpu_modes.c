#include "input/nodes/cpu_modes.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "util/number.h"
#include "util/text_slice.h"

static enum cpu_mode mode_of_word(struct text_slice word)
{
    static const struct {
        const char *word;
        enum cpu_mode mode;
    } words[] = {{"user", CPU_USER},       {"usr", CPU_USER},        {"nice", CPU_NICE},
                 {"system", CPU_SYSTEM},   {"sys", CPU_SYSTEM},      {"idle", CPU_IDLE},
                 {"idl", CPU_IDLE},        {"iowait", CPU_IOWAIT},   {"wait", CPU_IOWAIT},
                 {"wio", CPU_IOWAIT},      {"wai", CPU_IOWAIT},      {"irq", CPU_IRQ},
                 {"hardirq", CPU_IRQ},     {"softirq", CPU_SOFTIRQ}, {"steal", CPU_STEAL},
                 {"stolen", CPU_STEAL},    {"guest", CPU_GUEST},     {"hiq", CPU_IRQ},
                 {"siq", CPU_SOFTIRQ},     {"stl", CPU_STEAL},       {"soft", CPU_SOFTIRQ},
                 {"gnice", CPU_GUEST_NICE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_slice_is_word(word, words[i].word))
            return words[i].mode;
    return CPU_NO_MODE;
}

/* What names of columns say beside the mode. */
static bool is_of_processors(struct text_slice word)
{
    static const char *const words[] = {"cpu",         "cpus", "node",     "usage",   "util",
                                        "utilization", "time", "times",    "mode",    "total",
                                        "avg",         "mean", "fraction", "share",   "ratio",
                                        "rate",        "stat", "proc",     "percent", "pct",
                                        "io",          "norm"};
    return SLICE_IS_AMONG(word, words);
}

/* NaN: it is no unit of time. A jiffy of /proc/stat is 10 ms to programs, whatever the kernel's. */
static double seconds_of_word(struct text_slice word)
{
    static const char *const seconds[] = {"s", "sec", "secs", "second", "seconds"};
    static const char *const jiffies[] = {"jiffies", "ticks"};
    if (SLICE_IS_AMONG(word, seconds))
        return 1;
    if (SLICE_IS_AMONG(word, jiffies))
        return 0.01;
    return text_slice_is_word(word, "ms") ? 0.001 : NUMBER_MISSING;
}

/* Of two words of modes: "guest_nice", "guest … mode=user". */
static enum cpu_mode mode_of_both(enum cpu_mode one, enum cpu_mode other)
{
    if (one != CPU_GUEST && other != CPU_GUEST)
        return CPU_NO_MODE;
    enum cpu_mode in = one == CPU_GUEST ? other : one;
    if (in == CPU_NICE)
        return CPU_GUEST_NICE;
    return in == CPU_USER || in == CPU_GUEST ? CPU_GUEST : CPU_NO_MODE;
}

/* "system.cpu.user.norm.pct", as Metricbeat, OpenTelemetry, Datadog and Zabbix begin all names of
 * processors of a node: there "system" is no mode. Returns how much of the name says so. */
static size_t prefix_size(const char *name)
{
    static const char prefix[] = "system.cpu.";
    size_t size = sizeof prefix - 1;
    return strncasecmp(name, prefix, size) == 0 ? size : 0;
}

/* The next word of letters and digits, and where to go on; its size is 0 when there is none. */
static struct text_slice next_word(const char **at)
{
    while (**at && !isalnum((unsigned char)**at))
        ++*at;
    struct text_slice word = {*at, 0};
    while (isalnum((unsigned char)**at))
        ++*at;
    word.size = (size_t)(*at - word.text);
    return word;
}

/* False: with that word the name is of something else. */
static bool add_word(struct cpu_mode_name *found, struct text_slice word)
{
    static const char *const of_all[] = {"cpu", "cpus", "usage"};
    enum cpu_mode mode = mode_of_word(word);
    double seconds = seconds_of_word(word);
    if (mode)
        found->mode = found->mode ? mode_of_both(found->mode, mode) : mode;
    else if (!number_is_missing(seconds))
        found->unit_s = seconds;
    else if (!is_of_processors(word))
        return false;
    found->is_bare &= !SLICE_IS_AMONG(word, of_all);
    return !mode || found->mode;
}

struct cpu_mode_name cpu_mode_of(const char *name)
{
    static const struct cpu_mode_name none = {CPU_NO_MODE, false, NUMBER_MISSING};
    size_t prefix = prefix_size(name);
    struct cpu_mode_name found = {CPU_NO_MODE, prefix == 0, NUMBER_MISSING};
    const char *at = name + prefix;
    for (struct text_slice word; (word = next_word(&at)).size;)
        if (!add_word(&found, word))
            return none;
    return found.mode ? found : none;
}

const char *cpu_mode_frame(struct arena *arena, const char *name)
{
    char *frame = arena_format(arena, "%s", name), *end = frame;
    for (struct text_slice word; (word = next_word(&name)).size;)
        if (!mode_of_word(word))
            end = mempcpy(end, word.text, word.size);
    *end = '\0';
    return frame;
}

static const char *const paths[CPU_MODES] = {
    [CPU_USER] = "cpu_user",       [CPU_NICE] = "cpu_nice",
    [CPU_SYSTEM] = "cpu_system",   [CPU_IDLE] = "cpu_idle",
    [CPU_IOWAIT] = "cpu_iowait",   [CPU_IRQ] = "cpu_irq",
    [CPU_SOFTIRQ] = "cpu_softirq", [CPU_STEAL] = "cpu_steal",
    [CPU_GUEST] = "cpu_guest",     [CPU_GUEST_NICE] = "cpu_guest_nice"};

const char *cpu_mode_path(enum cpu_mode mode)
{
    return paths[mode];
}

bool cpu_mode_is_share(const char *path)
{
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
        if (strcmp(path, paths[mode]) == 0)
            return true;
    return strcmp(path, "cpu_percent_sys") == 0 || strcmp(path, "cpu_active") == 0;
}

size_t cpu_shares_clean(double *values, size_t count)
{
    size_t cleaned = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] > CPU_SHARE_MOST) {
            values[i] = NUMBER_MISSING;
            cleaned++;
        }
    return cleaned;
}
