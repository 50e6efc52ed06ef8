#include "analysis/tasks/held_waits.h"

#include <stdlib.h>

#include "util/memory.h"
#include "util/number.h"

/* HELD_NO_ROW where its wait is unknown, too. */
static uint32_t row_of(const struct held_rows *rows, const struct queued_attempt *attempt)
{
    uint32_t group = rows->groups[attempt->record];
    return group == HELD_NO_ROW || number_is_missing(attempt->from) ? HELD_NO_ROW
                                                                    : rows->rows[group];
}

/* The waits of each row, one row behind the other; `ends` is where each ends. */
static double *gather(const struct queued_attempts *queue, const struct held_rows *rows,
                      struct held_wait *waits, size_t *ends)
{
    double *values = memory_alloc_array(queue->count, sizeof *values);
    size_t all = 0;
    for (size_t i = 0; i < queue->count; i++) {
        uint32_t row = row_of(rows, &queue->items[i]);
        if (row != HELD_NO_ROW)
            waits[row].known++;
    }
    for (size_t row = 0; row < rows->count; row++) {
        ends[row] = all;
        all += waits[row].known;
    }
    for (size_t i = 0; i < queue->count; i++) {
        const struct queued_attempt *attempt = &queue->items[i];
        uint32_t row = row_of(rows, attempt);
        if (row != HELD_NO_ROW)
            values[ends[row]++] = attempt->start - attempt->from;
    }
    return values;
}

struct held_wait *held_waits_make(const struct queued_attempts *queue, const struct held_rows *rows)
{
    static const double parts[] = {0.5, 0.95};
    struct held_wait *waits = memory_alloc_array(rows->count, sizeof *waits);
    size_t *ends = memory_alloc_array(rows->count, sizeof *ends);
    double *values = gather(queue, rows, waits, ends);
    for (size_t row = 0; row < rows->count; row++) {
        double quantiles[2];
        statistic_quantiles(values + (ends[row] - waits[row].known), waits[row].known, parts, 2,
                            quantiles);
        waits[row].p50 = quantiles[0];
        waits[row].p95 = quantiles[1];
    }
    free(ends);
    free(values);
    return waits;
}
