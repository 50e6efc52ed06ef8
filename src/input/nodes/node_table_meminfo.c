/* Columns named as the lines of /proc/meminfo are in its unit. */
#include <math.h>
#include <string.h>

#include "input/nodes/meminfo_names.h"
#include "input/nodes/node_table_walk.h"

/* In kB, what nodes have at least, and what none has: as many bytes are the memory of a node. */
static const double LEAST_KB = 1e6, TOO_MANY_KB = 1e10;

static bool is_line(const struct metric_column *column, struct meminfo_name *name)
{
    *name = meminfo_name_of(column->name);
    return column->place && name->is_line;
}

static bool are_kB(const struct table_walk *walk)
{
    double largest = 0;
    struct meminfo_name name;
    for (size_t i = 0; i < walk->column_count; i++)
        if (is_line(&walk->columns[i], &name) && name.is_whole && !name.names_kB)
            largest = fmax(largest, host_rows_largest(walk->rows, walk->hosts.count, walk->width,
                                                      walk->columns[i].place));
    return largest >= LEAST_KB && largest < TOO_MANY_KB;
}

static void read_as_kB(struct metric_column *column)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    metric->unit = "B";
    metric->scale = MEMINFO_KB;
    column->site.names_unit = true;
}

void node_table_settle_meminfo(struct table_walk *walk)
{
    bool unnamed = are_kB(walk);
    for (size_t i = 0; i < walk->column_count; i++) {
        struct metric_column *column = &walk->columns[i];
        struct meminfo_name name;
        if (!is_line(column, &name) || (!name.names_kB && !unnamed))
            continue;
        read_as_kB(column);
        if (!name.names_kB)
            remarks_note(&walk->remarks, column->name,
                         "no unit is named: read as kB of 1,024 bytes, as /proc/meminfo has them");
    }
}
