/* Local times in the night in which summer time ends: an hour is there twice, and without an offset
 * only the order of the samples says which is which. */
#ifndef INPUT_NODES_REPEATED_HOUR_H
#define INPUT_NODES_REPEATED_HOUR_H

#include <stddef.h>

/* Of times `width` apart, in the order in which they were written: where they go on at the end of
 * the hour with its beginning, they are made its first and its second pass. Returns how many times
 * are of the second. */
size_t repeated_hour_settle(double *times, size_t count, size_t width);

#endif
