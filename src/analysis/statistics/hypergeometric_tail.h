/* How likely so many of those drawn are marked, when marks mean nothing: Fisher's exact test. */
#ifndef ANALYSIS_STATISTICS_HYPERGEOMETRIC_TAIL_H
#define ANALYSIS_STATISTICS_HYPERGEOMETRIC_TAIL_H

/* The probability that at least `hits` of `drawn` items are marked, which are drawn without
 * replacement from `items` of which `marked` are; exact but for rounding. Whole numbers; drawn and
 * marked at most items. */
double hypergeometric_tail(double hits, double drawn, double marked, double items);

#endif
