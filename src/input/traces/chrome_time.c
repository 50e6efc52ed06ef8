#include "input/traces/chrome_time.h"

#include <math.h>
#include <string.h>

#include "input/json/json_skip.h"
#include "util/number.h"

/* So many digits of µs fit into 64 bits; with three behind the point, only those below LATEST do.
 */
enum { MOST_DIGITS = 16, DECIMALS = 3 };

#define NANOSECONDS_A_SECOND INT64_C(1000000000)
/* In µs: as nanoseconds, the difference of two such times fits as well. */
static const int64_t LATEST = INT64_C(4600000000000000);

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Digits before the point; false: there are none, or too many, or a 0 before others. */
static bool take_whole(const char **at, const char *end, int64_t *number)
{
    const char *first = *at;
    for (*number = 0; is_digit(*at, end); ++*at) {
        if (*at - first == MOST_DIGITS)
            return false;
        *number = 10 * *number + (**at - '0');
    }
    return *at > first && (*first != '0' || *at - first == 1) && *number < LATEST;
}

/* "-12.3456": what almost all times are like. False for any other number, and for none. */
static bool parse_plain(const char *at, const char *end, int64_t *nanoseconds)
{
    bool negative = at < end && *at == '-';
    int64_t number;
    at += negative;
    if (!take_whole(&at, end, &number))
        return false;
    if (at < end && *at == '.' && !is_digit(++at, end))
        return false;
    for (int i = 0; i < DECIMALS; i++)
        number = 10 * number + (is_digit(at, end) ? *at++ - '0' : 0);
    number += is_digit(at, end) && *at >= '5';
    while (is_digit(at, end))
        at++;
    *nanoseconds = negative ? -number : number;
    return at == end;
}

bool chrome_time_parse(const char *text, size_t size, int64_t *nanoseconds)
{
    double microseconds;
    if (parse_plain(text, text + size, nanoseconds))
        return true;
    if (!number_parse(text, size, &microseconds) || !(fabs(microseconds) < (double)LATEST))
        return false;
    double whole = floor(microseconds);
    *nanoseconds = 1000 * (int64_t)whole + llrint((microseconds - whole) * 1e3);
    return true;
}

/* How much of the text may be a number. */
static size_t number_size(const char *text, size_t size)
{
    size_t end = 0;
    while (end < size && end < NUMBER_TEXT_SIZE && strchr("+-.eE0123456789", text[end]))
        end++;
    return end;
}

int64_t chrome_time_origin(const char *events, size_t size)
{
    enum { LOOK = 1 << 20 };
    static const char key[] = "\"ts\"";
    size_t end = size < LOOK ? size : LOOK;
    for (size_t at = 0; at + sizeof key <= end; at++) {
        const char *quote = memchr(events + at, '"', end - at);
        int64_t time;
        at = quote ? (size_t)(quote - events) : end;
        if (at + sizeof key > end || memcmp(events + at, key, sizeof key - 1) != 0)
            continue;
        size_t value = json_skip_blanks(events, end, at + sizeof key - 1);
        if (value >= end || events[value] != ':')
            continue;
        value = json_skip_blanks(events, end, value + 1);
        value += value < end && events[value] == '"';
        if (chrome_time_parse(events + value, number_size(events + value, end - value), &time) &&
            time != 0)
            return time -
                   (time % NANOSECONDS_A_SECOND + NANOSECONDS_A_SECOND) % NANOSECONDS_A_SECOND;
    }
    return 0;
}
