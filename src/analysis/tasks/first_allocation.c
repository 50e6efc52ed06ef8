/* No sorting of all peaks: tasks are counted in buckets of neighbouring peaks, whose sums bound
 * what an allocation within the bucket can give. Only buckets that may hold the best one, or a
 * quantile, are looked into. */
#include "analysis/tasks/first_allocation.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/statistics/number_order.h"
#include "analysis/statistics/number_sort.h"
#include "util/memory.h"

const char *const first_allocation_names[FIRST_ALLOCATION_RULES] = {"p50", "p95", "max",
                                                                    "min_waste", "max_throughput"};

enum { BUCKETS = 1024 };

static const double quantiles[] = {[FIRST_ALLOCATION_P50] = 0.5, [FIRST_ALLOCATION_P95] = 0.95};

struct need {
    double peak, time_s;
};

struct bucket {
    size_t count;
    double time_s;
};

/* What lies below a bucket: tasks, their time, and how many of them lie in `needs`. */
struct below {
    size_t tasks, first;
    double time_s;
};

struct search {
    size_t count;
    double smallest, largest, time_s, used;
    uint64_t lowest; /* of the order of numbers; see bucket_of */
    int shift;
    struct bucket buckets[BUCKETS]; /* apart from the rest: each task is added to one */
    bool wanted[BUCKETS];
    struct below below[BUCKETS];
    struct need *needs; /* those of the wanted buckets, sorted by peak */
};

/* Without a branch: several tasks at once. */
static bool counts(const struct task_needs *tasks, size_t i)
{
    return (tasks->peaks[i] > 0) & (tasks->times_s[i] >= 0);
}

static size_t bucket_of(const struct search *search, double peak)
{
    return (size_t)((number_order(peak) - search->lowest) >> search->shift);
}

/* The least number that falls into a bucket. */
static double lower_end(const struct search *search, size_t bucket)
{
    return number_at_order(search->lowest + ((uint64_t)bucket << search->shift));
}

/* At least the largest peak in the bucket. */
static double upper_end(const struct search *search, size_t bucket)
{
    return bucket < bucket_of(search, search->largest) ? lower_end(search, bucket + 1)
                                                       : search->largest;
}

/* ---- sums ---- */

static void find_extremes(struct search *search, const struct task_needs *tasks)
{
    double smallest = INFINITY, largest = 0;
    size_t count = 0;
    for (size_t i = 0; i < tasks->count; i++) {
        bool is_counted = counts(tasks, i);
        double peak = tasks->peaks[i], low = is_counted ? peak : INFINITY,
               high = is_counted ? peak : 0;
        count += is_counted;
        smallest = low < smallest ? low : smallest;
        largest = high > largest ? high : largest;
    }
    search->count = count;
    search->smallest = smallest;
    search->largest = largest;
    search->lowest = number_order(search->smallest);
    while (search->count && bucket_of(search, search->largest) >= BUCKETS)
        search->shift++;
}

static void sum_up(struct search *search, const struct task_needs *tasks)
{
    double used = 0;
    for (size_t i = 0; i < tasks->count; i++)
        if (counts(tasks, i)) {
            double peak = tasks->peaks[i], time_s = tasks->times_s[i];
            struct bucket *bucket = &search->buckets[bucket_of(search, peak)];
            bucket->count++;
            bucket->time_s += time_s;
            used += peak * time_s;
        }
    search->used = used;
    size_t below = 0;
    for (size_t i = 0; i < BUCKETS; i++) {
        search->below[i] = (struct below){.tasks = below, .time_s = search->time_s};
        below += search->buckets[i].count;
        search->time_s += search->buckets[i].time_s;
    }
}

/* ---- the model ---- */

/* The tasks for which an allocation is enough. */
struct fitting {
    size_t count;
    double time_s;
};

static double retried_time(const struct search *search, struct fitting fitting)
{
    return fitting.count < search->count ? fmax(search->time_s - fitting.time_s, 0) : 0;
}

/* Σ_i a t_i − Σ_i r_i t_i + Σ_{r > a} a_m t_i: the formula of the header in other order. */
static double waste_of(const struct search *search, double allocation, struct fitting fitting)
{
    return fmax(allocation * search->time_s - search->used +
                    search->largest * retried_time(search, fitting),
                0);
}

static double throughput_of(const struct search *search, double allocation, struct fitting fitting)
{
    double held = allocation * search->time_s + search->largest * retried_time(search, fitting);
    return search->largest * search->time_s / held;
}

/* The header's estimate × t̄. */
static double estimate_of(const struct search *search, double allocation, struct fitting fitting)
{
    double well = (double)fitting.count / (double)search->count;
    double took = 1 + retried_time(search, fitting) / search->time_s;
    return (search->largest / allocation * well + 1 - well) / took;
}

static struct first_allocation allocate(const struct search *search, double allocation,
                                        struct fitting fitting)
{
    return (struct first_allocation){allocation, search->count - fitting.count,
                                     waste_of(search, allocation, fitting),
                                     throughput_of(search, allocation, fitting)};
}

/* ---- which buckets to look into ---- */

static struct fitting fitting_whole(const struct search *search, size_t bucket)
{
    return (struct fitting){search->below[bucket].tasks + search->buckets[bucket].count,
                            search->below[bucket].time_s + search->buckets[bucket].time_s};
}

/* Both waste and estimate of an allocation get better with the tasks that fit and worse with its
 * size: none in the bucket is better than its lower end would be if the whole bucket fitted, and
 * the best one is as good as the upper end. */
static void want_best(struct search *search)
{
    double least_waste = INFINITY, highest = -INFINITY;
    for (size_t i = 0; i < BUCKETS; i++) {
        struct fitting whole = fitting_whole(search, i);
        if (!search->buckets[i].count)
            continue;
        least_waste = fmin(least_waste, waste_of(search, upper_end(search, i), whole));
        highest = fmax(highest, estimate_of(search, upper_end(search, i), whole));
    }
    least_waste += 1e-9 * search->largest * search->time_s; /* against rounding */
    highest *= 1 - 1e-9;
    for (size_t i = 0; i < BUCKETS; i++) {
        struct fitting whole = fitting_whole(search, i);
        if (search->buckets[i].count)
            search->wanted[i] = waste_of(search, lower_end(search, i), whole) <= least_waste ||
                                estimate_of(search, lower_end(search, i), whole) >= highest;
    }
}

static size_t bucket_of_rank(const struct search *search, size_t rank)
{
    size_t i = 0;
    while (rank >= search->below[i].tasks + search->buckets[i].count)
        i++;
    return i;
}

static void want_rank(struct search *search, size_t rank)
{
    search->wanted[bucket_of_rank(search, rank)] = true;
}

static void take_wanted(struct search *search, const struct task_needs *tasks)
{
    size_t count = 0;
    for (size_t i = 0; i < BUCKETS; i++) {
        search->below[i].first = count;
        count += search->wanted[i] ? search->buckets[i].count : 0;
    }
    search->needs = memory_resize(NULL, count + 1, sizeof *search->needs);
    size_t taken = 0;
    for (size_t i = 0; i < tasks->count; i++)
        if (counts(tasks, i) && search->wanted[bucket_of(search, tasks->peaks[i])])
            search->needs[taken++] = (struct need){tasks->peaks[i], tasks->times_s[i]};
    number_sort(&search->needs->peak, taken, sizeof *search->needs / sizeof(double));
}

/* ---- rules ---- */

/* What fits in any allocation up to which no bucket is left out half. */
static struct fitting fitting_of(const struct search *search, double allocation)
{
    size_t bucket = bucket_of(search, allocation);
    struct fitting fitting = {search->below[bucket].tasks, search->below[bucket].time_s};
    const struct need *needs = search->needs + search->below[bucket].first;
    size_t count = search->wanted[bucket] ? search->buckets[bucket].count : 0;
    for (size_t i = 0; i < count && needs[i].peak <= allocation; i++) {
        fitting.count++;
        fitting.time_s += needs[i].time_s;
    }
    return fitting;
}

static double peak_at(const struct search *search, size_t rank)
{
    const struct below *below = &search->below[bucket_of_rank(search, rank)];
    return search->needs[below->first + rank - below->tasks].peak;
}

static size_t rank_of(const struct search *search, double p)
{
    return (size_t)((double)(search->count - 1) * p);
}

static size_t next_rank(const struct search *search, size_t rank)
{
    return rank + 1 < search->count ? rank + 1 : rank;
}

/* h = (n − 1) p between order statistics, as all quantiles here. */
static struct first_allocation allocate_quantile(const struct search *search, double p)
{
    size_t rank = rank_of(search, p);
    double low = peak_at(search, rank), high = peak_at(search, next_rank(search, rank));
    double allocation = low + (high - low) * ((double)(search->count - 1) * p - (double)rank);
    return allocate(search, allocation, fitting_of(search, allocation));
}

/* The best allocations so far. */
struct best {
    struct first_allocation min_waste, max_throughput;
    double estimate; /* of max_throughput */
};

/* Tries each measured peak; of equal peaks the last, when all that fit are counted. */
static void try_bucket(const struct search *search, size_t bucket, struct best *best)
{
    struct fitting fitting = {search->below[bucket].tasks, search->below[bucket].time_s};
    const struct need *needs = search->needs + search->below[bucket].first;
    size_t count = search->buckets[bucket].count;
    for (size_t i = 0; i < count; i++) {
        fitting.count++;
        fitting.time_s += needs[i].time_s;
        if (i + 1 < count && needs[i + 1].peak == needs[i].peak)
            continue;
        struct first_allocation tried = allocate(search, needs[i].peak, fitting);
        if (tried.waste < best->min_waste.waste)
            best->min_waste = tried;
        double estimate = estimate_of(search, tried.allocation, fitting);
        if (estimate > best->estimate) {
            best->estimate = estimate;
            best->max_throughput = tried;
        }
    }
}

static void apply_rules(const struct search *search, struct first_allocation *allocations)
{
    struct best best = {.estimate = -INFINITY};
    best.min_waste.waste = INFINITY;
    for (size_t rule = FIRST_ALLOCATION_P50; rule <= FIRST_ALLOCATION_P95; rule++)
        allocations[rule] = allocate_quantile(search, quantiles[rule]);
    allocations[FIRST_ALLOCATION_MAX] =
        allocate(search, search->largest, (struct fitting){search->count, search->time_s});
    for (size_t i = 0; i < BUCKETS; i++)
        if (search->wanted[i])
            try_bucket(search, i, &best);
    allocations[FIRST_ALLOCATION_MIN_WASTE] = best.min_waste;
    allocations[FIRST_ALLOCATION_MAX_THROUGHPUT] = best.max_throughput;
}

size_t first_allocation_make(const struct task_needs *tasks, double *used,
                             struct first_allocation allocations[FIRST_ALLOCATION_RULES])
{
    struct search *search = memory_alloc(sizeof *search);
    find_extremes(search, tasks);
    if (search->count)
        sum_up(search, tasks);
    size_t count = search->time_s > 0 ? search->count : 0;
    if (count) {
        want_best(search);
        for (size_t rule = FIRST_ALLOCATION_P50; rule <= FIRST_ALLOCATION_P95; rule++) {
            size_t rank = rank_of(search, quantiles[rule]);
            want_rank(search, rank);
            want_rank(search, next_rank(search, rank));
        }
        take_wanted(search, tasks);
        apply_rules(search, allocations);
        *used = search->used;
    }
    free(search->needs);
    free(search);
    return count;
}
