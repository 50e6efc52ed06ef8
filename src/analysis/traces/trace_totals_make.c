#include "analysis/traces/trace_totals_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tasks/group_index.h"
#include "analysis/traces/self_time.h"
#include "analysis/traces/trace_compat.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/parallel.h"

/* ---- functions ---- */

/* In order of appearance; in compatibility identified by the task's key. */
static void number_functions(struct trace_totals *totals, bool compat)
{
    const struct aligned_timeline *aligned = totals->aligned;
    const struct activity *activity = aligned->activity;
    uint32_t *numbers = memory_alloc_array(activity->texts.count + 1, sizeof *numbers);
    struct interner names;
    size_t capacity = 0;
    interner_init(&names);
    for (size_t i = 0; i < aligned->span_count; i++) {
        const struct activity_subject *subject = &aligned->spans[i].subject;
        uint32_t text = compat && subject->task ? subject->task : subject->name;
        if (!numbers[text]) {
            const char *name = activity_text(activity, text);
            if (name && compat && subject->task)
                name = trace_compat_name(name, &totals->arena);
            name = name && *name ? name : "(no name)";
            numbers[text] = interner_add(&names, name, strlen(name));
            memory_reserve(&totals->function_names, &capacity, numbers[text],
                           sizeof *totals->function_names);
            if (numbers[text] > totals->function_count)
                totals->function_names[totals->function_count++] = arena_text(&totals->arena, name);
        }
        totals->function_of[i] = numbers[text] - 1;
    }
    interner_release(&names);
    free(numbers);
}

/* ---- workers ---- */

struct counting {
    struct trace_totals *totals;
    bool with_samples;
};

static void add_sums(struct trace_sums *sums, const struct trace_sums *more)
{
    sums->tasks += more->tasks;
    sums->sized += more->sized;
    sums->paced += more->paced;
    sums->utilization_samples += more->utilization_samples;
    sums->memory_samples += more->memory_samples;
    sums->duration_s += more->duration_s;
    sums->self_s += more->self_s;
    sums->first_runs_s += more->first_runs_s;
    sums->longest_s = fmax(sums->longest_s, more->longest_s);
    sums->bytes += more->bytes;
    sums->throughput += more->throughput;
    sums->utilization += more->utilization;
    sums->memory += more->memory;
}

static void add_span(struct trace_sums *sums, const struct activity_span *span, double bytes)
{
    sums->first_runs_s = sums->tasks ? sums->first_runs_s : span->duration;
    sums->tasks++;
    sums->duration_s += span->duration;
    sums->longest_s = fmax(sums->longest_s, span->duration);
    if (isnan(bytes))
        return;
    sums->sized++;
    sums->bytes += bytes;
    if (span->duration > 0) {
        sums->paced++;
        sums->throughput += bytes / span->duration;
    }
}

static void add_samples(struct trace_sums *sums, const struct sample_sums *samples,
                        struct activity_rows rows)
{
    sums->utilization += sample_sums_sum(samples, DEVICE_UTILIZATION, rows);
    sums->memory += sample_sums_sum(samples, DEVICE_MEMORY_USED, rows);
    sums->utilization_samples += sample_sums_count(samples, DEVICE_UTILIZATION, rows);
    sums->memory_samples += sample_sums_count(samples, DEVICE_MEMORY_USED, rows);
}

static uint32_t function_at(struct trace_worker *worker, struct group_index *index,
                            uint32_t function)
{
    uint32_t place = group_index_add(index, (struct group_key){function, 0});
    if (place == worker->function_count) {
        *list_add_to(worker, functions, function) = (struct worker_function){.function = function};
    }
    return place;
}

/* Without what differences of large times leave of none. */
static double own_time(double self_s, double duration_s)
{
    return self_s > 1e-12 * duration_s ? self_s : 0;
}

/* `reached` is the end of what ran so far. */
static void add_busy(struct trace_worker *worker, const struct activity_span *span, double *reached)
{
    double end = aligned_end(span->start, span->duration);
    worker->last = fmax(worker->last, end);
    if (span->is_annotation)
        return;
    worker->busy_s += span->start >= *reached ? span->duration : fmax(0, end - *reached);
    *reached = fmax(*reached, end);
}

static void count_worker(void *context, size_t number)
{
    const struct counting *counting = context;
    struct trace_totals *totals = counting->totals;
    const struct aligned_timeline *aligned = totals->aligned;
    const struct aligned_lane *lane = &aligned->lanes[number];
    struct activity_rows samples = aligned->hosts[lane->host].samples;
    struct trace_worker *worker = &totals->workers[number];
    struct group_index index = {0};
    struct self_time self = {0};
    double reached = -INFINITY;
    worker->last = NAN;
    worker->first = lane->spans.count ? aligned->spans[lane->spans.first].start : (double)NAN;
    for (size_t i = lane->spans.first; i < lane->spans.first + lane->spans.count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        double end = aligned_end(span->start, span->duration);
        uint32_t place = function_at(worker, &index, totals->function_of[i]);
        struct trace_sums *sums = &worker->functions[place].sums;
        if (!span->is_annotation)
            self_time_add(&self, span, place);
        add_span(sums, span, task_inputs_of(&totals->inputs, span));
        if (counting->with_samples && samples.count)
            add_samples(sums, &aligned->samples,
                        sample_sums_next(&aligned->samples, &samples, span->start, end));
        add_busy(worker, span, &reached);
    }
    worker->busy_s = aligned_seconds(worker->busy_s);
    for (size_t i = 0; i < worker->function_count; i++) {
        struct trace_sums *sums = &worker->functions[i].sums;
        sums->self_s = i < self.sums.count ? own_time(self.sums.items[i], sums->duration_s) : 0;
        add_sums(&worker->sums, sums);
    }
    self_time_release(&self);
    group_index_release(&index);
}

/* ---- all together ---- */

struct timed {
    double self_s, duration_s;
    size_t number;
};

static int compare_timed(const void *left, const void *right)
{
    const struct timed *l = left, *r = right;
    if (l->self_s != r->self_s)
        return l->self_s > r->self_s ? -1 : 1;
    if (l->duration_s != r->duration_s)
        return l->duration_s > r->duration_s ? -1 : 1;
    return (l->number > r->number) - (l->number < r->number);
}

static void order_by_time(struct trace_totals *totals)
{
    struct timed *timed = memory_alloc_array(totals->function_count, sizeof *timed);
    totals->by_time = memory_alloc_array(totals->function_count, sizeof *totals->by_time);
    for (size_t i = 0; i < totals->function_count; i++)
        timed[i] = (struct timed){totals->functions[i].self_s, totals->functions[i].duration_s, i};
    if (totals->function_count)
        qsort(timed, totals->function_count, sizeof *timed, compare_timed);
    for (size_t i = 0; i < totals->function_count; i++)
        totals->by_time[i] = timed[i].number;
    free(timed);
}

static void sum_up(struct trace_totals *totals)
{
    totals->functions = memory_alloc_array(totals->function_count, sizeof *totals->functions);
    totals->first = totals->last = NAN;
    for (size_t w = 0; w < totals->aligned->lane_count; w++) {
        const struct trace_worker *worker = &totals->workers[w];
        totals->first = fmin(totals->first, worker->first);
        totals->last = fmax(totals->last, worker->last);
        add_sums(&totals->all, &worker->sums);
        for (size_t i = 0; i < worker->function_count; i++)
            add_sums(&totals->functions[worker->functions[i].function], &worker->functions[i].sums);
    }
}

static void round_sums(struct trace_sums *sums)
{
    sums->duration_s = aligned_seconds(sums->duration_s);
    sums->self_s = aligned_seconds(sums->self_s);
    sums->first_runs_s = aligned_seconds(sums->first_runs_s);
}

/* Rounded as their parts are. */
static void round_all(struct trace_totals *totals)
{
    for (size_t w = 0; w < totals->aligned->lane_count; w++) {
        struct trace_worker *worker = &totals->workers[w];
        round_sums(&worker->sums);
        for (size_t i = 0; i < worker->function_count; i++)
            round_sums(&worker->functions[i].sums);
    }
    for (size_t i = 0; i < totals->function_count; i++)
        round_sums(&totals->functions[i]);
    round_sums(&totals->all);
}

void trace_totals_make(struct trace_totals *totals, const struct aligned_timeline *aligned,
                       bool compat, int jobs)
{
    *totals = (struct trace_totals){.aligned = aligned};
    arena_init(&totals->arena);
    task_inputs_make(&totals->inputs, aligned, compat);
    totals->function_of = memory_resize(NULL, aligned->span_count, sizeof *totals->function_of);
    totals->workers = memory_alloc_array(aligned->lane_count, sizeof *totals->workers);
    number_functions(totals, compat);
    struct counting counting = {totals, !compat};
    parallel_threads(jobs, aligned->lane_count, count_worker, &counting);
    sum_up(totals);
    if (compat)
        trace_compat_samples(totals);
    else
        round_all(totals);
    order_by_time(totals);
}

void trace_totals_release(struct trace_totals *totals)
{
    for (size_t i = 0; totals->workers && i < totals->aligned->lane_count; i++)
        free(totals->workers[i].functions);
    task_inputs_release(&totals->inputs);
    free(totals->workers);
    free(totals->functions);
    free(totals->by_time);
    free(totals->function_of);
    free(totals->function_names);
    arena_release(&totals->arena);
    *totals = (struct trace_totals){0};
}
