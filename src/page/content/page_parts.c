#include "page/content/page_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/utf8.h"

enum { LONGEST_LABEL = 48, LONGEST_TITLE = 60, LONGEST_NAME = 32, LONGEST_ID = 60 };

const char *plain_text(struct arena *arena, const char *text, size_t most)
{
    return text ? utf8_shorten(arena, utf8_clean(arena, text), most) : NULL;
}

const char *text_joined(struct arena *arena, const char *left, const char *right)
{
    if (!left || !*left)
        return right;
    return right && *right ? arena_format(arena, "%s · %s", left, right) : left;
}

const char *facts_title(const struct facts *facts, const char *heading, struct arena *arena)
{
    const char *title = plain_text(arena, facts->title, LONGEST_TITLE);
    if (!title && facts->job_id)
        title = arena_format(arena, "Job %s", plain_text(arena, facts->job_id, LONGEST_NAME));
    if (!title)
        title = plain_text(arena, facts->job_name, LONGEST_TITLE);
    return text_joined(arena, title ? title : heading,
                       plain_text(arena, facts->label, LONGEST_NAME));
}

const char *share_text(struct arena *arena, double ratio)
{
    if (number_is_missing(ratio))
        return "–";
    if (ratio == 1 || ratio == 0)
        return ratio == 1 ? "100 %" : "0 %";
    if (ratio > 0 && ratio < 0.0005)
        return "< 0.1 %";
    char text[64];
    bool is_nearly_all = ratio > 0.9985 && ratio < 1;
    double percent = is_nearly_all ? 100 * fmin(ratio, 0.9999) : 100 * ratio;
    return arena_format(arena, "%s %%",
                        quantity_format_fixed(percent, is_nearly_all ? 2 : 1, text, sizeof text));
}

const char *quantity_text(struct arena *arena, double value, const char *unit,
                          enum unit_system units)
{
    char text[96];
    return arena_text(arena, quantity_format(value, unit ? unit : "", units, text, sizeof text));
}

const char *energy_text(struct arena *arena, double joules)
{
    static const struct {
        double joules;
        const char *name;
    } units[] = {{3.6e12, "GWh"}, {3.6e9, "MWh"}, {3.6e6, "kWh"}, {3.6e3, "Wh"}};
    size_t i = 0;
    while (i < 3 && joules < units[i].joules)
        i++;
    char text[64];
    return arena_format(arena, "%s %s",
                        quantity_format_number(joules / units[i].joules, 3, text, sizeof text),
                        units[i].name);
}

const char *count_text(struct arena *arena, double count, const char *one, const char *many)
{
    char text[64];
    return arena_format(arena, "%s %s", quantity_format_fixed(count, 0, text, sizeof text),
                        count == 1 ? one : many);
}

const char *moment_text(struct arena *arena, double instant)
{
    char moment[64], zone[64];
    if (number_is_missing(instant))
        return NULL;
    if (!instant_is_date(instant))
        return arena_format(arena, "%s after the start",
                            quantity_text(arena, instant, "s", UNITS_SI));
    return arena_format(arena, "%s %s",
                        instant_format(instant, INSTANT_MINUTE, moment, sizeof moment),
                        instant_zone_name(instant, zone, sizeof zone));
}

size_t shown_rows(size_t count, size_t most)
{
    return count <= most + 1 ? count : most;
}

static bool is_own_section(const char *id)
{
    static const char *const own[] = {"summary", "contents", "job",         "metrics",
                                      "nodes",   "tasks",    "traces",      "devices",
                                      "data",    "index",    "definitions", "gpus"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(id, own[i]) == 0)
            return true;
    return false;
}

const char *figure_section_id(struct arena *arena, const char *title)
{
    char id[LONGEST_ID + 1];
    size_t size = 0;
    for (const char *from = title ? title : ""; *from && size < LONGEST_ID; from++) {
        char c = *from >= 'A' && *from <= 'Z' ? (char)(*from - 'A' + 'a') : *from;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            id[size++] = c;
        else if (size && id[size - 1] != '-')
            id[size++] = '-';
    }
    while (size && id[size - 1] == '-')
        size--;
    id[size] = 0;
    return size && !is_own_section(id) ? arena_text(arena, id)
                                       : arena_format(arena, "charts%s%s", size ? "-" : "", id);
}

const struct table *find_metric(const struct tables *tables, const char *name, const char *metric,
                                size_t *row)
{
    const struct table *table = metric ? tables_find(tables, name) : NULL;
    if (!table)
        return NULL;
    *row = table_find_row(table, 0, "metric", metric, NULL, NULL);
    return *row < table->rows ? table : NULL;
}

const char *metric_used_text(struct arena *arena, const struct table *balance, size_t row)
{
    struct balance_row of = balance_row_at(balance, row);
    return of.unused > 0 ? arena_format(arena, "%s used", COUNT_TEXT(of.nodes)) : NULL;
}

const char *metric_label(struct arena *arena, const struct table *job_metrics, size_t row)
{
    struct job_metrics_row metric = job_metrics_row_at(job_metrics, row);
    const char *label = metric.label && *metric.label ? metric.label : metric.metric;
    return plain_text(arena, label ? label : "?", LONGEST_LABEL);
}

const char *total_unit(struct arena *arena, const char *unit)
{
    if (!unit)
        return NULL;
    if (strcmp(unit, "W") == 0)
        return "J";
    size_t size = strlen(unit);
    if (size > 2 && strcmp(unit + size - 2, "/s") == 0)
        return arena_text_of_size(arena, unit, size - 2);
    return NULL;
}

struct metric_order {
    struct metric_rows rows;
    const struct table *metrics;
    bool *taken;
};

static void take_row(struct metric_order *order, size_t row)
{
    if (row < order->metrics->rows && !order->taken[row])
        order->rows.rows[order->rows.count++] = row;
    if (row < order->metrics->rows)
        order->taken[row] = true;
}

static void take_figures(struct metric_order *order, const struct figures *figures, bool key)
{
    for (size_t i = 0; figures && i < figures->count; i++)
        if (figures->items[i].metric && (figures->is_key[i] || !key))
            take_row(order, table_find_row(order->metrics, 0, "metric", figures->items[i].metric,
                                           NULL, NULL));
}

struct metric_rows metric_rows_make(const struct page_request *request, struct arena *arena)
{
    struct metric_order order = {.metrics = tables_find(request->tables, "job_metrics")};
    if (!order.metrics)
        return order.rows;
    order.taken = arena_alloc_array(arena, order.metrics->rows, sizeof *order.taken);
    order.rows.rows = arena_alloc_array(arena, order.metrics->rows, sizeof *order.rows.rows);
    take_figures(&order, request->figures, true);
    order.rows.key_count = order.rows.count;
    take_figures(&order, request->figures, false);
    for (size_t row = 0; row < order.metrics->rows; row++)
        take_row(&order, row);
    return order.rows;
}

double coverage_of_job(const struct tables *tables)
{
    const struct nodes_rows nodes = nodes_rows(tables);
    return nodes.rows ? nodes_table_coverage(nodes.table) : NUMBER_MISSING;
}
