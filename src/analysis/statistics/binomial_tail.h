/* How likely so many successes are by chance. */
#ifndef ANALYSIS_STATISTICS_BINOMIAL_TAIL_H
#define ANALYSIS_STATISTICS_BINOMIAL_TAIL_H

/* The probability of at least so many successes in independent trials of that chance each, exact
 * but for rounding. Where chances differ and `chance` is their mean, or where trials are drawn
 * without replacement, it is an upper bound from the mean + 1 on (Hoeffding, Annals of Mathematical
 * Statistics 27, 713, 1956). */
double binomial_tail(double successes, double trials, double chance);

#endif
