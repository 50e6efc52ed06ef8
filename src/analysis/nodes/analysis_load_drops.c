/* load_drops: stretches of the run in which the load of the processors of all nodes is far below
 * what it is otherwise (low_stretches.h), at its start, amid it or to its end.
 *
 * Otherwise a quarter of the cores is busy, where their number is known. No GPU works meanwhile,
 * and no rate of processors keeps up: else another kind of work is done. Traffic or file I/O may
 * rise in its place: then processors wait for it. What is lost by all is LEAST_LOSS of what the run
 * would have done at the load otherwise, or more. Phases of file I/O as short as those of
 * file_periods are told there. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/low_company.h"
#include "analysis/nodes/node_load.h"
#include "table/rows.h"
#include "util/memory.h"

static const double LOW = 0.55; /* of the load otherwise: a half, with its noise */
static const double LEAST_LOSS = 0.04;
static const double CORES_AT_WORK = 0.25;
static const double AS_LONG = 2; /* as the phases of file_periods */

struct drops {
    const struct analysis_request *request;
    const struct node_load *load;
    struct low_stretches stretches;
    struct low_mean *loads; /* low_stretches_means() */
    struct low_company *companies;
};

static bool is_period(const struct drops *drops, const struct file_periods_rows *periods,
                      size_t number)
{
    double length_s = low_stretch_length(&drops->stretches, number);
    return periods->rows && drops->companies[number].is_of_files &&
           length_s <= AS_LONG * periods->length_s[0];
}

/* Of all cores that the nodes have; 1 where their number is not known. */
static double share_of_cores(const struct drops *drops, double value)
{
    const struct signal_metric *metric = drops->stretches.metric;
    double cores = 0;
    const struct capacity *capacities = capacities_of(drops->request);
    for (size_t i = 0; i < metric->count; i++)
        cores += capacities[drops->request->signals->items[metric->first + i].node].cores /
                 (double)metric->count;
    double share = node_load_share(drops->load, value, cores);
    return isnan(share) ? 1 : share;
}

static void put(struct table *table, const struct drops *drops, size_t number)
{
    const struct signal_metric *metric = drops->stretches.metric;
    const struct low_company *company = &drops->companies[number];
    struct low_company_risen risen = low_company_risen(company, drops->request->signals);
    struct load_drops_row row = load_drops_row_missing();
    row.metric = metric->name;
    row.start = low_stretch_start(&drops->stretches, number);
    row.end = low_stretch_end(&drops->stretches, number);
    row.duration_s = low_stretch_length(&drops->stretches, number);
    row.load = drops->loads[number + 1].value;
    row.samples = (double)drops->loads[number + 1].samples;
    row.load_otherwise = drops->loads[0].value;
    row.nodes = (double)drops->stretches.items[number].nodes;
    row.fell_too = company->fell;
    LOW_COMPANY_SET_RISEN(&row, risen);
    load_drops_row_put(table, &row);
}

static void put_all(const struct drops *drops, struct tables *tables)
{
    const struct low_stretches *stretches = &drops->stretches;
    const struct file_periods_rows periods = file_periods_rows(tables);
    bool *counts = memory_alloc_array(stretches->count, sizeof *counts);
    double lost = 0;
    for (size_t i = 0; i < stretches->count; i++) {
        const struct low_stretch *stretch = &stretches->items[i];
        const struct low_company *company = &drops->companies[i];
        counts[i] = !company->goes_on && !company->gpus_work && !is_period(drops, &periods, i);
        if (counts[i])
            lost += (1 - drops->loads[i + 1].value / drops->loads[0].value) *
                    (double)(stretch->end - stretch->first - stretch->gaps) /
                    (double)stretches->metric->grid.slots;
    }
    for (size_t i = 0; lost >= LEAST_LOSS && i < stretches->count; i++)
        if (counts[i])
            put(tables_get(tables, "load_drops"), drops, i);
    free(counts);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct drops drops = {.request = request, .load = node_load_of(signals)};
    if (!drops.load)
        return;
    size_t metric = signals_find(signals, drops.load->metric);
    low_stretches_find(&drops.stretches, signals, metric, LOW);
    drops.loads = low_stretches_means(&drops.stretches, signals, metric);
    if (drops.stretches.count && drops.loads[0].value > drops.load->at_rest &&
        share_of_cores(&drops, drops.loads[0].value) >= CORES_AT_WORK) {
        drops.companies = low_company_find(&drops.stretches, request, tables, tables->arena);
        put_all(&drops, tables);
    }
    free(drops.loads);
    low_stretches_release(&drops.stretches);
}

const struct analysis analysis_load_drops = {"load_drops", run};
