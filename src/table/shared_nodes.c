#include "table/shared_nodes.h"

#include "util/number.h"

static bool is_some_held(const struct tables *tables, const char *column)
{
    const struct table *nodes = tables_find(tables, "shared_nodes");
    for (size_t row = 0; nodes && row < nodes->rows; row++)
        if (!number_is_missing(table_numbers(nodes, column)[row]))
            return true;
    return false;
}

/* Where it is only said that nodes were shared, it is not known which part was held. */
static bool is_only_said(const struct tables *tables)
{
    return tables_find(tables, "shared_nodes") && !is_some_held(tables, "held_cpus") &&
           !is_some_held(tables, "held_gpus");
}

bool shared_nodes_have_cpus(const struct tables *tables)
{
    return is_only_said(tables) || is_some_held(tables, "held_cpus");
}

bool shared_nodes_have_gpus(const struct tables *tables)
{
    return is_some_held(tables, "held_gpus");
}

bool shared_nodes_may_be_whole(const struct tables *tables)
{
    const struct table *nodes = tables_find(tables, "shared_nodes");
    bool is_some = false;
    for (size_t row = 0; nodes && row < nodes->rows; row++) {
        if (number_is_missing(table_numbers(nodes, "held_cpus")[row]))
            continue;
        is_some = true;
        if (!(table_numbers(nodes, "maybe_all")[row] > 0))
            return false;
    }
    return is_some;
}
