/* A row a quantum, as the gather tools of the Rubin pipelines write it: `memory` in bytes,
 * `init_time` and `run_time` in seconds; 0 where a step was not run or not measured.
 *
 *     step, task          columns, or the directories …/STEP/TASK_resource_usage/FILE
 *     elapsed             wall_time; without that column run_time
 *     CPU time            cpu_time; without it, where wall_time is there, init_time + run_time,
 *                         which then are CPU seconds
 *     run_time            an attribute where wall_time is there
 *     other columns       attributes, kept for files up to CSV_ATTRIBUTES_LIMIT bytes */
#include <stdlib.h>
#include <string.h>

#include "input/tasks/quanta.h"
#include "input/tasks/table_columns.h"
#include "input/text/cell.h"
#include "input/text/csv_scan.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/texts.h"

enum role {
    ROLE_RUN_TIME,
    ROLE_INIT_TIME,
    ROLE_WALL_TIME,
    ROLE_CPU_TIME,
    ROLE_MEMORY,
    ROLE_STEP,
    ROLE_TASK,
    ROLE_ATTRIBUTE,
};

static const char *const role_names[] = {
    [ROLE_RUN_TIME] = "run_time", [ROLE_INIT_TIME] = "init_time", [ROLE_WALL_TIME] = "wall_time",
    [ROLE_CPU_TIME] = "cpu_time", [ROLE_MEMORY] = "memory",       [ROLE_STEP] = "step",
    [ROLE_TASK] = "task"};

/* Numbers below this one need no look: neither seconds nor bytes are beyond what is plausible. */
static const double PLAIN = 1e12;

enum { TEXTS_REMEMBERED = 256 };

struct field {
    enum role role;
    const char *name;
};

struct plan {
    struct csv_header header;
    struct text_slice step, task; /* from the directories */
    size_t *columns;
    struct field *fields; /* one a wanted column */
    size_t count;
    bool has_wall, has_cpu;
    struct records *records; /* of the dataset */
};

/* ---- what is wanted ---- */

static enum role role_of(const char *name)
{
    for (int role = 0; role < ROLE_ATTRIBUTE; role++)
        if (strcmp(role_names[role], name) == 0)
            return (enum role)role;
    return ROLE_ATTRIBUTE;
}

static bool is_wanted(const struct plan *plan, enum role role, size_t size)
{
    if (role == ROLE_INIT_TIME)
        return size <= CSV_ATTRIBUTES_LIMIT || (plan->has_wall && !plan->has_cpu);
    return role != ROLE_ATTRIBUTE || size <= CSV_ATTRIBUTES_LIMIT;
}

static int attribute_of(struct records *records, const struct plan *plan, const struct field *field)
{
    if (field->role == ROLE_ATTRIBUTE)
        return records_attribute(records, field->name, RECORD_TEXT);
    if (field->role == ROLE_INIT_TIME || (field->role == ROLE_RUN_TIME && plan->has_wall))
        return records_attribute(records, field->name, RECORD_NUMBER);
    return RECORDS_NO_COLUMN;
}

static void choose_columns(struct plan *plan, size_t size, struct arena *arena)
{
    const struct csv_header *header = &plan->header;
    plan->has_wall = csv_column(header, "wall_time") < header->count;
    plan->has_cpu = csv_column(header, "cpu_time") < header->count;
    plan->columns = arena_alloc_array(arena, header->count, sizeof *plan->columns);
    plan->fields = arena_alloc_array(arena, header->count, sizeof *plan->fields);
    struct name_index seen;
    name_index_init(&seen);
    for (size_t i = 0; i < header->count; i++) {
        enum role role = role_of(header->names[i]);
        bool repeated = name_index_find(&seen, header->names[i]) != NAME_INDEX_NONE;
        if (!repeated)
            name_index_add(&seen, header->names[i]);
        if (repeated || !is_wanted(plan, role, size))
            continue;
        plan->columns[plan->count] = i;
        plan->fields[plan->count++] = (struct field){role, header->names[i]};
    }
    name_index_release(&seen);
}

/* ---- a part: the records of a chunk ---- */

struct part {
    struct plan *plan;
    struct records records;
    int *attributes; /* one a wanted column */
    bool has_attributes;
    struct text_slice *cells; /* of a row of typed columns */
    char (*digits)[COLUMN_BATCH_CELL_SIZE];
};

static void *begin_part(void *context)
{
    struct plan *plan = context;
    struct part *part = memory_alloc(sizeof *part);
    part->plan = plan;
    part->attributes = memory_alloc_array(plan->count, sizeof *part->attributes);
    part->cells = memory_alloc_array(plan->count, sizeof *part->cells);
    part->digits = memory_alloc_array(plan->count, sizeof *part->digits);
    records_init(&part->records);
    for (size_t i = 0; i < plan->count; i++) {
        part->attributes[i] = attribute_of(&part->records, plan, &plan->fields[i]);
        part->has_attributes |= part->attributes[i] != RECORDS_NO_COLUMN;
    }
    return part;
}

static void discard_part(void *argument)
{
    struct part *part = argument;
    records_release(&part->records);
    free(part->attributes);
    free(part->cells);
    free(part->digits);
    free(part);
}

static void finish_part(void *context, void *argument, size_t line)
{
    (void)line;
    struct plan *plan = context;
    struct part *part = argument;
    records_merge(plan->records, &part->records);
    discard_part(part);
}

/* ---- a record ---- */

struct quantum {
    double seconds[ROLE_MEMORY]; /* by role */
    double memory;
    struct text_slice step, task;
};

/* A row: its wanted fields as text; of typed columns, those that are no numbers. */
struct row {
    const struct text_slice *fields;
    const struct column_batch *batch; /* NULL: all is text */
    size_t number;
};

typedef bool cell_reader(struct text_slice cell, double *number, struct csv_fault *fault);

/* What is no number that a task can have is said as of its text. */
static bool read_number(const struct row *row, size_t column, cell_reader *read, double *number,
                        struct csv_fault *fault)
{
    char digits[COLUMN_BATCH_CELL_SIZE];
    if (!row->batch || column_batch_is_text(row->batch, column))
        return read(row->fields[column], number, fault);
    *number = column_batch_number(row->batch, column, row->number);
    return number_is_missing(*number) || (*number >= 0 && *number < PLAIN) ||
           read(column_batch_cell(row->batch, column, row->number, digits), number, fault);
}

static bool read_quantum(const struct plan *plan, const struct row *row, struct quantum *quantum,
                         struct csv_fault *fault)
{
    for (size_t i = 0; i < plan->count; i++) {
        enum role role = plan->fields[i].role;
        bool good = true;
        if (role < ROLE_MEMORY)
            good = read_number(row, i, cell_seconds, &quantum->seconds[role], fault);
        else if (role == ROLE_MEMORY)
            good = read_number(row, i, cell_bytes, &quantum->memory, fault);
        else if (role == ROLE_STEP)
            quantum->step = csv_trim(row->fields[i]);
        else if (role == ROLE_TASK)
            quantum->task = csv_trim(row->fields[i]);
        if (!good)
            return false;
    }
    if (quantum->task.size)
        return true;
    *fault = (struct csv_fault){"no task name", {"", 0}};
    return false;
}

static void put_span(struct records *records, int column, struct text_slice text)
{
    if (text.size)
        records_put_text(records, column, text.text, text.size);
}

static void put_times(struct part *part, const double *seconds)
{
    const struct plan *plan = part->plan;
    double run = number_above_zero(seconds[ROLE_RUN_TIME]),
           wall = number_above_zero(seconds[ROLE_WALL_TIME]);
    double init = seconds[ROLE_INIT_TIME];
    records_put_number(&part->records, RECORD_ELAPSED_COLUMN, plan->has_wall ? wall : run);
    if (plan->has_cpu)
        records_put_number(&part->records, RECORD_CPU_COLUMN,
                           number_above_zero(seconds[ROLE_CPU_TIME]));
    else if (plan->has_wall)
        records_put_number(&part->records, RECORD_CPU_COLUMN, init > 0 ? init + run : run);
}

static void put_attributes(struct part *part, const struct quantum *quantum,
                           const struct text_slice *fields)
{
    const struct plan *plan = part->plan;
    for (size_t i = 0; i < plan->count; i++) {
        enum role role = plan->fields[i].role;
        if (role == ROLE_ATTRIBUTE && !cell_is_missing(fields[i]))
            put_span(&part->records, part->attributes[i], csv_trim(fields[i]));
        else if (role != ROLE_ATTRIBUTE && part->attributes[i] != RECORDS_NO_COLUMN)
            records_put_number(&part->records, part->attributes[i],
                               number_above_zero(quantum->seconds[role]));
    }
}

static bool add_quantum(struct part *part, const struct row *row, struct csv_fault *fault)
{
    const struct plan *plan = part->plan;
    struct quantum quantum = {{NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING},
                              NUMBER_MISSING,
                              plan->step,
                              plan->task};
    if (!read_quantum(plan, row, &quantum, fault))
        return false;
    records_add(&part->records);
    put_span(&part->records, RECORD_STEP_COLUMN, quantum.step);
    put_span(&part->records, RECORD_TASK_COLUMN, quantum.task);
    records_put_number(&part->records, RECORD_MEMORY_COLUMN, number_above_zero(quantum.memory));
    put_times(part, quantum.seconds);
    if (part->has_attributes)
        put_attributes(part, &quantum, row->fields);
    return true;
}

static bool add_record(void *argument, const struct text_slice *fields, size_t line,
                       struct csv_fault *fault)
{
    (void)line;
    return add_quantum(argument, &(struct row){.fields = fields}, fault);
}

static bool add_row(void *argument, const struct column_batch *batch, size_t number,
                    struct csv_fault *fault)
{
    struct part *part = argument;
    for (size_t i = 0; i < batch->column_count; i++)
        if (part->plan->fields[i].role > ROLE_MEMORY || column_batch_is_text(batch, i))
            part->cells[i] = column_batch_cell(batch, i, number, part->digits[i]);
    return add_quantum(part, &(struct row){part->cells, batch, number}, fault);
}

/* ---- all records of a batch ---- */

/* Where texts of a column were, and their numbers: most rows have the text of the one before. */
struct text_memory {
    uint32_t offset, number;
};

static uint32_t text_number(struct part *part, const struct column_batch *batch, size_t column,
                            size_t row, struct text_memory memory[TEXTS_REMEMBERED])
{
    uint32_t offset = column_batch_values(batch, column)[row].text.offset;
    struct text_memory *known = &memory[offset / 4 % TEXTS_REMEMBERED];
    if (known->offset != offset || !known->number) {
        struct text_slice text = csv_trim(column_batch_text(batch, column, row));
        *known =
            (struct text_memory){offset, records_text_number(&part->records, text.text, text.size)};
    }
    return known->number;
}

struct texts {
    size_t columns[2], count; /* of the batch: steps and tasks, as they come */
    enum role roles[2];
    uint32_t *numbers[2]; /* one for each row */
};

/* False where a task has no name. */
static bool number_texts(struct part *part, const struct column_batch *batch, struct texts *texts)
{
    struct text_memory memory[2][TEXTS_REMEMBERED] = {0};
    for (size_t row = 0; row < batch->rows; row++)
        for (size_t i = 0; i < texts->count; i++) {
            uint32_t number = text_number(part, batch, texts->columns[i], row, memory[i]);
            texts->numbers[i][row] = number;
            if (!number && texts->roles[i] == ROLE_TASK && !part->plan->task.size)
                return false;
        }
    return true;
}

/* Whether none is negative, beyond what tasks can have, or no number. */
static bool are_plain(const struct column_batch *batch, size_t column)
{
    bool odd = column_batch_is_text(batch, column);
    for (size_t row = 0; !odd && row < batch->rows; row++) {
        double number = column_batch_number(batch, column, row);
        odd = number < 0 || number >= PLAIN;
    }
    return !odd;
}

static void fill_numbers(struct part *part, int target, const struct column_batch *batch,
                         size_t column)
{
    size_t row = 0;
    while (row < batch->rows && !(column_batch_number(batch, column, row) > 0))
        row++;
    if (row == batch->rows)
        return;
    double *numbers = records_fill_numbers(&part->records, target);
    for (row = 0; row < batch->rows; row++)
        numbers[row] = number_above_zero(column_batch_number(batch, column, row));
}

static void fill_texts(struct part *part, int target, const uint32_t *numbers, size_t rows,
                       struct text_slice otherwise)
{
    uint32_t other = records_text_number(&part->records, otherwise.text, otherwise.size);
    size_t row = 0;
    while (row < rows && !(numbers && numbers[row]))
        row++;
    if (row == rows && !other)
        return;
    uint32_t *texts = records_fill_texts(&part->records, target);
    for (row = 0; row < rows; row++)
        texts[row] = numbers && numbers[row] ? numbers[row] : other;
}

/* Without attributes: the columns of a table that has none, or is large. */
static bool finds_texts(const struct part *part, const struct column_batch *batch,
                        struct texts *texts)
{
    const struct plan *plan = part->plan;
    bool has_task = plan->task.size;
    for (size_t i = 0; i < plan->count; i++) {
        enum role role = plan->fields[i].role;
        has_task |= role == ROLE_TASK;
        if (role != ROLE_STEP && role != ROLE_TASK) {
            if (!are_plain(batch, i))
                return false;
            continue;
        }
        if (!column_batch_is_text(batch, i))
            return false;
        texts->columns[texts->count] = i;
        texts->roles[texts->count++] = role;
    }
    return has_task && !part->has_attributes;
}

static void fill_records(struct part *part, const struct column_batch *batch,
                         const struct texts *texts)
{
    const struct plan *plan = part->plan;
    const uint32_t *steps = NULL, *tasks = NULL;
    records_add_many(&part->records, batch->rows);
    for (size_t i = 0; i < texts->count; i++)
        *(texts->roles[i] == ROLE_STEP ? &steps : &tasks) = texts->numbers[i];
    fill_texts(part, RECORD_STEP_COLUMN, steps, batch->rows, plan->step);
    fill_texts(part, RECORD_TASK_COLUMN, tasks, batch->rows, plan->task);
    for (size_t i = 0; i < plan->count; i++) {
        enum role role = plan->fields[i].role;
        if (role == ROLE_MEMORY)
            fill_numbers(part, RECORD_MEMORY_COLUMN, batch, i);
        else if (role == ROLE_RUN_TIME)
            fill_numbers(part, RECORD_ELAPSED_COLUMN, batch, i);
        else if (role == ROLE_CPU_TIME)
            fill_numbers(part, RECORD_CPU_COLUMN, batch, i);
    }
}

static bool add_rows(void *argument, const struct column_batch *batch)
{
    struct part *part = argument;
    struct texts texts = {.count = 0};
    if (!finds_texts(part, batch, &texts))
        return false;
    for (size_t i = 0; i < texts.count; i++)
        texts.numbers[i] = memory_alloc_array(batch->rows, sizeof *texts.numbers[i]);
    bool good = number_texts(part, batch, &texts);
    if (good)
        fill_records(part, batch, &texts);
    for (size_t i = 0; i < texts.count; i++)
        free(texts.numbers[i]);
    return good;
}

/* ---- the reader ---- */

/* Somebody's own table of tasks may have the same names for time and memory. */
static bool is_richer(const struct csv_header *header, struct arena *arena)
{
    struct table_columns columns;
    table_columns_make(&columns, header->names, header->count, NULL, 0, arena);
    return table_columns_are_tasks(&columns) && table_columns_say_more(&columns);
}

static int recognise(const char *text, size_t size)
{
    struct arena arena;
    struct csv_header header;
    arena_init(&arena);
    bool mine = csv_read_header(&header, text, size, true, &arena) && quanta_is_table(&header) &&
                !is_richer(&header, &arena);
    arena_release(&arena);
    return mine ? 90 : 0;
}

static bool make_plan(struct plan *plan, const struct input *input, struct arena *arena,
                      struct error *error)
{
    const struct mapping *content = &input->content;
    if (!csv_read_header(&plan->header, content->bytes, content->size, true, arena) ||
        !quanta_is_table(&plan->header))
        return error_set(error, ERROR_INPUT, "%s: no header line with memory and run_time",
                         input->path);
    struct quanta_place place = quanta_place_of(arena, input->path);
    plan->step = text_slice_of(place.step);
    plan->task = text_slice_of(place.task);
    choose_columns(plan, input_text_size(input), arena);
    return true;
}

static long long scan(struct plan *plan, const struct input *input, const struct reading *reading,
                      struct error *error)
{
    plan->records = dataset_records(reading->dataset);
    records_begin_source(plan->records, input->path);
    csv_note_left_out(plan->header.count, plan->count, input, reading);
    if (plan->count < plan->header.count)
        records_mark_lack_of_columns(plan->records);
    struct csv_scan scan = {
        .input = input,
        .reading = reading,
        .header = &plan->header,
        .columns = plan->columns,
        .column_count = plan->count,
        .consumer = {.context = plan,
                     .begin = begin_part,
                     .record = add_record,
                     .row = add_row,
                     .rows = add_rows,
                     .finish = finish_part,
                     .discard = discard_part},
        .error = error,
    };
    return csv_scan(&scan);
}

static long long read_quanta(const struct input *input, const struct reading *reading,
                             struct error *error)
{
    struct arena arena;
    struct plan plan = {0};
    arena_init(&arena);
    long long records = -1;
    if (make_plan(&plan, input, &arena, error))
        records = scan(&plan, input, reading, error);
    if (records == 0)
        diagnostics_note(reading->diagnostics, (struct place){input->path, 0, 0},
                         "header line found, but no usable record");
    arena_release(&arena);
    return records;
}

/* Directories name what no column does. */
static bool says_the_same(const struct input *input, const char *other_path)
{
    struct csv_header header;
    struct arena arena;
    arena_init(&arena);
    struct quanta_place here = quanta_place_of(&arena, input->path);
    struct quanta_place there = quanta_place_of(&arena, other_path);
    bool known = csv_read_header(&header, input->content.bytes, input->content.size, true, &arena);
    bool same =
        known &&
        (csv_column(&header, "step") < header.count || texts_equal(here.step, there.step)) &&
        (csv_column(&header, "task") < header.count || texts_equal(here.task, there.task));
    arena_release(&arena);
    return same;
}

const struct reader reader_quanta_csv = {
    .name = "quanta-csv",
    .description = "CSV or Parquet of Rubin resource usage: one row per task (quantum)",
    .recognise = recognise,
    .read = read_quanta,
    .says_the_same = says_the_same,
    .takes_batches = true,
};
