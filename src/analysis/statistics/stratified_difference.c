#include "analysis/statistics/stratified_difference.h"

#include <math.h>

#include "analysis/statistics/student_t.h"

/* Below it a difference is of rounding. */
static const double LEAST_DIFFERENCE = 1e-9;

static double mean_of(struct value_sums sums)
{
    return sums.sum / sums.count;
}

/* Of the mean: s² / n. */
static double variance_of(struct value_sums sums)
{
    double squares = sums.squares - sums.sum * sums.sum / sums.count;
    return fmax(squares, 0) / (sums.count - 1) / sums.count;
}

int stratified_difference_add(struct stratified_difference *difference, struct value_sums first,
                              struct value_sums other, double offset, double least)
{
    if (first.count < least || other.count < least)
        return 0;
    double weight = first.count * other.count / (first.count + other.count);
    double v1 = weight * weight * variance_of(first), v2 = weight * weight * variance_of(other);
    difference->weights += weight;
    difference->first += weight * (mean_of(first) + offset);
    difference->other += weight * (mean_of(other) + offset);
    difference->variance += v1 + v2;
    difference->freedom += v1 * v1 / (first.count - 1) + v2 * v2 / (other.count - 1);
    difference->first_count += first.count;
    difference->other_count += other.count;
    difference->strata++;
    return 1;
}

struct mean_difference stratified_difference_of(const struct stratified_difference *difference)
{
    struct mean_difference of = {NAN, NAN, NAN, NAN, NAN, NAN};
    if (!difference->strata)
        return of;
    of.first_mean = difference->first / difference->weights;
    of.other_mean = difference->other / difference->weights;
    of.difference = of.first_mean - of.other_mean;
    of.error = sqrt(difference->variance) / difference->weights;
    of.freedom = difference->freedom > 0
                     ? difference->variance * difference->variance / difference->freedom
                     : difference->first_count + difference->other_count - 2;
    of.chance = fabs(of.difference) > LEAST_DIFFERENCE
                    ? student_t_chance(of.difference / of.error, of.freedom)
                    : 1;
    return of;
}
