/* What was read of a table of node metrics, into the dataset. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "input/nodes/repeated_hour.h"
#include "util/memory.h"

/* The numbers of a GPU or a core of a host; none of both: the host itself. */
struct part {
    const char *card, *core;
};

static bool is_same(const char *number, const char *other)
{
    return number && other ? strcmp(number, other) == 0 : number == other;
}

static bool is_metric_of(const struct metric_column *column, struct part part)
{
    return column->place && !column->hardware && is_same(part.card, column->of.card) &&
           is_same(part.core, column->of_core.core);
}

/* Whether the part is on the host: something of it has a value. Of the host itself: whether there
 * are columns of it. */
static bool has_part(const struct table_walk *walk, const struct host_rows *rows, struct part part)
{
    for (size_t column = 0; column < walk->column_count; column++) {
        const struct metric_column *its = &walk->columns[column];
        if (!is_metric_of(its, part))
            continue;
        for (size_t i = 0; i < rows->count; i++)
            if ((!part.card && !part.core) || !isnan(rows->cells[i * walk->width + its->place]))
                return true;
    }
    return false;
}

/* What is of the part of the host, as of a node. */
static void take_node(struct table_walk *walk, const char *node, struct part part,
                      const struct host_rows *rows, const uint32_t *metrics)
{
    struct dataset *dataset = walk->reading->dataset;
    double *values = memory_alloc_array(rows->count + 1, sizeof *values);
    for (size_t i = 0; i < rows->count; i++)
        values[i] = rows->cells[i * walk->width];
    const struct timeline *timeline =
        dataset_add_timeline(dataset, dataset_node(dataset, node), values, rows->count);
    for (size_t column = 0; column < walk->column_count; column++) {
        size_t place = walk->columns[column].place;
        if (!is_metric_of(&walk->columns[column], part))
            continue;
        for (size_t i = 0; i < rows->count; i++)
            values[i] = rows->cells[i * walk->width + place];
        perfmon_convert(&walk->columns[column].site.column.metric, values, rows->count);
        dataset_add_series(dataset, metrics[column], timeline, values, rows->count);
    }
    free(values);
}

static void take_host(struct table_walk *walk, const char *host, const struct host_rows *rows,
                      const uint32_t *metrics)
{
    bool has_cards = false;
    for (size_t i = 0; i < walk->cards.count; i++)
        has_cards |= has_part(walk, rows, (struct part){.card = walk->cards.names[i]});
    if (!has_cards || has_part(walk, rows, (struct part){0}))
        take_node(walk, host, (struct part){0}, rows, metrics);
    for (size_t i = 0; i < walk->cards.count; i++) {
        struct part part = {.card = walk->cards.names[i]};
        if (has_part(walk, rows, part))
            take_node(walk, card_column_node(&walk->arena, part.card, host), part, rows, metrics);
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
            remarks_note(&walk->remarks, walk->hosts.names[i],
                         "summer time ends, and an hour is there twice: the order of the rows says "
                         "which is which");
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
    uint32_t *metrics = memory_alloc_array(walk->column_count + 1, sizeof *metrics);
    for (size_t i = 0; i < walk->column_count && samples; i++) {
        struct metric_column *column = &walk->columns[i];
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
