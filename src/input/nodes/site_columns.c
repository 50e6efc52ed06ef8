#include "input/nodes/site_columns.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "input/nodes/cpu_modes.h"
#include "input/nodes/monitor_names.h"
#include "input/text/sample_columns.h"
#include "input/text/unit.h"
#include "util/text_slice.h"

/* ---- units in names ---- */

/* The last word before `end`; empty when there is none. */
static struct text_slice last_word(const char *name, const char *end)
{
    while (end > name && !isalnum((unsigned char)end[-1]))
        end--;
    const char *start = end;
    while (start > name && isalnum((unsigned char)start[-1]))
        start--;
    return (struct text_slice){start, (size_t)(end - start)};
}

static bool is_second(struct text_slice word)
{
    return text_slice_is_word(word, "s") || text_slice_is_word(word, "sec") ||
           text_slice_is_word(word, "second");
}

/* Units as words of names spell them, in any case; NULL: it is none. */
static const char *unit_of_word(struct text_slice word)
{
    static const char *const units[][2] = {
        {"bytes", "B"},   {"kb", "kB"},     {"mb", "MB"},     {"gb", "GB"},     {"tb", "TB"},
        {"kib", "KiB"},   {"mib", "MiB"},   {"gib", "GiB"},   {"tib", "TiB"},   {"bits", "bit"},
        {"kbit", "kbit"}, {"mbit", "Mbit"}, {"gbit", "Gbit"}, {"percent", "%"}, {"pct", "%"},
        {"w", "W"},       {"watt", "W"},    {"watts", "W"},   {"kw", "kW"},     {"j", "J"},
        {"joules", "J"},  {"kj", "kJ"},     {"wh", "Wh"},     {"kwh", "kWh"},   {"hz", "Hz"},
        {"mhz", "MHz"},   {"ghz", "GHz"},   {"celsius", "C"}, {"uj", "uJ"},     {"mj", "mJ"},
        {"seconds", "s"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_slice_is_word(word, units[i][0]))
            return units[i][1];
    return NULL;
}

/* "read_bytes_per_s" parted into its unit and what stands before it. */
struct unit_in_name {
    const char *unit; /* NULL: the name ends with none */
    bool is_long;     /* a word, not a letter */
    bool is_per_second;
    size_t before, with; /* of the name: its size before the unit, and with it */
};

static struct unit_in_name unit_in_name(const char *name)
{
    struct text_slice word = last_word(name, name + strlen(name));
    struct unit_in_name found = {.is_per_second = is_second(word)};
    bool says_per = false;
    if (found.is_per_second) {
        word = last_word(name, word.text);
        says_per = text_slice_is_word(word, "per");
        if (says_per)
            word = last_word(name, word.text);
    }
    found.unit = unit_of_word(word);
    found.is_long = word.size > 1;
    found.with = (size_t)(word.text - name) + word.size;
    found.before = (size_t)(word.text - name);
    if (!found.unit && says_per && strcasestr(name, "bytes")) { /* "bytes_recv_per_s" */
        found.unit = "B";
        found.before = found.with;
    }
    while (found.before && !isalnum((unsigned char)name[found.before - 1]))
        found.before--;
    if (!found.before)
        found.unit = NULL;
    return found;
}

static struct perfmon_meaning with_unit(const struct perfmon_dictionary *dictionary,
                                        struct arena *arena, const char *name, size_t size,
                                        const struct unit_in_name *found)
{
    return perfmon_dictionary_look_up(dictionary, arena,
                                      arena_format(arena, "%.*s [%s%s]", (int)size, name,
                                                   found->unit, found->is_per_second ? "/s" : ""));
}

/* "disk_w" is what was written: a letter alone is a unit of what the dictionary lists, or of power
 * and energy by their names. */
static bool is_doubtful(const struct unit_in_name *found, const char *name)
{
    return !found->is_long && !strcasestr(name, "power") && !strcasestr(name, "energy");
}

static struct site_column look_up_in_unit(const struct perfmon_dictionary *dictionary,
                                          struct arena *arena, const char *name)
{
    struct site_column site = {.column = perfmon_dictionary_look_up(dictionary, arena, name),
                               .names_unit = true};
    struct unit_in_name found = unit_in_name(name);
    if (site.column.is_listed || site.column.has_unit || !found.unit) {
        site.names_unit = site.column.has_unit || found.unit || strcasestr(name, "byte") ||
                          strcasestr(name, "percent");
        return site;
    }
    site.column = with_unit(dictionary, arena, name, found.before, &found);
    struct perfmon_meaning whole =
        found.is_per_second ? with_unit(dictionary, arena, name, found.with, &found) : site.column;
    if (!site.column.is_listed && whole.is_listed)
        site.column = whole;
    if (!site.column.is_listed && is_doubtful(&found, name))
        return (struct site_column){.column = perfmon_dictionary_look_up(dictionary, arena, name)};
    if (site.column.misfit) /* "swap_used_percent" beside "swap_used" */
        site.column.metric.path = arena_text(arena, name);
    return site;
}

/* "node_rapl_package_joules_total": what Prometheus calls a total counts from the start of the
 * machine, in the unit before it. What is known as a level of its own, or names a rate, does not.
 */
static bool look_up_total(const struct perfmon_dictionary *dictionary, struct arena *arena,
                          const char *name, struct site_column *site)
{
    struct text_slice word = last_word(name, name + strlen(name));
    size_t before = (size_t)(word.text - name);
    while (before && !isalnum((unsigned char)name[before - 1]))
        before--;
    if (!text_slice_is_word(word, "total") || !before)
        return false;
    struct site_column counted =
        look_up_in_unit(dictionary, arena, arena_text_of_size(arena, name, before));
    struct perfmon_metric *metric = &counted.column.metric;
    if (!metric_kind_counts(metric->kind)) {
        if (counted.column.is_listed || metric->kind != METRIC_LEVEL)
            return false;
        metric->path = arena_text(arena, name);
        metric->kind = METRIC_COUNTER;
    }
    *site = counted;
    site->is_total = true;
    return true;
}

/* Shares of the time of processors are left to what all of their columns tell. */
static bool is_of_processors(const struct perfmon_metric *metric, const char *name)
{
    return strncmp(metric->path, "cpu_", strlen("cpu_")) == 0 || cpu_mode_of(name).mode;
}

/* "Memory %" and "%memused": the sign is the unit, as it would be in brackets. False: there is
 * none, or the name says the same without it. */
static bool look_up_percent_sign(const struct perfmon_dictionary *dictionary, struct arena *arena,
                                 const char *name, struct site_column *site)
{
    size_t size = strlen(name), first = name[0] == '%';
    bool is_behind = size && name[size - 1] == '%';
    if (first == is_behind)
        return false;
    size -= is_behind;
    const char *bare = arena_text_of_size(arena, name + first, size - first);
    struct perfmon_meaning share =
        perfmon_dictionary_look_up(dictionary, arena, arena_format(arena, "%s [%%]", bare));
    if (is_of_processors(&share.metric, bare))
        return false;
    *site = (struct site_column){.column = share, .names_unit = true};
    if (!share.is_listed) {
        site->column.metric.path = arena_text(arena, name);
        site->column.misfit = NULL;
    }
    return true;
}

/* "system.cpu.load[all,avg1]": what Zabbix has in brackets is no unit, but a part of the name. A
 * unit is known as one, or stands apart: "load.5 [%]". */
static bool has_key(struct arena *arena, const char *name, size_t open)
{
    size_t end = strlen(name) - 1;
    return strchr(name, '.') && open && name[open - 1] != ' ' &&
           !unit_parse(arena, arena_text_of_size(arena, name + open + 1, end - open - 1)).known;
}

static bool look_up_key(const struct perfmon_dictionary *dictionary, struct arena *arena,
                        const char *name, struct site_column *site)
{
    size_t size = strlen(name), open = strcspn(name, "[");
    if (open == size || name[size - 1] != ']' || !has_key(arena, name, open))
        return false;
    char *words = arena_format(arena, "%s", name);
    words[open] = words[size - 1] = ' ';
    struct perfmon_meaning whole = perfmon_dictionary_look_up(dictionary, arena, words);
    *site = (struct site_column){.column = whole};
    return whole.is_listed;
}

/* Names of one monitor; and "memory_used_ratio", as Prometheus names what is of 1: of what would be
 * in percent. */
static bool look_up_known(const struct perfmon_dictionary *dictionary, struct arena *arena,
                          const char *name, struct site_column *site)
{
    const struct monitor_name *known = monitor_name_find(name);
    struct text_slice last = last_word(name, name + strlen(name));
    bool is_ratio = text_slice_is_word(last, "ratio") && last.text > name;
    if (!known && !is_ratio)
        return false;
    const char *means =
        known ? known->means : arena_format(arena, "%.*s [%%]", (int)(last.text - name), name);
    *site = (struct site_column){.column = perfmon_dictionary_look_up(dictionary, arena, means)};
    site->names_unit = site->column.has_unit;
    site->is_ratio = known ? known->is_ratio : is_ratio;
    return known || site->column.is_listed;
}

struct site_column site_column_look_up(const struct perfmon_dictionary *dictionary,
                                       struct arena *arena, const char *name)
{
    struct site_column site, total;
    if (look_up_percent_sign(dictionary, arena, name, &site) ||
        look_up_key(dictionary, arena, name, &site) ||
        look_up_known(dictionary, arena, name, &site))
        return site;
    site = look_up_in_unit(dictionary, arena, name);
    site.is_ratio = monitor_name_is_ratio(name);
    if (site.column.is_listed || site.column.has_unit ||
        !look_up_total(dictionary, arena, name, &total))
        return site;
    return total;
}

/* ---- by the values ---- */

/* Percentages may be a little above 100 by rounding. */
static const double FULL_PERCENT = 100.5;
/* What nodes and GPUs have at least of it, and less of in the next unit, KiB or MiB. */
static const double LEAST_NODE_B = 1e9, LEAST_GPU_B = 1e8;
static const double LEAST_TRAFFIC_B_S =
    1e7;                               /* of a node's memory; more than a node's has in MB/s */
static const double MOST_GPU_W = 2000; /* milliwatts are more, watts less */
static const double MOST_FALLS = 0.1;  /* of the steps of a counter: it wraps or is set back */
static const double MOST_TOTAL_FALLS = 0.25; /* of the rises of one that its name alone tells */
static const double MOST_RESETS = 0.1;       /* of the rises of a counter */
enum { LEAST_STEPS = 5, MOST_DROPS = 3 };

static bool is_named(const struct perfmon_metric *metric, const char *path)
{
    return strcmp(metric->path, path) == 0;
}

void site_column_become_own(struct site_column *site, struct arena *arena, const char *name)
{
    struct cpu_mode_name mode = cpu_mode_of(name);
    bool is_known = cpu_mode_is_share(name) || (mode.mode && isnan(mode.unit_s));
    const char *path =
        is_known ? arena_format(arena, "%s" METRIC_AS_GIVEN, name) : arena_text(arena, name);
    site->column.metric =
        (struct perfmon_metric){PERFMON_CPU, path, "", 1, METRIC_LEVEL, false, ""};
    site->column.is_listed = false;
}

static bool is_taken(const struct site_values *values, const char *path)
{
    return name_index_find(values->paths, path) != NAME_INDEX_NONE;
}

/* Without a unit in brackets. */
static const char *bare_name(struct arena *arena, const char *name)
{
    size_t size = strcspn(name, "[(");
    while (size && name[size - 1] == ' ')
        size--;
    return size ? arena_text_of_size(arena, name, size) : name;
}

/* Whether values without a unit can be in the metric's. Shares of 1 are no percentages, and of a
 * node or GPU that never worked nobody can say which they are. */
static bool can_be(const struct perfmon_metric *metric, const struct site_values *values)
{
    double largest = values->largest * metric->scale;
    if (strcmp(metric->unit, "%") == 0)
        return largest <= FULL_PERCENT && (!values->are_shares || metric->scale > 1);
    if (strcmp(metric->unit, "B") == 0 && metric->kind == METRIC_LEVEL)
        return largest >= (metric->file == PERFMON_GPU ? LEAST_GPU_B : LEAST_NODE_B);
    if (is_named(metric, "memory_bw"))
        return largest >= LEAST_TRAFFIC_B_S;
    return true;
}

const char site_column_above_100[] = "not a share of the time of all cores: shown unchanged";
const char site_column_maybe_share[] = "no unit, and no value above 1: shown unchanged";

/* The toolkit's CPU percentages are of one core, and go up to 100 a core; those of most monitors
 * are of the node. A value above 100 says which, or a load average that is far below. */
static const char *settle_cpu(struct site_column *site, struct arena *arena, const char *name,
                              const struct site_values *values)
{
    static const char whole_node[] = "cpu_percent_sys";
    if (!site->names_unit && values->largest <= 1) {
        site_column_become_own(site, arena, name);
        return site_column_maybe_share;
    }
    if (site->is_ratio) /* "system.cpu.total.pct" is up to the number of cores, also at rest */
        return NULL;
    if (values->are_of_one_core)
        return "read as % of one core (the load average contradicts % of the node)";
    if (values->largest > FULL_PERCENT || is_taken(values, whole_node))
        return NULL;
    site->column.metric.path = whole_node;
    return "read as % of the node (no value above 100)";
}

/* "disk_total" may also be all that there is, or what all parts have at the moment. */
static bool is_total(const struct site_values *values)
{
    return values->rises > 0 && MOST_TOTAL_FALLS * (double)values->rises >= (double)values->falls;
}

/* Bytes and packets are whole, unless they were averaged or are in a larger unit. */
static bool is_of_parts(const struct perfmon_metric *metric, const struct site_values *values)
{
    return values->has_fractions && metric->scale == 1 && strcmp(metric->unit, "s") != 0;
}

/* What rests nearly all of the time falls in few steps, and yet may be a rate: it falls about as
 * often as it rises, and to 0, or by a little, again and again. Energy wraps, also that of one of
 * several sockets. */
static bool falls_as_rate(const struct perfmon_metric *metric, const struct site_values *values)
{
    return metric->kind == METRIC_COUNTER &&
           (double)values->falls > MOST_RESETS * (double)values->rises &&
           (is_of_parts(metric, values) || values->drops > MOST_DROPS);
}

/* Returns why a counter is none; NULL: it may be one. */
static const char *why_no_counter(const struct perfmon_metric *metric, struct arena *arena,
                                  const struct site_values *values)
{
    if (!metric_kind_counts(metric->kind) || values->steps < LEAST_STEPS)
        return NULL;
    if ((double)values->falls > MOST_FALLS * (double)values->steps)
        return arena_format(arena, "falls in %zu of %zu steps", values->falls, values->steps);
    if (falls_as_rate(metric, values))
        return arena_format(arena, "falls in %zu steps and rises in %zu", values->falls,
                            values->rises);
    return NULL;
}

static const char *shown_unchanged(struct arena *arena, const char *name, const char *such_as)
{
    return arena_format(arena,
                        "no unit: shown unchanged (name one in the header, such as \"%s [%s]\")",
                        name, such_as);
}

/* Of names that charts and findings know, as those of ClusterCockpit, but only in a unit; NULL: it
 * is none, or has one. */
static const char *settle_known(const struct site_column *site, struct arena *arena,
                                const char *name)
{
    static const char *const units[][2] = {{"clock", "MHz"},         {"gpu.clock", "MHz"},
                                           {"flops_any", "GFLOP/s"}, {"flops_dp", "GFLOP/s"},
                                           {"flops_sp", "GFLOP/s"},  {"mem_bw", "GB/s"}};
    for (size_t i = 0; !*site->column.metric.unit && i < sizeof units / sizeof units[0]; i++)
        if (is_named(&site->column.metric, units[i][0]))
            return shown_unchanged(arena, name, units[i][1]);
    return NULL;
}

/* What a known column without a unit counts in. */
static const char *settle_unnamed(struct site_column *site, struct arena *arena, const char *name,
                                  const struct site_values *values)
{
    static const char memory_used[] = "mem_used";
    struct perfmon_metric *metric = &site->column.metric;
    if (is_named(metric, "power_usage") && values->largest >= MOST_GPU_W) {
        metric->scale = 1e-3;
        return "no unit, read as milliwatts";
    }
    if (can_be(metric, values))
        return NULL;
    if (is_named(metric, "memory_percent") && values->largest >= LEAST_NODE_B &&
        !is_taken(values, memory_used)) {
        metric->path = memory_used;
        metric->unit = "B";
        return "no unit, read as bytes";
    }
    bool is_share = values->are_shares && strcmp(metric->unit, "%") == 0;
    const char *such_as = is_named(metric, "memory_bw") ? "GB/s" : "GiB";
    site_column_become_own(site, arena, name);
    return is_share ? site_column_maybe_share : shown_unchanged(arena, name, such_as);
}

const char *site_column_settle(struct site_column *site, struct arena *arena, const char *name,
                               const struct site_values *values)
{
    const struct perfmon_metric *metric = &site->column.metric;
    if (is_named(metric, "cpu_percent"))
        return settle_cpu(site, arena, name, values);
    bool may_be_amount = is_named(metric, "disk_used_percent") && !site->names_unit;
    if (may_be_amount || (site->is_total && !is_total(values))) {
        site_column_become_own(site, arena, name);
        return NULL;
    }
    const char *why = why_no_counter(metric, arena, values);
    if (why) {
        site_column_become_own(site, arena, name);
        return arena_format(arena,
                            "not a counter, since it %s: shown without unit (for a rate, name the "
                            "column \"%s [B/s]\")",
                            why, bare_name(arena, name));
    }
    if (site->names_unit)
        return NULL;
    return site->column.is_listed ? settle_unnamed(site, arena, name, values)
                                  : settle_known(site, arena, name);
}

bool site_column_may_be_share(const struct site_column *site)
{
    return site->column.is_listed && !site->names_unit && !(site->column.metric.scale > 1) &&
           strcmp(site->column.metric.unit, "%") == 0;
}

/* ---- hardware ---- */

/* As telegraf, Ganglia, Zabbix, Datadog, Glances, PCP and cAdvisor call the number of cores: in
 * small letters, letters and digits alone. */
static bool names_cores(const char *name)
{
    static const char *const names[] = {"numcpus",        "ncpus",
                                        "ncpu",           "cpus",
                                        "cpucount",       "cpunum",
                                        "logicalcpus",    "numcores",
                                        "cpucores",       "coresup",
                                        "loadcpucore",    "systemncpus",
                                        "systemcpucores", "systemcpulogicalcount",
                                        "systemcpunum",   "systemcpunumcores",
                                        "hinvncpu",       "machinecpucores",
                                        "nproc"};
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    return TEXT_IS_AMONG(squeezed, names);
}

const char *site_column_hardware(const struct site_column *site, const char *name)
{
    static const char *const memory[] = {"mem_total", "memory_total", "MemTotal",
                                         "node_memory_MemTotal"};
    static const char *const swap[] = {"swap_total", "SwapTotal", "node_memory_SwapTotal"};
    const char *path = site->column.metric.path;
    if (names_cores(name))
        return "num_cpus";
    if (WORD_IS_AMONG(path, memory))
        return "mem_total";
    return WORD_IS_AMONG(path, swap) ? "swap_total" : NULL;
}

bool site_column_holds_hardware(const struct site_column *site, const char *key, double largest)
{
    return strcmp(key, "num_cpus") == 0 || site->names_unit || largest >= LEAST_NODE_B;
}

/* ---- what is left ---- */

const struct site_rest *site_rest_of(const char *path)
{
    static const struct site_rest rests[] = {{"mem_available", "mem_total", "mem_used"},
                                             {"mem_available_percent", NULL, "memory_percent"},
                                             {"swap_free", "swap_total", "swap_used"}};
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++)
        if (strcmp(rests[i].left, path) == 0)
            return &rests[i];
    return NULL;
}
