/* manager_runs: the runs of managers of task queues, and what of them was not done at their end. */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { CLEARLY = 2 }; /* × the failures on any other host, for the one that is named */

static int by_log(const void *left, const void *right)
{
    const struct manager_run *l = *(const struct manager_run *const *)left;
    const struct manager_run *r = *(const struct manager_run *const *)right;
    int order = strcmp(l->path, r->path);
    return order ? order : number_compare(&l->start, &r->start);
}

/* The one that tells of most of it first. */
static int by_manager(const void *left, const void *right)
{
    const struct manager_run *l = *(const struct manager_run *const *)left;
    const struct manager_run *r = *(const struct manager_run *const *)right;
    int order = (l->pid > r->pid) - (l->pid < r->pid);
    if (!order)
        order = number_compare(&l->start, &r->start);
    return order ? order : number_compare(&r->end, &l->end);
}

/* Of copies of a log, made as it grew, the longest tells of a run what the others do. */
static size_t without_copies(const struct manager_run **runs, size_t count)
{
    size_t kept = 0;
    qsort(runs, count, sizeof *runs, by_manager);
    for (size_t i = 0; i < count; i++) {
        bool is_same = kept > 0 && runs[kept - 1]->pid == runs[i]->pid &&
                       number_compare(&runs[kept - 1]->start, &runs[i]->start) == 0;
        if (!is_same)
            runs[kept++] = runs[i];
    }
    qsort(runs, kept, sizeof *runs, by_log);
    return kept;
}

static void put(struct table *table, const struct manager_run *run, const char *input,
                size_t number)
{
    struct manager_runs_row row = manager_runs_row_missing();
    row.input = input;
    row.run = (double)number;
    row.start = run->start;
    row.end = run->end;
    row.has_ended = run->has_ended;
    row.tasks = (double)run->tasks;
    row.waiting = (double)run->waiting;
    row.running = (double)run->running;
    row.libraries = (double)run->libraries;
    row.libraries_started = (double)run->libraries_started;
    row.library_failures = (double)run->library_exits;
    row.first_failure = run->first_exit;
    row.first_node = run->first_exit_host;
    if (run->most_exits >= CLEARLY * run->next_exits && run->most_exits > 0) {
        row.most_node = run->most_exits_host;
        row.most_failures = (double)run->most_exits;
    }
    manager_runs_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    size_t count = dataset->manager_run_count, number = 0;
    if (!count)
        return;
    const struct manager_run **runs = memory_alloc_array(count, sizeof *runs);
    for (size_t i = 0; i < count; i++)
        runs[i] = &dataset->manager_runs[i];
    count = without_copies(runs, count);
    for (size_t i = 0; i < count; i++) {
        bool goes_on = i > 0 && strcmp(runs[i]->path, runs[i - 1]->path) == 0;
        number = goes_on ? number + 1 : 1;
        put(tables_at(tables, TABLE_manager_runs), runs[i],
            short_paths_get(request->input_names, runs[i]->path), number);
    }
    free(runs);
}

const struct analysis analysis_manager_runs = {"manager_runs", run};
