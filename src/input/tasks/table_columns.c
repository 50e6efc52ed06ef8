#include "input/tasks/table_columns.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "util/number.h"
#include "util/quantity.h"

enum { LONGEST_NAME = 64 };

static const struct {
    const char *name;
    enum table_meaning meaning;
} known_names[] = {
#define TABLE_NAME(name, meaning) {name, TABLE_##meaning},
#include "input/tasks/table_names.def"
#undef TABLE_NAME
};
enum { KNOWN_NAMES = sizeof known_names / sizeof known_names[0] };

/* ---- units ---- */

enum amount table_amount_of(enum table_meaning meaning)
{
    switch (meaning) {
    case TABLE_SUBMIT:
    case TABLE_START:
    case TABLE_END:
        return AMOUNT_MOMENT;
    case TABLE_ELAPSED:
    case TABLE_CPU:
    case TABLE_REQUESTED_TIME:
        return AMOUNT_SECONDS;
    case TABLE_MEMORY:
    case TABLE_REQUESTED_MEMORY:
    case TABLE_READ:
    case TABLE_WRITTEN:
        return AMOUNT_BYTES;
    default:
        return AMOUNT_NUMBER;
    }
}

static double time_unit(const char *unit)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {
        {"ns", 1e-9},    {"us", 1e-6},    {"ms", 1e-3},  {"msec", 1e-3}, {"s", 1},
        {"sec", 1},      {"secs", 1},     {"second", 1}, {"seconds", 1}, {"min", 60},
        {"mins", 60},    {"minutes", 60}, {"h", 3600},   {"hr", 3600},   {"hrs", 3600},
        {"hours", 3600}, {"days", 86400},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, unit) == 0)
            return units[i].seconds;
    return 0;
}

/* 0 when it is no unit of such an amount. */
static double unit_scale(const char *unit, enum amount amount)
{
    switch (amount) {
    case AMOUNT_SECONDS:
    case AMOUNT_MOMENT:
        return time_unit(unit);
    case AMOUNT_BYTES:
        return quantity_byte_unit(unit);
    default:
        return 0;
    }
}

/* ---- names ---- */

/* Lower-case letters and digits of the name; *last is where the last word of several begins. */
static void squeeze(const char *name, char squeezed[LONGEST_NAME], size_t *last)
{
    size_t size = 0;
    bool gap = false;
    *last = 0;
    for (; *name && size + 1 < LONGEST_NAME; name++) {
        unsigned char c = (unsigned char)*name;
        if (c >= 0x80 || !isalnum(c)) {
            gap = size > 0;
            continue;
        }
        if (gap)
            *last = size;
        gap = false;
        squeezed[size++] = (char)tolower(c);
    }
    squeezed[size] = '\0';
}

static int rank_of(const char *squeezed)
{
    for (int i = 0; i < KNOWN_NAMES; i++)
        if (strcmp(known_names[i].name, squeezed) == 0)
            return i;
    return KNOWN_NAMES;
}

/* "cpu_s", which without the gap would be a number of CPUs; "cpu" alone may be anything. */
static bool is_cpu_time(const char *squeezed, size_t last, double *scale)
{
    double unit = last == strlen("cpu") ? time_unit(squeezed + last) : 0;
    if (!(unit > 0) || strncmp(squeezed, "cpu", last) != 0)
        return false;
    *scale = unit;
    return true;
}

/* How early the name stands in the list; KNOWN_NAMES when it does not. */
static int recognise(const char *name, double *scale)
{
    char squeezed[LONGEST_NAME];
    size_t last;
    squeeze(name, squeezed, &last);
    if (is_cpu_time(squeezed, last, scale))
        return rank_of("cputime");
    int rank = rank_of(squeezed);
    *scale = NUMBER_MISSING;
    if (rank < KNOWN_NAMES || !last)
        return rank;
    char unit[LONGEST_NAME];
    strcpy(unit, squeezed + last);
    squeezed[last] = '\0';
    rank = rank_of(squeezed);
    if (rank == KNOWN_NAMES)
        return rank;
    *scale = unit_scale(unit, table_amount_of(known_names[rank].meaning));
    return *scale > 0 ? rank : KNOWN_NAMES;
}

/* Benchmarks of Snakemake: MB are of 2^20, and a name is no more than a unit. */
static const struct column_mapping benchmark_mapping[] = {{"s", "run_time_s"},
                                                          {"max_rss", "max_rss_MiB"},
                                                          {"io_in", "bytes_read_MiB"},
                                                          {"io_out", "bytes_written_MiB"}};
enum { BENCHMARK_COLUMNS = sizeof benchmark_mapping / sizeof benchmark_mapping[0] };

static bool is_benchmark(const char *const *names, size_t count)
{
    bool clock = false, rss = false;
    for (size_t i = 0; i < count; i++) {
        clock = clock || strcmp(names[i], "h:m:s") == 0;
        rss = rss || strcmp(names[i], "max_rss") == 0;
    }
    return clock && rss;
}

static double default_scale(enum table_meaning meaning, double scale)
{
    if (!number_is_missing(scale) || meaning == TABLE_MEMORY || meaning == TABLE_REQUESTED_MEMORY)
        return scale;
    return 1;
}

/* Beside a column that names the kind, "task" is the task itself. */
static void take_other_task_as_id(struct table_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        double scale;
        int rank = recognise(columns->items[i].name, &scale);
        if (columns->items[i].meaning != TABLE_ATTRIBUTE || rank == KNOWN_NAMES ||
            strcmp(known_names[rank].name, "task") != 0)
            continue;
        columns->items[i].meaning = TABLE_ID;
        columns->at[TABLE_ID] = i;
        return;
    }
}

void table_columns_make(struct table_columns *columns, const char *const *names, size_t count,
                        const struct column_mapping *mapping, size_t mapping_count,
                        struct arena *arena)
{
    int ranks[TABLE_MEANINGS];
    bool benchmark = is_benchmark(names, count);
    *columns = (struct table_columns){.benchmark = benchmark, .count = count};
    columns->items = arena_alloc_array(arena, count, sizeof *columns->items);
    for (int i = 0; i < TABLE_MEANINGS; i++) {
        columns->at[i] = count;
        ranks[i] = KNOWN_NAMES;
    }
    for (size_t i = 0; i < count; i++) {
        struct table_column *column = &columns->items[i];
        *column = (struct table_column){names[i], TABLE_ATTRIBUTE, 1, false};
        const char *meaning = column_mapping_find(names[i], mapping, mapping_count);
        if (!meaning && benchmark)
            meaning = column_mapping_find(names[i], benchmark_mapping, BENCHMARK_COLUMNS);
        double scale;
        int rank = recognise(meaning ? meaning : names[i], &scale);
        if (rank == KNOWN_NAMES)
            continue;
        enum table_meaning found = known_names[rank].meaning;
        rank = meaning ? -1 : rank; /* what somebody says goes first */
        if (rank >= ranks[found])
            continue;
        if (columns->at[found] < count)
            columns->items[columns->at[found]].meaning = TABLE_ATTRIBUTE;
        ranks[found] = rank;
        columns->at[found] = i;
        *column = (struct table_column){names[i], found, default_scale(found, scale),
                                        rank >= 0 && strstr(known_names[rank].name, "maxrss")};
    }
    if (columns->at[TABLE_ID] == count && ranks[TABLE_TASK] >= 0)
        take_other_task_as_id(columns);
}

bool table_columns_knows(const char *meaning)
{
    double scale;
    return recognise(meaning, &scale) < KNOWN_NAMES;
}

void table_columns_take_task_as_id(struct table_columns *columns)
{
    size_t task = columns->at[TABLE_TASK], other = columns->count;
    int best = KNOWN_NAMES;
    for (size_t i = 0; i < columns->count; i++) {
        double scale;
        int rank = recognise(columns->items[i].name, &scale);
        if (i != task && rank < best && known_names[rank].meaning == TABLE_TASK) {
            best = rank;
            other = i;
        }
    }
    bool is_id = columns->at[TABLE_ID] == columns->count;
    columns->items[task].meaning = is_id ? TABLE_ID : TABLE_ATTRIBUTE;
    if (is_id)
        columns->at[TABLE_ID] = task;
    columns->at[TABLE_TASK] = other;
    if (other < columns->count)
        columns->items[other].meaning = TABLE_TASK;
}

void table_columns_take_elapsed_as_start(struct table_columns *columns)
{
    size_t column = columns->at[TABLE_ELAPSED];
    bool is_start = columns->at[TABLE_START] == columns->count;
    columns->items[column].meaning = is_start ? TABLE_START : TABLE_ATTRIBUTE;
    columns->items[column].scale = 1;
    if (is_start)
        columns->at[TABLE_START] = column;
    columns->at[TABLE_ELAPSED] = columns->count;
}

void table_columns_take_as_attribute(struct table_columns *columns, enum table_meaning meaning)
{
    columns->items[columns->at[meaning]].meaning = TABLE_ATTRIBUTE;
    columns->at[meaning] = columns->count;
}

/* ---- is it a table of tasks? ---- */

static bool has(const struct table_columns *columns, enum table_meaning meaning)
{
    return columns->at[meaning] < columns->count;
}

/* Columns of tables in which a row is many tasks, or no task at all. */
static bool is_of_many(const struct table_columns *columns, size_t column)
{
    static const char *const words[] = {"tasks",    "jobs",      "quanta",    "count",
                                        "samples",  "mean",      "median",    "metric",
                                        "attempts", "value",     "p50",       "std",
                                        "event",    "eventname", "eventtype", "quantity"};
    char squeezed[LONGEST_NAME];
    size_t last;
    squeeze(columns->items[column].name, squeezed, &last);
    if (strcmp(squeezed, "cpuefficiency") == 0) /* of a job, where it has an id */
        return !has(columns, TABLE_ID);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(squeezed, words[i]) == 0)
            return true;
    return false;
}

/* Of an event, which is part of a task, a table may hold what devices measured: only with its time
 * is it one of tasks. */
static bool is_of_events(const struct table_columns *columns)
{
    char squeezed[LONGEST_NAME];
    size_t last;
    if (!has(columns, TABLE_TASK))
        return false;
    squeeze(columns->items[columns->at[TABLE_TASK]].name, squeezed, &last);
    return strcmp(squeezed, "eventname") == 0;
}

bool table_columns_are_tasks(const struct table_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->items[i].meaning == TABLE_ATTRIBUTE && is_of_many(columns, i))
            return false;
    bool span = has(columns, TABLE_START) && has(columns, TABLE_END);
    int measures =
        has(columns, TABLE_ELAPSED) + has(columns, TABLE_CPU) + has(columns, TABLE_MEMORY) + span;
    bool named = has(columns, TABLE_TASK) || has(columns, TABLE_ID);
    if (is_of_events(columns) && !has(columns, TABLE_ELAPSED) && !span)
        return false;
    return measures > 1 || (measures && named);
}

bool table_columns_say_more(const struct table_columns *columns)
{
    for (int meaning = TABLE_NODE; meaning < TABLE_MEANINGS; meaning++)
        if (meaning != TABLE_ELAPSED && meaning != TABLE_CPU && meaning != TABLE_MEMORY &&
            has(columns, (enum table_meaning)meaning))
            return true;
    return false;
}
