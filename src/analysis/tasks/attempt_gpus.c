#include "analysis/tasks/attempt_gpus.h"

#include <math.h>

#include "util/error.h"

static const double IDLE_PERCENT = 1, LOW_PERCENT = 25; /* of the GPUs held, and less */

const char *const gpu_use_names[GPU_USES] = {"held", "measured", "idle", "low"};

bool attempt_gpus_columns_find(struct attempt_gpus_columns *columns, const struct records *records)
{
    *columns = (struct attempt_gpus_columns){
        .gpus = records_find_attribute(records, "allocated_gpus", RECORD_NUMBER),
        .uncounted = records_find_attribute(records, "uncounted_gpus", RECORD_NUMBER),
        .percent = records_find_attribute(records, "gpu_utilization", RECORD_NUMBER)};
    return columns->gpus != RECORDS_NO_COLUMN || columns->uncounted != RECORDS_NO_COLUMN;
}

static double number_in(const struct records_block *block, int column, size_t row)
{
    return column == RECORDS_NO_COLUMN ? NAN : records_number_at(block, column, row);
}

struct attempt_gpus attempt_gpus_at(const struct records_block *block,
                                    const struct attempt_gpus_columns *columns, size_t row)
{
    double gpus = number_in(block, columns->gpus, row);
    bool is_uncounted = isnan(gpus) && number_in(block, columns->uncounted, row) > 0;
    if (is_uncounted)
        gpus = 1;
    return (struct attempt_gpus){
        .gpus = gpus,
        .gpu_s = gpus * number_in(block, RECORD_ELAPSED_COLUMN, row),
        .percent = number_in(block, columns->percent, row) / gpus,
        .is_uncounted = is_uncounted,
    };
}

double attempt_gpus_used_s(const struct attempt_gpus *attempt)
{
    return attempt->gpu_s * attempt->percent / 100;
}

bool attempt_gpus_are(const struct attempt_gpus *attempt, enum gpu_use use)
{
    switch (use) {
    case GPUS_HELD:
        return true;
    case GPUS_MEASURED:
        return !isnan(attempt->percent);
    case GPUS_IDLE:
        return attempt->percent < IDLE_PERCENT;
    case GPUS_LOW:
        return attempt->percent >= IDLE_PERCENT && attempt->percent < LOW_PERCENT;
    case GPU_USES:
        break;
    }
    BUG("no such use");
}
