#include "input/traces/far_events.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/list.h"
#include "util/memory.h"

#define DAY_S 86400.0
#define YEAR_S (365 * DAY_S)

enum { LEAST_EVENTS = 10, ONE_FAR_OF = 100 };

/* What a far event is far beyond. */
struct rule {
    double least_s, ratio;
    bool encloses_nothing;
};
static const struct rule rules[] = {{YEAR_S, 100, false}, {DAY_S, 1e4, true}};
enum { RULES = sizeof rules / sizeof rules[0] };

/* ---- the events of an activity, whatever they are ---- */

struct event {
    double start, end;
    uint32_t host, lane, name;
    bool is_annotation;
};

static size_t count_events(const struct activity *activity)
{
    return activity->span_count + activity->end_count + activity->mark_count;
}

static struct event event_at(const struct activity *activity, size_t i)
{
    if (i < activity->span_count) {
        const struct activity_span *span = &activity->spans[i];
        return (struct event){span->start,        span->start + span->duration,
                              span->subject.host, span->subject.lane,
                              span->subject.name, span->is_annotation};
    }
    i -= activity->span_count;
    if (i < activity->end_count) {
        const struct span_edge *end = &activity->ends[i];
        return (struct event){end->time,         end->time,         end->subject.host,
                              end->subject.lane, end->subject.name, false};
    }
    const struct activity_mark *mark = &activity->marks[i - activity->end_count];
    return (struct event){mark->time, mark->time, mark->host, mark->lane, mark->name, false};
}

/* ---- where others end ---- */

/* Ends by their distance from the first start, a power of two each: a gap that is wider lies
 * between two of them. */
enum { LEAST_EXPONENT = -1080, EXPONENTS = 2 * 1080 };
struct ends {
    size_t count;
    double least, most;
};

struct look {
    double first, last; /* of all events */
    size_t count;
    struct ends *ends; /* EXPONENTS of them */
};

static double distance_of(const struct look *look, const struct event *event)
{
    double distance = event->end - look->first;
    return isfinite(distance) ? distance : DBL_MAX;
}

static void look_at_ends(struct look *look, const struct activity *activity)
{
    look->ends = memory_alloc_array(EXPONENTS, sizeof *look->ends);
    for (size_t i = 0; i < look->count; i++) {
        int exponent;
        struct event event = event_at(activity, i);
        double distance = distance_of(look, &event);
        frexp(distance, &exponent);
        struct ends *ends = &look->ends[exponent - LEAST_EXPONENT];
        ends->least = ends->count ? fmin(ends->least, distance) : distance;
        ends->most = ends->count ? fmax(ends->most, distance) : distance;
        ends->count++;
    }
}

static bool is_far(const struct look *look, const struct event *event, double far)
{
    return distance_of(look, event) >= far;
}

/* The end of the nearest gap that is as wide as the rule wants and has no more events behind it
 * than may be far; *others: where the gap begins. Infinite: there is none. */
static double far_from(const struct look *look, const struct rule *rule, double *others)
{
    size_t few = look->count / ONE_FAR_OF, behind = 0;
    double far = INFINITY;
    const struct ends *later = NULL;
    few = few ? few : 1;
    for (size_t i = EXPONENTS; i-- > 0 && behind <= few;) {
        const struct ends *ends = &look->ends[i];
        if (!ends->count)
            continue;
        if (later && ends->most > 0 && later->least > rule->least_s &&
            later->least > rule->ratio * ends->most) {
            far = later->least;
            *others = ends->most;
        }
        later = ends;
        behind += ends->count;
    }
    return far;
}

/* ---- what encloses others ---- */

/* A thread, or the like, with far events. */
struct lane {
    uint32_t host, lane;
    double first; /* where the first of its other events begins */
};

struct lanes {
    struct lane *items; /* by host and lane */
    size_t count, capacity;
};

static int by_host_and_lane(const void *left_pointer, const void *right_pointer)
{
    const struct lane *left = left_pointer, *right = right_pointer;
    if (left->host != right->host)
        return left->host < right->host ? -1 : 1;
    return (left->lane > right->lane) - (left->lane < right->lane);
}

static struct lane *lane_of(const struct lanes *lanes, const struct event *event)
{
    struct lane lane = {.host = event->host, .lane = event->lane};
    return bsearch(&lane, lanes->items, lanes->count, sizeof lane, by_host_and_lane);
}

static void find_lanes(struct lanes *lanes, const struct look *look,
                       const struct activity *activity, double far)
{
    size_t kept = 0;
    for (size_t i = 0; i < look->count; i++) {
        struct event event = event_at(activity, i);
        if (is_far(look, &event, far))
            *list_add(lanes) = (struct lane){event.host, event.lane, INFINITY};
    }
    qsort(lanes->items, lanes->count, sizeof *lanes->items, by_host_and_lane);
    for (size_t i = 0; i < lanes->count; i++)
        if (!kept || by_host_and_lane(&lanes->items[kept - 1], &lanes->items[i]) != 0)
            lanes->items[kept++] = lanes->items[i];
    lanes->count = kept;
}

/* Whether all far ones begin after another event of their lane, and before the last of the others
 * ends: the first of a lane encloses what follows there, as annotations do anywhere, and one alone
 * may well last longer than what was recorded beside it. */
static bool enclose_nothing(const struct look *look, const struct activity *activity, double far,
                            double others)
{
    struct lanes lanes = {0};
    bool good = true;
    find_lanes(&lanes, look, activity, far);
    for (size_t i = 0; i < look->count; i++) {
        struct event event = event_at(activity, i);
        struct lane *lane = is_far(look, &event, far) ? NULL : lane_of(&lanes, &event);
        if (lane)
            lane->first = fmin(lane->first, event.start);
    }
    for (size_t i = 0; good && i < look->count; i++) {
        struct event event = event_at(activity, i);
        if (is_far(look, &event, far))
            good = !event.is_annotation && event.start > lane_of(&lanes, &event)->first &&
                   event.start - look->first < others;
    }
    free(lanes.items);
    return good;
}

/* ---- taking them out ---- */

static struct far_events describe(const struct look *look, const struct activity *activity,
                                  double far, double others)
{
    struct far_events found = {.others_s = others};
    for (size_t i = 0; i < look->count; i++) {
        struct event event = event_at(activity, i);
        if (!is_far(look, &event, far))
            continue;
        if (found.count++ == 0) {
            found.name = activity_text(activity, event.name);
            found.after_s = distance_of(look, &event);
        }
    }
    return found;
}

/* Leaves those of the rows that are not marked; returns how many. */
static size_t compact(void *rows, size_t size, size_t count, const bool *marked)
{
    char *bytes = rows;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!marked[i])
            memmove(bytes + kept++ * size, bytes + i * size, size);
    return kept;
}

static void drop(const struct look *look, struct activity *activity, double far)
{
    struct activity_source *source = &activity->sources[0];
    bool *marked = memory_alloc_array(look->count, sizeof *marked);
    for (size_t i = 0; i < look->count; i++) {
        struct event event = event_at(activity, i);
        marked[i] = is_far(look, &event, far);
    }
    const bool *ends = marked + activity->span_count, *marks = ends + activity->end_count;
    activity->span_count =
        compact(activity->spans, sizeof *activity->spans, activity->span_count, marked);
    activity->end_count =
        compact(activity->ends, sizeof *activity->ends, activity->end_count, ends);
    activity->mark_count =
        compact(activity->marks, sizeof *activity->marks, activity->mark_count, marks);
    source->spans.count = activity->span_count;
    source->ends.count = activity->end_count;
    source->marks.count = activity->mark_count;
    free(marked);
}

static double far_moment(const struct look *look, const struct activity *activity, double *others)
{
    for (int i = 0; i < RULES; i++) {
        double far = far_from(look, &rules[i], others);
        if (isfinite(far) &&
            (!rules[i].encloses_nothing || enclose_nothing(look, activity, far, *others)))
            return far;
    }
    return INFINITY;
}

struct far_events far_events_drop(struct activity *activity, double latest)
{
    struct look look = {.first = INFINITY, .last = -INFINITY, .count = count_events(activity)};
    struct far_events found = {0};
    for (size_t i = 0; i < look.count; i++) {
        struct event event = event_at(activity, i);
        look.first = event.start < look.first ? event.start : look.first;
        look.last = event.end > look.last ? event.end : look.last;
    }
    if (look.count <= LEAST_EVENTS || !(look.last - look.first > rules[RULES - 1].least_s))
        return found;
    double others = 0;
    look_at_ends(&look, activity);
    double far = far_moment(&look, activity, &others);
    if (isfinite(far) && !(latest - look.first > others)) {
        found = describe(&look, activity, far, others);
        drop(&look, activity, far);
    }
    free(look.ends);
    return found;
}
