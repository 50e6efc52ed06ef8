/* resource_use: how near the nodes and GPUs came to what they can do, and for how long.
 *
 * The use of a resource is a share of what one node (or GPU) can do: busy cores ÷ its cores, where
 * these are known its physical ones; memory bandwidth ÷ the peak of roofline_ceilings; traffic in
 * the busier direction ÷ the rate of its link; utilisation of a GPU. A sample counts at or above
 * the limit of the rule job.bound. A node whose traffic exceeds the link has more links than that
 * one, and is left out. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/link_rates.h"
#include "analysis/nodes/node_load.h"
#include "table/gpu_use_metrics.h"
#include "table/resource_names.h"
#include "table/rows.h"
#include "util/number.h"

static const char rule[] = "job.bound";
/* At most so much of the node is in use while it is idle; of a GPU, too. */
static const double IDLE = 0.1, EXCEEDED = 1.05, SOME = 0.01;

/* Sums over the samples of one resource. */
struct use {
    double nodes, samples, missing, sum, at_limit, idle;
    double exceeding; /* samples of more than the resource can do */
};

struct judged {
    const char *resource, *metric;
    double limit;
};

/* What a value of one node means: its use is value × scale; up to idle_use it is idle. */
struct reading {
    double scale, idle_use;
};

static void add_signal(struct use *use, const struct signal *signal, struct reading reading,
                       double limit)
{
    bool is_known = !isnan(reading.scale);
    double before = use->samples;
    for (size_t i = 0; i < signal->count; i++) {
        double share = is_known ? signal->values[i] * reading.scale : NUMBER_MISSING;
        if (isnan(share)) {
            use->missing++;
            continue;
        }
        use->samples++;
        use->sum += fmin(share, 1);
        use->at_limit += share >= limit;
        use->idle += share <= reading.idle_use;
        use->exceeding += share > EXCEEDED;
    }
    use->nodes += use->samples > before;
}

static void put(struct tables *tables, const struct judged *judged, const struct use *use)
{
    if (!(use->samples > 0))
        return;
    struct resource_use_row row = resource_use_row_missing();
    row.resource = judged->resource;
    row.metric = judged->metric;
    row.nodes = use->nodes;
    row.samples = use->samples;
    row.missing = use->missing;
    row.use_mean = use->sum / use->samples;
    row.limit = judged->limit;
    row.at_limit = use->at_limit / use->samples;
    row.idle = use->idle / use->samples;
    resource_use_row_put(tables_get(tables, "resource_use"), &row);
}

/* ---- processors ---- */

/* A load in % of all logical processors reaches its limit when all physical cores have one busy. */
static struct reading cores_reading(const struct node_load *load, const struct capacity *capacity)
{
    double cores = capacity_cores(capacity);
    double of_all = isnan(capacity->cores) || isnan(cores) ? 1 : capacity->cores / cores;
    double scale = load->per_core > 0 ? 1 / (load->per_core * cores) : of_all / 100;
    double of_core = NODE_LOAD_CORE_AT_REST / cores;
    return (struct reading){scale, isnan(of_core) ? IDLE : fmin(IDLE, of_core)};
}

static void put_load(const struct analysis_request *request, const struct node_load *load,
                     struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const struct capacity *capacities = capacities_of(request);
    struct judged judged = {RESOURCE_PROCESSORS, metric->name,
                            rules_number(request->rules, rule, "busy_cores")};
    struct use use = {0};
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        add_signal(&use, signal, cores_reading(load, &capacities[signal->node]), judged.limit);
    }
    put(tables, &judged, &use);
}

/* A load without its part in the kernel does not show how busy cores are. Where cores are not
 * known, the load of the whole machine in % does. */
static void put_processors(const struct analysis_request *request, struct tables *tables)
{
    static const struct node_load of_machine = {"cpu_percent_sys", 0, 0.3, NULL};
    const struct node_load *load = node_load_of(request->signals);
    if (load && !load->kernel)
        put_load(request, load, tables);
    if (!tables_find(tables, "resource_use") &&
        node_load_present(request->signals, of_machine.metric))
        put_load(request, &of_machine, tables);
}

/* ---- GPUs ---- */

static void put_gpus(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = NULL;
    for (size_t i = 0; i < GPU_USE_METRICS && !metric; i++)
        metric = node_load_present(signals, gpu_use_metrics[i]);
    const struct resource_use_rows known = resource_use_rows(tables);
    if (!metric || !signal_metric_is_in(metric, "%") ||
        rows_find(known.rows, 0, known.resource, RESOURCE_GPUS, NULL, NULL) < known.rows)
        return;
    struct judged judged = {RESOURCE_GPUS, metric->name,
                            rules_number(request->rules, rule, "busy_gpus")};
    struct use use = {0};
    for (size_t i = 0; i < metric->count; i++)
        add_signal(&use, &signals->items[metric->first + i], (struct reading){1.0 / 100, IDLE},
                   judged.limit);
    put(tables, &judged, &use);
}

/* ---- memory bandwidth ---- */

static void put_bandwidth(const struct analysis_request *request, struct tables *tables)
{
    static const char *const names[] = {"mem_bw", "memory_bw"};
    const struct signals *signals = request->signals;
    const struct roofline_ceilings_rows peaks = roofline_ceilings_rows(tables);
    size_t row = rows_find(peaks.rows, 0, peaks.ceiling, "bandwidth", NULL, NULL);
    double peak_B_s = row < peaks.rows ? peaks.value[row] : request->peak_bandwidth;
    const struct signal_metric *metric = node_load_present(signals, names[0]);
    metric = metric ? metric : node_load_present(signals, names[1]);
    if (!(peak_B_s > 0) || !metric || !signal_metric_is_in(metric, "B/s"))
        return;
    struct judged judged = {RESOURCE_BANDWIDTH, metric->name,
                            rules_number(request->rules, rule, "of_peak_bandwidth")};
    struct use use = {0};
    for (size_t i = 0; i < metric->count; i++)
        add_signal(&use, &signals->items[metric->first + i], (struct reading){1 / peak_B_s, IDLE},
                   judged.limit);
    /* Peaks that are exceeded more than now and then are wrong. */
    if (use.exceeding <= SOME * use.samples)
        put(tables, &judged, &use);
}

/* ---- network ---- */

static bool exceeds(const struct signal *signal, double link_B_s)
{
    for (size_t i = 0; i < signal->count; i++)
        if (signal->values[i] > EXCEEDED * link_B_s)
            return true;
    return false;
}

/* Each direction is a row; findings take the busier one. */
static void put_links(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct arena arena;
    arena_init(&arena);
    const struct link_rates *links = link_rates_find(request->dataset, &arena);
    for (size_t k = 0; k < link_metric_count; k++) {
        const struct signal_metric *metric = node_load_present(signals, link_metrics[k].metric);
        struct judged judged = {RESOURCE_NETWORK, link_metrics[k].metric,
                                rules_number(request->rules, rule, "of_link")};
        struct use use = {0};
        bool is_rate = metric && signal_metric_is_in(metric, "B/s");
        for (size_t i = 0; is_rate && i < metric->count; i++) {
            const struct signal *signal = &signals->items[metric->first + i];
            double link_B_s = links[signal->node].rates[link_metrics[k].link];
            if (link_B_s > 0 && !exceeds(signal, link_B_s))
                add_signal(&use, signal, (struct reading){1 / link_B_s, IDLE}, judged.limit);
            else
                use.missing += (double)signal->count;
        }
        put(tables, &judged, &use);
    }
    arena_release(&arena);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    put_processors(request, tables);
    put_gpus(request, tables);
    put_bandwidth(request, tables);
    put_links(request, tables);
}

const struct analysis analysis_resource_use = {"resource_use", run};
