#include "page/metric_table.h"

#include <math.h>
#include <string.h>

#include "page/table_view.h"
#include "table/metric_unit.h"
#include "util/number.h"

/* One metric's numbers share a unit and its decimals. */
struct row_format {
    struct display_unit unit;
    int decimals;
};

static struct row_format row_format_for(const char *unit, const double *numbers, size_t count,
                                        enum unit_system units)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fabs(numbers[i]) > largest ? fabs(numbers[i]) : largest;
    struct row_format format = {.unit = display_unit_for(unit ? unit : "", largest, units)};
    format.decimals = table_view_decimals(numbers, count, format.unit.factor);
    return format;
}

static bool is_total(const struct table *metrics, size_t metric)
{
    const char *combine = table_texts(metrics, "combine")[metric];
    return combine && strcmp(combine, "total") == 0;
}

static void put_name(struct arena *arena, struct table_view *view, size_t row,
                     const struct table *metrics, size_t metric, const char *unit)
{
    const char *label = metric_label(arena, metrics, metric);
    table_view_set(view, row, 0, *unit ? arena_format(arena, "%s, %s", label, unit) : label);
}

static void put_numbers(struct arena *arena, struct table_view *view, size_t row, size_t first,
                        const struct table *metrics, size_t metric, const double *numbers,
                        size_t count, enum unit_system units)
{
    struct row_format format =
        row_format_for(metric_unit_of_row(metrics, metric), numbers, count, units);
    put_name(arena, view, row, metrics, metric, format.unit.name);
    for (size_t i = 0; i < count; i++)
        table_view_quantity(arena, view, row, first + i, numbers[i] / format.unit.factor,
                            format.decimals);
}

/* The statistics of job_metrics are of all nodes combined: of a total, a node has its share. */
static double p95_per_node(const struct table *metrics, size_t metric)
{
    double nodes = is_total(metrics, metric) ? table_numbers(metrics, "nodes")[metric] : 1;
    return nodes > 0 ? table_numbers(metrics, "p95")[metric] / nodes : NUMBER_MISSING;
}

static const char *total_text(struct arena *arena, const struct table *metrics, size_t metric,
                              enum unit_system units)
{
    double total = table_numbers(metrics, "total")[metric];
    const char *unit = total_unit(arena, table_texts(metrics, "unit")[metric]);
    if (number_is_missing(total))
        return NULL;
    if (unit && strcmp(unit, "J") == 0)
        return energy_text(arena, total);
    return quantity_text(arena, total, unit, units);
}

static const char *balance_text(struct arena *arena, const struct tables *tables,
                                const char *metric)
{
    size_t row;
    const struct table *balance = find_metric(tables, "balance", metric, &row);
    if (!balance || number_is_missing(table_numbers(balance, "cv")[row]))
        return NULL;
    const char *share = share_text(arena, table_numbers(balance, "cv")[row]);
    const char *used = metric_used_text(arena, balance, row);
    return used ? arena_format(arena, "%s (%s)", share, used) : share;
}

static const char *coverage_text(struct arena *arena, const struct tables *tables,
                                 const char *metric)
{
    size_t row;
    const struct table *coverage = find_metric(tables, "metric_coverage", metric, &row);
    return coverage ? share_text(arena, table_numbers(coverage, "coverage")[row]) : NULL;
}

static void put_heads(struct table_view *view, const char *const *heads)
{
    for (size_t i = 0; i < view->columns; i++)
        table_view_head(view, i, heads[i], i ? CELL_RIGHT : CELL_LEFT);
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
    static const char *const heads[] = {"metric", "mean/node", "p95/node", "max/node",
                                        "total",  "imbalance", "coverage"};
    const struct table *metrics = tables_find(request->tables, "job_metrics");
    if (!metrics || !rows.count)
        return NULL;
    size_t all = rows.count;
    rows = without_zeros(metrics, rows, arena);
    size_t count = shown_rows(rows.count, most);
    struct table_view *view = table_view_new(arena, 7, count);
    put_heads(view, heads);
    for (size_t row = 0; row < count; row++) {
        size_t metric = rows.rows[row];
        double numbers[] = {table_numbers(metrics, "mean_per_node")[metric],
                            p95_per_node(metrics, metric),
                            table_numbers(metrics, "max_per_node")[metric]};
        put_numbers(arena, view, row, 1, metrics, metric, numbers, 3, request->units);
        const char *name = table_texts(metrics, "metric")[metric];
        table_view_set(view, row, 4, total_text(arena, metrics, metric, request->units));
        table_view_set(view, row, 5, balance_text(arena, request->tables, name));
        table_view_set(view, row, 6, coverage_text(arena, request->tables, name));
    }
    table_view_drop_missing_columns(view);
    view->left_out = all - count;
    view->source = "data/job_metrics.csv";
    return view;
}

struct table_view *metric_table_quantiles(const struct page_request *request, struct arena *arena,
                                          struct metric_rows rows)
{
    static const char *const heads[] = {"metric", "nodes",          "min", "p5",  "p25",
                                        "median", "mean over time", "p75", "p95", "max"};
    static const char *const columns[] = {"min", "p05", "p25", "p50", "mean", "p75", "p95", "max"};
    const struct table *metrics = tables_find(request->tables, "job_metrics");
    if (!metrics || !rows.count)
        return NULL;
    struct table_view *view = table_view_new(arena, 10, rows.count);
    put_heads(view, heads);
    view->aligns[1] = CELL_LEFT;
    for (size_t row = 0; row < rows.count; row++) {
        double numbers[8];
        for (size_t i = 0; i < 8; i++)
            numbers[i] = table_numbers(metrics, columns[i])[rows.rows[row]];
        put_numbers(arena, view, row, 2, metrics, rows.rows[row], numbers, 8, request->units);
        table_view_set(view, row, 1, table_texts(metrics, "combine")[rows.rows[row]]);
    }
    view->source = "data/job_metrics.csv";
    return view;
}
