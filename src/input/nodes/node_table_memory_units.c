/* In what columns of the memory of nodes count, where they do not say it. */
#include <math.h>
#include <string.h>

#include "input/nodes/meminfo_names.h"
#include "input/nodes/memory_parts.h"
#include "input/nodes/node_table_walk.h"

/* In kB, what nodes have at least, and what none has: as many bytes are the memory of a node. */
static const double LEAST_KB = 1e6, TOO_MANY_KB = 1e10;
/* As MB no node has as much, and as bytes every node has more. */
static const double SURELY_KB = 0x1p22, LEAST_B = 1e9;
static const double MOST_PERCENT = 100.5;

static double largest(const struct table_walk *walk, const struct metric_column *column)
{
    return host_rows_largest(walk->rows, walk->hosts.count, walk->width, column->place);
}

static void read_as(struct metric_column *column, double scale)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    metric->unit = "B";
    metric->scale = scale;
    column->site.names_unit = true;
}

/* ---- named as in /proc/meminfo ---- */

static bool is_line(const struct metric_column *column, struct meminfo_name *name)
{
    *name = meminfo_name_of(column->name);
    return column->place && name->is_line;
}

static bool are_kB(const struct table_walk *walk)
{
    double most = 0;
    struct meminfo_name name;
    for (size_t i = 0; i < walk->column_count; i++)
        if (is_line(&walk->columns[i], &name) && name.is_whole && !name.names_kB)
            most = fmax(most, largest(walk, &walk->columns[i]));
    return most >= LEAST_KB && most < TOO_MANY_KB;
}

static void settle_lines(struct table_walk *walk)
{
    bool unnamed = are_kB(walk);
    for (size_t i = 0; i < walk->column_count; i++) {
        struct metric_column *column = &walk->columns[i];
        struct meminfo_name name;
        if (!is_line(column, &name) || (!name.names_kB && !unnamed))
            continue;
        read_as(column, MEMINFO_KB);
        if (!name.names_kB)
            remarks_note(&walk->remarks, column->name,
                         "no unit is named: read as kB of 1,024 bytes, as /proc/meminfo has them");
    }
}

/* ---- named in any other way ---- */

/* By names that only Ganglia has: it passes on the kernel's kB. */
static bool is_of_ganglia(const struct table_walk *walk)
{
    static const char *const names[] = {"load_one",      "load_five", "load_fifteen",
                                        "cpu_aidle",     "proc_run",  "proc_total",
                                        "part_max_used", "cpu_wio",   "pkts_in"};
    for (size_t i = 0; i < walk->column_count; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (strcmp(walk->columns[i].name, names[k]) == 0)
                return true;
    return false;
}

static bool is_swap(const struct metric_column *column)
{
    const char *path = column->hardware ? column->hardware : column->site.column.metric.path;
    return column->place && !column->of.card && !column->of_core.core && path &&
           strncmp(path, "swap_", strlen("swap_")) == 0;
}

/* An amount of memory or swap without a unit. */
static bool is_unnamed(const struct table_walk *walk, const struct metric_column *column)
{
    enum memory_part part = memory_part_of(column);
    bool is_amount = (part && part != MEMORY_USED_PERCENT) || is_swap(column);
    if (!is_amount || column->site.names_unit || column->site.column.has_unit)
        return false;
    double most = largest(walk, column);
    return most == 0 || most > MOST_PERCENT;
}

/* What there is of memory, or as much of it as is known. */
static double most_of_memory(const struct table_walk *walk, bool *is_total)
{
    double most = 0;
    *is_total = false;
    for (size_t i = 0; i < walk->column_count; i++) {
        const struct metric_column *column = &walk->columns[i];
        if (!is_unnamed(walk, column) || !memory_part_of(column))
            continue;
        most = fmax(most, largest(walk, column));
        *is_total |= memory_part_of(column) == MEMORY_TOTAL;
    }
    return most;
}

static void settle_others(struct table_walk *walk)
{
    bool has_total, of_ganglia = is_of_ganglia(walk);
    double most = most_of_memory(walk, &has_total);
    bool is_kB = of_ganglia ? most >= LEAST_KB && most < TOO_MANY_KB
                            : has_total && most >= SURELY_KB && most < LEAST_B;
    if (!is_kB && !(has_total && most >= LEAST_B))
        return;
    for (size_t i = 0; i < walk->column_count; i++) {
        struct metric_column *column = &walk->columns[i];
        if (!is_unnamed(walk, column) || (!is_kB && is_swap(column)))
            continue;
        read_as(column, is_kB ? MEMINFO_KB : 1);
        if (is_kB)
            remarks_note(&walk->remarks, column->name,
                         of_ganglia
                             ? "no unit is named: read as kB of 1,024 bytes, as Ganglia has them"
                             : "no unit is named: read as kB of 1,024 bytes, for no node has as "
                               "little or as much in another unit");
    }
}

void node_table_settle_memory_units(struct table_walk *walk)
{
    settle_lines(walk);
    settle_others(walk);
}
