/* A queue of which only samples are known: how many tasks ran and waited, but none of them. */
#include "analysis/findings/finding.h"

void findings_of_queue(struct findings *findings)
{
    const struct table *concurrency = tables_find(findings->tables, "concurrency");
    if (!concurrency || tables_find(findings->tables, "campaign"))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "workers.no-task-records",
                    .weight = 10,
                    .level = "note",
                    .section = "data",
                    .text = "No record of a task was found: running and waiting tasks are samples "
                            "of a performance log.",
                    .value = (double)concurrency->rows,
                    .unit = "rows",
                    .threshold = 0,
                    .advice = "give the transactions log too: it has each task and how it ended",
                });
}
