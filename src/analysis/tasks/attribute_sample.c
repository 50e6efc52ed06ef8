#include "analysis/tasks/attribute_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/even_sample.h"
#include "analysis/tasks/task_selection.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

/* ---- which tasks ---- */

/* The records drawn, those alone that succeeded. */
static void draw(struct attribute_sample *sample)
{
    const struct records *records = sample->groups->records;
    size_t all = records->rows, size = all > ATTRIBUTE_WHOLE ? ATTRIBUTE_SAMPLE : all;
    size_t block = 0, before = 0;
    sample->tasks = memory_resize(NULL, size + 1, sizeof *sample->tasks);
    for (size_t i = 0; i < size; i++) {
        size_t record = even_sample(i, size, all);
        while (record >= before + records->blocks[block].rows)
            before += records->blocks[block++].rows;
        if (!task_succeeded(sample->groups, record))
            continue;
        size_t group = sample->groups->group_of[record];
        sample->tasks[sample->count++] =
            (struct sampled_task){(uint32_t)block, (uint32_t)(record - before), (uint32_t)group};
        sample->first[group + 1]++;
    }
}

/* Turns the groups of tasks into places, group by group. */
static void find_places(struct attribute_sample *sample)
{
    size_t groups = sample->groups->group_count;
    size_t *next = memory_alloc_array(groups + 1, sizeof *next);
    for (size_t g = 0; g < groups; g++)
        sample->first[g + 1] += sample->first[g];
    memcpy(next, sample->first, groups * sizeof *next);
    for (size_t i = 0; i < sample->count; i++)
        sample->tasks[i].place = (uint32_t)next[sample->tasks[i].place]++;
    free(next);
}

/* ---- what is measured ---- */

/* More than all cores can do is a fault of the accounting and rates no attribute; a little more
 * comes of clocks that are read at other moments (tasks.cpu-efficiency-implausible). */
static const double PLAUSIBLE = 1.1;

/* Columns of a block; NULL where it has none. */
struct measured {
    const double *cpu, *elapsed, *run_time, *cores, *memory;
};

static struct measured measured_of(const struct records_block *block, int run_time)
{
    return (struct measured){records_numbers(block, RECORD_CPU_COLUMN),
                             records_numbers(block, RECORD_ELAPSED_COLUMN),
                             records_numbers(block, run_time),
                             records_numbers(block, RECORD_CORES_COLUMN),
                             records_numbers(block, RECORD_MEMORY_COLUMN)};
}

static double log_of(double number)
{
    return number > 0 && isfinite(number) ? log(number) : NUMBER_MISSING;
}

static void measure(struct attribute_sample *sample, const struct measured *of, size_t row,
                    size_t place)
{
    double cpu = task_number(of->cpu, row), elapsed = task_number(of->elapsed, row);
    double allotted = task_allotted_s(cpu, elapsed, task_number(of->cores, row));
    double run_time = isnan(elapsed) ? task_number(of->run_time, row) : elapsed;
    bool known = allotted > 0 && cpu >= 0 && cpu / allotted <= PLAUSIBLE;
    sample->cpu_s[place] = known ? cpu : NUMBER_MISSING;
    sample->allotted_s[place] = known ? allotted : NUMBER_MISSING;
    sample->elapsed_s[place] = run_time;
    sample->values[ATTRIBUTE_EFFICIENCY][place] = known ? cpu / allotted : NUMBER_MISSING;
    sample->values[ATTRIBUTE_ELAPSED][place] = log_of(run_time);
    sample->values[ATTRIBUTE_MEMORY][place] = log_of(task_number(of->memory, row));
}

enum { MEASURED_AT_ONCE = 4096 };

static void measure_some(void *context, size_t stretch)
{
    struct attribute_sample *sample = context;
    const struct records *records = sample->groups->records;
    int run_time = records_find_attribute(records, "run_time", RECORD_NUMBER);
    struct measured of = {0};
    size_t from = stretch * MEASURED_AT_ONCE, to = from + MEASURED_AT_ONCE;
    for (size_t i = from; i < sample->count && i < to; i++) {
        const struct sampled_task *task = &sample->tasks[i];
        if (i == from || task->block != sample->tasks[i - 1].block)
            of = measured_of(&records->blocks[task->block], run_time);
        measure(sample, &of, task->row, task->place);
    }
}

/* ---- offsets ---- */

static double mean_of(const double *values, size_t count)
{
    double sum = 0, known = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i])) {
            sum += values[i];
            known++;
        }
    return known > 0 ? sum / known : 0;
}

static bool has_any(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            return true;
    return false;
}

static void centre(void *context, size_t quantity)
{
    struct attribute_sample *sample = context;
    const struct task_groups *groups = sample->groups;
    double *values = sample->values[quantity];
    if (!has_any(values, sample->count)) {
        free(values);
        sample->values[quantity] = NULL;
        return;
    }
    sample->offsets[quantity] = memory_alloc_array(groups->kind_count + 1, sizeof(double));
    for (size_t k = 0; k < groups->kind_count; k++) {
        size_t from = sample->first[groups->kinds[k].first];
        size_t to = sample->first[groups->kinds[k].first + groups->kinds[k].count];
        double mean = mean_of(values + from, to - from);
        sample->offsets[quantity][k] = mean;
        for (size_t i = from; i < to; i++)
            values[i] -= mean;
    }
}

/* ---- all ---- */

static double *column_of(const struct attribute_sample *sample)
{
    return memory_resize(NULL, sample->count + 1, sizeof(double));
}

static size_t tasks_of_all(const struct task_groups *groups)
{
    size_t tasks = 0;
    for (size_t k = 0; k < groups->kind_count; k++)
        tasks += groups->kinds[k].totals.tasks[OUTCOME_SUCCEEDED];
    return tasks;
}

void attribute_sample_make(struct attribute_sample *sample, const struct task_groups *groups,
                           int jobs)
{
    *sample = (struct attribute_sample){.groups = groups, .all = tasks_of_all(groups)};
    sample->first = memory_alloc_array(groups->group_count + 2, sizeof *sample->first);
    draw(sample);
    find_places(sample);
    sample->cpu_s = column_of(sample);
    sample->allotted_s = column_of(sample);
    sample->elapsed_s = column_of(sample);
    for (int q = 0; q < ATTRIBUTE_QUANTITIES; q++)
        sample->values[q] = column_of(sample);
    parallel_threads(jobs, sample->count / MEASURED_AT_ONCE + 1, measure_some, sample);
    parallel_threads(jobs, ATTRIBUTE_QUANTITIES, centre, sample);
}

void attribute_sample_release(struct attribute_sample *sample)
{
    for (int q = 0; q < ATTRIBUTE_QUANTITIES; q++) {
        free(sample->values[q]);
        free(sample->offsets[q]);
    }
    free(sample->cpu_s);
    free(sample->allotted_s);
    free(sample->elapsed_s);
    free(sample->tasks);
    free(sample->first);
    *sample = (struct attribute_sample){0};
}

double attribute_measured(int quantity, double compared)
{
    return quantity == ATTRIBUTE_EFFICIENCY ? compared : exp(compared);
}

double attribute_sample_value(const struct attribute_sample *sample, int quantity, size_t place,
                              size_t kind)
{
    return attribute_measured(quantity,
                              sample->values[quantity][place] + sample->offsets[quantity][kind]);
}
