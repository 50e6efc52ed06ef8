#include "input/tasks/table_row.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/tasks/record_times.h"
#include "input/text/cell.h"
#include "input/text/lines.h"
#include "util/count_text.h"
#include "util/number.h"
#include "util/quantity.h"

enum { SIGNALLED = 128 }; /* what shells add to the number of a signal */

static void look_at_memory(struct table_memory *memory, double number)
{
    memory->most = fmax(memory->most, number);
    memory->decimals = memory->decimals || number != floor(number);
    memory->pages = memory->pages && fmod(number, 4096) == 0;
}

/* Exit codes may be below 0; all else may not. */
static bool read_number(struct table_memory *memory, const struct table_column *column,
                        struct text_slice cell, double *number, struct csv_fault *fault)
{
    double alone;
    cell = csv_trim(cell);
    bool is_alone = number_parse(cell.text, cell.size, &alone);
    if (column->meaning == TABLE_EXIT_CODE && is_alone) {
        *number = alone;
        return true;
    }
    if (!amount_of(table_amount_of(column->meaning), cell, number, fault))
        return false;
    bool bare = number_is_missing(column->scale);
    if (!is_alone)
        memory->said = memory->said || (bare && !number_is_missing(*number));
    else if (bare)
        look_at_memory(memory, alone);
    else if (column->scale != 1)
        *number = alone * column->scale;
    return true;
}

double table_flag(struct text_slice cell)
{
    static const char *const words[][2] = {
        {"0", "1"}, {"false", "true"}, {"no", "yes"}, {"f", "t"}, {"n", "y"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (int flag = 0; flag < 2; flag++)
            if (cell.size == strlen(words[i][flag]) &&
                strncasecmp(cell.text, words[i][flag], cell.size) == 0)
                return flag;
    return NUMBER_MISSING;
}

static bool is_flag(enum table_meaning meaning)
{
    return meaning == TABLE_SUCCESS || meaning == TABLE_FAILURE;
}

void table_row_clear(struct table_row *row)
{
    for (int i = 0; i < TABLE_MEANINGS; i++)
        row->numbers[i] = NUMBER_MISSING;
    for (int i = 0; i < TABLE_TEXTS; i++)
        row->texts[i] = (struct text_slice){"", 0};
    row->no_status = false;
}

bool table_row_take(struct table_row *row, const struct table_column *column,
                    struct text_slice cell, struct table_memory *memory, struct csv_fault *fault)
{
    if (column->meaning == TABLE_ATTRIBUTE)
        return true;
    if (is_flag(column->meaning)) {
        row->numbers[column->meaning] = table_flag(csv_trim(cell));
        row->no_status = row->no_status || number_is_missing(row->numbers[column->meaning]);
        return true;
    }
    if (column->meaning >= TABLE_TEXTS)
        return read_number(memory, column, cell, &row->numbers[column->meaning], fault);
    /* GNU parallel: the host where it runs itself */
    bool is_here = column->meaning == TABLE_NODE && text_slice_is_word(csv_trim(cell), ":");
    if (!cell_is_missing(cell) && !is_here)
        row->texts[column->meaning] = csv_trim(cell);
    else if (column->meaning == TABLE_OUTCOME)
        row->no_status = true;
    return true;
}

static struct status status_for(struct table_statuses *statuses, struct text_slice word)
{
    if (word.size == statuses->size && memcmp(word.text, statuses->latest, word.size) == 0)
        return statuses->meaning;
    struct status status = status_of(word);
    if (word.size <= TABLE_STATUS_LETTERS) {
        memcpy(statuses->latest, word.text, word.size);
        statuses->size = word.size;
        statuses->meaning = status;
    }
    return status;
}

static void put_texts(struct records *records, const struct text_slice *texts)
{
    static const int columns[TABLE_TEXTS] = {[TABLE_STEP] = RECORD_STEP_COLUMN,
                                             [TABLE_TASK] = RECORD_TASK_COLUMN,
                                             [TABLE_ID] = RECORD_ID_COLUMN,
                                             [TABLE_NODE] = RECORD_NODE_COLUMN,
                                             [TABLE_OUTCOME] = RECORD_OUTCOME_COLUMN};
    for (int i = 0; i < TABLE_TEXTS; i++)
        if (texts[i].size)
            records_put_text(records, columns[i], texts[i].text, texts[i].size);
}

/* What the flags say; ENDING_UNKNOWN when there are none. */
static enum record_ending flagged(const double *numbers)
{
    if (numbers[TABLE_SUCCESS] == 0 || numbers[TABLE_FAILURE] == 1)
        return ENDING_FAILED;
    return numbers[TABLE_SUCCESS] == 1 || numbers[TABLE_FAILURE] == 0 ? ENDING_SUCCEEDED
                                                                      : ENDING_UNKNOWN;
}

/* A flag decides where the word does not: "done" may have failed, and "exited" is not known. */
static enum record_ending ending_by(enum record_ending word, enum record_ending flag)
{
    bool open = word == ENDING_UNKNOWN ||
                (flag == ENDING_FAILED && (word == ENDING_SUCCEEDED || word == ENDING_CACHED));
    return open && flag != ENDING_UNKNOWN ? flag : word;
}

/* A source that has a column for it and leaves it empty does not say that the task succeeded. */
static void put_status(struct table_row *row, struct table_statuses *statuses,
                       struct records *records)
{
    double *exit_code = &row->numbers[TABLE_EXIT_CODE];
    enum record_ending flag = flagged(row->numbers);
    if (row->texts[TABLE_OUTCOME].size) {
        struct status status = status_for(statuses, row->texts[TABLE_OUTCOME]);
        records_put_ending(records, ending_by(status.ending, flag));
        if (isnan(*exit_code))
            *exit_code = status.exit_code;
    } else if (flag != ENDING_UNKNOWN || (row->no_status && isnan(*exit_code))) {
        records_put_ending(records, flag);
    }
}

/* Before anything follows from it: a start of 0 beside an end that is a date is none. */
static void forget_unset(double *numbers)
{
    static const enum table_meaning times[] = {TABLE_SUBMIT, TABLE_START, TABLE_END};
    double latest = fmax(fmax(numbers[TABLE_SUBMIT], numbers[TABLE_START]), numbers[TABLE_END]);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (record_time_is_unset(numbers[times[i]], latest))
            numbers[times[i]] = NUMBER_MISSING;
}

/* By more than moments of whole seconds, and times of minutes or few digits, are rounded. */
static bool differ(double elapsed, double span)
{
    static const double ROUNDED_SHARE = 0.05;
    return fabs(elapsed - span) >
           RECORD_TIMES_ROUNDING_S + ROUNDED_SHARE * fmax(fabs(elapsed), fabs(span));
}

/* 0 beside a start and an end that differ was not measured; other times may be without pauses, or
 * without what comes before and behind: what the column says counts. */
static void check_elapsed(double *elapsed, double span, struct table_times *times)
{
    if (!(span >= 0) || isnan(*elapsed) || !differ(*elapsed, span))
        return;
    if (!(*elapsed > 0)) {
        *elapsed = NUMBER_MISSING;
        times->zero++;
        return;
    }
    times->other++;
    times->most_s = fmax(times->most_s, fabs(*elapsed - span));
}

/* What a column does not say, others may. */
static void complete(double *numbers, struct table_times *times)
{
    double *elapsed = &numbers[TABLE_ELAPSED], *cpu = &numbers[TABLE_CPU];
    forget_unset(numbers);
    double span = numbers[TABLE_END] - numbers[TABLE_START];
    check_elapsed(elapsed, span, times);
    if (isnan(*elapsed) && span >= -RECORD_TIMES_ROUNDING_S)
        *elapsed = fmax(span, 0);
    if (isnan(numbers[TABLE_END]))
        numbers[TABLE_END] = numbers[TABLE_START] + *elapsed;
    else if (isnan(numbers[TABLE_START]))
        numbers[TABLE_START] = numbers[TABLE_END] - *elapsed;
    if (isnan(*cpu))
        *cpu = numbers[TABLE_CPU_USER] + numbers[TABLE_CPU_SYSTEM];
    if (isnan(*cpu))
        *cpu = number_above_zero(numbers[TABLE_CORES_USED]) * *elapsed;
    if (numbers[TABLE_SIGNAL] > 0)
        numbers[TABLE_EXIT_CODE] = SIGNALLED + numbers[TABLE_SIGNAL];
    numbers[TABLE_MEMORY] = number_above_zero(numbers[TABLE_MEMORY]);
    numbers[TABLE_CORES] = number_above_zero(numbers[TABLE_CORES]);
}

static void put_numbers(struct records *records, const double *numbers)
{
    static const int columns[TABLE_MEANINGS] = {
        [TABLE_ATTEMPT] = RECORD_ATTEMPT_COLUMN,
        [TABLE_EXIT_CODE] = RECORD_EXIT_CODE_COLUMN,
        [TABLE_SUBMIT] = RECORD_SUBMIT_COLUMN,
        [TABLE_START] = RECORD_START_COLUMN,
        [TABLE_END] = RECORD_END_COLUMN,
        [TABLE_ELAPSED] = RECORD_ELAPSED_COLUMN,
        [TABLE_SIGNAL] = RECORDS_NO_COLUMN,
        [TABLE_CPU] = RECORD_CPU_COLUMN,
        [TABLE_CPU_USER] = RECORDS_NO_COLUMN,
        [TABLE_CPU_SYSTEM] = RECORDS_NO_COLUMN,
        [TABLE_CORES] = RECORD_CORES_COLUMN,
        [TABLE_CORES_USED] = RECORDS_NO_COLUMN,
        [TABLE_SUCCESS] = RECORDS_NO_COLUMN,
        [TABLE_FAILURE] = RECORDS_NO_COLUMN,
        [TABLE_MEMORY] = RECORD_MEMORY_COLUMN,
        [TABLE_REQUESTED_MEMORY] = RECORD_REQUESTED_MEMORY_COLUMN,
        [TABLE_REQUESTED_TIME] = RECORD_REQUESTED_TIME_COLUMN,
        [TABLE_REQUESTED_CORES] = RECORD_REQUESTED_CORES_COLUMN,
        [TABLE_READ] = RECORD_BYTES_READ_COLUMN,
        [TABLE_WRITTEN] = RECORD_BYTES_WRITTEN_COLUMN,
        [TABLE_BANDWIDTH] = RECORD_BANDWIDTH_COLUMN,
    };
    for (int i = TABLE_TEXTS; i < TABLE_MEANINGS; i++)
        if (columns[i] != RECORDS_NO_COLUMN)
            records_put_number(records, columns[i], numbers[i]);
}

void table_row_put(struct table_row *row, struct table_statuses *statuses,
                   struct table_times *times, struct records *records)
{
    complete(row->numbers, times);
    records_add(records);
    put_texts(records, row->texts);
    put_status(row, statuses, records);
    put_numbers(records, row->numbers);
}

/* ---- elapsed times beside others ---- */

void table_times_join(struct table_times *times, const struct table_times *more)
{
    times->zero += more->zero;
    times->other += more->other;
    times->most_s = fmax(times->most_s, more->most_s);
}

void table_times_note(const struct table_times *times, const char *name, const char *path,
                      struct diagnostics *diagnostics)
{
    enum { DURATION_SIZE = 48 };
    struct place place = {path, 0, 0};
    char most[DURATION_SIZE];
    if (times->zero)
        diagnostics_note(diagnostics, place,
                         "column \"%s\" is 0 in %s task%s, but start and end differ: the time "
                         "between them is used",
                         name, COUNT_TEXT(times->zero), times->zero == 1 ? "" : "s");
    if (times->other)
        diagnostics_note(diagnostics, place,
                         "column \"%s\" of %s task%s differs from the time between start and end, "
                         "by up to %s: \"%s\" is used",
                         name, COUNT_TEXT(times->other), times->other == 1 ? "" : "s",
                         quantity_format(times->most_s, "s", UNITS_IEC, most, sizeof most), name);
}

/* ---- memory without a unit ---- */

void table_memory_init(struct table_memory *memory)
{
    *memory = (struct table_memory){.pages = true};
}

void table_memory_join(struct table_memory *memory, const struct table_memory *more)
{
    memory->most = fmax(memory->most, more->most);
    memory->said = memory->said || more->said;
    memory->decimals = memory->decimals || more->decimals;
    memory->pages = memory->pages && more->pages;
}

static double unit_of_memory(const struct table_memory *memory, const struct table_columns *columns)
{
    size_t column = columns->at[TABLE_MEMORY];
    if (memory->said || !(memory->most > 0))
        return 1;
    if (column < columns->count && columns->items[column].rss)
        return memory->decimals ? 0x1p20 : memory->pages ? 1 : 0x1p10;
    return memory->most < 0x1p20 ? 0x1p20 : 1;
}

static void scale_column(const struct records *records, int column, double unit)
{
    for (size_t b = 0; b < records->block_count; b++) {
        const struct records_block *block = &records->blocks[b];
        bool ours = block->source + 1 == records->source_count;
        if (!ours || (size_t)column >= block->column_count)
            continue;
        double *values = block->values[column].numbers;
        for (size_t row = 0; values && row < block->rows; row++)
            values[row] *= unit;
    }
}

const char *table_memory_settle(const struct table_memory *memory,
                                const struct table_columns *columns, const struct records *records)
{
    static const struct {
        enum table_meaning meaning;
        int column;
    } both[] = {{TABLE_MEMORY, RECORD_MEMORY_COLUMN},
                {TABLE_REQUESTED_MEMORY, RECORD_REQUESTED_MEMORY_COLUMN}};
    double unit = unit_of_memory(memory, columns);
    if (unit == 1)
        return NULL;
    for (int i = 0; i < 2; i++) {
        size_t column = columns->at[both[i].meaning];
        if (column < columns->count && number_is_missing(columns->items[column].scale))
            scale_column(records, both[i].column, unit);
    }
    return unit == 0x1p20 ? "MiB" : "KiB";
}
