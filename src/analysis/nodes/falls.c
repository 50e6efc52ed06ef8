#include "analysis/nodes/falls.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/work_signs.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

enum { COLUMNS = 120, LEAST_COLUMNS = 20 };

static const double FROM = 0.2, UNTIL = 0.8; /* of the time */
static const double LEAST_S = 300;           /* of each side */
static const double MOST_NODES = 0.9;
static const double GPUS_WORK = 0.1; /* of the time after */

static double mean_of_nodes(const struct bins *bins, size_t column)
{
    double sum = 0;
    size_t count = 0;
    for (size_t node = 0; node < bins->nodes; node++) {
        double mean = bins_mean(bins, node, column);
        sum += isnan(mean) ? 0 : mean;
        count += isnan(mean) ? 0 : 1;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

void fall_make(struct fall *fall, const struct signals *signals, size_t number)
{
    fall->signals = signals;
    fall->metric = &signals->metrics[number];
    bins_make(&fall->bins, signals, number, COLUMNS);
    fall->means = memory_alloc_array(fall->bins.columns, sizeof *fall->means);
    for (size_t c = 0; c < fall->bins.columns; c++)
        fall->means[c] = mean_of_nodes(&fall->bins, c);
}

void fall_release(struct fall *fall)
{
    bins_release(&fall->bins);
    free(fall->means);
}

/* Where the squares of what is left after both means are least; 0: not in the middle of the run. */
static size_t best_cut(const struct fall *fall)
{
    size_t columns = fall->bins.columns, best = 0;
    double most = 0;
    for (size_t c = 1; c < columns; c++) {
        double difference =
            statistic_mean(fall->means, c) - statistic_mean(fall->means + c, columns - c);
        double gain = difference * difference * (double)c * (double)(columns - c);
        if (difference > 0 && gain > most) {
            most = gain;
            best = c;
        }
    }
    return (double)best >= FROM * (double)columns && (double)best <= UNTIL * (double)columns ? best
                                                                                             : 0;
}

static double quantile_between(const double *means, size_t from, size_t end, double p)
{
    double *present = memory_alloc_array(end - from + 1, sizeof *present);
    double quantile = NUMBER_MISSING;
    size_t count = 0;
    for (size_t c = from; c < end; c++)
        if (!isnan(means[c]))
            present[count++] = means[c];
    if (count)
        statistic_quantiles(present, count, &p, 1, &quantile);
    free(present);
    return quantile;
}

/* The column of the cut may lie on both sides, and in the last one nodes come to rest. */
static bool is_clear(const struct fall *fall, double low)
{
    size_t end = fall->bins.columns - 1, middle = fall->cut + (end - fall->cut) * 2 / 3;
    double low_before = quantile_between(fall->means, 0, fall->cut - 1, 0.2);
    double high_after = quantile_between(fall->means, fall->cut + 1, end, 0.8);
    double late = quantile_between(fall->means, middle, end, 0.5);
    return high_after <= low * low_before && late <= low * low_before;
}

static double mean_of_node(const struct bins *bins, size_t node, size_t from, size_t end)
{
    double sum = 0;
    size_t count = 0;
    for (size_t c = from; c < end; c++) {
        double mean = bins_mean(bins, node, c);
        sum += isnan(mean) ? 0 : mean;
        count += isnan(mean) ? 0 : 1;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

struct around fall_around(const struct fall *fall, size_t node)
{
    return (struct around){mean_of_node(&fall->bins, node, 0, fall->cut),
                           mean_of_node(&fall->bins, node, fall->cut, fall->bins.columns)};
}

static bool falls_on_most_nodes(const struct fall *fall, double low)
{
    size_t fell = 0, known = 0;
    for (size_t node = 0; node < fall->bins.nodes; node++) {
        struct around around = fall_around(fall, node);
        known += !isnan(around.before) && !isnan(around.after);
        fell += around.after <= low * around.before;
    }
    return known && (double)fell >= MOST_NODES * (double)known;
}

static bool means_fall(struct fall *fall, double low)
{
    size_t columns = fall->bins.columns;
    if (columns < LEAST_COLUMNS || !(fall->cut = best_cut(fall)))
        return false;
    double width_s = fall->bins.width_s;
    return (double)fall->cut * width_s >= LEAST_S &&
           (double)(columns - fall->cut) * width_s >= LEAST_S && is_clear(fall, low);
}

/* ---- samples ---- */

/* For each slot of the two columns around the cut, how much nearer its samples are to the mean
 * before than to that after: less than 0. */
static void add_distances(const struct fall *fall, const struct signal *signal, size_t first,
                          double *distances, size_t count)
{
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(&fall->metric->grid, signal->times[i]);
        double value = signal->values[i];
        if (slot == NO_SLOT || slot < first || slot >= first + count || isnan(value))
            continue;
        distances[slot - first] += (value - fall->before) * (value - fall->before) -
                                   (value - fall->after) * (value - fall->after);
    }
}

/* The slot from which on samples of so many signals are nearer to the mean after the cut. */
static size_t first_low_slot(struct fall *fall, const struct signal *signals, size_t count)
{
    size_t columns = fall->bins.columns;
    size_t width = (size_t)(fall->bins.width_s / fall->metric->grid.step + 0.5);
    size_t first = (fall->cut - 1) * width, best = first;
    double *distances = memory_alloc_array(2 * width, sizeof *distances), sum = 0, least = 0;
    fall->before = statistic_mean(fall->means, fall->cut - 1);
    fall->after = statistic_mean(fall->means + fall->cut + 1, columns - fall->cut - 1);
    for (size_t i = 0; i < count; i++)
        add_distances(fall, &signals[i], first, distances, 2 * width);
    for (size_t k = 0; k < 2 * width; k++) {
        sum += distances[k];
        if (sum < least) {
            least = sum;
            best = first + k + 1;
        }
    }
    free(distances);
    return best;
}

static struct around samples_around(const struct grid *grid, const struct signal *signals,
                                    size_t count, double moment)
{
    double sums[2] = {0, 0};
    size_t counts[2] = {0, 0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < signals[i].count; k++) {
            bool is_after = signals[i].times[k] >= moment - grid->step / 2;
            if (isnan(signals[i].values[k]))
                continue;
            sums[is_after] += signals[i].values[k] * SUM_SCALE;
            counts[is_after]++;
        }
    for (size_t side = 0; side < 2; side++)
        sums[side] = counts[side] ? sums[side] / (double)counts[side] / SUM_SCALE : NUMBER_MISSING;
    return (struct around){sums[0], sums[1]};
}

static void look_closely(struct fall *fall, const struct signal *signals, size_t count)
{
    const struct grid *grid = &fall->metric->grid;
    fall->moment = grid->start + (double)first_low_slot(fall, signals, count) * grid->step;
    struct around around = samples_around(grid, signals, count, fall->moment);
    fall->before = around.before;
    fall->after = around.after;
}

bool fall_find(struct fall *fall, double low)
{
    if (!means_fall(fall, low) || !falls_on_most_nodes(fall, low))
        return false;
    look_closely(fall, &fall->signals->items[fall->metric->first], fall->metric->count);
    return true;
}

bool fall_find_of_node(struct fall *fall, size_t node, double low)
{
    double least = NUMBER_MISSING, most = NUMBER_MISSING;
    for (size_t c = 0; c < fall->bins.columns; c++) {
        fall->means[c] = bins_mean(&fall->bins, node, c);
        least = fmin(least, fall->means[c]);
        most = fmax(most, fall->means[c]);
    }
    if (!(least <= low * most) || !means_fall(fall, low))
        return false;
    look_closely(fall, &fall->signals->items[fall->metric->first + node], 1);
    return true;
}

struct around around_moment(const struct signals *signals, size_t number, double moment)
{
    const struct signal_metric *metric = &signals->metrics[number];
    return samples_around(&metric->grid, &signals->items[metric->first], metric->count, moment);
}

bool gpus_work_after(const struct analysis_request *request, const struct tables *tables,
                     const struct grid *grid, double moment)
{
    struct work_signs signs;
    size_t from = grid_slot(grid, moment), working = 0;
    work_signs_of_gpus(&signs, request, tables, grid);
    from = from == (size_t)-1 ? grid->slots : from;
    for (size_t slot = from; slot < grid->slots; slot++)
        working += signs.shown[slot];
    work_signs_release(&signs);
    return (double)working > GPUS_WORK * (double)(grid->slots - from);
}
