/* What a column of a table of node metrics measures, by its name. */
#include "input/nodes/gpu_names.h"
#include "input/nodes/node_table_walk.h"

static struct site_column look_up(struct table_walk *walk, const char *name)
{
    return walk->is_of_toolkit
               ? (struct site_column){.column = perfmon_dictionary_look_up(&walk->dictionary,
                                                                           &walk->arena, name),
                                      .names_unit = true}
               : site_column_look_up(&walk->dictionary, &walk->arena, name);
}

static bool is_listed_of_gpus(const struct site_column *site)
{
    return site->column.is_listed && site->column.metric.file == PERFMON_GPU;
}

/* A column that numbers a GPU of the host measures there what the one without the number would
 * measure of all. False: it numbers none. */
bool node_table_look_up_gpu(struct table_walk *walk, struct metric_column *column)
{
    struct gpu_column of = gpu_column_find(&walk->arena, column->name);
    if (!of.gpu)
        return false;
    struct site_column site = look_up(walk, of.name), own = look_up(walk, of.own_name);
    if (!is_listed_of_gpus(&site) && is_listed_of_gpus(&own))
        site = own;
    if (!is_listed_of_gpus(&site) && !of.is_sure)
        return false;
    if (!site.column.is_listed)
        site.column.metric.path = gpu_column_own_name(site.column.metric.path);
    site.column.metric.file = PERFMON_GPU;
    column->of = of;
    column->site = site;
    return true;
}

struct site_column node_table_look_up(struct table_walk *walk, const char *name)
{
    struct site_column site = look_up(walk, name);
    struct perfmon_dictionary of_nodes = walk->dictionary;
    of_nodes.needs_gpu = true;
    if (walk->is_of_toolkit || walk->is_of_gpus || !is_listed_of_gpus(&site) ||
        gpu_names_say(name) ||
        !gpu_names_say_metric(walk->names.names, walk->names.count, site.column.metric.path,
                              &walk->dictionary, &walk->arena))
        return site;
    return site_column_look_up(&of_nodes, &walk->arena, name);
}
