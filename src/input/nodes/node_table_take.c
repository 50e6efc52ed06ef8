/* What was read of a table of node metrics, into the dataset. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "input/nodes/repeated_hour.h"
#include "util/memory.h"

/* The numbers of a GPU or a core of a host; none of both: the host itself. */
struct part {
    const char *gpu, *core;
};

static bool is_same(const char *number, const char *other)
{
    return number && other ? strcmp(number, other) == 0 : number == other;
}

static bool is_metric_of(const struct metric_column *column, struct part part)
{
    return column->place && !column->hardware && is_same(part.gpu, column->of.gpu) &&
           is_same(part.core, column->of_core.core);
}

/* Whether the part is on the host: something of it has a value. Of the host itself: whether there
 * are columns of it. */
static bool has_part(const struct table_walk *walk, const struct host_rows *rows, struct part part)
{
    for (size_t column = 0; column < walk->columns.count; column++) {
        const struct metric_column *its = &walk->columns.items[column];
        if (!is_metric_of(its, part))
            continue;
        for (size_t i = 0; i < rows->count; i++)
            if ((!part.gpu && !part.core) || !isnan(rows->cells[i * walk->width + its->place]))
                return true;
    }
    return false;
}

/* A column of the rows later than `after`; returns how many there are. */
static size_t cells_after(const struct table_walk *walk, const struct host_rows *rows, size_t place,
                          double after, double *values)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->cells[i * walk->width] > after)
            values[count++] = rows->cells[i * walk->width + place];
    return count;
}

static double first_time(const struct table_walk *walk, const struct host_rows *rows)
{
    double first = INFINITY;
    for (size_t i = 0; i < rows->count; i++)
        first = fmin(first, rows->cells[i * walk->width]);
    return first;
}

/* What is of the part of the host, as of a node: all samples, or those behind the first one. */
static void take_samples(struct table_walk *walk, const char *node, struct part part,
                         const struct host_rows *rows, const uint32_t *metrics, bool of_steps)
{
    struct dataset *dataset = walk->reading->dataset;
    const struct timeline *timeline = NULL;
    double *values = memory_alloc_array(rows->count + 1, sizeof *values);
    double after = of_steps ? first_time(walk, rows) : -INFINITY;
    size_t count = 0;
    for (size_t column = 0; column < walk->columns.count; column++) {
        const struct metric_column *its = &walk->columns.items[column];
        if (!is_metric_of(its, part) || its->is_of_steps != of_steps)
            continue;
        if (!timeline) {
            count = cells_after(walk, rows, 0, after, values);
            timeline = dataset_add_timeline(dataset, dataset_node(dataset, node), values, count);
        }
        cells_after(walk, rows, its->place, after, values);
        perfmon_convert(&its->site.column.metric, values, count);
        dataset_add_series(dataset, metrics[column], timeline, values, count);
    }
    free(values);
}

static void take_node(struct table_walk *walk, const char *node, struct part part,
                      const struct host_rows *rows, const uint32_t *metrics)
{
    dataset_node(walk->reading->dataset, node);
    take_samples(walk, node, part, rows, metrics, false);
    take_samples(walk, node, part, rows, metrics, true);
}

static void take_host(struct table_walk *walk, const char *host, const struct host_rows *rows,
                      const uint32_t *metrics)
{
    bool has_gpus = false;
    for (size_t i = 0; i < walk->gpus.count; i++)
        has_gpus |= has_part(walk, rows, (struct part){.gpu = walk->gpus.names[i]});
    if (!has_gpus || has_part(walk, rows, (struct part){0}))
        take_node(walk, host, (struct part){0}, rows, metrics);
    for (size_t i = 0; i < walk->gpus.count; i++) {
        struct part part = {.gpu = walk->gpus.names[i]};
        if (has_part(walk, rows, part))
            take_node(walk, gpu_column_node(&walk->arena, part.gpu, host), part, rows, metrics);
    }
    for (size_t i = 0; i < walk->core_numbers.count; i++) {
        struct part part = {.core = walk->core_numbers.names[i]};
        if (has_part(walk, rows, part))
            take_node(walk, core_column_node(&walk->arena, part.core, host), part, rows, metrics);
    }
}

static void settle_repeated_hours(struct table_walk *walk)
{
    for (size_t i = 0; i < walk->hosts.count; i++)
        if (repeated_hour_settle(walk->rows[i].cells, walk->rows[i].count, walk->width))
            deferred_note(
                &walk->deferred, walk->hosts.names[i],
                "an hour occurs twice at the end of summer time: read in the order of the rows");
}

/* Those of cores are called as in archives of ClusterCockpit. */
static uint32_t add_metric(struct table_walk *walk, const struct metric_column *column)
{
    struct dataset *dataset = walk->reading->dataset;
    const struct perfmon_metric *metric = &column->site.column.metric;
    if (!column->of_core.core)
        return perfmon_add_metric(dataset, metric->path, metric);
    uint32_t number =
        perfmon_add_metric(dataset, arena_format(&walk->arena, "%s.core", metric->path), metric);
    dataset->metrics[number].scope = "core";
    return number;
}

long long node_table_take_hosts(struct table_walk *walk)
{
    bool gpu = walk->hosts.count && perfmon_is_gpu_name(walk->hosts.names[0]);
    long long samples = 0;
    for (size_t i = 0; i < walk->hosts.count; i++)
        samples += (long long)walk->rows[i].count;
    settle_repeated_hours(walk);
    if (samples)
        node_table_settle(walk);
    uint32_t *metrics = memory_alloc_array(walk->columns.count + 1, sizeof *metrics);
    for (size_t i = 0; i < walk->columns.count && samples; i++) {
        struct metric_column *column = &walk->columns.items[i];
        struct perfmon_metric *metric = &column->site.column.metric;
        if (!column->place || column->hardware)
            continue;
        if (gpu)
            metric->file = PERFMON_GPU;
        metrics[i] = add_metric(walk, column);
    }
    for (size_t i = 0; i < walk->hosts.count; i++)
        if (walk->rows[i].count)
            take_host(walk, walk->hosts.names[i], &walk->rows[i], metrics);
    free(metrics);
    return samples;
}
