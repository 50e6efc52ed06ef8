/* load_drops: the load of the processors falls on all nodes to a much lower level and stays there
 * to the end (falls.h), and nothing else that is measured goes on in its place.
 *
 * Before it falls, a quarter of the cores is busy, where their number is known. Of what goes on, a
 * rate of processors keeps up, traffic or file I/O rises (results are written), or GPUs work. A
 * fall by little, or for a short time, is left out: what is lost by it is a part of the load before
 * and of the run, and both multiplied come to LEAST_LOSS or more. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/falls.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"
#include "util/number.h"

static const double LOW = 0.55; /* of the load before: a half, with its noise */
static const double LEAST_LOSS = 0.1;
static const double AT_WORK = 0.5, CORES_AT_WORK = 0.25; /* of the p95; of the cores */
static const double KEPT = 0.8, ROSE = 1.5;              /* of a rate before */

/* What the rates did when the load fell. */
struct company {
    const char *fell; /* "flops_any mem_bw" */
    bool goes_on;
};

static struct company company_of(const struct signals *signals, double moment, struct arena *arena)
{
    struct company company = {"", false};
    struct work_rates rates = work_rates_of(signals);
    for (size_t i = 0; i < rates.count; i++) {
        const struct work_rate *rate = &rates.items[i];
        struct around around = around_moment(signals, rate->number, moment);
        double as_before = (rate->kind == WORK_RATE_OF_PROCESSORS ? KEPT : ROSE) * around.before;
        company.goes_on |= around.after >= fmax(as_before, WORK_RATE_LEAST);
        if (rate->adds_up && around.before >= WORK_RATE_LEAST &&
            around.after <= LOW * around.before)
            company.fell =
                arena_format(arena, "%s%s%s", company.fell, *company.fell ? METRICS_BETWEEN : "",
                             signals->metrics[rate->number].name);
    }
    return company;
}

/* Of all cores that the nodes have; 1 where their number is not known. */
static double share_of_cores(const struct analysis_request *request, const struct node_load *load,
                             double value)
{
    const struct signal_metric *metric = node_load_metric(request->signals, load);
    double cores = 0;
    const struct capacity *capacities = capacities_of(request);
    for (size_t i = 0; i < metric->count; i++)
        cores += capacities[request->signals->items[metric->first + i].node].cores /
                 (double)metric->count;
    double share = node_load_share(load, value, cores);
    return isnan(share) ? 1 : share;
}

static void put(struct tables *tables, const struct signal_metric *metric, const struct fall *fall,
                const char *fell)
{
    struct table *table = tables_get(tables, "load_drops");
    table_put_text(table, metric->name);
    table_put_number(table, fall->moment);
    table_put_number(table, metric->grid.last);
    table_put_number(table, metric->grid.last - fall->moment);
    table_put_number(table, fall->before);
    table_put_number(table, fall->after);
    table_put_number(table, (double)metric->present);
    table_put_text(table, fell);
}

static void study(const struct analysis_request *request, struct tables *tables,
                  const struct node_load *load, struct fall *fall)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    struct job_time time = job_time_of(request);
    if (!fall_find(fall, LOW) ||
        !(fall->before >= fmax(load->at_rest, work_signs_part_of_p95(tables, metric, AT_WORK))) ||
        share_of_cores(request, load, fall->before) < CORES_AT_WORK)
        return;
    double length = (metric->grid.last - fall->moment) / (time.end - time.start);
    if (!((1 - fall->after / fall->before) * length >= LEAST_LOSS) ||
        gpus_work_after(request, tables, &metric->grid, fall->moment))
        return;
    struct company company = company_of(signals, fall->moment, tables->arena);
    if (!company.goes_on)
        put(tables, metric, fall, company.fell);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    if (!load)
        return;
    struct fall fall = {0};
    fall_make(&fall, signals, signals_find(signals, load->metric));
    study(request, tables, load, &fall);
    fall_release(&fall);
}

const struct analysis analysis_load_drops = {"load_drops", run};
