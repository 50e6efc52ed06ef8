#include "input/cctools/workqueue_workers.h"

#include <math.h>
#include <string.h>

#include "input/cctools/resource_items.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

uint32_t workqueue_worker(struct workqueue_log *log, struct text_slice name)
{
    return name.size && !text_slice_is(name, "(null)")
               ? interner_add(&log->texts, name.text, name.size)
               : 0;
}

static struct workqueue_worker *worker_at(struct workqueue_log *log, uint32_t number)
{
    list_reach(&log->workers, number + 1u, (struct workqueue_worker){.gone = NUMBER_MISSING});
    uint32_t alias = log->workers.items[number].alias;
    return &log->workers.items[alias ? alias : number];
}

static bool is_here(const struct workqueue_log *log, const struct workqueue_worker *worker)
{
    return worker->here && worker->here == log->manager;
}

static void note_workers(struct workqueue_log *log, double moment)
{
    struct workqueue_workers *workers = &log->runs.items[log->manager - 1].workers;
    size_t count = workers->count + 1;
    memory_reserve(&workers->times, &workers->capacity, count, sizeof(double));
    memory_reserve(&workers->counts, &workers->counts_capacity, count, sizeof(double));
    memory_reserve(&workers->cores, &workers->cores_capacity, count, sizeof(double));
    workers->times[workers->count] = moment;
    workers->counts[workers->count] = (double)log->here;
    workers->cores[workers->count++] = log->cores_here;
}

/* ---- hosts ---- */

static struct text_slice host_in(struct text_slice address)
{
    for (size_t size = address.size; size > 0; size--)
        if (address.text[size - 1] == ':')
            return (struct text_slice){address.text, size - 1};
    return address;
}

uint32_t workqueue_worker_host(const struct workqueue_log *log, uint32_t worker)
{
    return worker < log->workers.count ? log->workers.items[worker].host : 0;
}

double workqueue_worker_gone(const struct workqueue_log *log, uint32_t worker)
{
    return worker && worker < log->workers.count ? log->workers.items[worker].gone : NUMBER_MISSING;
}

/* ---- events ---- */

static void connect_worker(struct workqueue_log *log, const struct workqueue_event *event,
                           double now)
{
    uint32_t number = workqueue_worker(log, event->name);
    uint32_t alias = workqueue_worker(log, event->alias);
    struct text_slice host = host_in(event->word);
    if (!number)
        return;
    worker_at(log, number > alias ? number : alias);
    if (alias && alias != number && !log->workers.items[number].alias)
        log->workers.items[alias].alias = number;
    struct workqueue_worker *worker = &log->workers.items[number];
    worker->host = host.size ? interner_add(&log->texts, host.text, host.size) : 0;
    if (is_here(log, worker))
        return;
    worker->here = log->manager;
    worker->cores = 0;
    log->here++;
    note_workers(log, now);
}

static void lose_worker(struct workqueue_log *log, uint32_t number, double now)
{
    struct workqueue_worker *worker = worker_at(log, number);
    worker->gone = now;
    if (!is_here(log, worker))
        return;
    worker->here = 0;
    log->here--;
    log->cores_here -= worker->cores;
    note_workers(log, now);
}

static double up_to(double number, double most)
{
    return number >= 0 && number <= most ? number : NUMBER_MISSING;
}

/* Memory and disk are in MB of 2^20 bytes. */
static struct record_worker read_worker(const char *object, const char *end)
{
    static const double MOST_COUNT = 1e6, MOST_MB = 0x1p40;
    struct resource_items items;
    struct resource_item item;
    struct record_worker worker = {NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    resource_items_open(&items, object, end);
    while (resource_items_next(&items, &item)) {
        bool is_MB = !item.unit.size || text_slice_is(item.unit, "MB");
        if (item.kind != RESOURCE_IS_NUMBER)
            continue;
        if (text_slice_is(item.key, "cores"))
            worker.cores = up_to(item.number, MOST_COUNT);
        else if (text_slice_is(item.key, "gpus"))
            worker.gpus = up_to(item.number, MOST_COUNT);
        else if (is_MB && text_slice_is(item.key, "memory"))
            worker.memory = 0x1p20 * up_to(item.number, MOST_MB);
        else if (is_MB && text_slice_is(item.key, "disk"))
            worker.disk = 0x1p20 * up_to(item.number, MOST_MB);
    }
    return worker;
}

static void note_largest(struct workqueue_log *log, const struct record_worker *worker)
{
    struct record_worker *largest = &log->runs.items[log->manager - 1].workers.largest;
    largest->cores = fmax(largest->cores, worker->cores);
    largest->gpus = fmax(largest->gpus, worker->gpus);
    largest->memory = fmax(largest->memory, worker->memory);
    largest->disk = fmax(largest->disk, worker->disk);
}

static void equip_worker(struct workqueue_log *log, uint32_t number,
                         const struct workqueue_event *event, double now)
{
    struct workqueue_worker *worker = worker_at(log, number);
    if (!event->object)
        return;
    struct record_worker had = read_worker(event->object, event->end);
    double cores = had.cores;
    note_largest(log, &had);
    if (number_is_missing(cores) || !is_here(log, worker) || cores == worker->cores)
        return;
    log->cores_here += cores - worker->cores;
    worker->cores = cores;
    note_workers(log, now);
}

void workqueue_worker_event(struct workqueue_log *log, const struct workqueue_event *event)
{
    double now = (double)event->time_us / 1e6;
    if (event->kind == EVENT_WORKER_CONNECTED) {
        connect_worker(log, event, now);
        return;
    }
    uint32_t number = workqueue_worker(log, event->name);
    if (!number)
        return;
    if (event->kind == EVENT_WORKER_GONE)
        lose_worker(log, number, now);
    else
        equip_worker(log, number, event, now);
}

void workqueue_workers_leave(struct workqueue_log *log)
{
    log->manager = log->runs.count;
    log->here = 0;
    log->cores_here = 0;
}
