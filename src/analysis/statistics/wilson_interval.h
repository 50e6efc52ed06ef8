/* How sure a share is that few trials gave. */
#ifndef ANALYSIS_STATISTICS_WILSON_INTERVAL_H
#define ANALYSIS_STATISTICS_WILSON_INTERVAL_H

/* The lower end of Wilson's interval of 95 % for the chance of a hit (Wilson, Journal of the
 * American Statistical Association 22, 209, 1927): 0 of no hits. trials > 0. */
double wilson_lower(double hits, double trials);

#endif
