/* Samples of devices, and a column for each metric that was measured at all. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/activity.h"
#include "util/memory.h"
#include "util/parallel.h"

/* Rows and all columns have room for sample_capacity samples. */
static void reserve(struct activity *activity, size_t count)
{
    if (count <= activity->sample_capacity)
        return;
    memory_reserve(&activity->samples, &activity->sample_capacity, count,
                   sizeof *activity->samples);
    for (int i = 0; i < DEVICE_METRICS; i++)
        if (activity->sample_values[i])
            activity->sample_values[i] =
                memory_resize(activity->sample_values[i], activity->sample_capacity, sizeof(float));
}

static void fill_missing(float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = NAN;
}

/* Of samples before it nothing was measured. */
static float *column_of(struct activity *activity, enum device_metric metric)
{
    float **values = &activity->sample_values[metric];
    if (!*values) {
        *values = memory_resize(NULL, activity->sample_capacity, sizeof **values);
        fill_missing(*values, activity->sample_count);
    }
    return *values;
}

void activity_add_sample(struct activity *activity, struct device_sample sample,
                         const float values[DEVICE_METRICS])
{
    size_t row = activity->sample_count;
    reserve(activity, row + 1);
    activity->samples[row] = sample;
    for (int i = 0; i < DEVICE_METRICS; i++)
        if (activity->sample_values[i] || !isnan(values[i]))
            column_of(activity, (enum device_metric)i)[row] = values[i];
    activity->sample_count++;
    activity->sources[activity->source_count - 1].samples.count++;
}

void activity_set_value(struct activity *activity, size_t sample, enum device_metric metric,
                        float value)
{
    column_of(activity, metric)[sample] = value;
}

bool activity_values_are_equal(const struct activity *activity, size_t left, size_t right)
{
    for (int i = 0; i < DEVICE_METRICS; i++) {
        const float *values = activity->sample_values[i];
        if (values && values[left] != values[right] &&
            !(isnan(values[left]) && isnan(values[right])))
            return false;
    }
    return true;
}

void activity_move_sample(struct activity *activity, size_t to, size_t from)
{
    activity->samples[to] = activity->samples[from];
    for (int i = 0; i < DEVICE_METRICS; i++)
        if (activity->sample_values[i])
            activity->sample_values[i][to] = activity->sample_values[i][from];
}

struct ordering {
    struct activity *activity;
    const uint32_t *order;
};

static void order_column(void *context, size_t metric)
{
    const struct ordering *ordering = context;
    float **values = &ordering->activity->sample_values[metric];
    size_t count = ordering->activity->sample_count;
    if (!*values)
        return;
    float *ordered = memory_resize(NULL, count, sizeof *ordered);
    for (size_t i = 0; i < count; i++)
        ordered[i] = (*values)[ordering->order[i]];
    free(*values);
    *values = ordered;
}

void activity_order_values(struct activity *activity, const uint32_t *order, int jobs)
{
    struct ordering ordering = {activity, order};
    parallel_threads(jobs, DEVICE_METRICS, order_column, &ordering);
    activity->sample_capacity = activity->sample_count;
}

void activity_merge_samples(struct activity *activity, const struct activity *part)
{
    size_t first = activity->sample_count;
    if (!part->sample_count)
        return;
    reserve(activity, first + part->sample_count);
    memcpy(activity->samples + first, part->samples, part->sample_count * sizeof *part->samples);
    for (int i = 0; i < DEVICE_METRICS; i++) {
        if (part->sample_values[i])
            memcpy(column_of(activity, (enum device_metric)i) + first, part->sample_values[i],
                   part->sample_count * sizeof(float));
        else if (activity->sample_values[i])
            fill_missing(activity->sample_values[i] + first, part->sample_count);
    }
    activity->sample_count += part->sample_count;
}
