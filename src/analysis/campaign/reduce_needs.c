/* Peaks of memory and disk with the run times of their tasks, for first allocations. */
#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/reducers.h"
#include "analysis/statistics/sketch.h"
#include "util/memory.h"

/* Of each bucket from the first on. */
struct need_buckets {
    int64_t first;
    size_t count;
    uint64_t *tasks, *ms;
};

/* As first_allocation_make counts them. */
static bool counts(double peak, double time_s)
{
    return peak > 0 && isfinite(peak) && time_s >= 0 && isfinite(time_s);
}

static struct need_buckets make_buckets(const double *peaks, const double *times_s, size_t count)
{
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < count; i++)
        if (counts(peaks[i], times_s[i])) {
            low = fmin(low, peaks[i]);
            high = fmax(high, peaks[i]);
        }
    struct need_buckets buckets = {0};
    if (low <= high) {
        buckets.first = sketch_bucket(low);
        buckets.count = (size_t)(sketch_bucket(high) - buckets.first) + 1;
    }
    buckets.tasks = memory_alloc_array(buckets.count + 1, sizeof *buckets.tasks);
    buckets.ms = memory_alloc_array(buckets.count + 1, sizeof *buckets.ms);
    return buckets;
}

static void put_buckets(struct part *part, const char *task, const char *resource,
                        const char *which, int64_t first, const uint64_t *numbers, size_t count)
{
    struct part_entry *entry = part_entry_of(part, PART_NEED_VALUE, task, resource, which, NULL);
    for (size_t i = 0; i < count; i++)
        if (numbers[i])
            key_counts_append(&entry->values, first + (int64_t)i, numbers[i]);
}

static void reduce_kind(struct part *part, const char *task, const char *resource,
                        const double *peaks, const double *times_s, size_t count)
{
    struct need_buckets buckets = make_buckets(peaks, times_s, count);
    struct part_entry *entry =
        buckets.count ? part_entry_of(part, PART_NEED, task, resource, NULL, NULL) : NULL;
    for (size_t i = 0; entry && i < count; i++) {
        if (!counts(peaks[i], times_s[i]))
            continue;
        size_t bucket = (size_t)(sketch_bucket(peaks[i]) - buckets.first);
        buckets.tasks[bucket]++;
        buckets.ms[bucket] += (uint64_t)(times_s[i] * 1000 + 0.5);
        entry->counts[0]++;
        exact_sum_add(&entry->sums[PART_NEED_TIME], times_s[i]);
        exact_sum_add(&entry->sums[PART_NEED_USED], peaks[i] * times_s[i]);
        entry->lows[0] = fmin(entry->lows[0], peaks[i]);
        entry->highs[0] = fmax(entry->highs[0], peaks[i]);
    }
    if (entry) {
        put_buckets(part, task, resource, PART_NEED_TASKS, buckets.first, buckets.tasks,
                    buckets.count);
        put_buckets(part, task, resource, PART_NEED_MS, buckets.first, buckets.ms, buckets.count);
    }
    free(buckets.tasks);
    free(buckets.ms);
}

static void reduce_resource(const struct task_groups *groups, const char *resource,
                            const double *peaks, struct part *part)
{
    for (size_t k = 0; k < groups->kind_count; k++) {
        struct task_places places = task_places_of_kind(groups, k);
        reduce_kind(part, groups->kinds[k].task, resource, peaks + places.first,
                    groups->elapsed + places.first, places.count);
    }
}

void reduce_needs(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    if (!groups->elapsed)
        return;
    if (groups->memory)
        reduce_resource(groups, "memory", groups->memory, part);
    int disk = records_find_attribute(groups->records, "disk", RECORD_NUMBER);
    double *peaks = task_column_make(groups, disk, RECORDS_NO_COLUMN);
    if (peaks)
        reduce_resource(groups, "disk", peaks, part);
    free(peaks);
}
