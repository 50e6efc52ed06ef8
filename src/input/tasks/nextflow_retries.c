#include "input/tasks/nextflow_retries.h"

#include <math.h>
#include <stdlib.h>

#include "util/list.h"
#include "util/memory.h"

/* Nextflow writes durations to a second where they are long: an end worked out of one may lie that
 * much behind the moment when the task was submitted again. */
static const double ROUNDED_S = 1;

void nextflow_retries_init(struct nextflow_retries *retries)
{
    *retries = (struct nextflow_retries){0};
    interner_init(&retries->names);
}

void nextflow_retries_release(struct nextflow_retries *retries)
{
    interner_release(&retries->names);
    free(retries->items);
    free(retries->known_by_name);
}

void nextflow_retries_add(struct nextflow_retries *retries, struct text_slice name,
                          const struct nextflow_attempt *attempt)
{
    struct nextflow_attempt *added = list_add(retries);
    *added = *attempt;
    added->name = name.size ? interner_add(&retries->names, name.text, name.size) : 0;
    added->next = NEXTFLOW_NO_TRY;
    added->number = isnan(attempt->attempt) ? 1 : attempt->attempt;
}

bool nextflow_retries_by_name(const struct nextflow_retries *retries, size_t number)
{
    return number < retries->count && retries->known_by_name[retries->items[number].name];
}

/* ---- which attempt followed which ---- */

/* A attempt that failed at a moment, or one that may follow it, submitted at a moment. */
struct event {
    uint32_t name;
    double attempt; /* of the one that follows; 0: not numbered */
    double moment;
    size_t number;
};

static int compare_keys(const struct event *left, const struct event *right)
{
    if (left->name != right->name)
        return left->name < right->name ? -1 : 1;
    return (left->attempt > right->attempt) - (left->attempt < right->attempt);
}

static int compare_events(const void *left, const void *right)
{
    const struct event *l = left, *r = right;
    int order = compare_keys(l, r);
    if (!order)
        order = (l->moment > r->moment) - (l->moment < r->moment);
    return order ? order : (l->number > r->number) - (l->number < r->number);
}

static bool has_failed(const struct nextflow_attempt *attempt)
{
    return attempt->status == NEXTFLOW_FAILED || attempt->status == NEXTFLOW_ABORTED;
}

/* What ended well is not run again: a name that did so twice is of several tasks. */
static uint8_t *count_done(const struct nextflow_retries *retries)
{
    uint8_t *done = memory_alloc_array(retries->names.count + 1, sizeof *done);
    for (size_t i = 0; i < retries->count; i++) {
        const struct nextflow_attempt *attempt = &retries->items[i];
        if (!has_failed(attempt) && done[attempt->name] < 2)
            done[attempt->name]++;
    }
    return done;
}

static void link(struct nextflow_retries *retries, const struct event *failed, size_t failed_count,
                 const struct event *later, size_t later_count)
{
    size_t at = 0;
    for (size_t i = 0; i < failed_count; i++) {
        struct nextflow_attempt *before = &retries->items[failed[i].number];
        while (at < later_count && (compare_keys(&later[at], &failed[i]) < 0 ||
                                    (compare_keys(&later[at], &failed[i]) == 0 &&
                                     (later[at].moment < failed[i].moment - ROUNDED_S ||
                                      retries->items[later[at].number].submit <= before->submit))))
            at++;
        if (at == later_count || compare_keys(&later[at], &failed[i]) != 0)
            continue;
        before->next = later[at].number;
        retries->items[later[at].number].follows = true;
        retries->any = true;
        at++;
    }
}

/* Whether it can follow, or be followed by, one that has no id in common with it. */
static bool may_be_linked(const struct nextflow_attempt *attempt, const uint8_t *done)
{
    if (!attempt->name || isnan(attempt->submit) || attempt->status == NEXTFLOW_CACHED)
        return false;
    return attempt->has_tag || !isnan(attempt->attempt) || done[attempt->name] <= 1;
}

static void sort_events(struct event *events, size_t count)
{
    if (count)
        qsort(events, count, sizeof *events, compare_events);
}

static void find_followers(struct nextflow_retries *retries)
{
    struct event *failed = memory_alloc_array(retries->count + 1, sizeof *failed);
    struct event *later = memory_alloc_array(retries->count + 1, sizeof *later);
    uint8_t *done = count_done(retries);
    size_t failed_count = 0, later_count = 0;
    for (size_t i = 0; i < retries->count; i++) {
        const struct nextflow_attempt *attempt = &retries->items[i];
        bool is_numbered = !isnan(attempt->attempt);
        if (!may_be_linked(attempt, done))
            continue;
        if (has_failed(attempt))
            failed[failed_count++] =
                (struct event){attempt->name, is_numbered ? attempt->attempt + 1 : 0,
                               isnan(attempt->end) ? attempt->submit : attempt->end, i};
        if (!is_numbered || attempt->attempt > 1)
            later[later_count++] = (struct event){attempt->name, is_numbered ? attempt->attempt : 0,
                                                  attempt->submit, i};
    }
    free(done);
    sort_events(failed, failed_count);
    sort_events(later, later_count);
    link(retries, failed, failed_count, later, later_count);
    free(failed);
    free(later);
}

static void settle_task(struct nextflow_retries *retries, size_t first)
{
    size_t last = first;
    while (retries->items[last].next != NEXTFLOW_NO_TRY)
        last = retries->items[last].next;
    double number = retries->items[first].number;
    for (size_t i = first; last != first && i != NEXTFLOW_NO_TRY; i = retries->items[i].next) {
        retries->items[i].aligned_id = retries->items[last].id;
        retries->items[i].number = number++;
    }
}

void nextflow_retries_settle(struct nextflow_retries *retries)
{
    find_followers(retries);
    retries->known_by_name = memory_alloc_array(retries->names.count + 1, 1);
    for (size_t i = 0; i < retries->count; i++) {
        const struct nextflow_attempt *attempt = &retries->items[i];
        if (!attempt->follows)
            settle_task(retries, i);
        if (attempt->name && !attempt->follows && attempt->attempt > 1)
            retries->known_by_name[attempt->name] = 1;
    }
}
