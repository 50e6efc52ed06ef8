/* Whether what a device measures goes with run time, over the spans of the kind of event that takes
 * most of it. interplay: run times of the halves below and above the median. correlations: of
 * ranks. factor_cells: how many spans lie where; factor_density: where most of them do. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/statistics/equal_bins.h"
#include "analysis/statistics/plane_density.h"
#include "analysis/statistics/rank_correlation.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/quantity.h"

enum { LEAST_CELLS = 8, MOST_CELLS = 48 };

struct factor {
    const struct device_report *report;
    enum device_metric metric;
    const char *event;
    size_t count;
    double *values, *durations; /* of the spans in which it was measured */
    double *scratch;            /* 3 × count */
};

static double median_of(const double *values, size_t count, double *scratch)
{
    static const double half = 0.5;
    double median;
    statistic_quantiles_of(values, count, scratch, &half, 1, &median);
    return median;
}

/* ---- interplay ---- */

/* `of_all`: the median is that of all events. */
static void put_half(const struct factor *factor, double split, bool of_all, bool above)
{
    struct table *table = tables_get(factor->report->tables, "interplay");
    double *values = factor->scratch, *durations = values + factor->count;
    size_t count = 0;
    char text[64];
    for (size_t i = 0; i < factor->count; i++) {
        if ((factor->values[i] > split) != above)
            continue;
        values[count] = factor->values[i];
        durations[count++] = factor->durations[i];
    }
    struct box box;
    const char *split_text = quantity_format(split, device_metric_rows[factor->metric].unit,
                                             UNITS_SI, text, sizeof text);
    statistic_box(durations, count, durations + factor->count, &box);
    struct interplay_row row = interplay_row_missing();
    row.factor = device_metric_rows[factor->metric].name;
    row.unit = device_metric_rows[factor->metric].unit;
    row.split_at = split;
    row.half = above ? "above" : "up to";
    row.count = (double)count;
    row.factor_median = median_of(values, count, durations + factor->count);
    row.duration_q1_s = box.q1;
    row.duration_median_s = box.q2;
    row.duration_q3_s = box.q3;
    row.event = factor->event;
    row.duration_min_s = box.q0;
    row.duration_lower_s = box.lower;
    row.duration_upper_s = box.upper;
    row.duration_max_s = box.q4;
    row.group = arena_format(table->arena, "%s %s %s%s", device_metric_rows[factor->metric].label,
                             above ? "above" : "up to", split_text, of_all ? " (all)" : "");
    row.split_by = of_all ? "all events" : "event";
    interplay_row_put(table, &row);
}

/* ---- factor_cells ---- */

/* Where the tails are long, from the 0.5th to the 99.5th percentile. */
static void find_range(const double *values, size_t count, double *scratch, double *low,
                       double *high)
{
    static const double p[] = {0, 0.005, 0.995, 1};
    double q[4];
    statistic_quantiles_of(values, count, scratch, p, 4, q);
    bool long_tails = q[2] - q[1] < 0.7 * (q[3] - q[0]) && q[2] > q[1];
    *low = long_tails ? q[1] : q[0];
    *high = long_tails ? q[2] : q[3];
    if (*low < *high)
        return;
    *low -= 0.5;
    *high += 0.5;
}

static const char *words_of(const struct factor *factor, const struct rank_correlation *found,
                            struct arena *arena)
{
    char count[64], rho[64], low[64], high[64];
    quantity_format_fixed((double)factor->count, 0, count, sizeof count);
    if (number_is_missing(found->low))
        return arena_format(arena, "%s events of %s", count, factor->event);
    return arena_format(arena, "rank correlation %s (95 %% interval %s to %s) over %s events of %s",
                        quantity_format_fixed(found->rho, 2, rho, sizeof rho),
                        quantity_format_fixed(found->low, 2, low, sizeof low),
                        quantity_format_fixed(found->high, 2, high, sizeof high), count,
                        factor->event);
}

static void put_cells(const struct factor *factor, const struct rank_correlation *found)
{
    struct table *table = tables_get(factor->report->tables, "factor_cells");
    double x0, x1, y0, y1;
    size_t side = (size_t)fmin(MOST_CELLS, fmax(LEAST_CELLS, sqrt((double)factor->count)));
    const char *says = words_of(factor, found, table->arena);
    size_t *counts = memory_alloc_array(side * side, sizeof *counts);
    find_range(factor->values, factor->count, factor->scratch, &x0, &x1);
    find_range(factor->durations, factor->count, factor->scratch, &y0, &y1);
    double width = (x1 - x0) / (double)side, height = (y1 - y0) / (double)side;
    for (size_t i = 0; i < factor->count; i++) {
        double x = factor->values[i], y = factor->durations[i];
        if (x >= x0 && x <= x1 && y >= y0 && y <= y1)
            counts[equal_bin_of(y, y0, height, side) * side + equal_bin_of(x, x0, width, side)]++;
    }
    for (size_t i = 0; i < side * side; i++) {
        if (!counts[i])
            continue;
        struct factor_cells_row row = factor_cells_row_missing();
        row.factor = device_metric_rows[factor->metric].name;
        row.unit = device_metric_rows[factor->metric].unit;
        row.event = factor->event;
        row.value = x0 + (double)(i % side) * width;
        const size_t line = i / side;
        row.duration_s = y0 + (double)line * height;
        row.width = width;
        row.height_s = height;
        row.count = (double)counts[i];
        row.says = says;
        factor_cells_row_put(table, &row);
    }
    free(counts);
}

/* ---- factor_density ---- */

enum { DENSITY_SIDE = 40, DENSITY_LEAST = 30 };

/* Cells along one direction, with room for what the kernel adds between the lowest value and the
 * highest: beyond these there is nothing. */
struct side {
    double low, high, width, bandwidth; /* the last in cells */
};

static struct side side_of(const double *values, size_t count, double *scratch)
{
    static const double p[] = {0, 0.0025, 0.05, 0.25, 0.75, 0.95, 0.9975, 1};
    double q[8];
    struct summary summary;
    statistic_quantiles_of(values, count, scratch, p, 8, q);
    statistic_summarise(values, count, scratch, &summary);
    double kernel =
        fmin(summary.deviation, q[4] > q[3] ? (q[4] - q[3]) / 1.349 : (q[5] - q[2]) / 3.290);
    kernel *= pow((double)count, -1.0 / 6);
    struct side side = {.low = fmax(q[0], q[1] - 3 * kernel),
                        .high = fmin(q[7], q[6] + 3 * kernel)};
    side.width = (side.high - side.low) / DENSITY_SIDE;
    side.bandwidth = side.width > 0 ? kernel / side.width : 0;
    return side;
}

static bool is_within(double value, const struct side *side)
{
    return value >= side->low && value <= side->high;
}

static void put_density_rows(const struct factor *factor, const struct side *x,
                             const struct side *y, const double *counts, const double *shares,
                             const char *says)
{
    struct table *table = tables_get(factor->report->tables, "factor_density");
    for (size_t i = 0; i < DENSITY_SIDE * DENSITY_SIDE; i++) {
        if (!(shares[i] < 1) && !(counts[i] > 0))
            continue;
        const size_t column = i % DENSITY_SIDE, line = i / DENSITY_SIDE;
        struct factor_density_row row = factor_density_row_missing();
        row.factor = device_metric_rows[factor->metric].name;
        row.unit = device_metric_rows[factor->metric].unit;
        row.event = factor->event;
        row.value_low = x->low + (double)column * x->width;
        row.value_high = x->low + (double)(column + 1) * x->width;
        row.duration_low_s = y->low + (double)line * y->width;
        row.duration_high_s = y->low + (double)(line + 1) * y->width;
        row.count = counts[i];
        row.share = shares[i];
        row.says = says;
        factor_density_row_put(table, &row);
    }
}

static void put_density(const struct factor *factor, const struct rank_correlation *found)
{
    struct side x = side_of(factor->values, factor->count, factor->scratch);
    struct side y = side_of(factor->durations, factor->count, factor->scratch);
    if (factor->count < DENSITY_LEAST || !(x.width > 0) || !(y.width > 0))
        return;
    double *counts = memory_alloc_array(2 * DENSITY_SIDE * DENSITY_SIDE, sizeof *counts);
    double *shares = counts + DENSITY_SIDE * DENSITY_SIDE;
    for (size_t i = 0; i < factor->count; i++)
        if (is_within(factor->values[i], &x) && is_within(factor->durations[i], &y))
            counts[equal_bin_of(factor->durations[i], y.low, y.width, DENSITY_SIDE) * DENSITY_SIDE +
                   equal_bin_of(factor->values[i], x.low, x.width, DENSITY_SIDE)]++;
    plane_shares(&(struct plane_grid){DENSITY_SIDE, DENSITY_SIDE, x.bandwidth, y.bandwidth, counts,
                                      (double)factor->count},
                 shares);
    put_density_rows(factor, &x, &y, counts, shares,
                     words_of(factor, found, factor->report->tables->arena));
    free(counts);
}

/* ---- all of a factor ---- */

static void put_correlation(const struct factor *factor, const struct rank_correlation *found)
{
    struct correlations_row row = correlations_row_missing();
    row.factor = device_metric_rows[factor->metric].name;
    row.unit = device_metric_rows[factor->metric].unit;
    row.event = factor->event;
    row.count = (double)factor->count;
    row.rho = found->rho;
    row.low = found->low;
    row.high = found->high;
    row.chance = found->chance;
    correlations_row_put(tables_at(factor->report->tables, TABLE_correlations), &row);
}

static bool varies(const double *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (values[i] != values[0])
            return true;
    return false;
}

static void take_spans(struct factor *factor)
{
    const struct event_tasks *events = factor->report->events;
    size_t kind = events->main_kind;
    for (size_t i = events->kind_first[kind]; i < events->kind_first[kind + 1]; i++) {
        double value = event_mean(events, events->by_kind[i], factor->metric);
        if (number_is_missing(value))
            continue;
        factor->values[factor->count] = value;
        factor->durations[factor->count++] = events->spans[events->by_kind[i]].duration;
    }
}

/* Split where half of all events are below, whatever they are: where events of other kinds leave
 * the device idle, the halves are unequal. */
static void put_halves_of_all(const struct factor *factor, double own_split)
{
    const struct event_tasks *events = factor->report->events;
    double *scratch = memory_alloc_array(events->span_count + 1, sizeof *scratch);
    double split = median_of(events->means[factor->metric], events->span_count, scratch);
    size_t above = 0;
    free(scratch);
    for (size_t i = 0; i < factor->count; i++)
        above += factor->values[i] > split;
    if (split == own_split || above == 0 || above == factor->count)
        return;
    put_half(factor, split, true, false);
    put_half(factor, split, true, true);
}

void device_tables_put_correlations(const struct device_report *report)
{
    const struct event_tasks *events = report->events;
    if (events->main_kind == events->kind_count)
        return;
    const struct event_kind *kind = &events->kinds[events->main_kind];
    double *memory = memory_alloc_array(5 * kind->count + 1, sizeof *memory);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        struct factor factor = {report,
                                (enum device_metric)metric,
                                kind->name,
                                0,
                                memory,
                                memory + kind->count,
                                memory + 2 * kind->count};
        take_spans(&factor);
        if (factor.count < 2 || !varies(factor.values, factor.count))
            continue;
        double split = median_of(factor.values, factor.count, factor.scratch);
        put_half(&factor, split, false, false);
        put_half(&factor, split, false, true);
        put_halves_of_all(&factor, split);
        struct rank_correlation found =
            rank_correlation_of(factor.values, factor.durations, factor.count);
        put_correlation(&factor, &found);
        put_cells(&factor, &found);
        put_density(&factor, &found);
    }
    free(memory);
}
