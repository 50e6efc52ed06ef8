#include "analysis/statistics/binomial_tail.h"

#include <math.h>

#include "analysis/statistics/log_choose.h"

static const double NEGLIGIBLE = 1e-17; /* of the sum */

/* Exactly so many. */
static double probability_of(double successes, double trials, double chance)
{
    return exp(log_choose(trials, successes) + successes * log(chance) +
               (trials - successes) * log1p(-chance));
}

/* Of `from`, from + step, …: away from the mean, so that terms fall. */
static double sum_from(double from, double step, double trials, double chance)
{
    double odds = chance / (1 - chance), term = probability_of(from, trials, chance), sum = 0;
    for (double k = from; k >= 0 && k <= trials && term > NEGLIGIBLE * sum; k += step) {
        sum += term;
        term *= step > 0 ? (trials - k) / (k + 1) * odds : k / (trials - k + 1) / odds;
    }
    return sum;
}

double binomial_tail(double successes, double trials, double chance)
{
    if (!(successes > 0) || chance >= 1)
        return 1;
    if (successes > trials || !(chance > 0))
        return 0;
    if (successes > trials * chance)
        return fmin(sum_from(successes, 1, trials, chance), 1);
    return fmax(1 - sum_from(successes - 1, -1, trials, chance), 0);
}
