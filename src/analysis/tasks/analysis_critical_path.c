/* critical_path, critical_path_kinds, critical_path_summary: of records whose source says which
 * tasks wait for which. Tasks that succeeded are in it, with the attempt that did; failed attempts
 * and what ran beside make a run longer than its path. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/critical_path.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_selection.h"
#include "analysis/tasks/task_times.h"
#include "analysis/tasks/time_without_tasks.h"
#include "util/hash_index.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

struct chains {
    const struct task_groups *groups;
    struct group_index ids;    /* source, id */
    struct group_index rules;  /* RECORD_ANY_SOURCE, number of a Makeflow's rule */
    LIST_OF(uint32_t) by_rule; /* tasks of these */
    LIST_OF(struct path_task) tasks;
    LIST_OF(double) lengths;
    LIST_OF(uint32_t) sources;
    LIST_OF(struct path_edge) edges;
    const char **kinds;
};

static void add_rule(struct chains *chains, const struct grouped_record *at, int makeflow_node,
                     uint32_t task)
{
    char digits[NUMBER_TEXT_SIZE];
    double number = records_number_at(at->block, makeflow_node, at->row);
    size_t size = number_format(number, digits);
    uint32_t text = size ? interner_find(&chains->groups->records->texts, digits, size) : 0;
    if (!text)
        return;
    uint32_t place = group_index_add(&chains->rules, (struct group_key){RECORD_ANY_SOURCE, text});
    list_reach(&chains->by_rule, place + 1u, PATH_NONE);
    chains->by_rule.items[place] = task;
}

static void add_task(struct chains *chains, const struct grouped_record *at)
{
    struct task_time_columns columns = task_time_columns_of(at->block);
    struct task_times times = task_times_at(&columns, at->row);
    uint32_t id = records_text_at(at->block, RECORD_ID_COLUMN, at->row);
    double elapsed = records_number_at(at->block, RECORD_ELAPSED_COLUMN, at->row);
    if (!id)
        return;
    uint32_t place = group_index_add(&chains->ids, (struct group_key){at->block->source, id});
    list_reach(&chains->tasks, place + 1u, (struct path_task){.name = NULL});
    list_reach(&chains->lengths, place + 1u, NUMBER_MISSING);
    list_reach(&chains->sources, place + 1u, 0);
    chains->tasks.items[place] = (struct path_task){records_text(chains->groups->records, id),
                                                    times.start, times.end, at->kind};
    chains->lengths.items[place] = task_is_attempt(at->block, at->row) ? elapsed : NUMBER_MISSING;
    chains->sources.items[place] = at->block->source;
}

static void add_tasks(struct chains *chains)
{
    const struct task_groups *groups = chains->groups;
    int makeflow_node =
        records_find_attribute(groups->records, RECORD_MAKEFLOW_NODE, RECORD_NUMBER);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        size_t before = chains->tasks.count;
        if (!task_succeeded(groups, at.number))
            continue;
        add_task(chains, &at);
        if (makeflow_node != RECORDS_NO_COLUMN && chains->tasks.count > before)
            add_rule(chains, &at, makeflow_node, (uint32_t)before);
    }
}

/* PATH_NONE: no such task succeeded. */
static uint32_t task_at(struct chains *chains, uint32_t source, uint32_t text)
{
    bool by_rule = source == RECORD_ANY_SOURCE;
    struct group_index *index = by_rule ? &chains->rules : &chains->ids;
    size_t known = by_rule ? chains->by_rule.count : chains->tasks.count;
    uint32_t place = group_index_add(index, (struct group_key){source, text});
    if (place >= known)
        return PATH_NONE;
    return by_rule ? chains->by_rule.items[place] : place;
}

static void add_edges(struct chains *chains)
{
    const struct records *records = chains->groups->records;
    for (size_t i = 0; i < records->dependency_count; i++) {
        const struct record_dependency *dependency = &records->dependencies[i];
        uint32_t task = task_at(chains, dependency->source, dependency->task);
        uint32_t input = task_at(chains, dependency->source, dependency->input);
        if (task != PATH_NONE && input != PATH_NONE)
            *list_add(&chains->edges) = (struct path_edge){task, input};
    }
}

/* From the first start to the last end of what the source has, else as it says. */
static struct path_run run_of(const void *context, uint32_t task)
{
    const struct chains *chains = context;
    uint32_t source = chains->sources.items[task];
    double first = INFINITY, last = -INFINITY;
    for (size_t i = 0; i < chains->tasks.count; i++) {
        if (chains->sources.items[i] != source)
            continue;
        first = fmin(first, chains->tasks.items[i].start);
        last = fmax(last, chains->tasks.items[i].end);
    }
    bool is_timed = last > first;
    double makespan_s =
        is_timed ? last - first : chains->groups->records->sources[source].makespan_s;
    struct time_without_tasks none =
        time_without_tasks_of(chains->groups, source, is_timed ? first : NUMBER_MISSING,
                              makespan_s);
    const char *known = none.is_a_least ? "least" : "exact";
    return (struct path_run){makespan_s, none.seconds, isnan(none.seconds) ? NULL : known};
}

static void release(struct chains *chains)
{
    group_index_release(&chains->ids);
    group_index_release(&chains->rules);
    free(chains->by_rule.items);
    free(chains->tasks.items);
    free(chains->lengths.items);
    free(chains->sources.items);
    free(chains->edges.items);
    free(chains->kinds);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct chains chains = {.groups = groups};
    if (!groups || !groups->records->dependency_count)
        return;
    add_tasks(&chains);
    add_edges(&chains);
    chains.kinds = memory_alloc_array(groups->kind_count + 1, sizeof *chains.kinds);
    for (size_t k = 0; k < groups->kind_count; k++)
        chains.kinds[k] = groups->kinds[k].task;
    const struct task_path path = {chains.tasks.items, chains.lengths.items,
                                   chains.tasks.count, chains.edges.items,
                                   chains.edges.count, chains.kinds,
                                   groups->kind_count, "tasks"};
    if (path.edge_count)
        critical_path_put(&path, run_of, &chains, tables);
    release(&chains);
}

const struct analysis analysis_critical_path = {"critical_path", run};
