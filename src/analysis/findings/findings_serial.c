/* Phases in which one core works while the others of all nodes wait. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double MUCH = 0.1; /* of the run */
static const double LEAST_S = 180;

static const char *span_text(const struct findings *findings, const struct table *phases,
                             double total_s, size_t longest)
{
    const char *span = finding_span(findings, table_numbers(phases, "start")[longest],
                                    table_numbers(phases, "end")[longest]);
    const char *total = finding_quantity(findings, total_s, "s");
    const char *share =
        finding_percent(findings, total_s / (findings->time.end - findings->time.start));
    if (phases->rows == 1)
        return arena_format(findings->arena, "%s (%s, %s of the run)", span, total, share);
    return arena_format(findings->arena, "in %zu phases (%s, %s of the run; the longest %s)",
                        phases->rows, total, share, span);
}

void findings_of_serial(struct findings *findings)
{
    const struct table *phases = tables_find(findings->tables, "serial_phases");
    double length_s = findings->time.end - findings->time.start, total_s = 0;
    size_t longest = 0;
    if (!phases)
        return;
    const double *durations = table_numbers(phases, "duration_s");
    for (size_t row = 0; row < phases->rows; row++) {
        total_s += durations[row];
        longest = durations[row] > durations[longest] ? row : longest;
    }
    if (!(total_s >= fmax(MUCH * length_s, LEAST_S)))
        return;
    const char *metric = table_texts(phases, "metric")[0];
    bool has_several = finding_number(findings, metric, "nodes") > 1;
    finding_add(
        findings,
        (struct finding){
            .weight = 86,
            .level = "warn",
            .section = metric,
            .text = arena_format(
                findings->arena, "Serial: at most one core busy%s %s, %s of %s%s cores otherwise.",
                has_several ? " on every node" : "", span_text(findings, phases, total_s, longest),
                finding_quantity(findings, table_numbers(phases, "busy_otherwise")[0], ""),
                table_numbers(phases, "cores_estimated")[0] > 0 ? "about " : "",
                finding_quantity(findings, round(table_numbers(phases, "cores")[0]), "")),
            .value = total_s / length_s,
            .unit = "",
            .threshold = MUCH,
            .explains_low_load = true,
            .advice = "run this part in parallel, or as a job of its own on 1 core",
        });
}
