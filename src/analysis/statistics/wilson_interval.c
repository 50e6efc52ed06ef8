#include "analysis/statistics/wilson_interval.h"

#include <math.h>

double wilson_lower(double hits, double trials)
{
    static const double Z = 1.959963984540054; /* of the normal distribution at 0.975 */
    double share = hits / trials, z2 = Z * Z / trials;
    return (share + z2 / 2 - Z * sqrt(share * (1 - share) / trials + z2 / trials / 4)) / (1 + z2);
}
