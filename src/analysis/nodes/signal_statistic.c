#include "analysis/nodes/signal_statistic.h"

#include "util/number.h"

double signal_statistic(const struct tables *tables, const struct signals *signals,
                        const struct signal *signal, const char *column)
{
    const struct table *table = tables_find(tables, "node_metrics");
    size_t row = signal ? (size_t)(signal - signals->items) : 0;
    return table && signal && row < table->rows ? table_numbers(table, column)[row]
                                                : NUMBER_MISSING;
}
