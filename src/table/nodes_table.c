#include "table/nodes_table.h"

#include <string.h>

#include "util/natural.h"
#include "util/number.h"

bool nodes_table_is_gpu(const struct table *nodes, size_t row)
{
    const char *scope = table_texts(nodes, "scope")[row], *name = table_texts(nodes, "node")[row];
    if (!scope || !scope[0])
        return name && natural_host_of_gpu(name) &&
               number_is_missing(table_numbers(nodes, "cores")[row]);
    return strcmp(scope, "gpu") == 0;
}

size_t nodes_table_count_gpus(const struct table *nodes)
{
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows; row++)
        count += nodes_table_is_gpu(nodes, row);
    return count;
}

double nodes_table_coverage(const struct table *nodes)
{
    const double *samples = table_numbers(nodes, "samples");
    const double *missing = table_numbers(nodes, "missing");
    const double *coverage = table_numbers(nodes, "coverage");
    double present = 0, due = 0, sampled = 0, silent = 0;
    for (size_t row = 0; row < nodes->rows; row++) {
        double of_node = samples[row] + missing[row];
        if (of_node > 0) {
            present += samples[row];
            due += of_node;
            sampled++;
        } else if (!number_is_missing(coverage[row])) {
            silent++;
        }
    }
    if (silent > 0 && sampled == 0)
        return 0;
    return due > 0 ? present / (due * (1 + silent / sampled)) : NUMBER_MISSING;
}
