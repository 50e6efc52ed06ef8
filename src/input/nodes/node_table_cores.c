/* Columns that are of one core of the host each, and what they say of the host. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/nodes/node_table_walk.h"
#include "util/list.h"
#include "util/number.h"

static const char whole_load[] = "cpu_percent_sys", of_processes[] = "cpu_percent";
enum { MOST_SOCKETS = 8 }; /* of a host: so many columns of "cpu0" and so on may be of sockets */

/* ---- which they are ---- */

/* Shares of the time of processors, as site_metrics.def calls them. */
static bool is_cpu_time(const struct site_column *site)
{
    static const char *const paths[] = {whole_load, of_processes, "cpu_user", "cpu_system",
                                        "cpu_nice", "cpu_iowait", "cpu_idle"};
    return site->column.is_listed && TEXT_IS_AMONG(site->column.metric.path, paths);
}

/* What a core measures is what the column without the number would measure of the node; of one
 * core, a percentage can only be of the whole of it. */
static struct site_column look_up(const struct table_walk *walk, const struct core_column *core,
                                  struct arena *arena)
{
    struct site_column site = site_column_look_up(&walk->dictionary, arena, core->name);
    struct site_column of_cpu = site_column_look_up(&walk->dictionary, arena, core->cpu_name);
    if (of_cpu.column.is_listed && !is_cpu_time(&site))
        site = of_cpu;
    if (site.column.is_listed && strcmp(site.column.metric.path, of_processes) == 0)
        site.column.metric.path = whole_load;
    return site;
}

void node_table_find_cores(struct table_walk *walk)
{
    const char *const *names = walk->names.names;
    size_t count = walk->names.count, cores = 0;
    if (walk->is_of_toolkit)
        return;
    struct core_column *columns = core_columns_find(&walk->arena, names, count);
    bool *is_time = arena_alloc_array(&walk->arena, count + 1, sizeof *is_time);
    for (size_t i = 0; i < count; i++) {
        if (!columns[i].core)
            continue;
        struct site_column site = look_up(walk, &columns[i], &walk->arena);
        is_time[i] = is_cpu_time(&site);
        if (is_time[i] && columns[i].cores > cores)
            cores = columns[i].cores;
    }
    for (size_t i = 0; i < count; i++)
        if (!is_time[i] && !columns[i].says_core && columns[i].cores <= MOST_SOCKETS &&
            columns[i].cores != cores)
            columns[i].core = NULL;
    walk->core_columns = columns;
}

bool node_table_look_up_core(struct table_walk *walk, struct metric_column *column)
{
    size_t number = walk->columns.count;
    if (!walk->core_columns || number >= walk->names.count || !walk->core_columns[number].core)
        return false;
    column->of_core = walk->core_columns[number];
    column->site = look_up(walk, &column->of_core, &walk->arena);
    return true;
}

/* ---- cores of all hosts that measure the same ---- */

struct core_family *node_table_family_of(struct table_walk *walk,
                                         const struct metric_column *column)
{
    uint32_t number = column->of_core.core
                          ? name_index_find(&walk->family_names, column->of_core.name)
                          : NAME_INDEX_NONE;
    return number == NAME_INDEX_NONE ? NULL : &walk->families.items[number];
}

void node_table_reserve_cores(struct table_walk *walk)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        const struct core_column *core = &walk->columns.items[i].of_core;
        if (!core->core || !walk->columns.items[i].place)
            continue;
        if (name_index_find(&walk->core_numbers, core->core) == NAME_INDEX_NONE)
            name_index_add(&walk->core_numbers, core->core);
        if (name_index_find(&walk->family_names, core->name) != NAME_INDEX_NONE)
            continue;
        name_index_add(&walk->family_names, core->name);
        *list_add(&walk->families) = (struct core_family){.place = walk->width++};
    }
}

bool node_table_has_family(const struct table_walk *walk, const char *path)
{
    for (size_t i = 0; i < walk->columns.count; i++)
        if (walk->columns.items[i].place && walk->columns.items[i].of_core.core &&
            strcmp(walk->columns.items[i].site.column.metric.path, path) == 0)
            return true;
    return false;
}

/* ---- what they say of the host ---- */

static bool is_of(const struct metric_column *column, const char *family)
{
    return column->place && column->of_core.core && strcmp(column->of_core.name, family) == 0;
}

static bool has_values(const struct table_walk *walk, const struct host_rows *rows, size_t place)
{
    for (size_t i = 0; i < rows->count; i++)
        if (!isnan(rows->cells[i * walk->width + place]))
            return true;
    return false;
}

static size_t count_cores(const struct table_walk *walk, const struct host_rows *rows,
                          const char *family)
{
    size_t count = 0;
    for (size_t i = 0; i < walk->columns.count; i++)
        count += is_of(&walk->columns.items[i], family) &&
                 has_values(walk, rows, walk->columns.items[i].place);
    return count;
}

/* As another column says; NaN: none does. */
static double known_cores(const struct table_walk *walk, const struct host_rows *rows)
{
    double most = NUMBER_MISSING;
    for (size_t column = 0; column < walk->columns.count; column++) {
        const struct metric_column *its = &walk->columns.items[column];
        for (size_t i = 0; its->place && its->hardware && strcmp(its->hardware, "num_cpus") == 0 &&
                           i < rows->count;
             i++)
            most = fmax(most, rows->cells[i * walk->width + its->place]);
    }
    return most;
}

/* Of those that were measured. */
static void add_means(const struct table_walk *walk, const struct host_rows *rows,
                      const char *family, size_t place)
{
    for (size_t i = 0; i < rows->count; i++) {
        double *row = rows->cells + i * walk->width, sum = 0;
        size_t count = 0;
        for (size_t k = 0; k < walk->columns.count; k++)
            if (is_of(&walk->columns.items[k], family) &&
                !isnan(row[walk->columns.items[k].place])) {
                sum += row[walk->columns.items[k].place];
                count++;
            }
        row[place] = count ? sum / (double)count : NUMBER_MISSING;
    }
}

/* NULL: none of them is read. */
static const struct metric_column *first_of(const struct table_walk *walk, const char *family)
{
    for (size_t i = 0; i < walk->columns.count; i++)
        if (is_of(&walk->columns.items[i], family))
            return &walk->columns.items[i];
    return NULL;
}

static bool has_path(const struct table_walk *walk, const char *path)
{
    return name_index_find(&walk->paths, path) != NAME_INDEX_NONE;
}

/* What only some of a host's cores measure says nothing of all. */
static void add_node_metric(struct table_walk *walk, const char *family, size_t place)
{
    const struct metric_column *first = first_of(walk, family);
    const char *path = first ? first->site.column.metric.path : NULL;
    if (!first || first->site.column.metric.kind != METRIC_LEVEL || has_path(walk, path) ||
        (strcmp(path, whole_load) == 0 && has_path(walk, of_processes)))
        return;
    struct metric_column column = {.name = path, .site = first->site, .place = place};
    for (size_t host = 0; host < walk->hosts.count; host++)
        if (!(known_cores(walk, &walk->rows[host]) >
              (double)count_cores(walk, &walk->rows[host], family)))
            add_means(walk, &walk->rows[host], family, place);
    deferred_note(&walk->deferred, first->name,
                  "node values are means over the cores of each node");
    *list_add(&walk->columns) = column;
    name_index_add(&walk->paths, path);
}

/* By the columns of its cores. */
static size_t most_cores(const struct table_walk *walk, size_t host)
{
    size_t most = 0;
    for (size_t i = 0; i < walk->family_names.count; i++) {
        size_t count = count_cores(walk, &walk->rows[host], walk->family_names.names[i]);
        most = count > most ? count : most;
    }
    return most;
}

double node_table_cores_of(const struct table_walk *walk, size_t host)
{
    double known = known_cores(walk, &walk->rows[host]);
    size_t most = isnan(known) ? most_cores(walk, host) : 0;
    return most ? (double)most : known;
}

/* Where nothing else says how many there are. */
static void add_core_counts(struct table_walk *walk)
{
    for (size_t host = 0; host < walk->hosts.count; host++) {
        size_t most = most_cores(walk, host);
        if (most > 1 && isnan(known_cores(walk, &walk->rows[host])))
            dataset_add_hardware(walk->reading->dataset, walk->hosts.names[host], "num_cpus",
                                 arena_format(&walk->arena, "%zu", most));
    }
}

/* What turned out to be a metric of its own has the same name on all cores, and not that of one
 * which it is not. */
static void name_alike(struct table_walk *walk, struct metric_column *column)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    const struct core_column *core = &column->of_core;
    if (!core->core || strncmp(metric->path, column->name, strlen(column->name)) != 0)
        return;
    struct site_column known = site_column_look_up(&walk->dictionary, &walk->arena, core->name);
    bool is_taken = known.column.is_listed && strcasecmp(known.column.metric.path, core->name) == 0;
    metric->path =
        is_taken ? arena_format(&walk->arena, "%s" METRIC_AS_GIVEN, core->name) : core->name;
}

void node_table_work_out_cores(struct table_walk *walk)
{
    for (size_t i = 0; i < walk->columns.count; i++)
        name_alike(walk, &walk->columns.items[i]);
    for (size_t i = 0; i < walk->family_names.count; i++)
        add_node_metric(walk, walk->family_names.names[i], walk->families.items[i].place);
    if (walk->family_names.count)
        add_core_counts(walk);
}
