#include "util/hostlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 9, DEEPEST = 4, LONGEST_HOST = 255 };

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

/* ---- expanding ---- */

struct part {
    const char *text, *end;
};

static const char *find_in(struct part part, char wanted)
{
    const char *found =
        part.text < part.end ? memchr(part.text, wanted, (size_t)(part.end - part.text)) : NULL;
    return found ? found : part.end;
}

/* Takes what is before the next comma outside of brackets off the list. */
static struct part next_item(struct part *list)
{
    bool inside = false;
    const char *at = list->text;
    for (; at < list->end && (inside || *at != ','); at++)
        inside = *at == '[' || (inside && *at != ']');
    struct part item = {list->text, at};
    list->text = at < list->end ? at + 1 : at;
    return item;
}

/* "01-08" or "3", with the width of its numbers. */
struct range {
    unsigned long low, high;
    size_t width;
};

static bool next_range(struct part *ranges, struct range *range)
{
    struct part text = {ranges->text, find_in(*ranges, ',')};
    const char *dash = find_in(text, '-');
    struct part high = dash < text.end ? (struct part){dash + 1, text.end} : text;
    ranges->text = text.end < ranges->end ? text.end + 1 : text.end;
    size_t low_size = (size_t)(dash - text.text), high_size = (size_t)(high.end - high.text);
    range->width = low_size == high_size || *text.text == '0' ? low_size : 0;
    return number_of(text.text, low_size, &range->low) &&
           number_of(high.text, high_size, &range->high) && range->low <= range->high;
}

/* Hosts of "[1-3,7]"; 0 for what is none. */
static size_t count_ranges(struct part ranges)
{
    size_t count = 0;
    struct range range;
    do {
        if (!next_range(&ranges, &range) || range.high - range.low >= HOSTLIST_MOST)
            return 0;
        count += range.high - range.low + 1;
    } while (ranges.text < ranges.end && count <= HOSTLIST_MOST);
    return count;
}

static size_t count_item(struct part item)
{
    size_t count = item.end > item.text, letters = 0; /* letters: of hosts, without numbers */
    for (int depth = 0; count; depth++) {
        const char *open = find_in(item, '[');
        letters += (size_t)(open - item.text);
        if (letters > LONGEST_HOST)
            return 0;
        struct part ranges = {open < item.end ? open + 1 : open, item.end};
        const char *close = find_in(ranges, ']');
        if (open == item.end)
            return find_in(item, ']') == item.end ? count : 0;
        if (depth == DEEPEST || close == item.end)
            return 0;
        ranges.end = close;
        count *= count_ranges(ranges);
        if (count > HOSTLIST_MOST)
            return 0;
        item.text = close + 1;
    }
    return count;
}

size_t hostlist_count(const char *list, size_t size)
{
    struct part rest = {list, size ? list + size : list};
    size_t count = 0;
    while (rest.text < rest.end) {
        size_t own = count_item(next_item(&rest));
        count += own;
        if (!own || count > HOSTLIST_MOST)
            return 0;
    }
    return count;
}

struct expansion {
    char host[LONGEST_HOST + 1];
    void (*take)(void *context, const char *host, size_t size);
    void *context;
};

static size_t append(struct expansion *expansion, size_t size, const char *text, size_t more)
{
    size_t fits = more < LONGEST_HOST - size ? more : LONGEST_HOST - size;
    memcpy(expansion->host + size, text, fits);
    return size + fits;
}

/* What is known of the host has `size` letters. */
static void expand_item(struct expansion *expansion, struct part item, size_t size)
{
    const char *open = find_in(item, '[');
    size = append(expansion, size, item.text, (size_t)(open - item.text));
    if (open == item.end) {
        expansion->host[size] = '\0';
        expansion->take(expansion->context, expansion->host, size);
        return;
    }
    struct part ranges = {open + 1, item.end};
    ranges.end = find_in(ranges, ']');
    struct part rest = {ranges.end + 1, item.end};
    struct range range;
    while (ranges.text < ranges.end && next_range(&ranges, &range))
        for (unsigned long number = range.low; number <= range.high; number++) {
            char digits_of[2 * MOST_DIGITS + 4];
            int written = snprintf(digits_of, sizeof digits_of, "%0*lu", (int)range.width, number);
            expand_item(expansion, rest, append(expansion, size, digits_of, (size_t)written));
        }
}

void hostlist_expand(const char *list, size_t size,
                     void (*take)(void *context, const char *host, size_t size), void *context)
{
    struct expansion expansion = {.take = take, .context = context};
    struct part rest = {list, size ? list + size : list};
    size_t count = hostlist_count(list, size);
    while (count && rest.text < rest.end)
        expand_item(&expansion, next_item(&rest), 0);
}
