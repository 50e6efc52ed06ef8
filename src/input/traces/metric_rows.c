#include "input/traces/metric_rows.h"

#include <stdlib.h>
#include <string.h>

#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

void metric_rows_release(struct metric_rows *rows)
{
    interner_release(&rows->texts);
    free(rows->rows);
    free(rows->values);
    *rows = (struct metric_rows){0};
}

void metric_rows_begin(struct metric_rows *rows, uint32_t node, uint32_t group, double time)
{
    memory_reserve(&rows->rows, &rows->capacity, rows->count + 1, sizeof *rows->rows);
    rows->rows[rows->count++] = (struct metric_row){time, rows->value_count, node, group};
}

void metric_rows_put(struct metric_rows *rows, uint32_t metric, double value)
{
    *list_add_to(rows, values, value) = (struct metric_value){value, metric};
}

void metric_rows_merge(struct metric_rows *rows, struct metric_rows *from)
{
    uint32_t *texts = memory_alloc_array(from->texts.count + 1, sizeof *texts);
    size_t first = rows->value_count;
    interner_adopt(&rows->texts, &from->texts, texts);
    for (size_t i = 0; i < from->count; i++) {
        const struct metric_row *row = &from->rows[i];
        metric_rows_begin(rows, texts[row->node], texts[row->group], row->time);
        rows->rows[rows->count - 1].first = first + row->first;
    }
    for (size_t i = 0; i < from->value_count; i++)
        metric_rows_put(rows, texts[from->values[i].metric], from->values[i].value);
    free(texts);
    metric_rows_release(from);
}

/* ---- laying out ---- */

/* A timeline has room for so many metrics, and for more of them while what all timelines have
 * beyond stays small: a file full of names must not fill the memory. */
enum { METRICS_AT_ONCE = 64, CELLS_BEYOND = 1 << 22 };

struct ordered_row {
    uint64_t key; /* node and group */
    size_t row;
};

static int compare_rows(const void *left_pointer, const void *right_pointer)
{
    const struct ordered_row *left = left_pointer, *right = right_pointer;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->row < right->row ? -1 : left->row > right->row;
}

/* Rows of one timeline together, in the order in which they came. */
static struct ordered_row *sorted_rows(const struct metric_rows *rows)
{
    struct ordered_row *ordered = memory_alloc_array(rows->count + 1, sizeof *ordered);
    for (size_t i = 0; i < rows->count; i++)
        ordered[i] =
            (struct ordered_row){(uint64_t)rows->rows[i].node << 32 | rows->rows[i].group, i};
    qsort(ordered, rows->count, sizeof *ordered, compare_rows);
    return ordered;
}

struct layout {
    const struct metric_rows *rows;
    struct dataset *dataset;
    void (*describe)(struct metric *metric);
    double **columns;  /* by number of the metric's text; NULL: not in this timeline */
    uint32_t *metrics; /* those that are, in order of appearance */
    size_t metric_count, metric_capacity, series_count;
    size_t cells_beyond;
    bool *is_left_out; /* by number of the metric's text */
    struct metric_rows_left_out *left_out;
};

static size_t values_end(const struct metric_rows *rows, size_t row)
{
    return row + 1 < rows->count ? rows->rows[row + 1].first : rows->value_count;
}

static bool has_room(struct layout *layout, size_t count)
{
    if (layout->metric_count < METRICS_AT_ONCE)
        return true;
    if (count > CELLS_BEYOND - layout->cells_beyond)
        return false;
    layout->cells_beyond += count;
    return true;
}

static double *column_of(struct layout *layout, uint32_t metric, size_t count)
{
    if (!layout->columns[metric] && has_room(layout, count)) {
        double *column = memory_alloc_array(count, sizeof *column);
        for (size_t i = 0; i < count; i++)
            column[i] = NUMBER_MISSING;
        layout->columns[metric] = column;
        *list_add_to(layout, metrics, metric) = metric;
    }
    return layout->columns[metric];
}

static void leave_out(struct layout *layout, uint32_t metric)
{
    struct metric_rows_left_out *left_out = layout->left_out;
    left_out->values++;
    if (layout->is_left_out[metric])
        return;
    layout->is_left_out[metric] = true;
    named_few_add(&left_out->metrics, interner_text(&layout->rows->texts, metric));
}

static void add_column(struct layout *layout, uint32_t text, const struct timeline *timeline)
{
    struct dataset *dataset = layout->dataset;
    size_t known = dataset->metric_count;
    uint32_t metric = dataset_metric(dataset, interner_text(&layout->rows->texts, text));
    if (dataset->metric_count > known)
        layout->describe(&dataset->metrics[metric]);
    dataset_add_series(dataset, metric, timeline, layout->columns[text], timeline->count);
    free(layout->columns[text]);
    layout->columns[text] = NULL;
    layout->series_count++;
}

static void lay_out_timeline(struct layout *layout, const struct ordered_row *ordered, size_t count)
{
    const struct metric_rows *rows = layout->rows;
    double *times = memory_alloc_array(count, sizeof *times);
    layout->metric_count = 0;
    for (size_t i = 0; i < count; i++) {
        size_t row = ordered[i].row;
        times[i] = rows->rows[row].time;
        for (size_t k = rows->rows[row].first; k < values_end(rows, row); k++) {
            double *column = column_of(layout, rows->values[k].metric, count);
            if (column)
                column[i] = rows->values[k].value;
            else
                leave_out(layout, rows->values[k].metric);
        }
    }
    const char *name = interner_text(&rows->texts, rows->rows[ordered[0].row].node);
    const struct timeline *timeline =
        dataset_add_timeline(layout->dataset, dataset_node(layout->dataset, name), times, count);
    for (size_t i = 0; i < layout->metric_count; i++)
        add_column(layout, layout->metrics[i], timeline);
    free(times);
}

size_t metric_rows_lay_out(const struct metric_rows *rows, struct dataset *dataset,
                           void (*describe)(struct metric *metric),
                           struct metric_rows_left_out *left_out)
{
    struct layout layout = {.rows = rows,
                            .dataset = dataset,
                            .describe = describe,
                            .left_out = left_out};
    struct ordered_row *ordered = sorted_rows(rows);
    layout.columns = memory_alloc_array(rows->texts.count + 1, sizeof *layout.columns);
    layout.is_left_out = memory_alloc_array(rows->texts.count + 1, sizeof *layout.is_left_out);
    for (size_t from = 0, to; from < rows->count; from = to) {
        for (to = from + 1; to < rows->count && ordered[to].key == ordered[from].key;)
            to++;
        lay_out_timeline(&layout, ordered + from, to - from);
    }
    free(ordered);
    free(layout.columns);
    free(layout.is_left_out);
    free(layout.metrics);
    return layout.series_count;
}
