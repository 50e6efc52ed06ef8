/* The offsets from UTC that zones have. */
#ifndef ANALYSIS_ZONES_H
#define ANALYSIS_ZONES_H

#include <stddef.h>

/* East of Greenwich, ascending. */
extern const double zones_s[];
extern const size_t zones_count;

/* That which is next to the difference. */
double zones_next_to(double difference_s);

#endif
