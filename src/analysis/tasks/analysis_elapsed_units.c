/* elapsed_units: elapsed times that are in other units than the times between start and end.
 *
 * A column of milliseconds or minutes without a unit is read as seconds. Where nearly all attempts
 * have the same factor between what it says and the time between their start and end, that is what
 * happened. Times without pauses, or rounded ones, differ by less and not all alike. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_outcomes.h"
#include "table/rows.h"

enum { LEAST_ATTEMPTS = 5 };
static const double NEARLY_ALL = 0.9, SAME_FACTOR = 0.1;
static const double LEAST_SPAN_S = 10; /* of seconds that are rounded at both ends */

static const struct {
    const char *unit;
    double factor;
} units[] = {{"ns", 1e9}, {"us", 1e6}, {"ms", 1e3}, {"min", 1.0 / 60}, {"h", 1.0 / 3600}};
enum { UNITS = sizeof units / sizeof units[0] };

struct count {
    size_t known, in_unit[UNITS];
};

static void count_row(struct count *count, const struct records_block *block, size_t row)
{
    double start = records_number_at(block, RECORD_START_COLUMN, row);
    double end = records_number_at(block, RECORD_END_COLUMN, row);
    double elapsed = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    if (!(end - start >= LEAST_SPAN_S) || !(elapsed > 0) || !task_is_attempt(block, row))
        return;
    count->known++;
    for (size_t i = 0; i < UNITS; i++) {
        double expected = (end - start) * units[i].factor;
        count->in_unit[i] += fabs(elapsed - expected) <= SAME_FACTOR * expected;
    }
}

static void count_block(struct count *count, const struct records_block *block)
{
    bool has_times = records_numbers(block, RECORD_START_COLUMN) &&
                     records_numbers(block, RECORD_END_COLUMN) &&
                     records_numbers(block, RECORD_ELAPSED_COLUMN);
    for (size_t row = 0; has_times && row < block->rows; row++)
        count_row(count, block, row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct count count = {0};
    if (!request->tasks)
        return;
    const struct records *records = request->tasks->records;
    for (size_t i = 0; i < records->block_count; i++)
        count_block(&count, &records->blocks[i]);
    for (size_t i = 0; i < UNITS; i++) {
        if (count.known < LEAST_ATTEMPTS ||
            (double)count.in_unit[i] < NEARLY_ALL * (double)count.known)
            continue;
        struct table *table = tables_get(tables, "elapsed_units");
        struct elapsed_units_row row = elapsed_units_row_missing();
        row.unit = units[i].unit;
        row.factor = units[i].factor;
        row.attempts = (double)count.in_unit[i];
        row.known = (double)count.known;
        elapsed_units_row_put_static(table, &row);
    }
}

const struct analysis analysis_elapsed_units = {"elapsed_units", run};
