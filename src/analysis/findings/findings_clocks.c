/* Nodes whose clock is far from that of most nodes, or jumped; tasks that end before they start. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/number.h"

struct clocks {
    const char *thing; /* "node" or "GPU" */
    size_t off, row;   /* of these, and the first of them */
    double others;     /* first sample of all that are not off */
};

/* By a clock that is off it is not known when a node starts after others. */
bool finding_clock_is_off(const struct nodes_rows *nodes, size_t row)
{
    return !isnan(nodes->first[row]) && isnan(nodes->starts_after_s[row]);
}

static struct clocks clocks_of(const struct nodes_rows *nodes, bool of_gpus)
{
    struct clocks clocks = {.thing = of_gpus ? "GPU" : "node", .others = NUMBER_MISSING};
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!finding_clock_is_off(nodes, row))
            clocks.others = fmin(clocks.others, nodes->first[row]);
        else if (nodes_table_is_gpu(nodes->table, row) == of_gpus && !clocks.off++)
            clocks.row = row;
    }
    return clocks;
}

/* GPUs have the clock of their node: they count where no node does. */
static struct clocks find_clocks(const struct nodes_rows *nodes)
{
    struct clocks clocks = clocks_of(nodes, false);
    return clocks.off ? clocks : clocks_of(nodes, true);
}

static const char *day_text(const struct findings *findings, double instant)
{
    char text[64];
    return arena_text(findings->arena, instant_format(instant, INSTANT_DAY, text, sizeof text));
}

static void give_clocks(struct rule_finding *made, const struct clocks *clocks, const char *node)
{
    rule_text(made, clocks->off == 1 ? "only" : "first", node);
    rule_text(made, "things",
              clocks->off == 1                    ? NULL
              : strcmp(clocks->thing, "GPU") == 0 ? "GPUs"
                                                  : "nodes");
    rule_number(made, "count", clocks->off == 1 ? NUMBER_MISSING : (double)clocks->off);
}

/* Nodes or GPUs whose clock jumped; `most`: the row of most samples that are left out for it. */
struct jumps {
    const char *thing;
    size_t count, most;
};

static struct jumps jumps_of(const struct nodes_rows *nodes, bool of_gpus)
{
    const double *set_aside = nodes->set_aside;
    struct jumps jumps = {.thing = of_gpus ? "GPU" : "node"};
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!(set_aside[row] > 0) || nodes_table_is_gpu(nodes->table, row) != of_gpus)
            continue;
        if (!jumps.count++ || set_aside[row] > set_aside[jumps.most])
            jumps.most = row;
    }
    return jumps;
}

/* Samples that are left out because of their time stamps, most of one node first. */
static void add_jumps(struct findings *findings, const struct nodes_rows *nodes)
{
    const double *set_aside = nodes->set_aside;
    struct jumps jumps = jumps_of(nodes, false);
    if (!jumps.count)
        jumps = jumps_of(nodes, true);
    if (!jumps.count)
        return;
    size_t most = jumps.most;
    struct rule_finding made = rule_begin(findings, "nodes.clock-jumped");
    rule_text(&made, "node", finding_name(findings, nodes->node[most]));
    rule_number(&made, "samples", set_aside[most]);
    rule_number(&made, "more", (double)jumps.count - 1);
    made.variant = jumps.thing;
    made.level = RULE_WARN;
    made.threshold = 0;
    made.finding.unit = "samples";
    rule_add(&made);
}

static void add_clocks_off(struct findings *findings, const struct nodes_rows *nodes)
{
    struct clocks clocks = find_clocks(nodes);
    if (!clocks.off || isnan(clocks.others))
        return;
    double first = nodes->first[clocks.row];
    const char *node = finding_name(findings, nodes->node[clocks.row]);
    struct rule_finding made = rule_begin(findings, "nodes.clock-off");
    give_clocks(&made, &clocks, node);
    rule_text(&made, "day", day_text(findings, first));
    rule_text(&made, "day_of_others", day_text(findings, clocks.others));
    rule_number(&made, "difference", fabs(first - clocks.others));
    made.level = RULE_WARN;
    rule_add(&made);
}

/* Tasks whose times cannot be: what is said of times is of the others. */
static void add_backwards(struct findings *findings, const struct records *records)
{
    double count = (double)records->backwards, share = fmin(count / (double)records->rows, 1);
    struct rule_finding made = rule_begin(findings, "tasks.end-before-start");
    rule_number(&made, "share", share);
    rule_number(&made, "count", count);
    rule_number(&made, "tasks", (double)records->rows);
    rule_number(&made, "timeless", (double)records->timeless);
    if (!records->timeless)
        made.variant = "elapsed times are known";
    else
        made.variant = records->timeless == records->backwards ? "no elapsed time is known"
                                                               : "some elapsed times are known";
    if (!(count > 1 && share >= rule_limit(&made, "warn"))) {
        made.level = RULE_NOTE;
        made.threshold = 0;
    }
    rule_add(&made);
}

void findings_of_clocks(struct findings *findings)
{
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    const struct records *records = findings->request->dataset->records;
    if (records && records->backwards && records->rows)
        add_backwards(findings, records);
    if (!nodes.rows)
        return;
    add_clocks_off(findings, &nodes);
    add_jumps(findings, &nodes);
}
