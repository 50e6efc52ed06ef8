/* chosen_bins: histograms whose number of bins or range a chart definition decides. */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_measures.h"
#include "analysis/tasks/task_selection.h"
#include "table/rows.h"
#include "util/memory.h"

struct chosen {
    const struct wanted_bins *wanted;
    const struct task_measure *measure;
    const double *values;
    double *scratch, *edges;
    size_t *counts;
    struct tables *tables;
};

static void put_histogram(const struct chosen *chosen, const char *task, struct task_places places)
{
    struct arena *arena = chosen->tables->arena;
    size_t bins = bin_rule_count(&chosen->wanted->rule, chosen->values + places.first, places.count,
                                 chosen->scratch, chosen->edges, chosen->counts);
    for (size_t i = 0; i < bins; i++) {
        struct chosen_bins_row row = chosen_bins_row_missing();
        row.bins = bin_rule_text(&chosen->wanted->rule, arena);
        row.task = task;
        row.quantity = chosen->measure->name;
        row.unit = chosen->measure->unit;
        row.low = chosen->edges[i];
        row.high = chosen->edges[i + 1];
        row.count = (double)chosen->counts[i];
        chosen_bins_row_put(tables_get(chosen->tables, "chosen_bins"), &row);
    }
}

static void put_measure(const struct analysis_request *request,
                        const struct task_selection *selection, struct chosen *chosen)
{
    const struct task_groups *groups = request->tasks;
    for (size_t i = 0; i < request->wanted_bin_count; i++) {
        chosen->wanted = &request->wanted_bins[i];
        if (chosen->wanted->quantity &&
            strcmp(chosen->wanted->quantity, chosen->measure->name) != 0)
            continue;
        put_histogram(chosen, "*", task_places_of_all(groups));
        for (size_t kind = 0; kind < selection->count; kind++)
            put_histogram(chosen, selection->names[kind],
                          task_places_of_kind(groups, selection->kinds[kind]));
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (!request->tasks || !request->wanted_bin_count)
        return;
    size_t measure_count, tasks = task_places_of_all(request->tasks).count;
    struct task_measure *measures = task_measures_find(request->tasks->records, &measure_count);
    struct task_selection selection;
    task_selection_make(&selection, request->tasks, tables->arena);
    struct chosen chosen = {
        .scratch = memory_alloc_array(tasks + 1, sizeof *chosen.scratch),
        .edges = memory_alloc_array(BIN_RULE_MOST + 1, sizeof *chosen.edges),
        .counts = memory_alloc_array(BIN_RULE_MOST, sizeof *chosen.counts),
        .tables = tables,
    };
    for (size_t i = 0; i < measure_count; i++) {
        struct task_column column = task_measure_gather(&measures[i], request->tasks);
        chosen.measure = &measures[i];
        chosen.values = column.values;
        put_measure(request, &selection, &chosen);
        free(column.own);
    }
    free(chosen.scratch);
    free(chosen.edges);
    free(chosen.counts);
    free(measures);
    task_selection_release(&selection);
}

const struct analysis analysis_chosen_bins = {"chosen_bins", run};
