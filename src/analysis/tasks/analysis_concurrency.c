/* concurrency: how many tries ran and waited, and how many workers had work, at each moment.
 *
 * A try waits from its submission to its start and runs from its start to its end; a worker is
 * there from the first start on it to the last end. Nodes of a cluster, which may run others'
 * tasks, are no workers. Of more moments than the table holds, those of the highest and lowest
 * numbers in each of some stretches of time stay. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/number_sort.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_selection.h"
#include "analysis/tasks/task_times.h"
#include "util/memory.h"

enum { RUNNING, WAITING, WORKERS, COUNTS };
enum { MOST_MOMENTS = 2000, KEPT_A_STRETCH = 2 * COUNTS + 1 };
/* A stretch ends with its share of the time or of the moments, so that bursts keep their shape. */
enum {
    STRETCHES_OF_TIME = MOST_MOMENTS / KEPT_A_STRETCH / 2,
    STRETCHES_OF_MOMENTS = STRETCHES_OF_TIME - 1
};

/* Moments at which a count goes up, or down. */
struct moments {
    double *times;
    size_t count, capacity, next;
};

struct comings {
    struct moments up[COUNTS], down[COUNTS];
};

struct presence {
    double first, last; /* NaN: none */
};

static void add_moment(struct moments *moments, double time)
{
    memory_reserve(&moments->times, &moments->capacity, moments->count + 1, sizeof(double));
    moments->times[moments->count++] = time;
}

static void add_stretch(struct comings *comings, size_t count, double from, double to)
{
    if (!(from < to))
        return;
    add_moment(&comings->up[count], from);
    add_moment(&comings->down[count], to);
}

static void add_presence(struct presence *presence, const struct task_times *times)
{
    presence->first = fmin(presence->first, times->start);
    presence->last = fmax(presence->last, times->end);
}

/* What is still open when the source ends waits or runs on. */
static void add_open(struct comings *comings, const struct task_times *times)
{
    if (isnan(times->start) && !isnan(times->submit))
        add_moment(&comings->up[WAITING], times->submit);
    else if (!isnan(times->start) && isnan(times->end))
        add_moment(&comings->up[RUNNING], times->start);
}

static void add_try(struct comings *comings, const struct task_times *times, bool is_open,
                    struct presence *presence)
{
    add_stretch(comings, WAITING, times->submit, times->start);
    add_stretch(comings, RUNNING, times->start, times->end);
    if (is_open)
        add_open(comings, times);
    if (presence && times->start <= times->end)
        add_presence(presence, times);
}

/* A cached result tells the times of an earlier run. */
static void collect_block(struct comings *comings, const struct records *records,
                          const struct records_block *block, struct presence *presences)
{
    struct task_time_columns columns = task_time_columns_of(block);
    const uint32_t *nodes =
        records_have_workers(records, block) ? records_texts(block, RECORD_NODE_COLUMN) : NULL;
    const uint8_t *endings = records_endings(block);
    for (size_t row = 0; row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        if (!endings || endings[row] != ENDING_CACHED)
            add_try(comings, &times, endings && endings[row] == ENDING_OPEN,
                    nodes && nodes[row] ? &presences[nodes[row]] : NULL);
    }
}

static void collect(struct comings *comings, const struct records *records)
{
    size_t texts = records->texts.count + 1;
    struct presence *presences = memory_alloc_array(texts, sizeof *presences);
    for (size_t i = 0; i < texts; i++)
        presences[i] = (struct presence){NAN, NAN};
    for (size_t i = 0; i < records->block_count; i++)
        collect_block(comings, records, &records->blocks[i], presences);
    for (size_t i = 0; i < texts; i++)
        add_stretch(comings, WORKERS, presences[i].first, presences[i].last);
    free(presences);
    for (size_t i = 0; i < COUNTS; i++) {
        number_sort(comings->up[i].times, comings->up[i].count, 1);
        number_sort(comings->down[i].times, comings->down[i].count, 1);
    }
}

/* ---- from moment to moment ---- */

struct state {
    double time;
    size_t counts[COUNTS];
};

static double next_time(const struct comings *comings)
{
    double next = INFINITY;
    for (size_t i = 0; i < COUNTS; i++) {
        const struct moments *up = &comings->up[i], *down = &comings->down[i];
        if (up->next < up->count)
            next = fmin(next, up->times[up->next]);
        if (down->next < down->count)
            next = fmin(next, down->times[down->next]);
    }
    return next;
}

static size_t pass(struct moments *moments, double time)
{
    size_t from = moments->next;
    while (moments->next < moments->count && moments->times[moments->next] <= time)
        moments->next++;
    return moments->next - from;
}

/* False behind the last moment. */
static bool step(struct comings *comings, struct state *state)
{
    state->time = next_time(comings);
    if (state->time == INFINITY)
        return false;
    for (size_t i = 0; i < COUNTS; i++) {
        state->counts[i] += pass(&comings->up[i], state->time);
        state->counts[i] -= pass(&comings->down[i], state->time);
    }
    return true;
}

/* ---- the table ---- */

struct output {
    struct table *table;
    bool known[COUNTS];
    double latest; /* time put last */
};

static void put_state(struct output *output, const struct state *state)
{
    if (state->time == output->latest)
        return;
    output->latest = state->time;
    table_put_number(output->table, state->time);
    for (size_t i = 0; i < COUNTS; i++)
        table_put_number(output->table, output->known[i] ? (double)state->counts[i] : NAN);
}

/* What stays of a stretch: for each count its lowest and highest state, and the last one. */
struct stretch {
    struct state kept[KEPT_A_STRETCH];
    bool any;
};

static void add_state(struct stretch *stretch, const struct state *state)
{
    for (size_t i = 0; i < COUNTS; i++) {
        struct state *low = &stretch->kept[2 * i], *high = &stretch->kept[2 * i + 1];
        if (!stretch->any || state->counts[i] < low->counts[i])
            *low = *state;
        if (!stretch->any || state->counts[i] > high->counts[i])
            *high = *state;
    }
    stretch->kept[KEPT_A_STRETCH - 1] = *state;
    stretch->any = true;
}

static int compare_states(const void *left, const void *right)
{
    const struct state *l = left, *r = right;
    return (l->time > r->time) - (l->time < r->time);
}

static void put_stretch(struct output *output, struct stretch *stretch)
{
    if (!stretch->any)
        return;
    qsort(stretch->kept, KEPT_A_STRETCH, sizeof *stretch->kept, compare_states);
    for (size_t i = 0; i < KEPT_A_STRETCH; i++)
        put_state(output, &stretch->kept[i]);
    stretch->any = false;
}

static void put_all(struct output *output, struct comings *comings)
{
    struct state state = {0};
    while (step(comings, &state))
        put_state(output, &state);
}

static void put_thinned(struct output *output, struct comings *comings, double from, double to,
                        size_t moments)
{
    struct stretch stretch = {.any = false};
    struct state state = {0};
    size_t current = 0, states = 0, most_states = moments / STRETCHES_OF_MOMENTS + 1;
    while (step(comings, &state)) {
        size_t number = (size_t)((state.time - from) / (to - from) * STRETCHES_OF_TIME);
        if (number != current || states == most_states) {
            put_stretch(output, &stretch);
            states = 0;
        }
        current = number;
        add_state(&stretch, &state);
        states++;
    }
    put_stretch(output, &stretch);
}

static double latest_of(const struct moments *moments)
{
    return moments->count ? moments->times[moments->count - 1] : -INFINITY;
}

static double latest_time(const struct comings *comings)
{
    double latest = -INFINITY;
    for (size_t i = 0; i < COUNTS; i++)
        latest = fmax(latest, fmax(latest_of(&comings->up[i]), latest_of(&comings->down[i])));
    return latest;
}

static bool has_workers(const struct records *records)
{
    bool has = false;
    for (size_t i = 0; i < records->block_count; i++)
        has = has || (records_have_workers(records, &records->blocks[i]) &&
                      records_texts(&records->blocks[i], RECORD_NODE_COLUMN));
    return has;
}

static void put_comings(struct tables *tables, const struct records *records,
                        struct comings *comings)
{
    struct output output = {.known = {true, records_has(records, RECORD_SUBMIT_COLUMN),
                                      has_workers(records)},
                            .latest = NAN};
    size_t moments = 0;
    for (size_t i = 0; i < COUNTS; i++)
        moments += comings->up[i].count + comings->down[i].count;
    if (!moments)
        return;
    output.table = tables_get(tables, "concurrency");
    if (moments <= MOST_MOMENTS)
        put_all(&output, comings);
    else
        put_thinned(&output, comings, next_time(comings), latest_time(comings), moments);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct comings comings = {0};
    if (!request->tasks || !task_times_known(request->tasks->records))
        return;
    collect(&comings, request->tasks->records);
    put_comings(tables, request->tasks->records, &comings);
    for (size_t i = 0; i < COUNTS; i++) {
        free(comings.up[i].times);
        free(comings.down[i].times);
    }
}

const struct analysis analysis_concurrency = {"concurrency", run};
