/* Times of a Chrome trace, exactly: µs as text, whole nanoseconds inside.
 *
 * A double holds Unix time to a quarter of a microsecond, which is as long as the shortest spans.
 * So times are kept as seconds from an origin, a whole second near the trace's own. */
#ifndef INPUT_TRACES_CHROME_TIME_H
#define INPUT_TRACES_CHROME_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Division gives the double next to what was written; a product with 1e-6 need not. */
#define CHROME_US_PER_S 1e6

/* From then on, in seconds, a clock is taken for Unix time: none that starts with its computer gets
 * that far. */
#define CHROME_UNIX_TIMES 1e9

/* False when the text is no number, or a time that no clock shows (145 years away from 0). Rounded
 * to the nanosecond. */
bool chrome_time_parse(const char *text, size_t size, int64_t *nanoseconds);

/* The whole second below the first time of events[0 .. size) that is not 0, in nanoseconds; 0 when
 * there is none. */
int64_t chrome_time_origin(const char *events, size_t size);

/* Seconds from the origin. */
static inline double chrome_time_from(int64_t origin, int64_t nanoseconds)
{
    return (double)(nanoseconds - origin) / 1e9;
}

#endif
