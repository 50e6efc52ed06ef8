/* Whether the power and temperature of devices go with the run time of events. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "table/activity.h"
#include "util/number.h"

static const double GOES_WITH = 0.2;

static double half_of(const struct findings *findings, const char *factor, const char *half)
{
    const struct table *interplay = tables_find(findings->tables, "interplay");
    size_t row = interplay ? table_find_row(interplay, 0, "factor", factor, "half", half) : 0;
    return interplay && row < interplay->rows ? table_numbers(interplay, "duration_median_s")[row]
                                              : NUMBER_MISSING;
}

/* ": 43.4 s in the half above the median, 36.9 s in the other"; "" where a half has no event. */
static const char *halves_text(const struct findings *findings, const char *factor)
{
    double above = half_of(findings, factor, "above"), below = half_of(findings, factor, "up to");
    if (number_is_missing(above) || number_is_missing(below))
        return "";
    return arena_format(findings->arena, ": %s in the half above the median, %s in the other",
                        finding_quantity(findings, above, "s"),
                        finding_quantity(findings, below, "s"));
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
    bool goes = (low > 0 || high < 0) && fabs(rho) >= GOES_WITH;
    const char *how = low <= 0 && high >= 0 ? "does not go with"
                      : !goes               ? "hardly goes with"
                      : rho > 0             ? "grows with"
                                            : "falls with";
    const char *text =
        arena_format(findings->arena,
                     "The run time of %s %s %s (rank correlation %s, 95 %% interval %s to %s)%s.",
                     finding_name(findings, table_texts(correlations, "event")[row]), how, label,
                     finding_hundredths(findings, rho), finding_hundredths(findings, low),
                     finding_hundredths(findings, high), halves_text(findings, factor));
    finding_add(findings, (struct finding){.weight = goes ? 46 : 30,
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
