/* Which GPUs were unused, little used or throttled, by samples of devices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding_gpu_use.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/gpu.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

static const char hot_rule[] = "devices.hot";

enum { LEAST_SAMPLES = 10 };

/* ---- unused ---- */

static bool is_unused(const struct device_use_rows *uses, size_t row)
{
    return uses->samples[row] >= LEAST_SAMPLES && uses->utilization_mean[row] <= GPU_UNUSED;
}

struct unused {
    size_t count, used, first; /* first: the row of one */
    double samples;
    double tasks;     /* that ran on them, as events record */
    double mean;      /* of those used: of their means */
    bool was_touched; /* one of them was at work for a moment */
};

/* The tasks that events record on that GPU itself, not on its host alone. */
static double tasks_on(const struct findings *findings, const struct device_use_rows *uses,
                       size_t row)
{
    const struct device_tasks_rows of = device_tasks_rows(findings->tables);
    double tasks = 0;
    for (size_t i = 0; i < of.rows; i++)
        if ((of.uuid[i] || of.serial[i]) && texts_equal(of.uuid[i], uses->uuid[row]) &&
            texts_equal(of.serial[i], uses->serial[row]) &&
            (of.uuid[i] || texts_equal(of.host[i], uses->host[row])))
            tasks += of.tasks[i];
    return tasks;
}

static struct unused find_unused(const struct findings *findings,
                                 const struct device_use_rows *uses)
{
    struct unused unused = {0};
    for (size_t row = uses->rows; row-- > 0;) {
        double mean = uses->utilization_mean[row];
        if (is_unused(uses, row)) {
            unused.count++;
            unused.first = row;
            unused.samples += uses->samples[row];
            unused.tasks += tasks_on(findings, uses, row);
            unused.was_touched |= uses->utilization_max[row] > GPU_UNUSED;
        } else if (!number_is_missing(mean)) {
            unused.used++;
            unused.mean += mean;
        }
    }
    unused.mean /= unused.used ? (double)unused.used : NUMBER_MISSING;
    return unused;
}

static void add_unused(struct findings *findings, const struct device_use_rows *uses)
{
    struct rule_finding made = rule_begin(findings, "devices.unused");
    struct unused unused = find_unused(findings, uses);
    if (!unused.count)
        return;
    rule_text(&made, "gpu", finding_gpu(findings, uses->table, unused.first));
    if (unused.was_touched)
        rule_number(&made, "touched", 1);
    else
        rule_number(&made, "samples", unused.samples);
    if (unused.used > 1)
        rule_number(&made, "used", (double)unused.used);
    rule_number(&made, unused.used > 1 ? "mean" : "mean_of_other", unused.mean);
    made.variant = unused.count == 1 ? "one" : "some";
    finding_give_unused_gpus(&made, unused.count, uses->rows);
    if (unused.tasks > 0) { /* then they are not without work */
        rule_number(&made, "tasks", unused.tasks);
        made.advice_variant = "ran tasks";
    }
    rule_add(&made);
}

/* ---- little used, and throttled ---- */

static size_t sampled_count(const struct device_use_rows *uses)
{
    size_t count = 0;
    for (size_t row = 0; row < uses->rows; row++)
        count += uses->samples[row] >= LEAST_SAMPLES;
    return count;
}

/* The mean per GPU, of those in use whose utilisation is known. */
static struct finding_gpu_use use_of_all(const struct device_use_rows *uses)
{
    struct finding_gpu_use use = {.section = "devices-gpu-metrics"};
    double sum = 0;
    for (size_t row = 0; row < uses->rows; row++) {
        double mean = uses->utilization_mean[row];
        use.unused += is_unused(uses, row);
        if (number_is_missing(mean) || is_unused(uses, row))
            continue;
        sum += mean;
        use.highest = fmax(use.highest, mean);
        use.gpus++;
    }
    use.mean = use.gpus ? sum / (double)use.gpus : NUMBER_MISSING;
    return use;
}

static void add_low_use(struct findings *findings, const struct device_use_rows *uses)
{
    struct finding_gpu_use use = use_of_all(uses);
    if (sampled_count(uses) && use.gpus)
        finding_add_low_gpu_use(findings, &use);
}

/* Of the GPUs that were used. */
static double median_of(const struct device_use_rows *uses, const char *column)
{
    static const double half = 0.5;
    double median, *scratch = memory_alloc_array(uses->rows, sizeof *scratch);
    double *values = memory_alloc_array(uses->rows, sizeof *values);
    for (size_t row = 0; row < uses->rows; row++)
        values[row] =
            is_unused(uses, row) ? NUMBER_MISSING : table_numbers(uses->table, column)[row];
    statistic_quantiles_of(values, uses->rows, scratch, &half, 1, &median);
    free(values);
    free(scratch);
    return median;
}

/* The hottest of those that draw far less than the median at no less use, and that are not reported
 * by their clock, which says more; rows: none. */
static size_t throttled_row(const struct findings *findings, const struct device_use_rows *uses,
                            double median_W, double use)
{
    const double *heat = uses->temperature_max_C;
    double hot = finding_limit(findings, hot_rule, "hot_C");
    double little = finding_limit(findings, hot_rule, "warn");
    double same = finding_limit(findings, hot_rule, "same_use");
    double throttled = finding_least_throttling(findings);
    size_t hottest = uses->rows;
    for (size_t row = 0; row < uses->rows; row++)
        if (uses->samples[row] >= LEAST_SAMPLES && heat[row] >= hot &&
            !(uses->throttled_share[row] >= throttled) &&
            uses->power_mean_W[row] <= little * median_W &&
            uses->utilization_mean[row] >= same * use &&
            (hottest == uses->rows || heat[row] > heat[hottest]))
            hottest = row;
    return hottest;
}

bool finding_reports_heat(const struct findings *findings, const char *gpu)
{
    const struct device_use_rows uses = device_use_rows(findings->tables);
    if (!uses.rows || uses.rows < 2 || finding_devices_are_nodes(findings, &uses))
        return false;
    size_t row = throttled_row(findings, &uses, median_of(&uses, "power_mean_W"),
                               median_of(&uses, "utilization_mean"));
    return row < uses.rows && strcmp(finding_device_name(uses.table, row), gpu) == 0;
}

static void add_throttled(struct findings *findings, const struct device_use_rows *uses)
{
    struct rule_finding made = rule_begin(findings, hot_rule);
    if (uses->rows < 2)
        return;
    double power_W = median_of(uses, "power_mean_W");
    double use = median_of(uses, "utilization_mean");
    size_t row = throttled_row(findings, uses, power_W, use);
    if (row == uses->rows)
        return;
    double own_W = uses->power_mean_W[row];
    rule_text(&made, "gpu", finding_gpu(findings, uses->table, row));
    rule_number(&made, "ratio", own_W / power_W);
    rule_number(&made, "temperature", uses->temperature_max_C[row]);
    rule_number(&made, "less", 1 - own_W / power_W);
    rule_number(&made, "power", own_W);
    rule_number(&made, "median_power", power_W);
    rule_number(&made, "use", uses->utilization_mean[row]);
    rule_number(&made, "median_use", use);
    made.level = RULE_WARN;
    rule_add(&made);
}

void findings_of_sampled(struct findings *findings)
{
    const struct device_use_rows uses = device_use_rows(findings->tables);
    if (!uses.rows || finding_devices_are_nodes(findings, &uses))
        return;
    add_unused(findings, &uses);
    add_low_use(findings, &uses);
    add_throttled(findings, &uses);
}
