#include "analysis/tasks/critical_path.h"

#include <math.h>
#include <stdlib.h>

#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum {
    MOST_LISTED = 1000,   /* tasks of the path: the first ones */
    MOST_KINDS = 20,      /* for which the path is worked out anew, those of most time on it */
    FEWEST_KINDS = 3,     /* the same, of very many tasks */
    MOST_WORK = 20000000, /* tasks and dependencies looked at for that */
};

struct found {
    const struct task_path *path;
    struct path_graph graph;
    size_t overlapping;       /* dependencies left out */
    uint32_t *before, *tasks; /* tasks: of the path, the first one first */
    double *ends, *lengths;
    size_t count;
    double length_s;
};

/* Of a kind on the path. */
struct kind_part {
    uint32_t kind;
    double tasks, elapsed_s;
};

static double known(double number)
{
    return number > 0 ? number : 0;
}

static void find(struct found *found)
{
    const struct task_path *path = found->path;
    uint32_t last =
        path_longest(&found->graph, path->lengths, &found->length_s, found->before, found->ends);
    for (uint32_t at = last; at != PATH_NONE; at = found->before[at])
        found->count++;
    found->tasks = memory_alloc_array(found->count + 1, sizeof *found->tasks);
    size_t place = found->count;
    for (uint32_t at = last; at != PATH_NONE; at = found->before[at])
        found->tasks[--place] = at;
}

/* Time from the end of the task before to its start, as far as both are known. */
static double wait_before(const struct found *found, size_t place)
{
    const struct path_task *tasks = found->path->tasks;
    double wait_s = place ? tasks[found->tasks[place]].start - tasks[found->tasks[place - 1]].end
                          : NUMBER_MISSING;
    return wait_s < 0 ? 0 : wait_s;
}

static void put_tasks(const struct found *found, struct tables *tables)
{
    const struct task_path *path = found->path;
    double first = path->tasks[found->tasks[0]].start;
    for (size_t i = 0; i < found->count && i < MOST_LISTED; i++) {
        const struct path_task *task = &path->tasks[found->tasks[i]];
        struct critical_path_row row = critical_path_row_missing();
        row.position = (double)i + 1;
        row.task = path->kinds[task->kind];
        row.id = task->name;
        row.after_s = task->start - first;
        row.wait_s = wait_before(found, i);
        row.elapsed_s = path->lengths[found->tasks[i]];
        row.share = row.elapsed_s / found->length_s;
        critical_path_row_put(tables_at(tables, TABLE_critical_path), &row);
    }
}

static int compare_parts(const void *left, const void *right)
{
    const struct kind_part *l = left, *r = right;
    if (l->elapsed_s != r->elapsed_s)
        return l->elapsed_s > r->elapsed_s ? -1 : 1;
    return (l->kind > r->kind) - (l->kind < r->kind);
}

/* Those with time on the path, of most first; to be freed. */
static struct kind_part *parts_of(const struct found *found, size_t *count)
{
    const struct task_path *path = found->path;
    struct kind_part *parts = memory_alloc_array(path->kind_count + 1, sizeof *parts);
    for (size_t i = 0; i < found->count; i++) {
        struct kind_part *part = &parts[path->tasks[found->tasks[i]].kind];
        part->tasks++;
        part->elapsed_s += known(path->lengths[found->tasks[i]]);
    }
    *count = 0;
    for (size_t k = 0; k < path->kind_count; k++)
        if (parts[k].elapsed_s > 0) {
            parts[*count] = parts[k];
            parts[(*count)++].kind = (uint32_t)k;
        }
    qsort(parts, *count, sizeof *parts, compare_parts);
    return parts;
}

/* The longest path where all tasks of the kind take half as long. */
static double halved(const struct found *found, uint32_t kind)
{
    const struct task_path *path = found->path;
    double length_s;
    for (size_t t = 0; t < path->count; t++)
        found->lengths[t] = path->lengths[t] * (path->tasks[t].kind == kind ? 0.5 : 1);
    path_longest(&found->graph, found->lengths, &length_s, found->before, found->ends);
    return length_s;
}

static void put_kinds(const struct found *found, struct tables *tables)
{
    const struct task_path *path = found->path;
    size_t count, work = path->count + path->edge_count + 1;
    struct kind_part *parts = parts_of(found, &count);
    for (size_t i = 0; i < count && i < MOST_KINDS; i++) {
        struct critical_path_kinds_row row = critical_path_kinds_row_missing();
        row.task = path->kinds[parts[i].kind];
        row.of = path->of;
        row.tasks = parts[i].tasks;
        row.elapsed_s = parts[i].elapsed_s;
        row.share = parts[i].elapsed_s / found->length_s;
        if (i < FEWEST_KINDS || i < MOST_WORK / work) {
            row.halved_s = halved(found, parts[i].kind);
            row.shorter_s = found->length_s - row.halved_s;
        }
        critical_path_kinds_row_put(tables_at(tables, TABLE_critical_path_kinds), &row);
    }
    free(parts);
}

/* The task did not wait for the other: so far it may be the rounding of their times. */
static bool overlap(const struct task_path *path, struct path_edge edge)
{
    double most_s = fmin(1, path->lengths[edge.input] / 2);
    return path->tasks[edge.input].end - path->tasks[edge.task].start > most_s;
}

/* A graph of those that can be. */
static void make_graph(struct found *found)
{
    const struct task_path *path = found->path;
    struct path_edge *kept = memory_alloc_array(path->edge_count + 1, sizeof *kept);
    size_t count = 0;
    for (size_t i = 0; i < path->edge_count; i++)
        if (!overlap(path, path->edges[i]))
            kept[count++] = path->edges[i];
    found->overlapping = path->edge_count - count;
    path_graph_make(&found->graph, path->count, kept, count);
    free(kept);
}

static void put_summary(const struct found *found, struct path_run run, struct tables *tables)
{
    double makespan_s = number_above_zero(run.makespan_s);
    struct critical_path_summary_row row = critical_path_summary_row_missing();
    row.of = found->path->of;
    row.tasks = (double)found->path->count;
    row.dependencies = (double)found->graph.edge_count;
    row.path_tasks = (double)found->count;
    row.length_s = found->length_s;
    row.makespan_s = makespan_s;
    row.share = found->length_s / makespan_s;
    for (size_t i = 1; i < found->count; i++)
        number_add(&row.wait_s, wait_before(found, i));
    row.none_ran_s = run.none_ran_s;
    row.none_ran_share = run.none_ran_s / makespan_s;
    row.none_ran_is = run.none_ran_is;
    row.overlapping = (double)found->overlapping;
    row.circular = (double)found->graph.circular;
    critical_path_summary_row_put(tables_at(tables, TABLE_critical_path_summary), &row);
}

void critical_path_put(const struct task_path *path, path_run_of *run_of, const void *context,
                       struct tables *tables)
{
    struct found found = {
        .path = path,
        .before = memory_alloc_array(path->count + 1, sizeof *found.before),
        .ends = memory_alloc_array(path->count + 1, sizeof *found.ends),
        .lengths = memory_alloc_array(path->count + 1, sizeof *found.lengths),
    };
    make_graph(&found);
    find(&found);
    if (found.length_s > 0) {
        put_summary(&found, run_of(context, found.tasks[0]), tables);
        put_tasks(&found, tables);
        put_kinds(&found, tables);
    }
    path_graph_release(&found.graph);
    free(found.before);
    free(found.tasks);
    free(found.ends);
    free(found.lengths);
}
