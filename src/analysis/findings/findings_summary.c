/* What published summaries of the campaign say otherwise than its records, or without any. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const char *quantity_words(const char *quantities)
{
    if (strncmp(quantities, "mem_", 4) == 0)
        return "memory";
    return strncmp(quantities, "wall", 4) == 0 ? "time on the clock" : "run time";
}

static bool are_quantiles(const char *quantities)
{
    return strcmp(quantities, "counts and sums") != 0;
}

static void add_reason(struct findings *findings, const struct table *table, size_t row)
{
    const char *reason = table_texts(table, "reason")[row];
    const char *quantities = table_texts(table, "quantities")[row];
    const char *words = are_quantiles(quantities) ? arena_format(findings->arena, "quantiles of %s",
                                                                 quantity_words(quantities))
                                                  : "counts and sums";
    double differing = table_numbers(table, "differing")[row];
    double explained = table_numbers(table, "explained")[row];
    const char *differ =
        arena_format(findings->arena, "%s of %s published %s %s of the records",
                     finding_quantity(findings, differing, ""),
                     finding_quantity(findings, table_numbers(table, "values")[row], ""), words,
                     finding_plural(differing, "is not one", "are not those"));
    const char *text =
        reason ? arena_format(findings->arena, "%s: %s, which explains %s.", differ, reason,
                              explained == 1 && differing == 1
                                  ? "it"
                                  : arena_format(findings->arena, "%s of them",
                                                 finding_quantity(findings, explained, "")))
               : arena_format(findings->arena, "%s, and no known reason explains it.", differ);
    finding_add(findings, (struct finding){
                              .id = "data.published-values-differ",
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

/* No record at all. */
static void add_alone(struct findings *findings)
{
    const struct table *published = tables_find(findings->tables, "task_quantiles");
    if (!published || tables_find(findings->tables, "tasks"))
        return;
    double quanta = 0;
    for (size_t row = 0; row < published->rows; row++)
        quanta += fmax(table_numbers(published, "quanta")[row], 0);
    char rows[32], tasks[32];
    finding_add(findings,
                (struct finding){
                    .id = "data.summaries-alone",
                    .weight = 30,
                    .level = "note",
                    .section = "tasks",
                    .text = arena_format(
                        findings->arena,
                        "The inputs hold published summaries alone: %s rows of quantiles over %s "
                        "tasks. How they spread otherwise is not known.",
                        quantity_format_fixed((double)published->rows, 0, rows, sizeof rows),
                        quantity_format_fixed(quanta, 0, tasks, sizeof tasks)),
                    .value = (double)published->rows,
                    .unit = "rows",
                    .threshold = NUMBER_MISSING,
                    .advice = "add the tables of tasks for figures, outliers and outcomes",
                });
}

void findings_of_summary(struct findings *findings)
{
    add_alone(findings);
    const struct table *table = tables_find(findings->tables, "summary_reasons");
    for (size_t row = 0; table && row < table->rows; row++)
        add_reason(findings, table, row);
}
