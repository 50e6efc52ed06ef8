#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/campaign/point_cells.h"
#include "analysis/statistics/even_sample.h"
#include "analysis/tasks/distribution_rows.h"
#include "analysis/tasks/task_density.h"
#include "analysis/tasks/task_measures.h"
#include "analysis/tasks/task_selection.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

/* ---- quantities ---- */

struct quantity {
    uint32_t name, unit; /* texts of the part */
    const char *name_text, *unit_text;
    size_t rank; /* of what is measured of any task, before attributes */
};

static int compare_quantities(const void *left, const void *right)
{
    const struct quantity *l = left, *r = right;
    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    int order = natural_compare(l->name_text, r->name_text);
    return order ? order : natural_compare(l->unit_text, r->unit_text);
}

struct quantity_list {
    struct quantity *items;
    size_t count, capacity;
};

static bool is_listed(const struct quantity_list *list, const struct part_key *key)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].name == key->texts[2] && list->items[i].unit == key->texts[3])
            return true;
    return false;
}

static struct quantity_list list_quantities(const struct part *part)
{
    struct quantity_list list = {0};
    struct part_entries entries = part_entries_of(part, PART_MEASURE);
    for (size_t i = 0; i < entries.count; i++) {
        const struct part_key *key = &entries.items[i].key;
        const char *name = interner_text(&part->texts, key->texts[2]);
        const char *unit = interner_text(&part->texts, key->texts[3]);
        if (!is_listed(&list, key))
            *list_add(&list) = (struct quantity){key->texts[2], key->texts[3], name ? name : "",
                                                 unit ? unit : "", task_measure_rank(name)};
    }
    if (list.count)
        qsort(list.items, list.count, sizeof *list.items, compare_quantities);
    return list;
}

/* ---- distributions ---- */

/* The density of so many values at most, at even ranks. */
enum { MOST_SAMPLED = 10000 };

static bool make_density(struct value_pool *pool, struct distribution *distribution)
{
    size_t values = (size_t)pool->sum.count;
    size_t count = values < MOST_SAMPLED ? values : MOST_SAMPLED;
    const struct sketched sketched = value_pool_sketched(pool);
    double *p = memory_alloc_array(count + 1, sizeof *p);
    double *sample = memory_alloc_array(count + 1, sizeof *sample);
    for (size_t i = 0; i < count; i++)
        p[i] = count > 1 ? (double)i / (double)(count - 1) : 0;
    sketch_quantiles(&sketched, p, count, sample);
    bool has_density = density_make(sample, count, distribution->x, distribution->density);
    free(p);
    free(sample);
    return has_density;
}

static void put_pool(struct tables *tables, struct value_pool *pool, struct distributed *of)
{
    struct distribution distribution = {.p98 = NUMBER_MISSING};
    const struct sketched sketched = value_pool_sketched(pool);
    double nearly_all = 0.98;
    distribution.summary = value_pool_summary(pool, of->tasks);
    sketch_box(&sketched, &distribution.summary, &distribution.box);
    distribution.bins =
        sketch_histogram(&sketched, DISTRIBUTION_BINS, distribution.edges, distribution.counts);
    if (strcmp(of->quantity, "cpu_efficiency") == 0) {
        sketch_quantiles(&sketched, &nearly_all, 1, &distribution.p98);
        distribution.has_density = make_density(pool, &distribution);
    }
    of->distribution = &distribution;
    distribution_rows_put(tables, of);
    of->distribution = NULL;
}

static void select_kinds(const struct part_groups *groups, const struct quantity *quantity,
                         struct task_selection *selection, struct arena *arena)
{
    const struct task_groups *made = &groups->groups;
    task_selection_make(selection, made, arena);
    if (!task_selection_is_partial(selection, made))
        return;
    double *highest = memory_alloc_array(made->kind_count + 1, sizeof *highest);
    for (size_t k = 0; k < made->kind_count; k++) {
        struct value_pool pool;
        value_pool_init(&pool);
        part_groups_pool_kind(groups, k, quantity->name, quantity->unit, &pool);
        highest[k] = pool.high;
        value_pool_release(&pool);
    }
    task_selection_add(selection, made, highest, arena);
    free(highest);
}

static void put_quantity(struct tables *tables, const struct part_groups *groups,
                         const struct quantity *quantity)
{
    struct task_selection selection;
    struct value_pool pool;
    struct distributed of = {.task = "*",
                             .quantity = arena_text(tables->arena, quantity->name_text),
                             .unit = arena_text(tables->arena, quantity->unit_text)};
    value_pool_init(&pool);
    for (size_t k = 0; k < groups->groups.kind_count; k++) {
        of.tasks += part_groups_succeeded(groups, k);
        part_groups_pool_kind(groups, k, quantity->name, quantity->unit, &pool);
    }
    put_pool(tables, &pool, &of);
    value_pool_release(&pool);
    select_kinds(groups, quantity, &selection, tables->arena);
    for (size_t i = 0; i < selection.count; i++) {
        value_pool_init(&pool);
        part_groups_pool_kind(groups, selection.kinds[i], quantity->name, quantity->unit, &pool);
        of.task = selection.names[i];
        of.tasks = part_groups_succeeded(groups, selection.kinds[i]);
        put_pool(tables, &pool, &of);
        value_pool_release(&pool);
    }
    task_selection_release(&selection);
}

/* ---- memory against run time ---- */

enum { MOST_POINTS = 300 };

static const struct part_entry *points_of(const struct part_groups *groups, size_t kind)
{
    const struct part_key key = {PART_POINTS, {part_groups_kind(groups, kind), 0, 0, 0}};
    return part_find(groups->part, &key);
}

static double middle_of(const struct log_lattice *lattice, int bin, int level,
                        const struct part_entry *entry, int which)
{
    double middle =
        sqrt(plane_bin_edge(lattice, bin, level) * plane_bin_edge(lattice, bin + 1, level));
    return fmin(fmax(middle, entry->lows[which]), entry->highs[which]);
}

/* A bin is drawn as one task in its middle; of more tasks than points those at even ranks. */
static void put_points(struct tables *tables, const struct log_lattice *lattice, const char *task,
                       const struct part_entry *entry)
{
    uint64_t total = key_counts_total(&entry->values), before = 0;
    size_t points = total < MOST_POINTS ? (size_t)total : MOST_POINTS, point = 0;
    for (size_t i = 0; i < entry->values.count && point < points; i++) {
        struct point_cell cell = point_cell_at(entry->values.keys[i]);
        before += entry->values.counts[i];
        if (even_sample(point, MOST_POINTS, (size_t)total) >= before)
            continue;
        while (point < points && even_sample(point, MOST_POINTS, (size_t)total) < before)
            point++;
        struct task_points_row row = task_points_row_missing();
        row.task = task;
        row.part = "point";
        row.run_time_s = middle_of(lattice, cell.run_time_bin, cell.run_time_level, entry, 0);
        row.memory_B = middle_of(lattice, cell.memory_bin, cell.memory_level, entry, 1);
        task_points_row_put_static(tables_get(tables, "task_points"), &row);
    }
}

static void put_all_points(struct tables *tables, const struct part_groups *groups)
{
    struct task_selection selection;
    struct log_lattice lattice;
    size_t kinds = groups->groups.kind_count;
    struct plane_counts *counts = memory_alloc_array(kinds + 1, sizeof *counts);
    log_lattice_init(&lattice);
    task_selection_make(&selection, &groups->groups, tables->arena);
    for (size_t k = 0; k < kinds; k++) {
        const struct part_entry *entry = points_of(groups, k);
        if (entry)
            counts[k] = point_cells_counts(&entry->values);
    }
    task_density_put(tables, &selection, &lattice, counts, kinds, 1);
    for (size_t i = 0; i < selection.count; i++) {
        size_t total = counts[selection.kinds[i]].total;
        if (total && (i >= task_density_kinds(&selection) || total < TASK_DENSITY_LEAST))
            put_points(tables, &lattice, selection.names[i], points_of(groups, selection.kinds[i]));
    }
    for (size_t k = 0; k < kinds; k++)
        plane_counts_release(&counts[k]);
    free(counts);
    task_selection_release(&selection);
}

void part_rows_put_distributions(struct tables *tables, const struct part_groups *groups)
{
    struct quantity_list quantities = list_quantities(groups->part);
    for (size_t i = 0; i < quantities.count; i++)
        put_quantity(tables, groups, &quantities.items[i]);
    put_all_points(tables, groups);
    free(quantities.items);
}
