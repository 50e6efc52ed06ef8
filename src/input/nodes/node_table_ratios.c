/* Columns that are ratios by their names, where those of other monitors are percentages: their
 * values become percent, unless these show that somebody made percent of them before. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/nodes/mode_values.h"
#include "util/number.h"

static const double MOST_RATIO = 1.1; /* monitors measure time between samples less exactly */

/* "system.cpu.user.pct" is up to the number of cores, "system.cpu.user.norm.pct" is not. */
static bool is_of_cores(const struct metric_column *column)
{
    return strncasecmp(column->name, "system.cpu.", strlen("system.cpu.")) == 0 &&
           strcasestr(column->name, ".pct") && !strcasestr(column->name, ".norm.");
}

static bool is_ratio(const struct metric_column *column)
{
    return column->place && !column->hardware && column->site.is_ratio && !column->has_percents;
}

/* Whether none of those that are of 1 is above it. */
static bool may_be_ratios(const struct table_walk *walk)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct metric_column *column = &walk->columns.items[i];
        if (is_ratio(column) && !is_of_cores(column) &&
            node_table_largest(walk, column) > MOST_RATIO)
            return false;
    }
    return true;
}

/* A mode's share of one core is not that of the node. */
static void turn(struct table_walk *walk, const struct metric_column *column, double factor)
{
    bool is_share = is_of_cores(column) && column->mode.mode != CPU_NO_MODE;
    for (struct sample_row at = {0}; sample_row_next(walk, &at);) {
        double cores = is_share ? modes_cores(walk, at.cells) : NUMBER_MISSING;
        at.cells[column->place] *= isnan(cores) ? factor : factor / cores;
    }
}

/* Cells say the unit: "92.7%". The column is what it would be if its name did, unless another one
 * is that. */
static void take_percents(struct table_walk *walk, struct metric_column *column)
{
    struct site_column *site = &column->site;
    if (!column->has_percents || site->names_unit)
        return;
    struct site_column said =
        node_table_look_up(walk, arena_format(&walk->arena, "%s [%%]", column->name));
    const char *path = said.column.metric.path;
    bool is_one_of_many = column->of.gpu || column->of_core.core;
    if (!is_one_of_many && said.column.is_listed &&
        name_index_find(&walk->paths, path) == NAME_INDEX_NONE) {
        *site = said;
        name_index_add(&walk->paths, path);
    } else if (!*site->column.metric.unit) {
        site->column.metric.unit = "%";
    }
    site->names_unit = strcmp(site->column.metric.unit, "%") == 0;
}

void node_table_settle_ratios(struct table_walk *walk)
{
    bool are_ratios = may_be_ratios(walk);
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        if (column->place && !column->hardware)
            take_percents(walk, column);
        if (!is_ratio(column))
            continue;
        if (are_ratios)
            turn(walk, column, 100);
        deferred_note(&walk->deferred, column->name, "%s",
                      are_ratios ? "read as a ratio, by its name, and shown in percent"
                                 : "read as percent (values above 1, though its name says ratio)");
    }
}
