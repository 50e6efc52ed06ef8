/* allocation: what first allocations of memory (and disk) would cost, by the two-try model. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/first_allocation.h"
#include "analysis/task_rules.h"
#include "analysis/task_tuples.h"
#include "util/memory.h"
#include "util/parallel.h"

struct allocated {
    size_t tasks;
    double used;
    struct first_allocation rules[FIRST_ALLOCATION_RULES];
};

struct work {
    const struct task_tuples *tuples;
    struct allocated *allocated; /* the selected kinds, then all */
};

static void allocate(struct task_tuple_span span, struct allocated *allocated)
{
    allocated->tasks = span.count;
    if (span.count)
        allocated->used =
            first_allocation_make((struct need *)span.items, span.count, allocated->rules);
}

static void allocate_kind(void *context, size_t place)
{
    const struct work *work = context;
    allocate(task_tuples_at(work->tuples, place), &work->allocated[place]);
}

static void put_rule(struct table *table, const char *task, const char *resource,
                     const struct allocated *allocated, size_t rule)
{
    const struct first_allocation *first = &allocated->rules[rule];
    double whole = allocated->used + first->waste;
    table_put_static(table, task);
    table_put_static(table, resource);
    table_put_static(table, first_allocation_names[rule]);
    put_count(table, allocated->tasks);
    table_put_number(table, first->allocation / TASK_GB);
    put_count(table, first->retries);
    table_put_number(table, (double)first->retries / (double)allocated->tasks);
    table_put_number(table, allocated->used / TASK_GB / TASK_HOUR_S);
    table_put_number(table, first->waste / TASK_GB / TASK_HOUR_S);
    table_put_number(table, whole > 0 ? first->waste / whole : NAN);
    table_put_number(table, first->throughput);
}

static void put_allocated(struct tables *tables, const char *task, const char *resource,
                          const struct allocated *allocated)
{
    for (size_t rule = 0; allocated->tasks && rule < FIRST_ALLOCATION_RULES; rule++)
        put_rule(tables_get(tables, "allocation"), task, resource, allocated, rule);
}

static void allocate_resource(const struct analysis_request *request, struct tables *tables,
                              const struct task_selection *selection, const char *resource,
                              int column)
{
    const struct task_tuple_columns columns = {2,
                                               {column, RECORD_ELAPSED_COLUMN},
                                               {RECORDS_NO_COLUMN, RECORDS_NO_COLUMN}};
    struct task_tuples tuples;
    task_tuples_make(&tuples, request->tasks, selection, &columns);
    struct work work = {&tuples, memory_alloc_array(selection->count + 1, sizeof *work.allocated)};
    parallel_threads(request->jobs, selection->count, allocate_kind, &work);
    allocate(task_tuples_all(&tuples), &work.allocated[selection->count]);
    put_allocated(tables, "*", resource, &work.allocated[selection->count]);
    for (size_t i = 0; i < selection->count; i++)
        put_allocated(tables, selection->names[i], resource, &work.allocated[i]);
    free(work.allocated);
    task_tuples_release(&tuples);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    if (!request->tasks)
        return;
    const struct records *records = request->tasks->records;
    int disk = records_find_attribute(records, "disk", RECORD_NUMBER);
    task_selection_make(&selection, request->tasks, tables->arena);
    if (records_has(records, RECORD_MEMORY_COLUMN))
        allocate_resource(request, tables, &selection, "memory", RECORD_MEMORY_COLUMN);
    if (disk != RECORDS_NO_COLUMN)
        allocate_resource(request, tables, &selection, "disk", disk);
    task_selection_release(&selection);
}

const struct analysis analysis_allocation = {"allocation", run};
