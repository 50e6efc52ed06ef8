#include "analysis/findings/slow_rank.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"

const char slow_rank_rule[] = "traces.ranks-wait";

static double limit(const struct findings *findings, const char *name)
{
    return finding_limit(findings, slow_rank_rule, name);
}

/* Ranks with other collectives do other work, and are not compared. */
static bool are_alike(const struct findings *findings, const struct rank_waits_rows *ranks)
{
    const double *counts = ranks->collectives;
    const double *steps = ranks->steps;
    double most = 0, least = INFINITY, least_steps = limit(findings, "least_steps");
    for (size_t row = 0; row < ranks->rows; row++) {
        most = fmax(most, counts[row]);
        least = fmin(least, counts[row]);
        if (steps[row] < least_steps)
            return false;
    }
    return least >= limit(findings, "least_collectives") &&
           least >= (1 - limit(findings, "same_count")) * most;
}

/* Ranks that wait for one other each, as stages of a pipeline do, wait unequally without a slow one
 * among them: the first does not wait at all. There a function must take longer. */
static bool waits_tell(const struct findings *findings, const struct slow_rank *slow)
{
    const double *shares = slow->ranks.point_to_point_share;
    double sum = 0;
    for (size_t row = 0; row < slow->ranks.rows; row++)
        sum += shares[row];
    return slow->has_function || sum < limit(findings, "mostly") * (double)slow->ranks.rows;
}

/* By the rank that waits longest: another may not wait at all. */
static double elapsed_of(const struct rank_waits_rows *ranks)
{
    const double *seconds = ranks->collective_s;
    size_t longest = 0;
    for (size_t row = 1; row < ranks->rows; row++)
        longest = seconds[row] > seconds[longest] ? row : longest;
    return seconds[longest] / ranks->share[longest];
}

bool slow_rank_find(const struct findings *findings, struct slow_rank *slow)
{
    const struct rank_waits_rows ranks = rank_waits_rows(findings->tables);
    if (!ranks.rows || ranks.rows < 2 || !are_alike(findings, &ranks))
        return false;
    const double *seconds = ranks.collective_s;
    double *others = memory_alloc_array(ranks.rows, sizeof *others);
    size_t count = 0;
    *slow = (struct slow_rank){.ranks = ranks, .second_s = INFINITY};
    for (size_t row = 1; row < ranks.rows; row++)
        slow->row = seconds[row] < seconds[slow->row] ? row : slow->row;
    for (size_t row = 0; row < ranks.rows; row++) {
        if (row == slow->row)
            continue;
        slow->second_s = fmin(slow->second_s, seconds[row]);
        others[count++] = seconds[row];
    }
    slow->others_s = statistic_median(others, count);
    free(others);
    double own_s = seconds[slow->row];
    slow->elapsed_s = elapsed_of(&ranks);
    double more_s = ranks.function_s[slow->row] - ranks.others_function_s[slow->row];
    slow->has_function = more_s >= limit(findings, "mostly") * (slow->others_s - own_s);
    return slow->second_s >= limit(findings, "warn") * own_s &&
           slow->others_s - own_s >= limit(findings, "lost") * slow->elapsed_s &&
           waits_tell(findings, slow);
}
