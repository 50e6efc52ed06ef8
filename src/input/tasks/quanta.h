/* Tables of quanta (tasks of a campaign) and their published summaries: what both readers share. */
#ifndef INPUT_TASKS_QUANTA_H
#define INPUT_TASKS_QUANTA_H

#include "input/text/csv_text.h"
#include "util/arena.h"

/* What the directories of a file say: …/STEP/TASK_resource_usage/FILE. NULL when they say nothing.
 */
struct quanta_place {
    const char *step, *task;
};
struct quanta_place quanta_place_of(struct arena *arena, const char *path);

/* The step of a published summary: …/STEP/ResourceUsageSummary/FILE or
 * …/STEP/ResourceUsageSummary.csv. */
const char *quanta_summary_step(struct arena *arena, const char *path);

bool quanta_is_table(const struct csv_header *header);
bool quanta_is_summary(const struct csv_header *header);

#endif
