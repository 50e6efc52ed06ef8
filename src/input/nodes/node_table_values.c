/* What values columns of node metrics hold, over all hosts. */
#include <math.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"

double node_table_largest(const struct table_walk *walk, const struct metric_column *column)
{
    return host_rows_largest(walk->rows, walk->hosts.count, walk->width, column->place);
}

/* Columns of several GPUs or cores that have the same name but for the number are in the same unit,
 * also where one of them did nothing. */
static bool is_like(const struct metric_column *other, const struct metric_column *column)
{
    if (other->place && other->of_core.core && column->of_core.core)
        return strcmp(other->of_core.name, column->of_core.name) == 0;
    return other == column || (other->place && other->of.gpu && column->of.gpu &&
                               strcmp(other->of.name, column->of.name) == 0);
}

static void add_values(const struct table_walk *walk, const struct metric_column *column,
                       struct site_values *values)
{
    values->largest = fmax(values->largest, node_table_largest(walk, column));
    for (size_t host = 0; host < walk->hosts.count; host++)
        host_rows_count_steps(&walk->rows[host], walk->width, column->place, values);
}

/* Of columns of many cores the values are put together once. */
struct site_values node_table_values_of(struct table_walk *walk, struct metric_column *column)
{
    struct core_family *family = node_table_family_of(walk, column);
    struct site_values values = {0};
    if (family && family->is_pooled)
        return family->values;
    for (size_t i = 0; i < walk->columns.count; i++)
        if (is_like(&walk->columns.items[i], column))
            add_values(walk, &walk->columns.items[i], &values);
    if (family) {
        family->values = values;
        family->is_pooled = true;
    }
    return values;
}
