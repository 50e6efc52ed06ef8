/* The load of whole nodes out of the shares of their processors' time. */
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "util/memory.h"

static const char whole_load[] = "cpu_percent_sys";
static const double MOST_SHARE = 100.5; /* % of the node, rounded: more is of one core */

static bool has_path(const struct table_walk *walk, const char *path)
{
    return name_index_find(&walk->paths, path) != NAME_INDEX_NONE;
}

/* Of the host, or of its cores, whose mean is that. */
static bool has_mode(const struct table_walk *walk, enum cpu_mode mode)
{
    for (size_t i = 0; i < walk->column_count; i++)
        if (walk->columns[i].place && walk->columns[i].mode.mode == mode)
            return true;
    return has_path(walk, cpu_mode_path(mode)) || node_table_has_family(walk, cpu_mode_path(mode));
}

void node_table_reserve_load(struct table_walk *walk)
{
    if (walk->is_of_toolkit || has_path(walk, whole_load) || has_path(walk, "cpu_percent"))
        return;
    if (has_mode(walk, CPU_IDLE) || (has_mode(walk, CPU_USER) && has_mode(walk, CPU_SYSTEM)))
        walk->load_place = walk->width++;
}

/* NULL: there is none, or what it holds is no share of the node. */
static const struct metric_column *share_column(const struct table_walk *walk, const char *path)
{
    for (size_t i = 0; i < walk->column_count; i++) {
        const struct metric_column *column = &walk->columns[i];
        const struct perfmon_meaning *meaning = &column->site.column;
        if (!column->place || column->of_core.core || !meaning->is_listed ||
            strcmp(meaning->metric.path, path) != 0)
            continue;
        double most = host_rows_largest(walk->rows, walk->hosts.count, walk->width, column->place);
        return most * meaning->metric.scale <= MOST_SHARE ? column : NULL;
    }
    return NULL;
}

struct time_shares {
    const struct metric_column *user, *system, *nice, *idle, *iowait; /* NULL: not there */
};

/* What is not there is none. */
static double share_of(const struct metric_column *column, const double *row)
{
    return column ? row[column->place] * column->site.column.metric.scale : 0;
}

/* Neither rest nor waiting for I/O is load. */
static double load_of(const struct time_shares *shares, const double *row)
{
    if (!shares->idle)
        return share_of(shares->user, row) + share_of(shares->system, row) +
               share_of(shares->nice, row);
    double load = 100 - share_of(shares->idle, row) - share_of(shares->iowait, row);
    return load < 0 ? 0 : load;
}

static void add_column(struct table_walk *walk)
{
    struct metric_column column = {.name = whole_load, .place = walk->load_place};
    column.site = site_column_look_up(&walk->dictionary, &walk->arena, whole_load);
    memory_reserve(&walk->columns, &walk->column_capacity, walk->column_count + 1,
                   sizeof *walk->columns);
    walk->columns[walk->column_count++] = column;
    name_index_add(&walk->paths, whole_load);
}

void node_table_work_out_load(struct table_walk *walk)
{
    struct time_shares shares = {share_column(walk, "cpu_user"), share_column(walk, "cpu_system"),
                                 share_column(walk, "cpu_nice"), share_column(walk, "cpu_idle"),
                                 share_column(walk, "cpu_iowait")};
    if (!walk->load_place || has_path(walk, whole_load) ||
        (!shares.idle && (!shares.user || !shares.system)))
        return;
    for (size_t host = 0; host < walk->hosts.count; host++)
        for (size_t i = 0; i < walk->rows[host].count; i++) {
            double *row = walk->rows[host].cells + i * walk->width;
            row[walk->load_place] = load_of(&shares, row);
        }
    add_column(walk);
}
