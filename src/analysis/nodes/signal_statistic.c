#include "analysis/nodes/signal_statistic.h"

#include <math.h>

#include "analysis/nodes/sampling_gaps.h"
#include "table/rows.h"
#include "util/number.h"

const struct table *signal_table(const struct tables *tables, const struct signals *signals)
{
    const struct table *table = tables_find(tables, "node_metrics");
    return table && table->rows == signals->count ? table : NULL;
}

double signal_statistic(const struct tables *tables, const struct signals *signals,
                        const struct signal *signal, const char *column)
{
    const struct table *table = signal_table(tables, signals);
    return table && signal ? table_numbers(table, column)[signal_row(signals, signal)]
                           : NUMBER_MISSING;
}

static size_t first_after(const struct signal *signal, double time)
{
    size_t low = 0, high = signal->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (signal->times[middle] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* In intervals. The first sample is of one as long as the next. */
static double weight_of(const struct signal *signal, size_t i)
{
    size_t from = i ? i - 1 : 0;
    if (!(signal->slows || signal->quickens) ||
        !sampling_gap_is_whole(signal->times, signal->count, signal->interval_s, from))
        return 1;
    return (signal->times[from + 1] - signal->times[from]) / signal->interval_s;
}

struct signal_mean signal_mean_between(const struct signal *signal, double after, double until)
{
    struct signal_mean mean = {NUMBER_MISSING, 0};
    double sum = 0, weights = 0;
    for (size_t i = signal ? first_after(signal, after) : 0;
         signal && i < signal->count && signal->times[i] <= until; i++) {
        if (isnan(signal->values[i]))
            continue;
        double weight = weight_of(signal, i);
        sum += signal->values[i] * weight;
        weights += weight;
        mean.count++;
    }
    if (mean.count)
        mean.mean = sum / weights;
    return mean;
}

struct signal_mean signal_mean_of(const struct signal *signal)
{
    return signal_mean_between(signal, -INFINITY, INFINITY);
}
