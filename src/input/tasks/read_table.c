/* Any table of tasks, a row a try: CSV, TSV, or with " -- " between, whose columns can be detected
 * by their names (table_names.def) or by what --config says of them.
 *
 * - kind: a text; where it is a number on each of the first rows, it is the id; without a column
 *   the step, else the name of the file
 * - step: where no column says the kind, and it is a number that rises from row to row, it is the
 * id
 * - ending: by the word in status (status_words.def), which may be an exit code, too; result is one
 *   only where it holds such a word. success and failed are flags, or attributes where any cell of
 *   theirs is none
 * - times: seconds, unless the name has a unit; also "1m 5s" and "1-02:03:04"
 * - moments: dates, or numbers since 1970, in s, ms, µs or ns by their size
 * - elapsed: else end − start
 * - CPU time: else average cores × elapsed
 * - memory: bytes, unless the name has a unit (MB: 10^6, MiB: 2^20) or the cell ("3.4 MB"). Where
 *   none is said and no value reaches 2^20, which no process stays below, it is MB of 2^20, as
 *   cctools write it. Under the name maxrss it is kB as of getrusage, but MB where values have
 *   decimals, and bytes where all are whole pages of 4096. 0 is not measured
 * - cores: 0 is not measured
 * - benchmarks of Snakemake, detected by h:m:s and max_rss: s is the run time, sizes are MB of
 * 2^20, and the rule is in the path (benchmark_rule.h)
 * - joblogs and results of GNU parallel, detected by JobRuntime and Exitval: a task that a signal
 *   ended failed; what tasks printed (Stdout, Stderr) is left out
 * - command: where cells hold arguments, the kind is the program (command_kind.h), and the whole
 *   command an attribute
 * - user and system time, as time(1) names them: their sum is the CPU time. Where most of the first
 *   rows hold no time, user and system are attributes
 * - a run time whose first rows hold time stamps is none: table_values.h; nor is a time of day:
 *   clock_column.h
 * - other columns: attributes, kept for files up to CSV_ATTRIBUTES_LIMIT bytes
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input/tasks/benchmark_rule.h"
#include "input/tasks/column_look.h"
#include "input/tasks/command_kind.h"
#include "input/tasks/table_header.h"
#include "input/tasks/table_row.h"
#include "input/tasks/table_values.h"
#include "input/text/cell.h"
#include "input/text/csv_scan.h"
#include "input/text/lines.h"
#include "input/text/status_words.h"
#include "util/memory.h"
#include "util/number.h"

struct plan {
    struct table_header header;
    struct table_columns columns;
    size_t *wanted; /* numbers of columns */
    size_t count;
    struct text_slice kind, sample; /* where no column says it; sample: empty when not known */
    const char *kind_from;          /* where a benchmark's kind is found */
    const char *stamps; /* the column that holds them in place of run times; NULL: none does */
    const char *clock;  /* the same of times of day */
    bool is_command;    /* what names the kind */
    bool keeps_attributes;
    struct records *records;
    struct table_memory memory;
    struct table_times times;
};

/* ---- the columns ---- */

static bool is_mapped(const struct plan *plan, enum table_meaning meaning,
                      const struct reading *reading)
{
    size_t column = plan->columns.at[meaning];
    for (size_t i = 0; i < reading->mapping_count; i++)
        if (column < plan->columns.count &&
            csv_is_called(plan->columns.items[column].name, reading->mapping[i].name))
            return true;
    return false;
}

static bool names(const struct plan *plan, enum table_meaning meaning)
{
    return plan->columns.at[meaning] < plan->columns.count;
}

static bool is_called(const struct plan *plan, enum table_meaning meaning, const char *name)
{
    size_t column = plan->columns.at[meaning];
    return column < plan->columns.count && strcasecmp(plan->columns.items[column].name, name) == 0;
}

static bool task_is_number(const struct plan *plan, const struct mapping *content)
{
    struct column_look look = table_look_at_column(&plan->header, plan->columns.at[TABLE_TASK],
                                                   TABLE_ROWS_LOOKED_AT, content);
    return look.rows && look.numbers == look.rows;
}

/* It counts rows: no two are of one. */
static bool step_is_count(const struct plan *plan, const struct mapping *content)
{
    struct column_look look = table_look_at_column(&plan->header, plan->columns.at[TABLE_STEP],
                                                   TABLE_ROWS_LOOKED_AT, content);
    return look.rows > 1 && look.rising + 1 == look.rows;
}

static bool task_is_command(const struct plan *plan, const struct reading *reading,
                            const struct mapping *content)
{
    return is_called(plan, TABLE_TASK, "command") && !is_mapped(plan, TABLE_TASK, reading) &&
           table_look_at_column(&plan->header, plan->columns.at[TABLE_TASK], TABLE_ROWS_LOOKED_AT,
                                content)
               .several;
}

static void take_as_attribute(struct plan *plan, enum table_meaning meaning,
                              const struct reading *reading, const char *path, const char *why)
{
    diagnostics_note(reading->diagnostics, (struct place){path, 0, 0},
                     "column \"%s\" is not read as status: it %s",
                     plan->columns.items[plan->columns.at[meaning]].name, why);
    table_columns_take_as_attribute(&plan->columns, meaning);
}

/* The column `result` may hold what tasks worked out, `failed` how many of their parts did: a
 * single word for a status, or a cell that is no flag, decides in any row. */
static void settle_status(struct plan *plan, const struct reading *reading,
                          const struct input *input)
{
    static const enum table_meaning flags[] = {TABLE_SUCCESS, TABLE_FAILURE};
    struct table_columns *columns = &plan->columns;
    if (is_called(plan, TABLE_OUTCOME, "result") && !is_mapped(plan, TABLE_OUTCOME, reading) &&
        !table_look_at_column(&plan->header, columns->at[TABLE_OUTCOME], SIZE_MAX, &input->content)
             .words)
        take_as_attribute(plan, TABLE_OUTCOME, reading, input->path, "holds no known status word");
    for (int i = 0; i < 2; i++) {
        struct column_look look =
            table_look_at_column(&plan->header, columns->at[flags[i]], SIZE_MAX, &input->content);
        if (columns->at[flags[i]] < columns->count && look.flags + look.missing < look.rows)
            take_as_attribute(plan, flags[i], reading, input->path,
                              "holds other values than true and false");
    }
}

/* "runs/campaign.csv.gz" → "campaign" */
static struct text_slice stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct text_slice name = text_slice_of(slash ? slash + 1 : path);
    const char *dot = name.size ? memchr(name.text, '.', name.size) : NULL;
    size_t size = dot ? (size_t)(dot - name.text) : name.size;
    return size ? (struct text_slice){name.text, size} : (struct text_slice){"task", 4};
}

static bool is_output(const struct plan *plan, size_t column)
{
    const char *name = plan->columns.items[column].name;
    return plan->columns.joblog && plan->columns.items[column].meaning == TABLE_ATTRIBUTE &&
           (strcmp(name, "Stdout") == 0 || strcmp(name, "Stderr") == 0);
}

/* Of --joblog, in whose commands a quote is a character like others; --results x.tsv has the
 * columns of it too, but holds what tasks printed, in quotes. */
static bool is_joblog(const struct plan *plan)
{
    bool has_output = false;
    for (size_t i = 0; i < plan->columns.count; i++)
        has_output = has_output || is_output(plan, i);
    return plan->columns.joblog && !has_output && plan->header.csv.dialect.separator == '\t';
}

static void settle_ids(struct plan *plan, const struct reading *reading,
                       const struct mapping *content)
{
    if (!is_mapped(plan, TABLE_TASK, reading) && task_is_number(plan, content))
        table_columns_take_task_as_id(&plan->columns);
    if (!names(plan, TABLE_TASK) && !is_mapped(plan, TABLE_STEP, reading) &&
        step_is_count(plan, content))
        table_columns_take_step_as_id(&plan->columns);
    plan->is_command = task_is_command(plan, reading, content);
}

static void choose_columns(struct plan *plan, size_t size, struct arena *arena)
{
    plan->wanted = arena_alloc_array(arena, plan->header.csv.count, sizeof *plan->wanted);
    plan->keeps_attributes = size <= CSV_ATTRIBUTES_LIMIT;
    for (size_t i = 0; i < plan->header.csv.count; i++)
        if (plan->columns.items[i].meaning != TABLE_ATTRIBUTE ||
            (plan->keeps_attributes && !is_output(plan, i)))
            plan->wanted[plan->count++] = i;
}

static bool names_any(const struct plan *plan)
{
    for (int i = 0; i < TABLE_MEANINGS; i++)
        if (names(plan, (enum table_meaning)i))
            return true;
    return false;
}

static bool make_plan(struct plan *plan, const struct input *input, const struct reading *reading,
                      struct arena *arena)
{
    const struct mapping *content = &input->content;
    if (!table_header_read(&plan->header, content->bytes, content->size, reading->columns, arena))
        return false;
    table_make_columns(&plan->columns, &plan->header, reading->mapping, reading->mapping_count,
                       content, arena);
    if (is_joblog(plan))
        plan->header.csv.dialect.quotes = false;
    settle_ids(plan, reading, content);
    settle_status(plan, reading, input);
    plan->stamps = table_take_stamps_as_start(&plan->columns, &plan->header, content);
    if (!is_mapped(plan, TABLE_ELAPSED, reading))
        plan->clock = table_drop_clock(&plan->columns, &plan->header, content);
    plan->kind = stem_of(input->path);
    if (plan->columns.benchmark)
        plan->kind_from = benchmark_rule(input->path, &plan->kind, &plan->sample);
    table_memory_init(&plan->memory);
    choose_columns(plan, input_text_size(input), arena);
    return names_any(plan);
}

/* ---- a part: the records of a chunk ---- */

struct part {
    struct plan *plan;
    struct records records;
    int *attributes; /* one a wanted column */
    int sample;
    struct table_memory memory;
    struct table_statuses statuses;
    struct table_times times;
};

/* Of a command, whose program is the kind, the whole is one, too. */
static bool is_attribute(const struct plan *plan, const struct table_column *column)
{
    return column->meaning == TABLE_ATTRIBUTE ||
           (column->meaning == TABLE_TASK && plan->is_command && plan->keeps_attributes);
}

static void *begin_part(void *context)
{
    struct plan *plan = context;
    struct part *part = memory_alloc(sizeof *part);
    *part = (struct part){.plan = plan};
    table_memory_init(&part->memory);
    part->attributes = memory_alloc_array(plan->count + 1, sizeof *part->attributes);
    records_init(&part->records);
    if (plan->sample.size)
        part->sample = records_attribute(&part->records, "sample", RECORD_TEXT);
    for (size_t i = 0; i < plan->count; i++) {
        const struct table_column *column = &plan->columns.items[plan->wanted[i]];
        if (is_attribute(plan, column))
            part->attributes[i] = records_attribute(&part->records, column->name, RECORD_TEXT);
    }
    return part;
}

static void discard_part(void *argument)
{
    struct part *part = argument;
    records_release(&part->records);
    free(part->attributes);
    free(part);
}

static void finish_part(void *context, void *argument, size_t line)
{
    (void)line;
    struct plan *plan = context;
    struct part *part = argument;
    table_memory_join(&plan->memory, &part->memory);
    table_times_join(&plan->times, &part->times);
    records_merge(plan->records, &part->records);
    discard_part(part);
}

/* ---- a record ---- */

static bool read_row(struct part *part, const struct text_slice *fields, struct table_row *row,
                     struct csv_fault *fault)
{
    const struct plan *plan = part->plan;
    table_row_clear(row);
    for (size_t i = 0; i < plan->count; i++)
        if (!table_row_take(row, &plan->columns.items[plan->wanted[i]], fields[i], &part->memory,
                            fault))
            return false;
    if (!names(plan, TABLE_TASK))
        row->texts[TABLE_TASK] = row->texts[TABLE_STEP].size ? row->texts[TABLE_STEP] : plan->kind;
    else if (plan->is_command)
        row->texts[TABLE_TASK] = command_kind(row->texts[TABLE_TASK]);
    if (row->texts[TABLE_TASK].size)
        return true;
    *fault = (struct csv_fault){"no task name", {"", 0}};
    return false;
}

static bool add_record(void *argument, const struct text_slice *fields, size_t line,
                       struct csv_fault *fault)
{
    (void)line;
    struct part *part = argument;
    const struct plan *plan = part->plan;
    struct table_row row;
    if (!read_row(part, fields, &row, fault))
        return false;
    table_row_put(&row, &part->statuses, &part->times, &part->records);
    if (plan->sample.size)
        records_put_text(&part->records, part->sample, plan->sample.text, plan->sample.size);
    for (size_t i = 0; i < plan->count; i++) {
        struct text_slice cell = csv_trim(fields[i]);
        if (is_attribute(plan, &plan->columns.items[plan->wanted[i]]) && !cell_is_missing(cell))
            records_put_text(&part->records, part->attributes[i], cell.text, cell.size);
    }
    return true;
}

/* ---- rows with dashes ---- */

static bool add_line(struct part *part, struct text_slice line, struct text_slice *cells,
                     struct csv_fault *fault)
{
    const struct plan *plan = part->plan;
    size_t count = line_split(line, table_dashes, cells, plan->header.csv.count);
    const char *wrong = line_wrong_text(line);
    if (!wrong && count != plan->header.csv.count)
        wrong = count < plan->header.csv.count ? "fewer fields than the header"
                                               : "more fields than the header";
    if (wrong) {
        *fault = (struct csv_fault){wrong, line};
        return false;
    }
    for (size_t i = 0; i < plan->count; i++)
        cells[i] = cells[plan->wanted[i]];
    return add_record(part, cells, 0, fault);
}

static long long read_dashed_rows(struct plan *plan, const struct input *input,
                                  const struct reading *reading)
{
    struct part *part = begin_part(plan);
    struct text_slice *cells = memory_alloc_array(plan->header.csv.count, sizeof *cells);
    struct header_names names = table_header_names(&plan->header);
    struct lines lines;
    long long count = 0;
    table_start_at_rows(&plan->header, input->content.bytes, input->content.size, &lines);
    lines.size = header_leave_rest(&names, lines, reading);
    while (lines_next(&lines)) {
        struct csv_fault fault = {"invalid row", lines.line};
        if (!csv_trim(lines.line).size || header_again(&names, lines.line) == HEADER_SAME_AGAIN)
            continue;
        if (add_line(part, lines.line, cells, &fault))
            count++;
        else
            csv_reject(reading->diagnostics,
                       (struct place){input->path, lines.number, lines.offset}, fault);
    }
    free(cells);
    finish_part(plan, part, 0);
    reading_progress(reading, input->content.size);
    return count;
}

/* ---- the reader ---- */

static long long scan(struct plan *plan, const struct input *input, const struct reading *reading,
                      struct error *error)
{
    struct csv_scan scan = {
        .input = input,
        .reading = reading,
        .header = &plan->header.csv,
        .columns = plan->wanted,
        .column_count = plan->count,
        .consumer = {.context = plan,
                     .begin = begin_part,
                     .record = add_record,
                     .finish = finish_part,
                     .discard = discard_part},
        .error = error,
        .is_log = plan->header.csv.dialect.separator == '\t', /* as GNU parallel's */
    };
    return csv_scan(&scan);
}

static void note_absent(const struct plan *plan, const struct input *input,
                        const struct reading *reading)
{
    for (size_t i = 0; i < reading->mapping_count; i++)
        if (csv_column(&plan->header.csv, reading->mapping[i].name) == plan->header.csv.count)
            diagnostics_note(reading->diagnostics, (struct place){input->path, 0, 0},
                             "no column '%s' (--mapping %s=%s)", reading->mapping[i].name,
                             reading->mapping[i].meaning, reading->mapping[i].name);
}

static bool lacks_kinds(const struct plan *plan)
{
    return !names(plan, TABLE_TASK) && !names(plan, TABLE_STEP) && !plan->columns.benchmark;
}

static void begin_source(struct plan *plan, const struct input *input,
                         const struct reading *reading)
{
    plan->records = dataset_records(reading->dataset);
    records_begin_source(plan->records, input->path);
    if (lacks_kinds(plan))
        records_mark_lack_of_kinds(plan->records);
    if (!plan->keeps_attributes && (plan->count < plan->header.csv.count || plan->is_command))
        records_mark_lack_of_columns(plan->records);
}

/* What the columns of records that were read were taken for. */
static void note_columns(const struct plan *plan, struct place place,
                         struct diagnostics *diagnostics)
{
    if (plan->kind_from && !names(plan, TABLE_TASK))
        diagnostics_note(diagnostics, place, "rule name: %s", plan->kind_from);
    if (plan->is_command)
        diagnostics_note(diagnostics, place, "tasks are grouped by the program in column \"%s\"",
                         plan->columns.items[plan->columns.at[TABLE_TASK]].name);
    if (plan->stamps)
        diagnostics_note(diagnostics, place,
                         "column \"%s\" holds time stamps and is not read as run time",
                         plan->stamps);
    if (plan->clock)
        diagnostics_note(diagnostics, place,
                         "column \"%s\" holds times of day and is not read as run time",
                         plan->clock);
}

/* All of its tasks are of one kind; a column whose name says nothing may tell them apart. */
static void note_likely_kind(const struct plan *plan, const struct input *input,
                             struct diagnostics *diagnostics)
{
    size_t values;
    const struct table_column *likely =
        lacks_kinds(plan)
            ? table_find_likely_kind(&plan->columns, &plan->header, &input->content, &values)
            : NULL;
    if (likely)
        diagnostics_note(diagnostics, (struct place){input->path, 0, 0},
                         "no column names the task kind, so all tasks are of one (if it is column "
                         "\"%s\", which has %zu values: --mapping task=%s)",
                         likely->name, values, likely->name);
}

static long long read_table(struct plan *plan, const struct input *input,
                            const struct reading *reading, struct error *error)
{
    struct place place = {input->path, 0, 0};
    note_absent(plan, input, reading);
    csv_note_left_out(plan->header.csv.count, plan->count, input, reading);
    begin_source(plan, input, reading);
    long long count = plan->header.dashes ? read_dashed_rows(plan, input, reading)
                                          : scan(plan, input, reading, error);
    const char *unit = table_memory_settle(&plan->memory, &plan->columns, plan->records);
    if (unit)
        diagnostics_note(reading->diagnostics, place,
                         "memory has no unit and is read as %s (to set it: --mapping "
                         "memory_MB=%s)",
                         unit, plan->columns.items[plan->columns.at[TABLE_MEMORY]].name);
    if (names(plan, TABLE_ELAPSED))
        table_times_note(&plan->times, plan->columns.items[plan->columns.at[TABLE_ELAPSED]].name,
                         input->path, reading->diagnostics);
    if (count) {
        note_columns(plan, place, reading->diagnostics);
        note_likely_kind(plan, input, reading->diagnostics);
    } else {
        diagnostics_note(reading->diagnostics, place, "header line found, but no usable record");
    }
    return count;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct plan plan = {0};
    struct arena arena;
    long long count = -1;
    arena_init(&arena);
    if (make_plan(&plan, input, reading, &arena))
        count = read_table(&plan, input, reading, error);
    else
        error_set(error, ERROR_INPUT,
                  "%s: no header line with columns of tasks (task, run_time, memory, start, end "
                  "…); name them with --columns or --mapping",
                  input->path);
    arena_release(&arena);
    return count;
}

static int recognise(const char *text, size_t size)
{
    struct table_header header;
    struct table_columns columns;
    struct arena arena;
    arena_init(&arena);
    int sure = 0;
    if (table_header_read(&header, text, size, NULL, &arena)) {
        const struct mapping content = {.bytes = text, .size = size};
        table_make_columns(&columns, &header, NULL, 0, &content, &arena);
        sure = table_rows_are_tasks(&columns, &header, &content) ? 5 : 0;
    }
    arena_release(&arena);
    return sure;
}

/* Benchmarks of two rules or samples are two, whatever they measured: many short ones are alike. */
static bool says_the_same(const struct input *input, const char *other_path)
{
    struct table_header header;
    struct table_columns columns;
    struct text_slice rule, sample, other_rule, other_sample;
    struct arena arena;
    bool same = true;
    arena_init(&arena);
    if (table_header_read(&header, input->content.bytes, input->content.size, NULL, &arena)) {
        table_columns_make(&columns, header.csv.names, header.csv.count, NULL, 0, &arena);
        if (columns.benchmark) {
            benchmark_rule(input->path, &rule, &sample);
            benchmark_rule(other_path, &other_rule, &other_sample);
            same = text_slices_equal(rule, other_rule) && text_slices_equal(sample, other_sample);
        }
    }
    arena_release(&arena);
    return same;
}

const struct reader reader_table = {
    .name = "table",
    .description = "any CSV or TSV of tasks: columns recognised by name, or mapped with --mapping",
    .recognise = recognise,
    .read = read,
    .says_the_same = says_the_same,
    .takes_batches = true,
};
