/* What GPUs measured on average, how warm they were, and the energy that they took. */
#include "analysis/findings/finding.h"
#include "table/activity.h"
#include "util/number.h"
#include "util/quantity.h"

static const double COVERED = 0.98; /* of the time of samples: all of it */

static double mean_of(const struct table *metrics, enum device_metric metric, const char *column)
{
    size_t row = table_find_row(metrics, 0, "metric", device_metric_rows[metric].name, NULL, NULL);
    return row < metrics->rows ? table_numbers(metrics, column)[row] : NUMBER_MISSING;
}

static const char *energy_text(const struct findings *findings)
{
    const struct table *energy = tables_find(findings->tables, "device_energy");
    double sum = 0, known_s = 0, all_s = 0;
    size_t known = 0;
    for (size_t row = 0; energy && row < energy->rows; row++) {
        double its = table_numbers(energy, "energy_J")[row];
        double its_s = table_numbers(energy, "seconds")[row];
        double share = table_numbers(energy, "covered_share")[row];
        sum += number_is_missing(its) ? 0 : its;
        known += number_is_missing(its) ? 0 : 1;
        known_s += share > 0 ? its_s : 0;
        all_s += share > 0 ? its_s / share : 0;
    }
    if (!(sum > 0))
        return "";
    const char *took = arena_format(findings->arena, "took %s%s",
                                    finding_quantity(findings, sum / QUANTITY_HOUR_S, "Wh"),
                                    known_s < COVERED * all_s
                                        ? arena_format(findings->arena,
                                                       " in the %s of the time for which power is "
                                                       "known",
                                                       finding_percent(findings, known_s / all_s))
                                        : "");
    if (known < energy->rows)
        return arena_format(findings->arena,
                            "; %zu of %zu GPUs %s, the energy of the other%s is not known", known,
                            energy->rows, took, energy->rows - known == 1 ? "" : "s");
    return arena_format(findings->arena, "; together they %s", took);
}

static bool is_measured(const struct table *metrics, enum device_metric metric)
{
    return mean_of(metrics, metric, "samples") > 0;
}

/* Temperatures and memory alone do not say whether a GPU worked: no other finding is no good news.
 */
static void add_unknown_work(struct findings *findings, const struct table *metrics)
{
    if (is_measured(metrics, DEVICE_UTILIZATION) || is_measured(metrics, DEVICE_POWER) ||
        is_measured(metrics, DEVICE_SM_ACTIVITY))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "gpus.work-unknown",
                    .weight = 70,
                    .level = "warn",
                    .section = "devices-what-the-gpus-measured",
                    .text = "Neither utilisation nor power of the GPUs is known: whether they "
                            "worked cannot be said.",
                    .value = 0,
                    .unit = "",
                    .threshold = NUMBER_MISSING,
                    .advice = "sample utilization and power, too, or name their columns with "
                              "--columns",
                });
}

/* The sentence's number is the highest temperature, or the first mean where none is known. */
void findings_of_measures(struct findings *findings)
{
    const struct table *metrics = tables_find(findings->tables, "device_metrics");
    if (!metrics)
        return;
    const char *parts[DEVICE_METRICS], *unit = "°C";
    size_t count = 0;
    double highest = mean_of(metrics, DEVICE_TEMPERATURE, "max"), value = highest;
    for (int metric = DEVICE_POWER; metric <= DEVICE_MEMORY_UTILIZATION; metric++) {
        double mean = mean_of(metrics, (enum device_metric)metric, "mean_per_device");
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
        add_unknown_work(findings, metrics);
    if (!count)
        return;
    const char *warmest = number_is_missing(highest)
                              ? ""
                              : arena_format(findings->arena, "; the warmest sample is %s",
                                             finding_quantity(findings, highest, "°C"));
    finding_add(findings,
                (struct finding){
                    .id = "gpus.means",
                    .weight = 42,
                    .level = "note",
                    .section = in_traces ? "traces-use" : "devices-what-the-gpus-measured",
                    .text = arena_format(findings->arena, "Mean per GPU: %s%s%s.",
                                         finding_list(findings, parts, count), warmest,
                                         energy_text(findings)),
                    .value = value,
                    .unit = unit,
                    .threshold = NUMBER_MISSING,
                    .advice = "",
                });
}
