/* Moments: Unix seconds as doubles inside, text at the edge.
 *
 * The zone is the process's TZ, which main() sets from --time-zone; printing never depends on the
 * locale. A missing instant is NaN. */
#ifndef UTIL_INSTANT_H
#define UTIL_INSTANT_H

#include <stdbool.h>
#include <stddef.h>

enum instant_style {
    INSTANT_FULL,         /* 2020-12-25 21:25:10 */
    INSTANT_MINUTE,       /* 2020-12-25 21:25 */
    INSTANT_DAY,          /* 2020-12-25 */
    INSTANT_SHORT_DAY,    /* Dec 25 */
    INSTANT_CLOCK,        /* 21:25 */
    INSTANT_CLOCK_SECOND, /* 21:25:10 */
    INSTANT_MONTH,        /* Dec 2020 */
    INSTANT_ISO,          /* 2020-12-25T21:25:10Z, always UTC */
};
const char *instant_format(double instant, enum instant_style style, char *text, size_t size);
/* "UTC", "CET"; "UTC+04:00" of a zone without letters of its own. */
const char *instant_zone_name(double instant, char *text, size_t size);

/* Or seconds from the beginning of the data, where no clock has the time of day: nothing that runs
 * from its begin takes years, and no data is of 1973 or before. */
bool instant_is_date(double instant);

/* Reads Unix seconds, "YYYY-MM-DD HH:MM:SS[.fff][Z|±hh:mm]" and with T, or with / between year,
 * month and day; naive times are local to the zone. */
bool instant_parse(const char *text, size_t size, double *instant);
/* Whether a naive time was read, by any thread, since this was asked last. */
bool instant_naive_was_read(void);

/* A day alone, counted from 1970-01-01: "2024-05-01", "2024/05/01" or "20240501". */
bool instant_parse_day(const char *text, size_t size, long *day);
/* A time of day alone, in seconds since midnight: "HH:MM:SS[.fff]", where the hour may have one
 * digit. */
bool instant_parse_clock(const char *text, size_t size, double *clock_s);
/* The moment of both, local to the zone; NaN: there is none. */
double instant_of_day(long day, double clock_s);
/* The day on which a moment lies, local to the zone; 0 of none. */
long instant_day(double instant);

/* Reads the zone of "UTC+2", "GMT-03:30", "+0200" and the like: seconds east of Greenwich, 14 hours
 * at most either way. As people write it: TZ means the opposite by "UTC+2". */
bool instant_parse_offset(const char *text, int *offset_s);

/* The UTC offset in seconds that holds at the instant. */
double instant_utc_offset(double instant);

#endif
