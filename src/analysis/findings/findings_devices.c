/* Which events take the time, how tasks are shared out to devices, and which of these are slow: by
 * what programs say, not by what devices measured. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/gpu.h"
#include "analysis/statistics/statistic.h"
#include "table/activity.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const char slow_rule[] = "devices.slow";

/* ---- events ---- */

static void add_events(struct findings *findings, const struct event_time_rows *events)
{
    const double *shares = events->share;
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
    struct rule_finding made = rule_begin(findings, "devices.dominant-event");
    const char *const *names = events->event;
    rule_text(&made, "event", finding_name(findings, names[most]));
    rule_number(&made, "share", shares[most]);
    if (shares[least] < rule_limit(&made, "hardly_any")) {
        rule_text(&made, "least", finding_name(findings, names[least]));
        rule_number(&made, "least_time", events->total_s[least]);
    }
    made.level = RULE_NOTE;
    rule_add(&made);
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

/* Else the row is of a host, for its tasks whose device is not known. */
static bool is_gpu(const struct device_tasks_rows *devices, size_t row)
{
    return devices->serial[row] || devices->uuid[row];
}

/* How many tasks those of a sort ran: GPUs where any is known, else hosts. */
struct task_counts {
    bool are_gpus;
    double *tasks;
    size_t count;
    double idle, of_others;
};

static struct task_counts count_tasks(const struct findings *findings,
                                      const struct device_tasks_rows *devices)
{
    const double *tasks = devices->tasks;
    struct task_counts counts = {
        .tasks = arena_alloc_array(findings->arena, devices->rows + 1, sizeof *counts.tasks)};
    for (size_t row = 0; row < devices->rows; row++)
        counts.are_gpus |= is_gpu(devices, row);
    for (size_t row = 0; row < devices->rows; row++) {
        if (counts.are_gpus && !is_gpu(devices, row)) {
            counts.of_others += tasks[row];
            continue;
        }
        counts.tasks[counts.count++] = tasks[row];
        counts.idle += tasks[row] == 0;
    }
    return counts;
}

static void add_shares(struct findings *findings, const struct device_tasks_rows *devices)
{
    static const double p[] = {0.05, 0.5, 0.95};
    double q[3];
    struct rule_finding made = rule_begin(findings, "devices.tasks-each");
    struct task_counts counts = count_tasks(findings, devices);
    if ((double)counts.count < finding_limit(findings, slow_rule, "least_devices"))
        return;
    quantiles_of(counts.tasks, counts.count, p, 3, q);
    rule_number(&made, "median_tasks", q[1]);
    rule_number(&made, "devices", (double)counts.count);
    if (round(q[0]) == round(q[2])) {
        rule_number(&made, "same", round(q[1]));
    } else {
        rule_number(&made, "low", round(q[0]));
        rule_number(&made, "high", round(q[2]));
    }
    rule_number(&made, "median", round(q[1]));
    rule_number(&made, "idle", counts.idle);
    rule_number(&made, "unknown", counts.of_others);
    made.variant = counts.are_gpus ? "GPUs" : "hosts";
    made.level = RULE_NOTE;
    made.finding.unit = "tasks";
    rule_add(&made);
}

/* What makes a device slow, and how many are compared: some is the slowest whatever they are, a few
 * tasks say little of a device, and nothing that took different work. */
struct slowness {
    double least_tasks, by_chance, slower, slow, surely, compared;
};

static struct slowness slowness_of(const struct findings *findings,
                                   const struct device_tasks_rows *devices)
{
    struct slowness slowness = {finding_limit(findings, slow_rule, "least_tasks"),
                                finding_limit(findings, slow_rule, "by_chance"),
                                finding_limit(findings, slow_rule, "note"),
                                finding_limit(findings, slow_rule, "warn"),
                                finding_limit(findings, slow_rule, "surely"),
                                0};
    for (size_t row = 0; row < devices->rows; row++)
        slowness.compared += devices->compared[row] >= slowness.least_tasks;
    return slowness;
}

static bool is_slower(const struct slowness *slowness, const struct device_tasks_rows *devices,
                      size_t row)
{
    return devices->compared[row] >= slowness->least_tasks &&
           devices->work_ratio[row] > slowness->slower && devices->work_ratio_low[row] > 1 &&
           devices->slow_chance[row] * slowness->compared <= slowness->by_chance;
}

/* Most of its tasks are: what is hard at its places may be taken for the device's fault. */
static bool is_beside_neighbours(const struct device_tasks_rows *devices, size_t row)
{
    return 2 * devices->compared_around[row] > devices->compared[row];
}

static bool is_slow(const struct slowness *slowness, const struct device_tasks_rows *devices,
                    size_t row)
{
    return is_slower(slowness, devices, row) && devices->work_ratio[row] > slowness->slow &&
           devices->work_ratio_low[row] > slowness->surely && !is_beside_neighbours(devices, row);
}

/* Those that are slow where any is, else those that are slower than others. */
struct slow_ones {
    bool are_slow;
    size_t count, slowest; /* the latter a row */
};

static struct slow_ones slow_ones_of(const struct slowness *slowness,
                                     const struct device_tasks_rows *devices)
{
    const double *ratios = devices->work_ratio;
    struct slow_ones ones = {0};
    for (size_t row = 0; row < devices->rows; row++) {
        bool slow = is_slow(slowness, devices, row);
        if (!is_slower(slowness, devices, row) || (ones.are_slow && !slow))
            continue;
        if (slow && !ones.are_slow)
            ones = (struct slow_ones){.are_slow = true};
        if (!ones.count || ratios[row] > ratios[ones.slowest])
            ones.slowest = row;
        ones.count++;
    }
    return ones;
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
    const struct slow_devices_rows slow = slow_devices_rows(findings->tables);
    size_t row = rows_find(slow.rows, 0, slow.device, name, NULL, NULL);
    return row < slow.rows ? slow.beside[row] : NULL;
}

static const char *slow_advice(const char *beside, bool is_slow)
{
    if (beside && strstr(beside, "hotter"))
        return "hot";
    return beside && strstr(beside, "draws less") ? "little power"
           : is_slow                              ? "unclear"
                                                  : "not slow";
}

/* Nothing where too little is comparable. */
static void add_slow(struct findings *findings, const struct device_tasks_rows *devices)
{
    struct rule_finding made = rule_begin(findings, slow_rule);
    struct slowness slowness = slowness_of(findings, devices);
    struct slow_ones ones = slow_ones_of(&slowness, devices);
    size_t row = ones.slowest;
    if ((double)devices->rows < rule_limit(&made, "least_devices") || !ones.count)
        return;
    const char *name = finding_device_name(devices->table, row),
               *beside = beside_of(findings, name);
    bool is_alike = beside && strcmp(beside, "as the others") == 0;
    const char *thing = !is_gpu(devices, row)          ? "Host "
                        : strncmp(name, "GPU", 3) == 0 ? ""
                                                       : "GPU ";
    rule_text(&made, "device",
              arena_format(findings->arena, "%s%s", thing, finding_name(findings, name)));
    rule_text(&made, "beside", is_alike ? NULL : beside);
    rule_number(&made, "like_others", is_alike);
    rule_number(&made, "tasks", devices->tasks[row]);
    if (devices->compared[row] < devices->tasks[row])
        rule_number(&made, "compared", devices->compared[row]);
    rule_number(&made, "neighbours", is_beside_neighbours(devices, row));
    rule_number(&made, "ratio", devices->work_ratio[row]);
    rule_number(&made, "low", devices->work_ratio_low[row]);
    rule_number(&made, "high", devices->work_ratio_high[row]);
    rule_number(&made, "more", (double)ones.count - 1);
    made.level = ones.are_slow ? RULE_WARN : RULE_NOTE;
    made.variant = ones.are_slow ? "slow" : "slower";
    made.advice_variant = slow_advice(beside, ones.are_slow);
    rule_add(&made);
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
    return finding_device_metric(findings, metric) ? "devices-gpu-metrics" : metric;
}

const char *finding_worker_section(const struct findings *findings, const struct table *table,
                                   size_t row)
{
    const struct table *gpus = sampled_gpus(findings);
    return gpus && finding_device_row(gpus, table, row) < gpus->rows
               ? "devices-gpu-metrics"
               : table_texts(table, "metric")[row];
}

void findings_of_devices(struct findings *findings)
{
    const struct event_time_rows events = event_time_rows(findings->tables);
    const struct device_tasks_rows devices = device_tasks_rows(findings->tables);
    if (events.rows)
        add_events(findings, &events);
    if (devices.rows) {
        add_shares(findings, &devices);
        add_slow(findings, &devices);
    }
}
