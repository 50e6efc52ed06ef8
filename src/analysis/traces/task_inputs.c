#include "analysis/traces/task_inputs.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/memory.h"

/* The size of the result that the sources reported last, by the text of the task. */
static double *result_sizes(const struct aligned_timeline *aligned, size_t texts)
{
    double *sizes = memory_resize(NULL, texts, sizeof *sizes);
    uint32_t *latest = memory_alloc_array(texts, sizeof *latest);
    for (size_t i = 0; i < texts; i++)
        sizes[i] = NAN;
    for (size_t i = 0; i < aligned->span_count; i++) {
        uint32_t task = aligned->spans[i].subject.task;
        if (aligned->span_order[i] + 1 < latest[task])
            continue;
        latest[task] = aligned->span_order[i] + 1;
        sizes[task] = aligned->spans[i].bytes;
    }
    free(latest);
    return sizes;
}

/* The inputs of task t are inputs[first[t]] … inputs[first[t + 1] - 1]. */
static uint32_t *inputs_by_task(const struct activity *activity, size_t texts, size_t *first)
{
    size_t count = activity->dependency_count;
    uint32_t *inputs = memory_resize(NULL, count, sizeof *inputs);
    for (size_t i = 0; i < count; i++)
        first[activity->dependencies[i].task + 1]++;
    for (size_t i = 0; i < texts; i++)
        first[i + 1] += first[i];
    for (size_t i = count; i-- > 0;)
        inputs[--first[activity->dependencies[i].task + 1]] = activity->dependencies[i].input;
    for (size_t i = 0; i < texts; i++)
        first[i] = first[i + 1];
    first[texts] = count;
    return inputs;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint32_t *l = left, *r = right;
    return (*l > *r) - (*l < *r);
}

/* Each input counts once, however often it is named. */
static double sum_of(uint32_t *inputs, size_t count, const double *sizes, bool unknown_is_nothing)
{
    double sum = 0;
    if (count > 1)
        qsort(inputs, count, sizeof *inputs, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        double size = sizes[inputs[i]];
        if (i == 0 || inputs[i] != inputs[i - 1])
            sum += isnan(size) && unknown_is_nothing ? 0 : size;
    }
    return sum;
}

void task_inputs_make(struct task_inputs *inputs, const struct aligned_timeline *aligned,
                      bool unknown_is_nothing)
{
    const struct activity *activity = aligned->activity;
    size_t texts = activity->texts.count + 1;
    *inputs = (struct task_inputs){0};
    if (!activity->dependency_count)
        return;
    size_t *first = memory_alloc_array(texts + 2, sizeof *first);
    double *sizes = result_sizes(aligned, texts);
    uint32_t *needed = inputs_by_task(activity, texts, first);
    inputs->bytes = memory_resize(NULL, texts, sizeof *inputs->bytes);
    for (size_t i = 0; i < texts; i++)
        inputs->bytes[i] =
            sum_of(needed + first[i], first[i + 1] - first[i], sizes, unknown_is_nothing);
    free(needed);
    free(sizes);
    free(first);
}

void task_inputs_release(struct task_inputs *inputs)
{
    free(inputs->bytes);
    *inputs = (struct task_inputs){0};
}

double task_inputs_of(const struct task_inputs *inputs, const struct activity_span *span)
{
    return inputs->bytes && span->subject.task ? inputs->bytes[span->subject.task] : (double)NAN;
}
