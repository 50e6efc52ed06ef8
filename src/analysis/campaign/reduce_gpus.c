/* GPUs that attempts held, and left idle. */
#include <math.h>

#include "analysis/campaign/reducers.h"
#include "analysis/tasks/attempt_gpus.h"

static void add_attempt(struct part *part, const char *task, const struct attempt_gpus *attempt)
{
    for (enum gpu_use use = 0; use < GPU_USES; use++) {
        if (!attempt_gpus_are(attempt, use))
            continue;
        struct part_entry *entry =
            part_entry_of(part, PART_GPUS, task, gpu_use_names[use], NULL, NULL);
        entry->counts[PART_GPUS_ATTEMPTS]++;
        entry->counts[PART_GPUS_UNCOUNTED] += attempt->is_uncounted;
        exact_sum_add(&entry->sums[PART_GPUS_TIME], attempt->gpu_s);
        if (attempt_gpus_are(attempt, GPUS_MEASURED))
            exact_sum_add(&entry->sums[PART_GPUS_USED], attempt_gpus_used_s(attempt));
        entry->highs[0] = fmax(entry->highs[0], attempt->gpus);
    }
}

void reduce_gpus(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    struct attempt_gpus_columns columns;
    if (!attempt_gpus_columns_find(&columns, groups->records))
        return;
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct attempt_gpus attempt = attempt_gpus_at(at.block, &columns, at.row);
        if (attempt.gpu_s > 0 && isfinite(attempt.gpu_s) && task_is_attempt(at.block, at.row))
            add_attempt(part, groups->kinds[at.kind].task, &attempt);
    }
}
