/* What published summaries of the campaign say otherwise than its records. */
#include <string.h>

#include "analysis/findings/finding.h"

static const char *quantity_words(const char *quantities)
{
    if (strncmp(quantities, "mem_", 4) == 0)
        return "memory";
    return strncmp(quantities, "wall", 4) == 0 ? "time on the clock" : "run time";
}

static void add_reason(struct findings *findings, const struct table *table, size_t row)
{
    const char *reason = table_texts(table, "reason")[row];
    const char *words = quantity_words(table_texts(table, "quantities")[row]);
    double differing = table_numbers(table, "differing")[row];
    double explained = table_numbers(table, "explained")[row];
    const char *differ =
        arena_format(findings->arena,
                     "%s of %s published quantiles of %s are not those of the "
                     "records",
                     finding_quantity(findings, differing, ""),
                     finding_quantity(findings, table_numbers(table, "values")[row], ""), words);
    const char *text =
        reason ? arena_format(findings->arena, "%s: %s, which explains %s of them.", differ, reason,
                              finding_quantity(findings, explained, ""))
               : arena_format(findings->arena, "%s, and no known reason explains it.", differ);
    finding_add(findings, (struct finding){
                              .weight = explained < differing ? 45 : 25,
                              .level = explained < differing ? "warn" : "note",
                              .section = "data",
                              .text = text,
                              .value = differing,
                              .unit = "values",
                              .threshold = 0,
                              .advice = "the report shows what the records give",
                          });
}

void findings_of_summary(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "summary_reasons");
    for (size_t row = 0; table && row < table->rows; row++)
        add_reason(findings, table, row);
}
