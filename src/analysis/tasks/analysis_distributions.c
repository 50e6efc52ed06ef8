/* boxplots, histograms, resources, densities: how each measured quantity is distributed over the
 * tasks that ended well, of all kinds together and of those selected, among them the kinds with the
 * highest values of the quantity. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic_present.h"
#include "analysis/tasks/distribution_rows.h"
#include "analysis/tasks/task_measures.h"
#include "analysis/tasks/task_selection.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

/* MOST_AT_ONCE bounds the memory: each measure in work takes 16 bytes a task. */
enum { MOST_AT_ONCE = 4 };

/* Of all tasks first, then of the selected kinds. */
struct measured {
    struct task_measure measure;
    struct task_selection selection;
    struct arena arena; /* of the selection's names: measures are worked on side by side */
    struct distribution *distributions;
};

struct work {
    const struct task_groups *groups;
    struct measured *measured;
};

/* `summary`: of the values, or NULL when it is not known. */
static void distribute(const struct task_measure *measure, const double *values, size_t count,
                       const struct summary *summary, double *scratch,
                       struct distribution *distribution)
{
    if (summary)
        distribution->summary = *summary;
    else
        statistic_summarise(values, count, scratch, &distribution->summary);
    statistic_box_of(&distribution->summary, values, count, &distribution->box);
    distribution->bins =
        statistic_histogram_of(&distribution->summary, values, count, DISTRIBUTION_BINS,
                               distribution->edges, distribution->counts);
    distribution->p98 = NUMBER_MISSING;
    if (measure->column != TASK_EFFICIENCY_COLUMN)
        return;
    double nearly_all = 0.98;
    statistic_quantiles_of(values, count, scratch, &nearly_all, 1, &distribution->p98);
    distribution->has_density = density_make(scratch, present_copy(values, count, scratch),
                                             distribution->x, distribution->density);
}

static void distribute_kind(const struct work *work, const struct task_measure *measure,
                            const double *column, size_t kind, double *scratch,
                            struct distribution *distribution)
{
    bool is_known = measure->column == RECORD_MEMORY_COLUMN;
    struct task_places places = task_places_of_kind(work->groups, kind);
    distribute(measure, column + places.first, places.count,
               is_known ? &work->groups->memory_of_kinds[kind] : NULL, scratch, distribution);
}

static void select_kinds(const struct task_groups *groups, const double *column,
                         struct measured *measured)
{
    struct task_selection *selection = &measured->selection;
    task_selection_make(selection, groups, &measured->arena);
    if (!task_selection_is_partial(selection, groups))
        return;
    double *highest = memory_alloc_array(groups->kind_count + 1, sizeof *highest);
    for (size_t k = 0; k < groups->kind_count; k++) {
        struct task_places places = task_places_of_kind(groups, k);
        highest[k] = NUMBER_MISSING;
        for (size_t i = places.first; i < places.first + places.count; i++)
            highest[k] = fmax(highest[k], column[i]);
    }
    task_selection_add(selection, groups, highest, &measured->arena);
    free(highest);
}

static void make_measured(void *context, size_t index)
{
    const struct work *work = context;
    struct measured *measured = &work->measured[index];
    struct task_column column = task_measure_gather(&measured->measure, work->groups);
    size_t count = task_places_of_all(work->groups).count;
    double *scratch = memory_resize(NULL, count + 1, sizeof *scratch);
    const struct task_selection *selection = &measured->selection;
    select_kinds(work->groups, column.values, measured);
    measured->distributions =
        memory_alloc_array(selection->count + 1, sizeof measured->distributions[0]);
    distribute(&measured->measure, column.values, count, NULL, scratch,
               &measured->distributions[0]);
    for (size_t i = 0; i < selection->count; i++)
        distribute_kind(work, &measured->measure, column.values, selection->kinds[i], scratch,
                        &measured->distributions[i + 1]);
    free(scratch);
    free(column.own);
}

static size_t tasks_of_all(const struct task_groups *groups)
{
    size_t tasks = 0;
    for (size_t k = 0; k < groups->kind_count; k++)
        tasks += groups->kinds[k].totals.tasks[OUTCOME_SUCCEEDED];
    return tasks;
}

static void put_measured(struct tables *tables, const struct work *work,
                         const struct measured *measured)
{
    struct distributed row = {.task = "*",
                              .quantity = arena_text(tables->arena, measured->measure.name),
                              .unit = arena_text(tables->arena, measured->measure.unit),
                              .tasks = tasks_of_all(work->groups),
                              .distribution = measured->distributions};
    distribution_rows_put(tables, &row);
    const struct task_selection *selection = &measured->selection;
    for (size_t i = 0; i < selection->count; i++) {
        row.task = arena_text(tables->arena, selection->names[i]);
        row.tasks = work->groups->kinds[selection->kinds[i]].totals.tasks[OUTCOME_SUCCEEDED];
        row.distribution = &measured->distributions[i + 1];
        distribution_rows_put(tables, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (!request->tasks)
        return;
    size_t count;
    struct task_measure *measures = task_measures_find(request->tasks->records, &count);
    struct work work = {request->tasks, memory_alloc_array(count + 1, sizeof *work.measured)};
    for (size_t i = 0; i < count; i++) {
        work.measured[i] = (struct measured){.measure = measures[i]};
        arena_init(&work.measured[i].arena);
    }
    parallel_threads(request->jobs < MOST_AT_ONCE ? request->jobs : MOST_AT_ONCE, count,
                     make_measured, &work);
    for (size_t i = 0; i < count; i++) {
        put_measured(tables, &work, &work.measured[i]);
        free(work.measured[i].distributions);
        task_selection_release(&work.measured[i].selection);
        arena_release(&work.measured[i].arena);
    }
    free(work.measured);
    free(measures);
}

const struct analysis analysis_distributions = {"distributions", run};
