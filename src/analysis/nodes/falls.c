#include "analysis/nodes/falls.h"

#include <math.h>
#include <stdlib.h>

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

static double mean_between(const double *means, size_t from, size_t end)
{
    double sum = 0;
    size_t count = 0;
    for (size_t c = from; c < end; c++) {
        sum += isnan(means[c]) ? 0 : means[c];
        count += isnan(means[c]) ? 0 : 1;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

/* Where the squares of what is left after both means are least; 0: not in the middle of the run. */
static size_t best_cut(const struct fall *fall)
{
    size_t columns = fall->bins.columns, best = 0;
    double most = 0;
    for (size_t c = 1; c < columns; c++) {
        double difference = mean_between(fall->means, 0, c) - mean_between(fall->means, c, columns);
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
    fall->moment = fall->bins.start + (double)fall->cut * width_s;
    fall->before = mean_between(fall->means, 0, fall->cut);
    fall->after = mean_between(fall->means, fall->cut, columns);
    return (double)fall->cut * width_s >= LEAST_S &&
           (double)(columns - fall->cut) * width_s >= LEAST_S && is_clear(fall, low);
}

bool fall_find(struct fall *fall, double low)
{
    return means_fall(fall, low) && falls_on_most_nodes(fall, low);
}

bool fall_find_of_node(struct fall *fall, size_t node, double low)
{
    double least = NUMBER_MISSING, most = NUMBER_MISSING;
    for (size_t c = 0; c < fall->bins.columns; c++) {
        fall->means[c] = bins_mean(&fall->bins, node, c);
        least = fmin(least, fall->means[c]);
        most = fmax(most, fall->means[c]);
    }
    return least <= low * most && means_fall(fall, low);
}

struct around around_moment(const struct signals *signals, size_t number, double moment)
{
    struct around around = {0, 0};
    struct fall fall = {0};
    size_t counts[2] = {0, 0};
    fall_make(&fall, signals, number);
    for (size_t c = 0; c < fall.bins.columns; c++) {
        bool is_after = bins_middle(&fall.bins, c) >= moment;
        if (isnan(fall.means[c]))
            continue;
        *(is_after ? &around.after : &around.before) += fall.means[c];
        counts[is_after]++;
    }
    around.before /= counts[0] ? (double)counts[0] : NUMBER_MISSING;
    around.after /= counts[1] ? (double)counts[1] : NUMBER_MISSING;
    fall_release(&fall);
    return around;
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
