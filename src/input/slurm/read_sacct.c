/* sacct --parsable and --parsable2, with or without a header: rows of jobs and of their steps
 * become one record a job. What is what: slurm_fields.def, and slurm_records.h. Fields that neither
 * names are attributes of the job, by their names.
 *
 *     times          [DD-[HH:]]MM:SS[.mmm]; UNLIMITED, Partition_Limit, INVALID are missing
 *     moments        local to the time zone; Unknown and None are missing
 *     memory         with a suffix K, M, G, T, P (of 1024 each); without one MaxRSS and AveRSS are
 *                    what sacct_memory_unit finds, ReqMem MB, other sizes bytes
 *     exit code      code:signal */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/reader.h"
#include "input/slurm/sacct_align.h"
#include "input/slurm/sacct_memory.h"
#include "input/slurm/sacct_table.h"
#include "input/slurm/slurm_job_memory.h"
#include "input/slurm/slurm_jobs.h"
#include "input/slurm/slurm_records.h"
#include "input/slurm/slurm_repeats.h"
#include "input/text/amount.h"
#include "input/text/cell.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/utf8.h"

struct sheet {
    struct sacct_table table;
    const struct input *input;
    size_t size; /* of the content that has the table's columns */
    const struct reading *reading;
    struct slurm_jobs jobs;
    double memory_unit; /* of a MaxRSS without a suffix, in bytes */
    struct text_slice *cells;
    LIST_OF(struct text_slice) lines; /* by job: its own row */
    struct arena arena;
};

static const struct text_slice nothing = {"", 0};

/* ---- cells ---- */

static bool refuse(struct text_slice cell, const char *reason, struct csv_fault *fault)
{
    *fault = (struct csv_fault){reason, cell};
    return false;
}

static bool says_nothing(struct text_slice cell)
{
    return sacct_is_nothing(cell) || sacct_is_unlimited(cell);
}

static bool clock_of(struct text_slice cell, double *number, struct csv_fault *fault)
{
    return amount_clock(cell, number) ||
           refuse(cell, *cell.text == '-' ? "negative time" : "not a time such as 1-02:03:04",
                  fault);
}

static bool read_requested(struct text_slice cell, struct slurm_row *row, struct csv_fault *fault)
{
    double bytes;
    char per = cell.text[cell.size - 1];
    if (per == 'n' || per == 'c')
        cell.size--;
    else
        per = '\0';
    if (!amount_bytes(cell, 0x1p20, AMOUNT_PREFIX_1024, &bytes))
        return refuse(cell, "not a number of bytes", fault);
    if (!(bytes < AMOUNT_LIMIT))
        return refuse(cell, "implausibly many bytes", fault);
    if (isnan(row->numbers[SLURM_REQUESTED_MEMORY]))
        row->memory_per = per;
    slurm_row_number(row, SLURM_REQUESTED_MEMORY, bytes);
    return true;
}

/* "1:0", "0:15"; a signal counts as shells count it, and 125 is Slurm's own for out of memory. */
static bool read_exit(struct text_slice cell, struct slurm_row *row, struct csv_fault *fault)
{
    double code, signal = 0;
    const char *colon = memchr(cell.text, ':', cell.size);
    size_t before = colon ? (size_t)(colon - cell.text) : cell.size;
    if (!number_parse(cell.text, before, &code) ||
        (colon && !number_parse(colon + 1, cell.size - before - 1, &signal)))
        return refuse(cell, "not an exit code such as 1:0", fault);
    if (code == 0 && signal > 0)
        code = signal < 65 ? 128 + signal : signal;
    slurm_row_number(row, SLURM_EXIT_CODE, code);
    return true;
}

/* Suffixes of energy are of 1000 each. */
static bool read_joules(struct text_slice cell, struct slurm_row *row, struct csv_fault *fault)
{
    static const char letters[] = "KMGTP";
    double number, scale = 1;
    const char *letter = strchr(letters, cell.text[cell.size - 1]);
    struct text_slice digits = {cell.text, cell.size - (letter != NULL)};
    for (const char *step = letters; letter && step <= letter; step++)
        scale *= 1000;
    if (!number_parse(digits.text, digits.size, &number))
        return refuse(cell, "not an amount of energy", fault);
    if (number >= 0 && number < AMOUNT_LIMIT)
        slurm_row_number(row, SLURM_ENERGY, number * scale);
    return true;
}

/* Takes the first entry off "cpu=4,mem=16G,gres/gpu=1". */
static struct text_slice next_resource(struct text_slice *cell)
{
    const char *comma = memchr(cell->text, ',', cell->size);
    struct text_slice entry = {cell->text, comma ? (size_t)(comma - cell->text) : cell->size};
    size_t step = entry.size + (comma != NULL);
    cell->text += step;
    cell->size -= step;
    return entry;
}

/* The value of a key there; empty when it is not there. */
static struct text_slice resource(struct text_slice cell, const char *key)
{
    size_t size = strlen(key);
    while (cell.size) {
        struct text_slice entry = next_resource(&cell);
        if (entry.size > size && memcmp(entry.text, key, size) == 0 && entry.text[size] == '=')
            return (struct text_slice){entry.text + size + 1, entry.size - size - 1};
    }
    return nothing;
}

/* NaN when it is not there, or no number. */
static double resource_number(struct text_slice cell, const char *key)
{
    double number;
    struct text_slice value = resource(cell, key);
    bool good = value.size && (amount_bytes(value, 1, AMOUNT_PREFIX_1024, &number) ||
                               amount_clock(value, &number));
    return good && number < AMOUNT_LIMIT ? number : NUMBER_MISSING;
}

static void put_resource(struct text_slice cell, const char *key, struct slurm_row *row,
                         enum slurm_slot slot)
{
    slurm_row_number(row, slot, resource_number(cell, key));
}

/* "gres/gpu=4"; where only GPUs of a type are counted, "gres/gpu:a100=4", these. */
static void put_gpus(struct text_slice cell, struct slurm_row *row, enum slurm_slot slot)
{
    static const char type[] = "gres/gpu:";
    double all = resource_number(cell, "gres/gpu"), sum = 0;
    while (cell.size && isnan(all)) {
        struct text_slice entry = next_resource(&cell);
        const char *equals = memchr(entry.text, '=', entry.size);
        double number;
        if (equals && entry.size >= sizeof type && memcmp(entry.text, type, sizeof type - 1) == 0 &&
            number_parse(equals + 1, (size_t)(entry.text + entry.size - equals - 1), &number) &&
            number > 0 && number < AMOUNT_LIMIT)
            sum += number;
    }
    slurm_row_number(row, slot, isnan(all) && sum > 0 ? sum : all);
}

static void put_gpu_use(struct text_slice cell, enum slurm_slot slot, struct slurm_row *row)
{
    slurm_row_highest(row, slot, resource_number(cell, "gres/gpuutil"));
    slurm_row_highest(row, SLURM_GPU_MEMORY, resource_number(cell, "gres/gpumem"));
}

static void read_resources(enum sacct_form form, struct text_slice cell, struct slurm_row *row)
{
    if (form == SACCT_AS_ALLOCATED) {
        put_resource(cell, "cpu", row, SLURM_CORES);
        put_resource(cell, "node", row, SLURM_NODES);
        put_resource(cell, "mem", row, SLURM_ALLOCATED_MEMORY);
        put_gpus(cell, row, SLURM_GPUS);
        put_resource(cell, "energy", row, SLURM_TRES_ENERGY);
    } else if (form == SACCT_AS_ASKED) {
        put_resource(cell, "cpu", row, SLURM_REQUESTED_CORES);
        put_resource(cell, "mem", row, SLURM_TOTAL_REQUESTED_MEMORY);
        put_gpus(cell, row, SLURM_REQUESTED_GPUS);
    } else if (form == SACCT_AS_USED_MOST) {
        put_resource(cell, "mem", row, SLURM_MEMORY);
        put_gpu_use(cell, SLURM_TASK_GPU_UTILIZATION, row);
    } else if (form == SACCT_AS_USED_AVERAGE) {
        put_gpu_use(cell, SLURM_TASK_GPU_UTILIZATION, row);
    } else if (form == SACCT_AS_USED_IN) {
        put_resource(cell, "cpu", row, SLURM_CPU);
        put_resource(cell, "mem", row, SLURM_MEMORY_TOTAL);
        put_resource(cell, "fs/disk", row, SLURM_READ);
        put_resource(cell, "energy", row, SLURM_TRES_ENERGY);
        put_gpu_use(cell, SLURM_GPU_UTILIZATION, row);
    } else {
        put_resource(cell, "fs/disk", row, SLURM_WRITTEN);
    }
}

/* "2048K", or a number alone, whose unit the file names. */
static bool memory_of(struct text_slice cell, double unit, double *number, struct csv_fault *fault)
{
    double alone;
    if (!amount_of(AMOUNT_BYTES_OF_1024, cell, number, fault))
        return false;
    if (!number_parse(cell.text, cell.size, &alone))
        return true;
    *number *= unit;
    return *number < AMOUNT_LIMIT || refuse(cell, "implausibly many bytes", fault);
}

static bool read_amount(const struct sheet *sheet, const struct sacct_column *column,
                        struct text_slice cell, struct slurm_row *row, struct csv_fault *fault)
{
    double number;
    bool good;
    if (column->form == SACCT_AS_MOMENT)
        good = amount_of(AMOUNT_MOMENT, cell, &number, fault);
    else if (column->form == SACCT_AS_CLOCK || column->form == SACCT_AS_LIMIT)
        good = clock_of(cell, &number, fault);
    else if (column->form == SACCT_AS_MEMORY)
        good = memory_of(cell, sheet->memory_unit, &number, fault);
    else if (column->form == SACCT_AS_BYTES)
        good = amount_of(AMOUNT_BYTES_OF_1024, cell, &number, fault);
    else
        good = amount_of(AMOUNT_NUMBER, cell, &number, fault);
    if (good)
        slurm_row_number(row, column->slot,
                         column->form == SACCT_AS_MINUTES ? number * 60 : number);
    return good;
}

static bool read_cell(const struct sheet *sheet, const struct sacct_column *column,
                      struct text_slice cell, struct slurm_row *row, struct csv_fault *fault)
{
    cell = csv_trim(cell);
    if (column->slot == SLURM_ATTRIBUTE || !cell.size)
        return true;
    if (column->slot >= SLURM_NUMBERS && column->slot < SLURM_NOTHING) {
        slurm_row_text(row, column->slot, cell);
        return true;
    }
    if (says_nothing(cell))
        return true;
    if (sacct_is_of_resources(column->form)) {
        read_resources(column->form, cell, row);
        return true;
    }
    switch (column->form) {
    case SACCT_AS_REQUESTED:
        return read_requested(cell, row, fault);
    case SACCT_AS_EXIT:
        return read_exit(cell, row, fault);
    case SACCT_AS_JOULES:
        return read_joules(cell, row, fault);
    default:
        return read_amount(sheet, column, cell, row, fault);
    }
}

/* ---- rows ---- */

static bool read_cells(struct sheet *sheet, struct text_slice line, struct slurm_row *row,
                       struct csv_fault *fault)
{
    const char *wrong = line_wrong_text(line);
    if (wrong)
        return refuse(line, wrong, fault);
    wrong = sacct_split(&sheet->table, line, sheet->cells);
    if (wrong)
        return refuse(line, wrong, fault);
    slurm_row_clear(row);
    for (size_t i = 0; i < sheet->table.count; i++)
        if (!read_cell(sheet, &sheet->table.columns[i], sheet->cells[i], row, fault))
            return false;
    return true;
}

static void remember_line(struct sheet *sheet, const struct slurm_job *job, struct text_slice line)
{
    size_t number = (size_t)(job - sheet->jobs.items);
    list_reach(&sheet->lines, number + 1, nothing);
    sheet->lines.items[number] = line;
}

static bool add_row(struct sheet *sheet, struct text_slice line, struct csv_fault *fault)
{
    struct slurm_row row;
    if (!read_cells(sheet, line, &row, fault))
        return false;
    struct text_slice id = slurm_row_said(&row, SLURM_TEXT_ID);
    if (!id.size)
        id = slurm_row_said(&row, SLURM_TEXT_RAW_ID);
    if (!sacct_is_id(id))
        return refuse(id.size ? id : line, "not a job id", fault);
    struct text_slice step = sacct_step_of(&id);
    if (step.size)
        slurm_jobs_add_step(&sheet->jobs, id, step, &row);
    else
        remember_line(sheet, slurm_jobs_add(&sheet->jobs, id, &row), line);
    return true;
}

static bool is_cut(const struct sheet *sheet, const struct lines *lines)
{
    return !lines->ended &&
           line_split(lines->line, sheet->table.separator, NULL, 0) < sheet->table.count;
}

static void reject(const struct sheet *sheet, const struct lines *lines, struct csv_fault fault)
{
    struct place place = {sheet->input->path, lines->number, lines->offset};
    if (is_cut(sheet, lines))
        diagnostics_note_end(sheet->reading->diagnostics, place, DIAGNOSTIC_ENDS_IN_RECORD,
                             "truncated: the last line is ignored");
    else
        csv_reject(sheet->reading->diagnostics, place, fault);
}

static struct lines lines_of(const struct sheet *sheet)
{
    struct lines lines;
    lines_init(&lines, sheet->input->content.bytes, sheet->size);
    lines.next = sheet->table.rows_from;
    lines.next_number = sheet->table.first_line;
    return lines;
}

static void read_rows(struct sheet *sheet)
{
    struct lines lines = lines_of(sheet);
    while (lines_next(&lines)) {
        sacct_join_lines(&sheet->table, &lines);
        struct csv_fault fault = {"invalid row", lines.line};
        if (csv_trim(lines.line).size && !add_row(sheet, lines.line, &fault) &&
            header_again(&sheet->table.names, lines.line) != HEADER_SAME_AGAIN)
            reject(sheet, &lines, fault);
    }
}

/* ---- records ---- */

static void put_others(void *context, size_t job, struct records *records)
{
    struct sheet *sheet = context;
    struct text_slice line = job < sheet->lines.count ? sheet->lines.items[job] : nothing;
    if (!line.size || sacct_split(&sheet->table, line, sheet->cells))
        return;
    for (size_t i = 0; i < sheet->table.count; i++) {
        const struct sacct_column *column = &sheet->table.columns[i];
        struct text_slice cell = csv_trim(sheet->cells[i]);
        if (column->slot == SLURM_ATTRIBUTE && column->name && !says_nothing(cell))
            records_put_text(records, records_attribute(records, column->name, RECORD_TEXT),
                             cell.text, cell.size);
        if (column->form == SACCT_AS_COMMAND && sacct_command_runs_alone(cell))
            records_put_number(records, RECORD_SCRIPT_COLUMN, 1);
    }
}

static long long put_jobs(struct sheet *sheet)
{
    struct records *records = dataset_records(sheet->reading->dataset);
    records_begin_source(records, sheet->input->path);
    records_mark_queue(records);
    return slurm_jobs_put(&sheet->jobs, records, put_others, sheet);
}

static void tell_message(const struct sheet *sheet)
{
    enum { SHOWN = 200 };
    struct arena arena;
    arena_init(&arena);
    struct text_slice message = csv_trim(sheet->table.message);
    const char *text = utf8_clean(&arena, arena_text_of_size(&arena, message.text, message.size));
    diagnostics_note(sheet->reading->diagnostics, (struct place){sheet->input->path, 0, 0},
                     "text before the header line is ignored: %s",
                     utf8_shorten(&arena, text, SHOWN));
    arena_release(&arena);
}

/* Of jobs whose memory or GPUs are not known. */
static void report_amounts(const struct slurm_jobs *jobs, struct place place, long long count,
                           struct diagnostics *diagnostics)
{
    if (jobs->unknown_totals)
        diagnostics_note(diagnostics, place,
                         "total memory unknown for %s of %s jobs: MaxRSS is the peak of one task "
                         "(add TRESUsageInTot,NTasks,Start,End to --format)",
                         COUNT_TEXT(jobs->unknown_totals), COUNT_TEXT(count));
    if (jobs->apart_totals)
        diagnostics_note(diagnostics, place, SLURM_MEMORY_APART, COUNT_TEXT(jobs->apart_totals),
                         COUNT_TEXT(count));
    if (jobs->uncounted_gpus)
        diagnostics_assume(diagnostics, place,
                           "no column AllocTRES: number of GPUs unknown for %s of %s jobs (add "
                           "AllocTRES to --format)",
                           COUNT_TEXT(jobs->uncounted_gpus), COUNT_TEXT(count));
}

/* Of rows that lack, or are too many. */
static void report_rows(const struct slurm_jobs *jobs, struct place place, long long count,
                        struct diagnostics *diagnostics)
{
    if (jobs->without_row)
        diagnostics_note(diagnostics, place,
                         "%s of %s jobs have rows of steps only: their outcomes are unknown",
                         COUNT_TEXT(jobs->without_row), COUNT_TEXT(count));
    if (jobs->repeated)
        diagnostics_note(diagnostics, place,
                         jobs->repeated == 1 ? SLURM_REPEATED_ONE : SLURM_REPEATED,
                         COUNT_TEXT(jobs->repeated));
    if (jobs->arrays_cut)
        diagnostics_note(diagnostics, place,
                         "%s rows of pending array tasks do not list all task ids (run sacct with "
                         "SLURM_BITSTR_LEN=0)",
                         COUNT_TEXT(jobs->arrays_cut));
}

static void report_sheet(const struct sheet *sheet, long long count)
{
    struct diagnostics *diagnostics = sheet->reading->diagnostics;
    struct place place = {sheet->input->path, 0, 0};
    if (sheet->table.message.size)
        tell_message(sheet);
    if (count && !sheet->jobs.states)
        diagnostics_note(diagnostics, place,
                         "no column State: jobs count as succeeded unless their exit code "
                         "says otherwise");
    report_amounts(&sheet->jobs, place, count, diagnostics);
    report_rows(&sheet->jobs, place, count, diagnostics);
    if (sheet->jobs.run_without_steps && !sheet->jobs.steps.count &&
        sacct_has_memory(&sheet->table))
        diagnostics_note(diagnostics, place,
                         "no job steps in the records, so memory is unknown: run sacct without "
                         "--allocations (-X)");
    if (!count)
        diagnostics_note(diagnostics, place, "header line found, but no usable record");
    else if (sheet->table.by_shape)
        diagnostics_note(diagnostics, place,
                         "no header line: columns are recognised by their values");
}

static long long read_sheet(struct sheet *sheet)
{
    sheet->size = sheet->input->content.size;
    sheet->size = header_leave_rest(&sheet->table.names, lines_of(sheet), sheet->reading);
    slurm_jobs_init(&sheet->jobs, sheet->reading->dataset->records);
    sheet->jobs.states = sacct_column_of(&sheet->table, SLURM_TEXT_STATE) < sheet->table.count;
    sheet->jobs.lacks_allocations = !sacct_has_form(&sheet->table, SACCT_AS_ALLOCATED);
    sheet->cells = arena_alloc_array(&sheet->arena, sheet->table.count + SACCT_MORE_CELLS,
                                     sizeof *sheet->cells);
    sheet->memory_unit = sacct_memory_unit(&sheet->table, lines_of(sheet));
    read_rows(sheet);
    long long count = put_jobs(sheet);
    report_sheet(sheet, count);
    slurm_jobs_release(&sheet->jobs);
    free(sheet->lines.items);
    reading_progress(sheet->reading, sheet->input->content.size);
    return count;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct sheet sheet = {.input = input, .reading = reading};
    long long count = -1;
    arena_init(&sheet.arena);
    if (sacct_table_make(&sheet.table, input->content.bytes, input->content.size, reading->columns,
                         &sheet.arena))
        count = read_sheet(&sheet);
    else
        error_set(error, ERROR_INPUT,
                  "%s: no columns with job id and state, as sacct --parsable2 writes them",
                  input->path);
    arena_release(&sheet.arena);
    return count;
}

/* What was cut off by the size of the head is no row. Files of machines that went down have holes
 * of NULs, but none in their first line. */
static int recognise(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    struct sacct_table table;
    struct arena arena;
    arena_init(&arena);
    int sure = 0;
    if (!memchr(text, '\0', end ? (size_t)(end - text) : size) &&
        sacct_table_make(&table, text, size, NULL, &arena))
        sure = table.by_shape ? 75 : 95;
    arena_release(&arena);
    return sure;
}

const struct reader reader_sacct = {
    .name = "sacct",
    .description = "Slurm sacct --parsable2, with or without header: jobs and their steps",
    .recognise = recognise,
    .read = read,
};
