/* Most nodes idle while a few went on working: at the end, the start or between. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/collapse.h"
#include "analysis/findings/finding.h"
#include "analysis/findings/findings_tasks.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double MUCH = 0.1, VERY_MUCH = 0.2; /* of the time of all nodes */
static const double LEAST_S = 180;
static const double NOISE = 0.5;                          /* of the stretches */
static const double SOME_LOAD = 0.01, LITTLE_LOAD = 0.02; /* of the cores of idle nodes */
static const double NEAR = 0.05;                          /* of the run: to its start or end */
static const double ALIKE = 0.05, MOST_EXPLAINED = 0.5;   /* of the difference from the median */

struct idleness {
    struct phase_sums sums;
    double nodes, of; /* idle on average; all */
    double share;     /* of the time of all nodes */
    double length_s;  /* of the run */
};

static struct idleness find_idleness(const struct findings *findings, const struct table *few)
{
    struct idleness idleness = {.sums = finding_sum_phases(few),
                                .length_s = findings->time.end - findings->time.start};
    double idle_s = 0, weighed = 0;
    for (size_t row = 0; row < few->rows; row++) {
        idle_s += table_numbers(few, "idle_node_s")[row];
        weighed += table_numbers(few, "idle_nodes")[row] * table_numbers(few, "duration_s")[row];
    }
    idleness.of = table_numbers(few, "of")[0];
    idleness.nodes = weighed / idleness.sums.total_s;
    idleness.share = idle_s / (idleness.of * idleness.length_s);
    return idleness;
}

static bool is_whole_run(const struct idleness *idleness)
{
    return idleness->sums.total_s >= FINDING_WHOLE_RUN * idleness->length_s;
}

/* Whether half of it is noise on nodes of which none works: after a fall of all to the end. */
static bool is_noise(const struct findings *findings, const struct table *few, double total_s)
{
    double noise_s = 0;
    for (size_t row = 0; row < few->rows; row++)
        noise_s += collapse_within(findings, table_numbers(few, "start")[row],
                                   table_numbers(few, "end")[row], false);
    return noise_s >= NOISE * total_s;
}

/* The stretches, where they are worth telling; NULL: they are not. */
static const struct table *told_stretches(const struct findings *findings)
{
    const struct table *few = tables_find(findings->tables, "few_at_work");
    if (!few || finding_times_are_apart(findings))
        return NULL;
    struct idleness idleness = find_idleness(findings, few);
    return idleness.share >= MUCH && idleness.sums.total_s >= LEAST_S &&
                   !is_noise(findings, few, idleness.sums.total_s)
               ? few
               : NULL;
}

bool finding_tells_few_at_work(const struct findings *findings)
{
    return told_stretches(findings) != NULL;
}

/* ---- nodes that differ only by it ---- */

static bool is_inside(const struct table *few, double time)
{
    for (size_t row = 0; row < few->rows; row++)
        if (time >= table_numbers(few, "start")[row] && time < table_numbers(few, "end")[row])
            return true;
    return false;
}

/* The mean of what was measured outside of the stretches. */
static double mean_outside(const struct table *few, const struct signal *signal)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < signal->count; i++) {
        if (isnan(signal->values[i]) || is_inside(few, signal->times[i]))
            continue;
        sum += signal->values[i];
        count++;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

/* A node's mean outside of the stretches ÷ that of the median node. */
static double ratio_outside(const struct findings *findings, const struct table *few,
                            const char *name, const char *node)
{
    const struct signals *signals = findings->request->signals;
    size_t number = signals_find(signals, name), count = 0;
    if (number == (size_t)-1)
        return NUMBER_MISSING;
    const struct signal_metric *metric = &signals->metrics[number];
    double *means = memory_alloc_array(metric->count, sizeof *means), its = NUMBER_MISSING;
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        double mean = mean_outside(few, signal);
        if (strcmp(signals->nodes[signal->node].name, node) == 0)
            its = mean;
        if (!isnan(mean))
            means[count++] = mean;
    }
    double median = count ? statistic_median(means, count) : NUMBER_MISSING;
    free(means);
    return its / median;
}

bool finding_few_at_work_explains(const struct findings *findings, const char *metric,
                                  const char *node, double ratio)
{
    const struct table *few = told_stretches(findings);
    if (!few)
        return false;
    double outside = ratio_outside(findings, few, metric, node);
    return isnan(outside) || fabs(outside - 1) < fmax(ALIKE, MOST_EXPLAINED * fabs(ratio - 1));
}

/* ---- the finding ---- */

/* Whether as many were idle all the time. */
static bool is_one_count(const struct idleness *idleness)
{
    return fabs(idleness->nodes - round(idleness->nodes)) < NEAR;
}

/* "15 of 16 nodes", "13.6 of 16 nodes on average" */
static const char *nodes_text(const struct findings *findings, const struct idleness *idleness)
{
    double whole = round(idleness->nodes);
    bool is_whole = is_one_count(idleness);
    return arena_format(findings->arena, "%s of %.0f nodes%s",
                        finding_quantity(findings, is_whole ? whole : idleness->nodes, ""),
                        idleness->of, is_whole ? "" : " on average");
}

static const char *others_text(const struct findings *findings, const struct table *few,
                               const struct idleness *idleness)
{
    const char *names = table_texts(few, "at_work")[idleness->sums.longest];
    if (!names || !*names)
        return "others";
    return arena_format(findings->arena, "%s%s", names,
                        few->rows > 1 && !is_whole_run(idleness) ? " (in the longest)" : "");
}

/* " (n1, n2; 1.5 % of their cores busy on average)" */
static const char *idle_words(const struct findings *findings, const struct table *few, size_t row)
{
    const char *names = table_texts(few, "at_rest")[row];
    double load = table_numbers(few, "load_at_rest")[row];
    if (!names || !*names)
        return "";
    return arena_format(findings->arena, " (%s%s)", names,
                        load >= SOME_LOAD
                            ? arena_format(findings->arena, "; %s of their cores busy on average",
                                           finding_percent(findings, load))
                            : "");
}

static const char *text_of(const struct findings *findings, const struct table *few,
                           const struct idleness *idleness)
{
    size_t row = idleness->sums.longest;
    const char *others = others_text(findings, few, idleness);
    const char *share = finding_percent(findings, idleness->share);
    if (is_whole_run(idleness))
        return arena_format(findings->arena,
                            "%s %s for the whole run%s, while %s worked: %s of the node-hours "
                            "went unused.",
                            nodes_text(findings, idleness),
                            table_numbers(few, "load_at_rest")[row] > LITTLE_LOAD ? "did little"
                                                                                  : "were idle",
                            is_one_count(idleness) ? idle_words(findings, few, row) : "", others,
                            share);
    return arena_format(findings->arena,
                        "%s idle %s, while %s worked: %s of the node-hours went unused.",
                        nodes_text(findings, idleness),
                        finding_phases_span(findings, few, &idleness->sums), others, share);
}

static const char *advice_of(const struct findings *findings, const struct table *few,
                             const struct idleness *idleness)
{
    double near_s = NEAR * idleness->length_s;
    size_t row = idleness->sums.longest;
    double needed = idleness->of - round(idleness->nodes);
    if (is_whole_run(idleness))
        return arena_format(findings->arena, "request %s, or start the program on all nodes",
                            is_one_count(idleness) && needed >= 1
                                ? finding_count(findings, needed, "node", "nodes")
                                : "fewer nodes");
    if (few->rows == 1 && table_numbers(few, "end")[row] > findings->time.end - near_s)
        return "run this end as a job of its own on fewer nodes, or distribute it over all";
    if (few->rows == 1 && table_numbers(few, "start")[row] < findings->time.start + near_s)
        return "run this beginning as a job of its own on fewer nodes, or distribute it over all";
    return "distribute this part over all nodes, or run it as a job of its own on fewer";
}

void findings_of_few(struct findings *findings)
{
    const struct table *few = told_stretches(findings);
    if (!few)
        return;
    struct idleness idleness = find_idleness(findings, few);
    finding_add_little_use(findings, NULL,
                           (struct finding){
                               .id = "nodes.few-at-work",
                               .weight = idleness.share >= VERY_MUCH ? 93 : 89,
                               .level = idleness.share >= VERY_MUCH ? "bad" : "warn",
                               .section = table_texts(few, "metric")[0],
                               .text = text_of(findings, few, &idleness),
                               .value = idleness.share,
                               .unit = "",
                               .threshold = MUCH,
                               .explains_low_load = true,
                               .advice = advice_of(findings, few, &idleness),
                           });
}
