#include "analysis/tasks/distribution_rows.h"

#include "table/rows.h"

/* Columns that all these tables have. */
#define SET_NAMES(row, of)                                                                         \
    ((row)->task = (of)->task, (row)->quantity = (of)->quantity, (row)->unit = (of)->unit)

static void put_box(struct tables *tables, const struct distributed *of)
{
    const struct box *box = &of->distribution->box;
    struct boxplots_row row = boxplots_row_missing();
    SET_NAMES(&row, of);
    row.count = (double)box->count;
    row_set_box(&row, box);
    boxplots_row_put_static(tables_at(tables, TABLE_boxplots), &row);
}

static void put_histogram(struct tables *tables, const struct distributed *of)
{
    for (size_t i = 0; i < of->distribution->bins; i++) {
        struct histograms_row row = histograms_row_missing();
        row.task = of->task;
        SET_NAMES(&row, of);
        row.low = of->distribution->edges[i];
        row.high = of->distribution->edges[i + 1];
        row.count = (double)of->distribution->counts[i];
        histograms_row_put_static(tables_at(tables, TABLE_histograms), &row);
    }
}

static void put_resource(struct tables *tables, const struct distributed *of)
{
    const struct summary *summary = &of->distribution->summary;
    struct resources_row row = resources_row_missing();
    row.category = of->task;
    row.resource = of->quantity;
    row.unit = of->unit;
    row.count = (double)summary->count;
    row.missing = (double)(of->tasks - summary->count);
    row.mean = summary->mean;
    row.std = summary->deviation;
    row.min = summary->min;
    row.p05 = summary->p05;
    row.p25 = summary->p25;
    row.p50 = summary->p50;
    row.p75 = summary->p75;
    row.p95 = summary->p95;
    row.p98 = of->distribution->p98;
    row.p99 = summary->p99;
    row.max = summary->max;
    resources_row_put_static(tables_at(tables, TABLE_resources), &row);
}

static void put_density(struct tables *tables, const struct distributed *of)
{
    for (size_t i = 0; of->distribution->has_density && i < DENSITY_POINTS; i++) {
        struct densities_row row = densities_row_missing();
        row.task = of->task;
        SET_NAMES(&row, of);
        row.x = of->distribution->x[i];
        row.density = of->distribution->density[i];
        densities_row_put_static(tables_at(tables, TABLE_densities), &row);
    }
}

void distribution_rows_put(struct tables *tables, const struct distributed *of)
{
    if (!of->distribution->summary.count)
        return;
    put_box(tables, of);
    put_histogram(tables, of);
    put_resource(tables, of);
    put_density(tables, of);
}
