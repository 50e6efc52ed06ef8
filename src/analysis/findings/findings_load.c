/* How much the nodes did: idle phases, load against cores, waiting for files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/phases.h"
#include "util/number.h"

static const double WHOLE_RUN = 0.95, LONG_IDLE = 0.2, SOME_IDLE = 0.05; /* of the run */
static const double SOME_IDLE_S = 180;
static const double LOW_LOAD = 0.5, VERY_LOW_LOAD = 0.25; /* of the cores */
static const double FEW_CORES = 1.5, MANY_CORES = 8;      /* busy as in a serial program, of many */
static const double WORKING_GPUS = 5;                     /* % */
static const double THREADS_PER_CORE = 4, THREADS_PER_ESTIMATED_CORE = 16, AT_WORK = 0.5;
static const double LOAD_PER_CORE = 1.5;
static const double MUCH_WAITING = 0.2, MUCH_IOWAIT = 0.1; /* of the time */
static const double LEAST_SAMPLES = 10;                    /* per node, to speak of its mean */

/* ---- idle phases ---- */

struct idleness {
    size_t phases, longest; /* row of the longest */
    double total_s, highest;
};

static struct idleness find_idleness(const struct table *phases)
{
    const double *durations = table_numbers(phases, "duration_s");
    struct idleness idleness = {.phases = phases->rows};
    for (size_t row = 0; row < phases->rows; row++) {
        idleness.total_s += durations[row];
        idleness.highest = fmax(idleness.highest, table_numbers(phases, "highest")[row]);
        if (durations[row] > durations[idleness.longest])
            idleness.longest = row;
    }
    return idleness;
}

static double idle_share(const struct findings *findings)
{
    const struct table *phases = tables_find(findings->tables, "phases");
    double length_s = findings->time.end - findings->time.start;
    if (!phases || !(length_s > 0))
        return 0;
    return fmin(find_idleness(phases).total_s / length_s, 1);
}

/* "CPU load below 2 % of its p95", or what it was where the limit is another. */
static const char *limit_text(const struct findings *findings, const struct table *phases,
                              const struct idleness *idleness)
{
    const char *metric = table_texts(phases, "metric")[0];
    const char *label = finding_label(findings, metric);
    double limit = table_numbers(phases, "threshold")[0];
    double p95 = finding_number(findings, metric, "p95");
    if (fabs(limit - p95 * PHASES_IDLE_PERCENT / 100) <= 1e-9 * limit)
        return arena_format(findings->arena, "%s below %d %% of its p95", label,
                            PHASES_IDLE_PERCENT);
    if (strcmp(metric, "cpu_percent") == 0)
        return arena_format(findings->arena, "at most %s cores busy",
                            finding_quantity(findings, idleness->highest / 100, ""));
    return arena_format(findings->arena, "%s at most %s", label,
                        finding_quantity(findings, idleness->highest,
                                         finding_unit(findings, metric)));
}

static const char *who_text(const struct findings *findings, const char *metric)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    size_t row = table ? table_find_row(table, 0, "metric", metric, NULL, NULL) : 0;
    if (finding_number(findings, metric, "nodes") > 1 || !table || row >= table->rows)
        return "All nodes";
    return finding_name(findings, table_texts(table, "node")[row]);
}

static const char *idle_text(const struct findings *findings, const struct table *phases,
                             const struct idleness *idleness, double share)
{
    size_t row = idleness->longest;
    const char *who = who_text(findings, table_texts(phases, "metric")[row]);
    const char *span = finding_span(findings, table_numbers(phases, "start")[row],
                                    table_numbers(phases, "end")[row]);
    const char *total = finding_quantity(findings, idleness->total_s, "s");
    const char *limit = limit_text(findings, phases, idleness);
    const char *others = table_texts(phases, "idle_too")[row];
    const char *too =
        others && *others ? arena_format(findings->arena, "; %s idle too", others) : "";
    if (share >= WHOLE_RUN)
        return arena_format(findings->arena, "%s idle for the whole run (%s): %s%s.", who, total,
                            limit, too);
    if (idleness->phases == 1)
        return arena_format(findings->arena, "%s idle %s (%s, %s of the run): %s%s.", who, span,
                            total, finding_percent(findings, share), limit, too);
    return arena_format(findings->arena,
                        "%s idle in %zu phases, %s in total (%s of the run), the longest %s: %s%s.",
                        who, idleness->phases, total, finding_percent(findings, share), span, limit,
                        too);
}

static void add_idleness(struct findings *findings)
{
    const struct table *phases = tables_find(findings->tables, "phases");
    if (!phases)
        return;
    struct idleness idleness = find_idleness(phases);
    double share = idle_share(findings);
    bool is_long = share >= LONG_IDLE;
    bool is_some = share >= SOME_IDLE && idleness.total_s >= SOME_IDLE_S;
    bool is_whole = share >= WHOLE_RUN;
    finding_add(findings, (struct finding){
                              .weight = is_whole  ? 99
                                        : is_long ? 95
                                        : is_some ? 80
                                                  : 50,
                              .level = is_long   ? "bad"
                                       : is_some ? "warn"
                                                 : "note",
                              .section = table_texts(phases, "metric")[0],
                              .text = idle_text(findings, phases, &idleness, share),
                              .value = idleness.total_s,
                              .unit = "s",
                              .threshold = 0,
                              .advice = is_whole ? "check that the program started, and its output"
                                                 : "check what the job waited for",
                          });
}

/* ---- busy without work ---- */

/* "flops_any mem_bw" → "floating-point rate and memory bandwidth" */
static const char *labels_text(const struct findings *findings, const char *names)
{
    enum { MOST = 8 };
    const char *labels[MOST];
    size_t count = 0;
    while (*names && count < MOST) {
        size_t size = strcspn(names, " ");
        labels[count++] = finding_label(findings, arena_text_of_size(findings->arena, names, size));
        names += size + strspn(names + size, " ");
    }
    return finding_list(findings, labels, count);
}

static void add_stalls(struct findings *findings)
{
    const struct table *stalls = tables_find(findings->tables, "stalls");
    for (size_t row = 0; stalls && row < stalls->rows; row++) {
        double start = table_numbers(stalls, "start")[row];
        double length_s = table_numbers(stalls, "duration_s")[row];
        double share = length_s / (findings->time.end - findings->time.start);
        const char *metric = table_texts(stalls, "metric")[row];
        const char *quiet = table_texts(stalls, "quiet")[row];
        finding_add(
            findings,
            (struct finding){
                .weight = 96,
                .level = "bad",
                .section = arena_text_of_size(findings->arena, quiet, strcspn(quiet, " ")),
                .text = arena_format(
                    findings->arena,
                    "From %s to the end (%s, %s of the run) CPU load stayed at %s, but %s fell "
                    "below 5 %% of p95: the program may hang.",
                    finding_moment(findings, start), finding_quantity(findings, length_s, "s"),
                    finding_percent(findings, fmin(share, 1)),
                    finding_quantity(findings, table_numbers(stalls, "load")[row],
                                     finding_unit(findings, metric)),
                    labels_text(findings, quiet)),
                .value = length_s,
                .unit = "s",
                .threshold = 0,
                .advice = "look at its last output, and where its processes wait (gdb, py-spy)",
            });
    }
}

/* ---- load against cores ---- */

/* Means over the nodes on which both are known. */
struct use {
    double busy, cores; /* NaN: unknown */
    double share;       /* of the cores that are busy */
    double threads;     /* NaN: unknown */
    bool is_estimated;  /* the number of cores */
    size_t nodes, of;   /* nodes on which both are known, and that have the load */
};

static double mean_of_node(const struct findings *findings, const char *node, const char *metric)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    size_t row = table ? table_find_row(table, 0, "node", node, "metric", metric) : 0;
    if (!table || row >= table->rows || table_numbers(table, "samples")[row] < LEAST_SAMPLES)
        return NUMBER_MISSING;
    return table_numbers(table, "mean")[row];
}

static void add_node(struct use *use, const struct node_load *load, double mean, double threads,
                     const struct capacity *capacity)
{
    double share = node_load_share(load, mean, capacity->cores);
    if (isnan(share))
        return;
    use->nodes++;
    use->share += share;
    use->busy += share * capacity->cores;
    use->cores += capacity->cores;
    use->threads += threads;
    use->is_estimated |= capacity->cores_are_estimated;
}

static struct use find_use(const struct findings *findings, const struct node_load *load)
{
    const struct analysis_request *request = findings->request;
    const struct signal_metric *metric = node_load_metric(request->signals, load);
    const struct capacity *capacities = capacities_find(request, findings->arena);
    struct use use = {0};
    for (size_t i = 0; i < metric->count; i++) {
        uint32_t node = request->signals->items[metric->first + i].node;
        const char *name = request->signals->nodes[node].name;
        add_node(&use, load, mean_of_node(findings, name, load->metric),
                 mean_of_node(findings, name, "num_threads"), &capacities[node]);
    }
    double nodes = use.nodes ? (double)use.nodes : NUMBER_MISSING;
    use.of = metric->present;
    use.share /= nodes;
    use.busy /= nodes;
    use.cores /= nodes;
    use.threads /= nodes;
    return use;
}

/* "1.6 of 64 cores busy per node on average (2.5 %)" */
static const char *use_text(const struct findings *findings, const struct use *use)
{
    const char *per_node = use->nodes > 1 ? " per node" : "";
    const char *share = finding_percent(findings, use->share);
    const char *part = use->nodes < use->of ? arena_format(findings->arena, " on %zu of %zu nodes",
                                                           use->nodes, use->of)
                                            : "";
    if (isnan(use->cores))
        return arena_format(findings->arena, "%s of the cores busy%s on average%s", share, per_node,
                            part);
    return arena_format(findings->arena, "%s of %s%s cores busy%s on average (%s)%s",
                        finding_quantity(findings, use->busy, ""),
                        use->is_estimated ? "about " : "",
                        finding_quantity(findings, round(use->cores), ""), per_node, share, part);
}

static bool gpus_work(const struct findings *findings)
{
    static const char *const names[] = {"gpu.utilization_rates.gpu", "acc_utilization",
                                        "acc_utilization.accelerator"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (finding_number(findings, names[i], "mean_per_node") >= WORKING_GPUS)
            return true;
    return false;
}

static void add_low_load(struct findings *findings, const char *metric, const struct use *use)
{
    if (!(use->share < LOW_LOAD) || idle_share(findings) >= WHOLE_RUN)
        return;
    bool is_for_gpus = gpus_work(findings);
    bool is_very_low = use->share < VERY_LOW_LOAD && !is_for_gpus;
    bool is_serial = is_very_low && use->busy < FEW_CORES && use->cores >= MANY_CORES;
    finding_add(findings, (struct finding){
                              .weight = is_serial     ? 85
                                        : is_very_low ? 60
                                                      : 45,
                              .level = is_very_low ? "warn" : "note",
                              .section = metric,
                              .text = arena_format(findings->arena, "CPU load: %s%s.",
                                                   use_text(findings, use),
                                                   is_for_gpus ? ", while the GPUs worked" : ""),
                              .value = use->share,
                              .unit = "",
                              .threshold = LOW_LOAD,
                              .advice = is_serial ? "request 1 core, or run more processes or "
                                                    "threads"
                                                  : "request fewer cores, or run more tasks per "
                                                    "node",
                          });
}

/* Many threads are no trouble while they sleep: the cores have to be at work too. */
static void add_too_many_threads(struct findings *findings, const struct use *use)
{
    double most = use->is_estimated ? THREADS_PER_ESTIMATED_CORE : THREADS_PER_CORE;
    if (!(use->threads >= most * use->cores) || !(use->share >= AT_WORK))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 82,
                    .level = "warn",
                    .section = "num_threads",
                    .text = arena_format(
                        findings->arena,
                        "%s threads on %s%s cores%s on average, with %s of the cores busy: "
                        "oversubscribed.",
                        finding_quantity(findings, round(use->threads), ""),
                        use->is_estimated ? "about " : "",
                        finding_quantity(findings, round(use->cores), ""),
                        use->nodes > 1 ? " per node" : "", finding_percent(findings, use->share)),
                    .value = use->threads / use->cores,
                    .unit = "threads per core",
                    .threshold = most,
                    .advice = "set OMP_NUM_THREADS to cores ÷ processes per node",
                });
}

static void add_too_much_load(struct findings *findings, const char *metric, const struct use *use)
{
    if (strcmp(metric, "cpu_load") != 0 || use->is_estimated || !(use->share >= LOAD_PER_CORE))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 82,
                    .level = "warn",
                    .section = metric,
                    .text = arena_format(findings->arena,
                                         "CPU load is %s on %s cores%s on average: oversubscribed.",
                                         finding_quantity(findings, use->busy, ""),
                                         finding_quantity(findings, round(use->cores), ""),
                                         use->nodes > 1 ? " per node" : ""),
                    .value = use->share,
                    .unit = "load per core",
                    .threshold = LOAD_PER_CORE,
                    .advice = "run as many processes and threads as there are cores",
                });
}

static void add_use(struct findings *findings)
{
    const struct node_load *load = node_load_of(findings->request->signals);
    if (!load)
        return;
    struct use use = find_use(findings, load);
    add_low_load(findings, load->metric, &use);
    add_too_many_threads(findings, &use);
    add_too_much_load(findings, load->metric, &use);
}

/* ---- files ---- */

static double mean_of_column(const struct table *table, const char *column)
{
    const double *values = table_numbers(table, column);
    double sum = 0;
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (isnan(values[row]))
            continue;
        sum += values[row];
        count++;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

static void add_iowait(struct findings *findings, const char *metric, double iowait)
{
    finding_add(findings, (struct finding){
                              .weight = 88,
                              .level = "warn",
                              .section = metric,
                              .text = arena_format(findings->arena,
                                                   "CPUs wait for I/O %s of the time on average "
                                                   "(iowait).",
                                                   finding_percent(findings, iowait)),
                              .value = iowait,
                              .unit = "",
                              .threshold = MUCH_IOWAIT,
                              .advice = "stage data on local disks, or read and write larger "
                                        "blocks",
                          });
}

static void add_file_waits(struct findings *findings)
{
    const struct table *waits = tables_find(findings->tables, "file_waits");
    const struct node_load *load = node_load_of(findings->request->signals);
    if (!waits || !load)
        return;
    double share = mean_of_column(waits, "share_of_time");
    double iowait = mean_of_column(waits, "iowait");
    if (iowait >= MUCH_IOWAIT) {
        add_iowait(findings, load->metric, iowait);
        return;
    }
    if (!(share >= MUCH_WAITING))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 87,
                    .level = "warn",
                    .section = load->metric,
                    .text = arena_format(
                        findings->arena,
                        "File I/O bound for %s of the time: %s%s read and written while CPU load "
                        "is %s of the cores.",
                        finding_percent(findings, share),
                        finding_quantity(findings, mean_of_column(waits, "file_B_s"), "B/s"),
                        waits->rows > 1 ? " per node" : "",
                        finding_percent(findings, mean_of_column(waits, "cpu_share"))),
                    .value = share,
                    .unit = "",
                    .threshold = MUCH_WAITING,
                    .advice = "stage data on local disks, or read and write larger blocks",
                });
}

void findings_of_load(struct findings *findings)
{
    add_idleness(findings);
    add_stalls(findings);
    add_use(findings);
    add_file_waits(findings);
}
