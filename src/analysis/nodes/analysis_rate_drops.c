/* rate_drops: rates that fall on all nodes to a much lower level and stay there to the end, while
 * the processors keep as busy (falls.h). The load is compared over the same sides. Falls from which
 * on GPUs work are left out. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/nodes/falls.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"

static const double LOW = 0.5;
static const double SAME_LOAD = 0.8, AT_WORK = 0.5; /* of the load before; of its p95 */

static void study(const struct analysis_request *request, struct tables *tables,
                  const struct node_load *load, size_t number, bool is_of_processors)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = &signals->metrics[number];
    const struct signal_metric *load_metric = node_load_metric(signals, load);
    struct fall fall = {0};
    fall_make(&fall, signals, number);
    bool has_fallen = fall_find(&fall, LOW) && fall.before >= WORK_RATE_LEAST;
    struct around loads = {0, 0};
    if (has_fallen)
        loads = around_moment(signals, signals_find(signals, load->metric), fall.moment);
    double least = fmax(load->at_rest, work_signs_part_of_p95(tables, load_metric, AT_WORK));
    if (has_fallen && loads.before >= least && loads.after >= SAME_LOAD * loads.before &&
        !gpus_work_after(request, tables, &load_metric->grid, fall.moment)) {
        struct table *table = tables_get(tables, "rate_drops");
        table_put_text(table, metric->name);
        table_put_number(table, fall.moment);
        table_put_number(table, metric->grid.last);
        table_put_number(table, fall.before);
        table_put_number(table, fall.after);
        table_put_number(table, (double)metric->present);
        table_put_number(table, loads.before);
        table_put_number(table, loads.after);
        table_put_number(table, is_of_processors);
    }
    fall_release(&fall);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    struct work_rates rates = load ? work_rates_of(signals) : (struct work_rates){NULL, 0};
    for (size_t i = 0; i < rates.count; i++)
        if (rates.items[i].kind != WORK_RATE_FILES && rates.items[i].adds_up)
            study(request, tables, load, rates.items[i].number,
                  rates.items[i].kind == WORK_RATE_OF_PROCESSORS);
}

const struct analysis analysis_rate_drops = {"rate_drops", run};
