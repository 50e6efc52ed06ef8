/* factor_pairs: how run time and what devices measure go together, each with each, over the spans
 * of the kind of event that takes most time. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/statistics/rank_correlation.h"
#include "analysis/statistics/ranks.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/quantity.h"

enum { QUANTITIES = DEVICE_METRICS + 1, LEAST_EVENTS = 10, LEAST_QUANTITIES = 3 };

struct quantity {
    const char *label;
    double *values; /* of each span; NaN: not measured */
    double *ranks;  /* NULL: not measured in some */
};

struct pairs {
    const struct device_report *report;
    const struct event_kind *kind;
    struct quantity quantities[QUANTITIES]; /* those that vary, run time first */
    size_t quantity_count;
    double *x, *y, *scratch; /* of the spans in which both of a pair are known; scratch: 2 × as many
                              */
};

/* Whether known values differ, and whether all are known. */
struct variety {
    bool varies, is_complete;
};

static struct variety variety_of(const double *values, size_t count)
{
    struct variety variety = {.is_complete = true};
    double first = NUMBER_MISSING;
    for (size_t i = 0; i < count; i++) {
        if (number_is_missing(values[i])) {
            variety.is_complete = false;
            continue;
        }
        first = number_is_missing(first) ? values[i] : first;
        variety.varies |= values[i] != first;
    }
    return variety;
}

static void add_quantity(struct pairs *pairs, const char *label, double *values)
{
    size_t count = pairs->kind->count;
    struct variety variety = variety_of(values, count);
    if (!variety.varies) {
        free(values);
        return;
    }
    struct quantity *quantity = &pairs->quantities[pairs->quantity_count++];
    *quantity = (struct quantity){label, values, NULL};
    if (!variety.is_complete)
        return;
    quantity->ranks = memory_alloc_array(count + 1, sizeof *quantity->ranks);
    ranks_of(values, count, pairs->scratch, quantity->ranks);
}

static void find_quantities(struct pairs *pairs)
{
    const struct event_tasks *events = pairs->report->events;
    const uint32_t *spans = events->by_kind + events->kind_first[events->main_kind];
    size_t count = pairs->kind->count;
    double *durations = memory_alloc_array(count + 1, sizeof *durations);
    for (size_t i = 0; i < count; i++)
        durations[i] = events->spans[spans[i]].duration;
    add_quantity(pairs, "run time", durations);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        if (!events->means[metric])
            continue;
        double *values = memory_alloc_array(count + 1, sizeof *values);
        for (size_t i = 0; i < count; i++)
            values[i] = events->means[metric][spans[i]];
        add_quantity(pairs, device_metric_rows[metric].label, values);
    }
}

/* The spans in which both are known. */
static size_t take_both(struct pairs *pairs, const struct quantity *x, const struct quantity *y)
{
    size_t count = 0;
    if (x->ranks && y->ranks)
        return pairs->kind->count;
    for (size_t i = 0; i < pairs->kind->count; i++) {
        if (number_is_missing(x->values[i]) || number_is_missing(y->values[i]))
            continue;
        pairs->x[count] = x->values[i];
        pairs->y[count++] = y->values[i];
    }
    return count;
}

static void put_pair(struct pairs *pairs, const struct quantity *quantity,
                     const struct quantity *other, double least, double most)
{
    struct table *table = tables_get(pairs->report->tables, "factor_pairs");
    size_t count = take_both(pairs, quantity, other);
    if (count < LEAST_EVENTS)
        return;
    struct rank_correlation found =
        quantity->ranks && other->ranks
            ? rank_correlation_of_ranks(quantity->ranks, other->ranks, count)
            : rank_correlation_of(pairs->x, pairs->y, count);
    char low[64], high[64];
    quantity_format_fixed(least, 0, low, sizeof low);
    quantity_format_fixed(most, 0, high, sizeof high);
    struct factor_pairs_row row = factor_pairs_row_missing();
    row.event = pairs->kind->name;
    row.quantity = quantity->label;
    row.other = other->label;
    row.count = (double)count;
    row.rho = found.rho;
    row.low = found.low;
    row.high = found.high;
    row.says = least == most
                   ? arena_format(table->arena, "n = %s events of %s.", low, row.event)
                   : arena_format(table->arena, "n = %s to %s events of %s.", low, high, row.event);
    factor_pairs_row_put(table, &row);
}

/* Of how many spans pairs are, at least and at most. */
static void find_counts(struct pairs *pairs, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 1; i < pairs->quantity_count; i++)
        for (size_t k = 0; k < i; k++) {
            size_t count = take_both(pairs, &pairs->quantities[i], &pairs->quantities[k]);
            if (count < LEAST_EVENTS)
                continue;
            *least = fmin(*least, (double)count);
            *most = fmax(*most, (double)count);
        }
}

static void put_pairs(struct pairs *pairs)
{
    double least, most;
    find_counts(pairs, &least, &most);
    for (size_t i = 1; i < pairs->quantity_count; i++)
        for (size_t k = 0; k < i; k++)
            put_pair(pairs, &pairs->quantities[i], &pairs->quantities[k], least, most);
}

void device_tables_put_factor_pairs(const struct device_report *report)
{
    const struct event_tasks *events = report->events;
    if (events->main_kind == events->kind_count)
        return;
    struct pairs pairs = {.report = report, .kind = &events->kinds[events->main_kind]};
    pairs.scratch = memory_alloc_array(4 * pairs.kind->count + 1, sizeof *pairs.scratch);
    pairs.x = pairs.scratch + 2 * pairs.kind->count;
    pairs.y = pairs.x + pairs.kind->count;
    find_quantities(&pairs);
    if (pairs.quantity_count >= LEAST_QUANTITIES)
        put_pairs(&pairs);
    for (size_t i = 0; i < pairs.quantity_count; i++) {
        free(pairs.quantities[i].values);
        free(pairs.quantities[i].ranks);
    }
    free(pairs.scratch);
}
