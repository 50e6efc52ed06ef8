/* short_tasks: what passes beside the run time of tasks that are short.
 *
 *     waits      of an attempt, from its submission to its start
 *     gaps       of a worker, from the end of an attempt to the start of its next, where each
 * worker runs one at a time; it is named by the attribute `worker`, else it is the node capacity
 * while tasks waited: the cores of all workers that were connected, where a single log tells them,
 * else as many attempts as ran at once for 1 % of that time or more
 *
 * Jobs of a batch system are left out: they wait for their turn. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_moments.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double SHORT_S = 60, AT_ONCE = 0.01, OVERLAPS = 0.01; /* of the time; of attempts */
enum { MOST_ATTEMPTS = 2000000 }; /* the first of them are looked at */

struct attempt {
    uint32_t worker;
    double start, end;
};

struct collection {
    struct attempt *attempts;
    double *runs, *waits;
    size_t count, wait_count;
    double cores; /* sum over the attempts that have them */
    size_t with_cores;
};

static bool has_queue(const struct records *records)
{
    bool has = false;
    for (size_t i = 0; i < records->source_count; i++)
        has = has || records->sources[i].has_queue;
    return has;
}

static void collect_block(struct collection *collection, const struct records_block *block,
                          int worker)
{
    struct task_time_columns columns = task_time_columns_of(block);
    const uint8_t *endings = records_endings(block);
    for (size_t row = 0; row < block->rows && collection->count < MOST_ATTEMPTS; row++) {
        struct task_times times = task_times_at(&columns, row);
        if (!(times.start <= times.end) || (endings && endings[row] == ENDING_CACHED))
            continue;
        double cores = records_number_at(block, RECORD_CORES_COLUMN, row);
        collection->runs[collection->count] = times.end - times.start;
        collection->attempts[collection->count++] =
            (struct attempt){records_text_at(block, worker, row), times.start, times.end};
        if (!isnan(times.submit))
            collection->waits[collection->wait_count++] = times.start - times.submit;
        if (!isnan(cores)) {
            collection->cores += cores;
            collection->with_cores++;
        }
    }
}

static void collect(struct collection *collection, const struct records *records)
{
    size_t most = records->rows < MOST_ATTEMPTS ? records->rows : MOST_ATTEMPTS;
    int worker = records_find_attribute(records, "worker", RECORD_TEXT);
    *collection = (struct collection){
        .attempts = memory_alloc_array(most, sizeof *collection->attempts),
        .runs = memory_alloc_array(most, sizeof(double)),
        .waits = memory_alloc_array(most, sizeof(double)),
    };
    for (size_t i = 0; i < records->block_count; i++)
        collect_block(collection, &records->blocks[i],
                      worker == RECORDS_NO_COLUMN ? RECORD_NODE_COLUMN : worker);
}

/* ---- gaps ---- */

static int by_worker_and_time(const void *left, const void *right)
{
    const struct attempt *l = left, *r = right;
    if (l->worker != r->worker)
        return l->worker < r->worker ? -1 : 1;
    return (l->start > r->start) - (l->start < r->start);
}

struct gaps {
    double *lengths;
    size_t count, workers;
    double idle_s, held_s; /* between attempts; from the first to the last attempt of each worker */
};

static void find_gaps(struct gaps *gaps, struct collection *collection)
{
    struct attempt *attempts = collection->attempts;
    size_t overlaps = 0;
    *gaps = (struct gaps){.lengths = NULL};
    if (collection->wait_count) /* then waits tell */
        return;
    gaps->lengths = memory_alloc_array(collection->count, sizeof(double));
    qsort(attempts, collection->count, sizeof *attempts, by_worker_and_time);
    for (size_t i = 0; i < collection->count; i++) {
        bool is_next = i > 0 && attempts[i].worker == attempts[i - 1].worker;
        double gap_s = is_next ? attempts[i].start - attempts[i - 1].end : 0;
        if (!attempts[i].worker)
            continue;
        gaps->workers += !is_next;
        gaps->held_s += attempts[i].end - attempts[i].start + gap_s;
        gaps->idle_s += fmax(gap_s, 0);
        overlaps += gap_s < 0;
        if (is_next)
            gaps->lengths[gaps->count++] = fmax(gap_s, 0);
    }
    if ((double)overlaps > OVERLAPS * (double)gaps->count)
        gaps->count = 0;
}

/* ---- capacity ---- */

struct capacity {
    double waited_s, capacity, busy, waiting; /* of these three: means over that time */
    double busy_s;                            /* something ran or waited */
    bool is_of_cores;
};

/* Before all times are looked at: whether the table of quantiles has longer ones. */
static bool are_long(const struct tables *tables)
{
    const struct boxplots_rows boxes = boxplots_rows(tables);
    size_t all = rows_find(boxes.rows, 0, boxes.task, "*", boxes.quantity, "elapsed");
    return all < boxes.rows && boxes.q2[all] > 2 * SHORT_S;
}

/* The log of the workers of all tasks, with their cores; NULL: there is none, or several. */
static const struct queue_samples *log_with_cores(const struct dataset *dataset,
                                                  const struct task_moments *moments)
{
    const struct queue_samples *log = dataset->queue_count == 1 ? &dataset->queues[0] : NULL;
    bool good = log && moments->known[MOMENT_WORKERS] && log->every_change && log->cores;
    return good ? log : NULL;
}

/* Cores × s of the workers between two moments; `next` is the first change behind the former. */
static double core_time(const struct queue_samples *log, size_t *next, double from, double to)
{
    double sum = 0;
    while (*next < log->count && log->times[*next] <= from)
        ++*next;
    for (size_t i = *next; from < to; i++) {
        double until = i < log->count ? fmin(fmax(log->times[i], from), to) : to;
        sum += i > 0 ? (until - from) * log->cores[i - 1] : 0;
        from = until;
    }
    return sum;
}

struct measure {
    double *held_s; /* by the number of running attempts */
    size_t held_capacity;
    double waited_s, running_s, waiting_s, core_s, busy_s;
};

static void add_span(struct measure *measure, const struct task_state *state, double span_s)
{
    size_t running = state->counts[MOMENT_RUNNING], known = measure->held_capacity;
    memory_reserve(&measure->held_s, &measure->held_capacity, running + 1, sizeof(double));
    for (size_t i = known; i < measure->held_capacity; i++)
        measure->held_s[i] = 0;
    measure->held_s[running] += span_s;
    if (running || state->counts[MOMENT_WAITING])
        measure->busy_s += span_s;
    if (!state->counts[MOMENT_WAITING])
        return;
    measure->waited_s += span_s;
    measure->running_s += span_s * (double)running;
    measure->waiting_s += span_s * (double)state->counts[MOMENT_WAITING];
}

static double most_at_once(const struct measure *measure)
{
    double held_s = 0;
    size_t running = measure->held_capacity;
    while (running > 0 && held_s < AT_ONCE * measure->busy_s)
        held_s += measure->held_s[--running];
    return (double)running;
}

static struct capacity find_capacity(const struct dataset *dataset, double cores_each)
{
    struct task_moments moments;
    struct task_state state, next;
    struct measure measure = {.held_s = NULL};
    size_t change = 0;
    task_moments_make(&moments, dataset);
    const struct queue_samples *log = log_with_cores(dataset, &moments);
    task_moments_rewind(&moments, &next);
    bool more = moments.known[MOMENT_WAITING] && task_moments_next(&moments, &next);
    for (state = next; more && task_moments_next(&moments, &next); state = next) {
        add_span(&measure, &state, next.time - state.time);
        if (log && state.counts[MOMENT_WAITING])
            measure.core_s += core_time(log, &change, state.time, next.time);
    }
    struct capacity capacity = {
        .waited_s = measure.waited_s,
        .capacity = most_at_once(&measure),
        .busy = measure.running_s / measure.waited_s,
        .waiting = measure.waiting_s / measure.waited_s,
        .busy_s = measure.busy_s,
        .is_of_cores = log && measure.core_s > 0,
    };
    if (capacity.is_of_cores) {
        capacity.capacity = measure.core_s / measure.waited_s;
        capacity.busy *= cores_each;
    }
    free(measure.held_s);
    task_moments_release(&moments);
    return capacity;
}

/* ---- the table ---- */

static void put(struct table *table, struct collection *collection, double run_s,
                const struct dataset *dataset)
{
    struct gaps gaps;
    double cores_each =
        collection->with_cores ? collection->cores / (double)collection->with_cores : 1;
    struct capacity capacity = find_capacity(dataset, cores_each);
    find_gaps(&gaps, collection);
    struct short_tasks_row row = short_tasks_row_missing();
    row.attempts = (double)collection->count;
    row.run_s = run_s;
    row.wait_s = statistic_median(collection->waits, collection->wait_count);
    row.workers = gaps.count ? (double)gaps.workers : 0;
    row.gap_s = statistic_median(gaps.lengths, gaps.count);
    row.idle_share = gaps.count ? gaps.idle_s / gaps.held_s : NUMBER_MISSING;
    if (capacity.waited_s > 0) {
        row.waited_share = capacity.waited_s / capacity.busy_s;
        row.waiting = capacity.waiting;
        row.busy = capacity.busy;
        row.capacity = capacity.capacity;
    }
    row.unit = capacity.is_of_cores ? "cores" : "attempts";
    short_tasks_row_put_static(table, &row);
    free(gaps.lengths);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct records *records = request->tasks ? request->dataset->records : NULL;
    struct collection collection;
    if (!records || !task_times_known(records) || has_queue(records) || are_long(tables))
        return;
    collect(&collection, records);
    double run_s = statistic_median(collection.runs, collection.count);
    if (run_s <= SHORT_S)
        put(tables_get(tables, "short_tasks"), &collection, run_s, request->dataset);
    free(collection.attempts);
    free(collection.runs);
    free(collection.waits);
}

const struct analysis analysis_short_tasks = {"short_tasks", run};
