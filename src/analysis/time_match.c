#include "analysis/time_match.h"

#include <math.h>

#include "analysis/allocations.h"
#include "analysis/naive_times.h"
#include "analysis/tasks/task_outcomes.h"
#include "analysis/tasks/task_times.h"
#include "analysis/zones.h"
#include "util/instant.h"
#include "util/number.h"

/* A task may lie between two samples. */
static const double LEAST_APART_S = 60, LEAST_COMMON = 0.1 /* of the shorter range */;
/* Local times differ from UTC, and from others, by half hours. */
static const double ZONE_STEP_S = 1800, MOST_ZONE_S = 14 * 3600.0, ZONE_SLACK_S = 180;
/* Of times that name no zone a worse match will do: this share of the tasks' time. */
static const double SLACK_SHARE = 0.1, MOST_SLACK_S = 600;
static const double MOST_OUTSIDE = 0.1; /* of the samples' time */

static void widen(struct time_range *range, double first, double last)
{
    if (!instant_is_date(first) || !instant_is_date(last))
        return;
    range->first = fmin(range->first, first);
    range->last = fmax(range->last, last);
}

/* Of attempts: cached results may be of an earlier run. */
static struct time_range times_of_tasks(const struct records *records)
{
    struct time_range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < records->block_count; i++) {
        struct task_time_columns columns = task_time_columns_of(&records->blocks[i]);
        size_t rows = task_time_columns_say_when(&columns) ? records->blocks[i].rows : 0;
        for (size_t row = 0; row < rows; row++) {
            struct task_times at = task_times_at(&columns, row);
            if (task_is_attempt(&records->blocks[i], row))
                widen(&range, at.start, at.end);
        }
    }
    return range;
}

static struct time_range times_of_samples(const struct dataset *dataset)
{
    struct time_range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < dataset->sampled_count; i++)
        widen(&range, dataset->sampled[i].first, dataset->sampled[i].last);
    return range;
}

static bool are_apart(struct time_range tasks, struct time_range samples)
{
    double common_s = fmin(tasks.last, samples.last) - fmax(tasks.first, samples.first);
    double shorter_s = fmin(tasks.last - tasks.first, samples.last - samples.first);
    return common_s <= -LEAST_APART_S ||
           (common_s < LEAST_COMMON * shorter_s && shorter_s >= LEAST_APART_S / LEAST_COMMON);
}

static double zone_shift(struct time_range tasks, struct time_range samples)
{
    double first_s = tasks.first - samples.first, last_s = tasks.last - samples.last;
    double shift_s = round((first_s + last_s) / 2 / ZONE_STEP_S) * ZONE_STEP_S;
    bool is_zone = fabs(shift_s) >= ZONE_STEP_S && fabs(shift_s) <= MOST_ZONE_S &&
                   fabs(first_s - shift_s) <= ZONE_SLACK_S &&
                   fabs(last_s - shift_s) <= ZONE_SLACK_S;
    return is_zone ? shift_s : NUMBER_MISSING;
}

/* ---- times that name no zone ---- */

/* How long samples begin before the tasks, and end behind them. */
static double before_s(struct time_range tasks, struct time_range samples)
{
    return fmax(tasks.first - samples.first, 0);
}

static double after_s(struct time_range tasks, struct time_range samples)
{
    return fmax(samples.last - tasks.last, 0);
}

/* Whether the shift brings nearly all samples into the time of the tasks, begins or ends both
 * together, and is clearly better than none. A monitor may outlive a job, but hardly begins before
 * it. */
static bool explains(double shift_s, struct time_range tasks, struct time_range samples)
{
    double tasks_s = tasks.last - tasks.first, samples_s = samples.last - samples.first;
    double slack_s = fmin(fmax(tasks_s * SLACK_SHARE, ZONE_SLACK_S), MOST_SLACK_S);
    bool together = fabs(tasks.first - samples.first - shift_s) <= slack_s;
    bool end_together = fabs(tasks.last - samples.last - shift_s) <= slack_s;
    bool begin_or_end =
        are_apart(tasks, samples) ? together && end_together : together || end_together;
    struct time_range moved = {samples.first + shift_s, samples.last + shift_s};
    double early_s = before_s(tasks, moved), late_s = after_s(tasks, moved);
    return begin_or_end && early_s <= slack_s && late_s <= slack_s + MOST_OUTSIDE * samples_s &&
           before_s(tasks, samples) + after_s(tasks, samples) >=
               early_s + late_s + fabs(shift_s) / 2;
}

static void widen_by_held(struct time_range *range, const struct allocations *allocations,
                          const char *node)
{
    struct held_times held = allocations_of(allocations, node);
    if (held.count)
        widen(range, held.items[0].start, held.items[held.count - 1].end);
}

/* Of the recorded jobs on nodes that have samples; of all tasks where none is known. The dataset's
 * own job says its times in Unix seconds, or has those of its samples. A job that runs has no end.
 */
static struct time_range times_beside_samples(const struct dataset *dataset,
                                              struct time_range tasks)
{
    struct time_range range = {INFINITY, -INFINITY};
    const struct activity *activity = dataset->activity;
    struct dataset recorded = *dataset;
    struct allocations allocations;
    recorded.facts.start = NUMBER_MISSING;
    if (!allocations_make(&allocations, &recorded))
        return tasks;
    for (size_t i = 0; i < dataset->timeline_count; i++)
        widen_by_held(&range, &allocations, dataset->nodes[dataset->timelines[i]->node].name);
    uint32_t last = 0;
    for (size_t i = 0; activity && i < activity->sample_count; i++) {
        uint32_t host = activity->samples[i].host;
        if (host && host != last)
            widen_by_held(&range, &allocations, activity_text(activity, host));
        last = host;
    }
    allocations_release(&allocations);
    return range.first <= range.last && isfinite(range.last) ? range : tasks;
}

/* Monitors start behind a job's prolog, and end before its end, or outlive it. */
static double naive_shift(struct time_range tasks, struct time_range samples,
                          struct naive_times naive)
{
    double edges_s[] = {tasks.first - samples.first, tasks.last - samples.last};
    for (int i = 0; i < 2; i++) {
        double tasks_zone_s = zones_next_to(edges_s[i]),
               samples_zone_s = -zones_next_to(-edges_s[i]);
        if (naive.in_tasks && tasks_zone_s != 0 && explains(tasks_zone_s, tasks, samples))
            return tasks_zone_s;
        if (naive.in_samples && samples_zone_s != 0 && explains(samples_zone_s, tasks, samples))
            return samples_zone_s;
    }
    return NUMBER_MISSING;
}

struct time_match time_match_of(const struct dataset *dataset)
{
    struct time_range none = {INFINITY, -INFINITY};
    struct time_match match = {
        .tasks = dataset->records ? times_of_tasks(dataset->records) : none,
        .samples = times_of_samples(dataset),
        .shift_s = NUMBER_MISSING,
    };
    match.are_known =
        match.tasks.first <= match.tasks.last && match.samples.first <= match.samples.last;
    if (!match.are_known)
        return match;
    const struct work_shift *work = &dataset->work_shift;
    if (work->shift_s != 0) {
        match.shift_s = work->shift_s;
        match.samples = (struct time_range){work->first, work->last};
        match.tasks = (struct time_range){work->first + work->shift_s, work->last + work->shift_s};
        match.differ = match.is_by_work = true;
        return match;
    }
    match.shift_s = zone_shift(match.tasks, match.samples);
    struct naive_times naive = naive_times_of(dataset);
    if (isnan(match.shift_s) && (naive.in_tasks || naive.in_samples)) {
        struct time_range tasks = times_beside_samples(dataset, match.tasks);
        match.shift_s = naive_shift(tasks, match.samples, naive);
        match.tasks = isnan(match.shift_s) ? match.tasks : tasks;
    }
    match.differ = are_apart(match.tasks, match.samples) || !isnan(match.shift_s);
    return match;
}
