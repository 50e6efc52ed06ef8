/* Intervals in which all GPUs were idle at the same time. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/gpu.h"
#include "util/number.h"

static const double MUCH = 0.3; /* of the time */
static const double AT_EDGE = 0.02;

static const struct table *rests_of(const struct findings *findings, double *share)
{
    const struct table *rests = tables_find(findings->tables, "gpu_rests");
    *share = 0;
    if (!rests || !rests->rows)
        return NULL;
    struct phase_sums sums = finding_sum_phases(rests);
    *share = sums.total_s /
             (table_numbers(rests, "until_last")[0] - table_numbers(rests, "from_first")[0]);
    return rests;
}

double finding_gpu_rest_share(const struct findings *findings)
{
    double share;
    return rests_of(findings, &share) && share >= MUCH ? share : 0;
}

/* The nodes were, too, and that is reported. */
static bool is_told_of_nodes(const struct findings *findings, double total_s)
{
    const struct table *phases = tables_find(findings->tables, "phases");
    return finding_gpu_waiting_s(findings) >= 0.9 * total_s ||
           (phases && phases->rows && finding_sum_phases(phases).total_s >= 0.9 * total_s);
}

/* Those that hardly ever worked are reported as such. */
static bool is_told_of_gpus(const struct findings *findings)
{
    const struct table *uses = tables_find(findings->tables, "device_use");
    const struct table *gpus = tables_find(findings->tables, "gpus");
    const struct table *table = uses ? uses : gpus;
    const double *means = table ? table_numbers(table, "utilization_mean") : NULL;
    size_t unused = 0;
    for (size_t row = 0; table && row < table->rows; row++)
        unused += isnan(means[row]) || means[row] <= GPU_UNUSED;
    return table && unused == table->rows;
}

static const char *who_text(const struct findings *findings, const struct table *rests, size_t row)
{
    double gpus = table_numbers(rests, "gpus")[row], of = table_numbers(rests, "of")[row];
    bool is_archive = strcmp(table_texts(rests, "metric")[row], "acc_utilization") == 0;
    if (is_archive)
        return of > 1 ? arena_format(findings->arena, "The GPUs of all %.0f nodes were", of)
                      : "All GPUs were";
    if (table_texts(rests, "node")[row])
        return arena_format(findings->arena, "%s was", finding_worker(findings, rests, row));
    if (gpus < of)
        return arena_format(findings->arena, "All GPUs with samples (%.0f of %.0f) were", gpus, of);
    return arena_format(findings->arena, of == 2 ? "Both GPUs were" : "All %.0f GPUs were", of);
}

static const char *when_text(const struct findings *findings, const struct table *rests,
                             const struct phase_sums *sums, double share)
{
    const char *span = finding_span(findings, table_numbers(rests, "start")[sums->longest],
                                    table_numbers(rests, "end")[sums->longest]);
    const char *total = finding_quantity(findings, sums->total_s, "s");
    const char *part = finding_percent(findings, share);
    if (rests->rows == 1)
        return arena_format(findings->arena, "%s (%s, %s of the time)", span, total, part);
    return arena_format(findings->arena, "for %s of the time (%s in %zu intervals, the longest %s)",
                        part, total, rests->rows, span);
}

static const char *advice_text(const struct table *rests, size_t row)
{
    double first = table_numbers(rests, "from_first")[row];
    double last = table_numbers(rests, "until_last")[row], length_s = last - first;
    if (table_numbers(rests, "end")[row] >= last - AT_EDGE * length_s)
        return "read the logs of that time: the program may have ended or hung while the job "
               "held the GPUs";
    if (table_numbers(rests, "start")[row] <= first + AT_EDGE * length_s)
        return "prepare data in a job without GPUs, before this one";
    return "find what ran meanwhile, and do work of CPUs in a job without GPUs";
}

/* Those to report; NULL: none. */
static const struct table *told_rests(const struct findings *findings, double *share)
{
    const struct table *rests = rests_of(findings, share);
    bool are_told = rests && *share >= MUCH && !is_told_of_gpus(findings) &&
                    !finding_times_are_apart(findings) &&
                    !is_told_of_nodes(findings, finding_sum_phases(rests).total_s);
    return are_told ? rests : NULL;
}

double finding_gpu_rests_within(const struct findings *findings, double start, double end)
{
    double share;
    return finding_phases_within(told_rests(findings, &share), start, end);
}

void findings_of_rests(struct findings *findings)
{
    double share;
    const struct table *rests = told_rests(findings, &share);
    if (!rests)
        return;
    struct phase_sums sums = finding_sum_phases(rests);
    const char *metric = table_texts(rests, "metric")[0];
    bool is_sampled = strcmp(metric, "gpu.utilization") == 0;
    finding_add_little_use(findings, NULL,
                           (struct finding){
                               .id = "gpus.idle",
                               .weight = 91,
                               .level = "warn",
                               .section = is_sampled ? "devices-what-the-gpus-measured" : metric,
                               .text = arena_format(findings->arena,
                                                    "%s idle %s: utilisation at most 2 %%.",
                                                    who_text(findings, rests, sums.longest),
                                                    when_text(findings, rests, &sums, share)),
                               .value = share,
                               .unit = "",
                               .threshold = MUCH,
                               .advice = advice_text(rests, sums.longest),
                           });
}
