/* energy: what each node used, by domain, and all of them together. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/gpu_hosts.h"
#include "analysis/nodes/node_time.h"
#include "analysis/nodes/signal_rate.h"
#include "analysis/table_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static bool ends_with(const char *text, size_t size, const char *end)
{
    size_t end_size = strlen(end);
    return size > end_size && memcmp(text + size - end_size, end, end_size) == 0;
}

/* What drew the power, by the metric's name: rapl_powercap.package → package, gpu.power_usage →
 * gpu, rapl_power → rapl. */
static const char *domain_of_name(struct arena *arena, const char *metric)
{
    static const char *const ends[] = {"_power", "_energy", "_power_usage"};
    const char *dot = strrchr(metric, '.'), *last = dot ? dot + 1 : metric;
    if (dot && (strncmp(last, "power", 5) == 0 || strncmp(last, "energy", 6) == 0 ||
                strncmp(last, "total_energy", 12) == 0)) {
        const char *word = dot;
        while (word > metric && word[-1] != '.')
            word--;
        return arena_text_of_size(arena, word, (size_t)(dot - word));
    }
    size_t size = strlen(last);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(last, size, ends[i]))
            return arena_text_of_size(arena, last, size - strlen(ends[i]));
    return arena_text(arena, last);
}

/* Several of a kind may be numbered: cpu_power.0 → cpu_0. */
static const char *domain_of(struct arena *arena, const char *metric)
{
    size_t size = strlen(metric), before = size;
    while (before && isdigit((unsigned char)metric[before - 1]))
        before--;
    if (before == size || before < 2 || !strchr("._", metric[before - 1]))
        return domain_of_name(arena, metric);
    const char *name = arena_text_of_size(arena, metric, before - 1);
    return arena_format(arena, "%s_%s", domain_of_name(arena, name), metric + before);
}

static struct amount energy_of(const struct signal_metric *metric, const struct signal *signal)
{
    struct amount amount = {.total = signal->total,
                            .covered_s = signal->covered_s,
                            .wraps = signal->wraps,
                            .resets = signal->resets,
                            .unknown_s = signal->unknown_s,
                            .range_J = signal->range_J,
                            .parts = signal->parts,
                            .unread_parts = signal->unread_parts};
    if (metric->kind == METRIC_LEVEL)
        rate_integrate(signal->times, signal->values, signal->count, signal->interval_s, &amount);
    if (!(amount.covered_s > 0))
        amount.total = NUMBER_MISSING;
    return amount;
}

static double share_of(double seconds, double due_s)
{
    return due_s > 0 ? fmin(seconds / due_s, 1) : NUMBER_MISSING;
}

static void put_energy(struct table *table, const char *node, const char *metric,
                       const char *domain, struct amount amount, double due_s)
{
    struct energy_row row = energy_row_missing();
    row.node = node;
    row.metric = metric;
    row.domain = domain;
    row.seconds = amount.covered_s;
    row.energy_J = amount.total;
    row.covered_share = share_of(amount.covered_s, due_s);
    row.wraps = (double)amount.wraps;
    row.unknown_steps = (double)amount.resets;
    row.range_J = amount.wraps ? amount.range_J : NUMBER_MISSING;
    row.counters = (double)amount.parts;
    row.unread_counters = (double)amount.unread_parts;
    row.unknown_seconds = amount.unknown_s;
    energy_row_put_static(table, &row);
}

static void add_amount(struct amount *all, struct amount amount)
{
    all->covered_s += amount.covered_s;
    all->wraps += amount.wraps;
    all->resets += amount.resets;
    all->unknown_s += amount.unknown_s;
    all->parts += amount.parts;
    all->unread_parts += amount.unread_parts;
    all->range_J = amount.wraps ? amount.range_J : all->range_J;
    if (!isnan(amount.total))
        all->total = isnan(all->total) ? amount.total : all->total + amount.total;
}

/* For how long nodes together should have the metric: all of which something of its scope was
 * sampled, of what GPUs measure something else of theirs. */
static double time_due(const struct signals *signals, const struct signal_metric *metric,
                       struct job_time time)
{
    double due_s = 0;
    bool *sampled = memory_alloc_array(signals->node_count + 1, sizeof *sampled);
    for (size_t i = 0; i < signals->count; i++) {
        const struct signal_metric *other = &signals->metrics[signals->items[i].metric];
        uint32_t node = signals->items[i].node;
        if (!gpu_hosts_make_due(metric, other) || sampled[node])
            continue;
        sampled[node] = true;
        due_s += node_time_within(&signals->nodes[node], time.start, time.end);
    }
    free(sampled);
    return due_s;
}

static void put_metric(const struct signals *signals, size_t number, struct job_time time,
                       const struct table_names *names, struct table *table)
{
    const struct signal_metric *metric = &signals->metrics[number];
    const char *name = names->metrics[number], *domain = domain_of(table->arena, name);
    struct amount all = {.total = NUMBER_MISSING};
    for (size_t i = metric->first; i < metric->first + metric->count; i++) {
        struct amount amount = energy_of(metric, &signals->items[i]);
        uint32_t node = signals->items[i].node;
        put_energy(table, names->nodes[node], name, domain, amount,
                   node_time_within(&signals->nodes[node], time.start, time.end));
        add_amount(&all, amount);
    }
    put_energy(table, "*", name, domain, all, time_due(signals, metric, time));
}

/* Counters that wrap unseen were measured, though no energy comes of them; so were those beside a
 * counter that is not readable, though the power of no node is known. Power of 0 W throughout is
 * listed too, for that it is no measure is to be said. */
static bool is_measured(const struct signals *signals, const struct signal_metric *metric)
{
    bool measured = metric->present > 0;
    for (size_t i = metric->first; i < metric->first + metric->count; i++)
        measured |= signals->items[i].resets || signals->items[i].covered_s > 0 ||
                    (metric->kind != METRIC_ENERGY && signals->items[i].unread_parts);
    return measured;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct job_time time = job_time_of(request);
    struct table_names names;
    bool named = false;
    for (size_t i = 0; i < signals->metric_count; i++) {
        if (strcmp(signals->metrics[i].unit, "W") != 0 ||
            !is_measured(signals, &signals->metrics[i]))
            continue;
        if (!named)
            table_names_make(&names, signals, tables);
        named = true;
        put_metric(signals, i, time, &names, tables_get(tables, "energy"));
    }
}

const struct analysis analysis_energy = {"energy", run};
