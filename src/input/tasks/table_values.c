#include "input/tasks/table_values.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "input/tasks/clock_column.h"
#include "input/tasks/process_samples.h"
#include "input/text/flux_table.h"
#include "input/text/gpu_words.h"
#include "input/text/sample_columns.h"

/* The least of a time stamp in s: before it nobody counts since 1970, and no task takes as long. */
static const double LEAST_STAMP_S = 946684800;
/* Of stamps of a campaign, the last ÷ the first: run times in ns differ by more. */
static const double MOST_STRETCH = 1.1;

static struct column_look look_at(const struct table_columns *columns, enum table_meaning meaning,
                                  const struct table_header *header, const struct mapping *content)
{
    return table_look_at_column(header, columns->at[meaning], TABLE_ROWS_LOOKED_AT, content);
}

static bool has(const struct table_columns *columns, enum table_meaning meaning)
{
    return columns->at[meaning] < columns->count;
}

static bool holds_times(const struct table_columns *columns, enum table_meaning meaning,
                        const struct table_header *header, const struct mapping *content)
{
    struct column_look look = look_at(columns, meaning, header, content);
    return 2 * look.seconds >= look.rows - look.missing;
}

void table_make_columns(struct table_columns *columns, const struct table_header *header,
                        const struct column_mapping *mapping, size_t mapping_count,
                        const struct mapping *content, struct arena *arena)
{
    const struct csv_header *csv = &header->csv;
    table_columns_make(columns, csv->names, csv->count, mapping, mapping_count, arena);
    if (columns->timed && (!holds_times(columns, TABLE_CPU_USER, header, content) ||
                           !holds_times(columns, TABLE_CPU_SYSTEM, header, content)))
        table_columns_make_plain(columns, csv->names, csv->count, mapping, mapping_count, arena);
}

static bool has_letter(const char *name)
{
    for (; *name; name++)
        if (isalpha((unsigned char)*name) || (unsigned char)*name >= 0x80)
            return true;
    return false;
}

const struct table_column *table_find_likely_kind(const struct table_columns *columns,
                                                  const struct table_header *header,
                                                  const struct mapping *content, size_t *values)
{
    enum { ROWS = 100000, LEAST_ROWS_EACH = 5 };
    const struct table_column *found = NULL;
    for (size_t i = 0; i < columns->count; i++) {
        const struct table_column *column = &columns->items[i];
        if (column->meaning != TABLE_ATTRIBUTE || !column->name[0] || has_letter(column->name))
            continue;
        struct column_look look = table_look_at_column(header, i, ROWS, content);
        if (look.values < 2 || look.values == COLUMN_LOOK_VALUES ||
            look.rows < LEAST_ROWS_EACH * look.values)
            continue;
        if (found)
            return NULL;
        found = column;
        *values = look.values;
    }
    return found;
}

/* Numbers of a named unit are stamps in it or none: 2e9 ns are 2 s. */
static bool are_stamps(const struct table_column *column, const struct column_look *look)
{
    if (!look->stamps || look->stamps + look->missing < look->rows)
        return false;
    if (strcasecmp(column->name, "time") == 0)
        return true;
    if (column->scale != 1)
        return look->lowest * column->scale >= LEAST_STAMP_S;
    return look->highest <= MOST_STRETCH * look->lowest;
}

const char *table_take_stamps_as_start(struct table_columns *columns,
                                       const struct table_header *header,
                                       const struct mapping *content)
{
    if (!has(columns, TABLE_ELAPSED))
        return NULL;
    const struct table_column *column = &columns->items[columns->at[TABLE_ELAPSED]];
    struct column_look look = look_at(columns, TABLE_ELAPSED, header, content);
    if (!are_stamps(column, &look))
        return NULL;
    table_columns_take_elapsed_as_start(columns);
    return column->name;
}

static bool is_clock(const struct table_columns *columns, size_t column,
                     const struct table_header *header, const struct mapping *content)
{
    return column < columns->count && clock_column_is(header, columns, column, content);
}

const char *table_drop_clock(struct table_columns *columns, const struct table_header *header,
                             const struct mapping *content)
{
    size_t time = sample_columns_find(&header->csv).time;
    if (columns->at[TABLE_ELAPSED] != time || !is_clock(columns, time, header, content))
        return NULL;
    table_columns_take_as_attribute(columns, TABLE_ELAPSED);
    return columns->items[time].name;
}

static bool has_no_time_but_clock(const struct table_columns *columns,
                                  const struct table_header *header, const struct mapping *content)
{
    return !has(columns, TABLE_ELAPSED) && !has(columns, TABLE_START) && !has(columns, TABLE_END) &&
           is_clock(columns, sample_columns_find(&header->csv).time, header, content);
}

/* What monitors measure of a GPU has other names. */
static bool has_measures_of_tasks(const struct table_columns *columns)
{
    static const enum table_meaning meanings[] = {
        TABLE_ID,
        TABLE_OUTCOME,
        TABLE_ATTEMPT,
        TABLE_EXIT_CODE,
        TABLE_SIGNAL,
        TABLE_SUCCESS,
        TABLE_FAILURE,
        TABLE_SUBMIT,
        TABLE_END,
        TABLE_ELAPSED,
        TABLE_CPU,
        TABLE_CPU_USER,
        TABLE_CPU_SYSTEM,
        TABLE_CORES,
        TABLE_CORES_USED,
        TABLE_REQUESTED_MEMORY,
        TABLE_REQUESTED_TIME,
        TABLE_REQUESTED_CORES,
    };
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (has(columns, meanings[i]))
            return true;
    return columns->benchmark || columns->joblog;
}

static bool is_one_of(const char *const *names, const char *name)
{
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    while (*names && strcmp(*names, squeezed) != 0)
        names++;
    return *names != NULL;
}

/* "name" is the model of a GPU there, "command" the process that uses it. */
static bool names_tasks(const struct table_columns *columns)
{
    static const char *const of_gpus[] = {"name",    "type",       "kind",    "process",
                                          "program", "executable", "command", NULL};
    return has(columns, TABLE_TASK) &&
           !is_one_of(of_gpus, columns->items[columns->at[TABLE_TASK]].name);
}

/* Samples of a GPU are of a moment, and so is the memory in use. */
static bool has_peak_memory(const struct table_columns *columns)
{
    const char *name =
        has(columns, TABLE_MEMORY) ? columns->items[columns->at[TABLE_MEMORY]].name : "";
    return strcasestr(name, "peak") || strcasestr(name, "max");
}

static bool names_tasks_alone(const struct table_columns *columns, const struct csv_header *header)
{
    size_t time = sample_columns_find(header).time;
    return time >= header->count && (names_tasks(columns) || has_peak_memory(columns));
}

static bool are_of_gpus(const struct table_columns *columns, const struct table_header *header)
{
    return gpu_names_say_any(header->csv.names, header->csv.count) &&
           !has_measures_of_tasks(columns) && !names_tasks_alone(columns, &header->csv);
}

bool table_rows_are_tasks(struct table_columns *columns, const struct table_header *header,
                          const struct mapping *content)
{
    if (flux_table_is(&header->csv))
        return false;
    table_take_stamps_as_start(columns, header, content);
    table_drop_clock(columns, header, content);
    return table_columns_are_tasks(columns) && !are_of_gpus(columns, header) &&
           !has_no_time_but_clock(columns, header, content) &&
           !process_samples_are(header, columns, content);
}
