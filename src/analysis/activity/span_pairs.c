#include "analysis/activity/span_pairs.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/activity/trace_processes.h"
#include "analysis/statistics/time_order.h"
#include "util/count_text.h"
#include "util/hash_index.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/parallel.h"
#include "util/quantity.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* Set in `side`: of an end whose other side was found; of one that was written twice. */
enum { PAIRED_MARK = 2, REPEATED_MARK = 4, PARTITION_BITS = 2, HASHED_AT_A_TIME = 1 << 16 };
enum { MOST_ALIKE = 64 }; /* ends of one moment that are looked at */

/* ---- what is open ---- */

/* The ends of one key while the sweep goes on. Lists are of numbers of ends + 1, linked by `links`;
 * 0 ends them. */
struct open_key {
    uint32_t latest; /* the newest end: it has the key and the moment of `now` and `orphans` */
    uint32_t older;  /* STARTs of earlier moments, the newest first */
    uint32_t now, now_last; /* STARTs of the latest moment */
    uint32_t orphans;       /* STOPs of the latest moment that nothing older was open for */
    uint32_t last[2];       /* the newest END of each side */
};

struct sweep {
    struct span_edge *ends;
    size_t count;
    const uint32_t *order; /* of time; NULL: as they are */
    uint32_t *hashes;      /* of the key of each end; the highest bits are its partition */
    uint32_t *links; /* the next of a list; of a paired START: its STOP; number of an end + 1 */
    const struct activity *activity;
    const uint32_t *clocks;
    const struct activity_source *sources;
    size_t source_count;
    const bool *is_fine; /* of each source: its stamps have parts of a second */
    bool across_hosts;   /* what is left of asynchronous spans, whatever their hosts */
};

/* Keys of one partition. */
struct open_keys {
    struct open_key *items;
    size_t count, capacity;
    struct hash_index by_hash;
};

static size_t source_of(const struct sweep *sweep, uint32_t end)
{
    size_t source = 0;
    while (source + 1 < sweep->source_count && sweep->sources[source + 1].ends.first <= end)
        source++;
    return source;
}

static bool same_place(const struct sweep *sweep, uint32_t left, uint32_t right)
{
    if (sweep->across_hosts)
        return source_of(sweep, left) == source_of(sweep, right);
    return sweep->ends[left].subject.host == sweep->ends[right].subject.host;
}

static bool same_key(const struct sweep *sweep, uint32_t left, uint32_t right)
{
    const struct span_edge *one = &sweep->ends[left], *other = &sweep->ends[right];
    const struct activity_subject *l = &one->subject, *r = &other->subject;
    if (one->pairing != other->pairing || !same_place(sweep, left, right))
        return false;
    if (one->pairing == PAIRED_NESTED)
        return l->lane == r->lane;
    return l->task == r->task && l->name == r->name && l->job == r->job;
}

static uint64_t mix(uint64_t hash, uint32_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint32_t hash_of(const struct span_edge *end, bool across_hosts)
{
    uint64_t hash = mix(end->pairing, across_hosts ? 0 : end->subject.host);
    if (end->pairing == PAIRED_NESTED)
        hash = mix(hash, end->subject.lane);
    else
        hash = mix(mix(mix(hash, end->subject.task), end->subject.name), end->subject.job);
    return (uint32_t)(hash ^ hash >> 32);
}

static void hash_ends(void *context, size_t part)
{
    const struct sweep *sweep = context;
    size_t from = part * HASHED_AT_A_TIME, to = from + HASHED_AT_A_TIME;
    for (size_t i = from; i < to && i < sweep->count; i++)
        sweep->hashes[i] = hash_of(&sweep->ends[i], sweep->across_hosts);
}

static struct open_key *key_of(struct open_keys *keys, const struct sweep *sweep, uint32_t end)
{
    const uint32_t hash = sweep->hashes[end];
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&keys->by_hash, hash, &at)) != HASH_INDEX_NONE)
        if (same_key(sweep, keys->items[number].latest - 1, end))
            return &keys->items[number];
    hash_index_add(&keys->by_hash, hash, (uint32_t)keys->count);
    *list_add(keys) = (struct open_key){.latest = end + 1};
    return list_last(keys);
}

/* ---- the sweep ---- */

static void push(const struct sweep *sweep, uint32_t *list, uint32_t end)
{
    sweep->links[end] = *list;
    *list = end + 1;
}

static uint32_t pop(const struct sweep *sweep, uint32_t *list)
{
    uint32_t end = *list - 1;
    *list = sweep->links[end];
    return end;
}

static void pair(const struct sweep *sweep, uint32_t start, uint32_t stop)
{
    sweep->links[start] = stop + 1;
    sweep->ends[start].side |= PAIRED_MARK;
    sweep->ends[stop].side |= PAIRED_MARK;
}

/* What was of the latest moment is of an earlier one from now on. */
static void advance(const struct sweep *sweep, struct open_key *key)
{
    if (key->now) {
        sweep->links[key->now_last - 1] = key->older;
        key->older = key->now;
    }
    key->now = key->now_last = key->orphans = 0;
}

static void add_start(const struct sweep *sweep, struct open_key *key, uint32_t end)
{
    if (key->orphans) {
        pair(sweep, end, pop(sweep, &key->orphans));
        return;
    }
    push(sweep, &key->now, end);
    if (!sweep->links[end])
        key->now_last = end + 1;
}

static void add_stop(const struct sweep *sweep, struct open_key *key, uint32_t end)
{
    if (key->older)
        pair(sweep, pop(sweep, &key->older), end);
    else if (key->now)
        pair(sweep, pop(sweep, &key->now), end);
    else if (sweep->ends[end].pairing != PAIRED_NESTED)
        push(sweep, &key->orphans, end);
}

/* An event of a task begins and ends once at a moment. Within a second it may do so more often, but
 * then another source says the same only as a copy. */
static bool is_repeated_event(const struct sweep *sweep, const struct open_key *key, uint32_t end)
{
    const struct span_edge *this = &sweep->ends[end];
    uint32_t last = key->last[this->side];
    if (!last || sweep->ends[last - 1].time < this->time)
        return false;
    size_t source = source_of(sweep, end);
    return sweep->is_fine[source] || source != source_of(sweep, last - 1);
}

static uint32_t end_at(const struct sweep *sweep, size_t place)
{
    return sweep->order ? sweep->order[place] : (uint32_t)place;
}

/* Whether another trace has the end too. Those of one key are swept by one thread, which alone
 * changes their sides. */
static bool is_repeated_in_trace(const struct sweep *sweep, size_t place)
{
    uint32_t end = end_at(sweep, place);
    const struct span_edge *this = &sweep->ends[end];
    if (sweep->source_count < 2)
        return false;
    for (size_t i = place; i > 0 && place - i < MOST_ALIKE; i--) {
        const struct span_edge *other = &sweep->ends[end_at(sweep, i - 1)];
        if (other->time < this->time)
            return false;
        if (other->subject.name != this->subject.name ||
            other->subject.lane != this->subject.lane ||
            !same_key(sweep, end_at(sweep, i - 1), end) ||
            (other->side & SPAN_STOP) != (this->side & SPAN_STOP))
            continue;
        size_t source = source_of(sweep, end), others = source_of(sweep, end_at(sweep, i - 1));
        if (source != others &&
            trace_clocks_compare(sweep->activity, sweep->clocks, source, others))
            return true;
    }
    return false;
}

static void add_end(const struct sweep *sweep, struct open_key *key, size_t place)
{
    uint32_t end = end_at(sweep, place);
    struct span_edge *this = &sweep->ends[end];
    if (this->pairing == PAIRED_BY_TASK ? is_repeated_event(sweep, key, end)
                                        : is_repeated_in_trace(sweep, place)) {
        this->side |= REPEATED_MARK;
        return;
    }
    key->last[this->side] = end + 1;
    if (this->pairing == PAIRED_NESTED || this->time > sweep->ends[key->latest - 1].time)
        advance(sweep, key);
    key->latest = end + 1;
    if (this->side == SPAN_START)
        add_start(sweep, key, end);
    else
        add_stop(sweep, key, end);
}

static bool takes_part(const struct sweep *sweep, const struct span_edge *end)
{
    return !sweep->across_hosts ||
           (end->pairing == PAIRED_ASYNC && !(end->side & (PAIRED_MARK | REPEATED_MARK)));
}

/* Each partition passes over all ends and takes those of its keys. */
static void sweep_partition(void *context, size_t partition)
{
    const struct sweep *sweep = context;
    struct open_keys keys = {0};
    for (size_t i = 0; i < sweep->count; i++) {
        uint32_t end = end_at(sweep, i);
        if (sweep->hashes[end] >> (32 - PARTITION_BITS) == partition &&
            takes_part(sweep, &sweep->ends[end]))
            add_end(sweep, key_of(&keys, sweep, end), i);
    }
    free(keys.items);
    hash_index_release(&keys.by_hash);
}

/* ---- results ---- */

static void put_spans(struct activity *activity, const struct sweep *sweep,
                      struct span_pairs *pairs)
{
    for (size_t i = 0; i < sweep->count; i++)
        pairs->paired += sweep->ends[i].side == (SPAN_START | PAIRED_MARK);
    memory_reserve(&activity->spans, &activity->span_capacity, activity->span_count + pairs->paired,
                   sizeof *activity->spans);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct span_edge *start = &sweep->ends[i];
        if (start->side != (SPAN_START | PAIRED_MARK))
            continue;
        pairs->traced += start->pairing != PAIRED_BY_TASK;
        const struct span_edge *stop = &sweep->ends[sweep->links[i] - 1];
        activity->spans[activity->span_count++] = (struct activity_span){
            .start = start->time,
            .duration = rint((stop->time - start->time) * 1e9) / 1e9,
            .bytes = NAN,
            .subject = start->subject,
        };
    }
}

static void add_part(const struct activity *activity, struct strbuf *text, const char *before,
                     uint32_t number)
{
    if (!number)
        return;
    strbuf_add_text(text, text->size ? before : "");
    utf8_add_visible(text, activity_text(activity, number));
}

/* Unpaired ends of events of tasks, by key. */
struct unpaired {
    const struct sweep *sweep;
    struct hash_index by_hash;
};

static struct unpaired find_unpaired(const struct sweep *sweep)
{
    struct unpaired unpaired = {.sweep = sweep};
    for (size_t i = 0; i < sweep->count; i++) {
        const struct span_edge *end = &sweep->ends[i];
        if (end->pairing == PAIRED_BY_TASK && !(end->side & (PAIRED_MARK | REPEATED_MARK)))
            hash_index_add(&unpaired.by_hash, hash_of(end, false), (uint32_t)i);
    }
    return unpaired;
}

/* Where the other side of an end is on the wrong side of it in time: by how much; else NaN. */
static double wrong_way_s(const struct unpaired *unpaired, uint32_t end)
{
    const struct span_edge *ends = unpaired->sweep->ends;
    const uint32_t hash = hash_of(&ends[end], false);
    size_t at = hash_index_begin(hash);
    uint32_t other;
    for (int looked_at = 0;
         looked_at < MOST_ALIKE &&
         (other = hash_index_next(&unpaired->by_hash, hash, &at)) != HASH_INDEX_NONE;
         looked_at++) {
        double later_s = ends[other].time - ends[end].time;
        bool is_other_side = ends[other].side != ends[end].side;
        if (is_other_side && same_key(unpaired->sweep, other, end) &&
            (ends[end].side == SPAN_START ? later_s < 0 : later_s > 0))
            return fabs(later_s);
    }
    return NAN;
}

static void add_wrong_way(struct strbuf *text, const struct span_edge *end, double away_s)
{
    enum { DURATION_SIZE = 48 };
    char away[DURATION_SIZE];
    if (isnan(away_s))
        return;
    quantity_format(away_s, "s", UNITS_IEC, away, sizeof away);
    strbuf_format(text, "; %s is %s", end->side == SPAN_START ? "its STOP" : "its START", away);
    strbuf_add_text(text, end->side == SPAN_START ? " earlier" : " later");
}

static void reject(const struct activity *activity, const struct span_edge *end, double away_s,
                   struct place place, struct diagnostics *diagnostics)
{
    struct strbuf text;
    strbuf_init(&text);
    add_part(activity, &text, "", end->subject.name);
    add_part(activity, &text, " of task ", end->subject.task);
    add_part(activity, &text, " of job ", end->subject.job);
    add_part(activity, &text, " on ", end->subject.host);
    add_part(activity, &text, ", ", end->subject.lane);
    add_wrong_way(&text, end, away_s);
    diagnostics_reject(diagnostics, place, text.text,
                       end->side == SPAN_START ? "START without a later STOP"
                                               : "STOP without an earlier START");
    strbuf_release(&text);
}

static void tell_unpaired(const struct sweep *sweep, struct diagnostics *diagnostics,
                          struct span_pairs *pairs)
{
    const struct activity *activity = sweep->activity;
    struct unpaired unpaired = find_unpaired(sweep);
    for (size_t source = 0; source < activity->source_count; source++) {
        const struct activity_source *rows = &activity->sources[source];
        for (size_t i = 0; i < rows->ends.count; i++) {
            size_t number = rows->ends.first + i;
            const struct span_edge *end = &activity->ends[number];
            if (end->side & (PAIRED_MARK | REPEATED_MARK))
                continue;
            struct place place = {.input = rows->path,
                                  .line = activity_line_of_end(activity, rows, number)};
            bool is_event = end->pairing == PAIRED_BY_TASK;
            reject(activity, end, is_event ? wrong_way_s(&unpaired, (uint32_t)number) : NAN, place,
                   diagnostics);
            pairs->open_starts += end->side == SPAN_START;
            pairs->orphan_stops += end->side == SPAN_STOP;
        }
    }
    hash_index_release(&unpaired.by_hash);
}

static void note_repeated(const struct activity *activity, struct diagnostics *diagnostics)
{
    for (size_t source = 0; source < activity->source_count; source++) {
        const struct activity_source *rows = &activity->sources[source];
        size_t repeated = 0;
        for (size_t i = 0; i < rows->ends.count; i++)
            repeated += activity->ends[rows->ends.first + i].side & REPEATED_MARK ? 1 : 0;
        if (repeated)
            diagnostics_note(diagnostics, (struct place){.input = rows->path},
                             "%s duplicate starts and stops, counted once", COUNT_TEXT(repeated));
    }
}

static bool *find_fine_sources(const struct activity *activity)
{
    bool *is_fine = memory_alloc_array(activity->source_count + 1, sizeof *is_fine);
    for (size_t source = 0; source < activity->source_count; source++) {
        struct activity_rows rows = activity->sources[source].ends;
        for (size_t i = rows.first; i < rows.first + rows.count && !is_fine[source]; i++)
            is_fine[source] = activity->ends[i].time != floor(activity->ends[i].time);
    }
    return is_fine;
}

static void pair_ends(struct sweep *sweep, int jobs)
{
    parallel_threads(jobs, (sweep->count + HASHED_AT_A_TIME - 1) / HASHED_AT_A_TIME, hash_ends,
                     sweep);
    parallel_threads(jobs, (size_t)1 << PARTITION_BITS, sweep_partition, sweep);
}

static bool has_unpaired_async(const struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++)
        if (sweep->ends[i].pairing == PAIRED_ASYNC && !(sweep->ends[i].side & PAIRED_MARK))
            return true;
    return false;
}

void span_pairs_make(struct activity *activity, const uint32_t *clocks,
                     struct diagnostics *diagnostics, int jobs, struct span_pairs *pairs)
{
    *pairs = (struct span_pairs){0};
    struct sweep sweep = {.ends = activity->ends,
                          .count = activity->end_count,
                          .activity = activity,
                          .clocks = clocks,
                          .sources = activity->sources,
                          .source_count = activity->source_count};
    if (!sweep.count)
        return;
    uint32_t *order = time_order_of_ends(sweep.ends, sweep.count);
    sweep.order = order;
    sweep.links = memory_alloc_array(sweep.count, sizeof *sweep.links);
    sweep.hashes = memory_resize(NULL, sweep.count, sizeof *sweep.hashes);
    bool *is_fine = find_fine_sources(activity);
    sweep.is_fine = is_fine;
    pair_ends(&sweep, jobs);
    sweep.across_hosts = has_unpaired_async(&sweep);
    if (sweep.across_hosts)
        pair_ends(&sweep, jobs);
    free(sweep.hashes);
    free(order);
    put_spans(activity, &sweep, pairs);
    tell_unpaired(&sweep, diagnostics, pairs);
    note_repeated(activity, diagnostics);
    free(is_fine);
    free(sweep.links);
    free(activity->ends);
    activity->ends = NULL;
    activity->end_count = activity->end_capacity = 0;
    free(activity->end_lines);
    activity->end_lines = NULL;
    activity->end_line_count = activity->end_line_capacity = 0;
    for (size_t i = 0; i < activity->source_count; i++)
        activity->sources[i].ends = (struct activity_rows){0};
}
