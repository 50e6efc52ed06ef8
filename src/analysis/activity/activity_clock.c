#include "analysis/activity/activity_clock.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "util/list.h"
#include "util/memory.h"

/* One clock: Unix time, that of all hosts of a source, or a host's own. */
struct clock {
    double origin; /* what its times count from */
    double first;  /* moment that it has, from there; infinite: it has none */
    double offset; /* Unix time less the clock's; NaN while unknown */
    double shift;  /* what is added to its times in the end */
    double ticks;  /* to which its times are brought then, in a second; 0: left as they are */
};

/* By number: 0 is Unix time where it is known whole, which a double holds to a quarter of a
 * microsecond; then those of sources, then those of the texts of hosts, as far as any was asked
 * for. */
enum { WHOLE_UNIX_TIMES };
struct clocks {
    struct clock *items;
    size_t count, capacity, first_of_hosts;
    const uint32_t *of_source; /* the first source of the same clock */
};

static struct clock *clock_at(struct clocks *clocks, size_t number)
{
    list_reach(clocks, number + 1, (struct clock){.first = INFINITY, .offset = NAN});
    return &clocks->items[number];
}

static struct clock *clock_of(struct clocks *clocks, const struct activity_source *source,
                              size_t number, uint32_t host)
{
    if (source->clock == ACTIVITY_CLOCK_HOST)
        return clock_at(clocks, clocks->first_of_hosts + host);
    bool is_whole = source->clock == ACTIVITY_CLOCK_UNIX && !(source->origin > 0);
    return clock_at(clocks, is_whole ? WHOLE_UNIX_TIMES : clocks->of_source[number] + 1);
}

/* Does `visit(clock, time)` for each moment of the activity. */
#define VISIT_ROWS(rows, row_host, row_time, visit)                                                \
    for (size_t i = source->rows.first; i < source->rows.first + source->rows.count; i++)          \
        visit(common ? common : clock_of(clocks, source, s, activity->rows[i].row_host),           \
              &activity->rows[i].row_time);
#define VISIT_MOMENTS(visit)                                                                       \
    for (size_t s = 0; s < activity->source_count; s++) {                                          \
        const struct activity_source *source = &activity->sources[s];                              \
        bool has_hosts = source->clock == ACTIVITY_CLOCK_HOST;                                     \
        struct clock *common = has_hosts ? NULL : clock_of(clocks, source, s, 0);                  \
        VISIT_ROWS(spans, subject.host, start, visit)                                              \
        VISIT_ROWS(ends, subject.host, time, visit)                                                \
        VISIT_ROWS(memory_samples, host, time, visit)                                              \
        VISIT_ROWS(samples, host, time, visit)                                                     \
        VISIT_ROWS(marks, host, time, visit)                                                       \
    }

static void note_moment(struct clock *clock, const double *time)
{
    clock->first = *time < clock->first ? *time : clock->first;
}

static void shift_moment(const struct clock *clock, double *time)
{
    *time += clock->shift;
    if (clock->ticks > 0)
        *time = rint(*time * clock->ticks) / clock->ticks;
}

static void note_moments(struct clocks *clocks, struct activity *activity)
{
    VISIT_MOMENTS(note_moment)
}

static void shift_moments(struct clocks *clocks, struct activity *activity)
{
    VISIT_MOMENTS(shift_moment)
}

/* ---- offsets ---- */

static int compare_offsets(const void *left, const void *right)
{
    const struct clock_offset *l = left, *r = right;
    return (l->host > r->host) - (l->host < r->host);
}

/* The median of each host's offsets. */
static void take_offsets(struct clocks *clocks, struct activity *activity)
{
    struct clock_offset *offsets = activity->offsets;
    size_t count = activity->offset_count;
    double *values = memory_alloc_array(count, sizeof *values);
    if (count)
        qsort(offsets, count, sizeof *offsets, compare_offsets);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && offsets[to].host == offsets[from].host; to++)
            values[to - from] = offsets[to].offset_s;
        clock_at(clocks, clocks->first_of_hosts + offsets[from].host)->offset =
            statistic_median(values, to - from);
    }
    free(values);
}

static bool has_moments(const struct clock *clock)
{
    return clock->first < INFINITY;
}

/* The clocks of sources, as far as these have one to themselves. */
static void take_origins(struct clocks *clocks, const struct activity *activity)
{
    for (size_t i = 0; i < activity->source_count; i++) {
        const struct activity_source *source = &activity->sources[i];
        struct clock *clock = clock_at(clocks, i + 1);
        clock->origin = source->origin;
        if (source->clock == ACTIVITY_CLOCK_UNIX)
            clock->offset = 0;
    }
}

/* The first moment of the clocks whose offset is known, or is not. Infinite: none. */
static double first_moment(const struct clocks *clocks, bool known)
{
    double first = INFINITY;
    for (size_t i = 0; i < clocks->count; i++) {
        const struct clock *clock = &clocks->items[i];
        if (isnan(clock->offset) != known)
            first = fmin(first, clock->origin + clock->first + (known ? clock->offset : 0));
    }
    return first;
}

static void align_clocks(struct clocks *clocks, struct aligned_times *times)
{
    double base = first_moment(clocks, true);
    times->clock = isfinite(base) ? SETTLED_UNIX : SETTLED_FROM_BEGIN;
    times->origin = isfinite(base) ? floor(base) : 0;
    for (size_t i = 0; i < clocks->count; i++) {
        struct clock *clock = &clocks->items[i];
        clock->ticks = i == WHOLE_UNIX_TIMES ? 1e6 : 1e9;
        if (!isnan(clock->offset)) {
            clock->shift = clock->offset + (clock->origin - times->origin);
        } else if (has_moments(clock)) {
            clock->shift = (isfinite(base) ? base - times->origin : 0) - clock->first;
            times->clocks_unknown++;
        }
    }
    times->comparable = times->clocks_unknown <= (times->clock == SETTLED_FROM_BEGIN);
}

/* Clocks as they are, whole seconds off. */
static void keep_clocks(struct clocks *clocks, struct aligned_times *times)
{
    double first = first_moment(clocks, false);
    times->clock = isfinite(first) ? SETTLED_FROM_BEGIN : SETTLED_UNIX;
    times->comparable = true;
    for (size_t i = 1; i < clocks->count; i++) {
        struct clock *clock = &clocks->items[i];
        clock->shift = clock->origin;
        if (isnan(clock->offset) && isfinite(first))
            clock->shift -= floor(first);
    }
}

void activity_clock_settle(struct activity *activity, const uint32_t *of_source, bool as_written,
                           struct aligned_times *times)
{
    struct clocks clocks = {.first_of_hosts = activity->source_count + 1, .of_source = of_source};
    *times = (struct aligned_times){.first = NAN, .last = NAN};
    clock_at(&clocks, WHOLE_UNIX_TIMES)->offset = 0;
    take_origins(&clocks, activity);
    note_moments(&clocks, activity);
    if (as_written) {
        keep_clocks(&clocks, times);
    } else {
        take_offsets(&clocks, activity);
        align_clocks(&clocks, times);
    }
    shift_moments(&clocks, activity);
    free(clocks.items);
}
