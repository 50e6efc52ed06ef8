#include "analysis/allocations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/naive_times.h"
#include "analysis/node_names.h"
#include "analysis/tasks/attempt_nodes.h"
#include "analysis/tasks/task_outcomes.h"
#include "analysis/tasks/task_times.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

/* In place of the number of a host: any node, that of a job whose nodes are not known. */
enum { ANY_HOST = 0 };

static const double SAME_MOMENT_S = 60; /* two sources may say when a job started */

struct hold {
    uint32_t host;
    struct held_part part;
};

struct search {
    const struct dataset *dataset;
    struct interner *hosts;
    bool *is_sampled;           /* each host */
    struct attempt_nodes nodes; /* of the records */
    uint32_t *numbers;          /* of each of those among the hosts */
    LIST_OF(struct hold) holds;
    LIST_OF(struct held_time) all; /* each time once, whatever the nodes */
    size_t jobs;
    size_t record;        /* the number of the one that is looked at */
    int gpus;             /* the attribute */
    bool has_sampled_job; /* the job of node metrics is among the records, too */
};

static bool is_held(struct held_time time)
{
    return time.start <= time.end;
}

/* ---- names ---- */

static void add_hosts(struct search *search)
{
    const struct dataset *dataset = search->dataset;
    for (size_t i = 0; dataset->job_count && i < dataset->jobs[0].host_count; i++)
        node_names_add(search->hosts, dataset->jobs[0].hosts[i]);
    if (!dataset->records)
        return;
    const struct interner *names = &search->nodes.names;
    search->numbers = memory_alloc_array(names->count + 1, sizeof *search->numbers);
    for (uint32_t i = 1; i < names->count; i++)
        search->numbers[i] = node_names_add(search->hosts, interner_text(names, i));
}

static void mark_sampled(struct search *search)
{
    const struct dataset *dataset = search->dataset;
    const struct activity *activity = dataset->activity;
    search->is_sampled = memory_alloc_array(search->hosts->count + 1, sizeof *search->is_sampled);
    for (size_t i = 0; i < dataset->node_count; i++)
        search->is_sampled[node_names_find(search->hosts, dataset->nodes[i].name)] = true;
    bool *seen = memory_alloc_array(activity ? activity->texts.count + 1 : 1, sizeof *seen);
    for (size_t i = 0; activity && i < activity->sample_count; i++) {
        uint32_t host = activity->samples[i].host;
        if (host && !seen[host])
            search->is_sampled[node_names_find(search->hosts, activity_text(activity, host))] =
                true;
        seen[host] = true;
    }
    free(seen);
}

static void add_traced(struct interner *traced, const struct activity *activity)
{
    uint32_t last = 0;
    for (size_t i = 0; i < activity->span_count + activity->end_count; i++) {
        uint32_t host = i < activity->span_count
                            ? activity->spans[i].subject.host
                            : activity->ends[i - activity->span_count].subject.host;
        if (host && host != last)
            node_names_add(traced, activity_text(activity, host));
        last = host;
    }
}

/* ---- what was held ---- */

static void add_hold(struct search *search, uint32_t host, struct held_part part)
{
    if (host != ANY_HOST && !search->is_sampled[host])
        return;
    *list_add(&search->holds) = (struct hold){host, part};
}

static void add_time(struct search *search, struct held_time time)
{
    *list_add(&search->all) = time;
}

/* By how much times of a source are later than by the clock of the samples. Where those of the
 * samples name no zone, times of all records do. */
static double shift_of(const struct dataset *dataset, const struct records_block *block)
{
    double shift_s = dataset->work_shift.shift_s;
    bool has_other_zone =
        shift_s != 0 && (naive_times_of(dataset).in_samples ||
                         naive_times_has(dataset, dataset->records->sources[block->source].path));
    return has_other_zone ? shift_s : 0;
}

/* What an attempt that runs has taken is up to when somebody asked. */
static struct held_time time_of_job(const struct records_block *block,
                                    const struct task_time_columns *columns, size_t row,
                                    double shift_s)
{
    const uint8_t *endings = records_endings(block);
    struct task_times at = task_times_at(columns, row);
    if (!instant_is_date(at.start))
        return (struct held_time){-INFINITY, INFINITY};
    bool is_open = (endings && endings[row] == ENDING_UNFINISHED) || !instant_is_date(at.end);
    return (struct held_time){at.start - shift_s, is_open ? INFINITY : at.end - shift_s};
}

static struct held_part part_not_known(struct held_time time, bool is_recorded, bool is_job)
{
    return (struct held_part){.time = time,
                              .cpus = NUMBER_MISSING,
                              .gpus = NUMBER_MISSING,
                              .busy = NUMBER_MISSING,
                              .memory_B = NUMBER_MISSING,
                              .is_recorded = is_recorded,
                              .is_job = is_job};
}

/* Equal parts on each of its nodes: the records have sums. */
static struct held_part part_of_job(const struct search *search, const struct records_block *block,
                                    size_t row, size_t nodes, struct held_time time)
{
    const double *gpus =
        search->gpus == RECORDS_NO_COLUMN ? NULL : records_numbers(block, search->gpus);
    const uint8_t *endings = records_endings(block);
    double length_s = time.end - time.start;
    bool is_known =
        endings && endings[row] == ENDING_SUCCEEDED && length_s > 0 && isfinite(length_s);
    double cpu_s = is_known ? records_number_at(block, RECORD_CPU_COLUMN, row) : NUMBER_MISSING;
    return (struct held_part){
        .time = time,
        .cpus = records_number_at(block, RECORD_CORES_COLUMN, row) / (double)nodes,
        .gpus = gpus ? gpus[row] / (double)nodes : NUMBER_MISSING,
        .busy = cpu_s / length_s / (double)nodes,
        .memory_B = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row) / (double)nodes,
        .nodes = (double)nodes,
        .record = search->record,
        .is_recorded = true,
        .is_job = true};
}

static struct held_time time_of_sampled_job(const struct dataset *dataset)
{
    const struct facts *facts = &dataset->facts;
    bool is_open = texts_equal(facts->state, "running") || !instant_is_date(facts->end);
    return (struct held_time){facts->start, is_open ? INFINITY : facts->end};
}

/* An id of a batch system may have its cluster behind: 101@alpha. */
static bool has_sampled_id(const struct dataset *dataset, const struct records_block *block,
                           size_t row)
{
    uint32_t text = records_text_at(block, RECORD_ID_COLUMN, row);
    const char *id = text ? records_text(dataset->records, text) : NULL;
    const char *sampled = dataset->job_count ? dataset->jobs[0].id : dataset->facts.job_id;
    size_t size = id ? strcspn(id, "@") : 0;
    return size && sampled && strlen(sampled) == size && strncmp(id, sampled, size) == 0;
}

/* Tasks of arrays have other ids in other places: the same times on the same node are enough. */
static bool is_at_same_time(struct held_time one, struct held_time other)
{
    return fabs(one.start - other.start) <= SAME_MOMENT_S &&
           (one.end == other.end || fabs(one.end - other.end) <= SAME_MOMENT_S);
}

/* Whether the record is of the job of node metrics. */
static bool is_sampled_job(const struct search *search, const struct records_block *block,
                           size_t row, struct node_span nodes, struct held_time time)
{
    const struct dataset *dataset = search->dataset;
    struct held_time sampled = time_of_sampled_job(dataset);
    if (!instant_is_date(sampled.start))
        return false;
    if (has_sampled_id(dataset, block, row))
        return time.start <= sampled.end && sampled.start <= time.end;
    size_t hosts = dataset->job_count ? dataset->jobs[0].host_count : 0;
    uint32_t first = hosts ? node_names_find(search->hosts, dataset->jobs[0].hosts[0]) : 0;
    bool is_there = false;
    for (size_t i = 0; first && nodes.count == hosts && i < nodes.count; i++)
        is_there = is_there || search->numbers[nodes.numbers[i]] == first;
    return is_there && is_at_same_time(time, sampled);
}

static void add_job(struct search *search, const struct records_block *block, size_t row,
                    struct held_time time)
{
    struct node_span nodes = attempt_nodes_at(&search->nodes, block, row);
    search->jobs++;
    search->has_sampled_job =
        search->has_sampled_job || is_sampled_job(search, block, row, nodes, time);
    add_time(search, time);
    if (!nodes.count || !isfinite(time.start))
        add_hold(search, ANY_HOST, part_not_known(time, true, true));
    for (size_t i = 0; i < nodes.count; i++)
        if (search->numbers[nodes.numbers[i]])
            add_hold(search, search->numbers[nodes.numbers[i]],
                     part_of_job(search, block, row, nodes.count, time));
}

static void add_jobs(struct search *search)
{
    const struct records *records = search->dataset->records;
    for (size_t i = 0; records && i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct task_time_columns columns = task_time_columns_of(block);
        bool has_queue = records_have_queue(records, block);
        double shift_s = shift_of(search->dataset, block);
        for (size_t row = 0; row < block->rows; row++, search->record++)
            if (has_queue && task_is_attempt(block, row))
                add_job(search, block, row, time_of_job(block, &columns, row, shift_s));
    }
}

/* The job of node metrics, where its meta.json says when it started. */
static void add_sampled_job(struct search *search)
{
    const struct dataset *dataset = search->dataset;
    const struct facts *facts = &dataset->facts;
    if (!instant_is_date(facts->start))
        return;
    struct held_time time = time_of_sampled_job(dataset);
    size_t hosts = dataset->job_count ? dataset->jobs[0].host_count : 0;
    bool is_job = !search->has_sampled_job;
    search->jobs += is_job;
    add_time(search, time);
    if (!hosts)
        add_hold(search, ANY_HOST, part_not_known(time, false, is_job));
    for (size_t i = 0; i < hosts; i++)
        add_hold(search, node_names_find(search->hosts, dataset->jobs[0].hosts[i]),
                 part_not_known(time, false, is_job));
}

/* ---- what ran beside jobs ---- */

/* From the first start to the last end of the tasks of each source that is of no batch system. */
static struct held_time *times_of_sources(const struct dataset *dataset)
{
    const struct records *records = dataset->records;
    struct held_time *times = memory_alloc_array(records->source_count + 1, sizeof *times);
    for (size_t i = 0; i <= records->source_count; i++)
        times[i] = (struct held_time){INFINITY, -INFINITY};
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct held_time *time = &times[block->source];
        struct task_time_columns columns = task_time_columns_of(block);
        double shift_s = shift_of(dataset, block);
        for (size_t row = 0; !records_have_queue(records, block) && row < block->rows; row++) {
            struct task_times at = task_times_at(&columns, row);
            if (!task_is_attempt(block, row) || !instant_is_date(at.start) ||
                !instant_is_date(at.end))
                continue;
            time->start = fmin(time->start, at.start - shift_s);
            time->end = fmax(time->end, at.end - shift_s);
        }
    }
    return times;
}

static void add_tasks(struct search *search)
{
    const struct records *records = search->dataset->records;
    struct held_time *times = times_of_sources(search->dataset);
    /* The source + 1 of which each host, or any, was added last. */
    uint32_t *added = memory_alloc_array(search->hosts->count + 1, sizeof *added);
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct held_time time = times[block->source];
        for (size_t row = 0; is_held(time) && row < block->rows; row++) {
            struct node_span nodes = attempt_nodes_at(&search->nodes, block, row);
            for (size_t k = 0; k < (nodes.count ? nodes.count : 1); k++) {
                uint32_t host = nodes.count ? search->numbers[nodes.numbers[k]] : ANY_HOST;
                if (added[host] != block->source + 1)
                    add_hold(search, host, part_not_known(time, true, false));
                added[host] = block->source + 1;
            }
        }
    }
    for (size_t i = 0; i < records->source_count; i++)
        if (is_held(times[i]))
            add_time(search, times[i]);
    free(added);
    free(times);
}

/* ---- times of each host ---- */

static int by_start(const void *left, const void *right)
{
    const struct held_time *l = left, *r = right;
    return (l->start > r->start) - (l->start < r->start);
}

static int by_host(const void *left, const void *right)
{
    const struct hold *l = left, *r = right;
    if (l->host != r->host)
        return l->host < r->host ? -1 : 1;
    return by_start(&l->part.time, &r->part.time);
}

/* Of times in any order those that are apart. */
static struct held_times united(struct arena *arena, struct held_time *times, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(times, count, sizeof *times, by_start);
    for (size_t i = 0; i < count; i++) {
        if (kept && times[i].start <= times[kept - 1].end)
            times[kept - 1].end = fmax(times[kept - 1].end, times[i].end);
        else
            times[kept++] = times[i];
    }
    struct held_time *items = arena_alloc_array(arena, kept, sizeof *items);
    for (size_t i = 0; i < kept; i++)
        items[i] = times[i];
    return (struct held_times){items, kept};
}

/* Of the holds of one host, together with those of any. */
static struct held_times times_of_host(struct arena *arena, const struct hold *holds, size_t count,
                                       struct held_times any)
{
    struct held_time *times = memory_alloc_array(count + any.count + 1, sizeof *times);
    for (size_t i = 0; i < count; i++)
        times[i] = holds[i].part.time;
    for (size_t i = 0; i < any.count; i++)
        times[count + i] = any.items[i];
    struct held_times held = united(arena, times, count + any.count);
    free(times);
    return held;
}

static struct held_parts parts_of_host(struct arena *arena, const struct hold *holds, size_t count)
{
    struct held_part *items = arena_alloc_array(arena, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = holds[i].part;
    return (struct held_parts){items, count};
}

static void unite_holds(struct allocations *allocations, struct search *search)
{
    struct arena *arena = &allocations->arena;
    size_t hosts = search->hosts->count + 1;
    allocations->held = arena_alloc_array(arena, hosts, sizeof *allocations->held);
    allocations->parts = arena_alloc_array(arena, hosts, sizeof *allocations->parts);
    allocations->by_any = united(arena, search->all.items, search->all.count);
    if (search->holds.count)
        qsort(search->holds.items, search->holds.count, sizeof *search->holds.items, by_host);
    for (size_t first = 0, end; first < search->holds.count; first = end) {
        uint32_t host = search->holds.items[first].host;
        for (end = first; end < search->holds.count && search->holds.items[end].host == host;)
            end++;
        allocations->held[host] = times_of_host(arena, &search->holds.items[first], end - first,
                                                allocations->held[ANY_HOST]);
        allocations->parts[host] = parts_of_host(arena, &search->holds.items[first], end - first);
    }
    for (size_t host = 1; host < hosts; host++)
        if (!allocations->held[host].count)
            allocations->held[host] = allocations->held[ANY_HOST];
}

bool allocations_make(struct allocations *allocations, const struct dataset *dataset)
{
    *allocations = (struct allocations){0};
    if (!dataset->records && !instant_is_date(dataset->facts.start))
        return false;
    struct search search = {.dataset = dataset, .hosts = &allocations->hosts};
    search.gpus = dataset->records
                      ? records_find_attribute(dataset->records, "allocated_gpus", RECORD_NUMBER)
                      : RECORDS_NO_COLUMN;
    arena_init(&allocations->arena);
    interner_init(&allocations->hosts);
    interner_init(&allocations->traced);
    if (dataset->records)
        attempt_nodes_make(&search.nodes, dataset->records);
    add_hosts(&search);
    mark_sampled(&search);
    if (dataset->activity)
        add_traced(&allocations->traced, dataset->activity);
    add_jobs(&search);
    add_sampled_job(&search);
    if (search.jobs && dataset->records)
        add_tasks(&search);
    if (search.jobs)
        unite_holds(allocations, &search);
    allocations->jobs = search.jobs;
    if (dataset->records)
        attempt_nodes_release(&search.nodes);
    free(search.numbers);
    free(search.is_sampled);
    free(search.holds.items);
    free(search.all.items);
    if (!search.jobs)
        allocations_release(allocations);
    return search.jobs > 0;
}

void allocations_release(struct allocations *allocations)
{
    interner_release(&allocations->hosts);
    interner_release(&allocations->traced);
    arena_release(&allocations->arena);
}

/* ---- looking up ---- */

bool allocations_name(const struct allocations *allocations, const char *node)
{
    return node_names_find(&allocations->hosts, node) != 0;
}

struct held_times allocations_of(const struct allocations *allocations, const char *node)
{
    uint32_t host = node_names_find(&allocations->hosts, node);
    bool is_by_any =
        !host && (!node_name_is_host(node) || node_names_find(&allocations->traced, node));
    return is_by_any ? allocations->by_any : allocations->held[host];
}

bool held_times_have(struct held_times held, double time, double interval_s)
{
    size_t low = 0, high = held.count;
    if (!instant_is_date(time))
        return true;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (held.items[middle].start <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low && (time <= held.items[low - 1].end || time - held.items[low - 1].end < interval_s);
}
