/* The logarithm of how many ways there are to choose. */
#ifndef ANALYSIS_STATISTICS_LOG_CHOOSE_H
#define ANALYSIS_STATISTICS_LOG_CHOOSE_H

#include <math.h>

static inline double log_factorial(double number)
{
    int sign;
    return lgamma_r(number + 1, &sign);
}

/* `some` of `all`, both whole numbers, 0 <= some <= all. */
static inline double log_choose(double all, double some)
{
    return log_factorial(all) - log_factorial(some) - log_factorial(all - some);
}

#endif
