#include "input/cctools/workqueue_records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/batches.h"
#include "input/cctools/resource_set.h"
#include "input/cctools/supplements.h"
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
    size_t from, to; /* attempts */
    size_t run;      /* that of the first */
    struct records records;
    struct deferred_diagnostics deferred;
};

struct emission {
    const struct workqueue_log *log;
    const struct input *input;
    const struct reading *reading;
    size_t cut, run; /* up to which attempt they are cut into chunks, and of which run that is */
    size_t taken;    /* chunks */
    struct deferred_diagnostics deferred;
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
        deferred_note(&writer->chunk->deferred, key_text(first, key, sizeof key), "%s", what);
}

static void deferred_left_out(struct writer *writer, const struct resource_set *set)
{
    char key[64];
    for (size_t i = 0; i < set->left_out; i++)
        deferred_omit(&writer->chunk->deferred, key_text(set->first_left_out, key, sizeof key), 1,
                      "resource left out (its name is too long, or there are too many)");
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
        deferred_reject(&writer->chunk->deferred, offset_of(emission, object), "",
                        "malformed resources: the attempt is kept without them");
    remark(writer, set->impossible, set->first_impossible, "implausible values left out");
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

static void put_elapsed(struct writer *writer, const struct workqueue_attempt *attempt,
                        const struct resource_set *measured)
{
    struct records *records = &writer->chunk->records;
    double elapsed =
        length(measured->values[RESOURCE_WORKER_START], measured->values[RESOURCE_WORKER_END]);
    if (side_has_number(records, RECORD_ELAPSED_COLUMN))
        return;
    records_put_number(records, RECORD_ELAPSED_COLUMN,
                       isnan(elapsed) ? length(attempt->start, attempt->end) : elapsed);
}

static void put_names(struct writer *writer, const struct workqueue_attempt *attempt)
{
    const struct workqueue_log *log = writer->emission->log;
    put_name(writer, RECORD_TASK_COLUMN, attempt->category);
    put_id(&writer->chunk->records, attempt->id);
    put_name(writer, RECORD_NODE_COLUMN, workqueue_worker_host(log, attempt->worker));
    put_name(writer, RECORD_OUTCOME_COLUMN, attempt->outcome);
    if (attempt->worker)
        put_name(writer, writer->worker, attempt->worker);
}

static void put_attempt(struct writer *writer, const struct workqueue_attempt *attempt)
{
    struct records *records = &writer->chunk->records;
    struct resource_set measured;
    records_add(records);
    put_names(writer, attempt);
    records_put_ending(records, attempt->ending);
    records_put_number(records, RECORD_ATTEMPT_COLUMN, attempt->attempt);
    if (attempt->exit_code != WORKQUEUE_NO_NUMBER)
        records_put_number(records, RECORD_EXIT_CODE_COLUMN, attempt->exit_code);
    records_put_number(records, RECORD_SUBMIT_COLUMN, attempt->submit);
    records_put_number(records, RECORD_START_COLUMN, attempt->start);
    records_put_number(records, RECORD_END_COLUMN, attempt->end);
    put_set(writer, attempt->requested, RESOURCE_REQUESTED);
    put_set(writer, attempt->allocated, RESOURCE_ALLOCATED);
    resource_set_clear(&measured);
    if (attempt->measured)
        read_set(writer, attempt->measured, RESOURCE_MEASURED, &measured);
    resource_set_put(&writer->resources, &measured, RESOURCE_MEASURED);
    deferred_left_out(writer, &measured);
    if (attempt->summary)
        side_copy_missing(&writer->copy, attempt->summary - 1);
    put_elapsed(writer, attempt, &measured);
    if (attempt->node)
        side_copy_missing(&writer->copy, attempt->node - 1);
    if (attempt->limits)
        resource_limits_put(&writer->resources, attempt->limits,
                            object_end(writer->emission, attempt->limits), writer->limits,
                            attempt->ending);
}

/* ---- chunks ---- */

static size_t end_of(const struct workqueue_run *run)
{
    return run->first_attempt + run->attempt_count;
}

/* The first attempt of the run that becomes a record. */
static size_t first_kept(const struct workqueue_log *log, size_t run)
{
    size_t first = log->runs.items[run].first_attempt;
    while (first < end_of(&log->runs.items[run]) && log->attempts.items[first].left_out)
        first++;
    return first;
}

/* Workers are with the first run of their manager. */
static struct record_worker largest_worker(const struct workqueue_log *log, size_t run)
{
    while (run > 0 && log->runs.items[run].goes_on)
        run--;
    return log->runs.items[run].workers.largest;
}

/* Each run is a source, which begins with its first record. */
static void put_attempts(struct writer *writer)
{
    const struct workqueue_log *log = writer->emission->log;
    struct chunk *chunk = writer->chunk;
    size_t run = chunk->run, first = first_kept(log, run);
    for (size_t i = chunk->from; i < chunk->to; i++) {
        while (i >= end_of(&log->runs.items[run]))
            first = first_kept(log, ++run);
        if (i == first) {
            records_begin_source(&chunk->records, writer->emission->input->path);
            records_mark_end(&chunk->records, log->runs.items[run].end);
            records_mark_largest_worker(&chunk->records, largest_worker(log, run));
        }
        if (!log->attempts.items[i].left_out)
            put_attempt(writer, &log->attempts.items[i]);
    }
}

/* A chunk holds several small runs, or some of a large one: one that begins inside a run goes on
 * with its source, and ends with the run at the latest. */
static bool cut_chunk(void *context, void *chunk_pointer)
{
    struct emission *emission = context;
    const struct workqueue_log *log = emission->log;
    size_t from = emission->cut, to = log->attempts.count;
    if (from == log->attempts.count)
        return false;
    while (end_of(&log->runs.items[emission->run]) <= from)
        emission->run++;
    if (log->attempts.count - from > CHUNK_ATTEMPTS)
        to = from + CHUNK_ATTEMPTS;
    const struct workqueue_run *run = &log->runs.items[emission->run];
    if (from > run->first_attempt && to > end_of(run))
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
    deferred_init(&chunk->deferred);
    records_init(&chunk->records);
    resource_reader_init(&writer.resources, &chunk->records);
    side_copy_init(&writer.copy, emission->reading->sides, &chunk->records);
    writer.worker = records_attribute(&chunk->records, "worker", RECORD_TEXT);
    writer.limits = records_attribute(&chunk->records, RECORD_LIMITS_EXCEEDED, RECORD_TEXT);
    put_attempts(&writer);
    side_copy_release(&writer.copy);
}

/* What attempts say of their resources may be anywhere in the file: pages are given back at times.
 */
static bool take_chunk(void *context, void *chunk_pointer)
{
    struct emission *emission = context;
    struct chunk *chunk = chunk_pointer;
    const struct mapping *content = &emission->input->content;
    records_merge(dataset_records(emission->reading->dataset), &chunk->records);
    records_release(&chunk->records);
    deferred_append(&emission->deferred, &chunk->deferred);
    deferred_release(&chunk->deferred);
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
    const struct deferred_diagnostic *l = left, *r = right;
    return (l->offset > r->offset) - (l->offset < r->offset);
}

static void tell_remarks(struct emission *emission)
{
    struct deferred_diagnostics *deferred = &emission->deferred;
    if (deferred->count)
        qsort(deferred->items, deferred->count, sizeof *deferred->items, compare_offsets);
    deferred_tell(deferred, emission->input, emission->reading->diagnostics);
}

static size_t count_attempts(const struct workqueue_log *log)
{
    size_t count = 0;
    for (size_t i = 0; i < log->attempts.count; i++)
        count += !log->attempts.items[i].left_out;
    return count;
}

long long workqueue_records_add(const struct workqueue_log *log, const struct input *input,
                                const struct reading *reading)
{
    struct emission *emission = memory_alloc(sizeof *emission);
    emission->log = log;
    emission->input = input;
    emission->reading = reading;
    deferred_init(&emission->deferred);
    write_runs(emission);
    tell_remarks(emission);
    deferred_release(&emission->deferred);
    free(emission);
    return (long long)count_attempts(log);
}
