/* series, bands and heatmap: what charts draw, no finer than they can show. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/bins.h"
#include "analysis/nodes/combined.h"
#include "analysis/nodes/heatmap_cells.h"
#include "analysis/statistics/statistic.h"
#include "analysis/statistics/thin.h"
#include "analysis/table_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/parallel.h"

enum {
    FEW_NODES = 3, /* up to as many are drawn as lines, more as bands */
    LINE_COLUMNS = 300,
    BAND_COLUMNS = 300,
    MOST_OUTLIERS = 5,
};

/* Neighbours further apart than this many intervals are not joined by a line. */
static const double GAP_INTERVALS = 2.5;

struct line {
    size_t count;
    double *times, *values;
};

struct band {
    double nodes, p05, p50, p95;
};

/* What one metric gives; only the parts that are drawn are filled. */
struct drawing {
    struct line combined;
    struct line *nodes; /* of a few nodes: all but a single one; of many: those that stand out */
    size_t *places;     /* of these nodes among the metric's signals */
    size_t node_count;
    struct bins bins; /* of many nodes */
    struct band *bands;
    struct heatmap_cells cells;
};

struct series_work {
    const struct signals *signals;
    const struct tables *tables;
    struct drawing *drawings;
};

/* ---- lines ---- */

static struct line thin_line(const double *times, const double *values, size_t count, double gap_s)
{
    size_t most = 5 * (count < LINE_COLUMNS ? count : LINE_COLUMNS);
    struct line line = {.times = memory_alloc_array(most, sizeof *line.times),
                        .values = memory_alloc_array(most, sizeof *line.values)};
    line.count = thin_series(times, values, count, LINE_COLUMNS, gap_s, line.times, line.values);
    return line;
}

/* Slots in which hardly a node has a time stamp are no gaps: samplers wander. */
static struct line combined_line(const struct signals *signals, size_t number)
{
    const struct signal_metric *metric = &signals->metrics[number];
    const struct combined *combined = combined_of(signals, number);
    double *times = memory_alloc_array(combined->slots, sizeof *times);
    double *values = memory_alloc_array(combined->slots, sizeof *values);
    size_t used = 0;
    for (size_t k = 0; k < combined->slots; k++) {
        if (combined->due[k] == 0 || 2 * combined->due[k] < combined->nodes[k])
            continue;
        times[used] = metric->grid.start + (double)k * metric->grid.step;
        values[used++] = combined->values[k];
    }
    struct line line = thin_line(times, values, used, GAP_INTERVALS * metric->grid.step);
    free(times);
    free(values);
    return line;
}

static struct line node_line(const struct signal *signal, const struct signal_metric *metric)
{
    double interval_s = isnan(signal->interval_s) ? metric->grid.step : signal->interval_s;
    return thin_line(signal->times, signal->values, signal->count, GAP_INTERVALS * interval_s);
}

static void add_node_lines(struct drawing *drawing, const struct signals *signals,
                           const struct signal_metric *metric)
{
    drawing->nodes = memory_alloc_array(metric->count, sizeof *drawing->nodes);
    drawing->places = memory_alloc_array(metric->count, sizeof *drawing->places);
    for (size_t i = 0; i < metric->count; i++) {
        drawing->nodes[i] = node_line(&signals->items[metric->first + i], metric);
        drawing->places[i] = i;
    }
    drawing->node_count = metric->count;
}

/* ---- bands, cells and nodes that stand out ---- */

static struct band *make_bands(const struct bins *bins)
{
    static const double p[] = {0.05, 0.5, 0.95};
    struct band *bands = memory_alloc_array(bins->columns, sizeof *bands);
    double q[3], *means = memory_alloc_array(bins->nodes, sizeof *means);
    for (size_t c = 0; c < bins->columns; c++) {
        size_t count = bins_column(bins, c, means);
        statistic_quantiles(means, count, p, 3, q);
        bands[c] = (struct band){(double)count, q[0], q[1], q[2]};
    }
    free(means);
    return bands;
}

static struct line outlier_line(const struct bins *bins, const struct heatmap_cells *cells,
                                size_t node)
{
    struct line line = {.count = cells->columns,
                        .times = memory_alloc_array(cells->columns, sizeof *line.times),
                        .values = memory_alloc_array(cells->columns, sizeof *line.values)};
    for (size_t c = 0; c < cells->columns; c++) {
        line.times[c] = bins->start + ((double)c + 0.5) * cells->width_s;
        line.values[c] = heatmap_cells_mean(cells, bins, node, c);
    }
    return line;
}

static size_t place_of(const struct signals *signals, const struct signal_metric *metric,
                       const char *node)
{
    size_t i = 0;
    while (i < metric->count &&
           strcmp(signals->nodes[signals->items[metric->first + i].node].name, node) != 0)
        i++;
    return i;
}

static void add_outliers(struct drawing *drawing, const struct series_work *work,
                         const struct signal_metric *metric)
{
    const struct outlier_nodes_rows table = outlier_nodes_rows(work->tables);
    drawing->nodes = memory_alloc_array(MOST_OUTLIERS, sizeof *drawing->nodes);
    drawing->places = memory_alloc_array(MOST_OUTLIERS, sizeof *drawing->places);
    for (size_t row = 0; row < table.rows; row++) {
        row = rows_find(table.rows, row, table.metric, metric->name, NULL, NULL);
        if (row == table.rows || drawing->node_count == MOST_OUTLIERS)
            break;
        size_t place = place_of(work->signals, metric, table.node[row]);
        drawing->nodes[drawing->node_count] = outlier_line(&drawing->bins, &drawing->cells, place);
        drawing->places[drawing->node_count++] = place;
    }
}

static void draw_metric(void *context, size_t index)
{
    struct series_work *work = context;
    const struct signal_metric *metric = &work->signals->metrics[index];
    struct drawing *drawing = &work->drawings[index];
    drawing->combined = combined_line(work->signals, index);
    if (metric->count <= FEW_NODES) {
        /* A single node's line is the combined one. */
        if (metric->count > 1)
            add_node_lines(drawing, work->signals, metric);
        return;
    }
    bins_make(&drawing->bins, work->signals, index, BAND_COLUMNS);
    drawing->bands = make_bands(&drawing->bins);
    heatmap_cells_make(&drawing->cells, &drawing->bins);
    add_outliers(drawing, work, metric);
    bins_release_samples(&drawing->bins);
}

static void drawing_release(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->node_count; i++) {
        free(drawing->nodes[i].times);
        free(drawing->nodes[i].values);
    }
    free(drawing->combined.times);
    free(drawing->combined.values);
    free(drawing->nodes);
    free(drawing->places);
    free(drawing->bands);
    free(drawing->cells.values);
    bins_release(&drawing->bins);
}

/* ---- rows ---- */

static void put_line(struct table *table, const char *metric, const char *node,
                     const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        struct series_row row = series_row_missing();
        row.metric = metric;
        row.node = node;
        row.time = line->times[i];
        row.value = line->values[i];
        series_row_put_static(table, &row);
    }
}

static void put_bands(struct table *table, const char *metric, const struct drawing *drawing)
{
    for (size_t c = 0; c < drawing->bins.columns; c++) {
        struct bands_row row = bands_row_missing();
        row.metric = metric;
        row.time = bins_middle(&drawing->bins, c);
        row.nodes = drawing->bands[c].nodes;
        row.min = drawing->bins.min[c];
        row.p05 = drawing->bands[c].p05;
        row.p50 = drawing->bands[c].p50;
        row.p95 = drawing->bands[c].p95;
        row.max = drawing->bins.max[c];
        bands_row_put_static(table, &row);
    }
}

static const char *row_name(const struct signals *signals, const struct signal_metric *metric,
                            const struct table_names *names, const struct drawing *drawing,
                            size_t row, struct arena *arena)
{
    const struct signal *first = &signals->items[metric->first + row * drawing->cells.nodes_a_row];
    size_t nodes = heatmap_cells_nodes(&drawing->cells, &drawing->bins, row);
    if (nodes == 1)
        return names->nodes[first->node];
    return arena_format(arena, "%s – %s", names->nodes[first->node],
                        names->nodes[first[nodes - 1].node]);
}

static void put_cells(struct table *table, const char *metric, const char *row_name,
                      const struct drawing *drawing, size_t row)
{
    const struct heatmap_cells *cells = &drawing->cells;
    double nodes = (double)heatmap_cells_nodes(cells, &drawing->bins, row);
    for (size_t c = 0; c < cells->columns; c++) {
        struct heatmap_row values = heatmap_row_missing();
        values.metric = metric;
        values.row = row_name;
        values.nodes = nodes;
        values.time = drawing->bins.start + (double)c * cells->width_s;
        values.width_s = cells->width_s;
        values.value = cells->values[row * cells->columns + c];
        heatmap_row_put_static(table, &values);
    }
}

static void put_drawing(const struct signals *signals, size_t number,
                        const struct table_names *names, const struct drawing *drawing,
                        struct tables *tables)
{
    const struct signal_metric *metric = &signals->metrics[number];
    const char *name = names->metrics[number];
    struct table *series = tables_get(tables, "series");
    put_line(series, name, "*", &drawing->combined);
    for (size_t i = 0; i < drawing->node_count; i++) {
        const struct signal *signal = &signals->items[metric->first + drawing->places[i]];
        put_line(series, name, names->nodes[signal->node], &drawing->nodes[i]);
    }
    put_bands(tables_get(tables, "bands"), name, drawing);
    for (size_t row = 0; row < drawing->cells.rows; row++)
        put_cells(tables_get(tables, "heatmap"), name,
                  row_name(signals, metric, names, drawing, row, tables->arena), drawing, row);
}

static void reserve(const struct series_work *work, struct tables *tables)
{
    size_t points = 0, columns = 0, cells = 0;
    for (size_t i = 0; i < work->signals->metric_count; i++) {
        const struct drawing *drawing = &work->drawings[i];
        points += drawing->combined.count;
        for (size_t k = 0; k < drawing->node_count; k++)
            points += drawing->nodes[k].count;
        columns += drawing->bins.columns;
        cells += drawing->cells.rows * drawing->cells.columns;
    }
    table_reserve(tables_get(tables, "series"), points);
    table_reserve(tables_get(tables, "bands"), columns);
    table_reserve(tables_get(tables, "heatmap"), cells);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct table_names names;
    struct series_work work = {
        .signals = signals,
        .tables = tables,
        .drawings = memory_alloc_array(signals->metric_count, sizeof *work.drawings),
    };
    parallel_threads(request->jobs, signals->metric_count, draw_metric, &work);
    table_names_make(&names, signals, tables);
    reserve(&work, tables);
    for (size_t i = 0; i < signals->metric_count; i++) {
        put_drawing(signals, i, &names, &work.drawings[i], tables);
        drawing_release(&work.drawings[i]);
    }
    free(work.drawings);
}

const struct analysis analysis_series = {"series", run};
