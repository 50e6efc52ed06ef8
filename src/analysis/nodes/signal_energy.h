/* Energy counters as power, and where they wrap.
 *
 * The range is what the source says it is; else one of those that processors have, if the falls of
 * the counter fit that one and no other; else what at least three falls agree on (to 1 %). It is
 * never below the highest value seen. A fall fits a range when the mended step draws between half
 * of the least and 1.5 times the most that any step of the run does (a processor: no more than
 * 500 W; in a gap between samples: 0.8 to 1.25 times the mean), and is mended by it only then.
 * Counters are also set back, as where a node is started anew, mostly in a gap: where a counter
 * that is set back would fit a wrap too easily, none is mended. A step of a
 * processor's counter that takes so long that 500 W (in a gap between steps that are shorter: twice
 * what those draw) would wrap it may hide a wrap: it is missing, as is every fall that is not
 * mended. */
#ifndef ANALYSIS_NODES_SIGNAL_ENERGY_H
#define ANALYSIS_NODES_SIGNAL_ENERGY_H

#include "analysis/nodes/signal_rate.h"

enum energy_source { ENERGY_PROCESSOR, ENERGY_MEMORY, ENERGY_OTHER };
struct energy_counter {
    double range; /* NaN when the source does not say it */
    enum energy_source source;
};
enum energy_source energy_source_of(const char *metric); /* by the metric's name */
/* As rate_from_counter(): power in place of joules. */
void rate_from_energy(struct samples *samples, struct energy_counter counter,
                      struct amount *amount);

#endif
