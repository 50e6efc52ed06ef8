#include "input/cctools/workqueue_attempts.h"

#include <math.h>
#include <string.h>

#include "input/cctools/workqueue_tasks.h"
#include "input/cctools/workqueue_workers.h"
#include "input/json/json_path.h"
#include "util/list.h"
#include "util/number.h"

/* The number of a text; *latest is that of the one before, which it mostly is again. */
static uint32_t number_of(struct workqueue_log *log, struct text_slice text, uint32_t *latest)
{
    const struct interned *before = *latest ? &log->texts.items[*latest] : NULL;
    if (!text.size)
        return 0;
    if (!before || before->size != text.size || memcmp(before->text, text.text, text.size) != 0)
        *latest = interner_add(&log->texts, text.text, text.size);
    return *latest;
}

static uint32_t category_number(struct workqueue_log *log, struct text_slice name)
{
    return number_of(log, name, &log->latest_category);
}

static double seconds(int64_t time_us)
{
    return (double)time_us / 1e6;
}

/* ---- attempts ---- */

static struct workqueue_attempt *add_attempt(struct workqueue_log *log, struct workqueue_task *task)
{
    struct workqueue_attempt *attempt = list_add(&log->attempts);
    *attempt = (struct workqueue_attempt){.id = task->id,
                                          .submit = NUMBER_MISSING,
                                          .start = NUMBER_MISSING,
                                          .end = NUMBER_MISSING,
                                          .attempt = 1,
                                          .before = task->latest,
                                          .exit_code = WORKQUEUE_NO_NUMBER};
    if (task->latest != WORKQUEUE_NO_ATTEMPT) {
        const struct workqueue_attempt *before = &log->attempts.items[task->latest];
        attempt->attempt = before->attempt + 1;
        attempt->category = before->category;
        attempt->requested = before->requested;
    }
    task->latest = (uint32_t)log->attempts.count - 1;
    return attempt;
}

static struct workqueue_attempt *latest_attempt(struct workqueue_log *log,
                                                const struct workqueue_task *task)
{
    return task->latest == WORKQUEUE_NO_ATTEMPT ? NULL : &log->attempts.items[task->latest];
}

static bool is_open(const struct workqueue_attempt *attempt)
{
    return attempt && attempt->ending == ENDING_UNSAID;
}

static bool has_started(const struct workqueue_attempt *attempt)
{
    return !isnan(attempt->start);
}

/* The attempt that is waiting or running; a new one when the log does not have its beginning. */
static struct workqueue_attempt *open_attempt(struct workqueue_log *log,
                                              struct workqueue_task *task)
{
    struct workqueue_attempt *attempt = latest_attempt(log, task);
    if (is_open(attempt))
        return attempt;
    return add_attempt(log, task);
}

/* When the worker of the attempt went away after it had started, else `otherwise`. */
static double lost_at(const struct workqueue_log *log, const struct workqueue_attempt *attempt,
                      double otherwise)
{
    double gone = workqueue_worker_gone(log, attempt->worker);
    return gone >= attempt->start ? gone : otherwise;
}

static void lose(const struct workqueue_log *log, struct workqueue_attempt *attempt, double moment)
{
    attempt->ending = ENDING_LOST;
    attempt->end = lost_at(log, attempt, moment);
}

/* ---- runs ---- */

static struct workqueue_run *latest_run(struct workqueue_log *log)
{
    return &log->runs.items[log->runs.count - 1];
}

static void leave_out_library(struct workqueue_log *log, const struct workqueue_task *task)
{
    for (uint32_t i = task->latest; i != WORKQUEUE_NO_ATTEMPT; i = log->attempts.items[i].before)
        log->attempts.items[i].left_out = true;
}

static size_t add_exit(struct workqueue_log *log, uint32_t host)
{
    list_reach(&log->exits, host + 1u, (struct workqueue_exits){0});
    struct workqueue_exits *exits = &log->exits.items[host];
    if (exits->run != log->runs.count)
        *exits = (struct workqueue_exits){.run = log->runs.count};
    return ++exits->count;
}

static void rank_exits(struct workqueue_run *run, uint32_t host, size_t exits)
{
    bool is_most = exits > run->most_exits;
    if (host != run->most_exits_host) {
        size_t behind = is_most ? run->most_exits : exits;
        run->next_exits = behind > run->next_exits ? behind : run->next_exits;
    }
    if (is_most) {
        run->most_exits = exits;
        run->most_exits_host = host;
    }
}

/* A library is a task of its own on each worker. */
static void count_library(struct workqueue_log *log, const struct workqueue_task *task)
{
    struct workqueue_run *run = latest_run(log);
    const struct workqueue_attempt *attempt = latest_attempt(log, task);
    run->libraries++;
    run->libraries_started += task->library_started;
    if (!task->library_exit)
        return;
    uint32_t host = attempt ? workqueue_worker_host(log, attempt->worker) : 0;
    size_t exits = host ? add_exit(log, host) : 0;
    run->library_exits++;
    if (attempt && (isnan(run->first_exit) || attempt->end < run->first_exit)) {
        run->first_exit = attempt->end;
        run->first_exit_host = host;
    }
    rank_exits(run, host, exits);
}

/* When its run is over, an attempt that had started is lost; one that had not was never made. */
static void settle_attempt(struct workqueue_log *log, struct workqueue_attempt *attempt,
                           bool is_over)
{
    const struct workqueue_run *run = latest_run(log);
    bool started = has_started(attempt);
    if (started && (is_over || !isnan(lost_at(log, attempt, NUMBER_MISSING)))) {
        lose(log, attempt, run->end);
        return;
    }
    attempt->ending = ENDING_UNFINISHED;
    attempt->end = NUMBER_MISSING;
    log->waiting += !started;
    log->running += started;
}

/* What was lost with its worker before the end did not run any more. */
static void count_open(struct workqueue_log *log, const struct workqueue_attempt *attempt)
{
    struct workqueue_run *run = latest_run(log);
    run->waiting += !has_started(attempt);
    run->running += has_started(attempt) && isnan(lost_at(log, attempt, NUMBER_MISSING));
}

/* A run that another one follows in the log is over, with or without MANAGER END. */
static void end_run(struct workqueue_log *log, bool is_followed)
{
    struct workqueue_run *run = latest_run(log);
    for (size_t i = 0; i < log->tasks.count; i++) {
        struct workqueue_task *task = &log->tasks.items[i];
        struct workqueue_attempt *attempt = latest_attempt(log, task);
        run->tasks += !task->library;
        if (task->library) {
            count_library(log, task);
            leave_out_library(log, task);
        } else if (is_open(attempt)) {
            count_open(log, attempt);
            settle_attempt(log, attempt, is_followed || run->ended);
        }
    }
    log->libraries += run->libraries;
    log->library_exits += run->library_exits;
    run->attempt_count = log->attempts.count - run->first_attempt;
    log->unfinished += !run->ended;
    log->tasks.count = 0;
    hash_index_clear(&log->tasks_by_id);
}

static void begin_run(struct workqueue_log *log, const struct workqueue_event *event)
{
    if (log->runs.count)
        end_run(log, true);
    *list_add(&log->runs) = (struct workqueue_run){.pid = event->pid,
                                                   .first_attempt = log->attempts.count,
                                                   .start = seconds(event->time_us),
                                                   .end = seconds(event->time_us),
                                                   .first_exit = NUMBER_MISSING};
    log->latest_us = event->time_us;
}

static bool is_new_run(struct workqueue_log *log, const struct workqueue_event *event)
{
    return !log->runs.count || event->kind == EVENT_MANAGER_START ||
           latest_run(log)->pid != event->pid ||
           (latest_run(log)->ended && event->kind == EVENT_TASK_WAITING);
}

/* The task of the event; that of a new run when it begins again after it was done. */
static struct workqueue_task *task_to_begin(struct workqueue_log *log,
                                            const struct workqueue_event *event)
{
    struct workqueue_task *task = workqueue_task(log, event->id);
    if (!task->done)
        return task;
    begin_run(log, event);
    latest_run(log)->goes_on = true;
    log->unfinished -= !latest_run(log)[-1].ended; /* its manager has not come to an end yet */
    log->restarts++;
    return workqueue_task(log, event->id);
}

/* ---- events of tasks ---- */

static const char *usual_request(const struct workqueue_log *log, uint32_t category,
                                 struct text_slice allocation)
{
    if (category >= log->categories.count)
        return NULL;
    const struct workqueue_category *known = &log->categories.items[category];
    if (known->run != log->runs.count)
        return NULL;
    return allocation.size && allocation.text[0] == 'M' ? known->most : known->first;
}

static void wait(struct workqueue_log *log, const struct workqueue_event *event)
{
    struct workqueue_task *task = task_to_begin(log, event);
    struct workqueue_attempt *attempt = latest_attempt(log, task);
    double now = seconds(event->time_us);
    if (is_open(attempt) && has_started(attempt))
        lose(log, attempt, now);
    if (!is_open(attempt)) {
        attempt = add_attempt(log, task);
        attempt->submit = now;
    }
    attempt->category = category_number(log, event->name);
    attempt->requested =
        event->object ? event->object : usual_request(log, attempt->category, event->word);
    if (event->number > 0 && (uint32_t)event->number > attempt->attempt)
        attempt->attempt = (uint32_t)event->number;
}

static void run(struct workqueue_log *log, const struct workqueue_event *event)
{
    struct workqueue_task *task = task_to_begin(log, event);
    struct workqueue_attempt *attempt = latest_attempt(log, task);
    double now = seconds(event->time_us);
    if (is_open(attempt) && has_started(attempt))
        lose(log, attempt, now);
    attempt = open_attempt(log, task);
    attempt->start = now;
    attempt->worker = workqueue_worker(log, event->name);
    attempt->allocated = event->object;
}

static enum record_ending ending_of(struct text_slice result)
{
    static const struct {
        const char *result;
        enum record_ending ending;
    } endings[] = {{"SUCCESS", ENDING_SUCCEEDED},     {"FORSAKEN", ENDING_LOST},
                   {"UNKNOWN", ENDING_UNKNOWN},       {"CANCELED", ENDING_CANCELLED},
                   {"CANCELLED", ENDING_CANCELLED},   {"END_TIME", ENDING_DEADLINE},
                   {"MAX_END_TIME", ENDING_DEADLINE}, {"MAX_WALL_TIME", ENDING_TIMED_OUT},
                   {"MAX_WALLTIME", ENDING_TIMED_OUT}};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (strlen(endings[i].result) == result.size &&
            memcmp(endings[i].result, result.text, result.size) == 0)
            return endings[i].ending;
    return ENDING_FAILED;
}

/* What a task that did not end well returns is -1 where it has returned nothing. */
static void end_attempt(struct workqueue_log *log, struct workqueue_attempt *attempt,
                        const struct workqueue_event *event)
{
    attempt->ending = ending_of(event->word);
    attempt->outcome = number_of(log, event->word, &log->latest_outcome);
    if (event->number != WORKQUEUE_NO_NUMBER &&
        (event->number >= 0 || attempt->ending == ENDING_SUCCEEDED))
        attempt->exit_code = event->number;
    if (isnan(attempt->end))
        attempt->end = seconds(event->time_us);
    if (!attempt->measured)
        attempt->measured = event->object;
    if (!attempt->limits)
        attempt->limits = event->limits;
}

static void fetch(struct workqueue_log *log, const struct workqueue_event *event)
{
    struct workqueue_task *task = workqueue_task(log, event->id);
    if (task->done)
        log->odd++;
    else
        open_attempt(log, task)->end = seconds(event->time_us);
}

static void retrieve(struct workqueue_log *log, const struct workqueue_event *event)
{
    struct workqueue_task *task = workqueue_task(log, event->id);
    task->library_exit |= text_slice_is(event->word, "LIBRARY_EXIT");
    if (task->done)
        log->odd++;
    else
        end_attempt(log, open_attempt(log, task), event);
}

/* A task that is given up while it waits for another attempt has not had that one. */
static struct workqueue_attempt *try_given_up(struct workqueue_log *log,
                                              struct workqueue_task *task)
{
    struct workqueue_attempt *attempt = latest_attempt(log, task);
    if (is_open(attempt) && !has_started(attempt) && attempt->before != WORKQUEUE_NO_ATTEMPT) {
        attempt->left_out = true;
        attempt->ending = ENDING_LOST;
        task->latest = attempt->before;
        attempt = &log->attempts.items[attempt->before];
    }
    if (attempt)
        return attempt;
    return add_attempt(log, task);
}

static void finish(struct workqueue_log *log, const struct workqueue_event *event)
{
    struct workqueue_task *task = workqueue_task(log, event->id);
    task->library_exit |= text_slice_is(event->word, "LIBRARY_EXIT");
    if (task->done) {
        log->odd++;
        return;
    }
    task->done = true;
    end_attempt(log, try_given_up(log, task), event);
}

static void cancel(struct workqueue_log *log, const struct workqueue_event *event,
                   const char *outcome)
{
    struct workqueue_task *task = workqueue_task(log, event->id);
    struct workqueue_event end = *event;
    end.word = (struct text_slice){outcome, strlen(outcome)};
    if (!task->done && (task->latest == WORKQUEUE_NO_ATTEMPT || is_open(latest_attempt(log, task))))
        end_attempt(log, try_given_up(log, task), &end);
    task->done = true;
}

/* ---- all events ---- */

static struct workqueue_category *category_at(struct workqueue_log *log, uint32_t number)
{
    list_reach(&log->categories, number + 1u, (struct workqueue_category){0});
    struct workqueue_category *category = &log->categories.items[number];
    if (category->run != log->runs.count)
        *category = (struct workqueue_category){.run = log->runs.count};
    return category;
}

/* FAILURE: it could not be started on the worker. */
static void note_library(struct workqueue_task *task, struct text_slice state)
{
    task->library = true;
    task->library_started |= text_slice_is(state, "STARTED");
    task->library_exit |= text_slice_is(state, "FAILURE");
}

static void add_task_event(struct workqueue_log *log, const struct workqueue_event *event)
{
    if (event->kind == EVENT_TASK_WAITING)
        wait(log, event);
    else if (event->kind == EVENT_TASK_RUNNING)
        run(log, event);
    else if (event->kind == EVENT_TASK_FETCHED)
        fetch(log, event);
    else if (event->kind == EVENT_TASK_RETRIEVED)
        retrieve(log, event);
    else if (event->kind == EVENT_TASK_DONE)
        finish(log, event);
    else if (event->kind == EVENT_TASK_CANCELED)
        cancel(log, event, "CANCELED");
    else if (event->kind == EVENT_TASK_UNKNOWN)
        cancel(log, event, "UNKNOWN");
    else if (event->kind == EVENT_LIBRARY)
        note_library(workqueue_task(log, event->id), event->word);
}

static void add_event(struct workqueue_log *log, const struct workqueue_event *event)
{
    if (event->kind == EVENT_MANAGER_END)
        latest_run(log)->ended = true;
    else if (event->kind == EVENT_CATEGORY_MAX)
        category_at(log, category_number(log, event->name))->most = event->object;
    else if (event->kind == EVENT_CATEGORY_FIRST)
        category_at(log, category_number(log, event->name))->first = event->object;
    else if (event->kind >= EVENT_WORKER_CONNECTED && event->kind <= EVENT_WORKER_RESOURCES)
        workqueue_worker_event(log, event);
    else
        add_task_event(log, event);
}

void workqueue_log_add(struct workqueue_log *log, const struct workqueue_event *event)
{
    if (is_new_run(log, event)) {
        begin_run(log, event);
        workqueue_workers_leave(log);
    }
    log->backwards += event->time_us < log->latest_us;
    if (event->time_us > log->latest_us)
        log->latest_us = event->time_us;
    add_event(log, event);
    log->runs.items[log->manager - 1].workers.end = seconds(log->latest_us);
    if (!latest_run(log)->ended || event->kind == EVENT_MANAGER_END)
        latest_run(log)->end = seconds(log->latest_us);
}

void workqueue_log_end(struct workqueue_log *log, bool is_followed)
{
    if (log->runs.count)
        end_run(log, is_followed);
}
