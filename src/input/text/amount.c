#include "input/text/amount.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/text/cell.h"
#include "input/text/lines.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/quantity.h"
#include "util/texts.h"

static void skip_blanks(struct text_slice *text)
{
    while (text->size && (*text->text == ' ' || *text->text == '\t')) {
        text->text++;
        text->size--;
    }
}

static void drop(struct text_slice *text, size_t size)
{
    text->text += size;
    text->size -= size;
}

/* Takes digits with at most one point among them from the beginning. */
static bool take_number(struct text_slice *text, double *number)
{
    size_t size = 0;
    while (size < text->size && (text_is_digit(text->text[size]) || text->text[size] == '.'))
        size++;
    if (!size || !number_parse(text->text, size, number))
        return false;
    drop(text, size);
    return true;
}

/* ---- times ---- */

struct time_unit {
    const char *name;
    double seconds;
};

static double unit_seconds(struct text_slice name)
{
    static const struct time_unit units[] = {
        {"ns", 1e-9}, {"us", 1e-6},   {"ms", 1e-3},    {"s", 1},     {"sec", 1},
        {"m", 60},    {"min", 60},    {"h", 3600},     {"hr", 3600}, {"hrs", 3600},
        {"d", 86400}, {"day", 86400}, {"days", 86400},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_slice_is_word(name, units[i].name))
            return units[i].seconds;
    return 0;
}

static bool take_unit(struct text_slice *text, double *seconds)
{
    struct text_slice name = {text->text, 0};
    while (name.size < text->size && ((name.text[name.size] | 0x20) >= 'a') &&
           ((name.text[name.size] | 0x20) <= 'z'))
        name.size++;
    drop(text, name.size);
    *seconds = unit_seconds(name);
    return *seconds > 0;
}

bool amount_span(struct text_slice text, double *seconds)
{
    double sum = 0, number, unit;
    if (!text.size)
        return false;
    while (text.size) {
        if (!take_number(&text, &number))
            return false;
        skip_blanks(&text);
        if (!take_unit(&text, &unit))
            return false;
        skip_blanks(&text);
        sum += number * unit;
    }
    *seconds = sum;
    return true;
}

static bool take_count(struct text_slice *text, size_t least, size_t most, double *number)
{
    size_t size = 0;
    while (size < text->size && text_is_digit(text->text[size]))
        size++;
    if (size < least || size > most || !number_parse(text->text, size, number))
        return false;
    drop(text, size);
    return true;
}

static bool take_char(struct text_slice *text, char c)
{
    if (!text->size || *text->text != c)
        return false;
    drop(text, 1);
    return true;
}

static bool take_fraction(struct text_slice *text, double *seconds)
{
    double fraction;
    if (!text->size)
        return true;
    if (text->size < 2 || *text->text != '.' || !text_is_digit(text->text[1]) ||
        !number_parse(text->text, text->size, &fraction))
        return false;
    *seconds += fraction;
    return true;
}

bool amount_clock(struct text_slice text, double *seconds)
{
    double days = 0, parts[3];
    int count = 1;
    if (!take_count(&text, 1, 9, &parts[0]))
        return false;
    if (take_char(&text, '-')) {
        days = parts[0];
        if (!take_count(&text, 1, 2, &parts[0]))
            return false;
    }
    while (count < 3 && take_char(&text, ':'))
        if (!take_count(&text, 2, 2, &parts[count++]))
            return false;
    if (count < 2 || parts[count - 1] > 60 || (count == 3 && parts[1] >= 60))
        return false;
    double sum = count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : parts[0] * 60 + parts[1];
    if (!take_fraction(&text, &sum))
        return false;
    *seconds = days * 86400 + sum;
    return true;
}

/* ---- memory and shares ---- */

/* "K" to "E": what programs write that mean steps of 1024. */
static double letter_bytes(char letter)
{
    static const char letters[] = "KMGTPE";
    const char *found = letter ? strchr(letters, toupper((unsigned char)letter)) : NULL;
    return found ? ldexp(1, 10 * (int)(found - letters + 1)) : 0;
}

static double byte_unit(struct text_slice text, enum amount_prefix prefix)
{
    enum { LONGEST = 8 };
    char name[LONGEST];
    if (!text.size || text.size >= LONGEST)
        return text.size ? 0 : 1;
    memcpy(name, text.text, text.size);
    name[text.size] = '\0';
    double letter = letter_bytes(*name), unit = quantity_byte_unit(name);
    bool is_prefix = text.size == 1 || (text.size == 2 && strcasecmp(name + 1, "b") == 0);
    if (letter > 0 && (text.size == 1 || (prefix == AMOUNT_PREFIX_1024 && is_prefix)))
        return letter;
    return unit;
}

bool amount_bytes(struct text_slice text, double unit, enum amount_prefix prefix, double *bytes)
{
    double number;
    if (number_parse(text.text, text.size, &number)) {
        *bytes = number * unit;
        return number >= 0;
    }
    if (!take_number(&text, &number))
        return false;
    skip_blanks(&text);
    *bytes = number * byte_unit(text, prefix);
    return byte_unit(text, prefix) > 0;
}

static bool percent_of(struct text_slice text, double *ratio)
{
    if (text.size && text.text[text.size - 1] == '%')
        text.size--;
    if (!number_parse(text.text, text.size, ratio) || *ratio < 0)
        return false;
    *ratio /= 100;
    return true;
}

/* ---- cells ---- */

static bool refuse(struct text_slice cell, const char *reason, struct csv_fault *fault)
{
    *fault = (struct csv_fault){reason, cell};
    return false;
}

/* 1e11 seconds are the year 5138, 1e11 milliseconds 1973. */
double amount_unix_seconds(double number)
{
    double limit = 1e11, per_second = 1;
    while (number >= limit && per_second < 1e9) {
        limit *= 1e3;
        per_second *= 1e3;
    }
    return number / per_second; /* a whole second stays one */
}

static bool moment_of(struct text_slice cell, double *number, struct csv_fault *fault)
{
    if (number_parse(cell.text, cell.size, number)) {
        if (*number < 0)
            return refuse(cell, "negative time", fault);
        *number = amount_unix_seconds(*number);
        return true;
    }
    return instant_parse(cell.text, cell.size, number) ||
           refuse(cell, "not a date and time such as 2024-06-11T08:00:00", fault);
}

static bool seconds_of(struct text_slice cell, double unit, double *number)
{
    if (number_parse(cell.text, cell.size, number)) {
        *number *= unit;
        return *number >= 0;
    }
    return amount_span(cell, number) || amount_clock(cell, number);
}

static bool good(enum amount amount, struct text_slice cell, double *number)
{
    switch (amount) {
    case AMOUNT_SECONDS:
        return seconds_of(cell, 1, number);
    case AMOUNT_MILLISECONDS:
        return seconds_of(cell, 1e-3, number);
    case AMOUNT_BYTES:
        return amount_bytes(cell, 1, AMOUNT_PREFIX_1000, number);
    case AMOUNT_BYTES_OF_1024:
        return amount_bytes(cell, 1, AMOUNT_PREFIX_1024, number);
    case AMOUNT_PERCENT:
        return percent_of(cell, number);
    default:
        return number_parse(cell.text, cell.size, number) && *number >= 0;
    }
}

static const char *reason_for(enum amount amount, bool negative)
{
    switch (amount) {
    case AMOUNT_SECONDS:
    case AMOUNT_MILLISECONDS:
        return negative ? "negative time" : "not a duration in seconds or such as 01:02:03";
    case AMOUNT_BYTES:
    case AMOUNT_BYTES_OF_1024:
        return negative ? "negative number of bytes" : "not a number of bytes";
    case AMOUNT_PERCENT:
        return negative ? "negative percentage" : "not a percentage";
    default:
        return negative ? "negative number" : "not a number";
    }
}

/* As Slurm says of a time that is not known. */
static bool says_unknown(struct text_slice cell)
{
    return text_slice_is_word(cell, "unknown");
}

bool amount_of(enum amount amount, struct text_slice cell, double *number, struct csv_fault *fault)
{
    double value;
    bool is_bytes = amount == AMOUNT_BYTES || amount == AMOUNT_BYTES_OF_1024;
    *number = NUMBER_MISSING;
    cell = csv_trim(cell);
    if (cell_is_missing(cell) || (amount == AMOUNT_MOMENT && says_unknown(cell)))
        return true;
    if (amount == AMOUNT_MOMENT ? !moment_of(cell, &value, fault) : !good(amount, cell, &value)) {
        if (amount != AMOUNT_MOMENT)
            refuse(cell, reason_for(amount, *cell.text == '-'), fault);
        return false;
    }
    if (!(value < AMOUNT_LIMIT))
        return refuse(cell, is_bytes ? "implausibly many bytes" : "implausibly large", fault);
    *number = value;
    return true;
}
