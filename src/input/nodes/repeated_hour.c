#include "input/nodes/repeated_hour.h"

#include <stdbool.h>

#include "util/instant.h"

static const double HALF_DAY_S = 43200; /* no zone changes its offset twice within a day */

/* The two moments of one local time. */
struct passes {
    double first, second;
};

static bool is_repeated(double time, struct passes *passes)
{
    double before = instant_utc_offset(time - HALF_DAY_S);
    double after = instant_utc_offset(time + HALF_DAY_S);
    if (!(before > after))
        return false;
    double local = time + instant_utc_offset(time);
    *passes = (struct passes){local - before, local - after};
    return instant_utc_offset(passes->first) == before &&
           instant_utc_offset(passes->second) == after;
}

/* From late in the hour to early in it. */
static bool begins_second_pass(double last, double time)
{
    struct passes one, other;
    if (!(time < last) || !is_repeated(last, &one) || !is_repeated(time, &other))
        return false;
    double change_s = other.second - other.first, passed_s = other.second - one.first;
    return passed_s > 0 && passed_s <= change_s / 2;
}

static bool are_in_order(const double *times, size_t width, size_t from, size_t end)
{
    for (size_t i = from + 1; i < end; i++)
        if (times[i * width] < times[(i - 1) * width])
            return false;
    return true;
}

size_t repeated_hour_settle(double *times, size_t count, size_t width)
{
    size_t begin = 1;
    struct passes passes;
    while (begin < count && !begins_second_pass(times[(begin - 1) * width], times[begin * width]))
        begin++;
    if (begin >= count)
        return 0;
    size_t first = begin, end = begin;
    while (first && is_repeated(times[(first - 1) * width], &passes))
        first--;
    while (end < count && is_repeated(times[end * width], &passes))
        end++;
    if (!are_in_order(times, width, first, begin) || !are_in_order(times, width, begin, end))
        return 0;
    for (size_t i = first; i < end; i++)
        if (is_repeated(times[i * width], &passes))
            times[i * width] = i < begin ? passes.first : passes.second;
    return end - begin;
}
