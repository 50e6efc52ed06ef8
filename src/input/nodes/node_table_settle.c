/* What the columns of a table of node metrics are, by their values. */
#include <math.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "input/nodes/sample_values.h"
#include "util/count_text.h"
#include "util/number.h"

static const double MOST_ABOVE = 0.1; /* of the samples of a share: above all there is */

/* The toolkit writes bytes per second under "[MiB/s]"; other tables mean what they say. No node
 * moves 10^7 MiB per second, and none that works moves less than 10^7 bytes. */
static void settle_memory_bandwidth(struct table_walk *walk, struct metric_column *column)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    if (strcmp(metric->path, "memory_bw") != 0 || !strstr(column->name, "[MiB/s]"))
        return;
    if (node_table_largest(walk, column) < 1e7)
        return;
    metric->scale = 1;
    deferred_note(&walk->deferred, column->name, "read as B/s (too large for MiB/s)");
}

static bool is_metric(const struct metric_column *column)
{
    return column->place && !column->hardware;
}

/* Of one of several GPUs or cores. */
static bool is_of_part(const struct metric_column *column)
{
    return column->of.gpu || column->of_core.core;
}

static bool is_of_gpus(const struct metric_column *column)
{
    return column->site.column.metric.file == PERFMON_GPU;
}

/* What GPUs do is mostly measured by another monitor: its percents say nothing of those of hosts.
 */
static bool are_shares(const struct table_walk *walk, bool of_hosts)
{
    struct unit_shares shares = {0};
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *column = &walk->columns.items[i];
        bool is_of_gpu = column->of.gpu || is_of_gpus(column);
        if (is_metric(column) && !(of_hosts && is_of_gpu) &&
            site_column_may_be_share(&column->site))
            host_rows_add_shares(walk->rows, walk->hosts.count, walk->width, column->place,
                                 &shares);
    }
    return unit_shares_may_be(&shares);
}

static void settle_site_column(struct table_walk *walk, struct metric_column *column, bool shares)
{
    struct site_values values = node_table_values_of(walk, column);
    values.are_shares = shares;
    values.paths = &walk->paths;
    values.are_of_one_core = strcmp(column->site.column.metric.path, "cpu_percent") == 0 &&
                             node_table_is_of_one_core(walk, column);
    const char *remark = site_column_settle(&column->site, &walk->arena, column->name, &values);
    if (remark)
        deferred_note(&walk->deferred, column->name, "%s", remark);
    node_table_settle_counter(walk, column, &values);
    if (column->of.gpu && strcmp(column->site.column.metric.path, column->name) == 0)
        column->site.column.metric.path = column->of.own_name;
    if (column->of.gpu)
        column->site.column.metric.file = PERFMON_GPU;
}

/* What each GPU measures says more than one column of all, which would count it again. */
static void leave_to_gpus(struct table_walk *walk, struct metric_column *column)
{
    const struct perfmon_metric *metric = &column->site.column.metric;
    if (column->of.gpu || !is_of_gpus(column))
        return;
    for (size_t i = 0; i < walk->columns.count && column->place; i++) {
        const struct metric_column *other = &walk->columns.items[i];
        if (!other->of.gpu || !other->place ||
            strcmp(other->site.column.metric.path, metric->path) != 0)
            continue;
        deferred_note(&walk->deferred, column->name,
                      "not read, since there are columns for each GPU");
        column->place = 0;
    }
}

static void add_hardware(struct table_walk *walk, const struct metric_column *column)
{
    if (!site_column_holds_hardware(&column->site, column->hardware,
                                    node_table_largest(walk, column))) {
        deferred_note(&walk->deferred, column->name, "no unit: not used");
        return;
    }
    for (size_t host = 0; host < walk->hosts.count; host++) {
        double most = NUMBER_MISSING;
        const struct host_rows *rows = &walk->rows[host];
        for (size_t i = 0; i < rows->count; i++)
            most = fmax(most, rows->cells[i * walk->width + column->place]);
        if (!isnan(most))
            dataset_add_hardware(walk->reading->dataset, walk->hosts.names[host], column->hardware,
                                 arena_format(&walk->arena, "%.0f",
                                              most * column->site.column.metric.scale));
    }
}

/* NULL: there is none. */
static const struct metric_column *find_whole(const struct table_walk *walk, const char *key)
{
    for (size_t i = 0; i < walk->columns.count; i++)
        if (walk->columns.items[i].hardware && strcmp(walk->columns.items[i].hardware, key) == 0)
            return &walk->columns.items[i];
    return NULL;
}

/* What is used of something by what is left of it, and the column of all of it; NULL: nothing, or
 * it is there. */
static const struct site_rest *rest_of(const struct table_walk *walk,
                                       const struct metric_column *column,
                                       const struct metric_column **whole)
{
    if (walk->is_of_toolkit || !is_metric(column) || is_of_part(column))
        return NULL;
    const struct site_rest *rest = site_rest_of(column->site.column.metric.path);
    *whole = rest && rest->whole ? find_whole(walk, rest->whole) : NULL;
    bool is_known = rest && (*whole || !rest->whole) &&
                    name_index_find(&walk->paths, rest->used) == NAME_INDEX_NONE;
    return is_known ? rest : NULL;
}

static void turn_rest(struct table_walk *walk, struct metric_column *column)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    const struct metric_column *whole;
    const struct site_rest *rest = rest_of(walk, column, &whole);
    if (!rest)
        return;
    double scale = whole ? whole->site.column.metric.scale / metric->scale : 1;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double all = whole ? at.cells[whole->place] * scale : 100;
        at.cells[column->place] = all - at.cells[column->place];
    }
    metric->path = rest->used;
    name_index_add(&walk->paths, rest->used);
}

/* Time of processors beyond all of it is none, or a column of another measure. */
static void clean_share(struct table_walk *walk, struct metric_column *column)
{
    const struct perfmon_metric *metric = &column->site.column.metric;
    size_t samples = 0, above = 0;
    if (column->of.gpu || strcmp(metric->unit, "%") != 0 || !cpu_mode_is_share(metric->path))
        return;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double value = at.cells[column->place];
        samples += isnan(value) ? 0 : 1;
        above += value * metric->scale > CPU_SHARE_MOST;
    }
    if (MOST_ABOVE * (double)samples < (double)above) {
        site_column_become_own(&column->site, &walk->arena, column->name);
        deferred_note(&walk->deferred, column->name, "%s", site_column_above_100);
        return;
    }
    for (struct sample_row at = {0}; metric->scale == 1 && sample_row_next(walk, &at);) {
        double *value = &at.cells[column->place];
        column->impossible += cpu_shares_clean(value, 1);
        *value = *value > 100 ? 100 : *value;
    }
}

/* The mean over a longer time tells the load as well, only later, where no other is there. */
static void settle_load_average(struct table_walk *walk)
{
    static const char load[] = "cpu_load", slower_load[] = "cpu_load5";
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        struct perfmon_metric *metric = &column->site.column.metric;
        if (!is_metric(column) || strcmp(metric->path, slower_load) != 0 ||
            name_index_find(&walk->paths, load) != NAME_INDEX_NONE)
            continue;
        metric->path = load;
        name_index_add(&walk->paths, load);
        deferred_note(&walk->deferred, column->name,
                      "read as the load average (5-minute mean, no shorter one is given)");
    }
}

static void clean(struct table_walk *walk, struct metric_column *column)
{
    if (!is_metric(column))
        return;
    clean_share(walk, column);
    const struct perfmon_metric *metric = &column->site.column.metric;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);)
        column->impossible +=
            sample_values_clean(&at.cells[column->place], 1, metric->unit, metric->kind);
    if (column->impossible)
        deferred_note(&walk->deferred,
                      arena_format(&walk->arena, "%s (%s)", column->name,
                                   COUNT_TEXT(column->impossible)),
                      SAMPLE_VALUES_REMARK);
}

/* `shares` and `of_hosts`: are_shares() of all columns, and of those of hosts. */
static void settle_column(struct table_walk *walk, struct metric_column *column, bool shares,
                          bool of_hosts)
{
    if (!column->place)
        return;
    if ((column->has_texts || is_of_part(column)) && !column->has_numbers) {
        deferred_note(&walk->deferred, column->name, "no numbers: not read");
        column->place = 0;
    } else if (column->hardware)
        add_hardware(walk, column);
    else if (!walk->is_of_toolkit)
        settle_site_column(walk, column, is_of_gpus(column) ? shares : of_hosts);
    else if (!column->of.gpu)
        settle_memory_bandwidth(walk, column);
}

void node_table_settle(struct table_walk *walk)
{
    node_table_settle_ratios(walk);
    node_table_settle_modes(walk);
    if (!walk->is_of_toolkit) {
        for (size_t i = 0; i < walk->hosts.count; i++)
            host_rows_order(&walk->rows[i], walk->width);
        settle_load_average(walk);
        node_table_settle_memory_units(walk);
        walk->has_counters = node_table_has_counters(walk);
    }
    bool shares = are_shares(walk, false), of_hosts = are_shares(walk, true);
    for (size_t i = 0; i < walk->columns.count; i++)
        settle_column(walk, &walk->columns.items[i], shares, of_hosts);
    for (size_t i = 0; i < walk->columns.count; i++)
        leave_to_gpus(walk, &walk->columns.items[i]);
    for (size_t i = 0; i < walk->columns.count; i++)
        clean(walk, &walk->columns.items[i]);
    node_table_work_out_memory(walk);
    for (size_t i = 0; i < walk->columns.count; i++)
        turn_rest(walk, &walk->columns.items[i]);
    node_table_work_out_cores(walk);
    node_table_work_out_load(walk);
}
