/* Most nodes idle while a few went on working: at the end, the start or between. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/collapse.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const char rule[] = "nodes.few-at-work";

struct idleness {
    struct phase_sums sums;
    double nodes, of; /* idle on average; all */
    double share;     /* of the time of all nodes */
    double length_s;  /* of the run */
};

static struct idleness find_idleness(const struct findings *findings,
                                     const struct few_at_work_rows *few)
{
    struct idleness idleness = {.sums = finding_sum_phases(few->table),
                                .length_s = findings->time.end - findings->time.start};
    double idle_s = 0, weighed = 0;
    for (size_t row = 0; row < few->rows; row++) {
        idle_s += few->idle_node_s[row];
        weighed += few->idle_nodes[row] * few->duration_s[row];
    }
    idleness.of = few->of[0];
    idleness.nodes = weighed / idleness.sums.total_s;
    idleness.share = idle_s / (idleness.of * idleness.length_s);
    return idleness;
}

static double limit(const struct findings *findings, const char *name)
{
    return finding_limit(findings, rule, name);
}

static bool is_whole_run(const struct idleness *idleness)
{
    return idleness->sums.total_s >= FINDING_WHOLE_RUN * idleness->length_s;
}

/* Whether half of it is noise on nodes of which none works: after a fall of all to the end. */
static bool is_noise(const struct findings *findings, const struct few_at_work_rows *few,
                     double total_s)
{
    double noise_s = 0;
    for (size_t row = 0; row < few->rows; row++)
        noise_s += collapse_within(findings, few->start[row], few->end[row], false);
    return noise_s >= limit(findings, "noise") * total_s;
}

/* The stretches, where they are worth a finding; no rows: they are not. */
static struct few_at_work_rows reported_stretches(const struct findings *findings)
{
    const struct few_at_work_rows few = few_at_work_rows(findings->tables);
    if (!few.rows || finding_times_are_apart(findings))
        return (struct few_at_work_rows){0};
    struct idleness idleness = find_idleness(findings, &few);
    return idleness.share >= limit(findings, "warn") &&
                   idleness.sums.total_s >= limit(findings, "least_s") &&
                   !is_noise(findings, &few, idleness.sums.total_s)
               ? few
               : (struct few_at_work_rows){0};
}

bool finding_reports_few_at_work(const struct findings *findings)
{
    return reported_stretches(findings).rows > 0;
}

/* ---- nodes that differ only by it ---- */

static bool is_inside(const struct few_at_work_rows *few, double time)
{
    for (size_t row = 0; row < few->rows; row++)
        if (time >= few->start[row] && time < few->end[row])
            return true;
    return false;
}

/* The mean of what was measured outside of the stretches. */
static double mean_outside(const struct few_at_work_rows *few, const struct signal *signal)
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
static double ratio_outside(const struct findings *findings, const struct few_at_work_rows *few,
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
    const struct few_at_work_rows few = reported_stretches(findings);
    if (!few.rows)
        return false;
    double outside = ratio_outside(findings, &few, metric, node);
    return isnan(outside) ||
           fabs(outside - 1) <
               fmax(limit(findings, "alike"), limit(findings, "explained") * fabs(ratio - 1));
}

/* ---- the finding ---- */

/* Whether as many were idle all the time. */
static bool is_one_count(const struct findings *findings, const struct idleness *idleness)
{
    return fabs(idleness->nodes - round(idleness->nodes)) < limit(findings, "near");
}

static void give_others(struct rule_finding *made, const struct few_at_work_rows *few,
                        const struct idleness *idleness)
{
    const char *names = few->at_work[idleness->sums.longest];
    bool are_named = names && *names;
    rule_text(made, "others", are_named ? names : "others");
    rule_number(made, "in_the_longest", are_named && few->rows > 1 && !is_whole_run(idleness));
}

/* Who was idle for the whole run, where as many were all the time. */
static void give_idle(struct rule_finding *made, const struct few_at_work_rows *few, size_t row)
{
    const char *names = few->at_rest[row];
    double load = few->load_at_rest[row];
    rule_text(made, "idle", names);
    if (names && *names && load >= rule_limit(made, "some_load"))
        rule_number(made, "idle_load", load);
}

static const char *variant_of(const struct findings *findings, const struct few_at_work_rows *few,
                              const struct idleness *idleness)
{
    double near_s = limit(findings, "near") * idleness->length_s;
    size_t row = idleness->sums.longest;
    if (is_whole_run(idleness))
        return few->load_at_rest[row] > limit(findings, "little_load") ? "whole run, little work"
                                                                       : "whole run";
    if (few->rows == 1 && few->end[row] > findings->time.end - near_s)
        return "to the end";
    if (few->rows == 1 && few->start[row] < findings->time.start + near_s)
        return "from the start";
    return "amid the run";
}

void findings_of_few(struct findings *findings)
{
    const struct few_at_work_rows few = reported_stretches(findings);
    if (!few.rows)
        return;
    struct idleness idleness = find_idleness(findings, &few);
    struct rule_finding made = rule_begin(findings, rule);
    bool is_one = is_one_count(findings, &idleness);
    double needed = idleness.of - round(idleness.nodes);
    rule_text(&made, "metric", few.metric[0]);
    rule_number(&made, "share", idleness.share);
    rule_number(&made, "nodes", is_one ? round(idleness.nodes) : idleness.nodes);
    rule_number(&made, "on_average", !is_one);
    rule_number(&made, "of", idleness.of);
    rule_text(&made, "when", finding_phases_span(findings, few.table, &idleness.sums));
    give_others(&made, &few, &idleness);
    if (is_one)
        give_idle(&made, &few, idleness.sums.longest);
    if (is_one && needed >= 1)
        rule_number(&made, "needed", needed);
    rule_number(&made, "fewer", !(is_one && needed >= 1));
    made.variant = variant_of(findings, &few, &idleness);
    made.finding.explains_low_load = true;
    rule_add_little_use(&made, NULL);
}
