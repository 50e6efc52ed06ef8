/* How much the job did: idle phases, load against capacity, memory that was nearly full. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/phases.h"
#include "util/number.h"

static const double LONG_IDLE = 0.2, SOME_IDLE = 0.05; /* of the job's time */
static const double LOW_LOAD = 0.5, VERY_LOW_LOAD = 0.25;
static const double MUCH_MEMORY = 90, FULL_MEMORY = 97; /* % */

/* ---- idle phases ---- */

struct idleness {
    size_t phases, longest; /* row of the longest */
    double total_s;
};

static struct idleness find_idleness(const struct table *phases)
{
    const double *durations = table_numbers(phases, "duration_s");
    struct idleness idleness = {.phases = phases->rows};
    for (size_t row = 0; row < phases->rows; row++) {
        idleness.total_s += durations[row];
        if (durations[row] > durations[idleness.longest])
            idleness.longest = row;
    }
    return idleness;
}

static const char *idle_text(const struct findings *findings, const struct table *phases,
                             const struct idleness *idleness, double share)
{
    size_t row = idleness->longest;
    const char *span = finding_span(findings, table_numbers(phases, "start")[row],
                                    table_numbers(phases, "end")[row]);
    const char *metric = table_texts(phases, "metric")[row];
    const char *label = finding_label(findings, metric);
    const char *limit = finding_quantity(findings, table_numbers(phases, "threshold")[row],
                                         finding_unit(findings, metric));
    const char *total = finding_quantity(findings, idleness->total_s, "s");
    const char *all = findings->request->signals->node_count > 1 ? " on all nodes" : "";
    if (idleness->phases == 1)
        return arena_format(findings->arena,
                            "Nothing ran %s (%s, %s of the time): %s was below %s%s, %d %% of its "
                            "p95.",
                            span, total, finding_percent(findings, share), label, limit, all,
                            PHASES_IDLE_PERCENT);
    return arena_format(findings->arena,
                        "Nothing ran in %zu phases, %s together (%s of the time), the longest "
                        "%s: %s was below %s%s, %d %% of its p95.",
                        idleness->phases, total, finding_percent(findings, share), span, label,
                        limit, all, PHASES_IDLE_PERCENT);
}

static void add_idleness(struct findings *findings)
{
    const struct table *phases = tables_find(findings->tables, "phases");
    if (!phases)
        return;
    struct idleness idleness = find_idleness(phases);
    double length_s = findings->time.end - findings->time.start;
    double share = length_s > 0 ? fmin(idleness.total_s / length_s, 1) : NUMBER_MISSING;
    bool is_long = share >= LONG_IDLE, is_some = share >= SOME_IDLE;
    finding_add(findings, (struct finding){
                              .weight = is_long   ? 95
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
                              .advice = "see what the job waited for",
                          });
}

/* ---- load and capacity ---- */

static bool is_processor_count(const char *key)
{
    static const char *const names[] = {"CPU(s)",       "cpus",
                                        "num_cpus",     "cpu_count",
                                        "logical_cpus", "hardware_threads",
                                        "cpu_threads",  "num_logical_cpus"};
    const char *dot = strrchr(key, '.');
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcasecmp(dot ? dot + 1 : key, names[i]) == 0)
            return true;
    return false;
}

/* Processors of the smallest node, NaN when no input says. */
static double find_processors(const struct dataset *dataset)
{
    double least = NUMBER_MISSING, number;
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        const struct hardware_fact *fact = &dataset->hardware[i];
        if (is_processor_count(fact->key) &&
            number_parse(fact->value, strlen(fact->value), &number) && number >= 1)
            least = fmin(least, number);
    }
    return least;
}

static void add_low_load(struct findings *findings, const char *metric, double units_a_processor)
{
    double processors = find_processors(findings->request->dataset);
    double mean = finding_number(findings, metric, "mean_per_node");
    double share = mean / (processors * units_a_processor);
    if (!(share < LOW_LOAD))
        return;
    bool is_very_low = share < VERY_LOW_LOAD;
    const char *label = finding_capital(findings, finding_label(findings, metric));
    finding_add(findings,
                (struct finding){
                    .weight = is_very_low ? 60 : 45,
                    .level = is_very_low ? "warn" : "note",
                    .section = metric,
                    .text = arena_format(
                        findings->arena, "%s: %s a node on average, %s of its %.0f processors.",
                        label, finding_quantity(findings, mean, finding_unit(findings, metric)),
                        finding_percent(findings, share), processors),
                    .value = share,
                    .unit = "",
                    .threshold = LOW_LOAD,
                    .advice = "fewer processors or more tasks a node would do",
                });
}

static void add_capacity(struct findings *findings)
{
    if (!isnan(finding_number(findings, "cpu_load", "mean_per_node")))
        add_low_load(findings, "cpu_load", 1);
    else
        add_low_load(findings, "cpu_percent", 100);
}

/* ---- memory ---- */

/* The node with the largest sample of the metric. */
static const char *node_of_max(const struct findings *findings, const char *metric)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    size_t best = table ? table->rows : 0;
    for (size_t row = 0; table && row < table->rows; row++) {
        const double *max = table_numbers(table, "max");
        if (strcmp(table_texts(table, "metric")[row], metric) == 0 && !isnan(max[row]) &&
            (best == table->rows || max[row] > max[best]))
            best = row;
    }
    return table && best < table->rows ? table_texts(table, "node")[best] : NULL;
}

static void add_memory(struct findings *findings)
{
    const char *metric = "memory_percent";
    double max = finding_number(findings, metric, "max_per_node");
    if (!(max > MUCH_MEMORY))
        return;
    bool is_full = max > FULL_MEMORY;
    const char *node = finding_name(findings, node_of_max(findings, metric));
    finding_add(findings, (struct finding){
                              .weight = is_full ? 92 : 75,
                              .level = is_full ? "bad" : "warn",
                              .section = metric,
                              .text = arena_format(findings->arena,
                                                   "Memory was nearly full: %s of it in use on %s "
                                                   "at the most.",
                                                   finding_quantity(findings, max, "%"), node),
                              .value = max,
                              .unit = "%",
                              .threshold = MUCH_MEMORY,
                              .advice = "ask for more memory or run fewer tasks a node",
                          });
}

void findings_of_load(struct findings *findings)
{
    add_idleness(findings);
    add_capacity(findings);
    add_memory(findings);
}
