#include "analysis/nodes/signal.h"

#include <string.h>

#include "util/texts.h"

size_t signals_find(const struct signals *signals, const char *name)
{
    for (size_t i = 0; i < signals->metric_count; i++)
        if (strcmp(signals->metrics[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

bool signal_metric_is_in(const struct signal_metric *metric, const char *unit)
{
    return texts_equal(metric->unit, unit);
}

const struct signal *signals_of_node(const struct signals *signals,
                                     const struct signal_metric *metric, uint32_t node,
                                     size_t place)
{
    const struct signal *items = signals->items + metric->first;
    size_t low = 0, high = metric->count;
    if (place < metric->count && items[place].node == node)
        return &items[place];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (signals->node_ranks[items[middle].node] < signals->node_ranks[node])
            low = middle + 1;
        else
            high = middle;
    }
    return low < metric->count && items[low].node == node ? &items[low] : NULL;
}
