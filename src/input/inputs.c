#include "input/inputs.h"
#include "input/tasks/unnumbered_copies.h"
#include "input/tasks/untimed_copies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/cctools/supplements.h"
#include "input/found_files.h"
#include "input/input_conflicts.h"
#include "input/joined_inputs.h"
#include "input/numbered_gpus.h"
#include "input/parquet/parquet_text.h"
#include "input/tasks/batch_copies.h"
#include "input/tasks/equal_rows.h"
#include "input/tasks/mapped_columns.h"
#include "input/tasks/record_times.h"
#include "input/tasks/repeated_records.h"
#include "input/tasks/repeated_rows.h"
#include "input/tasks/timed_copies.h"
#include "input/unknown_format.h"
#include "input/unnamed_hosts.h"
#include "util/arena.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/memory.h"
#include "util/nearest.h"
#include "util/strbuf.h"

/* ---- recognising ---- */

static bool unknown_format(struct found_files *files, const struct found_file *file,
                           const struct reading *reading, struct error *error)
{
    if (file->content.truncated && file->content.size == 0)
        return error_set(error, ERROR_INPUT, "%s: truncated %s file: nothing of it can be read",
                         file->path, file->content.packing->name);
    if (file->content.size == 0)
        return error_set(error, ERROR_INPUT, "%s: empty file", file->path);
    const char *advice = unknown_format_of_program(&file->content);
    if (!advice)
        advice = unknown_format_of_table(&file->content, reading, &files->arena);
    if (!advice && file->parquet)
        advice = arena_format(&files->arena,
                              "it is a Parquet file of one column, %s (see 'jobreport formats')",
                              file->parquet->columns[0].name);
    if (!advice && !strchr("{[", file->content.bytes[0]))
        advice = "it is text, but no table or log of a known format (see 'jobreport formats')";
    if (advice)
        return error_set(error, ERROR_INPUT, "%s: unknown format: %s", file->path, advice);
    struct strbuf names;
    strbuf_init(&names);
    for (size_t i = 0; i < reader_count(); i++)
        strbuf_format(&names, "%s%s", i ? ", " : "", reader_at(i)->name);
    error_set(error, ERROR_INPUT, "%s: unknown format (tried: %s)", file->path, names.text);
    strbuf_release(&names);
    return false;
}

static void note_skipped(struct found_files *files, struct found_file *file,
                         const struct reading *reading)
{
    struct place place = {file->path, 0, 0};
    const char *advice = unknown_format_of_program(&file->content);
    if (file->content.size && !advice)
        file->table_advice = unknown_format_of_table(&file->content, reading, &files->arena);
    if (advice)
        diagnostics_note(reading->diagnostics, place, "skipped: unknown format: %s", advice);
    else
        diagnostics_note(reading->diagnostics, place,
                         file->content.size ? "skipped: unknown format" : "skipped: empty file");
}

static bool unknown_name(const char *format, struct error *error)
{
    struct nearest nearest = nearest_begin(format, strlen(format));
    for (size_t i = 0; i < reader_count(); i++)
        nearest_offer(&nearest, reader_at(i)->name);
    if (nearest.found)
        return error_set(error, ERROR_USAGE,
                         "--input-format: unknown format '%s' (did you mean '%s'?)", format,
                         nearest.found);
    return error_set(error, ERROR_USAGE,
                     "--input-format: unknown format '%s' (see 'jobreport formats')", format);
}

/* A file that was named has to be read; one that was found in a directory may be anything. */
static bool recognise(struct found_files *files, struct found_file *file,
                      const struct reading *reading, struct error *error)
{
    struct place place = {file->path, 0, 0};
    if (!found_file_open(files, file, error)) {
        if (file->named || !found_file_may_be_skipped(error))
            return false;
        joined_inputs_reject(file->path, error, reading);
        return true;
    }
    if (encoding_name(file->encoding))
        diagnostics_note(reading->diagnostics, place, "text in %s, converted to UTF-8",
                         encoding_name(file->encoding));
    file->reader = file->format ? reader_by_name(file->format) : reader_recognise(&file->content);
    if (!file->format && file->content.size)
        file->reader = mapped_columns_reader(&file->content, reading, file->reader);
    if (file->format && !file->reader)
        return unknown_name(file->format, error);
    if (file->reader && file->content.size)
        return true;
    file->reader = NULL;
    if (file->named)
        return unknown_format(files, file, reading, error);
    note_skipped(files, file, reading);
    return true;
}

static bool recognise_all(struct found_files *files, const struct reading *reading,
                          struct error *error)
{
    for (size_t i = 0; i < files->count; i++) {
        struct found_file *file = &files->items[i];
        if (!recognise(files, file, reading, error))
            return false;
        const struct found_file *same = file->reader ? found_files_same(files, i) : NULL;
        if (same) {
            file->reader = NULL;
            diagnostics_note(reading->diagnostics, (struct place){file->path, 0, 0},
                             "same content as %s, read once", same->path);
        }
        if (file->reader)
            found_files_keep(files, file);
        else
            found_file_close(file);
    }
    return true;
}

/* ---- checksums ---- */

/* What came through a pipe cannot be read again. */
static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static void hash_all(void *context)
{
    struct inputs *inputs = context;
    for (size_t i = 0; !inputs->hash_failed && i < inputs->count; i++) {
        struct input_record *record = &inputs->records[i];
        if (is_file(record->location) &&
            !file_checksum(record->location, inputs->checksum,
                           record->state.is_known ? &record->state : NULL, record->checksum,
                           &inputs->hash_error))
            inputs->hash_failed = true;
    }
}

static void end_hashing(struct inputs *inputs)
{
    parallel_aside_end(inputs->hashing);
    inputs->hashing = NULL;
}

/* What is not hashed by now is not needed. */
static void stop_hashing(struct inputs *inputs)
{
    inputs->hash_failed = true;
    end_hashing(inputs);
    inputs->hash_failed = false;
}

bool inputs_hash(struct inputs *inputs, struct error *error)
{
    end_hashing(inputs);
    if (inputs->hash_failed)
        *error = inputs->hash_error;
    return !inputs->hash_failed;
}

/* ---- reading ---- */

static struct input_record *add_record(struct inputs *inputs, const struct found_file *file)
{
    memory_reserve(&inputs->records, &inputs->capacity, inputs->count + 1, sizeof *inputs->records);
    struct input_record *record = &inputs->records[inputs->count++];
    *record = (struct input_record){
        .path = arena_text(inputs->arena, file->path),
        .location = arena_text(inputs->arena, file->location),
        .format = file->reader->name,
        .size = file->size,
        .state = file->state,
    };
    return record;
}

static void stretch(struct sampled_input *times, double first, double last)
{
    times->first = fmin(times->first, first);
    times->last = fmax(times->last, last);
}

/* When the events and samples of sources from `first` on are of, before they are brought in order.
 * Hosts' own clocks do not decide. */
static void note_activity_times(struct dataset *dataset, const char *path, size_t first)
{
    const struct activity *activity = dataset->activity;
    struct sampled_input times = {path, INFINITY, -INFINITY};
    for (size_t i = first; activity && i < activity->source_count; i++) {
        const struct activity_source *source = &activity->sources[i];
        if (source->clock != ACTIVITY_CLOCK_UNIX)
            continue;
        struct sampled_input from_origin = {path, INFINITY, -INFINITY};
        for (size_t k = 0; k < source->spans.count; k++) {
            const struct activity_span *span = &activity->spans[source->spans.first + k];
            stretch(&from_origin, span->start, span->start + span->duration);
        }
        for (size_t k = 0; k < source->ends.count; k++) {
            const struct span_edge *end = &activity->ends[source->ends.first + k];
            stretch(&from_origin, end->time, end->time);
        }
        for (size_t k = 0; k < source->samples.count; k++) {
            const struct device_sample *sample = &activity->samples[source->samples.first + k];
            stretch(&from_origin, sample->time, sample->time);
        }
        stretch(&times, source->origin + from_origin.first, source->origin + from_origin.last);
    }
    if (times.first <= times.last)
        dataset_add_sampled(dataset, times);
}

static void note_packing(const struct found_file *file, const struct reading *reading)
{
    struct place place = {file->path, 0, 0};
    if (file->content.truncated)
        diagnostics_note_end(reading->diagnostics, place, DIAGNOSTIC_ENDS_EARLY,
                             "truncated %s file: read up to where it ends",
                             file->content.packing->name);
    if (file->content.trailing)
        diagnostics_note(reading->diagnostics, place,
                         "data after the end of the %s data is ignored",
                         file->content.packing->name);
}

static void note_left_out(const struct found_file *file, const struct reading *reading)
{
    const struct parquet_file *parquet = file->parquet;
    if (parquet && parquet->left_out)
        diagnostics_omit(reading->diagnostics, (struct place){file->path, 0, 0},
                         parquet->left_out_count, "%s %s left out: %s",
                         COUNT_TEXT(parquet->left_out_count),
                         parquet->left_out_count == 1 ? "column is" : "columns are",
                         parquet->left_out);
}

/* Of a Parquet file whose first rows are not all, or whose types count: its rows, or all of its
 * text in `text`, by what its reader takes. */
static bool take_parquet(const struct found_file *file, const struct reading *reading,
                         struct input *input, struct mapping *text, struct error *error)
{
    if (!file->parquet || (file->parquet_is_whole && !file->reader->needs_types))
        return true;
    if (file->reader->takes_batches) {
        input->parquet = file->parquet;
        return true;
    }
    bool good = parquet_text_of_all(file->parquet, reading->jobs, text, error);
    if (good)
        input->content = *text;
    return good;
}

/* -1 with *error when nothing of it can be used. */
static long long read_content(const struct found_file *file, const struct reading *reading,
                              struct error *error)
{
    struct input input = {.path = file->path, .content = file->content};
    struct mapping text = {0};
    long long records = -1;
    note_packing(file, reading);
    note_left_out(file, reading);
    if (take_parquet(file, reading, &input, &text, error))
        records = joined_inputs_read(file->reader, file->format, &input, reading, error);
    mapping_close(&text);
    return records;
}

/* Of what is as on disk, the checksum of the file is that of the content. */
static void check_content(const struct found_file *file, const struct reading *reading,
                          struct input_record *record)
{
    const struct mapping *content = file->parquet ? &file->parquet->bytes : &file->content;
    bool is_on_disk = content->is_file && !content->is_scratch && file->is_regular;
    if (reading->checks_content && !(is_on_disk && reading->checksum == CHECKSUM_XXH3))
        content_checksum(content, record->content);
}

static bool read_file(const struct found_files *files, struct found_file *file,
                      struct input_record *record, const struct reading *reading,
                      struct input_conflicts *conflicts, struct error *error)
{
    if (!found_file_open(files, file, error))
        return false;
    const struct activity *activity = reading->dataset->activity;
    size_t sources_before = activity ? activity->source_count : 0;
    check_content(file, reading, record);
    instant_naive_was_read(); /* forgets those of the inputs before */
    long long records = read_content(file, reading, error);
    bool has_naive_times = instant_naive_was_read() && !reading->zone_is_given;
    input_conflicts_add_input(conflicts, reading->dataset, record->path);
    note_activity_times(reading->dataset, file->path, sources_before);
    found_file_close(file);
    if (!file_state_check(&file->state, file->location, error))
        return false;
    if (records < 0 && (file->named || error->kind == ERROR_OUTPUT))
        return false;
    if (records < 0)
        joined_inputs_reject(file->path, error, reading);
    record->records = records < 0 ? 0 : records;
    record->rejected = diagnostics_rejected(reading->diagnostics, record->path);
    record->end = diagnostics_end_of(reading->diagnostics, record->path);
    dataset_add_read(reading->dataset, (struct read_input){.path = record->path,
                                                           .records = (double)record->records,
                                                           .rejected = (double)record->rejected,
                                                           .has_naive_times = has_naive_times});
    return true;
}

static bool read_all(struct inputs *inputs, struct found_files *files,
                     const struct reading *reading, struct input_conflicts *conflicts,
                     struct error *error)
{
    size_t *records = memory_alloc_array(files->count + 1, sizeof *records);
    for (size_t i = 0; i < files->count; i++)
        if (files->items[i].reader) {
            records[i] = inputs->count;
            add_record(inputs, &files->items[i]);
        }
    inputs->hashing = parallel_aside_begin(reading->jobs, hash_all, inputs);
    bool good = true;
    for (int turn = 0; good && turn < READER_TURNS; turn++)
        for (size_t i = 0; good && i < files->count; i++) {
            struct found_file *file = &files->items[i];
            if (file->reader && (int)file->reader->turn == turn)
                good =
                    read_file(files, file, &inputs->records[records[i]], reading, conflicts, error);
        }
    free(records);
    return good;
}

/* Beside files that can be read a table of another sort is none of tasks. */
static void note_tables(const struct found_files *files, const struct reading *reading)
{
    for (size_t i = 0; i < files->count; i++)
        if (files->items[i].table_advice)
            diagnostics_note(reading->diagnostics, (struct place){files->items[i].path, 0, 0}, "%s",
                             files->items[i].table_advice);
}

static bool something_usable(const struct inputs *inputs, const struct found_files *files,
                             const struct reading *reading, const struct input_request *requests,
                             size_t count, struct error *error)
{
    for (size_t i = 0; i < inputs->count; i++)
        if (inputs->records[i].records > 0)
            return true;
    note_tables(files, reading);
    return error_set(error, ERROR_INPUT, "nothing usable found in %s%s", requests[0].path,
                     count > 1 ? " and the other inputs" : "");
}

/* With a place for what is known of tasks beside their log. */
static bool read_together(struct inputs *inputs, struct found_files *files,
                          const struct reading *reading, struct input_conflicts *conflicts,
                          struct error *error)
{
    struct supplements sides;
    struct reading together = *reading;
    supplements_init(&sides);
    together.sides = &sides;
    bool good = read_all(inputs, files, &together, conflicts, error);
    if (good)
        supplements_flush(&sides, reading);
    if (good && reading->dataset->records) {
        record_times_settle(reading->dataset->records, reading->diagnostics);
        repeated_rows_drop(reading->dataset->records, reading->diagnostics);
        repeated_records_drop(reading->dataset->records, reading->diagnostics);
        batch_copies_drop(reading->dataset->records, reading->diagnostics);
        timed_copies_drop(reading->dataset->records, reading->diagnostics);
        untimed_copies_drop(reading->dataset->records, reading->diagnostics);
        equal_rows_drop(reading->dataset->records, reading->diagnostics);
        unnumbered_copies_drop(reading->dataset->records, reading->diagnostics);
    }
    if (good && reading->dataset->activity) {
        numbered_gpus_settle(reading->dataset, reading->diagnostics);
        unnamed_hosts_settle(reading->dataset, reading->diagnostics);
        activity_tell_devices_apart(reading->dataset->activity);
    }
    supplements_release(&sides);
    return good;
}

bool inputs_find(struct found_files *files, const struct input_request *requests, size_t count,
                 const struct reading *reading, struct error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!found_files_add(files, requests[i].path, requests[i].format, reading->diagnostics,
                             error))
            return false;
    return recognise_all(files, reading, error);
}

bool inputs_read(struct inputs *inputs, const struct input_request *requests, size_t count,
                 const struct reading *reading, struct error *error)
{
    struct found_files files;
    struct input_conflicts conflicts;
    end_hashing(inputs);
    inputs->checksum = reading->checksum;
    found_files_init(&files, reading->limits);
    input_conflicts_init(&conflicts);
    bool good = inputs_find(&files, requests, count, reading, error) &&
                read_together(inputs, &files, reading, &conflicts, error) &&
                something_usable(inputs, &files, reading, requests, count, error);
    if (good)
        input_conflicts_settle(&conflicts, reading);
    else
        stop_hashing(inputs);
    input_conflicts_release(&conflicts);
    found_files_release(&files);
    return good;
}

void inputs_release(struct inputs *inputs)
{
    stop_hashing(inputs);
    free(inputs->records);
    inputs->records = NULL;
    inputs->count = inputs->capacity = 0;
}
