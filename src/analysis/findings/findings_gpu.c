/* GPUs: memory errors, throttling, GPUs that hardly worked. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding_gpu_use.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/gpu.h"
#include "table/activity.h"
#include "table/rows.h"
#include "util/number.h"

static const char throttled_rule[] = "gpus.throttled";
static const double LEAST_SAMPLES = 10; /* per node */

/* Of samples of devices the table is device_use. */
static bool is_of_devices(const struct findings *findings, const struct table *gpus)
{
    return gpus == tables_find(findings->tables, "device_use");
}

/* As other tables name it. */
static const char *own_name(const struct findings *findings, const struct table *gpus, size_t row)
{
    return is_of_devices(findings, gpus) ? finding_device_name(gpus, row)
                                         : table_texts(gpus, "gpu")[row];
}

static const char *gpu_name(const struct findings *findings, const struct table *gpus, size_t row)
{
    return is_of_devices(findings, gpus) ? finding_gpu(findings, gpus, row)
                                         : finding_name(findings, table_texts(gpus, "gpu")[row]);
}

/* The row with the most in a column, and how many have at least `least`. */
static size_t find_most(const struct table *gpus, const char *column, double least, size_t *count)
{
    const double *values = table_numbers(gpus, column);
    size_t most = gpus->rows;
    *count = 0;
    for (size_t row = 0; row < gpus->rows; row++) {
        if (!(values[row] >= least))
            continue;
        ++*count;
        if (most == gpus->rows || values[row] > values[most])
            most = row;
    }
    return most;
}

/* ---- memory errors ---- */

static double first_error(const struct findings *findings, const char *gpu, const char *kind)
{
    const struct gpu_errors_rows errors = gpu_errors_rows(findings->tables);
    size_t row = rows_find(errors.rows, 0, errors.gpu, gpu, errors.kind, kind);
    return row < errors.rows ? errors.time[row] : NUMBER_MISSING;
}

static void add_errors(struct findings *findings, const struct gpus_rows *gpus, bool is_corrected)
{
    struct rule_finding made = rule_begin(findings, "gpus.memory-errors");
    const char *kind = is_corrected ? "corrected" : "uncorrected";
    const char *column = is_corrected ? "corrected_errors" : "uncorrected_errors";
    double least = floor(rule_limit(&made, "warn")) + 1;
    size_t count, row = find_most(gpus->table, column, least, &count);
    if (!count)
        return;
    rule_text(&made, "metric", is_corrected ? "gpu.ecc_errors.sp" : "gpu.ecc_errors.dp");
    rule_text(&made, "gpu", gpu_name(findings, gpus->table, row));
    rule_number(&made, "errors", table_numbers(gpus->table, column)[row]);
    rule_number(&made, "first", first_error(findings, gpus->gpu[row], kind));
    rule_number(&made, "others", (double)count - 1);
    made.variant = kind;
    made.level = is_corrected ? RULE_WARN : RULE_BAD;
    made.finding.unit = "errors";
    rule_add(&made);
}

/* ---- throttling ---- */

/* The stretches of one GPU. */
struct slowing {
    double from, until, clock, seconds, temperature;
    size_t stretches;
    bool by_driver;
};

static struct slowing slowing_of(const struct throttling_rows *table, const char *gpu)
{
    struct slowing slowing = {NUMBER_MISSING, NUMBER_MISSING, 0, 0, NUMBER_MISSING, 0, false};
    for (size_t row = 0; row < table->rows; row++) {
        row = rows_find(table->rows, row, table->gpu, gpu, NULL, NULL);
        if (row == table->rows)
            break;
        double seconds = table->duration_s[row];
        double ratio = table->clock_ratio[row];
        slowing.stretches++;
        slowing.by_driver |= strcmp(table->reason[row], "clock") != 0;
        slowing.from = fmin(slowing.from, table->from[row]);
        slowing.until = fmax(slowing.until, table->until[row]);
        slowing.clock += ratio * seconds;
        slowing.seconds += seconds;
        slowing.temperature = fmax(slowing.temperature, table->temperature_max_C[row]);
    }
    return slowing;
}

/* Of its samples, for which it is not known whether it was throttled. */
static double unknown_share(const struct findings *findings, const struct table *gpus, size_t row)
{
    if (is_of_devices(findings, gpus))
        return NUMBER_MISSING;
    double missing = table_numbers(gpus, "throttled_missing")[row];
    double share = missing / (missing + table_numbers(gpus, "throttled_samples")[row]);
    return share > 0 ? share : NUMBER_MISSING;
}

double finding_least_throttling(const struct findings *findings)
{
    return finding_limit(findings, throttled_rule, "warn");
}

/* Whether the table has the GPU, and says that it was throttled for so long. */
static bool has_throttled(const struct findings *findings, const char *table, const char *gpu)
{
    const struct table *gpus = tables_find(findings->tables, table);
    double least = finding_least_throttling(findings);
    for (size_t row = 0; gpus && row < gpus->rows; row++)
        if (table_numbers(gpus, "throttled_share")[row] >= least &&
            strcmp(own_name(findings, gpus, row), gpu) == 0)
            return true;
    return false;
}

bool finding_reports_throttling(const struct findings *findings, const char *gpu)
{
    return has_throttled(findings, "gpus", gpu) || has_throttled(findings, "device_use", gpu);
}

static void add_throttling(struct findings *findings, const struct table *gpus)
{
    struct rule_finding made = rule_begin(findings, throttled_rule);
    size_t count, row = find_most(gpus, "throttled_share", rule_limit(&made, "warn"), &count);
    const struct throttling_rows throttling = throttling_rows(findings->tables);
    if (!count || !throttling.rows)
        return;
    double share = table_numbers(gpus, "throttled_share")[row];
    struct slowing slowing = slowing_of(&throttling, own_name(findings, gpus, row));
    rule_text(&made, "section",
              is_of_devices(findings, gpus) ? "devices-gpu-metrics" : "gpu.clock_info.sm");
    rule_text(&made, "gpu", gpu_name(findings, gpus, row));
    rule_text(&made, "when", finding_span(findings, slowing.from, slowing.until));
    rule_number(&made, "share", share);
    rule_number(&made, "length", slowing.seconds);
    if (slowing.stretches > 1)
        rule_number(&made, "intervals", (double)slowing.stretches);
    rule_number(&made, "clock", slowing.clock / slowing.seconds);
    rule_number(&made, "by_driver", slowing.by_driver);
    rule_number(&made, "temperature", slowing.temperature);
    rule_number(&made, "unknown", unknown_share(findings, gpus, row));
    rule_number(&made, "others", (double)count - 1);
    if (share > rule_limit(&made, "much"))
        made.more_weight = rule_limit(&made, "much_weight");
    rule_add(&made);
}

/* ---- use ---- */

struct unused {
    size_t first, count, known; /* known: GPUs whose utilisation is */
    bool was_touched;           /* one of them was at work for a moment */
};

/* The metric that gives the use of each GPU. */
static const char *use_metric(const struct findings *findings)
{
    static const char toolkit[] = "gpu.utilization_rates.gpu",
                      archive[] = "acc_utilization.accelerator";
    bool is_archive = finding_number(findings, archive, "samples") > 0 &&
                      !(finding_number(findings, toolkit, "samples") > 0);
    return is_archive ? archive : toolkit;
}

/* Of GPUs whose utilisation is known: how much those in use were used, and which were not. */
static struct unused find_unused(const struct findings *findings, const struct gpus_rows *gpus,
                                 struct finding_gpu_use *use)
{
    const double *highest = gpus->utilization_max;
    const double *means = gpus->utilization_mean;
    struct unused unused = {0};
    *use = (struct finding_gpu_use){.section = use_metric(findings)};
    for (size_t row = gpus->rows; row-- > 0;) {
        if (isnan(means[row]))
            continue;
        unused.known++;
        if (means[row] > GPU_UNUSED) {
            use->gpus++;
            use->mean += means[row];
            use->highest = fmax(use->highest, means[row]);
            continue;
        }
        unused.count++;
        unused.first = row;
        unused.was_touched |= highest[row] > GPU_UNUSED;
    }
    use->unused = unused.count;
    use->mean = use->gpus ? use->mean / (double)use->gpus : NUMBER_MISSING;
    return unused;
}

static void add_unused(struct findings *findings, const struct gpus_rows *gpus,
                       struct unused unused)
{
    struct rule_finding made = rule_begin(findings, "gpus.unused");
    rule_text(&made, "metric", use_metric(findings));
    rule_text(&made, "gpu", gpu_name(findings, gpus->table, unused.first));
    rule_number(&made, "touched", unused.was_touched);
    made.variant = gpus->rows == 1              ? "the only one"
                   : unused.count == gpus->rows ? "all"
                   : unused.count == 1          ? "one"
                                                : "some";
    finding_give_unused_gpus(&made, unused.count, gpus->rows);
    rule_add_little_use(&made, NULL);
}

static void add_use(struct findings *findings, const struct gpus_rows *gpus)
{
    struct finding_gpu_use use;
    struct unused unused = find_unused(findings, gpus, &use);
    if (unused.count)
        add_unused(findings, gpus, unused);
    if (unused.count < unused.known)
        finding_add_low_gpu_use(findings, &use);
}

static double highest_of_nodes(const struct findings *findings, const char *metric)
{
    const struct node_metrics_rows nodes = node_metrics_rows(findings->tables);
    double highest = NUMBER_MISSING;
    for (size_t row = 0; row < nodes.rows; row++)
        if (strcmp(nodes.metric[row], metric) == 0)
            highest = fmax(highest, nodes.mean[row]);
    return highest;
}

/* Archives give the mean of a node's GPUs. */
static void add_use_of_nodes(struct findings *findings)
{
    static const char *const metrics[] = {"acc_utilization", "acc_utilization.accelerator"};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        double mean = finding_number(findings, metrics[i], "mean_per_node");
        if (isnan(mean) || !(finding_number(findings, metrics[i], "samples") >=
                             LEAST_SAMPLES * finding_number(findings, metrics[i], "nodes")))
            continue;
        finding_add_low_gpu_use(findings,
                                &(struct finding_gpu_use){
                                    .section = metrics[i],
                                    .mean = mean / 100,
                                    .highest =
                                        fmax(mean, highest_of_nodes(findings, metrics[i])) / 100,
                                });
        return;
    }
}

void findings_of_gpu(struct findings *findings)
{
    const struct gpus_rows gpus = gpus_rows(findings->tables);
    const struct device_use_rows devices = device_use_rows(findings->tables);
    if (devices.rows)
        add_throttling(findings, devices.table);
    if (!gpus.rows) {
        add_use_of_nodes(findings);
        return;
    }
    add_errors(findings, &gpus, false);
    add_errors(findings, &gpus, true);
    add_throttling(findings, gpus.table);
    add_use(findings, &gpus);
}
