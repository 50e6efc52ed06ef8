/* trace.txt of Nextflow, a row per attempt of a task, with any columns, as people read it ("1m 5s",
 * "3.4 MB", "98.7%") or raw (milliseconds, bytes): a number alone is raw.
 *
 *     kind             process, else what stands in name before " (tag)"
 *     step             what stands in the process before its last colon: the subworkflow
 *     id               hash, else task_id, native_id; of a task that was tried again, those of its
 *                      last attempt (nextflow_retries.h), or the name, where attempts are numbered
 *                      but no moments tell which followed which
 *     outcome, ending  status; a cached row names the run that made the result; tasks that Nextflow
 *                      aborts since another one failed are cancelled
 *     exit code        exit, unless it is the 2147483647 that means none
 *     submit, end      submit; complete, else submit + duration
 *     start            start, else end − realtime
 *     elapsed          realtime
 *     CPU time         %cpu × realtime
 *     cores            cpus, requested and allotted
 *     memory           peak_rss, else rss; 0 is not measured; its units are of 1024, so that "1 GB"
 *                      is 2^30 bytes (nextflow.util.MemoryUnit)
 *     requested        memory, time
 *     bytes            rchar and wchar, else read_bytes and write_bytes
 *     node             hostname
 *     attempt_id       attribute: its own hash, where that is not the id
 *     name             attribute of what did not succeed, and of what a run that resumes another
 * ran other columns    attributes, virtual memory of 0 not measured; script and env are left out */
#include <string.h>

#include "input/reader.h"
#include "input/tasks/nextflow_retries.h"
#include "input/tasks/nextflow_table.h"
#include "input/text/cell.h"
#include "util/number.h"
#include "util/strbuf.h"

/* Java's largest int: no exit code was found. */
#define NO_EXIT_CODE 2147483647.0

struct trace {
    struct nextflow_table table;
    const struct input *input;
    size_t size; /* of the content that has the table's columns */
    struct diagnostics *diagnostics;
    struct records *records;
    int *attributes; /* one a column */
    struct nextflow_retries retries;
    bool resumes;              /* takes results of an earlier run */
    int task_name, attempt_id; /* attributes */
    struct strbuf name;
};

/* Fields of a row; what is not there is NaN or empty. */
struct row {
    double numbers[NEXTFLOW_FIELDS];
    struct text_slice texts[NEXTFLOW_FIELDS];
    struct text_slice process, name;
};

/* ---- a row's fields ---- */

static const struct text_slice nothing = {"", 0};

static struct text_slice present(struct text_slice cell)
{
    return cell_is_missing(cell) ? nothing : csv_trim(cell);
}

static bool read_cells(const struct trace *trace, const struct nextflow_row *cells, struct row *row,
                       struct csv_fault *fault)
{
    for (int i = 0; i < NEXTFLOW_FIELDS; i++) {
        row->numbers[i] = NUMBER_MISSING;
        row->texts[i] = nothing;
    }
    for (size_t i = 0; i < trace->table.count; i++) {
        const struct nextflow_column *column = &trace->table.columns[i];
        if (column->field == NEXTFLOW_FIELDS)
            continue;
        row->texts[column->field] = present(cells->cells[i]);
        if (column->form >= NEXTFLOW_AS_COUNT &&
            !nextflow_number(column->form, cells->cells[i], &row->numbers[column->field], fault))
            return false;
    }
    return true;
}

static struct text_slice until(struct text_slice text, const char *words)
{
    const char *at = memmem(text.text, text.size, words, strlen(words));
    return at ? (struct text_slice){text.text, (size_t)(at - text.text)} : text;
}

/* The name that Nextflow makes of process and tag, as far as they are known. */
static struct text_slice name_of(struct trace *trace, const struct row *row)
{
    struct text_slice name = row->texts[NEXTFLOW_NAME], tag = row->texts[NEXTFLOW_TAG];
    if (name.size || !tag.size)
        return name.size ? name : row->process;
    strbuf_clear(&trace->name);
    strbuf_add(&trace->name, row->process.text, row->process.size);
    strbuf_add_text(&trace->name, " (");
    strbuf_add(&trace->name, tag.text, tag.size);
    strbuf_add_text(&trace->name, ")");
    return (struct text_slice){trace->name.text, trace->name.size};
}

static bool read_row(struct trace *trace, const struct nextflow_row *cells, struct row *row,
                     struct csv_fault *fault)
{
    if (!read_cells(trace, cells, row, fault))
        return false;
    row->process = row->texts[NEXTFLOW_PROCESS];
    if (!row->process.size)
        row->process = until(row->texts[NEXTFLOW_NAME], " (");
    row->name = name_of(trace, row);
    if (row->process.size)
        return true;
    *fault = (struct csv_fault){"no process and no name", nothing};
    return false;
}

/* ---- the record ---- */

static void put_number(struct trace *trace, int column, double number)
{
    records_put_number(trace->records, column, number);
}

static void put_text(struct trace *trace, int column, struct text_slice text)
{
    if (text.size)
        records_put_text(trace->records, column, text.text, text.size);
}

static double first_of(double value, double other)
{
    return number_is_missing(value) ? other : value;
}

static struct text_slice own_id(const struct row *row)
{
    static const enum nextflow_field fields[] = {NEXTFLOW_HASH, NEXTFLOW_TASK_ID,
                                                 NEXTFLOW_NATIVE_ID};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (row->texts[fields[i]].size)
            return row->texts[fields[i]];
    return nothing;
}

/* `number`: of the row among those that can be used. */
static void put_names(struct trace *trace, const struct row *row, size_t number)
{
    const struct nextflow_attempt *attempt =
        number < trace->retries.count ? &trace->retries.items[number] : NULL;
    const char *colon = memrchr(row->process.text, ':', row->process.size);
    put_text(trace, RECORD_TASK_COLUMN, row->process);
    if (colon)
        put_text(trace, RECORD_STEP_COLUMN,
                 (struct text_slice){row->process.text, (size_t)(colon - row->process.text)});
    struct text_slice id = attempt && attempt->aligned_id.size ? attempt->aligned_id : own_id(row);
    if (nextflow_retries_by_name(&trace->retries, number))
        id = row->name;
    put_text(trace, RECORD_ID_COLUMN, id);
    if (!text_slices_equal(id, own_id(row)))
        put_text(trace, trace->attempt_id, own_id(row));
    put_text(trace, RECORD_NODE_COLUMN, row->texts[NEXTFLOW_HOSTNAME]);
    put_number(trace, RECORD_ATTEMPT_COLUMN,
               trace->retries.any ? attempt->number : row->numbers[NEXTFLOW_ATTEMPT]);
}

static void put_ending(struct trace *trace, const struct row *row)
{
    static const enum record_ending endings[] = {
        [NEXTFLOW_NO_STATUS] = ENDING_UNKNOWN, [NEXTFLOW_DONE] = ENDING_SUCCEEDED,
        [NEXTFLOW_CACHED] = ENDING_CACHED,     [NEXTFLOW_FAILED] = ENDING_FAILED,
        [NEXTFLOW_ABORTED] = ENDING_CANCELLED, [NEXTFLOW_OPEN] = ENDING_UNFINISHED};
    if (row->texts[NEXTFLOW_STATUS].size) {
        put_text(trace, RECORD_OUTCOME_COLUMN, row->texts[NEXTFLOW_STATUS]);
        records_put_ending(trace->records,
                           endings[nextflow_status_of(row->texts[NEXTFLOW_STATUS])]);
    }
    if (row->numbers[NEXTFLOW_EXIT] < NO_EXIT_CODE)
        put_number(trace, RECORD_EXIT_CODE_COLUMN, row->numbers[NEXTFLOW_EXIT]);
}

static double end_of(const double *numbers)
{
    return first_of(numbers[NEXTFLOW_COMPLETE],
                    numbers[NEXTFLOW_SUBMIT] + numbers[NEXTFLOW_DURATION]);
}

static void put_times(struct trace *trace, const double *numbers)
{
    double submit = numbers[NEXTFLOW_SUBMIT], elapsed = numbers[NEXTFLOW_REALTIME];
    double end = end_of(numbers);
    put_number(trace, RECORD_SUBMIT_COLUMN, submit);
    put_number(trace, RECORD_START_COLUMN, first_of(numbers[NEXTFLOW_START], end - elapsed));
    put_number(trace, RECORD_END_COLUMN, end);
    put_number(trace, RECORD_ELAPSED_COLUMN, elapsed);
    put_number(trace, RECORD_REQUESTED_TIME_COLUMN, numbers[NEXTFLOW_TIME]);
    put_number(trace, RECORD_CPU_COLUMN, numbers[NEXTFLOW_CPU_SHARE] * elapsed);
}

static void put_resources(struct trace *trace, const double *numbers)
{
    put_number(trace, RECORD_CORES_COLUMN, number_above_zero(numbers[NEXTFLOW_CPUS]));
    put_number(trace, RECORD_REQUESTED_CORES_COLUMN, number_above_zero(numbers[NEXTFLOW_CPUS]));
    put_number(trace, RECORD_MEMORY_COLUMN,
               first_of(number_above_zero(numbers[NEXTFLOW_PEAK_RSS]),
                        number_above_zero(numbers[NEXTFLOW_RSS])));
    put_number(trace, RECORD_REQUESTED_MEMORY_COLUMN, number_above_zero(numbers[NEXTFLOW_MEMORY]));
    put_number(trace, RECORD_BYTES_READ_COLUMN,
               first_of(numbers[NEXTFLOW_RCHAR], numbers[NEXTFLOW_READ_BYTES]));
    put_number(trace, RECORD_BYTES_WRITTEN_COLUMN,
               first_of(numbers[NEXTFLOW_WCHAR], numbers[NEXTFLOW_WRITE_BYTES]));
}

static double attribute_of(const struct row *row, enum nextflow_field field)
{
    bool is_memory = field == NEXTFLOW_VMEM || field == NEXTFLOW_PEAK_VMEM;
    return is_memory ? number_above_zero(row->numbers[field]) : row->numbers[field];
}

static void put_attributes(struct trace *trace, const struct nextflow_row *cells,
                           const struct row *row)
{
    for (size_t i = 0; i < trace->table.count; i++) {
        const struct nextflow_column *column = &trace->table.columns[i];
        if (column->use == NEXTFLOW_FOR_NUMBER)
            put_number(trace, trace->attributes[i], attribute_of(row, column->field));
        else if (column->use == NEXTFLOW_FOR_TEXT)
            put_text(trace, trace->attributes[i], present(cells->cells[i]));
    }
}

/* A run that resumes another repeats what did not succeed there, with other hashes: names tell. */
static void put_task_name(struct trace *trace, const struct row *row)
{
    enum nextflow_status status = nextflow_status_of(row->texts[NEXTFLOW_STATUS]);
    bool is_wanted = trace->resumes || status != NEXTFLOW_DONE;
    if (is_wanted && status != NEXTFLOW_CACHED && status != NEXTFLOW_NO_STATUS)
        put_text(trace, trace->task_name, row->name);
}

static void add_record(struct trace *trace, const struct nextflow_row *cells, const struct row *row,
                       size_t number)
{
    records_add(trace->records);
    put_names(trace, row, number);
    put_ending(trace, row);
    put_times(trace, row->numbers);
    put_resources(trace, row->numbers);
    put_attributes(trace, cells, row);
    put_task_name(trace, row);
}

/* ---- the trace ---- */

static void reject(const struct trace *trace, const struct nextflow_row *cells,
                   struct csv_fault fault)
{
    struct place place = {trace->input->path, cells->line, cells->offset};
    if (cells->cut)
        diagnostics_note_end(trace->diagnostics, place, DIAGNOSTIC_ENDS_UNFINISHED,
                             "truncated: the last line is ignored");
    else
        csv_reject(trace->diagnostics, place, fault);
}

static void start(const struct trace *trace, struct lines *lines)
{
    lines_init(lines, trace->input->content.bytes, trace->size);
    while (lines->next < trace->table.rows_from && lines_next(lines))
        ; /* blank lines before the header, and it */
}

/* Of a process alone nobody knows which of its tasks it is. */
static void add_attempt(struct trace *trace, const struct row *row)
{
    const double *numbers = row->numbers;
    struct text_slice name = row->name;
    bool has_tag = memmem(name.text, name.size, " (", 2);
    double start = numbers[NEXTFLOW_START];
    bool is_known = row->texts[NEXTFLOW_NAME].size || has_tag || numbers[NEXTFLOW_ATTEMPT] > 0;
    struct nextflow_attempt attempt = {
        .status = nextflow_status_of(row->texts[NEXTFLOW_STATUS]),
        .has_tag = has_tag,
        .attempt = numbers[NEXTFLOW_ATTEMPT],
        .submit = first_of(numbers[NEXTFLOW_SUBMIT], start),
        .end = first_of(end_of(numbers), start + numbers[NEXTFLOW_REALTIME]),
        .id = own_id(row),
    };
    nextflow_retries_add(&trace->retries, is_known ? name : nothing, &attempt);
}

static void look_ahead(struct trace *trace, struct nextflow_row *cells)
{
    struct lines lines;
    struct row row;
    struct csv_fault fault;
    start(trace, &lines);
    while (nextflow_next_row(&trace->table, &lines, cells))
        if (!cells->problem && read_row(trace, cells, &row, &fault)) {
            trace->resumes |= nextflow_status_of(row.texts[NEXTFLOW_STATUS]) == NEXTFLOW_CACHED;
            add_attempt(trace, &row);
        }
    nextflow_retries_settle(&trace->retries);
}

static long long read_rows(struct trace *trace, struct nextflow_row *cells)
{
    struct lines lines;
    struct row row;
    long long count = 0;
    start(trace, &lines);
    while (nextflow_next_row(&trace->table, &lines, cells)) {
        struct csv_fault fault = {cells->problem, lines.line};
        if (!cells->problem && read_row(trace, cells, &row, &fault)) {
            add_record(trace, cells, &row, (size_t)count++);
        } else {
            reject(trace, cells, fault);
        }
    }
    return count;
}

static void make_attributes(struct trace *trace, struct arena *arena)
{
    trace->attributes = arena_alloc_array(arena, trace->table.count, sizeof *trace->attributes);
    for (size_t i = 0; i < trace->table.count; i++) {
        const struct nextflow_column *column = &trace->table.columns[i];
        bool number = column->use == NEXTFLOW_FOR_NUMBER;
        if (number || column->use == NEXTFLOW_FOR_TEXT)
            trace->attributes[i] = records_attribute(trace->records, column->name,
                                                     number ? RECORD_NUMBER : RECORD_TEXT);
    }
}

static long long read_trace(struct trace *trace, const struct reading *reading, struct arena *arena)
{
    struct nextflow_row cells = {
        .cells = arena_alloc_array(arena, trace->table.count + 1, sizeof *cells.cells)};
    struct lines lines;
    trace->diagnostics = reading->diagnostics;
    trace->size = trace->input->content.size;
    start(trace, &lines);
    trace->size = header_leave_rest(&trace->table.names, lines, reading);
    trace->records = dataset_records(reading->dataset);
    records_begin_source(trace->records, trace->input->path);
    make_attributes(trace, arena);
    trace->task_name = records_attribute(trace->records, RECORD_TASK_NAME, RECORD_TEXT);
    trace->attempt_id = records_attribute(trace->records, RECORD_ATTEMPT_ID, RECORD_TEXT);
    nextflow_retries_init(&trace->retries);
    strbuf_init(&trace->name);
    if (nextflow_has(&trace->table, NEXTFLOW_ATTEMPT) ||
        nextflow_has(&trace->table, NEXTFLOW_STATUS))
        look_ahead(trace, &cells);
    long long count = read_rows(trace, &cells);
    strbuf_release(&trace->name);
    nextflow_retries_release(&trace->retries);
    if (!count)
        diagnostics_note(reading->diagnostics, (struct place){trace->input->path, 0, 0},
                         "header line found, but no usable record");
    reading_progress(reading, trace->input->content.size);
    return count;
}

static bool names_tasks(const struct nextflow_table *table)
{
    return nextflow_has(table, NEXTFLOW_NAME) || nextflow_has(table, NEXTFLOW_PROCESS);
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct trace trace = {.input = input};
    struct arena arena;
    long long count = -1;
    arena_init(&arena);
    if (nextflow_table_make(&trace.table, input->content.bytes, input->content.size, &arena) &&
        names_tasks(&trace.table))
        count = read_trace(&trace, reading, &arena);
    else
        error_set(error, ERROR_INPUT,
                  "%s: no header line with name or process, as Nextflow writes it", input->path);
    arena_release(&arena);
    return count;
}

static int recognise(const char *text, size_t size)
{
    struct nextflow_table table;
    struct arena arena;
    arena_init(&arena);
    int sure = 0;
    if (nextflow_table_make(&table, text, size, &arena) && names_tasks(&table)) {
        bool mostly_known = table.known * 4 >= (int)table.count * 3;
        bool all_known = table.known == (int)table.count;
        sure = mostly_known && table.telling > 1 ? 95 : all_known && table.telling ? 80 : 0;
    }
    arena_release(&arena);
    return sure;
}

const struct reader reader_nextflow = {
    .name = "nextflow",
    .description = "Nextflow trace.txt: one row per task attempt",
    .recognise = recognise,
    .read = read,
};
