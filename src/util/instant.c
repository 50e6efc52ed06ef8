#include "util/instant.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/number.h"

static const char month_names[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/* A moment computed as 21:25:00 less a rounding error is 21:25:00, not 21:24:59. */
static bool whole_seconds(double instant, time_t *seconds)
{
    if (!(fabs(instant) < 1e14))
        return false;
    *seconds = (time_t)floor(instant + 0.0005);
    return true;
}

static bool local_time(double instant, struct tm *fields)
{
    time_t seconds;
    return whole_seconds(instant, &seconds) && localtime_r(&seconds, fields);
}

static void format_fields(const struct tm *t, enum instant_style style, char *text, size_t size)
{
    int year = t->tm_year + 1900, month = t->tm_mon + 1;
    const char *month_name = month_names[t->tm_mon];
    switch (style) {
    case INSTANT_FULL:
        snprintf(text, size, "%04d-%02d-%02d %02d:%02d:%02d", year, month, t->tm_mday, t->tm_hour,
                 t->tm_min, t->tm_sec);
        break;
    case INSTANT_MINUTE:
        snprintf(text, size, "%04d-%02d-%02d %02d:%02d", year, month, t->tm_mday, t->tm_hour,
                 t->tm_min);
        break;
    case INSTANT_DAY:
        snprintf(text, size, "%04d-%02d-%02d", year, month, t->tm_mday);
        break;
    case INSTANT_SHORT_DAY:
        snprintf(text, size, "%s %d", month_name, t->tm_mday);
        break;
    case INSTANT_CLOCK:
        snprintf(text, size, "%02d:%02d", t->tm_hour, t->tm_min);
        break;
    case INSTANT_CLOCK_SECOND:
        snprintf(text, size, "%02d:%02d:%02d", t->tm_hour, t->tm_min, t->tm_sec);
        break;
    case INSTANT_MONTH:
        snprintf(text, size, "%s %d", month_name, year);
        break;
    case INSTANT_ISO:
        snprintf(text, size, "%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, t->tm_mday, t->tm_hour,
                 t->tm_min, t->tm_sec);
        break;
    }
}

const char *instant_format(double instant, enum instant_style style, char *text, size_t size)
{
    struct tm fields;
    time_t seconds;
    bool known =
        whole_seconds(instant, &seconds) &&
        (style == INSTANT_ISO ? gmtime_r(&seconds, &fields) : localtime_r(&seconds, &fields));
    if (known)
        format_fields(&fields, style, text, size);
    else
        snprintf(text, size, "–");
    return text;
}

const char *instant_zone_name(double instant, char *text, size_t size)
{
    struct tm fields;
    if (!local_time(instant, &fields))
        snprintf(text, size, "–");
    else if (fields.tm_zone[0] != '+' && fields.tm_zone[0] != '-')
        snprintf(text, size, "%s", fields.tm_zone);
    else if (fields.tm_gmtoff == 0)
        snprintf(text, size, "UTC");
    else
        snprintf(text, size, "UTC%c%02ld:%02ld", fields.tm_gmtoff < 0 ? '-' : '+',
                 labs(fields.tm_gmtoff) / 3600, labs(fields.tm_gmtoff) / 60 % 60);
    return text;
}

double instant_utc_offset(double instant)
{
    struct tm fields;
    return local_time(instant, &fields) ? (double)fields.tm_gmtoff : NUMBER_MISSING;
}

/* What is still to be read. */
struct cursor {
    const char *at, *end;
};

static inline bool take_char(struct cursor *cursor, const char *choices)
{
    while (cursor->at < cursor->end && *choices && *choices != *cursor->at)
        choices++;
    if (cursor->at == cursor->end || !*choices)
        return false;
    cursor->at++;
    return true;
}

static inline bool take_digits(struct cursor *cursor, int count, int *number)
{
    *number = 0;
    for (int i = 0; i < count; i++) {
        if (cursor->at == cursor->end || *cursor->at < '0' || *cursor->at > '9')
            return false;
        *number = *number * 10 + (*cursor->at++ - '0');
    }
    return true;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* `between`: what stands between year, month and day; NULL: nothing does. */
static inline bool take_date(struct cursor *cursor, const char *between, struct tm *fields)
{
    int year, month, day;
    if (!take_digits(cursor, 4, &year) || (between && !take_char(cursor, between)) ||
        !take_digits(cursor, 2, &month) || (between && !take_char(cursor, between)) ||
        !take_digits(cursor, 2, &day))
        return false;
    if (month < 1 || month > 12 || day < 1 || day > days_in_month(year, month))
        return false;
    fields->tm_year = year - 1900;
    fields->tm_mon = month - 1;
    fields->tm_mday = day;
    return true;
}

static inline const char *separator_of(struct cursor cursor)
{
    return cursor.end - cursor.at > 4 && cursor.at[4] == '/' ? "/" : "-";
}

static inline bool take_clock(struct cursor *cursor, int hour_digits, struct tm *fields)
{
    if (!take_digits(cursor, hour_digits, &fields->tm_hour) || !take_char(cursor, ":") ||
        !take_digits(cursor, 2, &fields->tm_min) || !take_char(cursor, ":") ||
        !take_digits(cursor, 2, &fields->tm_sec))
        return false;
    return fields->tm_hour < 24 && fields->tm_min < 60 && fields->tm_sec <= 60; /* leap second */
}

/* Rounded once, so that the same digits always give the same moment. */
static inline bool take_fraction(struct cursor *cursor, double *fraction)
{
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    *fraction = 0;
    if (!take_char(cursor, ".,"))
        return true;
    long digits = 0;
    size_t kept = 0;
    const char *start = cursor->at;
    for (; cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9'; cursor->at++)
        if (kept < 9) {
            digits = digits * 10 + (*cursor->at - '0');
            kept++;
        }
    *fraction = (double)digits / powers[kept];
    return cursor->at > start;
}

/* "Z", "+01:00", "-0530", "+01"; *naive when there is none. */
static bool take_zone(struct cursor *cursor, bool *naive, int *offset_s)
{
    *offset_s = 0;
    *naive = cursor->at == cursor->end;
    if (*naive || take_char(cursor, "Zz"))
        return true;
    int sign = *cursor->at == '-' ? -1 : 1, hours, minutes = 0;
    if (!take_char(cursor, "+-") || !take_digits(cursor, 2, &hours))
        return false;
    bool has_minutes = take_char(cursor, ":") || cursor->at < cursor->end;
    if ((has_minutes && !take_digits(cursor, 2, &minutes)) || hours > 23 || minutes > 59)
        return false;
    *offset_s = sign * (hours * 3600 + minutes * 60);
    return true;
}

/* "2", "02", "0230", "2:30" and "02:30": hours have one digit only where a colon or nothing
 * follows. */
static bool take_hours_and_minutes(struct cursor *cursor, int *hours, int *minutes)
{
    size_t digits = strspn(cursor->at, "0123456789");
    *minutes = 0;
    if (!take_digits(cursor, digits == 1 ? 1 : 2, hours))
        return false;
    if (cursor->at == cursor->end)
        return true;
    if (digits <= 2 && !take_char(cursor, ":"))
        return false;
    return take_digits(cursor, 2, minutes) && cursor->at == cursor->end && *minutes < 60;
}

bool instant_parse_offset(const char *text, int *offset_s)
{
    const int most_s = 14 * 3600; /* Kiritimati; to the west it is 12 hours */
    struct cursor cursor = {text, text + strlen(text)};
    int hours, minutes;
    if (strncmp(text, "UTC", 3) == 0 || strncmp(text, "GMT", 3) == 0)
        cursor.at += 3;
    bool is_west = *cursor.at == '-';
    if (!take_char(&cursor, "+-") || !take_hours_and_minutes(&cursor, &hours, &minutes))
        return false;
    int seconds = hours * 3600 + minutes * 60;
    *offset_s = is_west ? -seconds : seconds;
    return seconds <= most_s;
}

/* mktime answers -1 also for 1969-12-31 23:59:59 UTC, but sets the day of the week only when it
 * succeeds. */
static bool local_seconds(struct tm *fields, double *seconds)
{
    fields->tm_isdst = -1;
    fields->tm_wday = -1;
    *seconds = (double)mktime(fields);
    return fields->tm_wday >= 0;
}

/* As timegm, of a date that is there: the days since 1970-01-01 in the Gregorian calendar, counted
 * in years that begin in March (Fliegel and Van Flandern, CACM 11, 657, 1968). */
static long utc_seconds(const struct tm *fields)
{
    long month = fields->tm_mon + 1, before_march = month <= 2;
    long year = fields->tm_year + 1900L - before_march + 4800;
    long day_of_year = (153 * (month + 12 * before_march - 3) + 2) / 5 + fields->tm_mday - 1;
    long days = 365 * year + year / 4 - year / 100 + year / 400 + day_of_year - 2472632;
    return days * 86400 + fields->tm_hour * 3600L + fields->tm_min * 60L + fields->tm_sec;
}

/* Of the process, as the zone is. Written once only, so that threads do not wait for each other. */
static atomic_bool naive_was_read;

bool instant_naive_was_read(void)
{
    return atomic_exchange(&naive_was_read, false);
}

static bool parse_calendar(struct cursor cursor, double *instant)
{
    struct tm fields = {0};
    double fraction, seconds;
    bool naive;
    int offset_s;
    if (!take_date(&cursor, separator_of(cursor), &fields) || !take_char(&cursor, " Tt") ||
        !take_clock(&cursor, 2, &fields) || !take_fraction(&cursor, &fraction) ||
        !take_zone(&cursor, &naive, &offset_s) || cursor.at != cursor.end)
        return false;
    if (!naive)
        seconds = (double)utc_seconds(&fields) - offset_s;
    else if (!local_seconds(&fields, &seconds))
        return false;
    if (naive && !atomic_load_explicit(&naive_was_read, memory_order_relaxed))
        atomic_store(&naive_was_read, true);
    *instant = seconds + fraction;
    return true;
}

enum { DAY_S = 86400 };

bool instant_parse_day(const char *text, size_t size, long *day)
{
    const size_t compact_size = 8;
    struct cursor cursor = {text, text + size};
    struct tm fields = {0};
    if (!take_date(&cursor, size == compact_size ? NULL : separator_of(cursor), &fields) ||
        cursor.at != cursor.end)
        return false;
    *day = utc_seconds(&fields) / DAY_S;
    return true;
}

bool instant_parse_clock(const char *text, size_t size, double *clock_s)
{
    struct cursor cursor = {text, text + size};
    struct tm fields = {0};
    double fraction;
    if (!take_clock(&cursor, size > 1 && text[1] == ':' ? 1 : 2, &fields) ||
        !take_fraction(&cursor, &fraction) || cursor.at != cursor.end)
        return false;
    *clock_s = fields.tm_hour * 3600 + fields.tm_min * 60 + fields.tm_sec + fraction;
    return true;
}

double instant_of_day(long day, double clock_s)
{
    if (!(clock_s >= 0 && clock_s <= DAY_S)) /* also where it is missing */
        return NUMBER_MISSING;
    double seconds, whole_s = floor(clock_s);
    time_t as_utc = (time_t)day * DAY_S + (time_t)whole_s;
    struct tm fields;
    if (!gmtime_r(&as_utc, &fields) || !local_seconds(&fields, &seconds))
        return NUMBER_MISSING;
    return seconds + (clock_s - whole_s);
}

long instant_day(double instant)
{
    const double local = instant + instant_utc_offset(instant);
    time_t seconds;
    return whole_seconds(local, &seconds) ? (long)floor((double)seconds / DAY_S) : 0;
}

bool instant_is_date(double instant)
{
    return instant >= 1e8;
}

bool instant_parse(const char *text, size_t size, double *instant)
{
    struct cursor cursor = {text, text + size};
    bool is_date = size > 4 && (text[4] == '-' || text[4] == '/');
    return (is_date && parse_calendar(cursor, instant)) || number_parse(text, size, instant);
}
