/* The table concurrency where no task is known: as the managers of queues counted their tasks and
 * workers, now and then. */
#ifndef ANALYSIS_TASKS_QUEUE_TABLE_H
#define ANALYSIS_TASKS_QUEUE_TABLE_H

#include "table/dataset.h"
#include "table/table.h"

/* From the queue with most samples; so many rows at most. Samples before the one before them, as
 * of a clock that went back, are left out. */
void queue_table_put(struct tables *tables, const struct dataset *dataset, size_t most_rows);

#endif
