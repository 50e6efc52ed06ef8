/* A rank for which the others wait in their collectives. */
#include <math.h>
#include <stdlib.h>

#include "analysis/findings/finding.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double LEAST_COLLECTIVES = 20, SAME_COUNT = 0.05;
static const double LESS = 1.5; /* the others spend so many times as long in collectives */
static const double LOST = 0.1; /* of the time */
static const double LEAST_STEPS = 3;

struct slow_rank {
    size_t row;
    double others; /* the median of the others' seconds */
};

/* Ranks with other collectives do other work, and are not compared. */
static bool are_alike(const struct table *ranks)
{
    const double *counts = table_numbers(ranks, "collectives");
    const double *steps = table_numbers(ranks, "steps");
    double most = 0, least = INFINITY;
    for (size_t row = 0; row < ranks->rows; row++) {
        most = fmax(most, counts[row]);
        least = fmin(least, counts[row]);
        if (steps[row] < LEAST_STEPS)
            return false;
    }
    return least >= LEAST_COLLECTIVES && least >= (1 - SAME_COUNT) * most;
}

static bool find_slow(const struct table *ranks, struct slow_rank *slow)
{
    const double *seconds = table_numbers(ranks, "collective_s");
    const double *shares = table_numbers(ranks, "share");
    double *others = memory_alloc_array(ranks->rows, sizeof *others), second = INFINITY;
    size_t count = 0;
    slow->row = 0;
    for (size_t row = 1; row < ranks->rows; row++)
        slow->row = seconds[row] < seconds[slow->row] ? row : slow->row;
    for (size_t row = 0; row < ranks->rows; row++) {
        if (row == slow->row)
            continue;
        second = fmin(second, seconds[row]);
        others[count++] = seconds[row];
    }
    slow->others = statistic_median(others, count);
    free(others);
    double elapsed_s = seconds[slow->row] / shares[slow->row];
    return second >= LESS * seconds[slow->row] &&
           slow->others - seconds[slow->row] >= LOST * elapsed_s;
}

void findings_of_ranks(struct findings *findings)
{
    const struct table *ranks = tables_find(findings->tables, "rank_waits");
    struct slow_rank slow;
    if (!ranks || ranks->rows < 2 || !are_alike(ranks) || !find_slow(ranks, &slow))
        return;
    double own_s = table_numbers(ranks, "collective_s")[slow.row];
    double elapsed_s = own_s / table_numbers(ranks, "share")[slow.row];
    double steps = table_numbers(ranks, "steps")[slow.row];
    const char *of =
        arena_format(findings->arena, "%s collectives%s",
                     finding_quantity(findings, table_numbers(ranks, "collectives")[slow.row], ""),
                     steps > 0 ? arena_format(findings->arena, ", %s steps",
                                              finding_quantity(findings, steps, ""))
                               : "");
    const char *others =
        ranks->rows == 2
            ? "The other rank waits"
            : arena_format(findings->arena, "The other %zu ranks wait", ranks->rows - 1);
    finding_add(
        findings,
        (struct finding){
            .weight = 89.5,
            .level = "warn",
            .section = "traces-workers",
            .text = arena_format(findings->arena,
                                 "%s for rank %.0f: %s of the time in NCCL or RCCL kernels%s, rank "
                                 "%.0f %s (%s).",
                                 others, table_numbers(ranks, "rank")[slow.row],
                                 finding_percent(findings, slow.others / elapsed_s),
                                 ranks->rows > 2 ? " (median)" : "",
                                 table_numbers(ranks, "rank")[slow.row],
                                 finding_percent(findings, own_s / elapsed_s), of),
            .value = slow.others / own_s,
            .unit = "",
            .threshold = LESS,
            .advice = "compare its kernels, GPU clocks and input with those of another rank: it "
                      "comes last to collectives",
        });
}
