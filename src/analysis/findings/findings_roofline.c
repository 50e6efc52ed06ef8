/* Whether memory bandwidth or the rate of operations limits the job, and how near it comes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

static const char wrong_rule[] = "nodes.roofline-ceilings-wrong",
                  bound_rule[] = "nodes.roofline-bound";

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
    const struct roofline_ceilings_rows table = roofline_ceilings_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.ceiling, name, NULL, NULL);
    return row < table.rows ? table.value[row] : NUMBER_MISSING;
}

/* "the options", "the cluster file, subcluster main", or both. */
static const char *source_of_ceilings(const struct findings *findings)
{
    const struct roofline_ceilings_rows table = roofline_ceilings_rows(findings->tables);
    size_t peak = rows_find(table.rows, 0, table.ceiling, "peak", NULL, NULL);
    size_t bandwidth = rows_find(table.rows, 0, table.ceiling, "bandwidth", NULL, NULL);
    const char *sources[] = {table.source[peak], table.source[bandwidth]};
    return finding_list(findings, sources, texts_equal(sources[0], sources[1]) ? 1 : 2);
}

static bool is_mean_node(const struct roofline_rows *table, size_t row)
{
    return strcmp(table->node[row], "*") == 0;
}

static double highest_of(const struct roofline_rows *table, const char *column)
{
    double highest = 0;
    for (size_t row = 0; row < table->rows; row++)
        if (is_mean_node(table, row))
            highest = fmax(highest, table_numbers(table->table, column)[row]);
    return highest;
}

static struct work find_work(const struct findings *findings, const struct roofline_rows *table,
                             struct limits limits)
{
    const double *intensities = table->intensity;
    const double *flops = table->flops;
    const double *bandwidths = table->bandwidth;
    double busy_share = finding_limit(findings, bound_rule, "busy_share");
    double least_flops = busy_share * highest_of(table, "flops");
    double least_bandwidth = busy_share * highest_of(table, "bandwidth");
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
    struct rule_finding made = rule_begin(findings, wrong_rule);
    rule_number(&made, "reached", work->reached);
    rule_text(&made, "source", source_of_ceilings(findings));
    rule_add(&made);
}

/* Far below the ceiling it is what the job could reach, not what limits it. */
static void add_bound(struct findings *findings, const struct work *work, struct limits limits)
{
    double ridge = limits.flops / limits.bandwidth;
    bool by_bandwidth = work->intensity < ridge;
    struct rule_finding made = rule_begin(findings, bound_rule);
    rule_number(&made, "intensity", work->intensity);
    rule_number(&made, "reached", work->reached);
    rule_number(&made, "possible", work->possible);
    rule_number(&made, "by_bandwidth", by_bandwidth);
    made.variant = work->reached >= rule_limit(&made, "near_ceiling") ? "near" : "far";
    made.level = RULE_NOTE;
    made.finding.unit = "F/B";
    rule_add(&made);
}

void findings_of_roofline(struct findings *findings)
{
    const struct roofline_rows table = roofline_rows(findings->tables);
    struct limits limits = {ceiling_of(findings, "peak"), ceiling_of(findings, "bandwidth")};
    if (!table.rows || isnan(limits.flops) || isnan(limits.bandwidth))
        return;
    struct work work = find_work(findings, &table, limits);
    if (work.reached > finding_limit(findings, wrong_rule, "note"))
        add_wrong_ceilings(findings, &work);
    else if (work.count)
        add_bound(findings, &work, limits);
}
