/* The load of all nodes that fell for the rest of the run. */
#include <string.h>

#include "analysis/findings/finding.h"

static const double TOLD = 0.5;    /* of the time after, by another finding */
static const double MUCH = 0.15;   /* of what the run would have done at the load before: lost */
static const double LITTLE = 0.25; /* of the load before: no phase of usual work */

/* The rates that fell as well; "" for none. */
static const char *fell_too(const struct table *drops)
{
    const char *fell = table_texts(drops, "fell_too")[0];
    return fell ? fell : "";
}

/* Whether idle or serial phases, most nodes beside a few, waits for I/O, swapping, a hang, or idle
 * GPUs are reported for it. */
static bool is_told(const struct findings *findings, double start, double end)
{
    static const char *const others[] = {"phases", "serial_phases", "stalls", "gpu_hangs"};
    double least_s = TOLD * (end - start);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (finding_phases_within(tables_find(findings->tables, others[i]), start, end) >= least_s)
            return true;
    return (finding_tells_few_at_work(findings) &&
            finding_phases_within(tables_find(findings->tables, "few_at_work"), start, end) >=
                least_s) ||
           finding_waiting_within(findings, start, end) >= least_s ||
           finding_swapping_within(findings, start, end) >= least_s ||
           finding_gpu_rests_within(findings, start, end) >= least_s;
}

static const char *drop_text(const struct findings *findings, const struct table *drops,
                             double share)
{
    const char *metric = table_texts(drops, "metric")[0];
    const char *fell = fell_too(drops);
    double nodes = table_numbers(drops, "nodes")[0];
    return arena_format(findings->arena,
                        "From %s to the end (%s, %s of the run) %s was %s%s, %s before%s.",
                        finding_moment(findings, table_numbers(drops, "start")[0]),
                        finding_quantity(findings, table_numbers(drops, "duration_s")[0], "s"),
                        finding_percent(findings, share), finding_label(findings, metric),
                        finding_load(findings, metric, table_numbers(drops, "after")[0]),
                        nodes > 1 ? arena_format(findings->arena, " on all %.0f nodes", nodes) : "",
                        finding_load(findings, metric, table_numbers(drops, "before")[0]),
                        *fell ? arena_format(findings->arena, "; %s fell too",
                                             finding_labels(findings, fell))
                              : "");
}

void findings_of_falls(struct findings *findings)
{
    const struct table *drops = tables_find(findings->tables, "load_drops");
    if (!drops)
        return;
    double start = table_numbers(drops, "start")[0], end = table_numbers(drops, "end")[0];
    double before = table_numbers(drops, "before")[0], after = table_numbers(drops, "after")[0];
    double share = (end - start) / (findings->time.end - findings->time.start);
    double lost = share * (1 - after / before);
    bool is_warning = lost >= MUCH && (after <= LITTLE * before || *fell_too(drops));
    if (is_told(findings, start, end))
        return;
    finding_add(findings, (struct finding){
                              .weight = is_warning ? 90 : 47,
                              .level = is_warning ? "warn" : "note",
                              .section = table_texts(drops, "metric")[0],
                              .text = drop_text(findings, drops, share),
                              .value = lost,
                              .unit = "",
                              .threshold = MUCH,
                              .explains_low_load = is_warning,
                              .advice = "look up in the program's output what it did or waited for "
                                        "from then on",
                              .clue = is_warning ? FINDING_CLUE_HANG : 0,
                              .clue_about = "the fall of the CPU load",
                          });
}
