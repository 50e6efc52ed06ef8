/* What the columns of a table of node metrics are, by their values. */
#include <math.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "input/nodes/sample_values.h"
#include "util/count_text.h"
#include "util/number.h"

static double largest(const struct table_walk *walk, const struct metric_column *column)
{
    return host_rows_largest(walk->rows, walk->hosts.count, walk->width, column->place);
}

static const double MOST_ABOVE = 0.1; /* of the samples of a share: above all there is */

/* The toolkit writes bytes per second under "[MiB/s]"; other tables mean what they say. No node
 * moves 10^7 MiB per second, and none that works moves less than 10^7 bytes. */
static void settle_memory_bandwidth(struct table_walk *walk, struct metric_column *column)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    if (strcmp(metric->path, "memory_bw") != 0 || !strstr(column->name, "[MiB/s]"))
        return;
    if (largest(walk, column) < 1e7)
        return;
    metric->scale = 1;
    deferred_note(&walk->deferred, column->name, "read as B/s (too large for MiB/s)");
}

/* What GPUs do is mostly measured by another monitor: its percents say nothing of those of hosts.
 */
static bool are_shares(const struct table_walk *walk, bool of_hosts)
{
    struct unit_shares shares = {0};
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *column = &walk->columns.items[i];
        bool is_of_gpu = column->of.card || column->site.column.metric.file == PERFMON_GPU;
        if (column->place && !column->hardware && !(of_hosts && is_of_gpu) &&
            site_column_may_be_share(&column->site))
            host_rows_add_shares(walk->rows, walk->hosts.count, walk->width, column->place,
                                 &shares);
    }
    return unit_shares_may_be(&shares);
}

/* Columns of several GPUs or cores that have the same name but for the number are in the same unit,
 * also where one of them did nothing. */
static bool is_like(const struct metric_column *other, const struct metric_column *column)
{
    if (other->place && other->of_core.core && column->of_core.core)
        return strcmp(other->of_core.name, column->of_core.name) == 0;
    return other == column || (other->place && other->of.card && column->of.card &&
                               strcmp(other->of.name, column->of.name) == 0);
}

static void add_values(const struct table_walk *walk, const struct metric_column *column,
                       struct site_values *values)
{
    values->largest = fmax(values->largest, largest(walk, column));
    for (size_t host = 0; host < walk->hosts.count; host++)
        host_rows_count_steps(&walk->rows[host], walk->width, column->place, values);
}

/* Of columns of many cores the values are put together once. */
struct site_values node_table_values_of(struct table_walk *walk, struct metric_column *column)
{
    struct core_family *family = node_table_family_of(walk, column);
    struct site_values values = {0};
    if (family && family->is_pooled)
        return family->values;
    for (size_t i = 0; i < walk->columns.count; i++)
        if (is_like(&walk->columns.items[i], column))
            add_values(walk, &walk->columns.items[i], &values);
    if (family) {
        family->values = values;
        family->is_pooled = true;
    }
    return values;
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
    if (column->of.card && strcmp(column->site.column.metric.path, column->name) == 0)
        column->site.column.metric.path = column->of.own_name;
    if (column->of.card)
        column->site.column.metric.file = PERFMON_GPU;
}

/* What each GPU measures says more than one column of all, which would count it again. */
static void leave_to_cards(struct table_walk *walk, struct metric_column *column)
{
    const struct perfmon_metric *metric = &column->site.column.metric;
    for (size_t i = 0; i < walk->columns.count && column->place; i++) {
        const struct metric_column *other = &walk->columns.items[i];
        if (!other->of.card || !other->place ||
            strcmp(other->site.column.metric.path, metric->path) != 0)
            continue;
        deferred_note(&walk->deferred, column->name,
                      "not read, since there are columns for each GPU");
        column->place = 0;
    }
}

static void add_hardware(struct table_walk *walk, const struct metric_column *column)
{
    if (!site_column_holds_hardware(&column->site, column->hardware, largest(walk, column))) {
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

/* What is left of something tells what is used of it. */
static void turn_rest(struct table_walk *walk, struct metric_column *column)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    const struct site_rest *rest = site_rest_of(metric->path);
    const struct metric_column *whole = rest && rest->whole ? find_whole(walk, rest->whole) : NULL;
    if (!rest || (rest->whole && !whole) ||
        name_index_find(&walk->paths, rest->used) != NAME_INDEX_NONE)
        return;
    double scale = whole ? whole->site.column.metric.scale / metric->scale : 1;
    for (size_t host = 0; host < walk->hosts.count; host++)
        for (size_t i = 0; i < walk->rows[host].count; i++) {
            double *row = walk->rows[host].cells + i * walk->width;
            double all = whole ? row[whole->place] * scale : 100;
            row[column->place] = all - row[column->place];
        }
    metric->path = rest->used;
    name_index_add(&walk->paths, rest->used);
}

/* Time of processors beyond all of it is none, or a column of another measure. */
static void clean_share(struct table_walk *walk, struct metric_column *column)
{
    const struct perfmon_metric *metric = &column->site.column.metric;
    size_t samples = 0, above = 0;
    if (column->of.card || strcmp(metric->unit, "%") != 0 || !cpu_mode_is_share(metric->path))
        return;
    for (size_t host = 0; host < walk->hosts.count; host++)
        for (size_t i = 0; i < walk->rows[host].count; i++) {
            double value = walk->rows[host].cells[i * walk->width + column->place];
            samples += isnan(value) ? 0 : 1;
            above += value * metric->scale > CPU_SHARE_MOST;
        }
    if (MOST_ABOVE * (double)samples < (double)above) {
        site_column_become_own(&column->site, &walk->arena, column->name);
        deferred_note(&walk->deferred, column->name, "%s", site_column_above_100);
        return;
    }
    for (size_t host = 0; host < walk->hosts.count; host++)
        for (size_t i = 0; i < walk->rows[host].count && metric->scale == 1; i++) {
            double *value = &walk->rows[host].cells[i * walk->width + column->place];
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
        if (!column->place || column->hardware || strcmp(metric->path, slower_load) != 0 ||
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
    clean_share(walk, column);
    const struct perfmon_metric *metric = &column->site.column.metric;
    for (size_t host = 0; host < walk->hosts.count; host++)
        for (size_t i = 0; i < walk->rows[host].count; i++)
            column->impossible +=
                sample_values_clean(&walk->rows[host].cells[i * walk->width + column->place], 1,
                                    metric->unit, metric->kind);
    if (column->impossible)
        deferred_note(&walk->deferred,
                      arena_format(&walk->arena, "%s (%s)", column->name,
                                   COUNT_TEXT(column->impossible)),
                      SAMPLE_VALUES_REMARK);
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
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        if (!column->place)
            continue;
        if ((column->has_texts || column->of.card || column->of_core.core) &&
            !column->has_numbers) {
            deferred_note(&walk->deferred, column->name, "no numbers: not read");
            column->place = 0;
        } else if (column->hardware)
            add_hardware(walk, column);
        else if (walk->is_of_toolkit && !column->of.card)
            settle_memory_bandwidth(walk, column);
        else if (!walk->is_of_toolkit)
            settle_site_column(walk, column,
                               column->site.column.metric.file == PERFMON_GPU ? shares : of_hosts);
    }
    for (size_t i = 0; i < walk->columns.count; i++)
        if (!walk->columns.items[i].of.card &&
            walk->columns.items[i].site.column.metric.file == PERFMON_GPU)
            leave_to_cards(walk, &walk->columns.items[i]);
    for (size_t i = 0; i < walk->columns.count; i++)
        if (walk->columns.items[i].place && !walk->columns.items[i].hardware)
            clean(walk, &walk->columns.items[i]);
    node_table_work_out_memory(walk);
    for (size_t i = 0; i < walk->columns.count && !walk->is_of_toolkit; i++)
        if (walk->columns.items[i].place && !walk->columns.items[i].hardware &&
            !walk->columns.items[i].of.card && !walk->columns.items[i].of_core.core)
            turn_rest(walk, &walk->columns.items[i]);
    node_table_work_out_cores(walk);
    node_table_work_out_load(walk);
}
