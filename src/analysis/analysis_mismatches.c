/* mismatches: records of tasks and samples of other times, or of other nodes, than theirs, which
 * may be of different runs. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/node_names.h"
#include "analysis/tasks/attempt_nodes.h"
#include "analysis/time_match.h"
#include "table/rows.h"
#include "util/number.h"

/* Traces have times, too, but no samples. */
static bool has_samples(const struct dataset *dataset)
{
    return dataset->timeline_count || (dataset->activity && dataset->activity->sample_count);
}

/* ---- nodes ---- */

struct apart_nodes_of {
    const char *task_node, *sample_node; /* the first of each */
    size_t task_nodes, sample_nodes;
};

/* The short names of the nodes of attempts; false where some are no names of hosts. */
static bool add_short_names(struct interner *names, const struct interner *nodes)
{
    for (uint32_t i = 1; i < nodes->count; i++) {
        const char *name = interner_text(nodes, i);
        if (!node_name_is_host(name))
            return false;
        node_names_add(names, name);
    }
    return true;
}

/* Whether the samples are of none of the nodes. `names`: those of the tasks. */
static bool samples_lack(const struct dataset *dataset, const struct interner *names,
                         struct apart_nodes_of *apart)
{
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const char *name = dataset->nodes[dataset->timelines[i]->node].name;
        if (!node_name_is_host(name) || node_names_find(names, name))
            return false;
        apart->sample_node = apart->sample_node ? apart->sample_node : name;
    }
    return apart->sample_node;
}

static size_t sampled_nodes(const struct dataset *dataset)
{
    struct interner names;
    interner_init(&names);
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const char *name = dataset->nodes[dataset->timelines[i]->node].name;
        interner_add(&names, name, strlen(name));
    }
    size_t count = names.count ? names.count - 1 : 0;
    interner_release(&names);
    return count;
}

static bool nodes_are_apart(const struct dataset *dataset, struct tables *tables,
                            struct apart_nodes_of *apart)
{
    struct attempt_nodes nodes;
    struct interner names;
    interner_init(&names);
    attempt_nodes_make(&nodes, dataset->records);
    apart->task_nodes = nodes.names.count ? nodes.names.count - 1 : 0;
    bool differ = apart->task_nodes && nodes.left_out == 0 &&
                  add_short_names(&names, &nodes.names) && samples_lack(dataset, &names, apart);
    if (differ) {
        apart->task_node = arena_text(tables->arena, interner_text(&nodes.names, 1));
        apart->sample_nodes = sampled_nodes(dataset);
    }
    attempt_nodes_release(&nodes);
    interner_release(&names);
    return differ;
}

/* ---- the table ---- */

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    if (!dataset->records || !has_samples(dataset))
        return;
    struct time_match times = time_match_of(dataset);
    struct apart_nodes_of apart = {0};
    bool nodes_differ = nodes_are_apart(dataset, tables, &apart);
    if (!times.differ && !nodes_differ)
        return;
    struct table *table = tables_get(tables, "mismatches");
    struct mismatches_row row = mismatches_row_missing();
    row.differ = times.differ && nodes_differ ? "times nodes" : times.differ ? "times" : "nodes";
    row.shift_s = times.shift_s;
    row.by_work = times.is_by_work;
    if (times.are_known) {
        row.tasks_first = times.tasks.first;
        row.tasks_last = times.tasks.last;
        row.samples_first = times.samples.first;
        row.samples_last = times.samples.last;
    }
    if (nodes_differ) {
        row.task_node = apart.task_node;
        row.task_nodes = (double)apart.task_nodes;
        row.sample_node = apart.sample_node;
        row.sample_nodes = (double)apart.sample_nodes;
    }
    mismatches_row_put(table, &row);
}

const struct analysis analysis_mismatches = {"mismatches", run};
