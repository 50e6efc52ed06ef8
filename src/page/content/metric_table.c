#include "page/content/metric_table.h"

#include <math.h>
#include <string.h>

#include "page/content/row_view.h"
#include "table/metric_unit.h"
#include "util/number.h"

/* One metric's numbers share a unit and its decimals. */
struct row_format {
    struct display_unit unit;
    int decimals;
};

static bool is_total(const struct table *metrics, size_t metric)
{
    const char *combine = table_texts(metrics, "combine")[metric];
    return combine && strcmp(combine, "total") == 0;
}

/* The statistics of job_metrics are of all nodes combined: of a total, a node has its share. */
static double p95_per_node(const struct table *metrics, size_t metric)
{
    double nodes = is_total(metrics, metric) ? table_numbers(metrics, "nodes")[metric] : 1;
    return nodes > 0 ? table_numbers(metrics, "p95")[metric] / nodes : NUMBER_MISSING;
}

/* The numbers of a row that share its unit. */
struct row_numbers {
    double values[8];
    size_t count;
};

static struct row_numbers numbers_of(const struct table *metrics, size_t metric)
{
    static const char *const columns[] = {"min", "p05", "p25", "p50", "mean", "p75", "p95", "max"};
    struct row_numbers numbers = {.count = sizeof columns / sizeof columns[0]};
    for (size_t i = 0; i < numbers.count; i++)
        numbers.values[i] = table_numbers(metrics, columns[i])[metric];
    return numbers;
}

static struct row_numbers numbers_per_node(const struct table *metrics, size_t metric)
{
    return (struct row_numbers){{table_numbers(metrics, "mean_per_node")[metric],
                                 p95_per_node(metrics, metric),
                                 table_numbers(metrics, "max_per_node")[metric]},
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
    double total = table_numbers(cell->table, "total")[cell->row];
    const char *unit = total_unit(cell->arena, table_texts(cell->table, "unit")[cell->row]);
    if (number_is_missing(total))
        return NULL;
    if (unit && strcmp(unit, "J") == 0)
        return energy_text(cell->arena, total);
    return quantity_text(cell->arena, total, unit, cell->request->units);
}

static const char *balance_text(const struct row_cell *cell)
{
    size_t row;
    const struct table *balance = find_metric(cell->request->tables, "balance",
                                              table_texts(cell->table, "metric")[cell->row], &row);
    if (!balance || number_is_missing(table_numbers(balance, "cv")[row]))
        return NULL;
    const char *share = share_text(cell->arena, table_numbers(balance, "cv")[row]);
    const char *used = metric_used_text(cell->arena, balance, row);
    return used ? arena_format(cell->arena, "%s (%s)", share, used) : share;
}

static const char *coverage_text(const struct row_cell *cell)
{
    size_t row;
    const struct table *coverage = find_metric(cell->request->tables, "metric_coverage",
                                               table_texts(cell->table, "metric")[cell->row], &row);
    return coverage ? share_text(cell->arena, table_numbers(coverage, "coverage")[row]) : NULL;
}

/* Without those where nothing happened, 0 on every node throughout, unless they are key metrics. */
static struct metric_rows without_zeros(const struct table *metrics, struct metric_rows rows,
                                        struct arena *arena)
{
    const double *highest = table_numbers(metrics, "max_per_node");
    const double *mean = table_numbers(metrics, "mean_per_node");
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
        {SHOWN(job_metrics, mean_per_node), .head = "mean/node", .cell = number_per_node},
        {SHOWN(job_metrics, p95), .head = "p95/node", .cell = p95_text},
        {SHOWN(job_metrics, max_per_node), .head = "max/node", .cell = number_per_node},
        {SHOWN(job_metrics, total), .cell = total_text},
        {.head = "imbalance", .cell = balance_text},
        {.head = "coverage", .cell = coverage_text},
    };
    const struct table *metrics = tables_find(request->tables, "job_metrics");
    if (!metrics || !rows.count)
        return NULL;
    struct metric_rows kept = without_zeros(metrics, rows, arena);
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
        {SHOWN(job_metrics, combine), .head = "nodes"},
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
