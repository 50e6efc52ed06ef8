#include "page/content/page_summary.h"

#include <math.h>
#include <string.h>

#include "figure/charts/metric_summary.h"
#include "page/content/metric_table.h"
#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/activity.h"
#include "table/metric_unit.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/texts.h"

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
                               ? "By metric, other jobs on the nodes may be included"
                               : "By metric, including other jobs on the nodes");
    section_add_table(document, section, view);
}

/* Findings and nodes share what the first page leaves them. */
static size_t most_nodes(const struct tables *tables)
{
    const struct findings_rows findings = findings_rows(tables);
    size_t count = findings.rows ? findings.rows : 0;
    return count + FEWEST_NODES >= 8 ? FEWEST_NODES : count > 2 ? 8 - count : MOST_NODES;
}

/* A small difference now and then, as noise makes it; and what counts over the life of a GPU. */
static bool is_noise(const struct outlier_nodes_rows *table, size_t row)
{
    static const char errors[] = "gpu.ecc_errors.";
    if (table->metric[row] && strncmp(table->metric[row], errors, sizeof errors - 1) == 0)
        return true;
    return fabs(table->ratio[row] - 1) < LARGE && table->share_of_time[row] < LASTING &&
           number_is_missing(table->away_from[row]);
}

static size_t noise_rows(const struct outlier_nodes_rows *table)
{
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        count += is_noise(table, row);
    return count;
}

/* The rows with the largest scores, largest first; returns how many. */
static size_t pick_farthest(const struct outlier_nodes_rows *table, size_t *picked, size_t most)
{
    const double *scores = table->robust_z;
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++) {
        size_t place = count;
        if (is_noise(table, row))
            continue;
        while (place > 0 && fabs(scores[row]) > fabs(scores[picked[place - 1]]))
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

/* "+12 %" */
static const char *ratio_text(const struct row_cell *cell)
{
    double percent = 100 * (table_numbers(cell->table, cell->column)[cell->row] - 1);
    if (number_is_missing(percent))
        return NULL;
    char text[64];
    return arena_format(cell->arena, "%s%s %%", percent < 0 ? "−" : "+",
                        quantity_format_fixed(fabs(percent), 0, text, sizeof text));
}

static const char *label_text(const struct row_cell *cell)
{
    size_t row;
    const char *metric = table_texts(cell->table, COLUMN_OF(balance, metric))[cell->row];
    const struct table *metrics = find_metric(cell->request->tables, "job_metrics", metric, &row);
    const struct device_metric_row *device = device_metric_called(metric);
    return metrics  ? metric_label(cell->arena, metrics, row)
           : device ? device->label
                    : plain_text(cell->arena, metric, 40);
}

static bool are_of_one_day(double one, double other)
{
    char day[64], other_day[64];
    return strcmp(instant_format(one, INSTANT_DAY, day, sizeof day),
                  instant_format(other, INSTANT_DAY, other_day, sizeof other_day)) == 0;
}

/* The day where the job has more than one, or the moment is of another; the zone stands in the
 * page's head. */
static const char *moment_in_job(const struct row_cell *cell)
{
    const struct facts *facts = cell->request->facts;
    double instant = table_numbers(cell->table, cell->column)[cell->row];
    char text[64];
    if (number_is_missing(instant))
        return NULL;
    if (number_is_missing(facts->start) || number_is_missing(facts->end))
        return moment_text(cell->arena, instant);
    bool one_day =
        are_of_one_day(facts->start, facts->end) && are_of_one_day(facts->start, instant);
    return arena_text(cell->arena, instant_format(instant, one_day ? INSTANT_CLOCK : INSTANT_MINUTE,
                                                  text, sizeof text));
}

/* In the unit that its row names. */
static const char *value_text(const struct row_cell *cell)
{
    return quantity_text(cell->arena, table_numbers(cell->table, cell->column)[cell->row],
                         metric_unit_of_row(cell->table, cell->row), cell->request->units);
}

static const char *outlier_thing(const struct tables *tables, const char *metric)
{
    size_t row;
    bool is_of_node = find_metric(tables, "job_metrics", metric, &row);
    return !is_of_node && device_metric_called(metric) ? "GPU" : metric_thing(metric);
}

/* What the outliers are: "node", "node or GPU", "core"; joined by that word, with that ending. */
static const char *outlier_things(const struct tables *tables, struct arena *arena,
                                  const char *word, const char *ending)
{
    const struct outlier_nodes_rows outliers = outlier_nodes_rows(tables);
    static const char *const things[] = {"node",          "GPU",  "socket",
                                         "memory domain", "core", "hardware thread"};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++) {
        size_t row = 0;
        while (row < outliers.rows &&
               (is_noise(&outliers, row) ||
                !texts_equal(outlier_thing(tables, outliers.metric[row]), things[i])))
            row++;
        if (row < outliers.rows)
            text = text ? arena_format(arena, "%s %s %s%s", text, word, things[i], ending)
                        : arena_format(arena, "%s%s", things[i], ending);
    }
    return text;
}

static struct table_view *outlier_view(const struct page_request *request, struct arena *arena,
                                       const struct outlier_nodes_rows *table)
{
    const char *thing = outlier_things(request->tables, arena, "or", "");
    bool is_one = strstr(thing, " or ") == NULL;
    const struct row_view_column columns[] = {
        {SHOWN(outlier_nodes, node), .head = thing},
        {SHOWN(outlier_nodes, metric), .cell = label_text},
        {SHOWN(outlier_nodes, mean), .cell = value_text},
        {SHOWN(outlier_nodes, median_of_nodes),
         .head = is_one ? arena_format(arena, "median %s", thing) : "median", .cell = value_text},
        {SHOWN(outlier_nodes, ratio), .head = "difference", .cell = ratio_text},
        {SHOWN(outlier_nodes, share_of_time), .head = "time outside p5–p95"},
        {SHOWN(outlier_nodes, from), .head = "since", .cell = moment_in_job},
    };
    size_t picked[MOST_NODES];
    size_t count = pick_farthest(table, picked, most_nodes(request->tables));
    const struct row_view shown = {VIEW_OF(outlier_nodes, columns), .rows = picked,
                                   .row_count = count};
    struct table_view *view = row_view_make(&shown, request, arena, count);
    view->left_out = table->rows - noise_rows(table) - count;
    return view;
}

static const char *used_label_text(const struct row_cell *cell)
{
    const char *label = label_text(cell);
    const char *used = metric_used_text(cell->arena, cell->table, cell->row);
    return used ? arena_format(cell->arena, "%s (%s)", label, used) : label;
}

/* In the unit of the metric. */
static const char *metric_value_text(const struct row_cell *cell)
{
    size_t of;
    const struct table *metrics = find_metric(cell->request->tables, "job_metrics",
                                              table_texts(cell->table, "metric")[cell->row], &of);
    return quantity_text(cell->arena, table_numbers(cell->table, cell->column)[cell->row],
                         metrics ? metric_unit_of_row(metrics, of) : NULL, cell->request->units);
}

/* The lowest and highest node of the metrics that the metric table begins with. */
static struct table_view *extremes_view(const struct page_request *request, struct arena *arena,
                                        const struct balance_rows *balance)
{
    static const struct row_view_column columns[] = {
        {SHOWN(balance, metric), .cell = used_label_text},
        {SHOWN(balance, lowest)},
        {SHOWN(balance, lowest_mean), .head = "its mean", .cell = metric_value_text},
        {SHOWN(balance, highest)},
        {SHOWN(balance, highest_mean), .head = "its mean", .cell = metric_value_text},
        {SHOWN(balance, median), .head = "median node", .cell = metric_value_text},
    };
    struct metric_rows order = metric_rows_make(request, arena);
    size_t picked[MOST_NODES], count = 0;
    for (size_t i = 0; i < order.count && count < most_nodes(request->tables); i++) {
        size_t row;
        const struct job_metrics_rows metrics = job_metrics_rows(request->tables);
        const char *metric = metrics.metric[order.rows[i]];
        if (find_metric(request->tables, "balance", metric, &row) && balance->nodes[row] > 1)
            picked[count++] = row;
    }
    if (!count)
        return NULL;
    const struct row_view shown = {VIEW_OF(balance, columns), .rows = picked, .row_count = count};
    return row_view_make(&shown, request, arena, count);
}

void summary_add_nodes(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct outlier_nodes_rows outliers = outlier_nodes_rows(request->tables);
    const struct balance_rows balance = balance_rows(request->tables);
    struct table_view *view = NULL;
    bool has_outliers = outliers.rows && noise_rows(&outliers) < outliers.rows;
    if (has_outliers)
        view = outlier_view(request, document->arena, &outliers);
    else if (balance.rows)
        view = extremes_view(request, document->arena, &balance);
    if (!view)
        return;
    section_add_subheading(document, section,
                           has_outliers ? arena_format(document->arena, "Outlier %s",
                                                       outlier_things(request->tables,
                                                                      document->arena, "and", "s"))
                                        : "Lowest and highest nodes");
    section_add_table(document, section, view);
}
