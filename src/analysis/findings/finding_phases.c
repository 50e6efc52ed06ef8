/* Tables of phases: a row a stretch of time with start, end and duration_s. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "util/count_text.h"

struct phase_sums finding_sum_phases(const struct table *phases)
{
    struct phase_sums sums = {0, 0};
    for (size_t row = 0; phases && row < phases->rows; row++) {
        const double *durations = table_numbers(phases, "duration_s");
        sums.total_s += durations[row];
        sums.longest = durations[row] > durations[sums.longest] ? row : sums.longest;
    }
    return sums;
}

double finding_phase_within(const struct table *phases, size_t row, double start, double end)
{
    return fmax(fmin(table_numbers(phases, "end")[row], end) -
                    fmax(table_numbers(phases, "start")[row], start),
                0);
}

double finding_phases_within(const struct table *phases, double start, double end)
{
    double within_s = 0;
    for (size_t row = 0; phases && row < phases->rows; row++)
        within_s += finding_phase_within(phases, row, start, end);
    return within_s;
}

static const char *intervals_text(const struct findings *findings, const char *things, size_t count,
                                  double start, double end, double total_s)
{
    const char *span = finding_span(findings, start, end);
    const char *total = finding_quantity(findings, total_s, "s");
    const char *share =
        finding_percent(findings, total_s / (findings->time.end - findings->time.start));
    if (count == 1)
        return arena_format(findings->arena, "%s (%s, %s of the run)", span, total, share);
    return arena_format(findings->arena, "in %s %s (%s, %s of the run; the longest %s)",
                        COUNT_TEXT(count), things, total, share, span);
}

const char *finding_phases_span(const struct findings *findings, const struct table *phases,
                                const struct phase_sums *sums)
{
    return intervals_text(findings, "phases", phases->rows,
                          table_numbers(phases, "start")[sums->longest],
                          table_numbers(phases, "end")[sums->longest], sums->total_s);
}

const char *finding_intervals(const struct findings *findings, size_t count, double start,
                              double end, double total_s)
{
    return intervals_text(findings, "intervals", count, start, end, total_s);
}

const char *finding_names(const struct table *table, const char *column, size_t row)
{
    const char *names = table_texts(table, column)[row];
    return names ? names : "";
}
