#include "analysis/activity/trace_processes.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/activity/trace_copies.h"
#include "analysis/activity/trace_rows.h"
#include "analysis/tasks/group_index.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/short_paths.h"

/* Parts of a trace may overlap by so much of the shorter one: an event at the cut is in both. */
static const double OVERLAP = 0.01;
/* Two clocks are one where so much of the shorter trace is in both, and they started so many times
 * the longer one before. */
static const double IN_COMMON = 0.5, FAR = 20;

/* A thread in a source: when what it told of ran, in seconds of the source's clock. */
struct presence {
    uint32_t thread, host;
    double first, last;
};

struct programs {
    struct activity *activity;
    LIST_OF(struct presence) presences; /* of each source in the order of threads */
    struct activity_rows *of_source;    /* in presences */
    uint32_t *part_of;    /* of each source: an earlier one of which it is a copy or goes on with
                             it, its own number when of none */
    uint32_t *program_of; /* of each source: the first source of its program */
    bool *is_ambiguous;   /* of each program: another has processes of the same names */
};

/* ---- threads ---- */

static int compare_presences(const void *left, const void *right)
{
    const struct presence *l = left, *r = right;
    return (l->thread > r->thread) - (l->thread < r->thread);
}

/* Instants are left out: those of a whole trace belong to no process. */
static void find_threads(struct programs *programs, struct group_index *threads, size_t number)
{
    const struct activity_source *source = &programs->activity->sources[number];
    size_t first = programs->presences.count;
    LIST_OF(size_t) places = {0};
    struct group_key key = {0};
    uint32_t thread = 0;
    for (size_t i = 0; i < source->spans.count + source->ends.count; i++) {
        struct trace_row row = trace_row_at(programs->activity, source, i);
        if (i == 0 || row.host != key.step || row.lane != key.task) {
            key = (struct group_key){row.host, row.lane};
            thread = group_index_add(threads, key);
        }
        list_reach(&places, (size_t)thread + 1, 0);
        if (!places.items[thread]) {
            *list_add(&programs->presences) =
                (struct presence){thread, row.host, INFINITY, -INFINITY};
            places.items[thread] = programs->presences.count;
        }
        struct presence *presence = &programs->presences.items[places.items[thread] - 1];
        presence->first = fmin(presence->first, source->origin + row.time);
        presence->last = fmax(presence->last, source->origin + row.time + row.duration);
    }
    free(places.items);
    programs->of_source[number] = (struct activity_rows){first, programs->presences.count - first};
    if (programs->presences.count > first)
        qsort(programs->presences.items + first, programs->presences.count - first,
              sizeof *programs->presences.items, compare_presences);
}

/* False when no thread is in two sources. */
static bool find_all_threads(struct programs *programs)
{
    struct group_index threads = {0};
    for (size_t s = 0; s < programs->activity->source_count; s++)
        if (programs->activity->sources[s].has_processes)
            find_threads(programs, &threads, s);
    bool is_any_shared = threads.count < programs->presences.count;
    group_index_release(&threads);
    return is_any_shared;
}

/* ---- programs ---- */

/* How two sources stand to each other, by their processes and threads of equal ids. */
enum relation {
    STRANGERS,   /* they have none in common */
    SAME_IDS,    /* processes, but no thread */
    CONSECUTIVE, /* threads, which never ran at one time */
    COLLIDING,   /* a thread of both ran at one time, or may have */
};

/* Clocks that may not be one say nothing of parts far from each other. */
static bool run_together(const struct presence *left, const struct presence *right, bool is_unix)
{
    double lengths[] = {left->last - left->first, right->last - right->first};
    double common = fmin(left->last, right->last) - fmax(left->first, right->first);
    if (common >= 0)
        return common >= OVERLAP * fmin(lengths[0], lengths[1]);
    return !is_unix && -common > fmax(lengths[0], lengths[1]);
}

static bool have_a_process_in_common(const struct programs *programs, size_t left, size_t right)
{
    struct activity_rows l = programs->of_source[left], r = programs->of_source[right];
    for (size_t i = l.first; i < l.first + l.count; i++)
        for (size_t k = r.first; k < r.first + r.count; k++)
            if (programs->presences.items[i].host == programs->presences.items[k].host)
                return true;
    return false;
}

static enum relation relate(const struct programs *programs, size_t left, size_t right)
{
    const struct activity_source *sources = programs->activity->sources;
    bool is_one_clock = sources[left].clock == sources[right].clock, have_a_thread = false;
    bool is_unix = sources[left].clock == ACTIVITY_CLOCK_UNIX;
    struct activity_rows l = programs->of_source[left], r = programs->of_source[right];
    for (size_t i = 0, k = 0; i < l.count && k < r.count;) {
        const struct presence *one = &programs->presences.items[l.first + i];
        const struct presence *other = &programs->presences.items[r.first + k];
        bool is_same = one->thread == other->thread;
        if (is_same && (!is_one_clock || run_together(one, other, is_unix)))
            return COLLIDING;
        have_a_thread = have_a_thread || is_same;
        i += one->thread <= other->thread;
        k += other->thread < one->thread || is_same;
    }
    if (have_a_thread)
        return CONSECUTIVE;
    return have_a_process_in_common(programs, left, right) ? SAME_IDS : STRANGERS;
}

/* Whether the source tells of the program as well; notes of which source it is a part. */
static bool belongs_to(struct programs *programs, size_t source, size_t program)
{
    enum relation closest = STRANGERS;
    uint32_t part_of = (uint32_t)source;
    for (size_t s = program; s < source; s++) {
        enum relation relation =
            programs->program_of[s] == program ? relate(programs, s, source) : STRANGERS;
        if (relation == COLLIDING)
            return false;
        if (relation == CONSECUTIVE)
            part_of = (uint32_t)s;
        closest = relation > closest ? relation : closest;
    }
    if (closest != STRANGERS)
        programs->part_of[source] = part_of;
    return closest != STRANGERS;
}

static uint32_t find_program(struct programs *programs, size_t source)
{
    if (programs->part_of[source] != source)
        return programs->program_of[programs->part_of[source]];
    for (size_t program = 0; program < source; program++)
        if (programs->program_of[program] == program && belongs_to(programs, source, program))
            return (uint32_t)program;
    return (uint32_t)source;
}

static void find_ambiguous(struct programs *programs)
{
    uint32_t *owners =
        memory_alloc_array(programs->activity->texts.count + 1, sizeof *owners); /* + 1 */
    for (size_t s = 0; s < programs->activity->source_count; s++) {
        struct activity_rows rows = programs->of_source[s];
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            uint32_t *owner = &owners[programs->presences.items[i].host];
            if (*owner && *owner - 1 != programs->program_of[s])
                programs->is_ambiguous[*owner - 1] =
                    programs->is_ambiguous[programs->program_of[s]] = true;
            *owner = programs->program_of[s] + 1;
        }
    }
    free(owners);
}

/* ---- names ---- */

struct renaming {
    struct activity *activity;
    const char *file;
    struct group_index hosts;
    LIST_OF(uint32_t) names; /* of each of these */
};

static uint32_t renamed(struct renaming *renaming, uint32_t host)
{
    uint32_t place = group_index_add(&renaming->hosts, (struct group_key){host, 0});
    if (place == renaming->names.count) {
        struct arena arena;
        arena_init(&arena);
        const char *name = activity_text(renaming->activity, host);
        const char *text =
            name ? arena_format(&arena, "%s %s", renaming->file, name) : renaming->file;
        *list_add(&renaming->names) = activity_number(renaming->activity, text, strlen(text));
        arena_release(&arena);
    }
    return renaming->names.items[place];
}

static void name_by_file(struct activity *activity, const struct activity_source *source,
                         const char *file)
{
    struct renaming renaming = {.activity = activity, .file = file};
    for (size_t i = source->spans.first; i < source->spans.first + source->spans.count; i++) {
        uint32_t *host = &activity->spans[i].subject.host;
        *host = renamed(&renaming, *host);
    }
    for (size_t i = source->ends.first; i < source->ends.first + source->ends.count; i++) {
        uint32_t *host = &activity->ends[i].subject.host;
        *host = renamed(&renaming, *host);
    }
    for (size_t i = source->marks.first; i < source->marks.first + source->marks.count; i++) {
        uint32_t *host = &activity->marks[i].host;
        *host = renamed(&renaming, *host);
    }
    group_index_release(&renaming.hosts);
    free(renaming.names.items);
}

static void name_ambiguous(const struct programs *programs)
{
    struct activity *activity = programs->activity;
    const char **paths = memory_alloc_array(activity->source_count, sizeof *paths);
    size_t count = 0;
    for (size_t s = 0; s < activity->source_count; s++)
        if (activity->sources[s].has_processes)
            paths[count++] = activity->sources[s].path;
    struct short_paths *names = short_paths_new(paths, count);
    for (size_t s = 0; s < activity->source_count; s++)
        if (activity->sources[s].has_processes && programs->is_ambiguous[programs->program_of[s]])
            name_by_file(activity, &activity->sources[s],
                         short_paths_get(names, activity->sources[programs->program_of[s]].path));
    short_paths_free(names);
    free(paths);
}

/* ---- clocks ---- */

static void count_from(struct activity *activity, struct activity_source *source, double origin)
{
    double seconds = source->origin - origin;
    for (size_t i = source->spans.first; i < source->spans.first + source->spans.count; i++)
        activity->spans[i].start += seconds;
    for (size_t i = source->ends.first; i < source->ends.first + source->ends.count; i++)
        activity->ends[i].time += seconds;
    for (size_t i = source->marks.first; i < source->marks.first + source->marks.count; i++)
        activity->marks[i].time += seconds;
    source->origin = origin;
}

static void share_clocks(const struct programs *programs, uint32_t *clocks)
{
    struct activity_source *sources = programs->activity->sources;
    for (size_t s = 0; s < programs->activity->source_count; s++) {
        uint32_t before = programs->part_of[s];
        if (before == s || sources[s].clock != ACTIVITY_CLOCK_SHARED ||
            sources[before].clock != ACTIVITY_CLOCK_SHARED)
            continue;
        count_from(programs->activity, &sources[s], sources[before].origin);
        clocks[s] = clocks[before];
    }
}

/* When a source told of something, by its own clock. */
static struct presence range_of(const struct activity *activity, size_t number)
{
    const struct activity_source *source = &activity->sources[number];
    struct presence range = {.first = INFINITY, .last = -INFINITY};
    for (size_t i = 0; i < source->spans.count + source->ends.count; i++) {
        struct trace_row row = trace_row_at(activity, source, i);
        range.first = fmin(range.first, source->origin + row.time);
        range.last = fmax(range.last, source->origin + row.time + row.duration);
    }
    return range;
}

/* Clocks that start anywhere are one where both show nearly the same time, far from their start. */
static bool is_one_base(const struct presence *left, const struct presence *right)
{
    double shorter = fmin(left->last - left->first, right->last - right->first);
    double longer = fmax(left->last - left->first, right->last - right->first);
    double common = fmin(left->last, right->last) - fmax(left->first, right->first);
    return longer > 0 && common >= IN_COMMON * shorter &&
           fmin(left->first, right->first) >= FAR * longer;
}

/* Ranks of a program on one host. */
static void share_bases(struct activity *activity, uint32_t *clocks)
{
    struct presence *ranges = memory_alloc_array(activity->source_count + 1, sizeof *ranges);
    for (size_t s = 0; s < activity->source_count; s++) {
        const struct activity_source *source = &activity->sources[s];
        if (!source->has_processes || source->clock != ACTIVITY_CLOCK_SHARED)
            continue;
        ranges[s] = range_of(activity, s);
        uint32_t same = clocks[s];
        for (size_t before = 0; same == s && before < s; before++)
            if (clocks[before] == before && activity->sources[before].has_processes &&
                activity->sources[before].clock == ACTIVITY_CLOCK_SHARED &&
                is_one_base(&ranges[before], &ranges[s]))
                same = (uint32_t)before;
        if (same == s)
            continue;
        clocks[s] = clocks[same];
        count_from(activity, &activity->sources[s], activity->sources[clocks[s]].origin);
    }
    free(ranges);
}

bool trace_clocks_compare(const struct activity *activity, const uint32_t *clocks, size_t left,
                          size_t right)
{
    return clocks[left] == clocks[right] ||
           (activity->sources[left].clock != ACTIVITY_CLOCK_SHARED &&
            activity->sources[right].clock != ACTIVITY_CLOCK_SHARED);
}

/* ---- all ---- */

static size_t count_traces(const struct activity *activity)
{
    size_t count = 0;
    for (size_t s = 0; s < activity->source_count; s++)
        count += activity->sources[s].has_processes;
    return count;
}

uint32_t *trace_processes_settle(struct activity *activity)
{
    size_t count = activity->source_count;
    uint32_t *clocks = memory_alloc_array(count + 1, sizeof *clocks);
    for (size_t s = 0; s < count; s++)
        clocks[s] = (uint32_t)s;
    if (count_traces(activity) < 2)
        return clocks;
    struct programs programs = {
        .activity = activity,
        .of_source = memory_alloc_array(count, sizeof *programs.of_source),
        .program_of = memory_alloc_array(count, sizeof *programs.program_of),
        .is_ambiguous = memory_alloc_array(count, sizeof *programs.is_ambiguous),
    };
    if (find_all_threads(&programs)) {
        programs.part_of = trace_copies_find(activity);
        for (size_t s = 0; s < count; s++)
            programs.program_of[s] = find_program(&programs, s);
        find_ambiguous(&programs);
        name_ambiguous(&programs);
        share_clocks(&programs, clocks);
    }
    share_bases(activity, clocks);
    free(programs.presences.items);
    free(programs.of_source);
    free(programs.part_of);
    free(programs.program_of);
    free(programs.is_ambiguous);
    return clocks;
}
