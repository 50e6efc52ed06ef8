/* Whether the power and temperature of devices go with the run time of events. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/activity.h"
#include "table/rows.h"
#include "util/number.h"

/* The events above the median of a factor, or the others. */
struct half {
    double count, median_s, split_at;
};

static struct half half_of(const struct findings *findings, const char *factor, const char *name)
{
    const struct interplay_rows interplay = interplay_rows(findings->tables);
    size_t row = rows_find(interplay.rows, 0, interplay.factor, factor, interplay.half, name);
    if (!interplay.rows || row == interplay.rows)
        return (struct half){0, NUMBER_MISSING, NUMBER_MISSING};
    return (struct half){interplay.count[row], interplay.duration_median_s[row],
                         interplay.split_at[row]};
}

/* The medians of the halves. Where many events have the median itself few are above it; of very few
 * nothing is said, nor where a half has no event. */
static void give_halves(struct rule_finding *made, const char *factor, const char *unit)
{
    const struct findings *findings = made->findings;
    struct half above = half_of(findings, factor, "above"),
                below = half_of(findings, factor, "up to");
    double all = above.count + below.count;
    bool are_even = fabs(above.count - below.count) <= fmax(1, rule_limit(made, "uneven") * all);
    if (!are_even && fmin(above.count, below.count) < rule_limit(made, "least_uneven"))
        return;
    rule_number(made, are_even ? "half_above" : "above", above.median_s);
    rule_number(made, are_even ? "half_below" : "below", below.median_s);
    rule_number(made, "count", above.count);
    rule_number(made, "events", all);
    rule_text(made, are_even ? "split" : "at", finding_quantity(findings, above.split_at, unit));
}

/* Of several metrics one correlates the more easily by chance: `chance` is that of any of them. The
 * interval is of one alone, and may exclude 0 where that is not improbable. */
static const char *how_text(const struct rule_finding *made, double rho, bool has_zero,
                            double chance)
{
    bool rises = rho > 0;
    if (has_zero)
        return "absent";
    if (chance > rule_limit(made, "hardly_by_chance"))
        return "unclear";
    if (chance > rule_limit(made, "by_chance"))
        return rises ? "may_rise" : "may_fall";
    return fabs(rho) < rule_limit(made, "correlates") ? "weak" : rises ? "rises" : "falls";
}

static const char *chance_text(const struct findings *findings, double chance)
{
    char text[64];
    return arena_text(findings->arena, quantity_format_chance(chance, text, sizeof text));
}

static void add_correlation(struct findings *findings, const struct correlations_rows *correlations,
                            size_t row)
{
    struct rule_finding made = rule_begin(findings, "devices.correlation");
    const char *factor = correlations->factor[row];
    enum device_metric metric = strcmp(factor, device_metric_rows[DEVICE_POWER].name) == 0
                                    ? DEVICE_POWER
                                    : DEVICE_TEMPERATURE;
    double rho = correlations->rho[row];
    double low = correlations->low[row];
    double high = correlations->high[row];
    if (number_is_missing(low))
        return;
    double chance = fmin(correlations->chance[row] * (double)correlations->rows, 1);
    bool is_sure = chance <= rule_limit(&made, "by_chance");
    bool correlates = is_sure && fabs(rho) >= rule_limit(&made, "correlates");
    rule_text(&made, "event", finding_name(findings, correlations->event[row]));
    rule_text(&made, "metric", device_metric_rows[metric].label);
    rule_number(&made, how_text(&made, rho, low <= 0 && high >= 0, chance), 1);
    if (!is_sure && !number_is_missing(correlations->chance[row])) {
        rule_text(&made, "p", chance_text(findings, chance));
        rule_number(&made, "tests", (double)correlations->rows);
    }
    rule_number(&made, "rho", rho);
    rule_number(&made, "low", low);
    rule_number(&made, "high", high);
    give_halves(&made, factor, correlations->unit[row]);
    made.level = RULE_NOTE;
    if (correlates) {
        made.threshold = copysign(rule_limit(&made, "correlates"), rho);
        made.more_weight = rule_limit(&made, "correlates_weight");
    }
    rule_add(&made);
}

void findings_of_correlations(struct findings *findings)
{
    const struct correlations_rows correlations = correlations_rows(findings->tables);
    for (size_t row = 0; row < correlations.rows; row++) {
        const char *factor = correlations.factor[row];
        if (strcmp(factor, device_metric_rows[DEVICE_POWER].name) == 0 ||
            strcmp(factor, device_metric_rows[DEVICE_TEMPERATURE].name) == 0)
            add_correlation(findings, &correlations, row);
    }
}
