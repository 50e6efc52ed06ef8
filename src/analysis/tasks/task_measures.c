#include "analysis/tasks/task_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tasks/task_selection.h"
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
enum { FIXED = sizeof fixed / sizeof fixed[0] };

static const struct {
    const char *name, *unit;
} known[] = {
#define MEASURE(name, unit) {name, unit},
#include "analysis/tasks/task_measures.def"
#undef MEASURE
};

static bool reports_a_time(const char *name)
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
    return reports_a_time(column->name) ? "s" : NULL;
}

static bool is_there(const struct records *records, int column)
{
    if (column == TASK_EFFICIENCY_COLUMN)
        return records_has(records, RECORD_CPU_COLUMN) &&
               records_has(records, RECORD_ELAPSED_COLUMN);
    return records_has(records, column);
}

struct task_measure *task_measures_find(const struct records *records, size_t *count)
{
    struct task_measure *measures =
        memory_alloc_array(FIXED + records->column_count, sizeof *measures);
    *count = 0;
    for (size_t i = 0; i < FIXED; i++)
        if (is_there(records, fixed[i].column))
            measures[(*count)++] = fixed[i];
    for (size_t i = RECORD_FIXED_COLUMNS; i < records->column_count; i++) {
        const char *unit = task_measure_unit(&records->columns[i]);
        if (unit && is_there(records, (int)i))
            measures[(*count)++] = (struct task_measure){records->columns[i].name, unit, (int)i};
    }
    return measures;
}

size_t task_measure_rank(const char *name)
{
    size_t rank = 0;
    while (rank < FIXED && !(name && strcmp(fixed[rank].name, name) == 0))
        rank++;
    return rank;
}

/* CPU efficiency of one task; NaN when not known. */
static double efficiency_of(double cpu_s, double elapsed_s, double cores)
{
    double allotted_s = task_allotted_s(cpu_s, elapsed_s, cores);
    return allotted_s > 0 ? cpu_s / allotted_s : NUMBER_MISSING;
}

/* ---- gathering ---- */

struct source {
    const struct task_measure *measure;
    double *scratch; /* a number a row of a block */
};

/* As they lie there, or worked out. */
static const double *values_of(const struct records_block *block, const void *context)
{
    const struct source *source = context;
    if (source->measure->column != TASK_EFFICIENCY_COLUMN)
        return records_numbers(block, source->measure->column);
    const double *cpu = records_numbers(block, RECORD_CPU_COLUMN);
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    const double *cores = records_numbers(block, RECORD_CORES_COLUMN);
    if (!cpu || !elapsed)
        return NULL;
    for (size_t row = 0; row < block->rows; row++)
        source->scratch[row] = efficiency_of(cpu[row], elapsed[row], task_number(cores, row));
    return source->scratch;
}

struct task_column task_measure_gather(const struct task_measure *measure,
                                       const struct task_groups *groups)
{
    if (measure->column == RECORD_MEMORY_COLUMN)
        return (struct task_column){groups->memory, NULL};
    if (measure->column == RECORD_ELAPSED_COLUMN)
        return (struct task_column){groups->elapsed, NULL};
    struct source source = {measure,
                            memory_resize(NULL, RECORDS_BLOCK_ROWS, sizeof *source.scratch)};
    double *own = task_column_gather(groups, values_of, &source);
    free(source.scratch);
    return (struct task_column){own, own};
}
