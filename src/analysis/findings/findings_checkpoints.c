/* Phases of file I/O that come back, such as checkpoints. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double LEAST_SHARE = 0.01; /* of the run */

void findings_of_checkpoints(struct findings *findings)
{
    const struct table *periods = tables_find(findings->tables, "file_periods");
    if (!periods || !(table_numbers(periods, "share_of_time")[0] >= LEAST_SHARE))
        return;
    const char *metric = table_texts(periods, "metric")[0];
    double share = table_numbers(periods, "share_of_time")[0];
    finding_add(
        findings,
        (struct finding){
            .weight = 34,
            .level = "note",
            .section = metric,
            .text = arena_format(
                findings->arena,
                "File I/O about every %s, %s times, while computing stopped: about %s each, %s of "
                "the run, at %s%s.",
                finding_quantity(findings, table_numbers(periods, "period_s")[0], "s"),
                finding_quantity(findings, table_numbers(periods, "phases")[0], ""),
                finding_quantity(findings, table_numbers(periods, "length_s")[0], "s"),
                finding_percent(findings, share),
                finding_quantity(findings, table_numbers(periods, "file_B_s")[0], "B/s"),
                finding_number(findings, metric, "nodes") > 1 ? " per node" : ""),
            .value = share,
            .unit = "",
            .threshold = LEAST_SHARE,
            .advice = "if these are checkpoints, write them less often or in the background",
        });
}
