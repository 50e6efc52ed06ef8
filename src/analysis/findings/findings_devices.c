/* Which events take the time, how tasks are shared out to devices, and which of these are slow: by
 * what programs say, not by what devices measured. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/gpu.h"
#include "analysis/statistics/statistic.h"
#include "table/activity.h"
#include "util/memory.h"
#include "util/number.h"

static const double SLOW = 1.25, SURELY_SLOW = 1.1; /* times others of the same work */
static const double BY_CHANCE = 0.01;               /* on any of the devices */

enum { LEAST_DEVICES = 3, LEAST_TASKS = 10 };

static void add(struct findings *findings, const char *id, double weight, const char *level,
                const char *section, const char *text, double value, const char *unit,
                double threshold, const char *advice)
{
    finding_add(findings, (struct finding){.id = id,
                                           .weight = weight,
                                           .level = level,
                                           .section = section,
                                           .text = text,
                                           .value = value,
                                           .unit = unit,
                                           .threshold = threshold,
                                           .advice = advice});
}

/* ---- events ---- */

static void add_events(struct findings *findings, const struct table *events)
{
    const double *shares = table_numbers(events, "share");
    size_t most = events->rows, least = events->rows, kinds = 0;
    for (size_t row = 0; row < events->rows; row++) {
        if (number_is_missing(shares[row]))
            continue;
        kinds++;
        most = most == events->rows || shares[row] > shares[most] ? row : most;
        least = least == events->rows || shares[row] < shares[least] ? row : least;
    }
    if (kinds < 2)
        return;
    const char *const *names = table_texts(events, "event");
    const char *hardly =
        shares[least] < 0.01
            ? arena_format(findings->arena, "; %s hardly any (%s in all)",
                           finding_name(findings, names[least]),
                           finding_quantity(findings, table_numbers(events, "total_s")[least], "s"))
            : "";
    add(findings, "devices.dominant-event", 58, "note", "devices-events",
        arena_format(findings->arena, "%s accounts for %s of event time%s.",
                     finding_name(findings, names[most]), finding_percent(findings, shares[most]),
                     hardly),
        shares[most], "", NUMBER_MISSING, "");
}

/* ---- devices ---- */

static void quantiles_of(const double *numbers, size_t count, const double *p, size_t p_count,
                         double *quantiles)
{
    double *values = memory_alloc_array(count + 1, sizeof *values);
    memcpy(values, numbers, count * sizeof *values);
    statistic_quantiles(values, count, p, p_count, quantiles);
    free(values);
}

static const char *whole(const struct findings *findings, double number)
{
    return finding_quantity(findings, round(number), "");
}

/* Else the row is of a host, for its tasks whose device is not known. */
static bool is_gpu(const struct table *devices, size_t row)
{
    return table_texts(devices, "serial")[row] || table_texts(devices, "uuid")[row];
}

/* How many tasks those of a sort ran: GPUs where any is known, else hosts. */
struct task_counts {
    const char *thing;
    double *tasks;
    size_t count;
    double idle, of_others;
};

static struct task_counts count_tasks(const struct findings *findings, const struct table *devices)
{
    const double *tasks = table_numbers(devices, "tasks");
    struct task_counts counts = {.thing = "host",
                                 .tasks = arena_alloc_array(findings->arena, devices->rows + 1,
                                                            sizeof *counts.tasks)};
    for (size_t row = 0; row < devices->rows; row++)
        counts.thing = is_gpu(devices, row) ? "GPU" : counts.thing;
    bool gpus = strcmp(counts.thing, "GPU") == 0;
    for (size_t row = 0; row < devices->rows; row++) {
        if (gpus && !is_gpu(devices, row)) {
            counts.of_others += tasks[row];
            continue;
        }
        counts.tasks[counts.count++] = tasks[row];
        counts.idle += tasks[row] == 0;
    }
    return counts;
}

static const char *idle_text(const struct findings *findings, const struct task_counts *counts)
{
    const char *idle = counts->idle > 1   ? arena_format(findings->arena, "; %s ran none",
                                                         whole(findings, counts->idle))
                       : counts->idle > 0 ? "; one ran none"
                                          : "";
    if (!(counts->of_others > 0))
        return idle;
    return arena_format(findings->arena, "%s; the GPU of %s %s is unknown", idle,
                        whole(findings, counts->of_others),
                        counts->of_others == 1 ? "task" : "tasks");
}

static void add_shares(struct findings *findings, const struct table *devices)
{
    static const double p[] = {0.05, 0.5, 0.95};
    double q[3];
    struct task_counts counts = count_tasks(findings, devices);
    if (counts.count < LEAST_DEVICES)
        return;
    quantiles_of(counts.tasks, counts.count, p, 3, q);
    const char *range = round(q[0]) == round(q[2])
                            ? arena_format(findings->arena, "%s", whole(findings, q[1]))
                            : arena_format(findings->arena, "%s to %s", whole(findings, q[0]),
                                           whole(findings, q[2]));
    add(findings, "devices.tasks-each", 44, "note", "devices-gpus-and-hosts",
        arena_format(findings->arena,
                     "Most of the %s %ss ran %s %s each (p5 to p95), the median %s ran %s%s.",
                     whole(findings, (double)counts.count), counts.thing, range,
                     round(q[2]) == 1 ? "task" : "tasks", counts.thing, whole(findings, q[1]),
                     idle_text(findings, &counts)),
        q[1], "tasks", NUMBER_MISSING, "");
}

/* A few tasks say little of a device, and nothing that took different work. */
static bool is_compared(const struct table *devices, size_t row)
{
    return table_numbers(devices, "compared")[row] >= LEAST_TASKS;
}

static double compared_devices(const struct table *devices)
{
    double count = 0;
    for (size_t row = 0; row < devices->rows; row++)
        count += is_compared(devices, row);
    return count;
}

/* Some device is the slowest whatever they are. */
static bool is_slower(const struct table *devices, size_t row)
{
    return is_compared(devices, row) && table_numbers(devices, "work_ratio")[row] > 1 &&
           table_numbers(devices, "work_ratio_low")[row] > 1 &&
           table_numbers(devices, "slow_chance")[row] * compared_devices(devices) <= BY_CHANCE;
}

static bool is_slow(const struct table *devices, size_t row)
{
    return is_slower(devices, row) && table_numbers(devices, "work_ratio")[row] > SLOW &&
           table_numbers(devices, "work_ratio_low")[row] > SURELY_SLOW;
}

/* The slowest for its work; the number of rows: none. */
static size_t slowest_of(const struct table *devices)
{
    const double *ratios = table_numbers(devices, "work_ratio");
    size_t slowest = devices->rows;
    for (size_t row = 0; row < devices->rows; row++)
        if (is_slower(devices, row) && (slowest == devices->rows || ratios[row] > ratios[slowest]))
            slowest = row;
    return slowest;
}

const char *finding_device_name(const struct table *devices, size_t row)
{
    static const char *const columns[] = {"serial", "uuid", "host"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (table_texts(devices, columns[i])[row])
            return table_texts(devices, columns[i])[row];
    return "?";
}

/* What slow_devices says of it; NULL: nothing. */
static const char *beside_of(const struct findings *findings, const char *name)
{
    const struct table *slow = tables_find(findings->tables, "slow_devices");
    size_t row = slow ? table_find_row(slow, 0, "device", name, NULL, NULL) : 0;
    return slow && row < slow->rows ? table_texts(slow, "beside")[row] : NULL;
}

static const char *beside_text(const struct findings *findings, const char *beside)
{
    if (!beside)
        return "";
    if (strcmp(beside, "as the others") == 0)
        return "; otherwise like the others";
    return arena_format(findings->arena, "; beside the others: %s", beside);
}

static const char *slow_text(const struct findings *findings, const struct table *devices,
                             size_t row, size_t count)
{
    struct arena *arena = findings->arena;
    const char *name = finding_device_name(devices, row), *beside = beside_of(findings, name);
    const char *thing = !is_gpu(devices, row)          ? "Host "
                        : strncmp(name, "GPU", 3) == 0 ? ""
                                                       : "GPU ";
    const char *more =
        count > 1 ? arena_format(arena, "; %zu more %s slow", count - 1, count == 2 ? "is" : "are")
                  : "";
    return arena_format(
        arena, "%s%s is %s: %s tasks took %s× the median of the same work (95 %% %s–%s)%s%s.",
        thing, finding_name(findings, name), count ? "slow" : "the slowest",
        whole(findings, table_numbers(devices, "compared")[row]),
        finding_hundredths(findings, table_numbers(devices, "work_ratio")[row]),
        finding_hundredths(findings, table_numbers(devices, "work_ratio_low")[row]),
        finding_hundredths(findings, table_numbers(devices, "work_ratio_high")[row]),
        beside_text(findings, beside), more);
}

static const char *slow_advice(const char *beside)
{
    if (beside && strstr(beside, "hotter"))
        return "check its cooling";
    if (beside && strstr(beside, "draws less"))
        return "check its power limit and clocks";
    return "run some of its tasks on another device to separate the device from its input";
}

/* Slow ones, else what the slowest is like; nothing where too little is comparable. */
static void add_slow(struct findings *findings, const struct table *devices)
{
    size_t row = slowest_of(devices), count = 0;
    if (devices->rows < LEAST_DEVICES || row == devices->rows)
        return;
    for (size_t i = 0; i < devices->rows; i++)
        count += is_slow(devices, i);
    for (size_t i = 0; count && i < devices->rows; i++)
        if (is_slow(devices, i) &&
            (!is_slow(devices, row) ||
             table_numbers(devices, "work_ratio")[i] > table_numbers(devices, "work_ratio")[row]))
            row = i;
    add(findings, "devices.slow", count ? 64 : 43, count ? "warn" : "note",
        "devices-gpus-and-hosts", slow_text(findings, devices, row, count),
        table_numbers(devices, "work_ratio")[row], "", SLOW,
        count ? slow_advice(beside_of(findings, finding_device_name(devices, row))) : "");
}

/* ---- names of GPUs with samples ---- */

/* "GPU 1 of node7" ("node7 1": an index names its host), or a name that says it is one. */
const char *finding_gpu(const struct findings *findings, const struct table *uses, size_t row)
{
    const char *host = table_texts(uses, "host")[row], *own = finding_device_name(uses, row);
    size_t size = host ? strlen(host) : 0;
    bool has_host = host && strncmp(own, host, size) == 0 && own[size] == ' ';
    const char *name = finding_name(findings, has_host ? own + size + 1 : own);
    const char *gpu =
        strncmp(name, "GPU", 3) == 0 ? name : arena_format(findings->arena, "GPU %s", name);
    return host ? arena_format(findings->arena, "%s of %s", gpu, finding_name(findings, host))
                : gpu;
}

/* GPUs whose samples are those of devices. */
static const struct table *sampled_gpus(const struct findings *findings)
{
    const struct table *uses = tables_find(findings->tables, "device_use");
    return uses ? uses : tables_find(findings->tables, "device_energy");
}

/* Such metrics and names are those of device_signals.h. The row count: it is no such GPU. */
static size_t device_called(const struct table *gpus, const char *metric, const char *name)
{
    size_t device = gpus->rows;
    bool is_device = device_metric_called(metric);
    for (size_t i = gpus->rows; is_device && name && i-- > 0;)
        device = strcmp(finding_device_name(gpus, i), name) == 0 ? i : device;
    return device;
}

size_t finding_device_row(const struct table *uses, const struct table *table, size_t row)
{
    return device_called(uses, table_texts(table, "metric")[row], table_texts(table, "node")[row]);
}

const char *finding_worker_of(const struct findings *findings, const char *metric, const char *node)
{
    const struct table *gpus = sampled_gpus(findings);
    size_t device = gpus ? device_called(gpus, metric, node) : 0;
    return gpus && device < gpus->rows ? finding_gpu(findings, gpus, device)
                                       : finding_name(findings, node);
}

const char *finding_worker(const struct findings *findings, const struct table *table, size_t row)
{
    return finding_worker_of(findings, table_texts(table, "metric")[row],
                             table_texts(table, "node")[row]);
}

const char *finding_metric_section(const struct findings *findings, const char *metric)
{
    return finding_device_metric(findings, metric) ? "devices-what-the-gpus-measured" : metric;
}

const char *finding_worker_section(const struct findings *findings, const struct table *table,
                                   size_t row)
{
    const struct table *gpus = sampled_gpus(findings);
    return gpus && finding_device_row(gpus, table, row) < gpus->rows
               ? "devices-what-the-gpus-measured"
               : table_texts(table, "metric")[row];
}

void findings_of_devices(struct findings *findings)
{
    const struct table *events = tables_find(findings->tables, "event_time");
    const struct table *devices = tables_find(findings->tables, "device_tasks");
    if (events)
        add_events(findings, events);
    if (devices) {
        add_shares(findings, devices);
        add_slow(findings, devices);
    }
}
