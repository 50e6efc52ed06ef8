/* Columns whose values are in other units than they were read in. */
#include <math.h>

#include "analysis/findings/findings_tasks.h"

void findings_of_units(struct findings *findings)
{
    const struct table *elapsed = tables_find(findings->tables, "elapsed_units");
    if (!elapsed || !elapsed->rows)
        return;
    const char *unit = table_texts(elapsed, "unit")[0];
    double factor = table_numbers(elapsed, "factor")[0];
    double attempts = table_numbers(elapsed, "attempts")[0];
    bool is_more = factor > 1;
    finding_add(
        findings,
        (struct finding){
            .weight = 125,
            .level = "bad",
            .section = "data",
            .text = arena_format(
                findings->arena,
                "Elapsed times of %s of %s are %s %s than the times between start and end: they "
                "seem to be in %s and were read as seconds, so that hours and efficiency are "
                "wrong.",
                finding_quantity(findings, attempts, ""),
                finding_count(findings, table_numbers(elapsed, "known")[0], "attempt", "attempts"),
                finding_quantity(findings, is_more ? factor : round(1 / factor), ""),
                is_more ? "times longer" : "times shorter", unit),
            .value = factor,
            .unit = "",
            .threshold = 1,
            .advice = arena_format(findings->arena,
                                   "give the column its unit, as in \"elapsed [%s]\"", unit),
        });
}
