#include "analysis/activity/trace_copies.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "analysis/activity/trace_rows.h"
#include "analysis/tasks/group_index.h"
#include "util/hash.h"
#include "util/list.h"
#include "util/memory.h"

/* Of all rows about so many are compared, which are the same ones in each source. */
enum { MOST_SAMPLES = 1 << 20 };

static const double NEARLY_ALL = 0.9;

struct row_sample {
    uint64_t hash;
    int64_t moment;
    uint32_t source;
};

struct sampled {
    LIST_OF(struct row_sample) by_source;
    struct row_sample *by_hash;
    struct activity_rows *of_source; /* in by_source */
};

/* ---- samples ---- */

static uint64_t hash_of(const struct activity_source *source, const struct trace_row *row)
{
    const uint32_t numbers[] = {row->kind, row->host, row->lane, row->name};
    int64_t moment = trace_row_moment(source, row);
    uint64_t hash = hash_bytes(HASH_START, numbers, sizeof numbers);
    hash = hash_bytes(hash, &moment, sizeof moment);
    hash = hash_bytes(hash, &row->duration, sizeof row->duration);
    return (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
}

static size_t count_rows(const struct activity *activity)
{
    size_t rows = 0;
    for (size_t s = 0; s < activity->source_count; s++)
        rows += activity->sources[s].has_processes ? trace_row_count(&activity->sources[s]) : 0;
    return rows;
}

static void sample_source(struct sampled *sampled, const struct activity *activity, size_t number,
                          uint64_t one_of)
{
    const struct activity_source *source = &activity->sources[number];
    for (size_t i = 0; i < trace_row_count(source); i++) {
        struct trace_row row = trace_row_at(activity, source, i);
        uint64_t hash = hash_of(source, &row);
        if ((hash >> 32) % one_of)
            continue;
        *list_add(&sampled->by_source) =
            (struct row_sample){hash, trace_row_moment(source, &row), (uint32_t)number};
    }
}

static int compare_hashes(const void *left, const void *right)
{
    const struct row_sample *l = left, *r = right;
    if (l->hash != r->hash)
        return l->hash < r->hash ? -1 : 1;
    return (l->source > r->source) - (l->source < r->source);
}

static void take_samples(struct sampled *sampled, const struct activity *activity)
{
    uint64_t one_of = count_rows(activity) / MOST_SAMPLES + 1;
    sampled->of_source = memory_alloc_array(activity->source_count, sizeof *sampled->of_source);
    for (size_t s = 0; s < activity->source_count; s++) {
        size_t first = sampled->by_source.count;
        if (activity->sources[s].has_processes)
            sample_source(sampled, activity, s, one_of);
        sampled->of_source[s] = (struct activity_rows){first, sampled->by_source.count - first};
    }
    sampled->by_hash = memory_alloc_array(sampled->by_source.count + 1, sizeof *sampled->by_hash);
    for (size_t i = 0; i < sampled->by_source.count; i++)
        sampled->by_hash[i] = sampled->by_source.items[i];
    qsort(sampled->by_hash, sampled->by_source.count, sizeof *sampled->by_hash, compare_hashes);
}

/* ---- pairs ---- */

/* How many samples the first source that has each, and another, have in common. */
struct source_pairs {
    struct group_index index; /* of both numbers + 1 */
    LIST_OF(size_t) common;
};

static void add_common(struct source_pairs *pairs, uint32_t first, uint32_t other, size_t count)
{
    uint32_t pair = group_index_add(&pairs->index, (struct group_key){first + 1, other + 1});
    list_reach(&pairs->common, pairs->index.count, 0);
    pairs->common.items[pair] += count;
}

static void count_common(const struct sampled *sampled, struct source_pairs *pairs)
{
    const struct row_sample *samples = sampled->by_hash;
    for (size_t from = 0, to; from < sampled->by_source.count; from = to) {
        size_t of_first = 0;
        for (to = from; to < sampled->by_source.count && samples[to].hash == samples[from].hash;) {
            size_t begin = to;
            while (to < sampled->by_source.count && samples[to].hash == samples[from].hash &&
                   samples[to].source == samples[begin].source)
                to++;
            if (begin == from)
                of_first = to - from;
            else
                add_common(pairs, samples[from].source, samples[begin].source,
                           to - begin < of_first ? to - begin : of_first);
        }
    }
}

struct moments {
    int64_t first, last;
};

static struct moments moments_of(const struct sampled *sampled, size_t source)
{
    struct activity_rows rows = sampled->of_source[source];
    struct moments moments = {INT64_MAX, INT64_MIN};
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        int64_t moment = sampled->by_source.items[i].moment;
        moments.first = moment < moments.first ? moment : moments.first;
        moments.last = moment > moments.last ? moment : moments.last;
    }
    return moments;
}

static size_t count_within(const struct sampled *sampled, size_t source, struct moments moments)
{
    struct activity_rows rows = sampled->of_source[source];
    size_t count = 0;
    for (size_t i = rows.first; i < rows.first + rows.count; i++)
        count += sampled->by_source.items[i].moment >= moments.first &&
                 sampled->by_source.items[i].moment <= moments.last;
    return count;
}

static bool are_copies(const struct sampled *sampled, size_t first, size_t other, size_t common)
{
    struct moments one = moments_of(sampled, first), two = moments_of(sampled, other);
    struct moments both = {one.first > two.first ? one.first : two.first,
                           one.last < two.last ? one.last : two.last};
    size_t of_one = count_within(sampled, first, both), of_two = count_within(sampled, other, both);
    return (double)common >= NEARLY_ALL * (double)(of_one < of_two ? of_one : of_two);
}

uint32_t *trace_copies_find(const struct activity *activity)
{
    uint32_t *copy_of = memory_alloc_array(activity->source_count + 1, sizeof *copy_of);
    struct sampled sampled = {0};
    struct source_pairs pairs = {0};
    take_samples(&sampled, activity);
    count_common(&sampled, &pairs);
    for (size_t s = 0; s < activity->source_count; s++)
        copy_of[s] = (uint32_t)s;
    for (size_t i = 0; i < pairs.index.count; i++) {
        uint32_t first = pairs.index.keys[i].step - 1, other = pairs.index.keys[i].task - 1;
        if (first < copy_of[other] && are_copies(&sampled, first, other, pairs.common.items[i]))
            copy_of[other] = first;
    }
    for (size_t s = 0; s < activity->source_count; s++)
        copy_of[s] = copy_of[copy_of[s]];
    group_index_release(&pairs.index);
    free(pairs.common.items);
    free(sampled.by_source.items);
    free(sampled.by_hash);
    free(sampled.of_source);
    return copy_of;
}
