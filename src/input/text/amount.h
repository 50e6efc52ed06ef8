/* Amounts as programs write them for people. Each takes the whole text, without blanks at its ends,
 * and no negative amount. */
#ifndef INPUT_TEXT_AMOUNT_H
#define INPUT_TEXT_AMOUNT_H

#include "input/text/csv_scan.h"

/* "184ms", "12.3s", "1m 5s", "1d 2h". */
bool amount_span(struct text_slice text, double *seconds);
/* "02:26:11", "3-19:42:53", "02:56.346": [DD-[HH:]]MM:SS[.mmm], as Slurm writes it. */
bool amount_clock(struct text_slice text, double *seconds);
/* Which steps "KB" to "EB" mean: of 1000, unless the source is known to write them for 1024. */
enum amount_prefix { AMOUNT_PREFIX_1000, AMOUNT_PREFIX_1024 };
/* "3.4 MB", "512 B", "2 GiB", "17703340K": a letter alone is of 1024, as Slurm and ls write it.
 * Without a unit × `unit`. */
bool amount_bytes(struct text_slice text, double unit, enum amount_prefix prefix, double *bytes);

/* The cell's amount in *number, NaN when the cell is missing. False when it is none: *fault says
 * why. `what` ends the sentence "… that is not WHAT". */
enum amount {
    AMOUNT_NUMBER,
    AMOUNT_SECONDS,       /* a number of seconds, a span or a clock */
    AMOUNT_MILLISECONDS,  /* the same; a number alone counts milliseconds */
    AMOUNT_BYTES,         /* a number of bytes, or one with a unit: 1 GB is 10^9 bytes */
    AMOUNT_BYTES_OF_1024, /* of a source for which 1 GB is 2^30 bytes */
    AMOUNT_PERCENT,       /* "98.7%" and "98.7": 0.987 */
    AMOUNT_MOMENT,        /* a date and time; a number alone counts s, ms, µs or ns, by its size */
};
/* Seconds since 1970 of a number that counts s, ms, µs or ns, by its size. */
double amount_unix_seconds(double number);

bool amount_of(enum amount amount, struct text_slice cell, double *number, struct csv_fault *fault);

/* Marks of programs for "unknown" and the like lie from here on: 2^60. */
#define AMOUNT_LIMIT 0x1p60

#endif
