/* A rank for which the others wait in their collectives. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/slow_rank.h"
#include "analysis/traces/wait_names.h"

static const double ALMOST_ALL = 0.95; /* of the waits, in one function */
static const double SAME_RUNS = 0.05;  /* of a function, on the slow rank and the others */

static double number(const struct slow_rank *slow, const char *column)
{
    return table_numbers(slow->ranks, column)[slow->row];
}

/* "MPI_Barrier", "waits for other ranks, mostly MPI_Allreduce". */
static const char *waits_text(const struct findings *findings, const struct slow_rank *slow)
{
    const char *wait = table_texts(slow->ranks, "wait")[slow->row];
    if (is_kernel_of_waits(wait_kind_of(wait)))
        return "NCCL or RCCL kernels";
    const char *name = finding_name(findings, wait);
    return number(slow, "wait_share") >= ALMOST_ALL
               ? name
               : arena_format(findings->arena, "waits for other ranks, mostly %s", name);
}

/* The others wait while one rank does what only it does: reads, writes, sums up. */
static bool is_alone(const struct slow_rank *slow)
{
    return slow->has_function && !(number(slow, "others_runs") > 0);
}

/* A run takes longer, or there are more of them. "": neither says why the rank comes last. */
static const char *function_text(const struct findings *findings, const struct slow_rank *slow)
{
    double runs = number(slow, "runs"), others_runs = number(slow, "others_runs");
    double own_s = number(slow, "function_s"), others_s = number(slow, "others_function_s");
    bool is_per_run = fabs(runs - others_runs) <= SAME_RUNS * others_runs;
    if (!slow->has_function)
        return "";
    const char *name = finding_name(findings, table_texts(slow->ranks, "function")[slow->row]);
    if (is_alone(slow))
        return arena_format(findings->arena, "; %s, %s in %s, runs there alone", name,
                            finding_quantity(findings, own_s, "s"),
                            runs == 1 ? "1 run"
                                      : arena_format(findings->arena, "%s runs",
                                                     finding_quantity(findings, runs, "")));
    return arena_format(findings->arena, "; %s takes %s%s there, %s elsewhere%s", name,
                        finding_quantity(findings, is_per_run ? own_s / runs : own_s, "s"),
                        is_per_run ? " a run" : "",
                        finding_quantity(findings, is_per_run ? others_s / others_runs : others_s,
                                         "s"),
                        slow->ranks->rows > 2 ? " on average" : "");
}

static const char *slow_rank_advice(const struct findings *findings, const struct slow_rank *slow)
{
    const char *function = table_texts(slow->ranks, "function")[slow->row];
    if (slow->has_function && input_loader(function))
        return "compare its storage, cores and share of the data with those of another rank: its "
               "input comes late";
    if (is_alone(slow))
        return "share this work among the ranks, or let the others go on meanwhile";
    if (is_kernel_of_waits(wait_kind_of(table_texts(slow->ranks, "wait")[slow->row])))
        return "compare its kernels, GPU clocks and input with those of another rank: it comes "
               "last "
               "to collectives";
    return arena_format(findings->arena,
                        "check the node, cores and clocks of rank %.0f, and whether it has more "
                        "work than the others",
                        number(slow, "rank"));
}

/* Such calls are counted only where no rank has a collective. */
static bool are_calls_between_two(const struct table *ranks)
{
    const double *waits = table_numbers(ranks, "collective_s");
    const double *shares = table_numbers(ranks, "point_to_point_share");
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
    double own_s = number(&slow, "collective_s"), steps = number(&slow, "steps");
    bool is_of_two = are_calls_between_two(slow.ranks);
    const char *of = arena_format(findings->arena, "%s %s%s",
                                  finding_quantity(findings, number(&slow, "collectives"), ""),
                                  is_of_two ? "calls" : "collectives",
                                  steps > 0 ? arena_format(findings->arena, ", %s steps",
                                                           finding_quantity(findings, steps, ""))
                                            : "");
    const char *others =
        slow.ranks->rows == 2
            ? "The other rank waits"
            : arena_format(findings->arena, "The other %zu ranks wait", slow.ranks->rows - 1);
    finding_add(findings,
                (struct finding){
                    .id = "traces.ranks-wait",
                    .weight = 89.5,
                    .level = "warn",
                    .section = "traces-workers",
                    .text = arena_format(
                        findings->arena,
                        "%s for rank %.0f: %s of the time in %s%s, rank %.0f %s (%s)%s.", others,
                        number(&slow, "rank"),
                        finding_percent(findings, slow.others_s / slow.elapsed_s),
                        waits_text(findings, &slow), slow.ranks->rows > 2 ? " (median)" : "",
                        number(&slow, "rank"), finding_percent(findings, own_s / slow.elapsed_s),
                        of, function_text(findings, &slow)),
                    .value = own_s > 0 ? slow.others_s / own_s : NAN,
                    .unit = "",
                    .threshold = SLOW_RANK_LESS,
                    .advice = slow_rank_advice(findings, &slow),
                });
}
