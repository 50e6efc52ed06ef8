#include "util/quantity.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/number.h"

#define MINUS "−"
#define MISSING "–"

enum { LONGEST_NUMBER = 512, BITS_PER_BYTE = 8 };

/* ---- display units ---- */

enum prefixing {
    PREFIX_NONE,       /* "%", "°C": no prefix */
    PREFIX_BYTES,      /* "GiB" or "GB" */
    PREFIX_SI,         /* "GHz" */
    PREFIX_WATTS,      /* as SI, but plain up to 10,000: node power is read in watts */
    PREFIX_COUNT,      /* "M packets": a word, so the prefix stands apart and k is not worth one */
    PREFIX_COUNT_RATE, /* "k packets/s" */
    PREFIX_TIME,
    PREFIXINGS
};

/* Units that are not listed take no prefix. */
static const char *const units_with[PREFIXINGS][8] = {
    [PREFIX_BYTES] = {"B", "B/s"},
    [PREFIX_SI] = {"J", "Wh", "Hz", "F", "F/s", "bit", "bit/s"},
    [PREFIX_WATTS] = {"W"},
    [PREFIX_COUNT] = {"", "events", "instructions", "operations", "packets"},
    [PREFIX_COUNT_RATE] = {"/s", "1/s", "events/s", "instructions/s", "operations/s", "packets/s"},
    [PREFIX_TIME] = {"s"},
};

struct step {
    const char *name;
    double factor, from; /* used for magnitudes from here on */
};

static const struct step iec_steps[] = {
    {"Ki", 0x1p10, 0x1p10}, {"Mi", 0x1p20, 0x1p20}, {"Gi", 0x1p30, 0x1p30}, {"Ti", 0x1p40, 0x1p40},
    {"Pi", 0x1p50, 0x1p50}, {"Ei", 0x1p60, 0x1p60}, {NULL, 0, 0},
};
static const struct step si_steps[] = {
    {"k", 1e3, 1e3},   {"M", 1e6, 1e6},   {"G", 1e9, 1e9}, {"T", 1e12, 1e12},
    {"P", 1e15, 1e15}, {"E", 1e18, 1e18}, {NULL, 0, 0},
};
static const struct step watt_steps[] = {
    {"k", 1e3, 1e4},
    {"M", 1e6, 1e6},
    {"G", 1e9, 1e9},
    {NULL, 0, 0},
};
static const struct step count_steps[] = {
    {"M", 1e6, 1e6},   {"G", 1e9, 1e9},   {"T", 1e12, 1e12},
    {"P", 1e15, 1e15}, {"E", 1e18, 1e18}, {NULL, 0, 0},
};
static const struct step time_steps[] = {
    {"ns", 1e-9, 0},  {"µs", 1e-6, 1e-6}, {"ms", 1e-3, 1e-3},      {"s", 1, 1},
    {"min", 60, 120}, {"h", 3600, 7200},  {"d", 86400, 2 * 86400}, {NULL, 0, 0},
};

static enum prefixing prefixing_of(const char *unit)
{
    for (int prefixing = PREFIX_NONE; prefixing < PREFIXINGS; prefixing++)
        for (const char *const *listed = units_with[prefixing]; *listed; listed++)
            if (strcmp(unit, *listed) == 0)
                return (enum prefixing)prefixing;
    return PREFIX_NONE;
}

static const struct step *steps_for(enum prefixing prefixing, enum unit_system system)
{
    static const struct step no_steps[] = {{NULL, 0, 0}};
    switch (prefixing) {
    case PREFIX_BYTES:
        return system == UNITS_IEC ? iec_steps : si_steps;
    case PREFIX_SI:
    case PREFIX_COUNT_RATE:
        return si_steps;
    case PREFIX_WATTS:
        return watt_steps;
    case PREFIX_COUNT:
        return count_steps;
    case PREFIX_TIME:
        return time_steps;
    case PREFIX_NONE:
    case PREFIXINGS:
        break;
    }
    return no_steps;
}

static const struct step *step_for(const struct step *steps, double magnitude)
{
    const struct step *chosen = NULL;
    for (; steps->name && magnitude >= steps->from; steps++)
        chosen = steps;
    return chosen;
}

static void name_display_unit(struct display_unit *display, enum prefixing prefixing,
                              const char *prefix, const char *unit)
{
    bool word = prefixing == PREFIX_COUNT || prefixing == PREFIX_COUNT_RATE;
    if (prefixing == PREFIX_TIME)
        unit = "";
    else if (strcmp(unit, "1/s") == 0)
        unit = "/s";
    else if (strcmp(unit, "F") == 0)
        unit = "FLOP";
    else if (strcmp(unit, "F/s") == 0)
        unit = "FLOP/s"; /* F alone is a farad */
    bool apart = word && prefix[0] && unit[0] && unit[0] != '/';
    snprintf(display->name, sizeof display->name, "%s%s%s", prefix, apart ? " " : "", unit);
}

struct display_unit display_unit_for(const char *unit, double magnitude, enum unit_system system)
{
    struct display_unit display = {.factor = 1};
    if (strcmp(unit, QUANTITY_CORE_PERCENT) == 0)
        return (struct display_unit){"cores", 100};
    if (strcmp(unit, QUANTITY_TIME_SHARE) == 0)
        return (struct display_unit){"%", 0.01};
    if (strcmp(unit, QUANTITY_BIT_RATE) == 0) {
        display = display_unit_for("bit/s", magnitude * BITS_PER_BYTE, system);
        display.factor /= BITS_PER_BYTE;
        return display;
    }
    enum prefixing prefixing = prefixing_of(unit);
    double size = fabs(magnitude);
    bool usable = isfinite(size) && size > 0;
    const struct step *step = usable ? step_for(steps_for(prefixing, system), size) : NULL;
    if (step) {
        display.factor = step->factor;
        name_display_unit(&display, prefixing, step->name, unit);
    } else {
        name_display_unit(&display, prefixing, prefixing == PREFIX_TIME ? "s" : "", unit);
    }
    return display;
}

/* ---- numbers ---- */

/* Copies digits, with a comma before each group of three of the whole part. */
static void group_thousands(const char *digits, char *grouped)
{
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            *grouped++ = ',';
        *grouped++ = digits[i];
    }
    strcpy(grouped, digits + whole);
}

static bool is_zero_text(const char *digits)
{
    return digits[strspn(digits, "0.")] == '\0';
}

static const char *write_special(double number, char *text, size_t size)
{
    if (isnan(number))
        snprintf(text, size, MISSING);
    else
        snprintf(text, size, "%s∞", number < 0 ? MINUS : "");
    return text;
}

const char *quantity_format_chance(double chance, char *text, size_t size)
{
    if (chance < 0.001)
        snprintf(text, size, "< 0.001");
    else
        quantity_format_number(chance, 2, text, size);
    return text;
}

const char *quantity_format_fixed(double number, int decimals, char *text, size_t size)
{
    char digits[LONGEST_NUMBER], grouped[LONGEST_NUMBER + LONGEST_NUMBER / 3];
    if (!isfinite(number))
        return write_special(number, text, size);
    if (decimals < 0)
        decimals = 0;
    if (!number_format_fixed(fabs(number), decimals, digits, sizeof digits))
        return write_special(NUMBER_MISSING, text, size);
    group_thousands(digits, grouped);
    snprintf(text, size, "%s%s", number < 0 && !is_zero_text(digits) ? MINUS : "", grouped);
    return text;
}

/* Exponent of ten of the first digit; log10 may be off by one rounding at powers of ten. */
static int exponent_of(double number)
{
    int exponent = (int)floor(log10(number));
    if (number >= pow(10, exponent + 1))
        return exponent + 1;
    return number < pow(10, exponent) ? exponent - 1 : exponent;
}

static bool is_same(double number, double rounded)
{
    return fabs(number - rounded) <= 1e-9 * fabs(number);
}

/* How many decimals `number`, already rounded, needs: none of them a zero at the end. */
static int decimals_needed(double rounded, int most)
{
    char digits[LONGEST_NUMBER];
    if (!number_format_fixed(rounded, most, digits, sizeof digits) || !strchr(digits, '.'))
        return 0;
    size_t size = strlen(digits);
    while (digits[size - 1] == '0')
        size--;
    return (int)(size - 1 - strcspn(digits, "."));
}

static const char *write_exponent(double number, double magnitude, int digits, char *text,
                                  size_t size)
{
    int exponent = exponent_of(magnitude), half = exponent / 2; /* 1e-324 is 0: divide by halves */
    double scaled = magnitude / pow(10, half) / pow(10, exponent - half);
    double mantissa = number_round(scaled, digits);
    int decimals = decimals_needed(mantissa, digits - 1);
    char plain[LONGEST_NUMBER] = "";
    number_format_fixed(mantissa, decimals, plain, sizeof plain);
    snprintf(text, size, "%s%se%d", number < 0 ? MINUS : "", plain, exponent);
    return text;
}

const char *quantity_format_number(double number, int digits, char *text, size_t size)
{
    if (!isfinite(number))
        return write_special(number, text, size);
    if (digits < 1)
        digits = 1;
    double magnitude = number_round(fabs(number), digits);
    if (magnitude == 0)
        return quantity_format_fixed(0, 0, text, size);
    if (magnitude < 1e-4 || magnitude >= 1e15)
        return write_exponent(number, magnitude, digits, text, size);
    int decimals = digits - 1 - exponent_of(magnitude);
    if (decimals < 0)
        decimals = 0;
    if (is_same(fabs(number), magnitude))
        decimals = decimals_needed(magnitude, decimals);
    return quantity_format_fixed(number, decimals, text, size);
}

int quantity_decimals(double magnitude)
{
    double size = number_round(fabs(magnitude), 3);
    if (!isfinite(size) || size == 0)
        return 0;
    int decimals = 2 - exponent_of(size);
    return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

/* ---- values ---- */

struct two_units {
    const char *large, *small;
    double large_s, small_s;
};

/* "4 min 12 s": the smaller part only when it is not 0. */
static void write_two_units(const struct two_units *units, double rounded, char *text, size_t size)
{
    char large[LONGEST_NUMBER];
    double count = floor(rounded / units->large_s);
    double rest = (rounded - count * units->large_s) / units->small_s;
    quantity_format_fixed(count, 0, large, sizeof large);
    if (rest > 0)
        snprintf(text, size, "%s %s %.0f %s", large, units->large, rest, units->small);
    else
        snprintf(text, size, "%s %s", large, units->large);
}

/* Rounds to the smaller unit first, so that 59 min 59.7 s is 1 h. */
static bool format_long_time(double seconds, char *text, size_t size)
{
    static const struct two_units pairs[] = {{"min", "s", 60, 1},
                                             {"h", "min", 3600, 60},
                                             {"d", "h", 86400, 3600}};
    static const double below[] = {3600, 2 * 86400, INFINITY};
    if (number_round(seconds, 3) < 60)
        return false;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        double rounded = round(seconds / pairs[i].small_s) * pairs[i].small_s;
        if (rounded < below[i]) {
            write_two_units(&pairs[i], rounded, text, size);
            break;
        }
    }
    return true;
}

/* That of the number as it is written: 999.96 MB is 1.00 GB, and 1 GiB is not 1,024 MiB. */
static struct display_unit unit_of_rounded(double magnitude, const char *unit,
                                           enum unit_system system)
{
    struct display_unit display = display_unit_for(unit, magnitude, system);
    double rounded = number_round(magnitude / display.factor, 3) * display.factor;
    return display_unit_for(unit, rounded, system);
}

static void format_in_unit(double magnitude, const char *unit, enum unit_system system, char *text,
                           size_t size)
{
    char number[LONGEST_NUMBER];
    struct display_unit display = unit_of_rounded(magnitude, unit, system);
    quantity_format_number(magnitude / display.factor, 3, number, sizeof number);
    snprintf(text, size, "%s%s%s", number, display.name[0] ? " " : "", display.name);
}

const char *quantity_format(double value, const char *unit, enum unit_system system, char *text,
                            size_t size)
{
    char unsigned_text[LONGEST_NUMBER * 2];
    if (isnan(value))
        return write_special(value, text, size);
    double magnitude = fabs(value);
    bool long_time = strcmp(unit, "s") == 0 && isfinite(value) &&
                     format_long_time(magnitude, unsigned_text, sizeof unsigned_text);
    if (!long_time)
        format_in_unit(magnitude, unit, system, unsigned_text, sizeof unsigned_text);
    snprintf(text, size, "%s%s", value < 0 ? MINUS : "", unsigned_text);
    return text;
}

const char *quantity_format_like(double value, double like, const char *unit,
                                 enum unit_system system, char *text, size_t size)
{
    static const double least = 0.1;
    char number[LONGEST_NUMBER];
    struct display_unit display = unit_of_rounded(fabs(like), unit, system);
    if (!(fabs(value) >= least * display.factor) || !isfinite(value) || strcmp(unit, "s") == 0)
        return quantity_format(value, unit, system, text, size);
    quantity_format_number(value / display.factor, 3, number, sizeof number);
    snprintf(text, size, "%s%s%s", number, display.name[0] ? " " : "", display.name);
    return text;
}

/* ---- amounts to request ---- */

static const double MOST_ABOVE = 0.1; /* of an amount that is rounded up */

/* The least multiple of the step that is no less, whatever the last bit of a product is. */
static double round_up(double value, double step)
{
    return step * fmax(ceil(value / step - 1e-10), 1);
}

static double small_bytes(enum unit_system system)
{
    return system == UNITS_IEC ? 0x1p20 : 1e6;
}

static double large_bytes(enum unit_system system)
{
    return system == UNITS_IEC ? 0x1p30 : 1e9;
}

/* Whole large units where that is little more, else two digits of the small one. */
static double bytes_to_request(double needed, enum unit_system system)
{
    double small = small_bytes(system), amount = round_up(needed, large_bytes(system));
    if (amount <= (1 + MOST_ABOVE) * needed)
        return amount;
    return round_up(needed, small * pow(10, exponent_of(fmax(needed / small, 10)) - 1));
}

static double time_to_request(double needed_s)
{
    static const struct {
        double below_s, step_s;
    } rows[] = {{3600, 60}, {10 * 3600, 300}, {2 * 86400, 1800}, {INFINITY, 3600}};
    size_t row = 0;
    while (round_up(needed_s, rows[row].step_s) > rows[row].below_s)
        row++;
    return round_up(needed_s, rows[row].step_s);
}

double quantity_to_request(double needed, const char *unit, enum unit_system system)
{
    if (!isfinite(needed))
        return NUMBER_MISSING;
    return strcmp(unit, "s") == 0 ? time_to_request(needed) : bytes_to_request(needed, system);
}

const char *quantity_format_request(double needed, const char *unit, enum unit_system system,
                                    char *text, size_t size)
{
    double amount = quantity_to_request(needed, unit, system);
    if (isnan(amount) || strcmp(unit, "s") == 0)
        return quantity_format(amount, unit, UNITS_SI, text, size);
    char number[LONGEST_NUMBER];
    bool is_large = fmod(amount, large_bytes(system)) == 0;
    quantity_format_fixed(amount / (is_large ? large_bytes(system) : small_bytes(system)), 0,
                          number, sizeof number);
    snprintf(text, size, "%s %s%s", number, is_large ? "G" : "M", system == UNITS_IEC ? "iB" : "B");
    return text;
}

/* ---- amounts that were requested ---- */

static void format_requested_bytes(double bytes, enum unit_system system, char *text, size_t size)
{
    enum { UNITS = 4 };
    static const struct step units[][UNITS] = {
        [UNITS_IEC] = {{"GiB", 0x1p30, 0}, {"MiB", 0x1p20, 0}, {"GB", 1e9, 0}, {"MB", 1e6, 0}},
        [UNITS_SI] = {{"GB", 1e9, 0}, {"MB", 1e6, 0}, {"GiB", 0x1p30, 0}, {"MiB", 0x1p20, 0}},
    };
    struct step unit = {"B", 1, 0};
    for (size_t i = UNITS; i-- > 0;)
        if (fmod(bytes, units[system][i].factor) == 0)
            unit = units[system][i];
    char number[LONGEST_NUMBER];
    quantity_format_fixed(bytes / unit.factor, 0, number, sizeof number);
    snprintf(text, size, "%s %s", number, unit.name);
}

static void format_requested_time(double seconds, char *text, size_t size)
{
    static const struct step units[] = {{"d", 86400, 2 * 86400},
                                        {"h", 3600, 3600},
                                        {"min", 60, 60},
                                        {"s", 1, 1}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0] && used < size; i++) {
        if (seconds < units[i].from)
            continue;
        char number[LONGEST_NUMBER];
        double count = floor(seconds / units[i].factor);
        quantity_format_fixed(count, 0, number, sizeof number);
        used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? " " : "", number,
                                 units[i].name);
        seconds -= count * units[i].factor;
    }
}

const char *quantity_format_requested(double amount, const char *unit, enum unit_system system,
                                      char *text, size_t size)
{
    bool is_time = strcmp(unit, "s") == 0;
    if (!isfinite(amount) || amount < (is_time ? 60 : 1))
        return quantity_format(amount, unit, system, text, size);
    if (is_time)
        format_requested_time(amount, text, size);
    else
        format_requested_bytes(round(amount), system, text, size);
    return text;
}
