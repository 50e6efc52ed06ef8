/* Whether the power and temperature of devices go with the run time of events. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "table/activity.h"
#include "util/number.h"

static const double GOES_WITH = 0.2;
static const double BY_CHANCE = 0.01;  /* in any of the metrics compared with run time */
static const double UNEVEN = 0.1;      /* halves that differ by more of all events are none */
static const double LEAST_UNEVEN = 10; /* events in the smaller one then */

/* The events above the median of a factor, or the others. */
struct half {
    double count, median_s, split_at;
};

static struct half half_of(const struct findings *findings, const char *factor, const char *name)
{
    const struct table *interplay = tables_find(findings->tables, "interplay");
    size_t row = interplay ? table_find_row(interplay, 0, "factor", factor, "half", name) : 0;
    if (!interplay || row == interplay->rows)
        return (struct half){0, NUMBER_MISSING, NUMBER_MISSING};
    return (struct half){table_numbers(interplay, "count")[row],
                         table_numbers(interplay, "duration_median_s")[row],
                         table_numbers(interplay, "split_at")[row]};
}

/* ": 43.4 s in the half above the median, 36.9 s in the other". Where many events have the median
 * itself few are above it: ": 1 min 6 s in the 15 of 120 events above the median of 45 °C, 41 s in
 * the others", and nothing of very few. "" where a half has no event. */
static const char *halves_text(const struct findings *findings, const char *factor,
                               const char *unit)
{
    struct half above = half_of(findings, factor, "above"),
                below = half_of(findings, factor, "up to");
    if (number_is_missing(above.median_s) || number_is_missing(below.median_s))
        return "";
    const char *above_text = finding_quantity(findings, above.median_s, "s");
    const char *below_text = finding_quantity(findings, below.median_s, "s");
    double all = above.count + below.count;
    if (fabs(above.count - below.count) <= fmax(1, UNEVEN * all))
        return arena_format(findings->arena, ": %s in the half above the median, %s in the other",
                            above_text, below_text);
    if (fmin(above.count, below.count) < LEAST_UNEVEN)
        return "";
    return arena_format(findings->arena,
                        ": %s in the %s of %s events above the median of %s, %s in the others",
                        above_text, finding_quantity(findings, above.count, ""),
                        finding_quantity(findings, all, ""),
                        finding_quantity(findings, above.split_at, unit), below_text);
}

static void add_interplay(struct findings *findings, const struct table *correlations, size_t row)
{
    const char *factor = table_texts(correlations, "factor")[row];
    const char *label = strcmp(factor, device_metric_rows[DEVICE_POWER].name) == 0
                            ? device_metric_rows[DEVICE_POWER].label
                            : device_metric_rows[DEVICE_TEMPERATURE].label;
    double rho = table_numbers(correlations, "rho")[row];
    double low = table_numbers(correlations, "low")[row];
    double high = table_numbers(correlations, "high")[row];
    if (number_is_missing(low))
        return;
    bool is_sure =
        table_numbers(correlations, "chance")[row] * (double)correlations->rows <= BY_CHANCE;
    bool goes = is_sure && fabs(rho) >= GOES_WITH;
    const char *how = low <= 0 && high >= 0 ? "does not go with"
                      : !is_sure            ? "does not clearly go with"
                      : !goes               ? "hardly goes with"
                      : rho > 0             ? "grows with"
                                            : "falls with";
    const char *text =
        arena_format(findings->arena,
                     "The run time of %s %s %s (rank correlation %s, 95 %% interval %s to %s)%s.",
                     finding_name(findings, table_texts(correlations, "event")[row]), how, label,
                     finding_hundredths(findings, rho), finding_hundredths(findings, low),
                     finding_hundredths(findings, high),
                     halves_text(findings, factor, table_texts(correlations, "unit")[row]));
    finding_add(findings, (struct finding){.id = "devices.correlation",
                                           .weight = goes ? 46 : 30,
                                           .level = "note",
                                           .section = "devices-interplay",
                                           .text = text,
                                           .value = rho,
                                           .unit = "",
                                           .threshold = GOES_WITH,
                                           .advice = ""});
}

void findings_of_correlations(struct findings *findings)
{
    const struct table *correlations = tables_find(findings->tables, "correlations");
    for (size_t row = 0; correlations && row < correlations->rows; row++) {
        const char *factor = table_texts(correlations, "factor")[row];
        if (strcmp(factor, device_metric_rows[DEVICE_POWER].name) == 0 ||
            strcmp(factor, device_metric_rows[DEVICE_TEMPERATURE].name) == 0)
            add_interplay(findings, correlations, row);
    }
}
