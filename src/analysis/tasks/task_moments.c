#include "analysis/tasks/task_moments.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/number_sort.h"
#include "analysis/tasks/task_times.h"
#include "util/memory.h"

struct presence {
    double first, last; /* NaN: none */
};

struct collection {
    struct task_moments *moments;
    struct presence *workers; /* by the number of their text */
    double *source_ends;      /* NaN: a source has no times */
};

static void add_change(struct task_changes *changes, double time)
{
    memory_reserve(&changes->times, &changes->capacity, changes->count + 1, sizeof(double));
    changes->times[changes->count++] = time;
}

static void add_stretch(struct task_moments *moments, size_t count, double from, double to)
{
    if (!(from < to))
        return;
    add_change(&moments->up[count], from);
    add_change(&moments->down[count], to);
}

static void add_presence(struct presence *presence, const struct task_times *times)
{
    presence->first = fmin(presence->first, times->start);
    presence->last = fmax(presence->last, times->end);
}

static void add_unfinished(struct task_moments *moments, const struct task_times *times,
                           double source_end)
{
    if (isnan(times->start) && !isnan(times->submit))
        add_stretch(moments, MOMENT_WAITING, times->submit, source_end);
    else if (!isnan(times->start) && isnan(times->end))
        add_stretch(moments, MOMENT_RUNNING, times->start, source_end);
}

static void add_attempt(struct collection *collection, const struct task_times *times,
                        bool unfinished, double source_end, struct presence *presence)
{
    struct task_moments *moments = collection->moments;
    add_stretch(moments, MOMENT_WAITING, times->submit, times->start);
    add_stretch(moments, MOMENT_RUNNING, times->start, times->end);
    if (unfinished)
        add_unfinished(moments, times, source_end);
    if (presence && times->start <= times->end)
        add_presence(presence, times);
}

/* ---- records ---- */

static bool is_cached(const uint8_t *endings, size_t row)
{
    return endings && endings[row] == ENDING_CACHED;
}

static void find_source_ends(double *ends, const struct records *records)
{
    for (size_t i = 0; i < records->source_count; i++)
        ends[i] = NAN;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct task_time_columns columns = task_time_columns_of(block);
        const uint8_t *endings = records_endings(block);
        double *end = &ends[block->source];
        for (size_t row = 0; row < block->rows; row++) {
            struct task_times times = task_times_at(&columns, row);
            if (!is_cached(endings, row))
                *end = fmax(*end, fmax(times.end, fmax(times.start, times.submit)));
        }
    }
}

/* A cached result has the times of an earlier run. */
static void collect_block(struct collection *collection, const struct records *records,
                          const struct records_block *block)
{
    struct task_time_columns columns = task_time_columns_of(block);
    const uint32_t *nodes =
        records_have_workers(records, block) ? records_texts(block, RECORD_NODE_COLUMN) : NULL;
    const uint8_t *endings = records_endings(block);
    for (size_t row = 0; row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        if (!is_cached(endings, row))
            add_attempt(collection, &times, endings && endings[row] == ENDING_OPEN,
                        collection->source_ends[block->source],
                        nodes && nodes[row] ? &collection->workers[nodes[row]] : NULL);
    }
}

static void collect(struct task_moments *moments, const struct records *records)
{
    size_t texts = records->texts.count + 1;
    struct collection collection = {.moments = moments,
                                    .workers =
                                        memory_alloc_array(texts, sizeof *collection.workers),
                                    .source_ends =
                                        memory_alloc_array(records->source_count + 1,
                                                           sizeof *collection.source_ends)};
    for (size_t i = 0; i < texts; i++)
        collection.workers[i] = (struct presence){NAN, NAN};
    find_source_ends(collection.source_ends, records);
    for (size_t i = 0; i < records->block_count; i++)
        collect_block(&collection, records, &records->blocks[i]);
    for (size_t i = 0; i < texts; i++)
        add_stretch(moments, MOMENT_WORKERS, collection.workers[i].first,
                    collection.workers[i].last);
    free(collection.workers);
    free(collection.source_ends);
}

static void settle(struct task_changes *changes, struct task_moments *moments)
{
    if (!changes->count)
        return;
    number_sort(changes->times, changes->count, 1);
    moments->changes += changes->count;
    moments->last = fmax(moments->last, changes->times[changes->count - 1]);
}

void task_moments_make(struct task_moments *moments, const struct records *records)
{
    *moments = (struct task_moments){.last = -INFINITY};
    if (!task_times_known(records))
        return;
    collect(moments, records);
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        settle(&moments->up[i], moments);
        settle(&moments->down[i], moments);
    }
    moments->known[MOMENT_RUNNING] = true;
    moments->known[MOMENT_WAITING] = records_has(records, RECORD_SUBMIT_COLUMN);
    moments->known[MOMENT_WORKERS] = moments->up[MOMENT_WORKERS].count > 0;
}

void task_moments_release(struct task_moments *moments)
{
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        free(moments->up[i].times);
        free(moments->down[i].times);
    }
    *moments = (struct task_moments){0};
}

/* ---- from moment to moment ---- */

void task_moments_rewind(struct task_moments *moments, struct task_state *state)
{
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        moments->up[i].next = moments->down[i].next = 0;
    *state = (struct task_state){0};
}

static double next_of(const struct task_changes *changes)
{
    return changes->next < changes->count ? changes->times[changes->next] : INFINITY;
}

static size_t pass(struct task_changes *changes, double time)
{
    size_t from = changes->next;
    while (changes->next < changes->count && changes->times[changes->next] <= time)
        changes->next++;
    return changes->next - from;
}

bool task_moments_next(struct task_moments *moments, struct task_state *state)
{
    double next = INFINITY;
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        next = fmin(next, fmin(next_of(&moments->up[i]), next_of(&moments->down[i])));
    if (next == INFINITY)
        return false;
    state->time = next;
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        state->counts[i] += pass(&moments->up[i], next);
        state->counts[i] -= pass(&moments->down[i], next);
    }
    return true;
}
