/* Event databases of the Dask profiler of DASF: records of a length (eight bytes, the highest
 * first) and one msgpack value, an event.
 *
 *     X               span: start = timestamp - duration, since the time stamp is taken when the
 *                     task has ended; host = process_id, lane = thread_id, task = args.key, name =
 *                     the function named by the key (dask_key.h), bytes = args.size, the result's;
 *                     args.dependencies and args.dependents: whose results it needs;
 *                     args.shape, dtype, type: of its result
 *     I Managed Memory   holding: args.tasks of the worker
 *     I Resource Usage   sample of the host's GPU (gpu_utilization, gpu_memory_used), and of the
 *                     node all other numbers, under their own names, at args.time; args.time -
 *                     timestamp: how far the host's clock is from Unix time
 *     B, E            ends of a span, nested; the profiler writes ends as B too: where a file has
 *                     no E, every second B of a host, worker and name is taken for one
 *
 * Times are seconds of the host's monotonic clock. Files of several hosts and plug-ins are read
 * one after the other. */
#include <stdlib.h>
#include <string.h>

#include "input/batches.h"
#include "input/traces/dasf_chunk.h"
#include "util/count_text.h"

struct database {
    const struct input *input;
    const struct reading *reading;
    struct dasf_chunk all;
    size_t cut; /* up to there, the records are cut into chunks */
};

struct chunk {
    size_t from, to;
    struct dasf_chunk read;
};

/* Where a record ends is only known when its length has come from memory, so what follows is asked
 * for early: as many lines of the processor's cache as were hopped over. */
enum { CACHE_LINE = 64, AHEAD = 4096, MOST_HOPPED = 4096 };

static void ask_ahead(const struct mapping *content, size_t from, size_t to)
{
    to = to - from < MOST_HOPPED ? to : from + MOST_HOPPED;
    for (size_t at = from; at < to && at + AHEAD < content->size; at += CACHE_LINE)
        __builtin_prefetch(content->bytes + at + AHEAD);
}

static bool cut(void *context, void *chunk_pointer)
{
    struct database *database = context;
    struct chunk *chunk = chunk_pointer;
    const struct mapping *content = &database->input->content;
    size_t at = chunk->from = database->cut;
    while (at < content->size && at - chunk->from < BATCHES_CHUNK_BYTES) {
        size_t next = dasf_record_end(content->bytes, content->size, at);
        ask_ahead(content, at, next);
        at = next;
    }
    chunk->to = database->cut = at;
    return chunk->to > chunk->from;
}

static void read_chunk(void *context, void *chunk_pointer)
{
    struct database *database = context;
    struct chunk *chunk = chunk_pointer;
    dasf_chunk_init(&chunk->read, database->input->path);
    dasf_chunk_read(&chunk->read, database->input, chunk->from, chunk->to);
    mapping_give_back(&database->input->content, chunk->from, chunk->to);
    reading_progress(database->reading, chunk->to - chunk->from);
}

static bool take_chunk(void *context, void *chunk_pointer)
{
    struct dasf_chunk *all = &((struct database *)context)->all;
    struct dasf_chunk *read = &((struct chunk *)chunk_pointer)->read;
    activity_merge(&all->activity, &read->activity);
    metric_rows_merge(&all->rows, &read->rows);
    deferred_append(&all->deferred, &read->deferred);
    tally_merge(&all->unknown, &read->unknown);
    all->records += read->records;
    all->undated += read->undated;
    all->has_stops |= read->has_stops;
    dasf_chunk_release(read);
    return true;
}

/* ---- metrics of the monitor ---- */

struct known_metric {
    const char *name, *unit;
    enum metric_kind kind;
    enum metric_combine combine;
};

static const struct known_metric known_metrics[] = {
    {"cpu", "%", METRIC_LEVEL, COMBINE_MEAN},
    {"memory", "B", METRIC_LEVEL, COMBINE_MEAN},
    {"host_net_io.read_bps", "B/s", METRIC_RATE, COMBINE_TOTAL},
    {"host_net_io.write_bps", "B/s", METRIC_RATE, COMBINE_TOTAL},
    {"host_disk_io.read_bps", "B/s", METRIC_RATE, COMBINE_TOTAL},
    {"host_disk_io.write_bps", "B/s", METRIC_RATE, COMBINE_TOTAL},
    {"num_fds", "", METRIC_LEVEL, COMBINE_MEAN},
    {"gil_contention", "%", METRIC_LEVEL, COMBINE_MEAN},
};

static void describe(struct metric *metric)
{
    static const char processor[] = "host_cpu.";
    if (strncmp(metric->name, processor, strlen(processor)) == 0)
        metric->unit = "%";
    for (size_t i = 0; i < sizeof known_metrics / sizeof known_metrics[0]; i++)
        if (strcmp(known_metrics[i].name, metric->name) == 0) {
            metric->unit = known_metrics[i].unit;
            metric->kind = known_metrics[i].kind;
            metric->combine = known_metrics[i].combine;
        }
}

/* ---- the reader ---- */

static void report_left_out(struct database *database, struct metric_rows_left_out *left_out)
{
    struct dasf_chunk *all = &database->all;
    if (all->undated)
        deferred_omit(&all->deferred, NULL, all->undated,
                      "%s samples without wall-clock time, left out of time series",
                      COUNT_TEXT(all->undated));
    if (left_out->values)
        deferred_omit(&all->deferred, NULL, left_out->metrics.count,
                      "%s metrics per node left out (%s values), since there are too many: %s",
                      COUNT_TEXT(left_out->metrics.count), COUNT_TEXT(left_out->values),
                      named_few_text(&left_out->metrics));
    tally_tell(&all->unknown, &all->deferred, "unknown events left out");
    for (size_t i = 0; i < all->deferred.count; i++) {
        const struct deferred_diagnostic *remark = &all->deferred.items[i];
        struct place place = {database->input->path, 0, remark->offset};
        if (remark->level == DIAGNOSTIC_REJECT)
            diagnostics_reject(database->reading->diagnostics, place, NULL, "%s", remark->reason);
        else if (remark->level == DIAGNOSTIC_OMISSION)
            diagnostics_omit(database->reading->diagnostics,
                             (struct place){database->input->path, 0, 0}, remark->omitted, "%s",
                             remark->reason);
        else
            diagnostics_note_end(database->reading->diagnostics,
                                 (struct place){database->input->path, 0, 0}, remark->end, "%s",
                                 remark->reason);
    }
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    (void)error;
    struct database database = {.input = input, .reading = reading};
    struct metric_rows_left_out left_out = {0};
    dasf_chunk_init(&database.all, input->path);
    batches_read(&(struct batches){.jobs = reading->jobs,
                                   .chunk_size = sizeof(struct chunk),
                                   .first = BATCHES_CHUNKS,
                                   .most = BATCHES_CHUNKS,
                                   .ahead = true,
                                   .context = &database,
                                   .cut = cut,
                                   .read = read_chunk,
                                   .take = take_chunk});
    if (!database.all.has_stops)
        dasf_pair_begins(&database.all.activity);
    metric_rows_lay_out(&database.all.rows, reading->dataset, describe, &left_out);
    report_left_out(&database, &left_out);
    long long records = database.all.records;
    if (records)
        activity_merge(dataset_activity(reading->dataset), &database.all.activity);
    named_few_release(&left_out.metrics);
    dasf_chunk_release(&database.all);
    return records;
}

/* ---- recognising ---- */

static bool holds(const char *text, size_t size, const char *word)
{
    return memmem(text, size, word, strlen(word)) != NULL;
}

/* A length, a map, and the keys of an event in it. */
static int recognise(const char *text, size_t size)
{
    enum { SMALLEST = 24, LARGEST = 1 << 24 };
    uint64_t length = 0;
    if (size < DASF_LENGTH_SIZE + SMALLEST)
        return 0;
    for (int i = 0; i < DASF_LENGTH_SIZE; i++)
        length = length << 8 | (unsigned char)text[i];
    unsigned char first = (unsigned char)text[DASF_LENGTH_SIZE];
    bool is_map = (first & 0xf0) == 0x80 || first == 0xde || first == 0xdf;
    if (length < SMALLEST || length > LARGEST || !is_map)
        return 0;
    size -= DASF_LENGTH_SIZE;
    size = length < size ? (size_t)length : size;
    text += DASF_LENGTH_SIZE;
    return holds(text, size, "timestamp") && holds(text, size, "phase") ? 95 : 0;
}

const struct reader reader_dasf = {
    .name = "dasf",
    .description = "DASF profiler of Dask, event databases in msgpack: tasks, memory, resources",
    .recognise = recognise,
    .read = read,
};
