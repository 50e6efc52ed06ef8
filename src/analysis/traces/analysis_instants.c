/* instants: how often each instant was marked on each thread, and when. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "table/rows.h"
#include "util/list.h"

enum { MOST_ROWS = 1000 };

struct instants {
    uint32_t name, host, lane; /* texts */
    size_t count, number;      /* number: in the order of appearance */
    double first, last;
};

struct counting {
    struct group_index threads, index; /* host and lane; that and name */
    struct instants *items;
    size_t count, capacity;
};

static void count_mark(struct counting *counting, const struct activity_mark *mark)
{
    uint32_t thread =
        group_index_add(&counting->threads, (struct group_key){mark->host, mark->lane});
    uint32_t place = group_index_add(&counting->index, (struct group_key){thread, mark->name});
    if (place == counting->count) {
        *list_add(counting) =
            (struct instants){mark->name, mark->host, mark->lane, 0, place, mark->time, mark->time};
    }
    struct instants *instants = &counting->items[place];
    instants->count++;
    instants->first = fmin(instants->first, mark->time);
    instants->last = fmax(instants->last, mark->time);
}

static int compare_instants(const void *left, const void *right)
{
    const struct instants *l = left, *r = right;
    if (l->count != r->count)
        return l->count > r->count ? -1 : 1;
    return (l->number > r->number) - (l->number < r->number);
}

static void put_row(const struct activity *activity, const struct instants *instants, double begin,
                    struct table *table)
{
    const char *name = activity_text(activity, instants->name);
    const char *host = activity_text(activity, instants->host);
    const char *lane = activity_text(activity, instants->lane);
    double period = instants->last - instants->first;
    struct instants_row row = instants_row_missing();
    row.instant = name && *name ? name : "(no name)";
    row.process = host ? host : "";
    row.thread = lane ? lane : "";
    row.count = (double)instants->count;
    row.first_s = aligned_seconds(instants->first - begin);
    row.last_s = aligned_seconds(instants->last - begin);
    row.rate_per_s = period > 0 ? (double)(instants->count - 1) / period : (double)NAN;
    instants_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct aligned_timeline *aligned = request->activity;
    if (!aligned || !aligned->activity || !aligned->activity->mark_count)
        return;
    const struct activity *activity = aligned->activity;
    double begin = request->traces && !isnan(request->traces->first) ? request->traces->first
                                                                     : aligned->times.first;
    struct table *table = tables_get(tables, "instants");
    struct counting counting = {0};
    for (size_t i = 0; i < activity->mark_count; i++)
        count_mark(&counting, &activity->marks[i]);
    qsort(counting.items, counting.count, sizeof *counting.items, compare_instants);
    for (size_t i = 0; i < counting.count && i < MOST_ROWS; i++)
        put_row(activity, &counting.items[i], begin, table);
    group_index_release(&counting.threads);
    group_index_release(&counting.index);
    free(counting.items);
}

const struct analysis analysis_instants = {"instants", run};
