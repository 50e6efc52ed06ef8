#include "analysis/statistics/rank_correlation.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/ranks.h"
#include "util/memory.h"
#include "util/number.h"

enum { LEAST_OF_CHANCE = 10 };

static double product(const double *left, const double *right, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += left[i] * right[i];
    return sum;
}

struct rank_correlation rank_correlation_of_ranks(const double *x, const double *y, size_t count)
{
    static const double normal_quantile = 1.959963984540054; /* of 0.975 */
    struct rank_correlation found = {NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING,
                                     NUMBER_MISSING};
    double scale = product(x, x, count) * product(y, y, count);
    if (scale > 0)
        found.rho = fmax(-1, fmin(1, product(x, y, count) / sqrt(scale)));
    if (scale > 0 && count > 3) {
        double reach =
            normal_quantile * sqrt((1 + found.rho * found.rho / 2) / ((double)count - 3));
        found.low = tanh(atanh(found.rho) - reach);
        found.high = tanh(atanh(found.rho) + reach);
    }
    if (scale > 0 && count >= LEAST_OF_CHANCE)
        found.chance = erfc(fabs(atanh(found.rho)) / sqrt(2 * 1.06 / ((double)count - 3)));
    return found;
}

struct rank_correlation rank_correlation_of(const double *x, const double *y, size_t count)
{
    double *memory = memory_alloc_array(4 * count + 1, sizeof *memory);
    double *ranks_x = memory, *ranks_y = memory + count, *pairs = memory + 2 * count;
    ranks_of(x, count, pairs, ranks_x);
    ranks_of(y, count, pairs, ranks_y);
    struct rank_correlation found = rank_correlation_of_ranks(ranks_x, ranks_y, count);
    free(memory);
    return found;
}
