#include "run_facts.h"

#include <math.h>

#include "analysis/time_match.h"
#include "recorded_job.h"
#include "util/instant.h"
#include "util/number.h"

/* Of the time of a trace: samples of devices no farther outside of it are of the trace. */
static const double BESIDE_TRACE = 0.1;

static const char *first_known(const char *first, const char *second, const char *third)
{
    return first && *first ? first : second && *second ? second : third && *third ? third : NULL;
}

void run_facts_name(struct facts *facts, const struct options *options,
                    const struct records *records, const struct environment *environment)
{
    const char *job_id = environment ? environment->job_id : NULL;
    const char *user = environment ? environment->user : NULL;
    const char *wanted = first_known(facts->job_id, options->job_id, job_id);
    struct recorded_job recorded = recorded_job_find(records, wanted, options->arena);
    if (!facts->job_id || recorded.is_wanted)
        facts_fill(facts, &recorded.facts);
    if (recorded.is_recorded)
        job_id = NULL;
    if (recorded.has_users)
        user = NULL;
    facts->job_id = first_known(options->job_id, facts->job_id, job_id);
    facts->user = first_known(options->user, facts->user, user);
    facts->title = first_known(options->title, facts->title, NULL);
    facts->label = first_known(options->label, facts->label, NULL);
    facts->cluster = first_known(options->system, facts->cluster, NULL);
    facts->partition = first_known(options->partition, facts->partition, NULL);
    facts->environment = first_known(options->software, facts->environment, NULL);
}

static bool intervals_change(const struct signals *signals)
{
    for (size_t i = 0; i < signals->count; i++)
        if (signals->items[i].slows || signals->items[i].quickens)
            return true;
    return false;
}

void run_facts_time_samples(struct facts *facts, const struct signals *signals)
{
    const struct grid *grid = &signals->grid;
    if (isnan(facts->start) && grid->slots)
        facts->start = grid->start;
    if (isnan(facts->end) && grid->slots)
        facts->end = grid->last;
    if (isnan(facts->sampling_interval_s) && grid->slots > 1 && !intervals_change(signals))
        facts->sampling_interval_s = grid->step;
}

struct aligned_times run_facts_activity_times(const struct aligned_timeline *activity,
                                              const struct trace_totals *traces)
{
    struct aligned_times times = activity->times;
    if (!traces || !(traces->first <= traces->last))
        return times;
    double beside_s = BESIDE_TRACE * (traces->last - traces->first);
    times.first = traces->first;
    times.last = traces->last;
    for (size_t i = 0; i < activity->samples.count; i++) {
        double time = activity->samples.times[i];
        if (time < traces->first - beside_s)
            times.first = fmin(times.first, time);
        if (time > traces->last + beside_s)
            times.last = fmax(times.last, time);
    }
    return times;
}

void run_facts_time_activity(struct facts *facts, const struct aligned_times *times)
{
    if (times->clock != SETTLED_UNIX)
        return;
    if (isnan(facts->start))
        facts->start = times->origin + times->first;
    if (isnan(facts->end))
        facts->end = times->origin + times->last;
}

static void widen(struct facts *facts, const struct facts *known, struct time_range range)
{
    if (!(range.first <= range.last))
        return;
    if (isnan(known->start))
        facts->start = fmin(facts->start, range.first);
    if (isnan(known->end))
        facts->end = fmax(facts->end, range.last);
}

static void replace(struct facts *facts, const struct facts *known, struct time_range range)
{
    if (isnan(known->start) && instant_is_date(range.first))
        facts->start = range.first;
    if (isnan(known->end) && instant_is_date(range.last))
        facts->end = range.last;
}

/* Of the job that the report is of; infinite where it has no record, or that no such time. */
static struct time_range recorded_times(const struct dataset *dataset)
{
    const struct time_range none = {INFINITY, -INFINITY};
    return dataset->facts.job_id ? recorded_job_times(dataset->records, dataset->facts.job_id)
                                 : none;
}

static void widen_by_tasks(struct facts *facts, const struct facts *known,
                           const struct dataset *dataset)
{
    struct time_match match = time_match_of(dataset);
    if (match.differ && !isnan(match.shift_s))
        return;
    struct time_range recorded = recorded_times(dataset);
    if (isfinite(recorded.first))
        replace(facts, known, recorded);
    else if (match.differ)
        replace(facts, known, match.tasks);
    else
        widen(facts, known, match.tasks);
}

void run_facts_widen(struct facts *facts, const struct facts *known,
                     const struct aligned_times *times, const struct dataset *dataset)
{
    if (times->clock == SETTLED_UNIX)
        widen(facts, known,
              (struct time_range){times->origin + times->first, times->origin + times->last});
    bool is_known = !isnan(known->start) && !isnan(known->end);
    if (!is_known && dataset->records && instant_is_date(facts->start) &&
        instant_is_date(facts->end))
        widen_by_tasks(facts, known, dataset);
}

static double date_or_missing(double instant)
{
    return instant_is_date(instant) ? instant : NUMBER_MISSING;
}

void run_facts_forget_times_from_begin(struct facts *facts)
{
    facts->start = date_or_missing(facts->start);
    facts->end = date_or_missing(facts->end);
}
