/* saturated_links: nodes whose traffic in one direction is at what their link carries.
 *
 * A sample counts at SATURATED of the link's rate or more, as the hardware facts give it. A node
 * that ever exceeds the rate has more links than that one, and is not judged. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/nodes/link_rates.h"
#include "table/rows.h"

static const double SATURATED = 0.9, EXCEEDED = 1.05, LEAST_SHARE = 0.02;
enum { LEAST_SAMPLES = 10 };

struct use {
    size_t samples, saturated;
    double sum; /* of saturated samples */
    double highest;
};

static struct use use_of(const struct signal *signal, double link_B_s)
{
    struct use use = {0};
    for (size_t i = 0; i < signal->count; i++) {
        if (isnan(signal->values[i]))
            continue;
        use.samples++;
        use.highest = fmax(use.highest, signal->values[i]);
        if (!(signal->values[i] >= SATURATED * link_B_s))
            continue;
        use.saturated++;
        use.sum += signal->values[i];
    }
    return use;
}

static void put(struct tables *tables, const char *node, const char *metric,
                const struct link_rates *link, enum link which, const struct use *use)
{
    double share = (double)use->saturated / (double)use->samples;
    if (use->samples < LEAST_SAMPLES || use->highest > EXCEEDED * link->rates[which] ||
        !(share >= LEAST_SHARE))
        return;
    struct table *table = tables_get(tables, "saturated_links");
    struct saturated_links_row row = saturated_links_row_missing();
    row.node = node;
    row.metric = metric;
    row.share_of_time = share;
    row.rate_B_s = use->sum / (double)use->saturated;
    row.link_B_s = link->rates[which];
    row.link = link->values[which];
    saturated_links_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct arena arena;
    arena_init(&arena);
    const struct link_rates *links = link_rates_find(request->dataset, &arena);
    for (size_t k = 0; k < link_metric_count; k++) {
        size_t number = signals_find(signals, link_metrics[k].metric);
        if (number == (size_t)-1)
            continue;
        const struct signal_metric *metric = &signals->metrics[number];
        for (size_t i = 0; signal_metric_is_in(metric, "B/s") && i < metric->count; i++) {
            const struct signal *signal = &signals->items[metric->first + i];
            const struct link_rates *link = &links[signal->node];
            if (isnan(link->rates[link_metrics[k].link]))
                continue;
            struct use use = use_of(signal, link->rates[link_metrics[k].link]);
            put(tables, signals->nodes[signal->node].name, metric->name, link, link_metrics[k].link,
                &use);
        }
    }
    arena_release(&arena);
}

const struct analysis analysis_saturated_links = {"saturated_links", run};
