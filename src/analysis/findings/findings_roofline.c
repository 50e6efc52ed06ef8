/* Whether memory bandwidth or the rate of operations limits the job, and how near it comes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double BUSY_SHARE = 0.1;    /* of the highest rate: less is not counted as work */
static const double ABOVE_CEILING = 1.1; /* measured ÷ possible */
static const double NEAR_CEILING = 0.6;

struct limits {
    double flops, bandwidth;
};

/* What the mean node did while it worked: medians. */
struct work {
    double intensity, flops;
    double possible; /* at each moment's intensity, F/s */
    double reached;  /* measured ÷ possible */
    size_t count;
};

static double ceiling_of(const struct findings *findings, const char *name)
{
    const struct table *table = tables_find(findings->tables, "roofline_ceilings");
    size_t row = table ? table_find_row(table, 0, "ceiling", name, NULL, NULL) : 0;
    return table && row < table->rows ? table_numbers(table, "value")[row] : NUMBER_MISSING;
}

static bool is_mean_node(const struct table *table, size_t row)
{
    return strcmp(table_texts(table, "node")[row], "*") == 0;
}

static double highest_of(const struct table *table, const char *column)
{
    double highest = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (is_mean_node(table, row))
            highest = fmax(highest, table_numbers(table, column)[row]);
    return highest;
}

static struct work find_work(const struct table *table, struct limits limits)
{
    const double *intensities = table_numbers(table, "intensity");
    const double *flops = table_numbers(table, "flops");
    const double *bandwidths = table_numbers(table, "bandwidth");
    double least_flops = BUSY_SHARE * highest_of(table, "flops");
    double least_bandwidth = BUSY_SHARE * highest_of(table, "bandwidth");
    double *values[4];
    struct work work = {0};
    for (size_t i = 0; i < 4; i++)
        values[i] = memory_alloc_array(table->rows, sizeof *values[i]);
    for (size_t row = 0; row < table->rows; row++) {
        if (!is_mean_node(table, row) ||
            (flops[row] < least_flops && bandwidths[row] < least_bandwidth))
            continue;
        double possible = fmin(limits.flops, limits.bandwidth * intensities[row]);
        values[0][work.count] = intensities[row];
        values[1][work.count] = flops[row];
        values[2][work.count] = possible;
        values[3][work.count++] = flops[row] / possible;
    }
    work.intensity = statistic_median(values[0], work.count);
    work.flops = statistic_median(values[1], work.count);
    work.possible = statistic_median(values[2], work.count);
    work.reached = statistic_median(values[3], work.count);
    for (size_t i = 0; i < 4; i++)
        free(values[i]);
    return work;
}

static void add_wrong_ceilings(struct findings *findings, const struct work *work)
{
    finding_add(findings,
                (struct finding){
                    .id = "nodes.roofline-ceilings-wrong",
                    .weight = 44,
                    .level = "note",
                    .section = "roofline",
                    .text = arena_format(findings->arena,
                                         "The floating-point rate is %s of what the given peak "
                                         "rates allow: they are not those of these nodes, or the "
                                         "counters are wrong.",
                                         finding_percent(findings, work->reached)),
                    .value = work->reached,
                    .unit = "",
                    .threshold = ABOVE_CEILING,
                    .advice = "give the right ones with --peak-flops and --peak-bandwidth",
                });
}

/* Below NEAR_CEILING the ceiling is what it could reach, not what limits it. */
static const char *bound_text(const struct findings *findings, const struct work *work,
                              const char *ceiling, bool is_near)
{
    const char *intensity = finding_quantity(findings, work->intensity, "");
    const char *possible = finding_quantity(findings, work->possible, "F/s");
    const char *reached = finding_percent(findings, work->reached);
    if (is_near)
        return arena_format(findings->arena,
                            "Limited by %s at %s FLOP/byte: a node reached %s of the attainable "
                            "%s (medians while working).",
                            ceiling, intensity, reached, possible);
    return arena_format(findings->arena,
                        "At %s FLOP/byte %s allows %s per node; it reached %s of that (medians "
                        "while working), so something else limits it.",
                        intensity, ceiling, possible, reached);
}

static void add_bound(struct findings *findings, const struct work *work, struct limits limits)
{
    double ridge = limits.flops / limits.bandwidth;
    bool by_bandwidth = work->intensity < ridge;
    bool is_near = work->reached >= NEAR_CEILING;
    const char *ceiling = by_bandwidth ? "memory bandwidth" : "peak performance";
    finding_add(findings, (struct finding){
                              .id = "nodes.roofline-bound",
                              .weight = 43,
                              .level = "note",
                              .section = "roofline",
                              .text = bound_text(findings, work, ceiling, is_near),
                              .value = work->intensity,
                              .unit = "F/B",
                              .threshold = ridge,
                              .advice = !is_near       ? "check latency, vectorisation, "
                                                         "balance and communication"
                                        : by_bandwidth ? "reuse data while it is in the caches"
                                                       : "",
                          });
}

void findings_of_roofline(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "roofline");
    struct limits limits = {ceiling_of(findings, "peak"), ceiling_of(findings, "bandwidth")};
    if (!table || isnan(limits.flops) || isnan(limits.bandwidth))
        return;
    struct work work = find_work(table, limits);
    if (work.reached > ABOVE_CEILING)
        add_wrong_ceilings(findings, &work);
    else if (work.count)
        add_bound(findings, &work, limits);
}
