#include "analysis/devices/event_tasks_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/devices/device_places.h"
#include "analysis/devices/event_group.h"
#include "util/memory.h"
#include "util/parallel.h"

struct making {
    struct event_tasks *events;
    size_t *host_first;       /* its spans; one more than hosts */
    size_t *host_tasks;       /* how many tasks; their rows begin where its spans do */
    double *covered;          /* of each span, by spans that it holds */
    uint32_t *device_changes; /* among the samples of a host, up to each */
    struct device_places places;
    uint32_t *kind_of_text;
};

/* ---- kinds ---- */

static bool is_event(const struct activity_span *span)
{
    return span->subject.lane == 0 && span->subject.name != 0;
}

static void count_kinds(struct making *making)
{
    struct event_tasks *events = making->events;
    const struct aligned_timeline *aligned = events->aligned;
    size_t capacity = 0;
    for (size_t i = 0; i < aligned->span_count; i++) {
        uint32_t text = aligned->spans[i].subject.name, *number = &making->kind_of_text[text];
        if (!is_event(&aligned->spans[i]))
            continue;
        if (!*number) {
            memory_reserve(&events->kinds, &capacity, events->kind_count + 1,
                           sizeof *events->kinds);
            const char *name = activity_text(aligned->activity, text);
            events->kinds[events->kind_count] = (struct event_kind){.name = name, .text = text};
            *number = (uint32_t)++events->kind_count;
        }
        events->kinds[*number - 1].count++;
        events->kinds[*number - 1].total_s += aligned->spans[i].duration;
        events->span_count++;
    }
}

/* Rounded as their parts are. */
static void round_totals(struct event_tasks *events)
{
    for (size_t i = 0; i < events->kind_count; i++)
        events->kinds[i].total_s = aligned_seconds(events->kinds[i].total_s);
}

static int compare_kinds(const void *left, const void *right)
{
    const struct event_kind *a = left, *b = right;
    if (a->total_s != b->total_s)
        return a->total_s > b->total_s ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void number_kinds(struct making *making)
{
    struct event_tasks *events = making->events;
    if (events->kind_count)
        qsort(events->kinds, events->kind_count, sizeof *events->kinds, compare_kinds);
    events->kind_first = memory_alloc_array(events->kind_count + 1, sizeof *events->kind_first);
    for (size_t i = 0; i < events->kind_count; i++) {
        making->kind_of_text[events->kinds[i].text] = (uint32_t)i;
        events->kind_first[i + 1] = events->kind_first[i] + events->kinds[i].count;
    }
}

/* ---- spans ---- */

static void copy_spans(struct making *making)
{
    struct event_tasks *events = making->events;
    const struct aligned_timeline *aligned = events->aligned;
    size_t *next = memory_alloc_array(events->kind_count + 1, sizeof *next), count = 0;
    memcpy(next, events->kind_first, events->kind_count * sizeof *next);
    events->spans = memory_alloc_array(events->span_count + 1, sizeof *events->spans);
    events->by_kind = memory_alloc_array(events->span_count + 1, sizeof *events->by_kind);
    for (size_t host = 0; host < aligned->host_count; host++) {
        struct activity_rows rows = aligned->hosts[host].spans;
        making->host_first[host] = count;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            const struct activity_span *span = &aligned->spans[i];
            if (!is_event(span))
                continue;
            uint32_t kind = making->kind_of_text[span->subject.name];
            events->by_kind[next[kind]++] = (uint32_t)count;
            events->spans[count++] = (struct event_span){.start = span->start,
                                                         .duration = span->duration,
                                                         .host = (uint32_t)host,
                                                         .kind = kind,
                                                         .task = EVENT_NO_TASK};
        }
    }
    making->host_first[aligned->host_count] = count;
    free(next);
}

/* ---- the tasks of a host ---- */

static int compare_keys(const void *left, const void *right)
{
    const struct event_key *a = left, *b = right;
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    if (a->job != b->job)
        return a->job < b->job ? -1 : 1;
    return a->span < b->span ? -1 : 1;
}

/* Fills the keys of the host's spans. */
static void take_spans(struct making *making, size_t host, struct event_key *keys)
{
    const struct aligned_timeline *aligned = making->events->aligned;
    struct activity_rows rows = aligned->hosts[host].spans;
    size_t at = making->host_first[host], count = 0;
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        if (!is_event(span))
            continue;
        keys[count++] = (struct event_key){span->subject.task, span->subject.job, (uint32_t)at++};
    }
}

static bool changes_within(const struct making *making, struct activity_rows rows)
{
    return rows.count && making->device_changes[rows.first] !=
                             making->device_changes[rows.first + rows.count - 1];
}

/* Of the samples from the first moment of the task to its last; where there are none, of those of
 * the moments before and behind. GPUs of a host that are sampled in turn are identified by the
 * samples on both sides. */
static uint32_t sampled_device(const struct making *making, const struct event_task *task)
{
    const struct sample_sums *sums = &making->events->aligned->samples;
    struct activity_rows all = making->events->aligned->hosts[task->host].samples;
    if (!all.count)
        return EVENT_NO_DEVICE;
    struct activity_rows rows = sample_sums_between(sums, all, task->first, task->last);
    size_t behind = rows.first + rows.count;
    size_t before = rows.first > all.first ? rows.first - 1 : all.first;
    behind = behind < all.first + all.count ? behind : all.first + all.count - 1;
    if (!rows.count)
        rows = sample_sums_between(sums, all, sums->times[before], sums->times[behind]);
    uint32_t device = sums->samples[rows.first].device;
    bool in_turn = sums->samples[before].device != device && sums->samples[behind].device != device;
    return changes_within(making, rows) || in_turn ? EVENT_NO_DEVICE : device;
}

/* What the events say themselves goes first; a list of GPUs where no samples say so. */
static uint32_t device_of(const struct making *making, const struct event_task *task, bool *is_said)
{
    const struct aligned_host *host = &making->events->aligned->hosts[task->host];
    uint32_t device = device_places_of_task(&making->places, host->text, task->job, task->text);
    *is_said = device != EVENT_NO_DEVICE;
    if (*is_said)
        return device;
    return host->samples.count ? sampled_device(making, task)
                               : device_places_of_host(&making->places, host->text);
}

/* ---- what was measured ---- */

static void make_means(struct event_tasks *events)
{
    for (int i = 0; i < DEVICE_METRICS; i++)
        if (sample_sums_have(&events->aligned->samples, (enum device_metric)i))
            events->means[i] = memory_resize(NULL, events->span_count, sizeof *events->means[i]);
}

/* `device`: alone where it is not EVENT_NO_DEVICE, else all of the host. */
static void measure_devices(const struct making *making, uint32_t device, size_t span)
{
    const struct event_span *event = &making->events->spans[span];
    const struct aligned_timeline *aligned = making->events->aligned;
    const struct sample_sums *sums = &aligned->samples;
    struct activity_rows all = aligned->hosts[event->host].samples;
    struct activity_rows rows =
        sample_sums_between(sums, all, event->start, aligned_end(event->start, event->duration));
    bool is_of_one = rows.count && !changes_within(making, rows) &&
                     (device == EVENT_NO_DEVICE || sums->samples[rows.first].device == device);
    for (int i = 0; i < DEVICE_METRICS; i++)
        if (making->events->means[i])
            making->events->means[i][span] =
                device == EVENT_NO_DEVICE || is_of_one
                    ? sample_sums_mean(sums, (enum device_metric)i, rows)
                    : sample_sums_mean_of(sums, (enum device_metric)i, rows, device);
}

static void make_host_tasks(void *context, size_t host)
{
    struct making *making = context;
    struct event_tasks *events = making->events;
    size_t at = making->host_first[host], count = making->host_first[host + 1] - at, made = 0;
    struct event_key *keys = memory_alloc_array(count + 1, sizeof *keys);
    take_spans(making, host, keys);
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t from = 0, to; from < count; from = to) {
        const struct event_key *key = &keys[from];
        for (to = from + 1; to < count && keys[to].task == key->task && keys[to].job == key->job;)
            to++;
        struct event_task task = {.host = (uint32_t)host, .job = key->job, .text = key->task};
        bool is_said = false;
        event_group_measure(events->spans, key, to - from, making->covered, &task);
        task.device = key->task || key->job ? device_of(making, &task, &is_said) : EVENT_NO_DEVICE;
        for (size_t i = from; i < to; i++)
            measure_devices(making, is_said ? task.device : EVENT_NO_DEVICE, keys[i].span);
        if (!key->task && !key->job)
            continue;
        for (size_t i = from; i < to; i++)
            events->spans[keys[i].span].task = (uint32_t)(at + made);
        events->tasks[at + made++] = task;
    }
    making->host_tasks[host] = made;
    free(keys);
}

/* Closes the gaps between the tasks of hosts. */
static void gather_tasks(struct making *making)
{
    struct event_tasks *events = making->events;
    for (size_t host = 0; host < events->aligned->host_count; host++) {
        size_t first = making->host_first[host], made = making->host_tasks[host];
        memmove(events->tasks + events->task_count, events->tasks + first,
                made * sizeof *events->tasks);
        for (size_t i = first; i < making->host_first[host + 1]; i++)
            if (events->spans[i].task != EVENT_NO_TASK)
                events->spans[i].task -= (uint32_t)(first - events->task_count);
        events->task_count += made;
    }
}

static void count_device_changes(struct making *making)
{
    const struct aligned_timeline *aligned = making->events->aligned;
    const struct device_sample *samples = aligned->samples.samples;
    making->device_changes =
        memory_alloc_array(aligned->samples.count + 1, sizeof *making->device_changes);
    for (size_t i = 1; i < aligned->samples.count; i++)
        making->device_changes[i] =
            making->device_changes[i - 1] + (samples[i].device != samples[i - 1].device);
}

/* ---- what encloses others ---- */

static void find_enclosing(struct making *making)
{
    struct event_tasks *events = making->events;
    events->main_kind = events->kind_count;
    for (size_t kind = events->kind_count; kind-- > 0;) {
        size_t held = 0;
        for (size_t i = events->kind_first[kind]; i < events->kind_first[kind + 1]; i++) {
            uint32_t span = events->by_kind[i];
            double covered = making->covered[span];
            held += covered > 0 && covered >= 0.5 * events->spans[span].duration;
        }
        events->kinds[kind].encloses = 2 * held >= events->kinds[kind].count;
        if (!events->kinds[kind].encloses)
            events->main_kind = kind;
    }
}

static void find_longest(struct event_tasks *events)
{
    for (size_t i = 0; i < events->task_count; i++)
        events->tasks[i].longest = UINT32_MAX;
    for (size_t i = 0; i < events->span_count; i++) {
        const struct event_span *span = &events->spans[i];
        if (span->task == EVENT_NO_TASK)
            continue;
        uint32_t *longest = &events->tasks[span->task].longest;
        const struct event_span *former = *longest == UINT32_MAX ? NULL : &events->spans[*longest];
        bool encloses = events->kinds[span->kind].encloses;
        bool former_encloses = former && events->kinds[former->kind].encloses;
        if (!former || (former_encloses && !encloses) ||
            (former_encloses == encloses && span->duration > former->duration))
            *longest = (uint32_t)i;
    }
}

void event_tasks_make(struct event_tasks *events, const struct aligned_timeline *aligned, int jobs)
{
    *events = (struct event_tasks){.aligned = aligned};
    struct making making = {
        .events = events,
        .host_first = memory_alloc_array(aligned->host_count + 1, sizeof *making.host_first),
        .host_tasks = memory_alloc_array(aligned->host_count + 1, sizeof *making.host_tasks),
        .kind_of_text =
            memory_alloc_array(aligned->activity->texts.count + 1, sizeof *making.kind_of_text),
    };
    count_kinds(&making);
    round_totals(events);
    number_kinds(&making);
    copy_spans(&making);
    make_means(events);
    count_device_changes(&making);
    device_places_make(&making.places, aligned->activity);
    making.covered = memory_alloc_array(events->span_count + 1, sizeof *making.covered);
    events->tasks = memory_alloc_array(events->span_count + 1, sizeof *events->tasks);
    parallel_threads(jobs, aligned->host_count, make_host_tasks, &making);
    gather_tasks(&making);
    find_enclosing(&making);
    find_longest(events);
    free(making.host_first);
    free(making.host_tasks);
    free(making.kind_of_text);
    free(making.device_changes);
    device_places_release(&making.places);
    free(making.covered);
}

void event_tasks_release(struct event_tasks *events)
{
    free(events->kinds);
    free(events->spans);
    for (int i = 0; i < DEVICE_METRICS; i++)
        free(events->means[i]);
    free(events->by_kind);
    free(events->kind_first);
    free(events->tasks);
    *events = (struct event_tasks){0};
}
