#include "util/hostlist.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 9, DEEPEST = 4 };

static const char digits[] = "0123456789";

/* The first of `stops` outside of brackets, or the end. */
static const char *find_end(const char *text, char stop)
{
    bool inside = false;
    for (; *text; text++) {
        if (*text == '[')
            inside = true;
        else if (*text == ']')
            inside = false;
        else if (*text == stop && !inside)
            break;
    }
    return text;
}

static bool number_of(const char *text, size_t size, unsigned long *number)
{
    char copy[MOST_DIGITS + 1];
    if (size == 0 || size > MOST_DIGITS)
        return false;
    memcpy(copy, text, size);
    copy[size] = '\0';
    *number = strtoul(copy, NULL, 10);
    return copy[strspn(copy, digits)] == '\0';
}

/* "01-08", or "3" alone; `size` digits at `host`. */
static bool range_holds(const char *range, size_t range_size, const char *host, size_t size)
{
    const char *dash = memchr(range, '-', range_size);
    size_t low_size = dash ? (size_t)(dash - range) : range_size;
    size_t high_size = dash ? range_size - low_size - 1 : range_size;
    const char *high_text = dash ? dash + 1 : range;
    unsigned long low, high, number;
    if (!number_of(range, low_size, &low) || !number_of(high_text, high_size, &high) ||
        !number_of(host, size, &number))
        return false;
    bool fits = low_size == high_size ? size == low_size : size == 1 || *host != '0';
    return fits && number >= low && number <= high;
}

static bool ranges_hold(const char *ranges, const char *end, const char *host, size_t size)
{
    while (ranges < end) {
        const char *comma = memchr(ranges, ',', (size_t)(end - ranges));
        size_t range_size = (size_t)((comma ? comma : end) - ranges);
        if (range_holds(ranges, range_size, host, size))
            return true;
        ranges += range_size + 1;
    }
    return false;
}

/* One item of the list, up to `end`. */
static bool item_holds(const char *item, const char *end, const char *host, int depth)
{
    const char *open = memchr(item, '[', (size_t)(end - item));
    size_t plain = (size_t)((open ? open : end) - item);
    if (strncmp(item, host, plain) != 0)
        return false;
    host += plain;
    if (!open)
        return *host == '\0';
    const char *close = memchr(open, ']', (size_t)(end - open));
    if (!close || depth == DEEPEST)
        return false;
    size_t most = strspn(host, digits);
    for (size_t size = 1; size <= most; size++)
        if (ranges_hold(open + 1, close, host, size) &&
            item_holds(close + 1, end, host + size, depth + 1))
            return true;
    return false;
}

bool hostlist_holds(const char *list, const char *host)
{
    while (*list) {
        const char *end = find_end(list, ',');
        if (end > list && item_holds(list, end, host, 0))
            return true;
        list = *end ? end + 1 : end;
    }
    return false;
}
