#include "analysis/campaign/part_reduce.h"

#include <stdlib.h>

#include "analysis/campaign/reducers.h"
#include "util/memory.h"
#include "util/parallel.h"

static void (*const reducers[])(const struct reduction *reduction, struct part *part) = {
    reduce_groups,  reduce_run_times, reduce_attempts,    reduce_failures, reduce_memory_classes,
    reduce_changes, reduce_points,    reduce_requests,    reduce_nodes,    reduce_kernel_time,
    reduce_limits,  reduce_kills,     reduce_node_memory, reduce_waiting,  reduce_sample,
    reduce_needs,   reduce_gpus,
};
enum { REDUCERS = sizeof reducers / sizeof reducers[0] };

struct work {
    struct reduction reduction;
    const struct task_measure *measures;
    struct part *parts; /* of each measure, then of each reducer */
    size_t measure_count;
};

static void reduce(void *context, size_t index)
{
    struct work *work = context;
    struct part *part = &work->parts[index];
    part_init(part);
    if (index < work->measure_count)
        reduce_measure(&work->reduction, &work->measures[index], part);
    else
        reducers[index - work->measure_count](&work->reduction, part);
}

static uint64_t sorts_of(const struct records *records)
{
    uint64_t sorts = 0;
    for (size_t i = 0; i < records->source_count; i++) {
        const struct records_source *source = &records->sources[i];
        sorts |= (uint64_t)1 << ((source->has_queue ? PART_SOURCE_QUEUE : 0) +
                                 (source->has_job_ids ? PART_SOURCE_JOB_IDS : 0) +
                                 (source->lacks_kinds ? PART_SOURCE_LACKS_KINDS : 0));
    }
    return sorts;
}

void part_reduce(struct part *part, const struct dataset *dataset, const struct task_groups *groups,
                 int jobs)
{
    size_t measure_count;
    struct task_measure *measures = task_measures_find(groups->records, &measure_count);
    size_t count = measure_count + REDUCERS;
    struct work work = {{dataset, groups, part->settings},
                        measures,
                        memory_alloc_array(count, sizeof *work.parts),
                        measure_count};
    parallel_threads(jobs, count, reduce, &work);
    for (size_t i = 0; i < count; i++) {
        part_add(part, &work.parts[i]);
        part_release(&work.parts[i]);
    }
    part->has_steps |= records_has(groups->records, RECORD_STEP_COLUMN);
    part->has_submits |= records_has(groups->records, RECORD_SUBMIT_COLUMN);
    part->has_reasons |=
        records_find_attribute(groups->records, "reason", RECORD_TEXT) != RECORDS_NO_COLUMN;
    part->sources |= sorts_of(groups->records);
    part_settle(part);
    free(work.parts);
    free(measures);
}
