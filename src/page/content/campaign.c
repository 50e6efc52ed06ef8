#include "page/content/campaign.h"

#include <math.h>

#include "page/content/page_parts.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

static double sum_of(const double *numbers, size_t rows)
{
    double sum = NUMBER_MISSING;
    for (size_t row = 0; row < rows; row++)
        if (!number_is_missing(numbers[row]))
            sum = number_is_missing(sum) ? numbers[row] : sum + numbers[row];
    return sum;
}

static double first_of(const double *numbers)
{
    return numbers ? numbers[0] : NUMBER_MISSING;
}

/* Attempts that ended so; with a reason those of it alone. */
static double count_ended(const struct attempts_rows *attempts, const char *ended,
                          const char *reason)
{
    double sum = 0;
    for (size_t row = 0; row < attempts->rows; row++)
        if (texts_equal(attempts->ended[row], ended) &&
            (!reason || texts_equal(attempts->reason[row], reason)))
            sum += attempts->attempts[row];
    return sum;
}

static void count_lost(struct campaign *campaign, const struct attempts_rows *attempts)
{
    double failed = count_ended(attempts, "failed", NULL);
    campaign->gone_attempts = count_ended(attempts, "failed", "lost");
    campaign->requeued_attempts = count_ended(attempts, "failed", "requeued");
    campaign->failed_attempts = failed - campaign->gone_attempts - campaign->requeued_attempts;
    campaign->cancelled_attempts = count_ended(attempts, "cancelled", NULL);
    campaign->lost = failed + campaign->cancelled_attempts;
}

/* Tasks of no step are in a row of their own, which is none. */
static double count_named(const struct steps_rows *steps)
{
    double count = 0;
    for (size_t row = 0; row < steps->rows; row++)
        count += steps->step[row] && *steps->step[row];
    return count;
}

bool campaign_make(struct campaign *campaign, const struct tables *tables)
{
    const struct tasks_rows kinds = tasks_rows(tables);
    const struct steps_rows steps = steps_rows(tables);
    const struct campaign_rows whole = campaign_rows(tables);
    if (!kinds.rows)
        return false;
    double unrecorded = first_of(whole.unrecorded);
    *campaign = (struct campaign){
        .unrecorded = number_is_missing(unrecorded) ? 0 : unrecorded,
        .kinds = (double)kinds.rows,
        .steps = count_named(&steps),
        .tasks = sum_of(kinds.tasks, kinds.rows),
        .succeeded = sum_of(kinds.succeeded, kinds.rows),
        .failed = sum_of(kinds.failed, kinds.rows),
        .cancelled = sum_of(kinds.cancelled, kinds.rows),
        .unfinished = sum_of(kinds.unfinished, kinds.rows),
        .unknown = sum_of(kinds.unknown, kinds.rows),
        .attempts = sum_of(kinds.attempts, kinds.rows),
        .elapsed_s = sum_of(kinds.elapsed_s, kinds.rows),
        .cpu_s = sum_of(kinds.cpu_s, kinds.rows),
        .core_s = sum_of(kinds.core_s, kinds.rows),
        .core_cpu_s = sum_of(kinds.core_cpu_s, kinds.rows),
        .untimed = first_of(whole.untimed),
        .not_by_node = first_of(whole.not_by_node),
        .efficiency = first_of(whole.cpu_efficiency),
        .cached = first_of(whole.cached),
        .lost_s = first_of(whole.lost_elapsed_s),
        .lost_cpu_s = first_of(whole.lost_cpu_s),
        .running_max = first_of(concurrency_summary_rows(tables).running_max),
    };
    const struct attempts_rows attempts = attempts_rows(tables);
    count_lost(campaign, &attempts);
    return true;
}

static bool are_alike(double left, double right)
{
    return fabs(left - right) <= 0.002 * fabs(right);
}

/* Whether the efficiency is that of all CPU time: cores may be unknown for a part of it. */
static bool knows_core_time(const struct campaign *campaign)
{
    return campaign->core_s > 0 && are_alike(campaign->core_cpu_s, campaign->cpu_s) &&
           are_alike(campaign->core_cpu_s / campaign->core_s, campaign->efficiency);
}

const char *campaign_core_time(struct arena *arena, const struct campaign *campaign, bool in_words)
{
    static const struct {
        const char *word, *unit;
        double factor;
    } units[] = {{"core-hours", "core-h", QUANTITY_HOUR_S},
                 {"core-minutes", "core-min", 60},
                 {"core-seconds", "core-s", 1}};
    size_t i = 0;
    char used[64], allocated[64];
    if (!knows_core_time(campaign))
        return NULL;
    while (units[i].factor > 1 && campaign->core_s < 2 * units[i].factor)
        i++;
    quantity_format_number(campaign->core_cpu_s / units[i].factor, 3, used, sizeof used);
    quantity_format_number(campaign->core_s / units[i].factor, 3, allocated, sizeof allocated);
    return arena_format(arena, "%s of %s%s %s", used, allocated, in_words ? " allocated" : "",
                        in_words ? units[i].word : units[i].unit);
}

const char *hours_text(struct arena *arena, double time_s)
{
    char text[64];
    if (time_s < QUANTITY_HOUR_S && time_s > 0)
        return quantity_text(arena, time_s, "s", UNITS_SI);
    return arena_format(arena, "%s h",
                        quantity_format_number(time_s / QUANTITY_HOUR_S, 3, text, sizeof text));
}

/* "failed", "were lost or were requeued", "failed, were lost or were cancelled" */
static const char *lost_verbs(struct arena *arena, const struct campaign *campaign)
{
    bool is_one = campaign->lost <= 1;
    const struct {
        double count;
        const char *verb;
    } ends[] = {{campaign->failed_attempts, "failed"},
                {campaign->gone_attempts, is_one ? "was lost" : "were lost"},
                {campaign->requeued_attempts, is_one ? "was requeued" : "were requeued"},
                {campaign->cancelled_attempts, is_one ? "was cancelled" : "were cancelled"}};
    const char *text = NULL;
    for (size_t i = sizeof ends / sizeof ends[0], used = 0; i-- > 0;)
        if (ends[i].count > 0)
            text = used++
                       ? arena_format(arena, "%s%s%s", ends[i].verb, used > 2 ? ", " : " or ", text)
                       : ends[i].verb;
    return text;
}

static const char *lost_text(struct arena *arena, const struct campaign *campaign)
{
    const char *text = "";
    if (campaign->cached > 0)
        text = arena_format(arena, " Cached results: %s.",
                            count_text(arena, campaign->cached, "task", "tasks"));
    if (campaign->attempts > campaign->tasks)
        text = arena_format(arena, "%s %s made.", text,
                            count_text(arena, campaign->attempts, "attempt was", "attempts were"));
    if (campaign->lost_s > 0 && campaign->lost > 0)
        text = arena_format(arena, "%s %s %s and took %s.", text,
                            count_text(arena, campaign->lost, "attempt", "attempts"),
                            lost_verbs(arena, campaign), hours_text(arena, campaign->lost_s));
    return text;
}

/* "340 succeeded, 2 failed, 3 unfinished", "all succeeded", or "outcomes are not recorded". */
static const char *outcomes_text(struct arena *arena, const struct campaign *campaign)
{
    const struct {
        double count;
        const char *word;
    } others[] = {{campaign->unrecorded, "of unrecorded outcome"},
                  {campaign->failed, "failed"},
                  {campaign->cancelled, "cancelled"},
                  {campaign->unfinished, "unfinished"},
                  {campaign->unknown, "of unknown status"}};
    char number[64];
    if (campaign->unrecorded == campaign->tasks)
        return campaign->tasks == 1 ? "its outcome is not recorded" : "outcomes are not recorded";
    if (campaign->succeeded == campaign->tasks && !(campaign->unrecorded > 0))
        return campaign->tasks == 1 ? "it succeeded" : "all succeeded";
    const char *text =
        arena_format(arena, "%s succeeded",
                     quantity_format_fixed(campaign->succeeded - campaign->unrecorded, 0, number,
                                           sizeof number));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].count > 0)
            text = arena_format(arena, "%s, %s %s", text,
                                quantity_format_fixed(others[i].count, 0, number, sizeof number),
                                others[i].word);
    return text;
}

const char *campaign_brief(struct arena *arena, const struct campaign *campaign)
{
    const char *text =
        arena_format(arena, "%s of %s", count_text(arena, campaign->tasks, "task", "tasks"),
                     count_text(arena, campaign->kinds, "task kind", "task kinds"));
    if (campaign->steps > 0)
        text = arena_format(arena, "%s in %s", text,
                            count_text(arena, campaign->steps, "step", "steps"));
    return text;
}

static const char *untimed_text(struct arena *arena, const struct campaign *campaign)
{
    return campaign->untimed > 0
               ? arena_format(arena, " (not known of %s)",
                              count_text(arena, campaign->untimed, "task", "tasks"))
               : "";
}

/* "used 21.2 of 25.5 allocated core-hours (CPU efficiency 84.4 %) in 25.5 h of elapsed time", or
 * what of it is known. */
static const char *took_text(struct arena *arena, const struct campaign *campaign)
{
    const char *elapsed = "", *efficiency = "";
    const char *cores = campaign_core_time(arena, campaign, true);
    if (!number_is_missing(campaign->elapsed_s))
        elapsed =
            arena_format(arena, "%s of elapsed time%s", hours_text(arena, campaign->elapsed_s),
                         untimed_text(arena, campaign));
    if (!number_is_missing(campaign->efficiency))
        efficiency =
            arena_format(arena, " (CPU efficiency %s%s)", share_text(arena, campaign->efficiency),
                         cores ? "" : " where the cores are known");
    if (!cores && !number_is_missing(campaign->cpu_s))
        cores = arena_format(arena, "%s of CPU time", hours_text(arena, campaign->cpu_s));
    if (!cores)
        return *elapsed ? arena_format(arena, "took %s", elapsed) : "";
    return arena_format(arena, "used %s%s%s%s", cores, efficiency, *elapsed ? " in " : "", elapsed);
}

const char *campaign_sentence(struct arena *arena, const struct campaign *campaign)
{
    const char *text = arena_format(arena, "%s: %s.", campaign_brief(arena, campaign),
                                    outcomes_text(arena, campaign));
    const char *took = took_text(arena, campaign);
    if (*took)
        text = arena_format(arena, "%s %s %s", text,
                            campaign->succeeded == campaign->tasks
                                ? (campaign->tasks == 1 ? "It" : "They")
                            : campaign->unrecorded > 0
                                ? "Those that succeeded or have no recorded outcome"
                                : "Those that succeeded",
                            took);
    bool is_serial =
        campaign->tasks > 1 && campaign->running_max >= 1 && campaign->running_max <= 1;
    return arena_format(arena, "%s%s%s%s", text, *took ? "." : "",
                        is_serial ? " They ran one at a time." : "", lost_text(arena, campaign));
}
