#include "analysis/task_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/task_selection.h"
#include "util/memory.h"
#include "util/number.h"

static const struct task_measure fixed[] = {
    {"memory", "B", RECORD_MEMORY_COLUMN},
    {"elapsed", "s", RECORD_ELAPSED_COLUMN},
    {"cpu_time", "s", RECORD_CPU_COLUMN},
    {"cpu_efficiency", "", TASK_EFFICIENCY_COLUMN},
    {"bytes_read", "B", RECORD_BYTES_READ_COLUMN},
    {"bytes_written", "B", RECORD_BYTES_WRITTEN_COLUMN},
    {"bandwidth", "B/s", RECORD_BANDWIDTH_COLUMN},
};

static const struct {
    const char *name, *unit;
} known[] = {
#define MEASURE(name, unit) {name, unit},
#include "analysis/task_measures.def"
#undef MEASURE
};

static bool tells_a_time(const char *name)
{
    size_t size = strlen(name);
    return size >= 5 && strcmp(name + size - 5, "_time") == 0;
}

const char *task_measure_unit(const struct records_column *column)
{
    if (column->type != RECORD_NUMBER)
        return NULL;
    if (column->unit && *column->unit)
        return column->unit;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, column->name) == 0)
            return known[i].unit;
    return tells_a_time(column->name) ? "s" : NULL;
}

static bool is_there(const struct records *records, int column)
{
    if (column == TASK_EFFICIENCY_COLUMN)
        return records_has(records, RECORD_CPU_COLUMN) &&
               records_has(records, RECORD_ELAPSED_COLUMN);
    return records_has(records, column);
}

size_t task_measures_find(const struct records *records, struct task_measure *measures)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (is_there(records, fixed[i].column))
            measures[count++] = fixed[i];
    for (size_t i = RECORD_FIXED_COLUMNS; i < records->column_count; i++) {
        const char *unit = task_measure_unit(&records->columns[i]);
        if (unit && count < TASK_MOST_MEASURES && is_there(records, (int)i))
            measures[count++] = (struct task_measure){records->columns[i].name, unit, (int)i};
    }
    return count;
}

double task_efficiency(double cpu_s, double elapsed_s, double cores)
{
    double allotted_s = task_allotted_s(cpu_s, elapsed_s, cores);
    return allotted_s > 0 ? cpu_s / allotted_s : NUMBER_MISSING;
}

/* ---- gathering ---- */

/* A block's values: as they lie there, or worked out into `scratch`; NULL when it has none. */
static const double *values_of(const struct task_measure *measure,
                               const struct records_block *block, double *scratch)
{
    if (measure->column != TASK_EFFICIENCY_COLUMN)
        return records_numbers(block, measure->column);
    const double *cpu = records_numbers(block, RECORD_CPU_COLUMN);
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    const double *cores = records_numbers(block, RECORD_CORES_COLUMN);
    if (!cpu || !elapsed)
        return NULL;
    for (size_t row = 0; row < block->rows; row++)
        scratch[row] = task_efficiency(cpu[row], elapsed[row], task_number(cores, row));
    return scratch;
}

/* Counts the values of each group, or, when `values` are given, puts them at their places. */
static void walk(const struct task_measure *measure, const struct task_groups *groups,
                 double *scratch, size_t *places, double *values)
{
    size_t first = 0;
    for (size_t i = 0; i < groups->records->block_count; i++) {
        const struct records_block *block = &groups->records->blocks[i];
        const double *numbers = values_of(measure, block, scratch);
        for (size_t row = 0; numbers && row < block->rows; row++) {
            if (isnan(numbers[row]) || !task_ended_well(groups, first + row))
                continue;
            size_t place = places[groups->group_of[first + row]]++;
            if (values)
                values[place] = numbers[row];
        }
        first += block->rows;
    }
}

void task_measure_gather(const struct task_measure *measure, const struct task_groups *groups,
                         struct task_values *values)
{
    size_t *places = memory_alloc_array(groups->group_count + 1, sizeof *places), sum = 0;
    double *scratch = memory_resize(NULL, RECORDS_BLOCK_ROWS, sizeof *scratch);
    values->first = memory_alloc_array(groups->group_count + 1, sizeof *values->first);
    walk(measure, groups, scratch, places, NULL);
    for (size_t g = 0; g < groups->group_count; g++) {
        values->first[g] = sum;
        sum += places[g];
    }
    values->first[groups->group_count] = sum;
    values->values = memory_resize(NULL, sum + 1, sizeof *values->values);
    memcpy(places, values->first, groups->group_count * sizeof *places);
    walk(measure, groups, scratch, places, values->values);
    free(places);
    free(scratch);
}
