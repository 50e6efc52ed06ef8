/* Campaigns as the logs of a Work Queue manager (variants 0 and 1) or a TaskVine manager (variant
 * 2) tell them: tasks of three categories on workers with a few slots. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

enum { CATEGORIES = 3, SLOTS = 4, MOST_WORKERS = 16, MOST_TASKS = 1200, LINE = 1200, VINE = 2 };

static const char *const categories[CATEGORIES] = {"simulate", "merge", "plot"};

struct queue_case {
    int lost_worker;        /* from 1: is lost again and again; 0: none */
    double lost_after_s;    /* it connected */
    double exhausted_share; /* of the attempts of "merge" with the first allocation */
    bool has_summaries;     /* which alone name the limit that was exceeded */
    double transfer_s;      /* of the input of a task, before it starts */
    int stay;               /* so many workers do; the others leave early. 0: all stay */
    double part_of_length;  /* how long tasks run, × the usual; 0: 1 */
    double dispatch_s;      /* the manager takes so long to send a task */
    double first_worker_s;  /* when the first worker connects */
    double task_each_s;     /* what makes tasks has one ready so often; 0: all at the start */
};

/* ---- lines of the log, in the order of their times ---- */

struct line {
    double time;
    size_t number;
    char text[LINE];
};

struct log {
    struct line *lines;
    size_t count, capacity;
    bool is_vine;
    FILE *summaries; /* or NULL */
};

__attribute__((format(printf, 3, 4))) static void put(struct log *log, double time,
                                                      const char *format, ...)
{
    va_list arguments;
    if (log->count == log->capacity) {
        log->capacity = log->capacity ? 2 * log->capacity : 1024;
        log->lines = realloc(log->lines, log->capacity * sizeof *log->lines);
        if (!log->lines)
            abort();
    }
    struct line *line = &log->lines[log->count];
    *line = (struct line){.time = time, .number = log->count};
    log->count++;
    va_start(arguments, format);
    vsnprintf(line->text, sizeof line->text, format, arguments);
    va_end(arguments);
}

static int by_time(const void *left, const void *right)
{
    const struct line *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static void write_log(struct log *log, const char *directory)
{
    FILE *file = suite_open(directory, log->is_vine ? "transactions" : "wq.transactions.log");
    qsort(log->lines, log->count, sizeof *log->lines, by_time);
    fprintf(file, "# time manager_pid MANAGER %sSTART|END%s\n\n",
            log->is_vine ? "manager_pid " : "", log->is_vine ? " time_from_origin" : "");
    for (size_t i = 0; i < log->count; i++)
        fprintf(file, "%.0f 776910 %s\n", (SUITE_START + log->lines[i].time) * 1e6,
                log->lines[i].text);
    suite_close(file);
    free(log->lines);
}

/* ---- workers ---- */

struct worker {
    double since, until; /* connected; until: INFINITY while it stays */
    int life;            /* it is lost, and comes back as another */
    double free_from[SLOTS];
};

static const char *worker_name(const struct log *log, int number, const struct worker *worker)
{
    static char name[64];
    if (log->is_vine)
        snprintf(name, sizeof name, "worker-%016x%016x", number + 1, worker->life);
    else
        snprintf(name, sizeof name, "10.32.86.%d:%d", 10 + number, 40000 + worker->life);
    return name;
}

static void connect(struct log *log, const struct queue_case *queue, int number,
                    struct worker *worker, double time)
{
    const char *resources =
        "{\"cores\":[4,\"cores\"],\"memory\":[16000,\"MB\"],\"disk\":[50000,\"MB\"]}";
    worker->since = time;
    worker->life++;
    worker->until = number + 1 == queue->lost_worker ? time + queue->lost_after_s * suite_noise(0.1)
                    : queue->stay && number >= queue->stay ? time + 200 * suite_noise(0.1)
                                                           : INFINITY;
    for (int slot = 0; slot < SLOTS; slot++)
        worker->free_from[slot] = time + 0.1;
    if (log->is_vine) {
        const char *name = worker_name(log, number, worker);
        put(log, time, "WORKER %s CONNECTION 10.32.86.%d:%d", name, 10 + number,
            40000 + worker->life);
        put(log, time, "WORKER %s RESOURCES %s", name, resources);
    } else {
        put(log, time, "WORKER worker-%016x%016x %s  CONNECTION", number + 1, worker->life,
            worker_name(log, number, worker));
        put(log, time, "WORKER worker-%016x%016x RESOURCES %s", number + 1, worker->life,
            resources);
    }
}

static void disconnect(struct log *log, int number, const struct worker *worker, double time,
                       const char *why)
{
    const char *name = worker_name(log, number, worker);
    if (log->is_vine)
        put(log, time, "WORKER %s DISCONNECTION %s", name, why);
    else
        put(log, time, "WORKER worker-%016x%016x %s  DISCONNECTION %s", number + 1, worker->life,
            name, why);
}

/* ---- tasks ---- */

struct task {
    int id, category, attempts;
    double ready; /* when it may run */
    bool is_max;  /* it was exhausted once */
};

static const char *request_of(const struct task *task)
{
    static char text[120];
    snprintf(text, sizeof text,
             "{\"cores\":[1,\"cores\"],\"gpus\":[0,\"gpus\"],\"memory\":[%d,\"MB\"],"
             "\"disk\":[2000,\"MB\"]}",
             task->is_max ? 4000 : 1300);
    return text;
}

static const char *allocation_of(const struct task *task)
{
    return task->is_max ? "MAX_RESOURCES" : "FIRST_RESOURCES";
}

static void wait(struct log *log, struct task *task, double time)
{
    char attempt[16] = "";
    task->attempts++;
    if (log->is_vine)
        snprintf(attempt, sizeof attempt, " %d", task->attempts);
    put(log, time, "TASK %d WAITING %s %s%s %s", task->id, categories[task->category],
        allocation_of(task), attempt, request_of(task));
    task->ready = time;
}

static void summarise(const struct log *log, const struct task *task, double start, double stop,
                      double memory_MB)
{
    fprintf(log->summaries,
            "{\"category\":\"%s\",\"task_id\":\"%d\",\"exit_type\":\"limits\",\"exit_status\":143,"
            "\"start\":[%.3f,\"s\"],\"end\":[%.3f,\"s\"],\"wall_time\":[%.3f,\"s\"],"
            "\"cpu_time\":[%.3f,\"s\"],\"memory\":[%.0f,\"MB\"],"
            "\"limits_exceeded\":{\"memory\":[1300,\"MB\"]}}\n",
            categories[task->category], task->id, SUITE_START + start, SUITE_START + stop,
            stop - start, 0.93 * (stop - start), memory_MB);
}

static void end(struct log *log, const struct queue_case *queue, const struct task *task,
                double start, double stop, double memory_MB, bool is_exhausted)
{
    const char *result = is_exhausted ? "RESOURCE_EXHAUSTION" : "SUCCESS";
    const char *limits = is_exhausted && !log->summaries ? "{\"memory\":[1300,\"MB\"]}" : "{}";
    const char *tool = log->is_vine ? "vine" : "wq";
    char measured[700];
    double wall_s = stop - start - queue->transfer_s;
    snprintf(measured, sizeof measured,
             "{\"start\":[%.0f,\"us\"],\"end\":[%.0f,\"us\"],\"cores_avg\":[0.93,\"cores\"],"
             "\"cores\":[1,\"cores\"],\"wall_time\":[%.6f,\"s\"],\"cpu_time\":[%.6f,\"s\"],"
             "\"memory\":[%.0f,\"MB\"],\"virtual_memory\":[%.0f,\"MB\"],\"swap_memory\":[0,\"MB\"],"
             "\"bytes_read\":[12,\"MB\"],\"bytes_written\":[3,\"MB\"],\"disk\":[318,\"MB\"],"
             "\"%s_input_time\":[%.6f,\"s\"],\"%s_output_time\":[0.05,\"s\"],"
             "\"%s_input_size\":[%.1f,\"MB\"],\"%s_output_size\":[1.2,\"MB\"]}",
             (SUITE_START + stop - wall_s) * 1e6, (SUITE_START + stop) * 1e6, wall_s, 0.93 * wall_s,
             memory_MB, memory_MB + 600, tool, queue->transfer_s + 0.05, tool, tool,
             10 + 25 * queue->transfer_s, tool);
    if (is_exhausted && log->summaries)
        summarise(log, task, stop - wall_s, stop, memory_MB);
    put(log, stop + 0.01, "TASK %d RETRIEVED %s  0  %s %s", task->id, result, limits, measured);
    if (!is_exhausted)
        put(log, stop + 0.02,
            log->is_vine ? "TASK %d DONE SUCCESS  0 " : "TASK %d DONE SUCCESS  0  {} %s", task->id,
            measured);
}

/* ---- the manager ---- */

struct manager {
    const struct queue_case *queue;
    struct log log;
    struct worker workers[MOST_WORKERS];
    int worker_count;
    struct task tasks[MOST_TASKS]; /* those that wait */
    int task_count;
    double now, sent; /* sent: the latest task */
};

/* The slot that is free first; workers that are lost by then come back half a minute later. */
static struct worker *next_slot(struct manager *manager, int *slot)
{
    for (;;) {
        struct worker *best = NULL;
        for (int w = 0; w < manager->worker_count; w++)
            for (int s = 0; s < SLOTS; s++)
                if (!best || manager->workers[w].free_from[s] < best->free_from[*slot]) {
                    best = &manager->workers[w];
                    *slot = s;
                }
        if (best->free_from[*slot] < best->until)
            return best;
        int number = (int)(best - manager->workers);
        bool comes_back = number + 1 == manager->queue->lost_worker;
        disconnect(&manager->log, number, best, best->until, comes_back ? "FAILURE" : "UNKNOWN");
        if (comes_back)
            connect(&manager->log, manager->queue, number, best, best->until + 30);
        else
            for (int s = 0; s < SLOTS; s++)
                best->free_from[s] = best->until = INFINITY;
    }
}

static void run(struct manager *manager, struct task *task)
{
    static const double lengths_s[CATEGORIES] = {60, 40, 20},
                        memory_MB[CATEGORIES] = {900, 1000, 400};
    struct log *log = &manager->log;
    int slot = 0;
    struct worker *worker = next_slot(manager, &slot);
    double part = manager->queue->part_of_length > 0 ? manager->queue->part_of_length : 1;
    double start = fmax(worker->free_from[slot], task->ready + 0.01);
    if (manager->queue->dispatch_s > 0)
        start = manager->sent = fmax(start, manager->sent + manager->queue->dispatch_s);
    double stop =
        start + manager->queue->transfer_s + part * lengths_s[task->category] * suite_noise(0.1);
    bool is_exhausted =
        task->category == 1 && !task->is_max && suite_uniform() < manager->queue->exhausted_share;
    const char *name = worker_name(log, (int)(worker - manager->workers), worker);
    put(log, start, "TASK %d RUNNING %s  %s %s", task->id, name, allocation_of(task),
        request_of(task));
    if (stop > worker->until) {
        worker->free_from[slot] = worker->until;
        wait(log, task, worker->until);
        manager->tasks[manager->task_count++] = *task;
        return;
    }
    put(log, stop, "TASK %d WAITING_RETRIEVAL %s ", task->id, name);
    double memory = is_exhausted ? 1310 : task->is_max ? 2600 : memory_MB[task->category];
    end(log, manager->queue, task, start, stop, memory * (is_exhausted ? 1 : suite_noise(0.03)),
        is_exhausted);
    worker->free_from[slot] = stop + 0.05;
    manager->now = fmax(manager->now, stop + 0.05);
    if (is_exhausted) {
        task->is_max = true;
        wait(log, task, stop + 0.03);
        manager->tasks[manager->task_count++] = *task;
    }
}

static void write_queue(const struct suite_case *its, const char *directory, int variant)
{
    static const int workers_of[VARIANTS] = {8, 12, 6}, tasks_of[VARIANTS] = {400, 900, 300};
    struct manager *manager = calloc(1, sizeof *manager);
    struct task *first;
    if (!manager)
        abort();
    manager->queue = its->more;
    manager->log.is_vine = variant == VINE;
    manager->worker_count = workers_of[variant];
    if (manager->queue->has_summaries)
        manager->log.summaries = suite_open(directory, "summaries.jsonl");
    put(&manager->log, 0, manager->log.is_vine ? "MANAGER 776910 START 0" : "MANAGER START");
    for (int w = 0; w < manager->worker_count; w++)
        connect(&manager->log, manager->queue, w, &manager->workers[w],
                manager->queue->first_worker_s + 1 + w * 0.2);
    for (int i = 0; i < tasks_of[variant]; i++) {
        struct task *task = &manager->tasks[manager->task_count++];
        *task = (struct task){.id = i + 1, .category = i % 10 == 9 ? 2 : i % 3 == 1};
        wait(&manager->log, task, 0.5 + fmax(0.001, manager->queue->task_each_s) * i);
    }
    while (manager->task_count) {
        struct task task = manager->tasks[0];
        first = manager->tasks;
        memmove(first, first + 1, (size_t)--manager->task_count * sizeof *first);
        run(manager, &task);
    }
    for (int w = 0; w < manager->worker_count; w++)
        if (!isinf(manager->workers[w].free_from[0]))
            disconnect(&manager->log, w, &manager->workers[w], manager->now + 0.5, "EXPLICIT");
    put(&manager->log, manager->now + 1,
        manager->log.is_vine ? "MANAGER 776910 END 0" : "MANAGER END");
    write_log(&manager->log, directory);
    if (manager->log.summaries)
        suite_close(manager->log.summaries);
    free(manager);
}

#define QUEUE(name, pattern, ...)                                                                  \
    {                                                                                              \
        name, pattern, write_queue, &(const struct queue_case)                                     \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

const struct suite_case queue_cases[] = {
    QUEUE("queue_worker_lost", "failed on 10\\.32\\.86\\.13", .lost_worker = 4, .lost_after_s = 90),
    QUEUE("queue_memory_exhausted", "merge.*memory", .exhausted_share = 0.6),
    QUEUE("queue_memory_exhausted_in_summaries", "merge hit its memory limit of 1.27 GiB",
          .exhausted_share = 0.6, .has_summaries = true),
    QUEUE("queue_workers_leave", "worker", .stay = 1),
    QUEUE("queue_no_worker", "no worker", .first_worker_s = 900),
    QUEUE("queue_transfers", "transfer", .transfer_s = 90),
    QUEUE("queue_slow_dispatch",
          "short [(]median [45][.0-9]* s from start to end[)].* [0-9.]+ of [0-9]+ cores of the "
          "workers",
          .part_of_length = 0.1, .dispatch_s = 0.7),
    QUEUE("queue_idle_cores",
          "of [0-9]+ cores of the connected workers were busy .*tasks waited during 0[.][0-9] % of "
          "the idle core time",
          .task_each_s = 15),

    QUEUE("benign_queue_short", NULL, .part_of_length = 0.1),
    QUEUE("benign_queue", NULL, .transfer_s = 0.2),
    QUEUE("benign_queue_few_exhausted", NULL, .exhausted_share = 0.01),
};
const size_t queue_case_count = sizeof queue_cases / sizeof queue_cases[0];
