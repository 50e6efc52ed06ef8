#include "analysis/nodes/node_falls.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/falls.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double LOW = 0.4, KEPT = 0.8; /* of the load before */
static const double AT_WORK = 0.5;         /* of the p95 of all nodes */
static const double TO_THE_END = 0.95;     /* of the time */

struct search {
    const struct little_work_search *nodes;
    const struct signals *signals;
    const struct signal_metric *metric;
    struct tables *tables;
    double at_work;
    struct cut {
        bool is_known, gpus_work; /* after it */
        size_t others;            /* nodes that go on as before */
    } * cuts;                     /* at each column: many nodes may fall at the same */
};

static bool is_listed(const struct tables *tables, const char *node)
{
    const struct stops_rows stops = stops_rows(tables);
    return stops.rows && rows_find(stops.rows, 0, stops.node, node, NULL, NULL) < stops.rows;
}

static bool is_seen_to_the_end(const struct fall *fall)
{
    size_t last = 0;
    for (size_t c = 0; c < fall->bins.columns; c++)
        last = isnan(fall->means[c]) ? last : c + 1;
    return (double)last >= TO_THE_END * (double)fall->bins.columns;
}

static size_t count_others(const struct fall *fall, double at_work)
{
    size_t count = 0;
    for (size_t node = 0; node < fall->bins.nodes; node++) {
        struct around around = fall_around(fall, node);
        count += around.after >= KEPT * around.before && around.after >= at_work;
    }
    return count;
}

static const struct cut *cut_of(const struct search *search, const struct fall *fall)
{
    struct cut *cut = &search->cuts[fall->cut];
    if (!cut->is_known)
        *cut = (struct cut){true,
                            gpus_work_after(search->nodes->request, search->tables,
                                            &search->metric->grid, fall->moment),
                            count_others(fall, search->at_work)};
    return cut;
}

static double last_before(const struct signal *signal, double moment)
{
    double last = moment;
    for (size_t i = 0; i < signal->count && signal->times[i] < moment; i++)
        last = isnan(signal->values[i]) ? last : signal->times[i];
    return last;
}

static void put(const struct search *search, const struct signal *signal, const struct fall *fall,
                size_t others)
{
    struct table *table = tables_get(search->tables, "stops");
    const struct node_samples *samples = &search->signals->node_samples[signal->node];
    double last = last_before(signal, fall->moment), end = search->metric->grid.last;
    struct little_work after =
        little_work_find_after(search->nodes, search->tables, signal, last, end);
    bool goes_on = after.share > 0;
    struct stops_row row = stops_row_missing();
    row.node = search->signals->nodes[signal->node].name;
    row.metric = search->metric->name;
    row.last_at_work = last;
    row.last_sample = samples->last;
    row.others_until = end;
    row.others = (double)others;
    row.of = (double)search->metric->present;
    row.little_share = NUMBER_MISSING;
    row.load_share = goes_on ? after.load_share : NUMBER_MISSING;
    row.busy_cores = goes_on ? after.busy_cores : NUMBER_MISSING;
    row.cores = goes_on ? after.cores : NUMBER_MISSING;
    row.load_before = fall->before;
    row.load_after = fall->after;
    stops_row_put(table, &row);
}

static void look_at(const struct search *search, struct fall *fall, size_t node)
{
    const struct signal *signal = &search->signals->items[search->metric->first + node];
    if (search->signals->node_samples[signal->node].is_apart ||
        !fall_find_of_node(fall, node, LOW) || !(fall->before >= search->at_work) ||
        !is_seen_to_the_end(fall) ||
        is_listed(search->tables, search->signals->nodes[signal->node].name))
        return;
    const struct cut *cut = cut_of(search, fall);
    if (cut->others && 2 * cut->others >= fall->bins.nodes && !cut->gpus_work)
        put(search, signal, fall, cut->others);
}

void node_falls_put(struct tables *tables, const struct little_work_search *nodes)
{
    const struct signals *signals = nodes->request->signals;
    struct search search = {.nodes = nodes,
                            .signals = signals,
                            .metric = node_load_metric(signals, nodes->load),
                            .tables = tables};
    search.at_work =
        fmax(nodes->load->at_rest, work_signs_part_of_p95(tables, search.metric, AT_WORK));
    struct fall fall = {0};
    if (search.metric->present < 2)
        return;
    fall_make(&fall, signals, (size_t)(search.metric - signals->metrics));
    search.cuts = memory_alloc_array(fall.bins.columns, sizeof *search.cuts);
    for (size_t node = 0; node < fall.bins.nodes; node++)
        look_at(&search, &fall, node);
    free(search.cuts);
    fall_release(&fall);
}
