/* One core for which the others of its node wait. */
#include "analysis/findings/finding.h"

static const double WAITING = 0.8; /* of what the busiest core does */

void findings_of_stragglers(struct findings *findings)
{
    const struct table *cores = tables_find(findings->tables, "straggling_cores");
    if (!cores)
        return;
    const double *busy = table_numbers(cores, "busy");
    const double *others = table_numbers(cores, "others_busy");
    size_t row = 0;
    for (size_t i = 1; i < cores->rows; i++)
        row = others[i] / busy[i] < others[row] / busy[row] ? i : row;
    finding_add(
        findings,
        (struct finding){
            .weight = 83,
            .level = "warn",
            .section = table_texts(cores, "metric")[row],
            .text = arena_format(
                findings->arena,
                "%s %s %s was busy for %s of the time, the other %.0f cores for %s%s.",
                cores->rows > 1
                    ? arena_format(findings->arena,
                                   "On %zu nodes the others may wait for one core: on", cores->rows)
                    : "On",
                finding_name(findings, table_texts(cores, "node")[row]),
                finding_name(findings, table_texts(cores, "core")[row]),
                finding_percent(findings, busy[row]), table_numbers(cores, "others")[row],
                finding_percent(findings, others[row]),
                cores->rows > 1 ? "" : ": they may wait for it"),
            .value = others[row] / busy[row],
            .unit = "",
            .threshold = WAITING,
            .explains_low_load = true,
            .advice = "profile the process on that core, and share its work among the others",
        });
}
