#include "input/cctools/workqueue_managers.h"

#include <stdlib.h>

#include "util/list.h"
#include "util/memory.h"

void workqueue_managers_release(struct workqueue_managers *managers)
{
    for (size_t i = 0; i < managers->count; i++) {
        workqueue_log_release(&managers->items[i]->log);
        free(managers->items[i]);
    }
    free(managers->items);
    *managers = (struct workqueue_managers){0};
}

static const struct workqueue_run *latest_run(const struct workqueue_managers *managers, size_t i)
{
    const struct workqueue_log *log = &managers->items[i]->log;
    return &log->runs.items[log->runs.count - 1];
}

static bool is_of(const struct workqueue_managers *managers, size_t i, uint64_t pid)
{
    return latest_run(managers, i)->pid == pid;
}

static size_t add_manager(struct workqueue_managers *managers)
{
    struct workqueue_manager *manager = memory_alloc(sizeof *manager);
    workqueue_log_init(&manager->log);
    manager->last_event = 0;
    *list_add(managers) = manager;
    return managers->count - 1;
}

/* The latest manager of that process that has ended, or has not; their count: none. */
static size_t find_manager(const struct workqueue_managers *managers, uint64_t pid, bool has_ended)
{
    for (size_t i = managers->count; i-- > 0;)
        if (is_of(managers, i, pid) && latest_run(managers, i)->ended == has_ended)
            return i;
    return managers->count;
}

/* Behind one that has ended, if any. */
static size_t place_of_new(struct workqueue_managers *managers)
{
    for (size_t i = 0; i < managers->count; i++)
        if (latest_run(managers, i)->ended)
            return i;
    return add_manager(managers);
}

/* A manager that has ended may still say that its workers leave. */
static size_t manager_of(struct workqueue_managers *managers, const struct workqueue_event *event)
{
    size_t going_on = find_manager(managers, event->pid, false);
    size_t ended = find_manager(managers, event->pid, true);
    if (event->kind == EVENT_MANAGER_START) {
        managers->latest_begin = managers->events;
        return going_on < managers->count ? going_on : place_of_new(managers);
    }
    if (going_on < managers->count) {
        managers->at_once = true;
        return going_on;
    }
    if (ended < managers->count && event->kind != EVENT_TASK_WAITING)
        return ended;
    managers->latest_begin = managers->events;
    return place_of_new(managers);
}

void workqueue_managers_add(struct workqueue_managers *managers,
                            const struct workqueue_event *event)
{
    managers->events++;
    if (!managers->count || !is_of(managers, managers->latest, event->pid))
        managers->latest = manager_of(managers, event);
    else if (event->kind == EVENT_MANAGER_START)
        managers->latest_begin = managers->events;
    struct workqueue_manager *manager = managers->items[managers->latest];
    manager->last_event = managers->events;
    workqueue_log_add(&manager->log, event);
}

/* What another manager follows without a line of its own among the other's is over. */
void workqueue_managers_end(struct workqueue_managers *managers)
{
    for (size_t i = 0; i < managers->count; i++)
        workqueue_log_end(&managers->items[i]->log,
                          managers->items[i]->last_event < managers->latest_begin);
}

struct workqueue_totals workqueue_managers_totals(const struct workqueue_managers *managers)
{
    struct workqueue_totals totals = {0};
    for (size_t i = 0; i < managers->count; i++) {
        const struct workqueue_log *log = &managers->items[i]->log;
        totals.runs += log->runs.count;
        totals.unfinished += log->unfinished;
        totals.restarts += log->restarts;
        totals.waiting += log->waiting;
        totals.running += log->running;
        totals.libraries += log->libraries;
        totals.library_exits += log->library_exits;
        totals.backwards += log->backwards;
        totals.odd += log->odd;
    }
    return totals;
}
