/* concurrency: how many attempts ran and waited, and how many workers were connected, over time.
 * concurrency_summary: what that comes to, from every change. periods: between which nothing ran.
 *
 * Of more changes than the table holds, those of a stretch of time are one row: the mean over the
 * stretch, so that sums over time stay exact, with the lowest and highest count. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_moments.h"
#include "analysis/tasks/task_periods.h"
#include "analysis/tasks/task_rules.h"
#include "table/dataset.h"
#include "table/rows.h"
#include "table/table.h"
#include "util/memory.h"
#include "util/number.h"

/* The table concurrency where no task is known: as the managers of queues counted their tasks and
 * workers, now and then. */

/* Samples from one on, until a row is full. */
struct queue_stretch {
    double time, last, sums[MOMENT_COUNTS], low[MOMENT_COUNTS], high[MOMENT_COUNTS];
    size_t samples;
};

static void begin(struct queue_stretch *stretch, double time)
{
    *stretch = (struct queue_stretch){.time = time, .last = time};
    for (int i = 0; i < MOMENT_COUNTS; i++)
        stretch->low[i] = stretch->high[i] = NUMBER_MISSING;
}

static void add(struct queue_stretch *stretch, const double *const columns[MOMENT_COUNTS],
                size_t sample)
{
    for (int i = 0; i < MOMENT_COUNTS; i++) {
        double count = columns[i] ? columns[i][sample] : NUMBER_MISSING;
        stretch->sums[i] += count;
        stretch->low[i] = fmin(stretch->low[i], count);
        stretch->high[i] = fmax(stretch->high[i], count);
    }
    stretch->samples++;
}

static void put(struct table *table, const struct queue_stretch *stretch)
{
    double count = (double)stretch->samples;
    if (!stretch->samples)
        return;
    struct concurrency_row row = concurrency_row_missing();
    row.time = stretch->time;
    row.running = stretch->sums[MOMENT_RUNNING] / count;
    row.waiting = stretch->sums[MOMENT_WAITING] / count;
    row.workers = stretch->sums[MOMENT_WORKERS] / count;
    row.running_min = stretch->low[MOMENT_RUNNING];
    row.running_max = stretch->high[MOMENT_RUNNING];
    row.waiting_min = stretch->low[MOMENT_WAITING];
    row.waiting_max = stretch->high[MOMENT_WAITING];
    row.workers_min = stretch->low[MOMENT_WORKERS];
    row.workers_max = stretch->high[MOMENT_WORKERS];
    concurrency_row_put(table, &row);
}

static const struct queue_samples *longest_queue(const struct dataset *dataset)
{
    const struct queue_samples *longest = NULL;
    for (size_t i = 0; i < dataset->queue_count; i++) {
        const struct queue_samples *queue = &dataset->queues[i];
        if ((queue->running || queue->waiting) && (!longest || queue->count > longest->count))
            longest = queue;
    }
    return longest;
}

/* From the queue with most samples; so many rows at most. Samples before the one before them, as
 * of a clock that went back, are left out. */
static void queue_table_put(struct tables *tables, const struct dataset *dataset, size_t most_rows)
{
    const struct queue_samples *queue = longest_queue(dataset);
    if (!queue || !queue->count)
        return;
    const double *const columns[MOMENT_COUNTS] = {[MOMENT_RUNNING] = queue->running,
                                                  [MOMENT_WAITING] = queue->waiting,
                                                  [MOMENT_WORKERS] = queue->workers};
    struct table *table = tables_get(tables, "concurrency");
    size_t samples_per_row = queue->count / most_rows + 1;
    struct queue_stretch stretch;
    begin(&stretch, queue->times[0]);
    for (size_t i = 0; i < queue->count; i++) {
        if (queue->times[i] < stretch.last)
            continue;
        if (stretch.samples == samples_per_row) {
            put(table, &stretch);
            begin(&stretch, queue->times[i]);
        }
        stretch.last = queue->times[i];
        add(&stretch, columns, i);
    }
    put(table, &stretch);
}

enum { MOST_ROWS = 2000 };
/* A stretch ends with its share of the time or of the changes, so that bursts keep their shape, and
 * makes two rows at most. */
enum { STRETCHES_OF_TIME = MOST_ROWS / 4, STRETCHES_OF_CHANGES = MOST_ROWS / 4 - 2 };

/* ---- the table ---- */

struct output {
    struct table *table;
    const bool *known;
};

/* From `from` on, until the next row. */
struct stretch {
    double from, last; /* of its first and last change */
    size_t changes;
    double sums[MOMENT_COUNTS]; /* × s, from `from` to `last` */
    struct task_state state;    /* after the last change */
    size_t low[MOMENT_COUNTS], high[MOMENT_COUNTS];
};

static void put_row(struct output *output, double time, const double means[MOMENT_COUNTS],
                    const size_t low[MOMENT_COUNTS], const size_t high[MOMENT_COUNTS])
{
    const bool *known = output->known;
    struct concurrency_row row = concurrency_row_missing();
    row.time = time;
    if (known[MOMENT_RUNNING]) {
        row.running = means[MOMENT_RUNNING];
        row.running_min = (double)low[MOMENT_RUNNING];
        row.running_max = (double)high[MOMENT_RUNNING];
    }
    if (known[MOMENT_WAITING]) {
        row.waiting = means[MOMENT_WAITING];
        row.waiting_min = (double)low[MOMENT_WAITING];
        row.waiting_max = (double)high[MOMENT_WAITING];
    }
    if (known[MOMENT_WORKERS]) {
        row.workers = means[MOMENT_WORKERS];
        row.workers_min = (double)low[MOMENT_WORKERS];
        row.workers_max = (double)high[MOMENT_WORKERS];
    }
    concurrency_row_put(output->table, &row);
}

static void put_state(struct output *output, const struct task_state *state)
{
    double counts[MOMENT_COUNTS];
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        counts[i] = (double)state->counts[i];
    put_row(output, state->time, counts, state->counts, state->counts);
}

/* The mean up to its last change, and what stays from there on. */
static void put_stretch(struct output *output, const struct stretch *stretch)
{
    double means[MOMENT_COUNTS], span_s = stretch->last - stretch->from;
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        means[i] = stretch->sums[i] / span_s;
    if (span_s > 0)
        put_row(output, stretch->from, means, stretch->low, stretch->high);
    put_state(output, &stretch->state);
}

static void begin_stretch(struct stretch *stretch, const struct task_state *state)
{
    *stretch =
        (struct stretch){.from = state->time, .last = state->time, .changes = 1, .state = *state};
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        stretch->low[i] = stretch->high[i] = state->counts[i];
}

static void add_change(struct stretch *stretch, const struct task_state *state)
{
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        size_t count = state->counts[i];
        stretch->sums[i] += (double)stretch->state.counts[i] * (state->time - stretch->last);
        stretch->low[i] = count < stretch->low[i] ? count : stretch->low[i];
        stretch->high[i] = count > stretch->high[i] ? count : stretch->high[i];
    }
    stretch->last = state->time;
    stretch->state = *state;
    stretch->changes++;
}

static void put_all(struct output *output, struct task_moments *moments)
{
    struct task_state state;
    task_moments_rewind(moments, &state);
    while (task_moments_next(moments, &state))
        put_state(output, &state);
}

static void put_stretches(struct output *output, struct task_moments *moments)
{
    struct task_state state;
    struct stretch stretch;
    size_t most_changes = moments->changes / STRETCHES_OF_CHANGES + 1, current = 0;
    task_moments_rewind(moments, &state);
    task_moments_next(moments, &state);
    begin_stretch(&stretch, &state);
    double begin = state.time, width_s = (moments->last - begin) / STRETCHES_OF_TIME;
    while (task_moments_next(moments, &state)) {
        size_t number = (size_t)((state.time - begin) / width_s);
        if (number == current && stretch.changes < most_changes) {
            add_change(&stretch, &state);
        } else {
            put_stretch(output, &stretch);
            begin_stretch(&stretch, &state);
            current = number;
        }
    }
    put_stretch(output, &stretch);
}

/* ---- what it comes to ---- */

/* The tail begins when fewer than this part of the usual number run for good. */
static const double TAIL_BELOW = 0.3;

struct occupancy {
    double first, last, busy_s; /* busy: something ran or waited */
    double sums[MOMENT_COUNTS]; /* × s */
    size_t most[MOMENT_COUNTS];
    double *held_s; /* by the number of running attempts */
    size_t capacity;
    double ran_first, ran_last;                /* NaN: nothing ran */
    double idle_s, idle_workers, idle_waiting; /* while tasks waited and a worker had none; × s */
};

/* With fewer tasks than workers, one of them has none, however many a worker may run at a time. */
static void add_idleness(struct occupancy *occupancy, const size_t *counts, double span_s)
{
    if (!counts[MOMENT_WAITING] || counts[MOMENT_WORKERS] <= counts[MOMENT_RUNNING])
        return;
    occupancy->idle_s += span_s;
    occupancy->idle_workers += span_s * (double)(counts[MOMENT_WORKERS] - counts[MOMENT_RUNNING]);
    occupancy->idle_waiting += span_s * (double)counts[MOMENT_WAITING];
}

static void add_span(struct occupancy *occupancy, const struct task_state *state, double until)
{
    const size_t *counts = state->counts;
    double span_s = until - state->time;
    size_t running = counts[MOMENT_RUNNING], known = occupancy->capacity;
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        occupancy->sums[i] += span_s * (double)counts[i];
        occupancy->most[i] = counts[i] > occupancy->most[i] ? counts[i] : occupancy->most[i];
    }
    if (running || counts[MOMENT_WAITING])
        occupancy->busy_s += span_s;
    memory_reserve(&occupancy->held_s, &occupancy->capacity, running + 1, sizeof(double));
    for (size_t i = known; i < occupancy->capacity; i++)
        occupancy->held_s[i] = 0;
    occupancy->held_s[running] += span_s;
    if (running) {
        occupancy->ran_first = fmin(occupancy->ran_first, state->time);
        occupancy->ran_last = until;
    }
    add_idleness(occupancy, counts, span_s);
}

/* From one moment to another, of which something changed at each. */
struct limits {
    double from, to;
};

static const struct limits all_the_time = {-INFINITY, INFINITY};

static bool is_within(const struct limits *limits, double time)
{
    return time >= limits->from && time < limits->to;
}

static struct limits limits_of(const struct task_period *period)
{
    return period ? (struct limits){period->first, period->last} : all_the_time;
}

static void measure(struct occupancy *occupancy, struct task_moments *moments,
                    const struct limits *limits)
{
    struct task_state state, next;
    *occupancy = (struct occupancy){.first = NAN, .ran_first = NAN, .ran_last = NAN};
    task_moments_rewind(moments, &next);
    if (!task_moments_next(moments, &next))
        return;
    for (state = next; task_moments_next(moments, &next); state = next) {
        if (!is_within(limits, state.time))
            continue;
        occupancy->first = fmin(occupancy->first, state.time);
        occupancy->last = next.time;
        add_span(occupancy, &state, next.time);
    }
}

/* Half of the time of all attempts was spent with so many running, or more: a burst does not count
 * for much, nor does a time with few. */
static double usual_running(const struct occupancy *occupancy)
{
    double sum = 0;
    size_t running = occupancy->capacity;
    while (running > 0 && sum < occupancy->sums[MOMENT_RUNNING] / 2) {
        running--;
        sum += occupancy->held_s[running] * (double)running;
    }
    return (double)running;
}

struct tail {
    double from, running_s; /* from: since then fewer ran; × s */
};

static struct tail find_tail(struct task_moments *moments, const struct limits *limits,
                             double below)
{
    struct task_state state, next;
    struct tail tail = {NAN, 0};
    task_moments_rewind(moments, &next);
    if (!task_moments_next(moments, &next))
        return tail;
    for (state = next; task_moments_next(moments, &next); state = next) {
        bool few = (double)state.counts[MOMENT_RUNNING] < below;
        if (!is_within(limits, state.time))
            continue;
        if (!few)
            tail = (struct tail){NAN, 0};
        else if (isnan(tail.from))
            tail.from = state.time;
        if (few)
            tail.running_s += (next.time - state.time) * (double)state.counts[MOMENT_RUNNING];
    }
    return tail;
}

/* In one period: between periods nobody could have run more. */
static void add_tail(struct concurrency_summary_row *row, struct task_moments *moments,
                     const struct task_period *period)
{
    struct occupancy occupancy;
    struct limits limits = limits_of(period);
    measure(&occupancy, moments, &limits);
    double usual = usual_running(&occupancy);
    struct tail tail = find_tail(moments, &limits, TAIL_BELOW * usual);
    double tail_s = fmax(occupancy.ran_last - tail.from, 0);
    row->running_usual = usual;
    row->ran_from = occupancy.ran_first;
    row->ran_s = occupancy.ran_last - occupancy.ran_first;
    row->tail_from = tail.from;
    row->tail_s = isnan(tail.from) ? 0 : tail_s;
    if (tail_s > 0)
        row->tail_running_mean = tail.running_s / tail_s;
    free(occupancy.held_s);
}

static void add_count(double *mean, double *most, const struct occupancy *occupancy,
                      const struct task_moments *moments, size_t count)
{
    double span_s = occupancy->last - occupancy->first;
    if (!moments->known[count] || !(span_s > 0))
        return;
    *mean = occupancy->sums[count] / span_s;
    *most = (double)occupancy->most[count];
}

static void put_summary(struct table *table, struct task_moments *moments,
                        const struct task_period *period)
{
    struct occupancy occupancy;
    struct concurrency_summary_row row = concurrency_summary_row_missing();
    measure(&occupancy, moments, &all_the_time);
    row.start = occupancy.first;
    row.end = occupancy.last;
    row.busy_s = occupancy.busy_s;
    add_count(&row.running_mean, &row.running_max, &occupancy, moments, MOMENT_RUNNING);
    add_count(&row.waiting_mean, &row.waiting_max, &occupancy, moments, MOMENT_WAITING);
    add_count(&row.workers_mean, &row.workers_max, &occupancy, moments, MOMENT_WORKERS);
    add_tail(&row, moments, period);
    if (moments->known[MOMENT_WAITING] && moments->known[MOMENT_WORKERS]) {
        row.waiting_beside_idle_s = occupancy.idle_s;
        row.idle_workers_meanwhile = occupancy.idle_workers / occupancy.idle_s;
        row.waiting_meanwhile = occupancy.idle_waiting / occupancy.idle_s;
    }
    concurrency_summary_row_put(table, &row);
    free(occupancy.held_s);
}

/* Where there are several. */
static void put_periods(struct tables *tables, const struct task_periods *periods)
{
    for (size_t i = 0; periods->count > 1 && i < periods->count; i++) {
        struct table *table = tables_get(tables, "task_periods");
        struct task_periods_row row = task_periods_row_missing();
        row.first = periods->items[i].first;
        row.last = periods->items[i].last;
        row.elapsed_s = periods->items[i].running_s;
        task_periods_row_put_static(table, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_moments moments;
    if (!request->tasks) {
        queue_table_put(tables, request->dataset, MOST_ROWS);
        return;
    }
    task_moments_make(&moments, request->dataset);
    if (moments.changes) {
        struct output output = {tables_get(tables, "concurrency"), moments.known};
        if (moments.changes <= MOST_ROWS)
            put_all(&output, &moments);
        else
            put_stretches(&output, &moments);
        struct task_periods periods = task_periods_of(&moments);
        put_summary(tables_get(tables, "concurrency_summary"), &moments,
                    task_periods_last(&periods));
        put_periods(tables, &periods);
        task_periods_release(&periods);
    }
    task_moments_release(&moments);
}

const struct analysis analysis_concurrency = {"concurrency", run};
