/* Outlier nodes: several metrics of one node, or several nodes in one metric, make one sentence. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/node_load.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_SENTENCES = 3, MOST_OTHERS = 1, MOST_NODES = 5 };

static const double LARGE = 0.2, THRESHOLD = 0.05; /* relative differences */
static const double NEARLY_ALWAYS = 0.9;
static const double SLIGHT = 0.1, LASTING = 0.5; /* relative difference; of the time */
static const double LEAST_COMMON = 0.95;         /* of the run, to be spoken of as all of it */

/* A row of outlier_nodes that is worth telling. */
struct outliers {
    const char *metric, *node, *unit;
    double mean, median, ratio, share_of_time;
    double common_share; /* of the run: compared */
    double from, away_from, away_until;
    bool is_small; /* of percentages: few points, whatever the ratio */
    bool reported;
};

struct group {
    const char *metric, *node; /* the one that its members share is set */
    size_t count;
    double strength; /* of the member that differs most */
};

struct nodes_that_differ {
    struct findings *findings;
    struct outliers *items;
    size_t count;
};

static struct outliers outlier_of(const struct outlier_nodes_rows *table, size_t row)
{
    return (struct outliers){
        .metric = table->metric[row],
        .node = table->node[row],
        .unit = table->unit[row],
        .mean = table->mean[row],
        .median = table->median_of_nodes[row],
        .ratio = table->ratio[row],
        .from = table->from[row],
        .share_of_time = table->share_of_time[row],
        .common_share = table->common_share[row],
        .away_from = table->away_from[row],
        .away_until = table->away_until[row],
    };
}

/* How much a difference weighs: half as much where a node need not work for it, and a few points
 * less than any difference of the load that is worth a warning. */
static double strength_of(const struct outliers *item)
{
    double difference = fmin(fabs(item->ratio - 1), 2);
    if (item->is_small)
        difference = fmin(difference, LARGE / 2);
    return finding_is_work(item->metric) ? difference : difference / 2;
}

static bool belongs(const struct group *group, const struct outliers *item)
{
    if (item->reported)
        return false;
    return group->node ? strcmp(item->node, group->node) == 0
                       : strcmp(item->metric, group->metric) == 0;
}

static void measure(const struct nodes_that_differ *nodes, struct group *group)
{
    group->count = 0;
    group->strength = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        if (!belongs(group, &nodes->items[i]))
            continue;
        group->count++;
        group->strength = fmax(group->strength, strength_of(&nodes->items[i]));
    }
}

/* The group of most members, then of the largest difference; a node before a metric. */
static struct group next_group(const struct nodes_that_differ *nodes)
{
    struct group best = {0};
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->items[i].reported)
            continue;
        struct group groups[] = {{.node = nodes->items[i].node},
                                 {.metric = nodes->items[i].metric}};
        for (size_t k = 0; k < 2; k++) {
            measure(nodes, &groups[k]);
            if (groups[k].count > best.count ||
                (groups[k].count == best.count && groups[k].strength > best.strength))
                best = groups[k];
        }
    }
    return best;
}

/* Takes the member that differs most and is not reported yet; NULL when there is none. */
static struct outliers *take_strongest(const struct nodes_that_differ *nodes,
                                       const struct group *group)
{
    struct outliers *best = NULL;
    for (size_t i = 0; i < nodes->count; i++)
        if (belongs(group, &nodes->items[i]) &&
            (!best || strength_of(&nodes->items[i]) > strength_of(best)))
            best = &nodes->items[i];
    if (best)
        best->reported = true;
    return best;
}

/* It differs in nearly all samples that it and the others have. */
static const char *always_text(const struct outliers *item)
{
    if (!(item->share_of_time >= NEARLY_ALWAYS))
        return "";
    return item->common_share < LEAST_COMMON ? "as long as it has samples" : "for the whole run";
}

/* When it differs, where that is a part of the time; "" where that is not known. */
static const char *when_text(const struct findings *findings, const struct outliers *item)
{
    double late_s = THRESHOLD * (findings->time.end - findings->time.start);
    if (item->share_of_time >= NEARLY_ALWAYS)
        return "";
    if (item->from > findings->time.start + late_s)
        return arena_format(findings->arena, "from %s to %s", finding_moment(findings, item->from),
                            item->common_share < LEAST_COMMON ? "its last sample" : "the end");
    if (!isnan(item->away_from))
        return finding_span(findings, item->away_from, item->away_until);
    if (item->share_of_time > THRESHOLD)
        return arena_format(findings->arena, "for %s of the time",
                            finding_percent(findings, item->share_of_time));
    return "";
}

/* "16 % below", "3.1 times" */
static const char *difference_text(const struct findings *findings, double ratio)
{
    if (ratio >= 2)
        return finding_share(findings, ratio);
    return arena_format(findings->arena, "%s %s", finding_percent(findings, fabs(ratio - 1)),
                        ratio < 1 ? "below" : "above");
}

/* "power (16 % below) and 2 more metrics"; "" where there is no other. */
static const char *others_text(const struct nodes_that_differ *nodes, const struct group *group)
{
    const struct findings *findings = nodes->findings;
    const char *others[MOST_OTHERS + 1];
    size_t count = 0, more = 0;
    for (struct outliers *item; (item = take_strongest(nodes, group));) {
        if (count < MOST_OTHERS)
            others[count++] =
                arena_format(findings->arena, "%s (%s)", finding_own_label(findings, item->metric),
                             difference_text(findings, item->ratio));
        else
            more++;
    }
    if (more)
        others[count++] =
            arena_format(findings->arena, "%s",
                         finding_count(findings, (double)more, "more metric", "more metrics"));
    return count ? finding_list(findings, others, count) : "";
}

static void describe_node(struct rule_finding *made, const struct nodes_that_differ *nodes,
                          const struct group *group, const struct outliers *first)
{
    const struct findings *findings = nodes->findings;
    made->variant = "one node";
    rule_text(made, "worker", finding_worker_of(findings, first->metric, first->node));
    rule_text(made, "difference", difference_text(findings, first->ratio));
    rule_text(made, "mean", finding_value(findings, first->metric, first->mean, first->unit, true));
    rule_text(made, "median",
              finding_value(findings, first->metric, first->median, first->unit, false));
    rule_text(made, "always", always_text(first));
    rule_text(made, "when", when_text(findings, first));
    rule_text(made, "others", others_text(nodes, group));
}

static size_t outlier_total(const struct findings *findings, const char *metric)
{
    const struct balance_rows balance = balance_rows(findings->tables);
    size_t row = rows_find(balance.rows, 0, balance.metric, metric, NULL, NULL);
    return row < balance.rows ? (size_t)balance.outliers[row] : 0;
}

static void describe_metric(struct rule_finding *made, const struct nodes_that_differ *nodes,
                            const struct group *group, const struct outliers *first)
{
    const struct findings *findings = nodes->findings;
    const char *items[MOST_NODES];
    size_t count = 0, total = outlier_total(findings, first->metric);
    for (const struct outliers *item = first; item && count < MOST_NODES;
         item = take_strongest(nodes, group))
        items[count++] = arena_format(findings->arena, "%s %s",
                                      finding_worker_of(findings, item->metric, item->node),
                                      difference_text(findings, item->ratio));
    made->variant = "several nodes";
    rule_text(made, "median",
              finding_value(findings, first->metric, first->median, first->unit, true));
    rule_text(made, "nodes", finding_list(findings, items, count));
    rule_number(made, "count", (double)(total > count ? total : count));
    rule_number(made, "more", total > count ? 1 : 0);
}

/* For a part of the run at a stretch: then hardware is no reason. */
static bool is_passing(const struct outliers *item)
{
    return !isnan(item->away_from) && item->share_of_time < LASTING;
}

static void add_group(struct nodes_that_differ *nodes, const struct group *group)
{
    struct outliers *first = take_strongest(nodes, group);
    struct findings *findings = nodes->findings;
    struct rule_finding made = rule_begin(findings, "nodes.outlier");
    bool is_large =
        group->strength >= LARGE && finding_is_work(first->metric) &&
        finding_difference(findings, first->metric, first->mean, first->median) == DIFFERENCE_LARGE;
    rule_text(&made, "section", finding_metric_section(findings, first->metric));
    const char *label = finding_own_label(findings, first->metric);
    rule_text(&made, "label", group->node ? finding_capital(findings, label) : label);
    rule_text(&made, "thing", finding_thing(first->metric));
    rule_number(&made, "ratio", first->ratio - 1);
    if (group->node)
        describe_node(&made, nodes, group, first);
    else
        describe_metric(&made, nodes, group, first);
    made.level = is_large ? RULE_WARN : RULE_NOTE;
    made.more_weight = rule_limit(&made, "difference_weight") * fmin(group->strength, 1);
    made.threshold = copysign(THRESHOLD, first->ratio - 1);
    made.advice_variant = !is_large ? "small" : is_passing(first) ? "passing" : "lasting";
    rule_add(&made);
}

/* The load of the same node, measured otherwise. */
static bool is_reported_by_load(const struct findings *findings,
                                const struct outlier_nodes_rows *table, const struct outliers *item)
{
    if (!finding_is_same_load(findings, item->metric))
        return false;
    const char *load = node_load_of(findings->request->signals)->metric;
    return rows_find(table->rows, 0, table->metric, load, table->node, item->node) < table->rows;
}

/* A little more or less for a short time, of what comes and goes as it does. */
static bool is_slight(const struct outliers *item)
{
    return fabs(item->ratio - 1) < SLIGHT && item->share_of_time < LASTING &&
           (isnan(item->away_from) || !finding_is_work(item->metric));
}

/* A throttled or hot GPU has other clocks, power and temperature than the others. */
static bool throttling_explains(const struct findings *findings, const struct outliers *item)
{
    static const char *const effects[] = {"clock", "power", "temperature"};
    bool is_effect = false;
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++)
        is_effect = is_effect || strstr(item->metric, effects[i]);
    return is_effect && (finding_reports_throttling(findings, item->node) ||
                         finding_reports_heat(findings, item->node));
}

static bool is_worth_a_word(const struct findings *findings, const struct outliers *item)
{
    return !isnan(item->ratio) && !is_slight(item) && finding_matters(findings, item->metric) &&
           finding_difference(findings, item->metric, item->mean, item->median) != DIFFERENCE_NONE;
}

/* Whether another finding says why the node differs. */
static bool is_explained(const struct findings *findings, const struct outliers *item)
{
    const char *node = item->node;
    return finding_reports_stop(findings, node) || finding_reports_lasting_fall(findings, node) ||
           finding_reports_little_work(findings, node) ||
           finding_reports_growth(findings, node, item->metric) ||
           throttling_explains(findings, item) || finding_hardware_explains_node(findings, node) ||
           finding_few_at_work_explains(findings, item->metric, node, item->ratio);
}

void findings_of_outliers(struct findings *findings)
{
    const struct outlier_nodes_rows table = outlier_nodes_rows(findings->tables);
    if (!table.rows)
        return;
    struct nodes_that_differ nodes = {findings, memory_alloc_array(table.rows, sizeof *nodes.items),
                                      0};
    for (size_t row = 0; row < table.rows; row++) {
        struct outliers item = outlier_of(&table, row);
        item.is_small =
            finding_difference(findings, item.metric, item.mean, item.median) == DIFFERENCE_SMALL;
        if (is_worth_a_word(findings, &item) && !is_reported_by_load(findings, &table, &item) &&
            !is_explained(findings, &item))
            nodes.items[nodes.count++] = item;
    }
    for (size_t i = 0; i < MOST_SENTENCES; i++) {
        struct group group = next_group(&nodes);
        if (group.count)
            add_group(&nodes, &group);
    }
    free(nodes.items);
}
