#include "input/tasks/table_columns.h"

#include <ctype.h>
#include <string.h>

#include "util/number.h"
#include "util/quantity.h"
#include "util/text_slice.h"

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
    case TABLE_CPU_USER:
    case TABLE_CPU_SYSTEM:
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
    *scale = NUMBER_MISSING;
    if (strchr(name, '%')) /* a share of a time or an amount, and neither */
        return KNOWN_NAMES;
    squeeze(name, squeezed, &last);
    if (is_cpu_time(squeezed, last, scale))
        return rank_of("cputime");
    int rank = rank_of(squeezed);
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

/* What names mean in tables of a known program, which have all of `marks`. */
struct known_table {
    const char *marks[2];
    struct column_mapping names[6]; /* ended by NULL */
};

enum { SNAKEMAKE, PARALLEL, TIME_SYS, TIME_SYSTEM };
static const struct known_table known_tables[] = {
    /* Benchmarks of Snakemake: MB are of 2^20, and a name is no more than a unit. The jobid tells
     * no rows apart: repeats share it, and each run of Snakemake numbers its jobs anew. */
    [SNAKEMAKE] = {{"h:m:s", "max_rss"},
                   {{"s", "run_time_s"},
                    {"jobid", ""},
                    {"max_rss", "max_rss_MiB"},
                    {"io_in", "bytes_read_MiB"},
                    {"io_out", "bytes_written_MiB"}}},
    /* GNU parallel --joblog */
    [PARALLEL] = {{"JobRuntime", "Exitval"},
                  {{"Seq", "id"},
                   {"JobRuntime", "run_time_s"},
                   {"Exitval", "exit_code"},
                   {"Signal", "termination_signal"}}},
    /* The words of time(1), which alone may be anything, and together who ran it where. */
    [TIME_SYS] = {{"user", "sys"},
                  {{"real", "run_time"}, {"user", "user_time"}, {"sys", "system_time"}}},
    [TIME_SYSTEM] = {{"user", "system"},
                     {{"real", "run_time"}, {"user", "user_time"}, {"system", "system_time"}}},
    /* CodeCarbon, which writes a row when a run has ended */
    {{"duration", "emissions"},
     {{"project_name", "task"},
      {"run_id", "id"},
      {"timestamp", "end"},
      {"duration", "run_time_s"}}},
    {{"user_s", "sys_s"},
     {{"real_s", "run_time_s"}, {"user_s", "user_time_s"}, {"sys_s", "system_time_s"}}},
    {{"user_s", "system_s"},
     {{"real_s", "run_time_s"}, {"user_s", "user_time_s"}, {"system_s", "system_time_s"}}},
};
enum { KNOWN_TABLES = sizeof known_tables / sizeof known_tables[0] };

static bool has_name(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static const struct known_table *known_table_of(const char *const *names, size_t count)
{
    for (size_t i = 0; i < KNOWN_TABLES; i++)
        if (has_name(names, count, known_tables[i].marks[0]) &&
            has_name(names, count, known_tables[i].marks[1]))
            return &known_tables[i];
    return NULL;
}

static const char *meaning_in(const struct known_table *table, const char *name)
{
    for (const struct column_mapping *at = table ? table->names : NULL; at && at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at->meaning;
    return NULL;
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

static bool has_words_of_time(const struct known_table *known, const struct column_mapping *mapping,
                              size_t mapping_count)
{
    return known && (known == &known_tables[TIME_SYS] || known == &known_tables[TIME_SYSTEM]) &&
           !column_mapping_find(known->marks[0], mapping, mapping_count) &&
           !column_mapping_find(known->marks[1], mapping, mapping_count);
}

/* `known`: NULL for a table of no known program. */
static void make(struct table_columns *columns, const char *const *names, size_t count,
                 const struct column_mapping *mapping, size_t mapping_count,
                 const struct known_table *known, struct arena *arena)
{
    int ranks[TABLE_MEANINGS];
    *columns = (struct table_columns){.benchmark = known == &known_tables[SNAKEMAKE],
                                      .joblog = known == &known_tables[PARALLEL],
                                      .timed = has_words_of_time(known, mapping, mapping_count),
                                      .count = count};
    columns->sums = table_columns_are_sums(names, count) || table_columns_are_profile(names, count);
    columns->items = arena_alloc_array(arena, count, sizeof *columns->items);
    for (int i = 0; i < TABLE_MEANINGS; i++) {
        columns->at[i] = count;
        ranks[i] = KNOWN_NAMES;
    }
    for (size_t i = 0; i < count; i++) {
        struct table_column *column = &columns->items[i];
        *column = (struct table_column){names[i], TABLE_ATTRIBUTE, 1, false};
        const char *meaning = column_mapping_find(names[i], mapping, mapping_count);
        if (!meaning)
            meaning = meaning_in(known, names[i]);
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

void table_columns_make(struct table_columns *columns, const char *const *names, size_t count,
                        const struct column_mapping *mapping, size_t mapping_count,
                        struct arena *arena)
{
    make(columns, names, count, mapping, mapping_count, known_table_of(names, count), arena);
}

void table_columns_make_plain(struct table_columns *columns, const char *const *names, size_t count,
                              const struct column_mapping *mapping, size_t mapping_count,
                              struct arena *arena)
{
    make(columns, names, count, mapping, mapping_count, NULL, arena);
}

bool table_columns_knows(const char *meaning)
{
    double scale;
    return recognise(meaning, &scale) < KNOWN_NAMES;
}

bool table_columns_names_task(const char *name)
{
    double scale;
    int rank = recognise(name, &scale);
    enum table_meaning meaning = rank < KNOWN_NAMES ? known_names[rank].meaning : TABLE_ATTRIBUTE;
    return meaning == TABLE_STEP || meaning == TABLE_TASK || meaning == TABLE_ID;
}

static void take_as_id(struct table_columns *columns, size_t column)
{
    bool is_id = columns->at[TABLE_ID] == columns->count;
    columns->items[column].meaning = is_id ? TABLE_ID : TABLE_ATTRIBUTE;
    if (is_id)
        columns->at[TABLE_ID] = column;
}

void table_columns_take_step_as_id(struct table_columns *columns)
{
    take_as_id(columns, columns->at[TABLE_STEP]);
    columns->at[TABLE_STEP] = columns->count;
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
    take_as_id(columns, task);
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
    return TEXT_IS_AMONG(squeezed, words);
}

static bool has_columns_of_many(const struct table_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->items[i].meaning == TABLE_ATTRIBUTE && is_of_many(columns, i))
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

bool table_columns_are_sums(const char *const *names, size_t count)
{
    static const char *const numbers[] = {"instances", "numcalls", "calls"};
    static const char *const means[] = {"avg", "avgns", "average", "averagens", "avgtime"};
    bool has_number = false, has_mean = false;
    for (size_t i = 0; i < count; i++) {
        char squeezed[LONGEST_NAME];
        size_t last;
        squeeze(names[i], squeezed, &last);
        has_number = has_number || TEXT_IS_AMONG(squeezed, numbers);
        has_mean = has_mean || TEXT_IS_AMONG(squeezed, means);
    }
    return has_number && has_mean;
}

bool table_columns_are_profile(const char *const *names, size_t count)
{
    static const char *const wanted[] = {"step", "node", "series", "minepochtime"};
    enum { WANTED = sizeof wanted / sizeof wanted[0] };
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        char squeezed[LONGEST_NAME];
        size_t last;
        squeeze(names[i], squeezed, &last);
        for (size_t k = 0; k < WANTED; k++)
            found |= strcmp(squeezed, wanted[k]) == 0 ? (size_t)1 << k : 0;
    }
    return found == ((size_t)1 << WANTED) - 1;
}

bool table_columns_are_tasks(const struct table_columns *columns)
{
    if (columns->sums || has_columns_of_many(columns))
        return false;
    bool span = has(columns, TABLE_START) && has(columns, TABLE_END);
    bool cpu =
        has(columns, TABLE_CPU) || (has(columns, TABLE_CPU_USER) && has(columns, TABLE_CPU_SYSTEM));
    int measures = has(columns, TABLE_ELAPSED) + cpu + has(columns, TABLE_MEMORY) + span;
    bool named = has(columns, TABLE_TASK) || has(columns, TABLE_ID);
    if (is_of_events(columns) && !has(columns, TABLE_ELAPSED) && !span)
        return false;
    return measures > 1 || (measures && named);
}

bool table_columns_say_more(const struct table_columns *columns)
{
    for (int meaning = TABLE_NODE; meaning < TABLE_MEANINGS; meaning++)
        if (meaning != TABLE_ELAPSED && meaning != TABLE_CPU && meaning != TABLE_CPU_USER &&
            meaning != TABLE_CPU_SYSTEM && meaning != TABLE_MEMORY &&
            has(columns, (enum table_meaning)meaning))
            return true;
    return false;
}
