#include "input/traces/span_totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* Times are kept to the nanosecond. */
static const double SAME_TIME_S = 1e-9;

static bool may_be_total(const struct activity *activity, const struct activity_span *span)
{
    static const char begin[] = "Total ";
    double time = activity->sources[0].origin + span->start;
    if (!(fabs(time) < SAME_TIME_S) || !span->subject.lane)
        return false;
    const char *name = activity_text(activity, span->subject.name);
    return name && strncmp(name, begin, strlen(begin)) == 0;
}

/* How many events each lane has, by the number of its text. */
static uint8_t *count_by_lane(const struct activity *activity)
{
    uint8_t *counts = memory_alloc_array(activity->texts.count + 1, sizeof *counts);
    for (size_t i = 0; i < activity->span_count; i++)
        if (counts[activity->spans[i].subject.lane] < 2)
            counts[activity->spans[i].subject.lane]++;
    for (size_t i = 0; i < activity->end_count; i++)
        counts[activity->ends[i].subject.lane] = 2;
    for (size_t i = 0; i < activity->mark_count; i++)
        counts[activity->marks[i].lane] = 2;
    return counts;
}

size_t span_totals_drop(struct activity *activity)
{
    size_t first = 0, kept, all = activity->span_count;
    while (first < all && !may_be_total(activity, &activity->spans[first]))
        first++;
    if (first == all)
        return 0;
    uint8_t *counts = count_by_lane(activity);
    kept = first;
    for (size_t i = first; i < all; i++) {
        const struct activity_span *span = &activity->spans[i];
        if (!may_be_total(activity, span) || counts[span->subject.lane] > 1)
            activity->spans[kept++] = *span;
    }
    free(counts);
    if (kept == 0) /* they sum up nothing that is here */
        return 0;
    activity->span_count = activity->sources[0].spans.count = kept;
    return all - kept;
}
