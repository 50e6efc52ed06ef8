#include "analysis/tasks/task_stretches.h"

#include <math.h>

#include "analysis/tasks/task_outcomes.h"
#include "util/memory.h"
#include "util/number.h"

static bool is_of(const uint8_t *endings, size_t row, enum record_ending ending)
{
    return endings && endings[row] == ending;
}

bool task_stretches_known(const struct records *records)
{
    bool has_end = false;
    for (size_t i = 0; i < records->source_count; i++)
        has_end = has_end || !isnan(records->sources[i].end);
    return task_times_known(records) || (has_end && records_has(records, RECORD_SUBMIT_COLUMN));
}

static double latest_of(const struct records_block *block)
{
    struct task_time_columns columns = task_time_columns_of(block);
    const uint8_t *endings = records_endings(block);
    double latest = NUMBER_MISSING;
    for (size_t row = 0; row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        if (!is_of(endings, row, ENDING_CACHED))
            latest = fmax(latest, fmax(times.end, fmax(times.start, times.submit)));
    }
    return latest;
}

double *task_source_ends_make(const struct records *records)
{
    double *ends = memory_alloc_array(records->source_count + 1, sizeof *ends);
    for (size_t i = 0; i < records->source_count; i++)
        ends[i] = records->sources[i].end;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        ends[block->source] = fmax(ends[block->source], latest_of(block));
    }
    return ends;
}

struct task_stretches task_stretches_at(const struct records_block *block,
                                        const struct task_time_columns *columns, size_t row,
                                        double source_end)
{
    static const struct task_stretches none = {NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING,
                                               NUMBER_MISSING};
    const uint8_t *endings = records_endings(block);
    struct task_times times = task_times_at(columns, row);
    bool is_open = is_of(endings, row, ENDING_UNFINISHED);
    if (is_of(endings, row, ENDING_CACHED))
        return none;
    struct task_stretches stretches = {times.submit, times.start, times.start, times.end};
    if (isnan(times.start) && is_open)
        stretches.waits_to = source_end;
    else if (isnan(times.start) && !task_is_attempt(block, row))
        stretches.waits_to = times.end;
    else if (isnan(times.end) && is_open)
        stretches.runs_to = source_end;
    return stretches;
}
