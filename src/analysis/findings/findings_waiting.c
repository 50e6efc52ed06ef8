/* Jobs on GPUs whose processors and GPUs wait together again and again, as a server does for
 * requests: processes that poll keep some of a core busy meanwhile, and no part is serial. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "table/gpu_use_metrics.h"

enum { LEAST_PAUSES = 4 };

static const double SHORT = 0.1;             /* of the run: the longest pause */
static const double SOME = 0.05, LONG = 0.2; /* of the run: all of them */

struct waiting {
    size_t pauses;
    double total_s, longest_s;
    double start, end; /* of the longest */
    const char *metric;
};

static void add_pauses(struct waiting *waiting, const struct table *phases)
{
    for (size_t row = 0; phases && row < phases->rows; row++) {
        double duration_s = table_numbers(phases, "duration_s")[row];
        waiting->metric = table_texts(phases, "metric")[row];
        waiting->total_s += duration_s;
        if (waiting->pauses++ && !(duration_s > waiting->longest_s))
            continue;
        waiting->longest_s = duration_s;
        waiting->start = table_numbers(phases, "start")[row];
        waiting->end = table_numbers(phases, "end")[row];
    }
}

/* Only of those sampled with the nodes it is known that they were idle in the phases. */
static bool are_gpus_sampled(const struct findings *findings)
{
    for (size_t i = 0; i < GPU_USE_METRICS; i++)
        if (!isnan(finding_number(findings, gpu_use_metrics[i], "mean_per_node")))
            return true;
    return false;
}

/* All zero where it is not reported. */
static struct waiting find_waiting(const struct findings *findings)
{
    double length_s = findings->time.end - findings->time.start;
    struct waiting waiting = {0};
    if (!finding_gpus_work(findings) || !are_gpus_sampled(findings))
        return waiting;
    add_pauses(&waiting, tables_find(findings->tables, "phases"));
    add_pauses(&waiting, tables_find(findings->tables, "serial_phases"));
    bool are_many = waiting.pauses >= LEAST_PAUSES && waiting.total_s >= SOME * length_s;
    return are_many && waiting.longest_s <= SHORT * length_s ? waiting : (struct waiting){0};
}

double finding_gpu_waiting_s(const struct findings *findings)
{
    return find_waiting(findings).total_s;
}

void findings_of_waiting(struct findings *findings)
{
    struct waiting waiting = find_waiting(findings);
    double share = waiting.total_s / (findings->time.end - findings->time.start);
    bool is_long = share >= LONG;
    if (!waiting.pauses)
        return;
    finding_add_little_use(
        findings, NULL,
        (struct finding){
            .weight = is_long ? 86 : 50,
            .level = is_long ? "warn" : "note",
            .section = waiting.metric,
            .text = arena_format(findings->arena,
                                 "CPUs and GPUs waited in %zu pauses, %s of the run: %s in total, "
                                 "the longest %s.",
                                 waiting.pauses, finding_percent(findings, share),
                                 finding_quantity(findings, waiting.total_s, "s"),
                                 finding_span(findings, waiting.start, waiting.end)),
            .value = share,
            .unit = "",
            .threshold = is_long ? LONG : SOME,
            .explains_low_load = is_long,
            .advice = "check what they waited for: if for requests, let other work share the GPUs; "
                      "if for data, read them while the GPUs work",
        });
}
