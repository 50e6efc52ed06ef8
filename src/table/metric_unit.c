#include "table/metric_unit.h"

#include <string.h>

#include "table/nodes_table.h"
#include "util/number.h"
#include "util/quantity.h"
#include "util/texts.h"

/* ClusterCockpit gives these, of nodes and of cores ("cpu_user.core"), in percent without saying
 * so. */
static bool is_share_of_time(const char *metric)
{
    static const char *const names[] = {"cpu_user", "cpu_system", "cpu_iowait", "cpu_idle"};
    for (size_t i = 0; metric && i < sizeof names / sizeof names[0]; i++) {
        size_t size = strlen(names[i]);
        if (strncmp(metric, names[i], size) == 0 && (!metric[size] || metric[size] == '.'))
            return true;
    }
    return false;
}

const char *metric_unit(const char *metric, const char *unit)
{
    bool is_of_cores = texts_equal(metric, "cpu_percent") && texts_equal(unit, "%");
    if (texts_equal(metric, "gpu.violation") && texts_equal(unit, "s/s"))
        return QUANTITY_TIME_SHARE;
    if (texts_equal(metric, "cpu_time") && texts_equal(unit, "s/s"))
        return "cores";
    return is_of_cores ? QUANTITY_CORE_PERCENT : unit;
}

const char *metric_unit_of_row(const struct table *table, size_t row)
{
    const char *metric = table_texts(table, "metric")[row];
    const char *unit = table_texts(table, "unit")[row];
    return is_share_of_time(metric) && (!unit || !*unit) ? "%" : metric_unit(metric, unit);
}

struct node_cores node_cores_make(const struct table *nodes, double busy)
{
    struct node_cores cores = {NUMBER_MISSING, false, false};
    if (!nodes || nodes->rows == 0)
        return cores;
    double sum = 0, physical = 0;
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows; row++) {
        if (nodes_table_is_gpu(nodes, row))
            continue;
        count++;
        sum += table_numbers(nodes, "cores")[row];
        physical += table_numbers(nodes, "physical_cores")[row];
        cores.are_estimated |= table_numbers(nodes, "cores_estimated")[row] > 0;
    }
    cores.are_threads = physical < sum && busy * (double)count > physical;
    if (physical < sum && !cores.are_threads)
        sum = physical;
    cores.each = sum >= 1 ? sum / (double)count : NUMBER_MISSING;
    return cores;
}
