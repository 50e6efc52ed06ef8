#include "input/devices/activity_columns.h"

#include <string.h>

#include "input/text/gpu_words.h"
#include "input/text/sample_columns.h"
#include "table/activity.h"

static const struct {
    const char *name;
    enum activity_meaning meaning;
    double scale;
} known_names[] = {
#define SAMPLE_COLUMN(name, meaning) {name, ACTIVITY_##meaning, 1},
#include "input/text/sample_columns.def"
#undef SAMPLE_COLUMN
#define ACTIVITY_NAME(name, meaning, scale) {name, ACTIVITY_##meaning, scale},
#include "input/devices/activity_names.def"
#undef ACTIVITY_NAME
};
enum { KNOWN_NAMES = sizeof known_names / sizeof known_names[0] };

_Static_assert(ACTIVITY_MEANINGS - ACTIVITY_POWER == DEVICE_METRICS, "a meaning a metric");

/* How early the name stands in the list; KNOWN_NAMES when it does not. */
static int rank_of(const char *name)
{
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    int rank = 0;
    while (rank < KNOWN_NAMES && strcmp(known_names[rank].name, squeezed) != 0)
        rank++;
    return rank;
}

bool activity_columns_knows(const char *meaning)
{
    return rank_of(meaning) < KNOWN_NAMES;
}

static bool has(const struct activity_columns *columns, enum activity_meaning meaning)
{
    return columns->at[meaning] < columns->count;
}

static void drop(struct activity_columns *columns, enum activity_meaning meaning)
{
    if (has(columns, meaning))
        columns->meanings[columns->at[meaning]] = ACTIVITY_OTHER;
    columns->at[meaning] = columns->count;
}

/* A time of day is the time only beside a day, and a day alone is a column like others. */
static void settle_time(struct activity_columns *columns)
{
    size_t clock = columns->at[ACTIVITY_TIME_OF_DAY];
    bool is_time =
        clock < columns->count && has(columns, ACTIVITY_DAY) && !has(columns, ACTIVITY_TIME);
    drop(columns, ACTIVITY_TIME_OF_DAY);
    if (is_time) {
        columns->meanings[clock] = ACTIVITY_TIME;
        columns->at[ACTIVITY_TIME] = clock;
    }
    if (!has(columns, ACTIVITY_TIME))
        drop(columns, ACTIVITY_DAY);
}

static bool has_column(const struct csv_header *header, const char *name)
{
    return csv_column(header, name) < header->count;
}

/* The short names of nvidia-smi dmon and amd-smi monitor, where nobody said what they are: those of
 * nvidia-smi pmon are of processes; without "sm" or "gfx" beside it "mem" is rather the memory
 * used, or, of amd-smi metric, a temperature. */
static void drop_short_names(struct activity_columns *columns, const struct csv_header *header,
                             const struct column_mapping *mapping, size_t mapping_count)
{
    bool is_of_processes = has_column(header, "pid"),
         has_use = has_column(header, "sm") || has_column(header, "gfx");
    char squeezed[COLUMN_NAME_SIZE];
    for (size_t i = 0; i < header->count; i++) {
        if (columns->meanings[i] == ACTIVITY_OTHER ||
            column_mapping_find(header->names[i], mapping, mapping_count))
            continue;
        column_name_squeeze(header->names[i], squeezed);
        bool is_mem = strcmp(squeezed, "mem") == 0;
        bool is_short = is_mem || strcmp(squeezed, "sm") == 0 || strcmp(squeezed, "gfx") == 0 ||
                        strcmp(squeezed, "fb") == 0;
        if (is_short && (is_of_processes || (is_mem && !has_use)))
            drop(columns, columns->meanings[i]);
    }
}

/* In a table of events "index" and "serial" may number its rows. */
static void drop_row_numbers(struct activity_columns *columns, const struct csv_header *header)
{
    static const enum activity_meaning meanings[] = {ACTIVITY_SERIAL, ACTIVITY_INDEX};
    char squeezed[COLUMN_NAME_SIZE];
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        size_t column = columns->at[meanings[i]];
        if (column == columns->count)
            continue;
        column_name_squeeze(header->names[column], squeezed);
        if (strcmp(squeezed, "index") != 0 && strcmp(squeezed, "serial") != 0)
            continue;
        drop(columns, meanings[i]);
    }
}

/* "gpuUtilPerc"; nvidia-smi dmon and amd-smi monitor have percentages only. */
static bool names_percent(const char *name)
{
    char squeezed[COLUMN_NAME_SIZE];
    column_name_squeeze(name, squeezed);
    return strstr(squeezed, "perc") || strstr(squeezed, "pct") || strcmp(squeezed, "sm") == 0 ||
           strcmp(squeezed, "gfx") == 0 || strcmp(squeezed, "mem") == 0;
}

void activity_columns_make(struct activity_columns *columns, const struct csv_header *header,
                           const struct column_mapping *mapping, size_t mapping_count,
                           struct arena *arena)
{
    int ranks[ACTIVITY_MEANINGS];
    columns->count = header->count;
    columns->of_gpus = gpu_names_say_any(header->names, header->count);
    columns->meanings = arena_alloc_array(arena, header->count, sizeof *columns->meanings);
    columns->scales = arena_alloc_array(arena, header->count, sizeof *columns->scales);
    columns->name_percent = arena_alloc_array(arena, header->count, sizeof *columns->name_percent);
    for (int i = 0; i < ACTIVITY_MEANINGS; i++) {
        columns->at[i] = header->count;
        ranks[i] = KNOWN_NAMES;
    }
    for (size_t i = 0; i < header->count; i++) {
        const char *said = column_mapping_find(header->names[i], mapping, mapping_count);
        int known = rank_of(said ? said : header->names[i]), rank = said ? -1 : known;
        columns->meanings[i] = ACTIVITY_OTHER;
        columns->scales[i] = 1;
        columns->name_percent[i] = strchr(header->names[i], '%') || (said && names_percent(said)) ||
                                   names_percent(header->names[i]);
        if (known == KNOWN_NAMES || rank >= ranks[known_names[known].meaning])
            continue;
        enum activity_meaning meaning = known_names[known].meaning;
        if (columns->at[meaning] < header->count)
            columns->meanings[columns->at[meaning]] = ACTIVITY_OTHER;
        columns->at[meaning] = i;
        columns->meanings[i] = meaning;
        columns->scales[i] = known_names[known].scale;
        ranks[meaning] = rank;
    }
    settle_time(columns);
    drop_short_names(columns, header, mapping, mapping_count);
    if (has(columns, ACTIVITY_EVENT) && has(columns, ACTIVITY_SIDE))
        drop_row_numbers(columns, header);
}

static bool has_other(const struct activity_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->meanings[i] == ACTIVITY_OTHER)
            return true;
    return false;
}

static bool has_metric(const struct activity_columns *columns)
{
    for (int i = ACTIVITY_ENERGY; i < ACTIVITY_MEANINGS; i++)
        if (has(columns, (enum activity_meaning)i))
            return true;
    return false;
}

static bool tell_gpus_apart(const struct activity_columns *columns)
{
    return has(columns, ACTIVITY_SERIAL) || has(columns, ACTIVITY_UUID) ||
           has(columns, ACTIVITY_INDEX);
}

bool activity_columns_are_of_one_gpu(const struct activity_columns *columns)
{
    return columns->of_gpus && has(columns, ACTIVITY_TIME) && has_metric(columns) &&
           !tell_gpus_apart(columns) && !has(columns, ACTIVITY_HOST) &&
           !has(columns, ACTIVITY_TASK) && !has(columns, ACTIVITY_JOB);
}

/* Of rows with a time. */
static enum activity_shape shape_of_moments(const struct activity_columns *columns)
{
    bool event = has(columns, ACTIVITY_EVENT), side = has(columns, ACTIVITY_SIDE);
    if (event && side)
        return ACTIVITY_EVENTS;
    bool is_sample = has_metric(columns) && !event && !side;
    return is_sample && (tell_gpus_apart(columns) || activity_columns_are_of_one_gpu(columns))
               ? ACTIVITY_SAMPLES
               : ACTIVITY_NONE;
}

enum activity_shape activity_columns_shape(const struct activity_columns *columns)
{
    if (has(columns, ACTIVITY_TIME))
        return shape_of_moments(columns);
    if (has_metric(columns) || has(columns, ACTIVITY_EVENT) || has(columns, ACTIVITY_SIDE))
        return ACTIVITY_NONE;
    if (has(columns, ACTIVITY_TASK))
        return has_other(columns) && !tell_gpus_apart(columns) ? ACTIVITY_ATTRIBUTES
                                                               : ACTIVITY_NONE;
    bool has_name = has(columns, ACTIVITY_SERIAL) || has(columns, ACTIVITY_UUID);
    return has_name && has(columns, ACTIVITY_HOST) ? ACTIVITY_GPUS : ACTIVITY_NONE;
}
