/* What columns of modes of the processors' time count in: percents of the time, shares of 1, of as
 * many as there are cores, or time since the start of the node. All modes add up to all of the
 * time, which tells. */
#include <math.h>
#include <string.h>

#include "input/nodes/mode_values.h"
#include "util/number.h"

/* ---- becoming shares ---- */

static bool is_held_by_other(const struct table_walk *walk, const struct metric_column *column,
                             const char *path)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *other = &walk->columns.items[i];
        if (other != column && other->place && !other->hardware && !other->of.gpu &&
            !other->of_core.core && strcmp(other->site.column.metric.path, path) == 0)
            return true;
    }
    return false;
}

static void become_share(struct table_walk *walk, struct metric_column *column, const char *path)
{
    if (is_held_by_other(walk, column, path))
        path = arena_format(&walk->arena, "%s" METRIC_AS_GIVEN, column->name);
    column->site = (struct site_column){.column = {.metric = {PERFMON_CPU, path, "%", 1,
                                                              METRIC_LEVEL, false, ""},
                                                   .is_listed = true,
                                                   .has_unit = true},
                                        .names_unit = true};
    if (name_index_find(&walk->paths, path) == NAME_INDEX_NONE)
        name_index_add(&walk->paths, path);
}

static void become_shares(struct table_walk *walk, const struct modes *modes, const char *remark)
{
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
        if (modes->at[mode]) {
            become_share(walk, modes->at[mode], cpu_mode_path((enum cpu_mode)mode));
            deferred_note(&walk->deferred, modes->at[mode]->name, "%s", remark);
        }
}

static void multiply(struct table_walk *walk, const struct metric_column *column, double factor)
{
    for (struct sample_row at = {0}; sample_row_next(walk, &at);)
        at.cells[column->place] *= factor;
}

static void become_shares_of_steps(struct table_walk *walk, const struct modes *modes)
{
    become_shares(walk, modes, "cumulative CPU time: shown as share of the time between samples");
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
        if (modes->at[mode])
            modes->at[mode]->is_of_steps = true;
}

static void read_as_shares_of_1(struct table_walk *walk, const struct modes *modes,
                                const char *remark)
{
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
        if (modes->at[mode])
            multiply(walk, modes->at[mode], 100);
    become_shares(walk, modes, remark);
}

static void read_as_shares_of_total(struct table_walk *walk, const struct modes *modes)
{
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double *row = at.cells, total = modes_total(modes, row);
        for (size_t mode = CPU_USER; mode < CPU_MODES; mode++)
            if (modes->at[mode])
                row[modes->at[mode]->place] *= total > 0 ? 100 / total : NUMBER_MISSING;
    }
    become_shares(walk, modes, "read as shares of the sum of all CPU modes, which is constant");
}

/* ---- the load beside them ---- */

/* The share of the cores that the row says are busy in another way; NaN: it says none. */
static double busy_by_load(const struct table_walk *walk, const struct modes *percents,
                           const double *row)
{
    if (percents->at[CPU_IDLE]) {
        const struct metric_column *iowait = percents->at[CPU_IOWAIT];
        double rest = row[percents->at[CPU_IDLE]->place] + (iowait ? row[iowait->place] : 0);
        return 1 - rest / 100;
    }
    const struct metric_column *load = modes_column_beside(walk, "cpu_load");
    double share = load ? row[load->place] / modes_cores(walk, row) : NUMBER_MISSING;
    return share > 1 ? 1 : share;
}

/* Whether values up to 1 follow it as shares of 1, which percents would be far from: those of one
 * column, or all modes but idle, for what waits for I/O counts in the load average. */
static bool follows_load(const struct table_walk *walk, const struct modes *modes,
                         const struct metric_column *busy, const struct modes *percents)
{
    static const double NEAR = 0.2, FAR = 0.3;
    size_t known = 0, near = 0, far = 0;
    bool rests = !busy && modes->at[CPU_IDLE];
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double value = busy ? at.cells[busy->place] : 0;
        double load = busy_by_load(walk, percents, at.cells);
        for (size_t mode = CPU_USER; mode < CPU_GUEST && !busy; mode++)
            if (modes->at[mode] && (mode == CPU_IDLE) == rests)
                value += at.cells[modes->at[mode]->place];
        double one = rests ? 1 - value : value, percent = rests ? 1 - value / 100 : value / 100;
        known += isnan(value - load) ? 0 : 1;
        near += fabs(one - load) <= NEAR;
        far += fabs(percent - load) >= FAR;
    }
    return modes_nearly_all(near, known) && 2 * far >= known;
}

/* ---- what they are ---- */

static const char counts_time[] = "cumulative CPU time of an unknown total: shown unchanged";

/* What may be anything else is shown, but not under the name of what it may not be. */
static void leave_alone(struct table_walk *walk, const struct modes *modes, const char *remark)
{
    bool counts = remark == counts_time;
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++) {
        struct metric_column *column = modes->at[mode];
        if (!column)
            continue;
        double unit_s = counts ? column->mode.unit_s : NUMBER_MISSING;
        site_column_become_own(&column->site, &walk->arena, column->name);
        column->site.column.misfit = NULL;
        column->site.column.metric.kind = counts ? METRIC_COUNTER : METRIC_LEVEL;
        column->site.column.metric.unit = isnan(unit_s) ? "" : "s";
        column->site.column.metric.scale = isnan(unit_s) ? 1 : unit_s;
        deferred_note(&walk->deferred, column->name, "%s", remark);
    }
}

static const double MOST_TOTAL = 1e5; /* percents of a thousand cores */

static bool is_above(const struct mode_values *values)
{
    return values->above && !modes_nearly_all(values->samples - values->above, values->samples);
}

/* Which of the names may be of anything else, or of shares of 1, is no question then. */
static void read_as_percents(struct table_walk *walk, const struct modes *modes)
{
    for (size_t mode = CPU_USER; mode < CPU_MODES; mode++) {
        struct metric_column *column = modes->at[mode];
        const char *path = cpu_mode_path((enum cpu_mode)mode);
        bool is_known = column && column->site.column.is_listed &&
                        strcmp(column->site.column.metric.path, path) == 0;
        if (!column || (is_known && column->site.names_unit))
            continue;
        become_share(walk, column, path);
        if (!is_known)
            deferred_note(&walk->deferred, column->name,
                          "read as percent (the CPU modes add up to about 100)");
    }
}

/* Whether what they add up to in each row can be all of the time. */
static bool may_be_of_total(const struct mode_values *values)
{
    return values->total <= MOST_TOTAL &&
           (values->total > CPU_SHARE_MOST || modes_nearly_all(values->of_cores, values->hosts));
}

static bool may_be_ones(const struct mode_values *values)
{
    return values->largest <= 1 && values->has_fractions;
}

/* Modes among which idle is add up to something. */
static void settle_with_idle(struct table_walk *walk, const struct modes *modes,
                             const struct mode_values *values)
{
    bool is_whole = modes->at[CPU_USER] && modes->at[CPU_SYSTEM];
    bool is_steady =
        is_whole && modes->at[CPU_IOWAIT] && modes_nearly_all(values->steady, values->hosts);
    if (modes_nearly_all(is_whole ? values->whole_ones : values->part_ones, values->rows))
        read_as_shares_of_1(walk, modes, "read as ratios (the CPU modes add up to about 1)");
    else if (modes_nearly_all(values->hundreds, values->rows)) {
        if (is_whole)
            read_as_percents(walk, modes);
    } else if (is_steady && may_be_of_total(values))
        read_as_shares_of_total(walk, modes);
    else if (is_steady || is_above(values))
        leave_alone(walk, modes, site_column_above_100);
    else if (may_be_ones(values))
        leave_alone(walk, modes, site_column_maybe_share);
}

/* What shows by each of them is left to do. */
static void settle_set(struct table_walk *walk, const struct modes *modes)
{
    struct mode_values values = mode_values_of(walk, modes);
    if (mode_values_are_counters(modes, &values)) {
        if (modes_count_to_shares(walk, modes))
            become_shares_of_steps(walk, modes);
        else
            leave_alone(walk, modes, counts_time);
    } else if (may_be_ones(&values) && (modes->at[CPU_USER] || modes->at[CPU_IDLE]) &&
               follows_load(walk, modes, NULL, &(struct modes){0}))
        read_as_shares_of_1(walk, modes, "read as ratios (consistent with the load average)");
    else if (modes->at[CPU_IDLE])
        settle_with_idle(walk, modes, &values);
    else if (is_above(&values))
        leave_alone(walk, modes, site_column_above_100);
}

/* The load of all cores in one column, where another says what it is. */
static void settle_load(struct table_walk *walk, const struct modes *percents)
{
    static const char whole_load[] = "cpu_percent_sys";
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        const char *path = column->site.column.metric.path;
        struct unit_shares shares = {0};
        if (!column->place || column->hardware || column->of.gpu || column->of_core.core ||
            (strcmp(path, "cpu_percent") != 0 && strcmp(path, whole_load) != 0) ||
            (strcmp(path, whole_load) != 0 &&
             name_index_find(&walk->paths, whole_load) != NAME_INDEX_NONE))
            continue;
        host_rows_add_shares(walk->rows, walk->hosts.count, walk->width, column->place, &shares);
        if (!unit_shares_may_be(&shares) || !follows_load(walk, NULL, column, percents))
            continue;
        multiply(walk, column, 100);
        become_share(walk, column, whole_load);
        deferred_note(&walk->deferred, column->name,
                      "read as ratios (consistent with the other CPU columns)");
    }
}

/* A column in seconds per interval, or the like, is no share either. */
static void tell_misfit(struct table_walk *walk, struct metric_column *column)
{
    struct perfmon_metric metric = column->site.column.metric;
    const char *misfit = column->site.column.misfit;
    if (!column->mode.mode || !column->place || !misfit)
        return;
    site_column_become_own(&column->site, &walk->arena, column->name);
    metric.path = column->site.column.metric.path;
    column->site.column.metric = metric;
    deferred_note(&walk->deferred, column->name, NODE_TABLE_MISFIT, misfit);
}

static bool is_mode(const struct metric_column *column)
{
    return column->place && column->mode.mode && column->has_numbers;
}

static bool has_mode_twice(const struct table_walk *walk)
{
    bool has[CPU_MODES] = {0}, twice = false;
    for (size_t i = 0; i < walk->columns.count; i++)
        if (is_mode(&walk->columns.items[i])) {
            twice |= has[walk->columns.items[i].mode.mode];
            has[walk->columns.items[i].mode.mode] = true;
        }
    return twice;
}

struct mode_set {
    const char *frame;
    struct modes modes;
};

static struct modes *set_of(struct mode_set *sets, size_t *count, const char *frame)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(sets[i].frame, frame) == 0)
            return &sets[i].modes;
    sets[*count].frame = frame;
    return &sets[(*count)++].modes;
}

/* Where two columns are of one mode, there are two sets, of columns named alike; of two in a set,
 * the second is not counted again. */
static struct mode_set *find_sets(struct table_walk *walk, size_t *count)
{
    struct mode_set *sets = arena_alloc_array(&walk->arena, walk->columns.count + 1, sizeof *sets);
    bool are_apart = has_mode_twice(walk);
    memset(sets, 0, (walk->columns.count + 1) * sizeof *sets);
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        struct modes one = {0};
        if (!is_mode(column))
            continue;
        struct modes *modes =
            set_of(sets, count, are_apart ? cpu_mode_frame(&walk->arena, column->name) : "");
        if (!modes->at[column->mode.mode]) {
            modes->at[column->mode.mode] = column;
            continue;
        }
        one.at[column->mode.mode] = column;
        leave_alone(walk, &one, "another column holds the same CPU mode: shown unchanged");
        column->mode.mode = CPU_NO_MODE;
    }
    return sets;
}

static bool has_known_idle(const struct modes *modes)
{
    const struct site_column *idle = modes->at[CPU_IDLE] ? &modes->at[CPU_IDLE]->site : NULL;
    return idle && idle->column.is_listed && idle->names_unit;
}

void node_table_settle_modes(struct table_walk *walk)
{
    size_t count = 0;
    struct mode_set *sets = find_sets(walk, &count);
    struct modes percents = {0};
    for (size_t i = 0; i < count; i++)
        settle_set(walk, &sets[i].modes);
    for (size_t i = 0; i < walk->columns.count; i++)
        tell_misfit(walk, &walk->columns.items[i]);
    if (walk->is_of_toolkit)
        return;
    for (size_t i = count; i > 0; i--)
        if (has_known_idle(&sets[i - 1].modes))
            percents = sets[i - 1].modes;
    settle_load(walk, &percents);
}

static bool may_be_mode(const struct metric_column *column)
{
    const char *path = column->site.column.metric.path;
    return column->place && !column->hardware && !column->of.gpu && path &&
           strcmp(path, "cpu_percent_sys") != 0;
}

/* Named as nothing but the mode, which may be one of anything. */
static bool is_mode_alone(const struct metric_column *column)
{
    return column->mode.is_bare && !column->site.column.is_listed && !column->site.column.misfit;
}

void node_table_find_modes(struct table_walk *walk)
{
    bool has[CPU_MODES] = {0};
    for (size_t i = 0; i < walk->columns.count && !walk->is_of_toolkit; i++) {
        struct metric_column *column = &walk->columns.items[i];
        if (!may_be_mode(column))
            continue;
        column->mode = cpu_mode_of(column->name);
        has[column->mode.mode] = true;
    }
    bool is_whole = has[CPU_USER] && has[CPU_SYSTEM] && has[CPU_IDLE];
    for (size_t i = 0; i < walk->columns.count && !is_whole; i++)
        if (is_mode_alone(&walk->columns.items[i]))
            walk->columns.items[i].mode.mode = CPU_NO_MODE;
}
