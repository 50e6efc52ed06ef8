/* Memory that was nearly full, or grew without end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/capacity.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/memory.h"
#include "util/number.h"

static const char full_rule[] = "nodes.memory-nearly-full", growth_rule[] = "nodes.memory-grows";

static double much_memory(const struct findings *findings)
{
    return finding_limit(findings, full_rule, "warn");
}

/* ---- growth ---- */

static double limit(const struct findings *findings, const char *name)
{
    return finding_limit(findings, growth_rule, name);
}

/* "B", or "%" of all memory. */
static const char *unit_of(const struct memory_growth_rows *table, size_t row)
{
    return table->unit[row];
}

static bool is_share(const struct memory_growth_rows *table, size_t row)
{
    return strcmp(unit_of(table, row), "%") == 0;
}

/* Only what is left is known. */
static bool is_of_available(const struct memory_growth_rows *table, size_t row)
{
    return strcmp(table->metric[row], "mem_available") == 0;
}

/* What growth is compared to: what was in use at first, or was left. */
static double base_of(const struct memory_growth_rows *table, size_t row)
{
    double from = table->from[row];
    return is_of_available(table, row) ? table->capacity[row] - from : from;
}

static double growth_of(const struct memory_growth_rows *table, size_t row)
{
    return table->to[row] - table->from[row];
}

static double least_growth(const struct findings *findings, const struct memory_growth_rows *table,
                           size_t row)
{
    double share = limit(findings, is_of_available(table, row) ? "some_of_available" : "some");
    return fmax(share * base_of(table, row), is_share(table, row) ? limit(findings, "least_percent")
                                                                  : limit(findings, "least_B"));
}

/* Of nearly all pairs of moments; and it has not aligned in the last third. */
static bool is_steady(const struct findings *findings, const struct memory_growth_rows *table,
                      size_t row)
{
    return table->rising_share[row] >= limit(findings, "rising") &&
           table->late_slope[row] >= limit(findings, "late_slope") * table->slope[row];
}

static bool grows(const struct findings *findings, const struct memory_growth_rows *table,
                  size_t row)
{
    return growth_of(table, row) >= least_growth(findings, table, row) &&
           is_steady(findings, table, row);
}

bool finding_reports_growth(const struct findings *findings, const char *node, const char *metric)
{
    static const char *const same[] = {
        "memory_percent",        "memory_info.rss", "mem_used", "mem_available",
        "mem_available_percent", "mem_free",        "MemFree",  "kbmemfree",
        "node_memory_MemFree"};
    const struct memory_growth_rows growth = memory_growth_rows(findings->tables);
    bool is_node_memory = false;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        is_node_memory = is_node_memory || strcmp(metric, same[i]) == 0;
    for (size_t row = 0; row < growth.rows; row++) {
        const char *growing = growth.metric[row];
        if (strcmp(growth.node[row], node) == 0 && grows(findings, &growth, row) &&
            (strcmp(growing, metric) == 0 ||
             (is_node_memory && strcmp(finding_thing(growing), "node") == 0)))
            return true;
    }
    return false;
}

/* Memory that rose all the time, if too little for a finding. What was left of
 * it is known alone, or nothing was in use at first: there is no share to speak of. */
const char *finding_small_growth(const struct findings *findings)
{
    static const double LEAST_SAID = 0.001;
    const struct memory_growth_rows table = memory_growth_rows(findings->tables);
    double most = 0;
    for (size_t row = 0; row < table.rows; row++) {
        double grown = growth_of(&table, row);
        if (is_steady(findings, &table, row) && grown > 0)
            most =
                fmax(most, is_of_available(&table, row) ? INFINITY : grown / base_of(&table, row));
    }
    if (!(most >= LEAST_SAID))
        return most > 0 ? "memory hardly grew" : "memory did not grow steadily";
    return most <= limit(findings, "some")
               ? arena_format(findings->arena, "memory grew steadily by at most %s",
                              finding_percent(findings, most))
               : "memory grew little";
}

struct growing {
    size_t worst, count, of; /* rows of the metric */
};

static struct growing find_growing(const struct findings *findings,
                                   const struct memory_growth_rows *table, const char *thing)
{
    struct growing growing = {0};
    for (size_t row = 0; row < table->rows; row++) {
        if (strcmp(finding_thing(table->metric[row]), thing) != 0)
            continue;
        growing.of++;
        if (grows(findings, table, row) &&
            (!growing.count++ || growth_of(table, row) > growth_of(table, growing.worst)))
            growing.worst = row;
    }
    return growing;
}

/* Of its memory; shared pages may count twice. */
static double highest_share(const struct memory_growth_rows *table, size_t row)
{
    double share = table->highest[row] / table->capacity[row];
    return share > 1 ? 1 : share;
}

static bool is_full(const struct memory_growth_rows *table, size_t row)
{
    return !isnan(table->full_from[row]);
}

static bool is_full_soon(const struct findings *findings, const struct memory_growth_rows *table,
                         size_t row)
{
    return table->full_in_s[row] <= limit(findings, "soon") * table->length_s[row];
}

/* How memory that grew was released, as its program stopped. */
enum release { RELEASE_NONE, RELEASE_AFTER_WORK, RELEASE_MAYBE_KILLED, RELEASE_OF_FULL };

static enum release release_of(const struct findings *findings,
                               const struct memory_growth_rows *table, size_t row, bool is_much)
{
    if (isnan(table->released[row]))
        return RELEASE_NONE;
    if (highest_share(table, row) >= much_memory(findings))
        return RELEASE_OF_FULL;
    return is_much ? RELEASE_MAYBE_KILLED : RELEASE_AFTER_WORK;
}

static void give_amounts(struct rule_finding *made, const struct memory_growth_rows *table,
                         size_t row)
{
    const struct findings *findings = made->findings;
    const char *unit = unit_of(table, row);
    double from = table->from[row], to = table->to[row];
    double capacity = table->capacity[row];
    bool is_left = is_of_available(table, row);
    made->variant = is_left ? "available" : "in use";
    rule_text(made, "from", finding_quantity(findings, is_left ? capacity - from : from, unit));
    rule_text(made, "to", finding_quantity(findings, is_left ? capacity - to : to, unit));
    rule_text(made, "slope", finding_quantity(findings, 3600 * table->slope[row], unit));
    rule_number(made, "of_all", is_share(table, row));
    rule_number(made, "growth", growth_of(table, row) / base_of(table, row));
    made->threshold = least_growth(findings, table, row) / base_of(table, row);
}

/* When memory was full, or will be. */
static void give_end(struct rule_finding *made, const struct memory_growth_rows *table, size_t row)
{
    double capacity = table->capacity[row];
    double full_in_s = table->full_in_s[row];
    rule_number(made, "full_from", table->full_from[row]);
    rule_number(made, "highest", highest_share(table, row));
    if (is_full(table, row) || isnan(capacity) || !(full_in_s > 0))
        return;
    rule_number(made, "full_in", full_in_s);
    rule_number(made, "capacity", is_share(table, row) ? NUMBER_MISSING : capacity);
}

static void give_release(struct rule_finding *made, const struct memory_growth_rows *table,
                         size_t row, enum release release)
{
    rule_number(made, "released", table->released[row]);
    if (release == RELEASE_OF_FULL)
        rule_number(made, "full_share", highest_share(table, row));
    rule_number(made, "killed", release == RELEASE_OF_FULL);
    rule_number(made, "maybe_killed", release == RELEASE_MAYBE_KILLED);
}

static void give_place(struct rule_finding *made, const struct growing *growing, const char *node,
                       const char *thing)
{
    rule_text(made, "node", node);
    rule_text(made, "things", strcmp(thing, "node") == 0 ? "nodes" : "GPUs");
    rule_text(made, "memory", strcmp(thing, "node") == 0 ? "Memory" : "GPU memory");
    if (growing->count > 1)
        rule_number(made, "count", (double)growing->count);
    rule_number(made, "of", (double)growing->of);
    if (growing->count == 1 && growing->of > 1)
        rule_number(made, "one_of", (double)growing->of);
}

static void add_growing(struct findings *findings, const struct memory_growth_rows *table,
                        const char *thing)
{
    struct growing growing = find_growing(findings, table, thing);
    size_t row = growing.worst;
    if (!growing.count)
        return;
    struct rule_finding made = rule_begin(findings, growth_rule);
    bool is_soon = is_full_soon(findings, table, row);
    bool is_much =
        is_soon || growth_of(table, row) / base_of(table, row) >= limit(findings, "much");
    enum release release = release_of(findings, table, row, is_much);
    bool was_killed = release == RELEASE_OF_FULL ||
                      (release == RELEASE_MAYBE_KILLED && isnan(table->capacity[row]));
    bool is_over = release != RELEASE_NONE || is_full(table, row);
    const char *node = finding_worker(findings, table->table, row);
    rule_text(&made, "section", finding_worker_section(findings, table->table, row));
    give_place(&made, &growing, node, thing);
    give_amounts(&made, table, row);
    rule_number(&made, "over", is_over);
    if (release == RELEASE_NONE)
        give_end(&made, table, row);
    else
        give_release(&made, table, row, release);
    rule_number(&made,
                release != RELEASE_NONE || (is_over && strcmp(thing, "node") == 0) ? "request_more"
                                                                                   : "run_longer",
                1);
    made.level = was_killed || is_soon ? RULE_BAD : is_much ? RULE_WARN : RULE_NOTE;
    if (made.level == RULE_WARN)
        made.threshold = limit(findings, "much");
    made.more_weight = was_killed ? limit(findings, "killed_weight") : 0;
    made.finding.explains_low_load = made.level == RULE_BAD;
    made.finding.clue = is_much ? FINDING_CLUE_MEMORY : 0;
    made.finding.clue_about = arena_format(findings->arena, "memory of %s", node);
    rule_add(&made);
}

/* ---- nearly full, and why ---- */

/* Whether the node swapped, or its memory grows until it is full: each is a finding of its own. */
static bool is_why_full(const struct findings *findings, const char *node)
{
    const struct memory_growth_rows growth = memory_growth_rows(findings->tables);
    if (finding_node_swapping_s(findings, node) > 0)
        return true;
    for (size_t row = 0; row < growth.rows; row++)
        if (strcmp(growth.node[row], node) == 0 && grows(findings, &growth, row) &&
            is_full_soon(findings, &growth, row))
            return true;
    return false;
}

struct fullness {
    const char *node, *metric; /* of the fullest */
    double share;
    size_t full_nodes, nodes; /* that are nearly full; whose share is known */
    size_t unexplained;       /* of the full nodes */
    bool is_planned;          /* no node grew late to it: the program may need as much */
};

/* Whether memory became nearly full in the second half of its time alone, well above what was in
 * use at first. */
static bool grew_late(const struct findings *findings, const struct signal *signal, double full)
{
    size_t quarter = signal->count / 4, count = 0, first = 0;
    double *early = memory_alloc_array(quarter + 1, sizeof *early), highest = NUMBER_MISSING;
    for (size_t i = 0; i < quarter; i++)
        if (!isnan(signal->values[i]))
            early[count++] = signal->values[i];
    double usual = count ? statistic_median(early, count) : NUMBER_MISSING;
    free(early);
    while (first < signal->count && !(signal->values[first] > much_memory(findings) * full))
        first++;
    for (size_t i = 0; i < signal->count; i++)
        highest = fmax(highest, signal->values[i]);
    return 2 * first >= signal->count &&
           !(highest - usual < finding_limit(findings, full_rule, "grown_late") * full);
}

/* The largest share of its memory that a node used. Resident memory counts shared pages once for
 * each process, and may come to more than there is. */
static struct fullness find_fullness(const struct findings *findings)
{
    static const char *const metrics[] = {"memory_percent", "memory_info.rss", "mem_used"};
    const struct signals *signals = findings->request->signals;
    const struct capacity *capacities = capacities_of(findings->request);
    const struct node_metrics_rows table = node_metrics_rows(findings->tables);
    struct fullness fullest = {.share = NUMBER_MISSING};
    bool is_planned = true;
    double *shares = memory_alloc_array(findings->request->dataset->node_count, sizeof *shares);
    for (size_t row = 0; row < table.rows; row++) { /* row i is signal i */
        const char *metric = table.metric[row];
        size_t kind = 0;
        while (kind < sizeof metrics / sizeof metrics[0] && strcmp(metric, metrics[kind]) != 0)
            kind++;
        if (kind == sizeof metrics / sizeof metrics[0])
            continue;
        double full = kind == 0 ? 100 : capacities[signals->items[row].node].memory_B;
        double share = table.max[row] / full;
        double *of_node = &shares[signals->items[row].node];
        *of_node = fmax(*of_node, share);
        if (share > much_memory(findings) &&
            (share >= finding_limit(findings, full_rule, "planned_below") ||
             grew_late(findings, &signals->items[row], full)))
            is_planned = false;
        if (share > fullest.share || (isnan(fullest.share) && !isnan(share)))
            fullest = (struct fullness){.node = table.node[row],
                                        .metric = metric,
                                        .share = fmin(share, 1)};
    }
    for (size_t i = 0; i < findings->request->dataset->node_count; i++) {
        fullest.nodes += shares[i] > 0 ? 1 : 0;
        if (!(shares[i] > much_memory(findings)))
            continue;
        fullest.full_nodes++;
        fullest.unexplained += is_why_full(findings, signals->nodes[i].name) ? 0 : 1;
    }
    free(shares);
    fullest.is_planned = is_planned;
    return fullest;
}

static void add_fullness(struct findings *findings)
{
    struct fullness fullest = find_fullness(findings);
    if (!(fullest.share > much_memory(findings)) || !fullest.unexplained)
        return;
    struct rule_finding made = rule_begin(findings, full_rule);
    const char *node = finding_name(findings, fullest.node);
    rule_text(&made, "metric", fullest.metric);
    rule_text(&made, "node", node);
    rule_number(&made, "share", fullest.share);
    rule_number(&made, "of", (double)fullest.nodes);
    rule_number(&made, "nodes", (double)fullest.full_nodes);
    made.variant = fullest.full_nodes == 1 ? fullest.is_planned ? "one node as planned" : "one node"
                   : fullest.is_planned    ? "nodes as planned"
                                           : "nodes";
    if (fullest.is_planned && !(fullest.share > rule_limit(&made, "bad"))) {
        made.level = RULE_NOTE;
        made.threshold = much_memory(findings);
    }
    made.finding.explains_low_load = !fullest.is_planned;
    made.finding.clue = FINDING_CLUE_MEMORY;
    made.finding.clue_about = arena_format(findings->arena, "memory of %s", node);
    rule_add(&made);
}

bool finding_reports_node_memory(const struct findings *findings)
{
    const struct memory_growth_rows growth = memory_growth_rows(findings->tables);
    if (!findings->request->signals || shared_nodes_have_cpus(findings->tables))
        return false;
    return (growth.rows && find_growing(findings, &growth, "node").count) ||
           find_fullness(findings).share > much_memory(findings);
}

void findings_of_memory(struct findings *findings)
{
    const struct memory_growth_rows growth = memory_growth_rows(findings->tables);
    add_fullness(findings);
    if (!growth.rows)
        return;
    add_growing(findings, &growth, "node");
    add_growing(findings, &growth, "GPU");
}
