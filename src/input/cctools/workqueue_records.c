#include "input/cctools/workqueue_records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/batches.h"
#include "input/cctools/resource_set.h"
#include "input/cctools/side_tasks.h"
#include "input/cctools/workqueue_workers.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/strbuf.h"

/* Attempts are worked on in chunks of a fixed size, whatever the number of threads. */
enum {
    CHUNK_ATTEMPTS = 8192,
    BATCH_CHUNKS = 8,
    GIVEN_BACK_AFTER = 16,
    PLAUSIBLE_LENGTH_S = 1000000000
};

struct chunk {
    size_t from, to; /* tries */
    size_t run;      /* that of the first */
    struct records records;
    struct remarks remarks;
};

struct emission {
    const struct workqueue_log *log;
    const struct input *input;
    const struct reading *reading;
    size_t cut, run; /* up to which try they are cut into chunks, and of which run that is */
    size_t taken;    /* chunks */
    struct remarks remarks;
};

/* What a thread fills a chunk with. */
struct writer {
    const struct emission *emission;
    struct chunk *chunk;
    struct resource_reader resources;
    struct side_copy copy;
    int worker, limits; /* attributes */
};

/* ---- a record ---- */

static void put_name(struct writer *writer, int column, uint32_t number)
{
    if (!number)
        return;
    const struct interned *name = &writer->emission->log->texts.items[number];
    records_put_text(&writer->chunk->records, column, name->text, name->size);
}

static void put_id(struct records *records, uint64_t id)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + id % 10);
    while (id /= 10);
    records_put_text(records, RECORD_ID_COLUMN, digits + at, sizeof digits - at);
}

static uint64_t offset_of(const struct emission *emission, const char *at)
{
    return (uint64_t)(at - emission->input->content.bytes);
}

static const char *key_text(struct text_slice key, char *text, size_t room)
{
    size_t size = key.size < room ? key.size : room - 1;
    if (size)
        memcpy(text, key.text, size);
    text[size] = '\0';
    return text;
}

static void remark(struct writer *writer, size_t count, struct text_slice first, const char *what)
{
    char key[64];
    for (size_t i = 0; i < count; i++)
        remarks_note(&writer->chunk->remarks, key_text(first, key, sizeof key), "%s", what);
}

static void remark_left_out(struct writer *writer, const struct resource_set *set)
{
    char key[64];
    for (size_t i = 0; i < set->left_out; i++)
        remarks_omit(&writer->chunk->remarks, key_text(set->first_left_out, key, sizeof key), 1,
                     "resources with a name that is too long or one of too many, left out");
}

/* Objects end with their line; none is that long. */
static const char *object_end(const struct emission *emission, const char *object)
{
    enum { LONGEST_OBJECT = 1 << 16 };
    const struct mapping *content = &emission->input->content;
    size_t left = content->size - (size_t)(object - content->bytes);
    return object + (left < LONGEST_OBJECT ? left : LONGEST_OBJECT);
}

static void read_set(struct writer *writer, const char *object, enum resource_role role,
                     struct resource_set *set)
{
    const struct emission *emission = writer->emission;
    if (!resource_set_read(&writer->resources, role, set, object, object_end(emission, object)))
        remarks_reject(&writer->chunk->remarks, offset_of(emission, object), "",
                       "resources that are not well formed: the attempt is kept without them");
    remark(writer, set->impossible, set->first_impossible,
           "measured values that cannot be, left out");
}

static void put_set(struct writer *writer, const char *object, enum resource_role role)
{
    struct resource_set set;
    if (!object)
        return;
    read_set(writer, object, role, &set);
    resource_set_put(&writer->resources, &set, role);
}

/* NaN where a clock went back, or the time between is no time a task can take. */
static double length(double start, double end)
{
    double seconds = end - start;
    return seconds >= 0 && seconds <= PLAUSIBLE_LENGTH_S ? seconds : NUMBER_MISSING;
}

static void put_elapsed(struct writer *writer, const struct workqueue_try *try,
                        const struct resource_set *measured)
{
    struct records *records = &writer->chunk->records;
    double elapsed =
        length(measured->values[RESOURCE_WORKER_START], measured->values[RESOURCE_WORKER_END]);
    if (side_has_number(records, RECORD_ELAPSED_COLUMN))
        return;
    records_put_number(records, RECORD_ELAPSED_COLUMN,
                       isnan(elapsed) ? length(try->start, try->end) : elapsed);
}

static void put_names(struct writer *writer, const struct workqueue_try *try)
{
    const struct workqueue_log *log = writer->emission->log;
    put_name(writer, RECORD_TASK_COLUMN, try->category);
    put_id(&writer->chunk->records, try->id);
    put_name(writer, RECORD_NODE_COLUMN, workqueue_worker_host(log, try->worker));
    put_name(writer, RECORD_OUTCOME_COLUMN, try->outcome);
    if (try->worker)
        put_name(writer, writer->worker, try->worker);
}

static void put_try(struct writer *writer, const struct workqueue_try *try)
{
    struct records *records = &writer->chunk->records;
    struct resource_set measured;
    records_add(records);
    put_names(writer, try);
    records_put_ending(records, try->ending);
    records_put_number(records, RECORD_ATTEMPT_COLUMN, try->attempt);
    if (try->exit_code != WORKQUEUE_NO_NUMBER)
        records_put_number(records, RECORD_EXIT_CODE_COLUMN, try->exit_code);
    records_put_number(records, RECORD_SUBMIT_COLUMN, try->submit);
    records_put_number(records, RECORD_START_COLUMN, try->start);
    records_put_number(records, RECORD_END_COLUMN, try->end);
    put_set(writer, try->requested, RESOURCE_REQUESTED);
    put_set(writer, try->allocated, RESOURCE_ALLOCATED);
    resource_set_clear(&measured);
    if (try->measured)
        read_set(writer, try->measured, RESOURCE_MEASURED, &measured);
    resource_set_put(&writer->resources, &measured, RESOURCE_MEASURED);
    remark_left_out(writer, &measured);
    if (try->summary)
        side_copy_missing(&writer->copy, try->summary - 1);
    put_elapsed(writer, try, &measured);
    if (try->node)
        side_copy_missing(&writer->copy, try->node - 1);
    if (try->limits)
        resource_limits_put(&writer->resources, try->limits,
                            object_end(writer->emission, try->limits), writer->limits, try->ending);
}

/* ---- chunks ---- */

static size_t end_of(const struct workqueue_run *run)
{
    return run->first_try + run->try_count;
}

/* The first try of the run that becomes a record. */
static size_t first_kept(const struct workqueue_log *log, size_t run)
{
    size_t first = log->runs.items[run].first_try;
    while (first < end_of(&log->runs.items[run]) && log->tries.items[first].left_out)
        first++;
    return first;
}

/* Each run is a source, which begins with its first record. */
static void put_tries(struct writer *writer)
{
    const struct workqueue_log *log = writer->emission->log;
    struct chunk *chunk = writer->chunk;
    size_t run = chunk->run, first = first_kept(log, run);
    for (size_t i = chunk->from; i < chunk->to; i++) {
        while (i >= end_of(&log->runs.items[run]))
            first = first_kept(log, ++run);
        if (i == first)
            records_begin_source(&chunk->records, writer->emission->input->path);
        if (!log->tries.items[i].left_out)
            put_try(writer, &log->tries.items[i]);
    }
}

/* A chunk holds several small runs, or some of a large one: one that begins inside a run goes on
 * with its source, and ends with the run at the latest. */
static bool cut_chunk(void *context, void *chunk_pointer)
{
    struct emission *emission = context;
    const struct workqueue_log *log = emission->log;
    size_t from = emission->cut, to = log->tries.count;
    if (from == log->tries.count)
        return false;
    while (end_of(&log->runs.items[emission->run]) <= from)
        emission->run++;
    if (log->tries.count - from > CHUNK_ATTEMPTS)
        to = from + CHUNK_ATTEMPTS;
    const struct workqueue_run *run = &log->runs.items[emission->run];
    if (from > run->first_try && to > end_of(run))
        to = end_of(run);
    *(struct chunk *)chunk_pointer = (struct chunk){.from = from, .to = to, .run = emission->run};
    emission->cut = to;
    return true;
}

static void write_chunk(void *context, void *chunk_pointer)
{
    struct emission *emission = context;
    struct chunk *chunk = chunk_pointer;
    struct writer writer = {.emission = emission, .chunk = chunk};
    remarks_init(&chunk->remarks);
    records_init(&chunk->records);
    resource_reader_init(&writer.resources, &chunk->records);
    side_copy_init(&writer.copy, emission->reading->sides, &chunk->records);
    writer.worker = records_attribute(&chunk->records, "worker", RECORD_TEXT);
    writer.limits = records_attribute(&chunk->records, "limits_exceeded", RECORD_TEXT);
    put_tries(&writer);
    side_copy_release(&writer.copy);
}

/* What tries say of their resources may be anywhere in the file: pages are given back at times. */
static bool take_chunk(void *context, void *chunk_pointer)
{
    struct emission *emission = context;
    struct chunk *chunk = chunk_pointer;
    const struct mapping *content = &emission->input->content;
    records_merge(dataset_records(emission->reading->dataset), &chunk->records);
    records_release(&chunk->records);
    remarks_append(&emission->remarks, &chunk->remarks);
    remarks_release(&chunk->remarks);
    if (++emission->taken % GIVEN_BACK_AFTER == 0)
        mapping_give_back(content, 0, content->size);
    return true;
}

static void write_runs(struct emission *emission)
{
    batches_read(&(struct batches){.jobs = emission->reading->jobs,
                                   .chunk_size = sizeof(struct chunk),
                                   .first = BATCH_CHUNKS,
                                   .most = BATCH_CHUNKS,
                                   .ahead = true,
                                   .context = emission,
                                   .cut = cut_chunk,
                                   .read = write_chunk,
                                   .take = take_chunk});
}

/* ---- notes ---- */

static int compare_offsets(const void *left, const void *right)
{
    const struct remark *l = left, *r = right;
    return (l->offset > r->offset) - (l->offset < r->offset);
}

static void tell_remarks(struct emission *emission)
{
    struct remarks *remarks = &emission->remarks;
    if (remarks->count)
        qsort(remarks->items, remarks->count, sizeof *remarks->items, compare_offsets);
    remarks_tell(remarks, emission->input, emission->reading->diagnostics);
}

static size_t count_tries(const struct workqueue_log *log)
{
    size_t count = 0;
    for (size_t i = 0; i < log->tries.count; i++)
        count += !log->tries.items[i].left_out;
    return count;
}

long long workqueue_records_add(const struct workqueue_log *log, const struct input *input,
                                const struct reading *reading)
{
    struct emission *emission = memory_alloc(sizeof *emission);
    emission->log = log;
    emission->input = input;
    emission->reading = reading;
    remarks_init(&emission->remarks);
    write_runs(emission);
    tell_remarks(emission);
    remarks_release(&emission->remarks);
    free(emission);
    return (long long)count_tries(log);
}
