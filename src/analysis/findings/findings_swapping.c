/* Nodes that swap. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double SWAPPED = 0.01, SWAPPED_B = 1e9; /* of the memory; where that is unknown */
static const double SWAPPED_SHARE = 0.1;             /* of the swap space, where that is not */
static const double MOVED = 1e6, MUCH_MOVED = 1e7;   /* B/s, in and out */
static const double MUCH_MEMORY = 0.9;               /* of the node's */
static const double SLOWER = 0.7;                    /* load while swapping ÷ before */

/* ---- what counts ---- */

static double swapped(const struct table *table, size_t row)
{
    return table_numbers(table, "most_B")[row] - table_numbers(table, "least_B")[row];
}

static double least_swap(const struct table *table, size_t row)
{
    double limit = SWAPPED * table_numbers(table, "capacity_B")[row];
    return isnan(limit) ? SWAPPED_B : limit;
}

static double swapped_share(const struct table *table, size_t row)
{
    return table_numbers(table, "most_share")[row] - table_numbers(table, "least_share")[row];
}

static double moved(const struct table *table, size_t row)
{
    return table_numbers(table, "moved_B_s")[row];
}

static bool swaps(const struct table *table, size_t row)
{
    return swapped(table, row) >= least_swap(table, row) ||
           swapped_share(table, row) >= SWAPPED_SHARE || moved(table, row) >= MOVED;
}

static bool is_slower(const struct table *table, size_t row)
{
    return table_texts(table, "load_metric")[row] &&
           table_numbers(table, "load_during")[row] <
               SLOWER * table_numbers(table, "load_before")[row];
}

/* ---- when ---- */

static double within(const struct table *table, size_t row, double start, double end)
{
    return fmin(end, table_numbers(table, "until")[row]) -
           fmax(start, table_numbers(table, "from")[row]);
}

double finding_swapping_within(const struct findings *findings, double start, double end)
{
    const struct table *table = tables_find(findings->tables, "swapping");
    double most_s = 0;
    for (size_t row = 0; table && row < table->rows; row++)
        if (swaps(table, row))
            most_s = fmax(most_s, within(table, row, start, end));
    return most_s;
}

double finding_slow_swapping_within(const struct findings *findings, const char *node, double start,
                                    double end)
{
    const struct table *table = tables_find(findings->tables, "swapping");
    double most_s = 0;
    for (size_t row = 0; table && row < table->rows; row++)
        if (strcmp(table_texts(table, "node")[row], node) == 0 && swaps(table, row) &&
            is_slower(table, row))
            most_s = fmax(most_s, within(table, row, start, end));
    return most_s;
}

double finding_node_swapping_s(const struct findings *findings, const char *node)
{
    const struct table *table = tables_find(findings->tables, "swapping");
    double most_s = 0;
    for (size_t row = 0; table && row < table->rows; row++)
        if (strcmp(table_texts(table, "node")[row], node) == 0 && swaps(table, row))
            most_s = fmax(most_s, within(table, row, -INFINITY, INFINITY));
    return most_s;
}

/* ---- the sentence ---- */

/* What is compared: the swapped memory, the share of the swap space, or what was moved, whichever
 * is known first and enough. */
struct measure {
    double value, threshold;
    const char *unit;
};

static struct measure measure_of(const struct table *table, size_t row)
{
    if (swapped(table, row) >= least_swap(table, row))
        return (struct measure){swapped(table, row), least_swap(table, row), "B"};
    if (swapped_share(table, row) >= SWAPPED_SHARE)
        return (struct measure){swapped_share(table, row), SWAPPED_SHARE, ""};
    return (struct measure){moved(table, row), MOVED, "B/s"};
}

static const char *memory_text(const struct findings *findings, double share)
{
    return isnan(share) ? ""
                        : arena_format(findings->arena, ", with up to %s of its memory in use",
                                       finding_percent(findings, share));
}

static const char *load_text(const struct findings *findings, const struct table *table, size_t row)
{
    double before = table_numbers(table, "load_before")[row];
    double during = table_numbers(table, "load_during")[row];
    if (!is_slower(table, row))
        return "";
    return arena_format(findings->arena, "; its CPU load fell by %s",
                        finding_percent(findings, 1 - during / before));
}

/* "swapped up to 4 GiB", "swapped up to 90 % of its swap space", "swapped 40 MiB/s in and out" */
static const char *amount_text(const struct findings *findings, const struct table *table,
                               size_t row)
{
    struct measure measure = measure_of(table, row);
    if (strcmp(measure.unit, "B/s") == 0)
        return arena_format(findings->arena, "%s in and out",
                            finding_quantity(findings, measure.value, "B/s"));
    if (*measure.unit)
        return arena_format(findings->arena, "up to %s",
                            finding_quantity(findings, table_numbers(table, "most_B")[row], "B"));
    return arena_format(findings->arena, "up to %s of its swap space",
                        finding_percent(findings, table_numbers(table, "most_share")[row]));
}

static struct finding swap_finding(const struct findings *findings, const struct table *table,
                                   size_t worst, size_t count)
{
    const char *slower = load_text(findings, table, worst);
    const char *node = finding_name(findings, table_texts(table, "node")[worst]);
    double share = table_numbers(table, "memory_share")[worst];
    bool is_bad = *slower || share > MUCH_MEMORY || moved(table, worst) >= MUCH_MOVED;
    struct measure measure = measure_of(table, worst);
    const char *more = count > 1 ? arena_format(findings->arena, "; %zu more node%s swapped too",
                                                count - 1, count == 2 ? "" : "s")
                                 : "";
    return (struct finding){
        .weight = is_bad ? 98 : 76,
        .level = is_bad ? "bad" : "warn",
        .section = table_texts(table, "metric")[worst],
        .text = arena_format(findings->arena, "%s swapped %s %s%s%s%s.", node,
                             amount_text(findings, table, worst),
                             finding_span(findings, table_numbers(table, "from")[worst],
                                          table_numbers(table, "until")[worst]),
                             memory_text(findings, share), slower, more),
        .value = measure.value,
        .unit = measure.unit,
        .threshold = measure.threshold,
        .explains_low_load = true,
        .advice = "request more memory, or run fewer tasks per node",
        .clue = FINDING_CLUE_MEMORY,
        .clue_about = arena_format(findings->arena, "swap of %s", node),
    };
}

/* Of nodes whose swap is known in different ways, by how far each is above its limit. */
static bool is_worse(const struct table *table, size_t row, size_t other)
{
    struct measure one = measure_of(table, row), two = measure_of(table, other);
    return strcmp(one.unit, two.unit) == 0 ? one.value > two.value
                                           : one.value / one.threshold > two.value / two.threshold;
}

void findings_of_swapping(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "swapping");
    size_t worst = 0, count = 0;
    for (size_t row = 0; table && row < table->rows; row++) {
        if (!swaps(table, row))
            continue;
        if (!count++ || is_worse(table, row, worst))
            worst = row;
    }
    if (count)
        finding_add(findings, swap_finding(findings, table, worst, count));
}
