/* Values with units, as people read them.
 *
 * Inside the program every value is in the base unit ("B", "B/s", "W", "s", "Hz", "F/s", "J", "%",
 * "" …). A *display unit* is chosen once an axis or a table column: a prefix for base units that
 * take one ("B" → GiB or GB by option, "W" → kW, "s" → min, h), and the factor to divide by. */
#ifndef UTIL_QUANTITY_H
#define UTIL_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

/* Of a load that counts 100 % for each busy core; displayed as a number of cores. */
#define QUANTITY_CORE_PERCENT "% of a core"
/* Of bytes per second that are shown as bits per second: "Mbit/s". */
#define QUANTITY_BIT_RATE "B/s as bit/s"
#define QUANTITY_TIME_SHARE "s/s of time" /* a share of time, shown as a percentage */

/* What people add up in hours, they read in hours however many these are. */
#define QUANTITY_HOUR_S 3600.0
/* Memory held over time, which is shown as GB·h. */
#define QUANTITY_GB_HOUR (1e9 * QUANTITY_HOUR_S)

enum unit_system { UNITS_IEC, UNITS_SI }; /* bytes only: GiB or GB; all else is SI */

struct display_unit {
    char name[24]; /* "GiB/s"; "" for a plain number */
    double factor; /* displayed value = value ÷ factor */
};

/* The unit in which `magnitude` (largest absolute value on the axis) has one to three digits before
 * the point. Seconds become min, h, d from two of each on; units that take no prefix ("%", "°C",
 * "packets/s" beyond k, M, G …) are listed in quantity.c. */
struct display_unit display_unit_for(const char *unit, double magnitude, enum unit_system system);

/* A number with `digits` significant digits, but never less than its whole part, plain decimals
 * between 1e-4 and 1e15, thousands grouped with commas ("41,891"), a real minus sign, "–" for a
 * missing one. Zeros at the end stay only where something was rounded off. Returns text. */
const char *quantity_format_number(double number, int digits, char *text, size_t size);
/* A probability: "0.015", "< 0.001". */
const char *quantity_format_chance(double chance, char *text, size_t size);

/* "63.6 GB/s", "24 h 1 min" (unit "s"), "41,891", "–". For sentences and key figures. */
const char *quantity_format(double value, const char *unit, enum unit_system system, char *text,
                            size_t size);

/* The same in the unit in which `like` is written, unless that is over ten times the value: "0.757
 * GiB" beside "1.06 GiB". */
const char *quantity_format_like(double value, double like, const char *unit,
                                 enum unit_system system, char *text, size_t size);

/* An amount to request that is enough for `needed` bytes (unit "B") or seconds ("s"): rounded up to
 * what people write in a job script, whole GiB or MiB (GB and MB in the other system), whole
 * minutes. At most 10 %, or 1 MiB or 1 min, above what is needed; NaN when that is missing. */
double quantity_to_request(double needed, const char *unit, enum unit_system system);
/* That amount: "2 GiB", "450 MiB", "36 min", "1 h 5 min"; "–" when missing. Returns text. */
const char *quantity_format_request(double needed, const char *unit, enum unit_system system,
                                    char *text, size_t size);

/* An amount as it was requested, to be requested again: never rounded up, since more may fit
 * nowhere. Bytes are exact, in whole GiB or MiB (GB and MB), else in those of the other system,
 * else in bytes; times from 1 min on are exact to the second below: "16,000 MiB", "2 d 12 h 30
 * min"; "–" when missing. Returns text. */
const char *quantity_format_requested(double amount, const char *unit, enum unit_system system,
                                      char *text, size_t size);

/* Decimals that show values of a column with about three significant digits at this magnitude. */
int quantity_decimals(double magnitude);
/* Fixed decimals, grouped thousands, "–" when missing: for columns of equal precision. */
const char *quantity_format_fixed(double number, int decimals, char *text, size_t size);

/* How many bytes the unit is: "B", "bytes", "kB" to "EB" (of 1000), "KiB" to "EiB" (of 1024), in
 * either case; 0 when it is none. */
double quantity_byte_unit(const char *name);
/* "5GB", "512 MiB", "1000000": a number of bytes, at least 0. */
bool quantity_parse_bytes(const char *text, double *bytes);
/* "3.2TF/s", "320 GB/s", "3e11": a positive rate; prefix (of 1000) and unit may be left out. */
bool quantity_parse_rate(const char *text, const char *unit, double *rate);

#endif
