/* What was read of a table of node metrics, into the dataset. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "input/nodes/repeated_hour.h"
#include "util/memory.h"

static bool is_metric_of(const struct metric_column *column, const char *card)
{
    if (!column->place || column->hardware)
        return false;
    return card && column->of.card ? strcmp(card, column->of.card) == 0 : card == column->of.card;
}

/* Whether the card is on the host: something of it has a value. NULL: whether there are columns of
 * the host itself. */
static bool has_card(const struct table_walk *walk, const struct host_rows *rows, const char *card)
{
    for (size_t column = 0; column < walk->column_count; column++) {
        const struct metric_column *its = &walk->columns[column];
        if (!is_metric_of(its, card))
            continue;
        for (size_t i = 0; i < rows->count; i++)
            if (!card || !isnan(rows->cells[i * walk->width + its->place]))
                return true;
    }
    return false;
}

/* What is of the card of the host, as of a node; NULL: what is of the host itself. */
static void take_node(struct table_walk *walk, const char *node, const char *card,
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
        if (!is_metric_of(&walk->columns[column], card))
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
        has_cards |= has_card(walk, rows, walk->cards.names[i]);
    if (!has_cards || has_card(walk, rows, NULL))
        take_node(walk, host, NULL, rows, metrics);
    for (size_t i = 0; i < walk->cards.count; i++) {
        const char *card = walk->cards.names[i];
        if (has_card(walk, rows, card))
            take_node(walk, card_column_node(&walk->arena, card, host), card, rows, metrics);
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

long long node_table_take_hosts(struct table_walk *walk)
{
    struct dataset *dataset = walk->reading->dataset;
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
        metrics[i] = perfmon_add_metric(dataset, metric->path, metric);
    }
    for (size_t i = 0; i < walk->hosts.count; i++)
        if (walk->rows[i].count)
            take_host(walk, walk->hosts.names[i], &walk->rows[i], metrics);
    free(metrics);
    return samples;
}
