#include "run_facts.h"

#include <math.h>

#include "recorded_job.h"
#include "util/instant.h"
#include "util/number.h"

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

void run_facts_time_activity(struct facts *facts, const struct aligned_times *times)
{
    if (times->clock != SETTLED_UNIX)
        return;
    if (isnan(facts->start))
        facts->start = times->origin + times->first;
    if (isnan(facts->end))
        facts->end = times->origin + times->last;
}

void run_facts_widen(struct facts *facts, const struct facts *known,
                     const struct aligned_times *times)
{
    if (times->clock != SETTLED_UNIX)
        return;
    if (isnan(known->start))
        facts->start = fmin(facts->start, times->origin + times->first);
    if (isnan(known->end))
        facts->end = fmax(facts->end, times->origin + times->last);
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
