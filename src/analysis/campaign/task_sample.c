#include "analysis/campaign/task_sample.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/list.h"
#include "util/memory.h"

/* So many more are taken before the least of them are looked for. */
enum { TASK_SAMPLE_ROOM = 4 * TASK_SAMPLE_MOST };

void task_sample_release(struct task_sample *sample)
{
    free(sample->items);
    *sample = (struct task_sample){0};
}

/* ---- of one input ---- */

static int compare_hashes(const void *left, const void *right)
{
    const struct sampled_task *l = left, *r = right;
    return (l->hash > r->hash) - (l->hash < r->hash);
}

void task_sample_settle(struct task_sample *sample)
{
    size_t kept = 0;
    if (sample->count)
        qsort(sample->items, sample->count, sizeof *sample->items, compare_hashes);
    for (size_t i = 0; i < sample->count && kept < TASK_SAMPLE_MOST; i++)
        if (!kept || sample->items[i].hash != sample->items[kept - 1].hash)
            sample->items[kept++] = sample->items[i];
    sample->count = kept;
    sample->beyond = kept == TASK_SAMPLE_MOST ? sample->items[kept - 1].hash : 0;
}

void task_sample_offer(struct task_sample *sample, uint64_t hash)
{
    sample->tasks++;
    if (sample->beyond && hash > sample->beyond)
        return;
    if (sample->count == TASK_SAMPLE_ROOM)
        task_sample_settle(sample);
    *list_add(sample) = (struct sampled_task){hash, 1, {0, 0}};
}

void task_sample_name(struct task_sample *sample, uint64_t input)
{
    for (size_t i = 0; i < sample->count; i++)
        sample->items[i].holders[0] = input;
}

/* ---- of several ---- */

static void add_holder(struct sampled_task *task, uint64_t input)
{
    uint64_t *least = &task->holders[0], *next = &task->holders[1];
    if (!input || input == *least || input == *next)
        return;
    if (!*least || input < *least) {
        *next = *least;
        *least = input;
    } else if (!*next || input < *next) {
        *next = input;
    }
}

static struct sampled_task joined(struct sampled_task task, const struct sampled_task *more)
{
    task.inputs += more->inputs;
    for (int i = 0; i < TASK_SAMPLE_HOLDERS; i++)
        add_holder(&task, more->holders[i]);
    return task;
}

void task_sample_merge(struct task_sample *sample, const struct task_sample *more)
{
    struct task_sample merged = {.tasks = sample->tasks + more->tasks};
    size_t left = 0, right = 0;
    if (!more->count) {
        sample->tasks = merged.tasks;
        return;
    }
    while (merged.count < TASK_SAMPLE_MOST && (left < sample->count || right < more->count)) {
        uint64_t of_left = left < sample->count ? sample->items[left].hash : UINT64_MAX;
        uint64_t of_right = right < more->count ? more->items[right].hash : UINT64_MAX;
        if (right == more->count || (left < sample->count && of_left < of_right))
            *list_add(&merged) = sample->items[left++];
        else if (left == sample->count || of_right < of_left)
            *list_add(&merged) = more->items[right++];
        else
            *list_add(&merged) = joined(sample->items[left++], &more->items[right++]);
    }
    task_sample_release(sample);
    *sample = merged;
}

/* ---- what is known by it ---- */

struct holders {
    uint64_t of[TASK_SAMPLE_HOLDERS];
};

static int compare_holders(const void *left, const void *right)
{
    const struct holders *l = left, *r = right;
    for (int i = 0; i < TASK_SAMPLE_HOLDERS; i++)
        if (l->of[i] != r->of[i])
            return l->of[i] < r->of[i] ? -1 : 1;
    return 0;
}

/* Of several that hold as many the least ones. */
static void find_holders(const struct task_sample *sample, struct task_overlap *overlap)
{
    struct holders pairs[TASK_SAMPLE_MOST];
    size_t count = 0;
    for (size_t i = 0; i < sample->count && count < TASK_SAMPLE_MOST; i++)
        if (sample->items[i].holders[1])
            memcpy(pairs[count++].of, sample->items[i].holders, sizeof pairs[0].of);
    if (count)
        qsort(pairs, count, sizeof *pairs, compare_holders);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from; to < count && compare_holders(&pairs[from], &pairs[to]) == 0; to++)
            ;
        if (to - from <= overlap->by_holders)
            continue;
        overlap->by_holders = to - from;
        memcpy(overlap->holders, pairs[from].of, sizeof overlap->holders);
    }
}

/* Ends of the interval of Wilson (1927, "Probable inference, the law of succession, and statistical
 * inference"); `side` −1: the lower one, 1: the upper one. */
static double wilson(double share, double count, int side)
{
    static const double Z = 1.959963984540054; /* of 95 % */
    double middle = share + Z * Z / (2 * count);
    double half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count));
    return fmin(fmax((middle + side * half) / (1 + Z * Z / count), 0), 1);
}

struct task_overlap task_sample_overlap(const struct task_sample *sample)
{
    struct task_overlap overlap = {.sampled = sample->count};
    double held = 0, all = (double)sample->tasks, count = (double)sample->count;
    for (size_t i = 0; i < sample->count; i++) {
        held += (double)sample->items[i].inputs;
        overlap.seen += sample->items[i].inputs > 1;
    }
    if (!sample->count)
        return overlap;
    /* That of each task, so many are distinct, is better known than by how far the hashes come. */
    double share = (double)overlap.seen / count;
    bool is_whole = sample->count < TASK_SAMPLE_MOST;
    overlap.tasks = is_whole ? count : all * count / held;
    overlap.shared = share * overlap.tasks;
    overlap.low = is_whole ? overlap.shared : wilson(share, count, -1) * overlap.tasks;
    overlap.high = is_whole ? overlap.shared : wilson(share, count, 1) * overlap.tasks;
    overlap.repeated = is_whole ? held - count : all - overlap.tasks;
    find_holders(sample, &overlap);
    return overlap;
}
