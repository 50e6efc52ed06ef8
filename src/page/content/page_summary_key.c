#include "page/content/page_summary.h"

#include <math.h>
#include <string.h>

#include "figure/charts/inputs_apart.h"
#include "figure/charts/metric_summary.h"
#include "page/content/campaign.h"
#include "page/content/costs_view.h"
#include "page/content/device_view.h"
#include "page/content/page_parts.h"
#include "page/content/trace_run.h"
#include "table/energy_parts.h"
#include "table/gpu_use_metrics.h"
#include "table/metric_unit.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/number.h"
#include "util/texts.h"

/* Behind the usual ones come what it cost and its CO2; seven have no room for their labels. */
enum { MOST_KEY_FIGURES = 5, MOST_COSTS = 2, MOST_WITH_COSTS = 6 };

struct key_figures {
    struct arena *arena;
    struct key_figure *items;
    size_t count, most;
};

/* A number in a base unit, "1" of a ratio, "" of a count; and as people read it. */
static void add(struct key_figures *list, const char *name, double number, const char *unit,
                const char *value, const char *label)
{
    if (list->count < list->most)
        list->items[list->count++] = (struct key_figure){value, label, name, number, unit};
}

/* Nothing elapsed between runs whose inputs are far apart. */
static void add_time(struct key_figures *list, const struct facts *facts,
                     const struct tables *tables)
{
    double elapsed_s = facts->end - facts->start;
    if (number_is_missing(elapsed_s) || elapsed_s < 0 || inputs_are_apart(tables))
        return;
    add(list, "elapsed", elapsed_s, "s", quantity_text(list->arena, elapsed_s, "s", UNITS_SI),
        "elapsed");
    double node_hours = elapsed_s / 3600 * facts->node_count;
    char text[64];
    if (!number_is_missing(node_hours) && node_hours > 0)
        add(list, "node_hours", node_hours, "h",
            arena_text(list->arena, quantity_format_number(node_hours, 3, text, sizeof text)),
            "node-hours");
}

/* The measure of how busy a node is, of those that sources have names for: measured use before the
 * load average. */
static size_t find_load(const struct job_metrics_rows *metrics)
{
    static const char *const names[] = {"cpu_percent",    "cpu_percent_sys",
                                        "cpu_user",       "cpu_used",
                                        "cpu_load",       "gpu.utilization_rates.gpu",
                                        "acc_utilization"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t row = rows_find(metrics->rows, 0, metrics->metric, names[i], NULL, NULL);
        if (row < metrics->rows && !number_is_missing(metrics->mean_per_node[row]))
            return row;
    }
    return metrics->rows;
}

/* How much the GPUs were used, by each of them or by the mean of each node; rows: not known. */
static size_t find_gpus(const struct job_metrics_rows *metrics)
{
    for (size_t i = 0; i < GPU_USE_METRICS; i++) {
        size_t row = rows_find(metrics->rows, 0, metrics->metric, gpu_use_metrics[i], NULL, NULL);
        if (row < metrics->rows && !number_is_missing(metrics->mean_per_node[row]))
            return row;
    }
    return metrics->rows;
}

/* Whether nodes, or GPUs, that have the metric were the jobs' alone: else it is none of theirs. */
static bool is_of_jobs(const struct tables *tables, const struct job_metrics_rows *metrics,
                       size_t row)
{
    return strcmp(metric_thing(metrics->metric[row]), "GPU") == 0 ? !shared_nodes_have_gpus(tables)
                                                                  : !shared_nodes_have_cpus(tables);
}

/* Said where it differs from the mean over time, as where some nodes were sampled for a shorter
 * time. */
static const char *of_what(const struct job_metrics_rows *metrics, size_t row)
{
    static const double SOME = 0.01;
    bool is_total = strcmp(metrics->combine[row], "total") == 0;
    bool is_ratio = strcmp(metrics->combine[row], "ratio") == 0;
    double over_time = metrics->mean[row] / (is_total ? metrics->nodes[row] : 1);
    double difference = fabs(over_time - metrics->mean_per_node[row]);
    return !is_ratio && difference > SOME * fabs(over_time) ? "mean of the samples" : NULL;
}

static void add_gpus(struct key_figures *list, const struct page_request *request,
                     const struct job_metrics_rows *metrics, size_t row)
{
    if (row < metrics->rows && is_of_jobs(request->tables, metrics, row))
        add(list, "gpu_utilization", metrics->mean_per_node[row] / 100, "1",
            quantity_text(list->arena, metrics->mean_per_node[row], "%", request->units),
            of_what(metrics, row) ? "GPU utilisation, mean of the samples"
                                  : "mean GPU utilisation");
}

/* "Memory used" → "memory used", but "CPU load" stays. */
static const char *in_sentence(struct arena *arena, const char *label)
{
    char *text = arena_text(arena, label);
    bool is_word = text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z';
    if (is_word)
        text[0] = (char)(text[0] - 'A' + 'a');
    return text;
}

static void add_mean(struct key_figures *list, const struct page_request *request,
                     const struct job_metrics_rows *metrics, size_t row)
{
    double mean = metrics->mean_per_node[row];
    if (number_is_missing(mean) || !is_of_jobs(request->tables, metrics, row))
        return;
    const char *label = in_sentence(list->arena, metric_label(list->arena, metrics->table, row));
    const char *what = of_what(metrics, row);
    label = plain_text(list->arena, label, 28);
    add(list, "mean", mean, metric_unit_of_row(metrics->table, row),
        quantity_text(list->arena, mean, metric_unit_of_row(metrics->table, row), request->units),
        what ? arena_format(list->arena, "%s per node, %s", label, what)
             : arena_format(list->arena, "mean %s per node", label));
}

/* "21.5 of 32": cores busy of those of a node on average, for a load of 100 % a core; false where
 * the cores of some node are not known. */
static bool add_busy_cores(struct key_figures *list, const struct tables *tables,
                           const struct job_metrics_rows *metrics, size_t row)
{
    const char *metric = metrics->metric[row];
    double busy = metrics->mean_per_node[row] / 100;
    struct node_cores cores = node_cores_make(tables_find(tables, "nodes"), busy);
    const char *what = of_what(metrics, row);
    char text[64], all[64];
    if (strcmp(metric, "cpu_percent") != 0 || number_is_missing(cores.each) ||
        !is_of_jobs(tables, metrics, row))
        return false;
    add(list, "mean", busy, "",
        arena_format(list->arena, "%s of %s%s", quantity_format_number(busy, 3, text, sizeof text),
                     cores.are_estimated ? "about " : "",
                     quantity_format_number(cores.each, 3, all, sizeof all)),
        arena_format(list->arena, "%s busy per node (%s%s%s)",
                     cores.are_threads ? "hardware threads" : "cores",
                     share_text(list->arena, busy / cores.each), what ? ", " : "",
                     what ? what : ""));
    return true;
}

static void add_energy(struct key_figures *list, const struct tables *tables)
{
    const char *parts;
    double energy_J = energy_parts_sum(tables, &parts, list->arena);
    if (parts)
        add(list, "energy", energy_J, "J", energy_text(list->arena, energy_J),
            arena_format(list->arena, "%s energy", parts));
}

/* "cost of cores + energy": of what is in it. */
static const char *cost_label(struct arena *arena, const struct costs_rows *costs)
{
    const struct {
        const char *what;
        double cost;
    } parts[] = {{"cores", costs->core_cost[0]},
                 {"GPUs", costs->gpu_cost[0]},
                 {"energy", costs->energy_cost[0]}};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!number_is_missing(parts[i].cost))
            text = text ? arena_format(arena, "%s + %s", text, parts[i].what) : parts[i].what;
    return arena_format(arena, "cost of %s", text);
}

/* What the user asked for by giving prices: it has a place whatever else is known, but not that of
 * what failed. */
static void add_costs(struct key_figures *list, const struct tables *tables)
{
    const struct costs_rows costs = costs_rows(tables);
    const char *currency = costs_currency(tables);
    if (costs.rows && !number_is_missing(costs.cost[0]))
        add(list, "cost", costs.cost[0], currency, money_text(list->arena, costs.cost[0], currency),
            cost_label(list->arena, &costs));
    if (costs.rows && !number_is_missing(costs.co2_g[0]))
        add(list, "co2", costs.co2_g[0], "g", co2_text(list->arena, costs.co2_g[0]),
            arena_format(list->arena, "CO2 of the energy (%s)", costs_energy_of(tables)));
}

static void add_coverage(struct key_figures *list, const struct tables *tables)
{
    double coverage = coverage_of_job(tables);
    if (!number_is_missing(coverage))
        add(list, "coverage", coverage, "1", share_text(list->arena, coverage),
            "of samples present");
}

/* What stands in when the usual five are not all known. Beside the load of the CPUs, what they
 * spent their time on is none. */
static void add_other_means(struct key_figures *list, const struct page_request *request,
                            const struct job_metrics_rows *metrics, size_t load, size_t gpus)
{
    struct metric_rows rows = metric_rows_make(request, list->arena);
    for (size_t i = 0; i < rows.count; i++) {
        const char *metric = metrics->metric[rows.rows[i]];
        bool is_of_cpus = load < metrics->rows && strncmp(metric, "cpu_", 4) == 0;
        if (rows.rows[i] != load && rows.rows[i] != gpus && !is_of_cpus)
            add_mean(list, request, metrics, rows.rows[i]);
    }
}

/* "in failed or cancelled attempts": those whose worker or node went away were lost. */
static const char *lost_label(struct arena *arena, const struct campaign *campaign)
{
    const struct {
        double count;
        const char *word;
    } ends[] = {{campaign->failed_attempts, "failed"},
                {campaign->gone_attempts, "lost"},
                {campaign->requeued_attempts, "requeued"},
                {campaign->cancelled_attempts, "cancelled"}};
    const char *text = NULL;
    for (size_t i = sizeof ends / sizeof ends[0], used = 0; i-- > 0;)
        if (ends[i].count > 0)
            text = used++
                       ? arena_format(arena, "%s%s%s", ends[i].word, used > 2 ? ", " : " or ", text)
                       : ends[i].word;
    return arena_format(arena, "in %s attempts", text ? text : "failed");
}

/* "CPU efficiency (10,590 of 32,570 core-h)" */
static const char *efficiency_label(struct arena *arena, const struct campaign *campaign)
{
    const char *cores = campaign_core_time(arena, campaign, false);
    return arena_format(arena, "CPU efficiency (%s%s)",
                        cores ? cores : hours_text(arena, campaign->cpu_s),
                        cores ? "" : " of CPU time");
}

/* Of tasks alone between which nothing ran or waited for long: how much of the time from the first
 * to the last had tasks. */
static void add_breaks(struct key_figures *list, const struct page_request *request)
{
    const struct task_periods_rows periods = task_periods_rows(request->tables);
    const struct concurrency_summary_rows summary = concurrency_summary_rows(request->tables);
    bool is_timed = !number_is_missing(request->facts->end - request->facts->start);
    if (is_timed || !periods.rows || periods.rows < 2 || inputs_are_apart(request->tables))
        return;
    double elapsed_s = periods.last[periods.rows - 1] - periods.first[0];
    double busy_s = summary.rows ? summary.busy_s[0] : NUMBER_MISSING;
    add(list, "elapsed", elapsed_s, "s", quantity_text(list->arena, elapsed_s, "s", UNITS_SI),
        number_is_missing(busy_s)
            ? "elapsed"
            : arena_format(list->arena, "elapsed, %s with tasks",
                           quantity_text(list->arena, busy_s, "s", UNITS_SI)));
}

/* Results of an earlier run took their time there. */
static const char *task_time_label(struct arena *arena, const struct campaign *campaign)
{
    char cached[64];
    const char *label = campaign->succeeded < campaign->tasks ? "in succeeded tasks" : "task time";
    return campaign->cached > 0
               ? arena_format(arena, "%s, %s cached", label,
                              quantity_format_fixed(campaign->cached, 0, cached, sizeof cached))
               : label;
}

/* A run with nodes has key figures of those, too: it gets the first ones of its tasks only. */
static void add_campaign(struct key_figures *list, const struct page_request *request)
{
    const struct tables *tables = request->tables;
    struct arena *arena = list->arena;
    struct campaign campaign;
    if (!campaign_make(&campaign, tables))
        return;
    char text[64], unrecorded[64];
    add(list, "tasks", campaign.tasks, "",
        arena_text(arena, quantity_format_fixed(campaign.tasks, 0, text, sizeof text)),
        arena_format(arena, "%s of %s", campaign.tasks == 1 ? "task" : "tasks",
                     count_text(arena, campaign.kinds, "task kind", "task kinds")));
    add_breaks(list, request);
    if (!number_is_missing(campaign.elapsed_s))
        add(list, "task_time", campaign.elapsed_s, "s", hours_text(arena, campaign.elapsed_s),
            task_time_label(arena, &campaign));
    if (!number_is_missing(campaign.efficiency))
        add(list, "cpu_efficiency", campaign.efficiency, "1",
            share_text(arena, campaign.efficiency), efficiency_label(arena, &campaign));
    else if (!number_is_missing(campaign.cpu_s))
        add(list, "cpu_time", campaign.cpu_s, "s", hours_text(arena, campaign.cpu_s), "CPU time");
    if (campaign.unrecorded > 0 && campaign.unrecorded == campaign.tasks)
        add(list, "failed", NUMBER_MISSING, "", "–", "failed tasks (outcomes not recorded)");
    else if (!number_is_missing(campaign.failed))
        add(list, "failed", campaign.failed, "",
            arena_text(arena, quantity_format_fixed(campaign.failed, 0, text, sizeof text)),
            campaign.unrecorded > 0
                ? arena_format(arena, "failed, %s without recorded outcome",
                               quantity_format_fixed(campaign.unrecorded, 0, unrecorded,
                                                     sizeof unrecorded))
            : campaign.failed == 1 ? "failed task"
                                   : "failed tasks");
    if (campaign.lost_s > 0)
        add(list, "lost", campaign.lost_s, "s", hours_text(arena, campaign.lost_s),
            lost_label(arena, &campaign));
}

static double sum_of(const struct device_tasks_rows *table, const char *column)
{
    double sum = 0;
    for (size_t row = 0; row < table->rows; row++)
        sum += fmax(table_numbers(table->table, column)[row], 0);
    return sum;
}

/* The event with the largest share of the time. */
static void add_main_event(struct key_figures *list, const struct event_time_rows *events)
{
    const double *shares = events->share;
    size_t most = 0;
    for (size_t row = 1; row < events->rows; row++)
        most = !(shares[most] >= shares[row]) && !number_is_missing(shares[row]) ? row : most;
    if (number_is_missing(shares[most]))
        return;
    const char *name = plain_text(list->arena, events->event[most], 22);
    add(list, "main_event", shares[most], "1", share_text(list->arena, shares[most]),
        arena_format(list->arena, "of event time in %s", name ? name : "one event"));
}

static void add_device_mean(struct key_figures *list, const struct device_metrics_rows *metrics,
                            const char *metric, const char *label)
{
    size_t row = rows_find(metrics->rows, 0, metrics->metric, metric, NULL, NULL);
    if (row < metrics->rows)
        add(list, metric, metrics->mean_per_device[row], metrics->unit[row],
            quantity_text(list->arena, metrics->mean_per_device[row], metrics->unit[row], UNITS_SI),
            label);
}

static void add_device_tasks(struct key_figures *list, const struct tables *tables)
{
    const struct device_tasks_rows devices = device_tasks_rows(tables);
    const struct event_time_rows events = event_time_rows(tables);
    char text[64];
    if (devices.rows)
        add(list, "tasks", sum_of(&devices, "tasks"), "",
            arena_text(list->arena,
                       quantity_format_fixed(sum_of(&devices, "tasks"), 0, text, sizeof text)),
            arena_format(list->arena, "tasks on %s", busy_devices_text(list->arena, &devices)));
    if (events.rows)
        add_main_event(list, &events);
}

static void add_device_means(struct key_figures *list, const struct tables *tables)
{
    const struct device_metrics_rows metrics = device_metrics_rows(tables);
    if (!metrics.rows || shared_nodes_have_gpus(tables))
        return;
    add_device_mean(list, &metrics, "power", "mean power per GPU");
    add_device_mean(list, &metrics, "temperature", "mean temperature per GPU");
    add_device_mean(list, &metrics, "utilization", "mean utilisation per GPU");
}

/* Its elapsed time is used where nothing else is known. */
static void add_traces(struct key_figures *list, const struct page_request *request)
{
    struct arena *arena = list->arena;
    struct trace_run run;
    char text[64];
    if (!trace_run_make(&run, request->tables, arena))
        return;
    if (number_is_missing(request->facts->end - request->facts->start) && !run.is_of_periods)
        add(list, "elapsed", run.elapsed_s, "s", quantity_text(arena, run.elapsed_s, "s", UNITS_SI),
            "elapsed");
    add(list, "trace_tasks", run.tasks, "",
        arena_text(arena, quantity_format_fixed(run.tasks, 0, text, sizeof text)),
        arena_format(arena, "%s of %s", run.tasks == 1 ? "call" : "calls",
                     count_text(arena, run.functions, "function", "functions")));
    if (!number_is_missing(run.busiest_share))
        add(list, "busiest", run.busiest_share, "1", share_text(arena, run.busiest_share),
            arena_format(arena, "of task time in %s", plain_text(arena, run.busiest, 22)));
    if (!number_is_missing(run.idle_share))
        add(list, "idle", run.idle_share, "1", share_text(arena, run.idle_share),
            arena_format(arena, "idle%s, %s",
                         run.compared_s < run.elapsed_s ? " without the longest pause" : "",
                         trace_run_idle_workers(arena, &run)));
}

/* What else can be read from the others, or of the page, has to go where there are too many: the
 * time in tasks first, else the last that says nothing of failures. */
static size_t least_important(const struct key_figures *list)
{
    size_t least = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *name = list->items[i].name;
        if (strcmp(name, "task_time") == 0)
            return i;
        if (strcmp(name, "failed") != 0 && strcmp(name, "lost") != 0)
            least = i;
    }
    return least;
}

static void append_costs(struct key_figures *list, const struct key_figures *costs)
{
    while (list->count + costs->count > MOST_WITH_COSTS) {
        const size_t least = least_important(list);
        list->count--;
        memmove(&list->items[least], &list->items[least + 1],
                (list->count - least) * sizeof *list->items);
    }
    for (size_t i = 0; i < costs->count; i++)
        list->items[list->count++] = costs->items[i];
}

void summary_add_key_figures(const struct page_request *request, struct document *document,
                             struct section *section)
{
    struct arena *arena = document->arena;
    struct key_figures list = {arena, arena_alloc_array(arena, MOST_WITH_COSTS, sizeof *list.items),
                               0, MOST_KEY_FIGURES};
    struct key_figures costs = {arena, arena_alloc_array(arena, MOST_COSTS, sizeof *costs.items), 0,
                                MOST_COSTS};
    const struct job_metrics_rows metrics = job_metrics_rows(request->tables);
    size_t load = metrics.rows ? find_load(&metrics) : 0,
           gpus = metrics.rows ? find_gpus(&metrics) : 0;
    add_costs(&costs, request->tables);
    add_campaign(&list, request);
    add_time(&list, request->facts, request->tables);
    add_device_tasks(&list, request->tables);
    add_traces(&list, request);
    add_device_means(&list, request->tables);
    if (load < metrics.rows && !add_busy_cores(&list, request->tables, &metrics, load))
        add_mean(&list, request, &metrics, load);
    if (metrics.rows && gpus != load)
        add_gpus(&list, request, &metrics, gpus);
    add_energy(&list, request->tables);
    add_coverage(&list, request->tables);
    if (metrics.rows)
        add_other_means(&list, request, &metrics, load, gpus);
    append_costs(&list, &costs);
    if (!list.count)
        return;
    struct block *block = section_add_block(document, section, BLOCK_KEY_FIGURES);
    block->key_figures = list.items;
    block->count = list.count;
}
