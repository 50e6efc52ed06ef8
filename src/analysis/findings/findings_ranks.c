/* A rank for which the others wait in their collectives. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/slow_rank.h"
#include "analysis/traces/wait_names.h"
#include "table/rows.h"

/* "MPI_Barrier", "waits for other ranks, mostly MPI_Allreduce". */
static void give_wait(struct rule_finding *made, const struct slow_rank *slow)
{
    const char *wait = slow->ranks.wait[slow->row];
    bool is_one = slow->ranks.wait_share[slow->row] >= rule_limit(made, "almost_all");
    if (is_kernel_of_waits(wait_kind_of(wait)))
        rule_number(made, "kernels", 1);
    else
        rule_text(made, is_one ? "wait" : "mostly", finding_name(made->findings, wait));
}

/* The others wait while one rank does what only it does: reads, writes, sums up. */
static bool is_alone(const struct slow_rank *slow)
{
    return slow->has_function && !(slow->ranks.others_runs[slow->row] > 0);
}

/* A run takes longer, or there are more of them; neither says why the rank comes last where it has
 * no such function. */
static void give_function(struct rule_finding *made, const struct slow_rank *slow)
{
    double runs = slow->ranks.runs[slow->row], others_runs = slow->ranks.others_runs[slow->row];
    double own_s = slow->ranks.function_s[slow->row],
           others_s = slow->ranks.others_function_s[slow->row];
    bool is_per_run = fabs(runs - others_runs) <= rule_limit(made, "same_runs") * others_runs;
    if (!slow->has_function)
        return;
    const char *name = slow->ranks.function[slow->row];
    rule_text(made, "function", finding_name(made->findings, name));
    if (is_alone(slow)) {
        rule_number(made, "alone", own_s);
        rule_number(made, "runs", runs);
        return;
    }
    rule_number(made, is_per_run ? "run" : "time", is_per_run ? own_s / runs : own_s);
    rule_number(made, is_per_run ? "others_run" : "others_time",
                is_per_run ? others_s / others_runs : others_s);
    rule_number(made, "average", slow->ranks.rows > 2);
}

static const char *advice_of(const struct slow_rank *slow)
{
    if (slow->has_function && input_loader(slow->ranks.function[slow->row]))
        return "input";
    if (is_alone(slow))
        return "alone";
    const char *wait = slow->ranks.wait[slow->row];
    return is_kernel_of_waits(wait_kind_of(wait)) ? "kernels" : "node";
}

/* Such calls are counted only where no rank has a collective. */
static bool are_calls_between_two(const struct rank_waits_rows *ranks)
{
    const double *waits = ranks->collective_s;
    const double *shares = ranks->point_to_point_share;
    for (size_t row = 0; row < ranks->rows; row++)
        if (waits[row] > 0 && shares[row] < 1)
            return false;
    return true;
}

void findings_of_ranks(struct findings *findings)
{
    struct slow_rank slow;
    if (!slow_rank_find(findings, &slow))
        return;
    struct rule_finding made = rule_begin(findings, slow_rank_rule);
    double own_s = slow.ranks.collective_s[slow.row], steps = slow.ranks.steps[slow.row];
    if (slow.ranks.rows == 2)
        rule_number(&made, "one_other", 1);
    else
        rule_number(&made, "others", (double)slow.ranks.rows - 1);
    rule_number(&made, "ratio", own_s > 0 ? slow.second_s / own_s : NAN);
    rule_number(&made, "rank", slow.ranks.rank[slow.row]);
    rule_number(&made, "share", slow.others_s / slow.elapsed_s);
    rule_number(&made, "own", own_s / slow.elapsed_s);
    rule_number(&made, "collectives", slow.ranks.collectives[slow.row]);
    rule_number(&made, "calls", are_calls_between_two(&slow.ranks));
    if (steps > 0)
        rule_number(&made, "steps", steps);
    give_wait(&made, &slow);
    give_function(&made, &slow);
    made.advice_variant = advice_of(&slow);
    made.level = RULE_WARN;
    rule_add(&made);
}
