#include "figure/charts/chart_source.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/thin.h"
#include "util/natural.h"
#include "util/texts.h"

enum { MOST_COLUMNS = 1000, MOST_POINTS = 5 * MOST_COLUMNS, MOST_LINES = 64 };

/* ---- rows by metric ------------------------------------------------------------------------- */

/* A missing metric is found as the empty name. */
static uint32_t metric_number(struct name_index *metrics, const char *metric)
{
    metric = metric ? metric : "";
    uint32_t known = name_index_find(metrics, metric);
    return known == NAME_INDEX_NONE ? name_index_add(metrics, metric) : known;
}

static void number_rows(struct indexed_table *indexed, size_t *numbers)
{
    const char *const *metrics = table_texts(indexed->table, "metric");
    for (size_t row = 0; row < indexed->table->rows; row++)
        numbers[row] = row > 0 && texts_equal(metrics[row], metrics[row - 1])
                           ? numbers[row - 1]
                           : metric_number(&indexed->metrics, metrics[row]);
}

/* A counting sort: rows of one metric need not lie together in a file edited by hand. */
static void group_rows(struct indexed_table *indexed, const size_t *numbers, struct arena *arena)
{
    size_t row_count = indexed->table->rows;
    size_t *next = arena_alloc_array(arena, indexed->metrics.count + 1, sizeof *next);
    indexed->starts = arena_alloc_array(arena, indexed->metrics.count + 1, sizeof *next);
    indexed->rows = arena_alloc_array(arena, row_count, sizeof *next);
    for (size_t row = 0; row < row_count; row++)
        indexed->starts[numbers[row] + 1]++;
    for (size_t i = 0; i < indexed->metrics.count; i++) {
        indexed->starts[i + 1] += indexed->starts[i];
        next[i] = indexed->starts[i];
    }
    for (size_t row = 0; row < row_count; row++)
        indexed->rows[next[numbers[row]]++] = row;
}

void indexed_table_make(struct indexed_table *indexed, const struct tables *tables,
                        const char *name, struct arena *arena)
{
    *indexed = (struct indexed_table){.table = tables_find(tables, name)};
    if (!indexed->table)
        return;
    size_t *numbers = arena_alloc_array(arena, indexed->table->rows, sizeof *numbers);
    number_rows(indexed, numbers);
    group_rows(indexed, numbers, arena);
}

struct row_list indexed_table_rows(const struct indexed_table *indexed, const char *metric)
{
    uint32_t number = name_index_find(&indexed->metrics, metric ? metric : "");
    if (number == NAME_INDEX_NONE)
        return (struct row_list){NULL, 0};
    return (struct row_list){indexed->rows + indexed->starts[number],
                             indexed->starts[number + 1] - indexed->starts[number]};
}

/* ---- the span of time ----------------------------------------------------------------------- */

static void widen_span(struct chart_source *source, const struct indexed_table *indexed)
{
    if (!indexed->table)
        return;
    const double *times = table_numbers(indexed->table, "time");
    for (size_t row = 0; row < indexed->table->rows; row++) {
        if (!isfinite(times[row]))
            continue;
        source->time_low = fmin(source->time_low, times[row]);
        source->time_high = fmax(source->time_high, times[row]);
    }
}

static void find_span(struct chart_source *source, const struct facts *facts)
{
    source->time_low = INFINITY;
    source->time_high = -INFINITY;
    widen_span(source, &source->series);
    widen_span(source, &source->bands);
    if (source->time_low > source->time_high && isfinite(facts->start) && isfinite(facts->end)) {
        source->time_low = facts->start;
        source->time_high = facts->end;
    }
}

void chart_source_make(struct chart_source *source, const struct tables *tables,
                       const struct facts *facts, struct arena *arena)
{
    source->tables = tables;
    kind_names_make(&source->kind_names, tables, arena);
    indexed_table_make(&source->job_metrics, tables, "job_metrics", arena);
    indexed_table_make(&source->node_metrics, tables, "node_metrics", arena);
    indexed_table_make(&source->series, tables, "series", arena);
    indexed_table_make(&source->bands, tables, "bands", arena);
    indexed_table_make(&source->heatmap, tables, "heatmap", arena);
    indexed_table_make(&source->outliers, tables, "outlier_nodes", arena);
    indexed_table_make(&source->coverage, tables, "metric_coverage", arena);
    find_span(source, facts);
}

void chart_source_release(struct chart_source *source)
{
    struct indexed_table *all[] = {&source->job_metrics, &source->node_metrics, &source->series,
                                   &source->bands,       &source->heatmap,      &source->outliers,
                                   &source->coverage};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        name_index_release(&all[i]->metrics);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static size_t count_of_node(const struct row_list *rows, const char *const *nodes, const char *node)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += texts_equal(nodes[rows->rows[i]], node);
    return count;
}

static void thin_line(struct node_line *line, struct arena *arena)
{
    if (line->count <= MOST_POINTS)
        return;
    double *times = arena_alloc_array(arena, MOST_POINTS, sizeof *times);
    double *values = arena_alloc_array(arena, MOST_POINTS, sizeof *values);
    line->count =
        thin_series(line->times, line->values, line->count, MOST_COLUMNS, INFINITY, times, values);
    line->times = times;
    line->values = values;
}

static void read_line(const struct indexed_table *series, struct row_list rows, const char *node,
                      struct arena *arena, struct node_line *line)
{
    const char *const *nodes = table_texts(series->table, "node");
    const double *times = table_numbers(series->table, "time");
    const double *values = table_numbers(series->table, "value");
    size_t most = count_of_node(&rows, nodes, node);
    double *line_times = arena_alloc_array(arena, most, sizeof *line_times);
    double *line_values = arena_alloc_array(arena, most, sizeof *line_values);
    size_t count = 0;
    for (size_t i = 0; i < rows.count; i++) {
        size_t row = rows.rows[i];
        if (!texts_equal(nodes[row], node) || !isfinite(times[row]))
            continue;
        line_times[count] = times[row];
        line_values[count++] = isfinite(values[row]) ? values[row] : NAN;
    }
    *line = (struct node_line){node, count, line_times, line_values};
    thin_line(line, arena);
}

bool source_combined_line(const struct chart_source *source, const char *metric,
                          struct arena *arena, struct node_line *line)
{
    *line = (struct node_line){.node = "*"};
    struct row_list rows = indexed_table_rows(&source->series, metric);
    if (rows.count == 0)
        return false;
    read_line(&source->series, rows, "*", arena, line);
    return line->count > 0;
}

static bool is_listed(const struct node_lines *lines, const char *node)
{
    for (size_t i = lines->count; i-- > 0;)
        if (texts_equal(lines->items[i].node, node))
            return true;
    return false;
}

static int compare_lines(const void *left, const void *right)
{
    const struct node_line *a = left, *b = right;
    return natural_compare_nodes(a->node, b->node);
}

void source_node_lines(const struct chart_source *source, const char *metric, struct arena *arena,
                       struct node_lines *lines)
{
    *lines = (struct node_lines){arena_alloc_array(arena, MOST_LINES, sizeof lines->items[0]), 0};
    struct row_list rows = indexed_table_rows(&source->series, metric);
    if (rows.count == 0)
        return;
    const char *const *nodes = table_texts(source->series.table, "node");
    for (size_t i = 0; i < rows.count && lines->count < MOST_LINES; i++) {
        const char *node = nodes[rows.rows[i]];
        if (node && strcmp(node, "*") != 0 && !is_listed(lines, node))
            read_line(&source->series, rows, node, arena, &lines->items[lines->count++]);
    }
    qsort(lines->items, lines->count, sizeof lines->items[0], compare_lines);
}

/* ---- ranges --------------------------------------------------------------------------------- */

struct value_range value_range_none(void)
{
    return (struct value_range){INFINITY, -INFINITY, INFINITY};
}

void value_range_add(struct value_range *range, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        range->low = fmin(range->low, values[i]);
        range->high = fmax(range->high, values[i]);
        if (values[i] > 0)
            range->lowest_positive = fmin(range->lowest_positive, values[i]);
    }
}
