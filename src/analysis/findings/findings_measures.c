/* What GPUs measured on average, how warm they were, and the energy that they took. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/activity.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/quantity.h"

static double mean_of(const struct device_metrics_rows *metrics, enum device_metric metric,
                      const char *column)
{
    size_t row =
        rows_find(metrics->rows, 0, metrics->metric, device_metric_rows[metric].name, NULL, NULL);
    return row < metrics->rows ? table_numbers(metrics->table, column)[row] : NUMBER_MISSING;
}

/* From the first sample of a GPU to its last, of the one that was sampled the longest: less is
 * known of the others. */
static double longest_span_s(const struct device_energy_rows *energy)
{
    double longest = 0;
    for (size_t row = 0; row < energy->rows; row++)
        if (energy->covered_share[row] > 0)
            longest = fmax(longest, energy->seconds[row] / energy->covered_share[row]);
    return longest;
}

static void give_energy(struct rule_finding *made)
{
    const struct device_energy_rows energy = device_energy_rows(made->findings->tables);
    double sum = 0, known_s = 0, all_s = 0, span_s = longest_span_s(&energy);
    size_t known = 0;
    for (size_t row = 0; row < energy.rows; row++) {
        double its = energy.energy_J[row];
        double its_s = energy.seconds[row];
        double share = energy.covered_share[row];
        sum += number_is_missing(its) ? 0 : its;
        known += number_is_missing(its) ? 0 : 1;
        known_s += share > 0 ? its_s : 0;
        all_s += share > 0 ? span_s : 0;
    }
    if (!(sum > 0))
        return;
    rule_number(made, known < energy.rows ? "energy_of_some" : "energy", sum / QUANTITY_HOUR_S);
    rule_number(made, "known", (double)known);
    rule_number(made, "gpus", (double)energy.rows);
    rule_number(made, "unknown", (double)(energy.rows - known));
    if (known_s < rule_limit(made, "all_covered") * all_s)
        rule_number(made, "covered", known_s / all_s);
}

static bool is_measured(const struct device_metrics_rows *metrics, enum device_metric metric)
{
    return mean_of(metrics, metric, "samples") > 0;
}

/* Temperatures and memory alone do not say whether a GPU worked: no other finding is no good news.
 */
static void add_unknown_work(struct findings *findings, const struct device_metrics_rows *metrics)
{
    if (is_measured(metrics, DEVICE_UTILIZATION) || is_measured(metrics, DEVICE_POWER) ||
        is_measured(metrics, DEVICE_SM_ACTIVITY))
        return;
    struct rule_finding made = rule_begin(findings, "gpus.work-unknown");
    rule_number(&made, "known", 0);
    made.level = RULE_WARN;
    rule_add(&made);
}

/* The sentence's number is the highest temperature, or the first mean where none is known. */
void findings_of_measures(struct findings *findings)
{
    const struct device_metrics_rows metrics = device_metrics_rows(findings->tables);
    if (!metrics.rows)
        return;
    const char *parts[DEVICE_METRICS], *unit = "°C";
    size_t count = 0;
    double highest = mean_of(&metrics, DEVICE_TEMPERATURE, "max"), value = highest;
    for (int metric = DEVICE_POWER; metric <= DEVICE_MEMORY_UTILIZATION; metric++) {
        double mean = mean_of(&metrics, (enum device_metric)metric, "mean_per_device");
        const struct device_metric_row *row = &device_metric_rows[metric];
        if (number_is_missing(mean))
            continue;
        if (number_is_missing(value)) {
            value = mean;
            unit = row->unit;
        }
        parts[count++] = arena_format(findings->arena, "%s %s", row->label,
                                      finding_quantity(findings, mean, row->unit));
    }
    bool in_traces =
        !tables_find(findings->tables, "event_time") && tables_find(findings->tables, "trace");
    if (!in_traces)
        add_unknown_work(findings, &metrics);
    if (!count)
        return;
    struct rule_finding made = rule_begin(findings, "gpus.means");
    rule_text(&made, "section", in_traces ? "traces-gpu-use" : "devices-gpu-metrics");
    rule_text(&made, "means", finding_list(findings, parts, count));
    rule_number(&made, "value", value);
    rule_number(&made, "warmest", highest);
    give_energy(&made);
    made.level = RULE_NOTE;
    made.finding.unit = unit;
    rule_add(&made);
}
