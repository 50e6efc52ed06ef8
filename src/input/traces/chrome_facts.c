#include "input/traces/chrome_facts.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "input/json/json_path.h"
#include "util/number.h"

/* More processes than any job has. */
#define MOST_RANKS 1e8
/* In the year 2096, which counts from 1970 in whole nanoseconds. */
#define LATEST_BASE 4e9

void chrome_facts_init(struct chrome_facts *facts)
{
    *facts = (struct chrome_facts){.rank = CHROME_NO_RANK};
}

/* ---- distributedInfo ---- */

struct distributed {
    double rank, processes; /* NaN: not told */
    int depth;
};

static bool on_enter(void *context, struct text_slice key, bool is_array)
{
    struct distributed *distributed = context;
    (void)key;
    return !is_array && distributed->depth++ == 0;
}

static void on_number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    struct distributed *distributed = context;
    (void)raw;
    if (text_slice_is(key, "rank"))
        distributed->rank = value;
    else if (text_slice_is(key, "world_size"))
        distributed->processes = value;
}

static int32_t rank_of(const char *value, size_t size)
{
    static const struct json_handler handler = {.enter = on_enter, .number = on_number};
    struct distributed distributed = {.rank = NAN, .processes = NAN};
    struct error error;
    size_t offset;
    bool is_good = json_walk(value, size, &handler, &distributed, &offset, &error);
    double rank = distributed.rank;
    if (!is_good || !(rank >= 0 && rank < MOST_RANKS) || rank > floor(rank) ||
        distributed.processes <= 1)
        return CHROME_NO_RANK;
    return (int32_t)rank;
}

/* ---- baseTimeNanoseconds ---- */

static int64_t base_of(const char *value, size_t size)
{
    static const char fraction[] = "000000000";
    size_t digits = sizeof fraction - 1;
    double seconds;
    bool is_whole = size > digits && memcmp(value + size - digits, fraction, digits) == 0 &&
                    number_parse(value, size - digits, &seconds) && seconds > 0 &&
                    seconds <= floor(seconds) && seconds < LATEST_BASE;
    return is_whole ? (int64_t)seconds : 0;
}

void chrome_facts_take(struct chrome_facts *facts, struct text_slice key, const char *value,
                       size_t size)
{
    if (text_slice_is(key, "distributedInfo"))
        facts->rank = rank_of(value, size);
    else if (text_slice_is(key, "baseTimeNanoseconds"))
        facts->base_s = base_of(value, size);
}
