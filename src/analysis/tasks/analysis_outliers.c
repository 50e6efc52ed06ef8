/* outlier_kinds, outliers, outlier_attributes, outlier_columns: of kinds whose memory spreads by
 * more than the threshold, the tasks outside p05–p95 and what is particular about them. Among many
 * columns and values some differ by chance: only what is beyond it, given all that were tried, is
 * said (Bonferroni's correction). */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/outlier_columns.h"
#include "analysis/tasks/outlier_search.h"
#include "analysis/tasks/task_measures.h"
#include "table/rows.h"
#include "util/memory.h"

enum { DESCRIBED = 20 }; /* outliers whose attributes are shown, half from either end */

/* Of any of all columns and values of all kinds, where memory goes with none. */
static const double BY_CHANCE = 0.01;

struct output {
    const struct task_groups *groups;
    struct tables *tables;
    const struct outlier_kind *kind;
    const char *task;
};

static void put_kind(const struct output *output, double threshold)
{
    struct table *table = tables_get(output->tables, "outlier_kinds");
    const struct outlier_kind *kind = output->kind;
    struct outlier_kinds_row row = outlier_kinds_row_missing();
    row.task = output->task;
    row.quantity = "memory";
    row.unit = "B";
    row.threshold = threshold;
    row.iqr = kind->iqr;
    row.low = kind->low;
    row.high = kind->high;
    row.below = (double)kind->below;
    row.above = (double)kind->above;
    row.listed = (double)kind->listed_count;
    outlier_kinds_row_put_static(table, &row);
}

static const char *record_name(const struct output *output, const struct outlier_record *record)
{
    return arena_format(output->tables->arena, "%zu", record->number + 1);
}

static void put_outlier(const struct output *output, const struct outlier_record *record)
{
    struct table *table = tables_get(output->tables, "outliers");
    const struct records *records = output->groups->records;
    struct arena *arena = output->tables->arena;
    struct outliers_row row = outliers_row_missing();
    row.step = outlier_text(records, record, RECORD_STEP_COLUMN, arena);
    row.task = output->task;
    row.quantity = "memory";
    row.value = record->value;
    row.low = output->kind->low;
    row.high = output->kind->high;
    row.record = record_name(output, record);
    row.id = outlier_text(records, record, RECORD_ID_COLUMN, arena);
    outliers_row_put_static(table, &row);
}

static void put_attribute(const struct output *output, const struct outlier_record *record,
                          int column)
{
    struct table *table = tables_get(output->tables, "outlier_attributes");
    const struct records *records = output->groups->records;
    struct arena *arena = output->tables->arena;
    struct outlier_attributes_row row = outlier_attributes_row_missing();
    row.task = output->task;
    row.quantity = "memory";
    row.record = record_name(output, record);
    row.column = records->columns[column].name;
    row.value = outlier_text(records, record, column, arena);
    outlier_attributes_row_put(table, &row);
}

static bool is_described(const struct outlier_kind *kind, size_t index)
{
    return index < DESCRIBED / 2 || index + DESCRIBED / 2 >= kind->listed_count;
}

/* NULL: a plain number, or none. */
static const char *unit_of(const struct records *records, int column)
{
    const struct records_column *found = &records->columns[column];
    const char *unit = column < RECORD_FIXED_COLUMNS ? found->unit : task_measure_unit(found);
    return unit && *unit ? unit : NULL;
}

/* What was found in one column of one kind; `differs`: by enough. */
struct contrast {
    struct outlier_contrast found;
    bool differs;
};

/* Of all kinds × columns. */
struct contrasts {
    struct contrast *items;
    double comparisons;
};

static struct contrasts contrast_all(const struct records *records,
                                     const struct outlier_kind *kinds, size_t count,
                                     struct arena *arena)
{
    size_t columns = records->column_count;
    struct contrasts contrasts = {memory_alloc_array(count * columns + 1, sizeof *contrasts.items),
                                  0};
    for (size_t i = 0; i < count * columns; i++) {
        struct contrast *contrast = &contrasts.items[i];
        int column = (int)(i % columns);
        if (!outlier_column_counts(records, column))
            continue;
        contrast->differs =
            outlier_contrast_make(records, &kinds[i / columns], column, arena, &contrast->found);
        contrasts.comparisons += contrast->found.comparisons;
    }
    return contrasts;
}

static void put_column(const struct output *output, int column,
                       const struct outlier_contrast *contrast, double chance)
{
    const struct records *records = output->groups->records;
    struct table *table = tables_get(output->tables, "outlier_columns");
    struct outlier_columns_row row = outlier_columns_row_missing();
    row.task = output->task;
    row.quantity = "memory";
    row.column = records->columns[column].name;
    row.low_median = contrast->low_median;
    row.middle_median = contrast->middle_median;
    row.high_median = contrast->high_median;
    row.value = contrast->value;
    row.outliers_share = contrast->outliers_share;
    row.others_share = contrast->others_share;
    row.unit = isnan(contrast->middle_median) ? NULL : unit_of(records, column);
    row.chance = chance;
    outlier_columns_row_put(table, &row);
}

static void put_columns(const struct output *output, const struct contrast *contrasts,
                        double comparisons)
{
    const struct records *records = output->groups->records;
    const struct outlier_kind *kind = output->kind;
    for (int column = 0; column < (int)records->column_count; column++) {
        const struct contrast *contrast = &contrasts[column];
        double chance = contrast->found.chance * comparisons;
        if (!outlier_column_counts(records, column))
            continue;
        if (contrast->differs && chance <= BY_CHANCE)
            put_column(output, column, &contrast->found, chance);
        if (!outlier_column_varies(kind, column, records->columns[column].type))
            continue;
        for (size_t i = 0; i < kind->listed_count; i++)
            if (is_described(kind, i))
                put_attribute(output, &kind->listed[i], column);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (!request->tasks || !records_has(request->tasks->records, RECORD_MEMORY_COLUMN))
        return;
    const struct records *records = request->tasks->records;
    double threshold = task_limits_of(request).outlier_iqr;
    size_t count;
    struct outlier_kind *kinds = outlier_search(request->tasks, threshold, &count);
    struct contrasts contrasts = contrast_all(records, kinds, count, tables->arena);
    for (size_t i = 0; i < count; i++) {
        struct output output = {request->tasks, tables, &kinds[i],
                                arena_text(tables->arena,
                                           request->tasks->kinds[kinds[i].kind].task)};
        put_kind(&output, threshold);
        for (size_t k = 0; k < kinds[i].listed_count; k++)
            put_outlier(&output, &kinds[i].listed[k]);
        put_columns(&output, &contrasts.items[i * records->column_count], contrasts.comparisons);
    }
    free(contrasts.items);
    free(kinds);
}

const struct analysis analysis_outliers = {"outliers", run};
