/* lanes: what ran where over time, in at most LANES_MOST lanes of LANE_MOST_STRETCHES stretches. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/lane_stretches.h"
#include "analysis/tasks/task_selection.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"

struct lane_node {
    const char *name;
    uint32_t text;
};

struct collection {
    const struct task_groups *groups;
    const struct task_selection *selection;
    LIST_OF(struct lane_attempt) attempts;
    struct lane_node *nodes;
    size_t node_count;
    double first, last;
};

static int compare_nodes(const void *left, const void *right)
{
    const struct lane_node *l = left, *r = right;
    int order = natural_compare(l->name, r->name);
    return order ? order : (l->text > r->text) - (l->text < r->text);
}

/* A cached result did not run; a attempt without known times cannot be drawn. */
static void collect_block(struct collection *collection, const struct records_block *block,
                          size_t first)
{
    struct task_time_columns columns = task_time_columns_of(block);
    const uint32_t *nodes = records_texts(block, RECORD_NODE_COLUMN);
    const uint8_t *endings = records_endings(block);
    for (size_t row = 0; nodes && row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        if (!nodes[row] || !(times.start <= times.end) ||
            (endings && endings[row] == ENDING_CACHED))
            continue;
        uint8_t place = collection->selection->place_of[collection->groups->group_of[first + row]];
        *list_add(&collection->attempts) = (struct lane_attempt){
            .start = times.start,
            .end = times.end,
            .node = nodes[row],
            .kind = place < LANE_KINDS ? place : LANE_KINDS,
            .failed = task_outcome_of(block, row) == OUTCOME_FAILED,
        };
        collection->first = fmin(collection->first, times.start);
        collection->last = fmax(collection->last, times.end);
    }
}

/* Numbers the nodes of the attempts in the natural order of their names. */
static void number_nodes(struct collection *collection)
{
    const struct records *records = collection->groups->records;
    uint32_t *numbers = memory_alloc_array(records->texts.count + 1, sizeof *numbers);
    collection->nodes = memory_alloc_array(records->texts.count + 1, sizeof *collection->nodes);
    for (size_t i = 0; i < collection->attempts.count; i++) {
        uint32_t text = collection->attempts.items[i].node;
        if (!numbers[text])
            collection->nodes[collection->node_count++] =
                (struct lane_node){records_text(records, text), text};
        numbers[text] = 1;
    }
    qsort(collection->nodes, collection->node_count, sizeof *collection->nodes, compare_nodes);
    for (size_t i = 0; i < collection->node_count; i++)
        numbers[collection->nodes[i].text] = (uint32_t)i;
    for (size_t i = 0; i < collection->attempts.count; i++)
        collection->attempts.items[i].node = numbers[collection->attempts.items[i].node];
    free(numbers);
}

static void collect(struct collection *collection)
{
    const struct records *records = collection->groups->records;
    size_t first = 0;
    collection->first = INFINITY;
    collection->last = -INFINITY;
    for (size_t i = 0; i < records->block_count; i++) {
        collect_block(collection, &records->blocks[i], first);
        first += records->blocks[i].rows;
    }
    if (collection->attempts.count)
        number_nodes(collection);
}

/* ---- the table ---- */

struct lane {
    const char *name;
    size_t number, nodes;
    uint32_t slot;
};

/* A row each part of a stretch; what ended in it is with the first. */
static void put_part(struct table *table, const struct task_selection *selection,
                     const struct lane *lane, const struct lane_stretch *stretch, size_t index)
{
    const struct lane_part *part = &stretch->parts[index];
    struct lanes_row cells = lanes_row_missing();
    cells.lane = (double)lane->number;
    cells.node = lane->name;
    cells.nodes = (double)lane->nodes;
    cells.slot = lane->slot ? (double)lane->slot : NAN;
    cells.start = stretch->start;
    cells.end = stretch->end;
    cells.task = part->kind < LANE_KINDS ? selection->names[part->kind] : NULL;
    cells.tasks = (double)(index ? 0 : stretch->tasks);
    cells.failed = (double)(index ? 0 : stretch->failed);
    cells.running = part->running;
    lanes_row_put_static(table, &cells);
}

/* Nodes that share a lane: those between the first and the last number that fall into it. */
static struct lane lane_of(const struct collection *collection, const struct lane_attempt *attempt,
                           size_t lanes, struct arena *arena)
{
    size_t first = attempt->node, last = attempt->node, count = collection->node_count;
    while (!attempt->slot && first > 0 && (first - 1) * lanes / count == attempt->lane)
        first--;
    while (!attempt->slot && last + 1 < count && (last + 1) * lanes / count == attempt->lane)
        last++;
    const char *from = collection->nodes[first].name, *to = collection->nodes[last].name;
    return (struct lane){first == last ? arena_text(arena, from)
                                       : arena_format(arena, "%s … %s", from, to),
                         attempt->lane, last - first + 1, attempt->slot};
}

static void put_lanes(struct tables *tables, const struct collection *collection, size_t lanes)
{
    struct table *table = tables_get(tables, "lanes");
    struct lane_stretch *stretches = memory_alloc_array(LANE_MOST_STRETCHES, sizeof *stretches);
    for (size_t from = 0, to; from < collection->attempts.count; from = to) {
        const struct lane_attempt *attempts = collection->attempts.items + from;
        for (to = from + 1; to < collection->attempts.count &&
                            collection->attempts.items[to].lane == attempts->lane;)
            to++;
        struct lane lane = lane_of(collection, attempts, lanes, tables->arena);
        size_t count = lane_stretches_make(attempts, to - from, collection->first, collection->last,
                                           stretches);
        for (size_t i = 0; i < count; i++)
            for (size_t part = 0; part < stretches[i].part_count; part++)
                put_part(table, collection->selection, &lane, &stretches[i], part);
    }
    free(stretches);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    struct collection collection = {.groups = request->tasks, .selection = &selection};
    if (!request->tasks || !task_times_known(request->tasks->records) ||
        !records_has(request->tasks->records, RECORD_NODE_COLUMN))
        return;
    task_selection_make(&selection, request->tasks, tables->arena);
    collect(&collection);
    size_t lanes =
        lanes_assign(collection.attempts.items, collection.attempts.count, collection.node_count);
    if (lanes)
        put_lanes(tables, &collection, lanes);
    free(collection.attempts.items);
    free(collection.nodes);
    task_selection_release(&selection);
}

const struct analysis analysis_lanes = {"lanes", run};
