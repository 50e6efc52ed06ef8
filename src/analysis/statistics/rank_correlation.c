#include "analysis/statistics/rank_correlation.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/number_sort.h"
#include "util/memory.h"
#include "util/number.h"

/* Less the mean rank, so that they add up to nothing. */
static void rank(const double *values, size_t count, double *pairs, double *ranks)
{
    for (size_t i = 0; i < count; i++) {
        pairs[2 * i] = values[i];
        pairs[2 * i + 1] = (double)i;
    }
    number_sort(pairs, count, 2);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && pairs[2 * to] == pairs[2 * from];)
            to++;
        for (size_t i = from; i < to; i++)
            ranks[(size_t)pairs[2 * i + 1]] =
                ((double)from + (double)to - 1) / 2 - ((double)count - 1) / 2;
    }
}

static double product(const double *left, const double *right, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += left[i] * right[i];
    return sum;
}

struct rank_correlation rank_correlation_of(const double *x, const double *y, size_t count)
{
    static const double normal_quantile = 1.959963984540054; /* of 0.975 */
    struct rank_correlation found = {NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    double *memory = memory_alloc_array(4 * count + 1, sizeof *memory);
    double *ranks_x = memory, *ranks_y = memory + count, *pairs = memory + 2 * count;
    rank(x, count, pairs, ranks_x);
    rank(y, count, pairs, ranks_y);
    double scale = product(ranks_x, ranks_x, count) * product(ranks_y, ranks_y, count);
    if (scale > 0)
        found.rho = fmax(-1, fmin(1, product(ranks_x, ranks_y, count) / sqrt(scale)));
    if (scale > 0 && count > 3) {
        double reach =
            normal_quantile * sqrt((1 + found.rho * found.rho / 2) / ((double)count - 3));
        found.low = tanh(atanh(found.rho) - reach);
        found.high = tanh(atanh(found.rho) + reach);
    }
    free(memory);
    return found;
}
