/* The load of whole nodes out of the shares of their processors' time. */
#include <math.h>
#include <string.h>

#include "input/nodes/node_table_walk.h"
#include "util/list.h"

static const char whole_load[] = "cpu_percent_sys", active_load[] = "cpu_active";
static const double MOST_SHARE = 100.5; /* % of the node, rounded: more is of one core */
static const double NEAR = 2;           /* %: the same share, measured at two moments */
static const double NEARLY_ALL = 0.9;   /* of the samples */

static bool has_path(const struct table_walk *walk, const char *path)
{
    return name_index_find(&walk->paths, path) != NAME_INDEX_NONE;
}

/* Of the host, or of its cores, whose mean is that. */
static bool has_mode(const struct table_walk *walk, enum cpu_mode mode)
{
    for (size_t i = 0; i < walk->columns.count; i++)
        if (walk->columns.items[i].place && walk->columns.items[i].mode.mode == mode)
            return true;
    return has_path(walk, cpu_mode_path(mode)) || node_table_has_family(walk, cpu_mode_path(mode));
}

void node_table_reserve_load(struct table_walk *walk)
{
    if (walk->is_of_toolkit || has_path(walk, whole_load) || has_path(walk, "cpu_percent"))
        return;
    if (has_mode(walk, CPU_IDLE) || has_path(walk, active_load) ||
        node_table_has_family(walk, active_load) ||
        (has_mode(walk, CPU_USER) && has_mode(walk, CPU_SYSTEM)))
        walk->load_place = walk->width++;
}

/* NULL: there is none, or what it holds is no share of the node. */
static struct metric_column *share_column(const struct table_walk *walk, const char *path)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        const struct perfmon_meaning *meaning = &column->site.column;
        if (!column->place || column->of_core.core || !meaning->is_listed ||
            strcmp(meaning->metric.path, path) != 0)
            continue;
        return node_table_largest(walk, column) * meaning->metric.scale <= MOST_SHARE ? column
                                                                                      : NULL;
    }
    return NULL;
}

struct time_shares {
    const struct metric_column *active, *user, *system, *nice, *idle, *iowait; /* NULL: not there */
};

/* What is not there is none. */
static double share_of(const struct metric_column *column, const double *row)
{
    return column ? row[column->place] * column->site.column.metric.scale : 0;
}

/* Neither rest nor waiting for I/O is load: what monitors call active is all but rest. */
static double load_of(const struct time_shares *shares, const double *row)
{
    double at_rest =
        shares->idle ? share_of(shares->idle, row) : 100 - share_of(shares->active, row);
    if (!shares->idle && !shares->active)
        return share_of(shares->user, row) + share_of(shares->system, row) +
               share_of(shares->nice, row);
    double load = 100 - at_rest - share_of(shares->iowait, row);
    return load < 0 ? 0 : load;
}

/* Whether the share of active processors is what the modes beside it leave for it. */
static bool is_active_by_modes(const struct table_walk *walk, const struct time_shares *shares)
{
    size_t known = 0, near = 0;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double active = share_of(shares->active, at.cells);
        double busy = 100 - share_of(shares->idle, at.cells);
        double waiting = share_of(shares->iowait, at.cells);
        known += isnan(active - busy - waiting) ? 0 : 1;
        near += fabs(active - busy) <= NEAR || fabs(active - busy + waiting) <= NEAR;
    }
    return (double)near >= NEARLY_ALL * (double)known;
}

static bool is_of_steps(const struct time_shares *shares)
{
    const struct metric_column *source = shares->idle ? shares->idle : shares->active;
    source = source ? source : shares->user;
    return source->is_of_steps;
}

static void add_column(struct table_walk *walk, bool of_steps)
{
    struct metric_column column = {.name = whole_load,
                                   .place = walk->load_place,
                                   .is_of_steps = of_steps};
    column.site = site_column_look_up(&walk->dictionary, &walk->arena, whole_load);
    *list_add(&walk->columns) = column;
    name_index_add(&walk->paths, whole_load);
}

void node_table_work_out_load(struct table_walk *walk)
{
    struct metric_column *active = share_column(walk, active_load);
    struct time_shares shares = {active,
                                 share_column(walk, "cpu_user"),
                                 share_column(walk, "cpu_system"),
                                 share_column(walk, "cpu_nice"),
                                 share_column(walk, "cpu_idle"),
                                 share_column(walk, "cpu_iowait")};
    if (!walk->load_place || has_path(walk, whole_load) ||
        (!shares.idle && !active && (!shares.user || !shares.system)))
        return;
    if (active && shares.idle && !is_active_by_modes(walk, &shares)) {
        deferred_note(&walk->deferred, active->name,
                      "differs from 100 %% minus idle time: shown unchanged; CPU utilisation is "
                      "computed from the idle time");
        site_column_become_own(&active->site, &walk->arena, active->name);
        active = NULL;
    }
    for (struct sample_row at = {0}; sample_row_next(walk, &at);)
        at.cells[walk->load_place] = load_of(&shares, at.cells);
    bool of_steps = is_of_steps(&shares);
    if (active) /* it would be a second load of the same node */
        active->place = 0;
    add_column(walk, of_steps);
}
