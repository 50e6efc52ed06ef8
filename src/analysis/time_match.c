#include "analysis/time_match.h"

#include <math.h>

#include "analysis/tasks/task_outcomes.h"
#include "analysis/tasks/task_times.h"
#include "util/instant.h"
#include "util/number.h"

/* A task may lie between two samples. */
static const double LEAST_APART_S = 60, LEAST_COMMON = 0.1 /* of the shorter range */;
/* Local times differ from UTC, and from others, by half hours. */
static const double ZONE_STEP_S = 1800, MOST_ZONE_S = 14 * 3600.0, ZONE_SLACK_S = 180;

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
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
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
    match.shift_s = zone_shift(match.tasks, match.samples);
    match.differ = are_apart(match.tasks, match.samples) || !isnan(match.shift_s);
    return match;
}
