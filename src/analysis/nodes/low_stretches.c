#include "analysis/nodes/low_stretches.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/statistics/statistic.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum { COLUMNS = 1000, LEAST_COLUMNS = 20, MOST_COLUMNS = 25000, ROUNDS = 10 };
enum { STRETCH_COLUMNS = 5 /* in the shortest stretch: of 5, a median of 5 sees 4 whole ones */ };
enum { GAP = 3 /* slots without a sample */ };
enum { LEAST_REACH = 2, MOST_REACH = 20 }; /* columns of the moving median on each side */

static const double REACH_S = 45;
static const double MOST_OF_RUN = 0.8, MOST_NODES = 0.9;
static const double LEAST_INTERVALS = 5, LEAST_S = 180, LEAST_SHARE = 0.02, ENOUGH_S = 600;
static const double AT_EDGE = 0.02, LEAST_AT_EDGE = 0.05; /* of the run */

struct search {
    struct low_stretches *found;
    const struct signals *signals;
    const double *slots; /* the mean over the nodes; NaN: too few of them */
    double *columns;     /* means of `width` slots each */
    size_t width, count; /* of columns */
    double low, usual;   /* part; the mean of what is not low */
    double low_end;      /* p20 outside of all stretches */
    size_t *low_nodes;   /* of each stretch */
};

/* Of those that are not missing; `numbers` NULL: of all, else only outside of stretches. */
static double quantile_of(const struct search *search, size_t from, size_t end,
                          const uint32_t *numbers, double p)
{
    double *present = memory_alloc_array(end - from + 1, sizeof *present);
    double quantile = NUMBER_MISSING;
    size_t count = 0;
    for (size_t slot = from; slot < end; slot++)
        if (!isnan(search->slots[slot]) && !(numbers && numbers[slot]))
            present[count++] = search->slots[slot];
    if (count)
        statistic_quantiles(present, count, &p, 1, &quantile);
    free(present);
    return quantile;
}

/* ---- what is low ---- */

/* So short a stretch counts, in seconds. */
static double least_length(const struct grid *grid)
{
    double run_s = (double)grid->slots * grid->step;
    double share_s = fmin(LEAST_SHARE * run_s, ENOUGH_S);
    double seen_s = STRETCH_COLUMNS * run_s / MOST_COLUMNS;
    return fmax(fmax(LEAST_INTERVALS * grid->step, LEAST_S), fmax(share_s, seen_s));
}

static size_t parts_of(size_t slots, size_t parts)
{
    return (slots + parts - 1) / parts;
}

/* The longer the run, the more columns: the shortest stretch has STRETCH_COLUMNS in any. */
static size_t width_of(const struct grid *grid)
{
    size_t in_stretch = (size_t)(least_length(grid) / grid->step / STRETCH_COLUMNS);
    size_t width = parts_of(grid->slots, COLUMNS), least = parts_of(grid->slots, MOST_COLUMNS);
    width = width < in_stretch ? width : in_stretch;
    return width > least ? width : least;
}

static void make_columns(struct search *search)
{
    size_t slots = search->found->metric->grid.slots;
    search->width = width_of(&search->found->metric->grid);
    search->count = slots ? (slots + search->width - 1) / search->width : 0;
    search->columns = memory_alloc_array(search->count, sizeof *search->columns);
    for (size_t c = 0; c < search->count; c++) {
        size_t first = c * search->width, left = slots - first;
        search->columns[c] =
            statistic_mean(search->slots + first, left < search->width ? left : search->width);
    }
}

static void smooth(struct search *search)
{
    double width_s = (double)search->width * search->found->metric->grid.step;
    double reach_s = fmin(fmax(ceil(REACH_S / width_s), LEAST_REACH), MOST_REACH);
    size_t reach = (size_t)reach_s;
    double window[2 * MOST_REACH + 1];
    double *medians = memory_alloc_array(search->count, sizeof *medians);
    for (size_t c = 0; c < search->count; c++) {
        size_t from = c > reach ? c - reach : 0, count = 0;
        for (size_t k = from; k <= c + reach && k < search->count; k++)
            if (!isnan(search->columns[k]))
                window[count++] = search->columns[k];
        medians[c] = count ? statistic_median(window, count) : NUMBER_MISSING;
    }
    free(search->columns);
    search->columns = medians;
}

/* The mean of what is not low by it, from the high end down. */
static void find_usual(struct search *search)
{
    search->usual = quantile_of(search, 0, search->found->metric->grid.slots, NULL, 0.95);
    for (int round = 0; round < ROUNDS; round++) {
        double sum = 0;
        size_t count = 0;
        for (size_t c = 0; c < search->count; c++) {
            bool is_high = search->columns[c] > search->low * search->usual;
            sum += is_high ? search->columns[c] : 0;
            count += is_high;
        }
        search->usual = count ? sum / (double)count : NUMBER_MISSING;
    }
}

static bool is_low(const struct search *search, size_t column)
{
    return search->columns[column] <= search->low * search->usual;
}

/* ---- stretches ---- */

/* The slot within reach of `slot` from which on values are nearer to `right` than to `left`. */
static size_t edge_near(const struct search *search, size_t slot, double left, double right)
{
    size_t reach = LEAST_REACH * search->width, slots = search->found->metric->grid.slots;
    size_t from = slot > reach ? slot - reach : 0, best = from;
    double sum = 0, least = 0;
    for (size_t k = from; k < slot + reach && k < slots; k++) {
        double value = search->slots[k];
        if (!isnan(value))
            sum += (value - left) * (value - left) - (value - right) * (value - right);
        if (sum < least) {
            least = sum;
            best = k + 1;
        }
    }
    return best;
}

static void trim_to_samples(const struct search *search, struct low_stretch *stretch)
{
    while (stretch->first < stretch->end && isnan(search->slots[stretch->first]))
        stretch->first++;
    while (stretch->first < stretch->end && isnan(search->slots[stretch->end - 1]))
        stretch->end--;
    for (size_t slot = stretch->first, missing = 0; slot < stretch->end; slot++) {
        missing = isnan(search->slots[slot]) ? missing + 1 : 0;
        stretch->gaps += missing == GAP ? GAP : missing > GAP ? 1 : 0;
    }
}

static void add(struct search *search, size_t first_column, size_t end_column)
{
    struct low_stretches *found = search->found;
    size_t slots = found->metric->grid.slots, end = end_column * search->width;
    struct low_stretch stretch = {.first = first_column * search->width,
                                  .end = end < slots ? end : slots};
    double level = statistic_mean(search->columns + first_column, end_column - first_column);
    if (stretch.first)
        stretch.first = edge_near(search, stretch.first, search->usual, level);
    if (stretch.end < slots)
        stretch.end = edge_near(search, stretch.end, level, search->usual);
    trim_to_samples(search, &stretch);
    if (stretch.end <= stretch.first ||
        (found->count && stretch.first < found->items[found->count - 1].end))
        return;
    *list_add(found) = stretch;
}

static void set_numbers(const struct low_stretches *found)
{
    for (size_t slot = 0; slot < found->metric->grid.slots; slot++)
        found->numbers[slot] = 0;
    for (size_t i = 0; i < found->count; i++)
        for (size_t slot = found->items[i].first; slot < found->items[i].end; slot++)
            found->numbers[slot] = (uint32_t)i + 1;
}

typedef bool keeps_function(const struct search *search, size_t number);

static void keep(const struct search *search, keeps_function *keeps)
{
    struct low_stretches *found = search->found;
    bool *is_kept = memory_alloc_array(found->count, sizeof *is_kept);
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++)
        is_kept[i] = keeps(search, i);
    for (size_t i = 0; i < found->count; i++)
        if (is_kept[i])
            found->items[kept++] = found->items[i];
    found->count = kept;
    set_numbers(found);
    free(is_kept);
}

/* In slots that count. */
static double length_of(const struct search *search, size_t number)
{
    const struct low_stretch *stretch = &search->found->items[number];
    return (double)(stretch->end - stretch->first - stretch->gaps);
}

static bool is_long(const struct search *search, size_t number)
{
    const struct grid *grid = &search->found->metric->grid;
    return length_of(search, number) * grid->step >= least_length(grid);
}

static bool is_at_edge(const struct search *search, size_t number)
{
    double slots = (double)search->found->metric->grid.slots;
    return (double)search->found->items[number].first <= AT_EDGE * slots ||
           (double)search->found->items[number].end >= (1 - AT_EDGE) * slots;
}

/* What comes again amid the run is no set-up. */
static bool is_no_set_up(const struct search *search, size_t number)
{
    if (!is_at_edge(search, number) ||
        length_of(search, number) >= LEAST_AT_EDGE * (double)search->found->metric->grid.slots)
        return true;
    for (size_t i = 0; i < search->found->count; i++)
        if (!is_at_edge(search, i))
            return true;
    return false;
}

static bool is_clear(const struct search *search, size_t number)
{
    const struct low_stretch *stretch = &search->found->items[number];
    double high = quantile_of(search, stretch->first, stretch->end, NULL, 0.8);
    return high <= search->low * search->low_end;
}

/* ---- samples ---- */

/* To the sums of all samples. */
static void add_samples(const struct low_stretches *stretches, const struct signal *signal,
                        struct low_mean *sums)
{
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(&stretches->metric->grid, signal->times[i]);
        if (slot == NO_SLOT || isnan(signal->values[i]))
            continue;
        sums[stretches->numbers[slot]].value += signal->values[i] * SUM_SCALE;
        sums[stretches->numbers[slot]].samples++;
    }
}

static struct low_mean *means_of(const struct low_stretches *stretches,
                                 const struct signal *signals, size_t count)
{
    struct low_mean *means = memory_alloc_array(stretches->count + 1, sizeof *means);
    for (size_t i = 0; i < count; i++)
        add_samples(stretches, &signals[i], means);
    for (size_t i = 0; i <= stretches->count; i++)
        means[i].value = means[i].samples ? means[i].value / (double)means[i].samples / SUM_SCALE
                                          : NUMBER_MISSING;
    return means;
}

static void count_nodes(const struct search *search)
{
    const struct low_stretches *found = search->found;
    for (size_t node = 0; node < found->metric->count; node++) {
        struct low_mean *means =
            means_of(found, &search->signals->items[found->metric->first + node], 1);
        for (size_t i = 0; i < found->count; i++) {
            found->items[i].nodes += means[0].samples && means[i + 1].samples;
            search->low_nodes[i] += means[i + 1].value <= search->low * means[0].value;
        }
        free(means);
    }
}

static bool is_on_most_nodes(const struct search *search, size_t number)
{
    size_t nodes = search->found->items[number].nodes;
    return nodes && (double)search->low_nodes[number] >= MOST_NODES * (double)nodes;
}

static void keep_those_on_most_nodes(struct search *search)
{
    search->low_nodes = memory_alloc_array(search->found->count, sizeof *search->low_nodes);
    count_nodes(search);
    keep(search, is_on_most_nodes);
    free(search->low_nodes);
}

struct low_mean *low_stretches_means(const struct low_stretches *stretches,
                                     const struct signals *signals, size_t metric)
{
    const struct signal_metric *its = &signals->metrics[metric];
    return means_of(stretches, &signals->items[its->first], its->count);
}

double low_stretch_start(const struct low_stretches *stretches, size_t number)
{
    const struct grid *grid = &stretches->metric->grid;
    return grid->start + (double)stretches->items[number].first * grid->step;
}

double low_stretch_end(const struct low_stretches *stretches, size_t number)
{
    const struct grid *grid = &stretches->metric->grid;
    size_t end = stretches->items[number].end;
    return end < grid->slots ? grid->start + (double)end * grid->step : grid->last;
}

double low_stretch_length(const struct low_stretches *stretches, size_t number)
{
    return low_stretch_end(stretches, number) - low_stretch_start(stretches, number) -
           (double)stretches->items[number].gaps * stretches->metric->grid.step;
}

/* ---- all ---- */

static void find(struct search *search)
{
    struct low_stretches *found = search->found;
    double low = 0;
    for (size_t c = 0, first = 0; c <= search->count; c++) {
        if (c < search->count && is_low(search, c))
            continue;
        if (c > first)
            add(search, first, c);
        first = c + 1;
    }
    keep(search, is_long);
    keep(search, is_no_set_up);
    search->low_end = quantile_of(search, 0, found->metric->grid.slots, found->numbers, 0.2);
    keep(search, is_clear);
    for (size_t i = 0; i < found->count; i++)
        low += length_of(search, i);
    if (low > MOST_OF_RUN * (double)found->metric->grid.slots)
        found->count = 0;
    set_numbers(found);
    keep_those_on_most_nodes(search);
}

void low_stretches_find(struct low_stretches *stretches, const struct signals *signals,
                        size_t metric, double low)
{
    const struct signal_metric *its = &signals->metrics[metric];
    const struct slot_loads *loads = slot_loads_of(signals, its);
    double *slots = memory_alloc_array(its->grid.slots, sizeof *slots);
    *stretches = (struct low_stretches){.metric = its,
                                        .numbers = memory_alloc_array(its->grid.slots,
                                                                      sizeof *stretches->numbers)};
    struct search search = {.found = stretches, .signals = signals, .slots = slots, .low = low};
    for (size_t slot = 0; slot < its->grid.slots; slot++)
        slots[slot] = 2 * loads->present[slot] >= its->present ? loads->mean[slot] : NUMBER_MISSING;
    make_columns(&search);
    smooth(&search);
    find_usual(&search);
    if (search.count >= LEAST_COLUMNS)
        find(&search);
    free(search.columns);
    free(slots);
}

void low_stretches_release(struct low_stretches *stretches)
{
    free(stretches->items);
    free(stretches->numbers);
    *stretches = (struct low_stretches){0};
}
