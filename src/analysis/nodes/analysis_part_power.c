/* part_power: the power of each part (socket) of which that of a node is the sum. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/statistics/thin.h"
#include "analysis/table_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum {
    FEW_NODES = 3, /* up to as many have lines of their own; of more, the mean node has */
    LINE_COLUMNS = 300,
};

static const double GAP_INTERVALS = 2.5; /* as in series */

struct part_power {
    const struct signals *signals;
    struct table *table;
    const struct table_names *names;
};

/* "package" of "rapl_powercap.package". */
static const char *domain_of(const char *metric)
{
    const char *dot = strrchr(metric, '.');
    return dot ? dot + 1 : metric;
}

/* "package 0" of "rapl_powercap.package-0"; of a name that does not begin so, the name. */
static const char *label_of(const char *metric, const char *part, struct arena *arena)
{
    size_t size = strlen(metric);
    if (strncmp(metric, part, size) != 0 || part[size] != '-')
        return arena_text(arena, part);
    return arena_format(arena, "%s %s", domain_of(metric), part + size + 1);
}

static struct part_power_row row_of(const struct part_power *power, const struct signal_part *part)
{
    const struct signal *signal = &power->signals->items[part->signal];
    const char *metric = power->names->metrics[signal->metric];
    struct part_power_row row = part_power_row_missing();
    row.metric = metric;
    row.domain = domain_of(metric);
    row.part = label_of(metric, part->name, power->table->arena);
    return row;
}

/* ---- of few nodes ---- */

static void put_line(const struct part_power *power, const struct signal_part *part)
{
    const struct signal *signal = &power->signals->items[part->signal];
    size_t most = 5 * (part->count < LINE_COLUMNS ? part->count : LINE_COLUMNS);
    double *times = memory_alloc_array(most, sizeof *times);
    double *values = memory_alloc_array(most, sizeof *values);
    size_t count = thin_series(part->times, part->values, part->count, LINE_COLUMNS,
                               GAP_INTERVALS * signal->interval_s, times, values);
    struct part_power_row row = row_of(power, part);
    row.node = power->names->nodes[signal->node];
    for (size_t i = 0; i < count; i++) {
        row.time = times[i];
        row.power_W = values[i];
        part_power_row_put_static(power->table, &row);
    }
    free(times);
    free(values);
}

/* ---- of many nodes ---- */

struct means {
    double start, width_s;
    size_t columns;
    double sums[LINE_COLUMNS];
    size_t counts[LINE_COLUMNS];
};

static struct means means_over(const struct grid *grid)
{
    struct means means = {.start = grid->start - grid->step / 2};
    means.columns = grid->slots < LINE_COLUMNS ? grid->slots : LINE_COLUMNS;
    means.width_s = grid->step * (double)grid->slots / (double)(means.columns ? means.columns : 1);
    return means;
}

static void add_samples(struct means *means, const struct signal_part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        double column = floor((part->times[i] - means->start) / means->width_s);
        if (isnan(part->values[i]) || !(column >= 0 && column < (double)means->columns))
            continue;
        means->sums[(size_t)column] += part->values[i];
        means->counts[(size_t)column]++;
    }
}

static void put_means(const struct part_power *power, const struct signal_part *part,
                      const struct means *means)
{
    struct part_power_row row = row_of(power, part);
    row.node = "*";
    for (size_t c = 0; c < means->columns; c++) {
        row.time = means->start + ((double)c + 0.5) * means->width_s;
        row.power_W = means->counts[c] ? means->sums[c] / (double)means->counts[c] : NUMBER_MISSING;
        part_power_row_put_static(power->table, &row);
    }
}

/* ---- all ---- */

static uint32_t metric_of(const struct signals *signals, size_t part)
{
    return signals->items[signals->parts[part].signal].metric;
}

static size_t end_of_metric(const struct signals *signals, size_t first)
{
    size_t end = first;
    while (end < signals->part_count && metric_of(signals, end) == metric_of(signals, first))
        end++;
    return end;
}

static int compare_names(const void *left, const void *right)
{
    const struct signal_part *l = left, *r = right;
    int order = natural_compare(l->name, r->name);
    return order ? order : (l->signal > r->signal) - (l->signal < r->signal);
}

static void put_mean_node(const struct part_power *power, const struct signal_part *parts,
                          size_t count)
{
    const struct signals *signals = power->signals;
    const struct signal_metric *metric = &signals->metrics[signals->items[parts->signal].metric];
    struct signal_part *sorted = memory_alloc_array(count, sizeof *sorted);
    memcpy(sorted, parts, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t first = 0, end; first < count; first = end) {
        struct means means = means_over(&metric->grid);
        for (end = first; end < count && strcmp(sorted[end].name, sorted[first].name) == 0; end++)
            add_samples(&means, &sorted[end]);
        put_means(power, &sorted[first], &means);
    }
    free(sorted);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct table_names names;
    struct part_power power = {signals, tables_get(tables, "part_power"), &names};
    if (!signals->part_count)
        return;
    table_names_make(&names, signals, tables);
    for (size_t first = 0, end; first < signals->part_count; first = end) {
        end = end_of_metric(signals, first);
        if (signals->metrics[metric_of(signals, first)].count > FEW_NODES)
            put_mean_node(&power, &signals->parts[first], end - first);
        else
            for (size_t i = first; i < end; i++)
                put_line(&power, &signals->parts[i]);
    }
}

const struct analysis analysis_part_power = {"part_power", run};
