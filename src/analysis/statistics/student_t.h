/* Student's t distribution: chances of a difference of means, and its intervals. */
#ifndef ANALYSIS_STATISTICS_STUDENT_T_H
#define ANALYSIS_STATISTICS_STUDENT_T_H

/* The two-sided p value: the chance of a value as far from 0, or farther, with so many degrees of
 * freedom (above 0, not necessarily whole). Of an infinite t it is 0. Relative error below 1e-9 up
 * to 1e6 degrees; by the continued fraction of the incomplete beta function (NIST Digital Library
 * of Mathematical Functions, 8.17.22). */
double student_t_chance(double t, double freedom);

/* The value that is exceeded, on either side together, with this chance (above 0, below 1). */
double student_t_value(double chance, double freedom);

#endif
