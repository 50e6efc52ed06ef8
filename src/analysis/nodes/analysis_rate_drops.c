/* rate_drops: rates that fall on all nodes to a much lower level while the processors keep as busy,
 * and stay there to the end (falls.h), or for a time in which traffic or file I/O rises
 * (low_stretches.h): then processors wait for it in a loop. The load is compared over the same
 * sides. Not where GPUs work meanwhile. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/falls.h"
#include "analysis/nodes/low_company.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"
#include "util/number.h"

static const double LOW = 0.5;
static const double SAME_LOAD = 0.8, AT_WORK = 0.5; /* of the load before; of its p95 */

struct drop {
    double start, end, length_s; /* length_s: without gaps */
    struct around rate, load;
    double samples; /* of the rate, in it; NaN: to the end */
    struct low_company company;
};

struct search {
    const struct analysis_request *request;
    struct tables *tables;
    const struct signal_metric *load;
    double least_load;
};

static bool keeps_load(const struct search *search, const struct around *loads)
{
    return loads->before >= search->least_load && loads->after >= SAME_LOAD * loads->before;
}

static void put(const struct search *search, const struct work_rate *rate, const struct drop *drop)
{
    const struct signals *signals = search->request->signals;
    const struct signal_metric *metric = &signals->metrics[rate->number];
    struct low_company_risen risen = low_company_risen(&drop->company, signals);
    struct rate_drops_row row = rate_drops_row_missing();
    row.metric = metric->name;
    row.start = drop->start;
    row.end = drop->end;
    row.duration_s = drop->length_s;
    row.before = drop->rate.before;
    row.after = drop->rate.after;
    row.samples = drop->samples;
    row.nodes = (double)metric->present;
    row.load_before = drop->load.before;
    row.load_after = drop->load.after;
    row.of_processors = rate->kind == WORK_RATE_OF_PROCESSORS;
    LOW_COMPANY_SET_RISEN(&row, risen);
    rate_drops_row_put(tables_at(search->tables, TABLE_rate_drops), &row);
}

/* Returns whether it fell for good. */
static bool study_fall(const struct search *search, const struct work_rate *rate)
{
    const struct signals *signals = search->request->signals;
    struct fall fall = {0};
    fall_make(&fall, signals, rate->number);
    bool has_fallen = fall_find(&fall, LOW) && fall.before >= WORK_RATE_LEAST;
    if (has_fallen) {
        double end = signals->metrics[rate->number].grid.last;
        struct drop drop = {
            .start = fall.moment,
            .end = end,
            .length_s = end - fall.moment,
            .samples = NUMBER_MISSING,
            .rate = {fall.before, fall.after},
            .load = around_moment(signals, (size_t)(search->load - signals->metrics), fall.moment),
            .company = {.rose = LOW_COMPANY_NONE},
        };
        if (keeps_load(search, &drop.load) &&
            !gpus_work_after(search->request, search->tables, &search->load->grid, fall.moment))
            put(search, rate, &drop);
    }
    fall_release(&fall);
    return has_fallen;
}

static void study_stretches(const struct search *search, const struct work_rate *rate)
{
    const struct signals *signals = search->request->signals;
    struct low_stretches low;
    low_stretches_find(&low, signals, rate->number, LOW);
    struct low_mean *rates = low_stretches_means(&low, signals, rate->number);
    struct low_mean *loads =
        low_stretches_means(&low, signals, (size_t)(search->load - signals->metrics));
    const struct low_company *companies =
        low_company_find(&low, search->request, search->tables, search->tables->arena);
    for (size_t i = 0; i < low.count; i++) {
        struct drop drop = {
            .start = low_stretch_start(&low, i),
            .end = low_stretch_end(&low, i),
            .length_s = low_stretch_length(&low, i),
            .rate = {rates[0].value, rates[i + 1].value},
            .load = {loads[0].value, loads[i + 1].value},
            .samples = (double)rates[i + 1].samples,
            .company = companies[i],
        };
        if (companies[i].rose != LOW_COMPANY_NONE && !companies[i].gpus_work &&
            rates[0].value >= WORK_RATE_LEAST && keeps_load(search, &drop.load))
            put(search, rate, &drop);
    }
    free(loads);
    free(rates);
    low_stretches_release(&low);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    if (!load)
        return;
    struct work_rates rates = work_rates_of(signals);
    struct search search = {request, tables, node_load_metric(signals, load), load->at_rest};
    search.least_load = fmax(load->at_rest, work_signs_part_of_p95(tables, search.load, AT_WORK));
    for (size_t i = 0; i < rates.count; i++) {
        const struct work_rate *rate = &rates.items[i];
        if (rate->kind == WORK_RATE_FILES || !rate->adds_up)
            continue;
        if (!study_fall(&search, rate) && rate->kind == WORK_RATE_OF_PROCESSORS)
            study_stretches(&search, rate);
    }
}

const struct analysis analysis_rate_drops = {"rate_drops", run};
