#include "analysis/statistics/hypergeometric_tail.h"

#include <math.h>

#include "analysis/statistics/log_choose.h"

static const double NEGLIGIBLE = 1e-17; /* of the sum */

struct draw {
    double drawn, marked, items;
};

static double probability_of(const struct draw *draw, double hits)
{
    return exp(log_choose(draw->marked, hits) +
               log_choose(draw->items - draw->marked, draw->drawn - hits) -
               log_choose(draw->items, draw->drawn));
}

/* Of one hit more ÷ of so many. */
static double ratio_after(const struct draw *draw, double hits)
{
    return (draw->marked - hits) * (draw->drawn - hits) /
           ((hits + 1) * (draw->items - draw->marked - draw->drawn + hits + 1));
}

/* Of `from` to `last`, away from the mean, so that terms fall. */
static double sum_to(const struct draw *draw, double from, double last)
{
    double step = last < from ? -1 : 1, sum = 0, term = probability_of(draw, from);
    for (double hits = from; (last - hits) * step >= 0 && term > NEGLIGIBLE * sum; hits += step) {
        sum += term;
        term *= step > 0 ? ratio_after(draw, hits) : 1 / ratio_after(draw, hits - 1);
    }
    return sum;
}

double hypergeometric_tail(double hits, double drawn, double marked, double items)
{
    struct draw draw = {drawn, marked, items};
    double least = fmax(0, drawn + marked - items), most = fmin(drawn, marked);
    if (hits <= least)
        return 1;
    if (hits > most)
        return 0;
    if (hits * items > drawn * marked)
        return fmin(sum_to(&draw, hits, most), 1);
    return fmax(1 - sum_to(&draw, hits - 1, least), 0);
}
