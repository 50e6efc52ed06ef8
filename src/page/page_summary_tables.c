#include "page/page_summary.h"

#include <math.h>
#include <string.h>

#include "figure/metric_digest.h"
#include "page/metric_table.h"
#include "page/page_parts.h"
#include "page/table_view.h"
#include "table/activity.h"
#include "table/metric_unit.h"
#include "table/shared_nodes.h"
#include "util/instant.h"
#include "util/number.h"

enum { MOST_METRICS = 8, MOST_NODES = 6, FEWEST_NODES = 3 };
static const double LARGE = 0.1, LASTING = 1.0 / 3; /* difference from the median; of the time */

void summary_add_metrics(const struct page_request *request, struct document *document,
                         struct section *section)
{
    struct arena *arena = document->arena;
    struct table_view *view =
        metric_table_short(request, arena, metric_rows_make(request, arena), MOST_METRICS);
    if (!view)
        return;
    bool are_shared = shared_nodes_have_cpus(request->tables);
    section_add_subheading(document, section,
                           !are_shared ? "By metric"
                           : shared_nodes_may_be_whole(request->tables)
                               ? "By metric, with what others may have done on the nodes"
                               : "By metric, with what others did on the nodes");
    section_add_table(document, section, view);
}

/* Findings and nodes share what the first page leaves them. */
static size_t most_nodes(const struct tables *tables)
{
    const struct table *findings = tables_find(tables, "findings");
    size_t count = findings ? findings->rows : 0;
    return count + FEWEST_NODES >= 8 ? FEWEST_NODES : count > 2 ? 8 - count : MOST_NODES;
}

/* A small difference now and then, as noise makes it. */
static bool is_noise(const struct table *table, size_t row)
{
    return fabs(table_numbers(table, "ratio")[row] - 1) < LARGE &&
           table_numbers(table, "share_of_time")[row] < LASTING &&
           number_is_missing(table_numbers(table, "away_from")[row]);
}

static size_t noise_rows(const struct table *table)
{
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        count += is_noise(table, row);
    return count;
}

/* The rows with the largest distances, largest first; returns how many. */
static size_t pick_farthest(const struct table *table, size_t *picked, size_t most)
{
    const double *distances = table_numbers(table, "distance");
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++) {
        size_t place = count;
        if (is_noise(table, row))
            continue;
        while (place > 0 && fabs(distances[row]) > fabs(distances[picked[place - 1]]))
            place--;
        if (place >= most)
            continue;
        count += count < most;
        for (size_t i = count - 1; i > place; i--)
            picked[i] = picked[i - 1];
        picked[place] = row;
    }
    return count;
}

static const char *ratio_text(struct arena *arena, double ratio)
{
    if (number_is_missing(ratio))
        return NULL;
    double percent = 100 * (ratio - 1);
    return arena_format(arena, "%s%.0f %%", percent < 0 ? "−" : "+", fabs(percent));
}

static const char *label_of(struct arena *arena, const struct tables *tables, const char *metric)
{
    size_t row;
    const struct table *metrics = find_metric(tables, "job_metrics", metric, &row);
    const struct device_metric_row *device = device_metric_called(metric);
    return metrics  ? metric_label(arena, metrics, row)
           : device ? device->label
                    : plain_text(arena, metric, 40);
}

/* The day where the job has more than one; the zone stands in the page's head. */
static const char *moment_in_job(const struct page_request *request, struct arena *arena,
                                 double instant)
{
    char first[64], last[64], text[64];
    if (number_is_missing(instant))
        return NULL;
    if (number_is_missing(request->facts->start) || number_is_missing(request->facts->end))
        return moment_text(arena, instant);
    bool one_day = strcmp(instant_format(request->facts->start, INSTANT_DAY, first, sizeof first),
                          instant_format(request->facts->end, INSTANT_DAY, last, sizeof last)) == 0;
    return arena_text(arena, instant_format(instant, one_day ? INSTANT_CLOCK : INSTANT_MINUTE, text,
                                            sizeof text));
}

static void put_outstanding(const struct page_request *request, struct arena *arena,
                            struct table_view *view, size_t row, const struct table *table,
                            size_t from)
{
    const char *unit = metric_unit_of_row(table, from);
    double share = table_numbers(table, "share_of_time")[from];
    table_view_text(arena, view, row, 0, table_texts(table, "node")[from]);
    table_view_set(view, row, 1,
                   label_of(arena, request->tables, table_texts(table, "metric")[from]));
    table_view_set(view, row, 2,
                   quantity_text(arena, table_numbers(table, "mean")[from], unit, request->units));
    table_view_set(view, row, 3,
                   quantity_text(arena, table_numbers(table, "median_of_nodes")[from], unit,
                                 request->units));
    table_view_set(view, row, 4, ratio_text(arena, table_numbers(table, "ratio")[from]));
    table_view_set(view, row, 5, number_is_missing(share) ? NULL : share_text(arena, share));
    table_view_set(view, row, 6, moment_in_job(request, arena, table_numbers(table, "from")[from]));
}

static bool has_outlier_gpus(const struct table *outstanding)
{
    const char *const *metrics = table_texts(outstanding, "metric");
    for (size_t row = 0; row < outstanding->rows; row++)
        if (metrics[row] && strcmp(metric_thing(metrics[row]), "GPU") == 0)
            return true;
    return false;
}

static struct table_view *outstanding_view(const struct page_request *request, struct arena *arena,
                                           const struct table *table)
{
    bool gpus = has_outlier_gpus(table);
    const char *const heads[] = {gpus ? "node or GPU" : "node",
                                 "metric",
                                 "mean",
                                 gpus ? "median" : "median node",
                                 "difference",
                                 "share of time",
                                 "from"};
    size_t picked[MOST_NODES];
    size_t count = pick_farthest(table, picked, most_nodes(request->tables));
    struct table_view *view = table_view_new(arena, 7, count);
    for (size_t i = 0; i < 7; i++)
        table_view_head(view, i, heads[i], i < 2 ? CELL_LEFT : CELL_RIGHT);
    for (size_t row = 0; row < count; row++)
        put_outstanding(request, arena, view, row, table, picked[row]);
    view->left_out = table->rows - noise_rows(table) - count;
    view->source = "data/outstanding_nodes.csv";
    table_view_drop_missing_columns(view);
    return view;
}

static void put_extremes(const struct page_request *request, struct arena *arena,
                         struct table_view *view, size_t row, const struct table *balance,
                         size_t from)
{
    const char *metric = table_texts(balance, "metric")[from];
    size_t of;
    const struct table *metrics = find_metric(request->tables, "job_metrics", metric, &of);
    const char *unit = metrics ? metric_unit_of_row(metrics, of) : NULL;
    static const char *const names[] = {"lowest", "highest"};
    static const char *const means[] = {"lowest_mean", "highest_mean"};
    const char *label = label_of(arena, request->tables, metric);
    const char *used = metric_used_text(arena, balance, from);
    table_view_set(view, row, 0, used ? arena_format(arena, "%s (%s)", label, used) : label);
    for (size_t i = 0; i < 2; i++) {
        table_view_text(arena, view, row, 1 + 2 * i, table_texts(balance, names[i])[from]);
        table_view_set(view, row, 2 + 2 * i,
                       quantity_text(arena, table_numbers(balance, means[i])[from], unit,
                                     request->units));
    }
    table_view_set(view, row, 5,
                   quantity_text(arena, table_numbers(balance, "median")[from], unit,
                                 request->units));
}

/* The lowest and highest node of the metrics that the metric table begins with. */
static struct table_view *extremes_view(const struct page_request *request, struct arena *arena,
                                        const struct table *balance)
{
    static const char *const heads[] = {"metric",       "lowest node", "its mean",
                                        "highest node", "its mean",    "median node"};
    struct metric_rows order = metric_rows_make(request, arena);
    size_t picked[MOST_NODES], count = 0;
    for (size_t i = 0; i < order.count && count < most_nodes(request->tables); i++) {
        size_t row;
        const struct table *metrics = tables_find(request->tables, "job_metrics");
        const char *metric = table_texts(metrics, "metric")[order.rows[i]];
        if (find_metric(request->tables, "balance", metric, &row) &&
            table_numbers(balance, "nodes")[row] > 1)
            picked[count++] = row;
    }
    if (!count)
        return NULL;
    struct table_view *view = table_view_new(arena, 6, count);
    for (size_t i = 0; i < 6; i++)
        table_view_head(view, i, heads[i], i == 0 || i == 1 || i == 3 ? CELL_LEFT : CELL_RIGHT);
    for (size_t row = 0; row < count; row++)
        put_extremes(request, arena, view, row, balance, picked[row]);
    view->source = "data/balance.csv";
    return view;
}

void summary_add_nodes(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct table *outstanding = tables_find(request->tables, "outstanding_nodes");
    const struct table *balance = tables_find(request->tables, "balance");
    struct table_view *view = NULL;
    if (outstanding && noise_rows(outstanding) == outstanding->rows)
        outstanding = NULL;
    if (outstanding)
        view = outstanding_view(request, document->arena, outstanding);
    else if (balance)
        view = extremes_view(request, document->arena, balance);
    if (!view)
        return;
    section_add_subheading(document, section,
                           !outstanding                    ? "Lowest and highest nodes"
                           : has_outlier_gpus(outstanding) ? "Outlier nodes and GPUs"
                                                           : "Outlier nodes");
    section_add_table(document, section, view);
}
