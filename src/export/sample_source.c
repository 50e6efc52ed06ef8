#include "export/sample_source.h"

#include <string.h>

#include "table/canonical_tables.h"

enum { COLUMNS = CANONICAL_FIRST_attempts - CANONICAL_FIRST_samples };

struct samples {
    const struct sample_copy *copy;
    const struct dataset *dataset;
};

/* Rows of a batch that are of one series. */
struct stretch {
    const struct copied_series *series;
    size_t first, rows; /* of the series */
    size_t at;          /* of the batch */
};

static const char *kind_text(enum metric_kind kind)
{
    static const char *const texts[] = {[METRIC_LEVEL] = CANONICAL_LEVEL,
                                        [METRIC_RATE] = CANONICAL_RATE,
                                        [METRIC_COUNTER] = CANONICAL_COUNTER,
                                        [METRIC_ENERGY] = CANONICAL_ENERGY};
    return texts[kind];
}

/* What the text columns hold of each row of a series. */
static const char *text_of(const struct samples *samples, const struct copied_series *series,
                           enum canonical_column column)
{
    const struct metric *metric = &samples->dataset->metrics[series->metric];
    switch ((int)column) {
    case CANONICAL_samples_node:
        return samples->dataset->nodes[series->node].name;
    case CANONICAL_samples_metric:
        return metric->name;
    case CANONICAL_samples_label:
        return metric->label;
    case CANONICAL_samples_unit:
        return metric->unit && *metric->unit ? metric->unit : NULL;
    case CANONICAL_samples_kind:
        return kind_text(metric->kind);
    case CANONICAL_samples_combine:
        return metric->combine == COMBINE_TOTAL ? CANONICAL_TOTAL : CANONICAL_MEAN;
    case CANONICAL_samples_scope:
        return metric->scope;
    case CANONICAL_samples_part_of:
        return metric->part_of;
    default:
        return NULL;
    }
}

static void fill_texts(const struct samples *samples, const struct stretch *stretch,
                       enum canonical_column column, const char **texts)
{
    const char *text = text_of(samples, stretch->series, column);
    for (size_t i = 0; i < stretch->rows; i++)
        texts[stretch->at + i] = text;
}

static void fill_numbers(const struct samples *samples, const struct stretch *stretch,
                         enum canonical_column column, double *numbers)
{
    const double *kept = (const double *)(const void *)samples->copy->region.bytes;
    const struct copied_series *series = stretch->series;
    double *to = numbers + stretch->at;
    if (column == CANONICAL_samples_time)
        memcpy(to, kept + series->times + stretch->first, stretch->rows * sizeof *to);
    else if (column == CANONICAL_samples_value)
        memcpy(to, kept + series->values + stretch->first, stretch->rows * sizeof *to);
    else
        for (size_t i = 0; i < stretch->rows; i++)
            to[i] = samples->dataset->metrics[series->metric].counter_range;
}

/* The last series that begins at or before the row. */
static const struct copied_series *series_at(const struct sample_copy *copy, size_t row)
{
    size_t low = 0, high = copy->series_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (copy->series[middle].row <= row)
            low = middle;
        else
            high = middle;
    }
    return &copy->series[low];
}

static void fill_stretch(const struct samples *samples, const struct stretch *stretch,
                         double *const *numbers, const char **const *texts)
{
    for (int i = 0; i < COLUMNS; i++) {
        enum canonical_column column = (enum canonical_column)(CANONICAL_FIRST_samples + i);
        if (numbers[i])
            fill_numbers(samples, stretch, column, numbers[i]);
        else
            fill_texts(samples, stretch, column, texts[i]);
    }
}

static struct export_batch batch(const struct export_source *source, size_t number,
                                 struct arena *arena)
{
    const struct samples *samples = source->context;
    double *numbers[COLUMNS] = {NULL};
    const char **texts[COLUMNS] = {NULL};
    union export_cells *cells = arena_alloc_array(arena, COLUMNS, sizeof *cells);
    size_t rows = export_batch_rows(samples->copy->rows, number);
    for (int i = 0; i < COLUMNS; i++)
        if (source->table.columns[i].type == COLUMN_NUMBER)
            cells[i].numbers = numbers[i] = arena_alloc_array(arena, rows, sizeof *numbers[i]);
        else
            cells[i].texts = texts[i] = arena_alloc_array(arena, rows, sizeof *texts[i]);
    size_t row = number * EXPORT_BATCH_ROWS;
    const struct copied_series *series = series_at(samples->copy, row);
    for (size_t at = 0; at < rows; series++) {
        size_t first = row + at - series->row;
        size_t left = series->count - first, room = rows - at;
        struct stretch stretch = {series, first, left < room ? left : room, at};
        fill_stretch(samples, &stretch, numbers, texts);
        at += stretch.rows;
    }
    return (struct export_batch){rows, cells};
}

struct export_source sample_source(const struct sample_copy *copy, const struct dataset *dataset,
                                   struct arena *arena)
{
    struct samples *samples = arena_alloc(arena, sizeof *samples);
    *samples = (struct samples){copy, dataset};
    const struct table_schema *schema = canonical_table_at(CANONICAL_samples);
    return (struct export_source){
        .table = {.name = schema->name,
                  .row = schema->row,
                  .columns = schema->columns,
                  .column_count = schema->column_count,
                  .rows = copy->rows},
        .batches = export_batch_count(copy->rows),
        .context = samples,
        .batch = batch,
    };
}
