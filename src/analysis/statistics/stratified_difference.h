/* How much the means of two groups differ where their members are of several strata, such as task
 * kinds: compared within each stratum only, so that it does not matter how strata are mixed in the
 * groups (Simpson's paradox: Journal of the Royal Statistical Society B 13, 238, 1951). */
#ifndef ANALYSIS_STATISTICS_STRATIFIED_DIFFERENCE_H
#define ANALYSIS_STATISTICS_STRATIFIED_DIFFERENCE_H

#include <stddef.h>

/* Sums over the values of one group in one stratum, less an offset near their mean, so that nothing
 * is lost in the squares. */
struct value_sums {
    double count, sum, squares;
};

struct stratified_difference {
    double weights;           /* of the strata that count */
    double first, other;      /* weighted sums of means */
    double variance, freedom; /* weighted sums: of the difference, and of its terms squared */
    double first_count, other_count;
    size_t strata;
};

/* Adds a stratum, if each group has at least `least` members there (2 or more). The difference
 * d = mean of the first − mean of the other has the weight n1 n2 / (n1 + n2) (Cochran, Biometrics
 * 10, 417, 1954). `offset` is what was taken off the values. Returns whether it counts. */
int stratified_difference_add(struct stratified_difference *difference, struct value_sums first,
                              struct value_sums other, double offset, double least);

/* Of what was added. Variances of the groups may differ, and from stratum to stratum: the sum of
 * their s² / n has Welch's degrees of freedom (Biometrika 34, 28, 1947). */
struct mean_difference {
    double first_mean, other_mean; /* weighted by stratum, alike for both */
    double difference, error;      /* standard error; 0 where no value varies */
    double freedom;
    double chance; /* two-sided p value of no difference; NaN of no stratum */
};
struct mean_difference stratified_difference_of(const struct stratified_difference *difference);

#endif
