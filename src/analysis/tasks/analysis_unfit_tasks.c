/* unfit_tasks: tasks that never started and requested more than any one worker had. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_outcomes.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/number.h"

enum { WORKER_RESOURCES = 4, MOST_IDS = 3 };

/* What workers have, and which column says what was requested of it. */
struct offer {
    const char *name, *unit;
    int requested;
    double largest;
};

struct unfit {
    size_t tasks, named;
    uint32_t source; /* of the first of them */
    double requested_min, requested_max, largest;
    const char *ids;
};

struct tally {
    const struct task_groups *groups;
    struct arena *arena;      /* of the tables */
    int gpus, disk;           /* attributes */
    struct group_index index; /* of kind × number of the resource */
    LIST_OF(struct unfit) items;
};

static void offers_of(const struct tally *tally, uint32_t source,
                      struct offer offers[WORKER_RESOURCES])
{
    const struct record_worker *largest = &tally->groups->records->sources[source].largest;
    offers[0] = (struct offer){"cores", "", RECORD_REQUESTED_CORES_COLUMN, largest->cores};
    offers[1] = (struct offer){"GPUs", "", tally->gpus, largest->gpus};
    offers[2] = (struct offer){"memory", "B", RECORD_REQUESTED_MEMORY_COLUMN, largest->memory};
    offers[3] = (struct offer){"disk", "B", tally->disk, largest->disk};
}

/* Those of other runs may be the same. */
static void add_id(struct tally *tally, struct unfit *unfit, const struct grouped_record *at)
{
    uint32_t text = records_text_at(at->block, RECORD_ID_COLUMN, at->row);
    if (!unfit->tasks)
        unfit->source = at->block->source;
    if (!text || unfit->source != at->block->source || unfit->named++ >= MOST_IDS)
        return;
    const char *id = records_text(tally->groups->records, text);
    unfit->ids = unfit->ids ? arena_format(tally->arena, "%s, %s", unfit->ids, id)
                            : arena_text(tally->arena, id);
}

static void add(struct tally *tally, const struct grouped_record *at, size_t resource,
                const struct offer *offer, double requested)
{
    struct group_key key = {(uint32_t)at->kind, (uint32_t)resource};
    uint32_t place = group_index_add(&tally->index, key);
    list_reach(&tally->items, tally->index.count,
               (struct unfit){.requested_min = NUMBER_MISSING, .requested_max = NUMBER_MISSING});
    struct unfit *unfit = &tally->items.items[place];
    add_id(tally, unfit, at);
    unfit->tasks++;
    unfit->requested_min = fmin(unfit->requested_min, requested);
    unfit->requested_max = fmax(unfit->requested_max, requested);
    unfit->largest = fmax(unfit->largest, offer->largest);
}

/* Those that were cancelled while they waited had waited for such a worker, too. */
static void count_tasks(struct tally *tally)
{
    struct offer offers[WORKER_RESOURCES];
    for (struct grouped_record at = task_records(tally->groups); task_records_next(&at);) {
        offers_of(tally, at.block->source, offers);
        if (!(offers[0].largest > 0 || offers[2].largest > 0) ||
            task_is_attempt(at.block, at.row) ||
            !isnan(records_number_at(at.block, RECORD_START_COLUMN, at.row)))
            continue;
        for (size_t i = 0; i < WORKER_RESOURCES; i++) {
            double requested = records_number_at(at.block, offers[i].requested, at.row);
            if (offers[i].largest > 0 && requested > offers[i].largest)
                add(tally, &at, i, &offers[i], requested);
        }
    }
}

static void put(struct tables *tables, const struct tally *tally, size_t place)
{
    const struct unfit *unfit = &tally->items.items[place];
    struct offer offers[WORKER_RESOURCES];
    offers_of(tally, 0, offers);
    const struct offer *offer = &offers[tally->index.keys[place].task];
    struct unfit_tasks_row row = unfit_tasks_row_missing();
    row.task = tally->groups->kinds[tally->index.keys[place].step].task;
    row.resource = offer->name;
    row.unit = offer->unit;
    row.tasks = (double)unfit->tasks;
    row.requested_min = unfit->requested_min;
    row.requested_max = unfit->requested_max;
    row.largest = unfit->largest;
    row.ids = unfit->ids;
    unfit_tasks_row_put(tables_at(tables, TABLE_unfit_tasks), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct tally tally = {.groups = groups, .arena = tables->arena};
    bool are_known = false;
    for (size_t i = 0; groups && i < groups->records->source_count && !are_known; i++) {
        const struct record_worker *largest = &groups->records->sources[i].largest;
        are_known = largest->cores > 0 || largest->memory > 0;
    }
    if (!are_known)
        return;
    tally.gpus = records_find_attribute(groups->records, "requested_gpus", RECORD_NUMBER);
    tally.disk = records_find_attribute(groups->records, "requested_disk", RECORD_NUMBER);
    count_tasks(&tally);
    for (size_t place = 0; place < tally.index.count; place++)
        put(tables, &tally, place);
    group_index_release(&tally.index);
    free(tally.items.items);
}

const struct analysis analysis_unfit_tasks = {"unfit_tasks", run};
