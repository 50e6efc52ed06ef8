#include "page/content/metric_table.h"

#include <math.h>
#include <string.h>

#include "figure/charts/metric_summary.h"
#include "page/content/row_view.h"
#include "table/metric_unit.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

/* One metric's numbers share a unit and its decimals. */
struct row_format {
    struct display_unit unit;
    int decimals;
};

/* The statistics of job_metrics are of all nodes combined: of a total, a node has its share. */
static double p95_per_node(const struct table *metrics, size_t metric)
{
    struct job_metrics_row row = job_metrics_row_at(metrics, metric);
    double nodes = texts_equal(row.combine, "total") ? row.nodes : 1;
    return nodes > 0 ? row.p95 / nodes : NUMBER_MISSING;
}

/* The numbers of a row that share its unit. */
struct row_numbers {
    double values[8];
    size_t count;
};

static struct row_numbers numbers_of(const struct table *metrics, size_t metric)
{
    struct job_metrics_row row = job_metrics_row_at(metrics, metric);
    return (struct row_numbers){{row.min, row.p05, row.p25, row.p50, row.mean, row.p75, row.p95,
                                 row.max},
                                8};
}

static struct row_numbers numbers_per_node(const struct table *metrics, size_t metric)
{
    struct job_metrics_row row = job_metrics_row_at(metrics, metric);
    return (
        struct row_numbers){{row.mean_per_node, p95_per_node(metrics, metric), row.max_per_node},
                            3};
}

static struct row_format row_format_for(const struct row_cell *cell,
                                        const struct row_numbers *numbers)
{
    const char *unit = metric_unit_of_row(cell->table, cell->row);
    double largest = 0;
    for (size_t i = 0; i < numbers->count; i++)
        largest = fabs(numbers->values[i]) > largest ? fabs(numbers->values[i]) : largest;
    struct row_format format = {
        .unit = display_unit_for(unit ? unit : "", largest, cell->request->units)};
    format.decimals = table_view_decimals(numbers->values, numbers->count, format.unit.factor);
    return format;
}

/* What one of has the numbers of the row: a node, a GPU, a core. */
static const char *thing_text(const struct row_cell *cell)
{
    return metric_thing(job_metrics_row_at(cell->table, cell->row).metric);
}

static const char *name_with_unit(const struct row_cell *cell, struct row_numbers numbers)
{
    const char *label = metric_label(cell->arena, cell->table, cell->row);
    struct row_format format = row_format_for(cell, &numbers);
    return *format.unit.name ? arena_format(cell->arena, "%s, %s", label, format.unit.name) : label;
}

static const char *name_text(const struct row_cell *cell)
{
    return name_with_unit(cell, numbers_of(cell->table, cell->row));
}

static const char *name_per_node(const struct row_cell *cell)
{
    return name_with_unit(cell, numbers_per_node(cell->table, cell->row));
}

static const char *in_row_format(const struct row_cell *cell, double number,
                                 struct row_numbers numbers)
{
    struct row_format format = row_format_for(cell, &numbers);
    return table_view_quantity_text(cell->arena, number / format.unit.factor, format.decimals);
}

static const char *number_text(const struct row_cell *cell)
{
    return in_row_format(cell, table_numbers(cell->table, cell->column)[cell->row],
                         numbers_of(cell->table, cell->row));
}

static const char *number_per_node(const struct row_cell *cell)
{
    return in_row_format(cell, table_numbers(cell->table, cell->column)[cell->row],
                         numbers_per_node(cell->table, cell->row));
}

static const char *p95_text(const struct row_cell *cell)
{
    return in_row_format(cell, p95_per_node(cell->table, cell->row),
                         numbers_per_node(cell->table, cell->row));
}

static const char *total_text(const struct row_cell *cell)
{
    struct job_metrics_row row = job_metrics_row_at(cell->table, cell->row);
    const char *unit = total_unit(cell->arena, row.unit);
    if (number_is_missing(row.total))
        return NULL;
    if (unit && strcmp(unit, "J") == 0)
        return energy_text(cell->arena, row.total);
    return quantity_text(cell->arena, row.total, unit, cell->request->units);
}

static const char *balance_text(const struct row_cell *cell)
{
    struct balance_rows balance = balance_rows(cell->request->tables);
    const char *metric = job_metrics_row_at(cell->table, cell->row).metric;
    size_t row = rows_find(balance.rows, 0, balance.metric, metric, NULL, NULL);
    if (row == balance.rows || number_is_missing(balance.cv[row]))
        return NULL;
    const char *share = share_text(cell->arena, balance.cv[row]);
    const char *used = metric_used_text(cell->arena, balance.table, row);
    return used ? arena_format(cell->arena, "%s (%s)", share, used) : share;
}

static const char *coverage_text(const struct row_cell *cell)
{
    struct metric_coverage_rows coverage = metric_coverage_rows(cell->request->tables);
    const char *metric = job_metrics_row_at(cell->table, cell->row).metric;
    size_t row = rows_find(coverage.rows, 0, coverage.metric, metric, NULL, NULL);
    return row < coverage.rows ? share_text(cell->arena, coverage.coverage[row]) : NULL;
}

/* Without those where nothing happened, 0 on every node throughout, unless they are key metrics. */
static struct metric_rows without_zeros(const struct job_metrics_rows *metrics,
                                        struct metric_rows rows, struct arena *arena)
{
    const double *highest = metrics->max_per_node;
    const double *mean = metrics->mean_per_node;
    struct metric_rows kept = {arena_alloc_array(arena, rows.count, sizeof *kept.rows),
                               .key_count = rows.key_count};
    for (size_t i = 0; i < rows.count; i++)
        if (i < rows.key_count || highest[rows.rows[i]] != 0 || mean[rows.rows[i]] != 0)
            kept.rows[kept.count++] = rows.rows[i];
    return kept.count ? kept : rows;
}

struct table_view *metric_table_short(const struct page_request *request, struct arena *arena,
                                      struct metric_rows rows, size_t most)
{
    static const struct row_view_column columns[] = {
        {SHOWN(job_metrics, metric), .cell = name_per_node},
        {SHOWN(job_metrics, metric), .head = "per", .cell = thing_text},
        {SHOWN(job_metrics, mean_per_node), .head = "mean", .cell = number_per_node},
        {SHOWN(job_metrics, p95), .head = "p95", .cell = p95_text},
        {SHOWN(job_metrics, max_per_node), .head = "max", .cell = number_per_node},
        {SHOWN(job_metrics, total), .cell = total_text},
        {.head = "imbalance", .cell = balance_text},
        {.head = "coverage", .cell = coverage_text},
    };
    const struct job_metrics_rows metrics = job_metrics_rows(request->tables);
    if (!metrics.rows || !rows.count)
        return NULL;
    struct metric_rows kept = without_zeros(&metrics, rows, arena);
    const struct row_view shown = {VIEW_OF(job_metrics, columns), .rows = kept.rows,
                                   .row_count = kept.count};
    struct table_view *view = row_view_make(&shown, request, arena, most);
    view->left_out = rows.count - view->rows;
    return view;
}

struct table_view *metric_table_quantiles(const struct page_request *request, struct arena *arena,
                                          struct metric_rows rows)
{
    static const struct row_view_column columns[] = {
        {SHOWN(job_metrics, metric), .cell = name_text},
        {SHOWN(job_metrics, combine), .head = "combined as"},
        {SHOWN(job_metrics, min), .cell = number_text},
        {SHOWN(job_metrics, p05), .cell = number_text},
        {SHOWN(job_metrics, p25), .cell = number_text},
        {SHOWN(job_metrics, p50), .cell = number_text},
        {SHOWN(job_metrics, mean), .head = "mean over time", .cell = number_text},
        {SHOWN(job_metrics, p75), .cell = number_text},
        {SHOWN(job_metrics, p95), .cell = number_text},
        {SHOWN(job_metrics, max), .cell = number_text},
    };
    const struct row_view shown = {VIEW_OF(job_metrics, columns), .rows = rows.rows,
                                   .row_count = rows.count};
    return rows.count ? row_view_make(&shown, request, arena, rows.count) : NULL;
}
