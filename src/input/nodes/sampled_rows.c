#include "input/nodes/sampled_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/tasks/table_columns.h"
#include "input/text/status_words.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/name_index.h"
#include "util/number.h"

static const double MOST_OTHER = 0.25; /* of the intervals, and of the names in rows of a host */
static const double MOST_JITTER = 0.05, CLOCK_TICK_S = 1; /* of an interval */
enum {
    LEAST_INTERVALS = 4,
    LEAST_HOSTS = 64
}; /* LEAST_HOSTS: where nearly no host is there twice */

/* Each host's latest row. */
struct latest {
    double time;
    const struct text_slice *names;
};

struct sampled {
    const struct csv_header *header;
    struct node_columns columns;
    struct table_columns meanings;
    struct arena *arena;
    struct name_index hosts;
    LIST_OF(struct latest) latest;
    LIST_OF(double) intervals;       /* of rows of a host that follow each other */
    size_t rows, renamed;            /* rows that are named otherwise than the host's row before */
    size_t shared;                   /* rows of the moment and the names of the row before */
    struct latest last;              /* the row before */
    bool has_fractions, has_endings; /* of times; of tasks */
};

/* ---- columns ---- */

static bool names_rows(const struct sampled *sampled, size_t column)
{
    return column != sampled->columns.host && column != sampled->columns.time &&
           column != sampled->columns.day &&
           table_columns_names_task(sampled->header->names[column]);
}

/* What monitors measure of a node has other names. */
static bool has_measures_of_tasks(const struct table_columns *columns, size_t time)
{
    static const enum table_meaning meanings[] = {
        TABLE_ATTEMPT,         TABLE_EXIT_CODE,
        TABLE_SIGNAL,          TABLE_SUCCESS,
        TABLE_FAILURE,         TABLE_SUBMIT,
        TABLE_START,           TABLE_END,
        TABLE_ELAPSED,         TABLE_CPU,
        TABLE_CPU_USER,        TABLE_CPU_SYSTEM,
        TABLE_CORES_USED,      TABLE_REQUESTED_TIME,
        TABLE_REQUESTED_CORES, TABLE_REQUESTED_MEMORY,
    };
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (columns->at[meanings[i]] < columns->count && columns->at[meanings[i]] != time)
            return true;
    return columns->benchmark || columns->joblog;
}

/* ---- rows ---- */

static struct text_slice kept(struct arena *arena, struct text_slice field)
{
    struct text_slice text = csv_trim(field);
    return (struct text_slice){arena_text_of_size(arena, text.text, text.size), text.size};
}

static const struct text_slice *names_of(struct sampled *sampled, const struct csv_record *row)
{
    size_t count = sampled->header->count;
    struct text_slice *names = arena_alloc_array(sampled->arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = names_rows(sampled, i) ? kept(sampled->arena, row->fields[i])
                                          : (struct text_slice){"", 0};
    return names;
}

static bool are_same(const struct sampled *sampled, const struct text_slice *one,
                     const struct text_slice *other)
{
    for (size_t i = 0; i < sampled->header->count; i++)
        if (one[i].size != other[i].size || memcmp(one[i].text, other[i].text, one[i].size) != 0)
            return false;
    return true;
}

static void compare(struct sampled *sampled, const struct latest *before, const struct latest *row)
{
    sampled->renamed += !are_same(sampled, before->names, row->names);
    if (row->time == before->time) /* rows of its parts, or of the second */
        return;
    *list_add(&sampled->intervals) = fabs(row->time - before->time);
}

/* Nodes may be running or idle as well. */
static bool is_ending(struct text_slice field)
{
    enum record_ending ending = status_of(csv_trim(field)).ending;
    return ending != ENDING_UNKNOWN && ending != ENDING_UNFINISHED;
}

static void look_at(struct sampled *sampled, const struct csv_record *record)
{
    size_t count = sampled->header->count, cpu = sampled->columns.cpu;
    if (record->problem || record->count != count ||
        (cpu < count && node_table_is_part(record->fields[cpu], sampled->columns)))
        return;
    struct text_slice host =
        node_table_host(record->fields[sampled->columns.host], sampled->columns);
    struct latest row = {.time = node_table_row_time(record, sampled->columns)};
    size_t outcome = sampled->meanings.at[TABLE_OUTCOME];
    if (!host.size || !instant_is_date(row.time))
        return;
    row.names = names_of(sampled, record);
    const char *name = kept(sampled->arena, host).text;
    uint32_t number = name_index_find(&sampled->hosts, name);
    if (number == NAME_INDEX_NONE) {
        number = name_index_add(&sampled->hosts, name);
        list_add(&sampled->latest);
    } else {
        compare(sampled, &sampled->latest.items[number], &row);
    }
    sampled->shared += sampled->rows && row.time == sampled->last.time &&
                       are_same(sampled, sampled->last.names, row.names);
    sampled->has_fractions |= row.time != floor(row.time);
    sampled->has_endings |= outcome < sampled->meanings.count && is_ending(record->fields[outcome]);
    sampled->latest.items[number] = sampled->last = row;
    sampled->rows++;
}

static void look_at_rows(struct sampled *sampled, const char *text, size_t size)
{
    const struct csv_header *header = sampled->header;
    struct csv_record row = {.room = header->count, .arena = sampled->arena};
    row.fields = arena_alloc_array(sampled->arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < size; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (!row.ended && sampled->rows)
            break;
        look_at(sampled, &row);
    }
}

/* ---- the answer ---- */

static bool are_regular(const struct sampled *sampled)
{
    size_t count = sampled->intervals.count, others = 0;
    qsort(sampled->intervals.items, count, sizeof *sampled->intervals.items, number_compare);
    double middle = sampled->intervals.items[count / 2];
    double jitter = fmax(MOST_JITTER * middle, sampled->has_fractions ? 0 : CLOCK_TICK_S);
    for (size_t i = 0; i < count; i++)
        others += fabs(sampled->intervals.items[i] - middle) > jitter;
    return (double)others <= MOST_OTHER * (double)count;
}

static bool are_samples(const struct sampled *sampled)
{
    double rows = (double)sampled->rows;
    if (sampled->has_endings || (double)sampled->renamed > MOST_OTHER * rows)
        return false;
    if (sampled->intervals.count >= LEAST_INTERVALS)
        return are_regular(sampled);
    return sampled->hosts.count >= LEAST_HOSTS &&
           rows - (double)sampled->shared <= MOST_OTHER * rows;
}

bool sampled_rows_are(const struct csv_header *header, struct node_columns columns,
                      const char *text, size_t size, struct arena *arena)
{
    struct sampled sampled = {.header = header, .columns = columns, .arena = arena};
    table_columns_make(&sampled.meanings, header->names, header->count, NULL, 0, arena);
    if (sampled.meanings.timed) /* user and system beside other shares of the time of processors */
        table_columns_make_plain(&sampled.meanings, header->names, header->count, NULL, 0, arena);
    if (has_measures_of_tasks(&sampled.meanings, columns.time))
        return false;
    name_index_init(&sampled.hosts);
    look_at_rows(&sampled, text, size);
    bool are = are_samples(&sampled);
    name_index_release(&sampled.hosts);
    free(sampled.latest.items);
    free(sampled.intervals.items);
    return are;
}
