#include "input/tasks/process_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/text/amount.h"
#include "input/text/sample_columns.h"
#include "util/list.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/strbuf.h"

enum { LEAST_MOMENTS = 5, MOST_ROWS = 20000 /* looked at */ };
static const double ROUNDING_S = 2; /* of a moment and of the time since the start */

/* What was seen of a process. */
struct process {
    double latest, start; /* the start: by its first row that says it, NaN until then */
};

struct look {
    const struct table_header *header;
    const struct table_columns *columns;
    size_t time, day, process; /* columns; count: there is none */
    struct arena arena;
    struct name_index names;
    LIST_OF(struct process) processes;
    size_t moments; /* rows whose moment is another one than that of the process's row before */
    size_t rows;
    size_t timed;       /* rows that say when their process began */
    size_t same, moved; /* rows that say the moment of a row before, and another one */
};

static bool has(const struct table_columns *columns, enum table_meaning meaning)
{
    return columns->at[meaning] < columns->count;
}

/* What is known of a task only when it is over. */
static bool has_endings(const struct table_columns *columns)
{
    return has(columns, TABLE_END) || has(columns, TABLE_OUTCOME) ||
           has(columns, TABLE_EXIT_CODE) || has(columns, TABLE_SIGNAL) ||
           has(columns, TABLE_SUCCESS) || has(columns, TABLE_FAILURE) ||
           has(columns, TABLE_SUBMIT) || has(columns, TABLE_ATTEMPT) || columns->joblog ||
           columns->benchmark;
}

static size_t process_column(const struct csv_header *header)
{
    static const char *const names[] = {"pid", "processid", "psutilprocesspid"};
    char squeezed[COLUMN_NAME_SIZE];
    for (size_t i = 0; i < header->count; i++) {
        column_name_squeeze(header->names[i], squeezed);
        for (size_t name = 0; name < sizeof names / sizeof names[0]; name++)
            if (strcmp(squeezed, names[name]) == 0)
                return i;
    }
    return header->count;
}

static double number_of(const struct csv_record *row, enum amount amount, size_t column)
{
    double number;
    struct csv_fault fault;
    return amount_of(amount, csv_trim(row->fields[column]), &number, &fault) ? number
                                                                             : NUMBER_MISSING;
}

/* The cells that tell processes apart. */
static const char *name_of(struct look *look, const struct csv_record *row)
{
    static const enum table_meaning meanings[] = {TABLE_ID, TABLE_TASK, TABLE_STEP, TABLE_NODE};
    struct strbuf name;
    strbuf_init(&name);
    if (look->process < look->header->csv.count)
        strbuf_add(&name, row->fields[look->process].text, row->fields[look->process].size);
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        size_t column = look->columns->at[meanings[i]];
        if (column >= look->columns->count || column == look->time)
            continue;
        strbuf_add(&name, "\n", 1);
        strbuf_add(&name, row->fields[column].text, row->fields[column].size);
    }
    const char *text = arena_text_of_size(&look->arena, name.text, name.size);
    strbuf_release(&name);
    return text;
}

static double moment_of(const struct look *look, const struct csv_record *row)
{
    double moment = look->day < row->count
                        ? sample_time_of_day(row->fields[look->day], row->fields[look->time])
                        : NUMBER_MISSING;
    return isnan(moment) ? number_of(row, AMOUNT_MOMENT, look->time) : moment;
}

static void look_at_start(struct look *look, struct process *process, double start)
{
    if (isnan(start))
        return;
    double apart = fabs(start - process->start);
    look->timed++;
    look->moved += apart > ROUNDING_S;
    look->same += apart <= ROUNDING_S;
    if (isnan(process->start))
        process->start = start;
}

static void look_at(struct look *look, const struct csv_record *row)
{
    double moment = moment_of(look, row), start = NUMBER_MISSING;
    if (isnan(moment))
        return;
    if (has(look->columns, TABLE_ELAPSED))
        start = moment - number_of(row, AMOUNT_SECONDS, look->columns->at[TABLE_ELAPSED]);
    const char *name = name_of(look, row);
    uint32_t number = name_index_find(&look->names, name);
    if (number == NAME_INDEX_NONE) {
        number = name_index_add(&look->names, name);
        *list_add(&look->processes) = (struct process){NUMBER_MISSING, NUMBER_MISSING};
    }
    struct process *process = &look->processes.items[number];
    look->moments += process->latest != moment;
    look->rows++;
    process->latest = moment;
    look_at_start(look, process, start);
}

static void look_at_rows(struct look *look, const struct mapping *content)
{
    const struct csv_header *header = &look->header->csv;
    struct csv_record row = {.room = header->count, .arena = &look->arena};
    row.fields = arena_alloc_array(&look->arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < content->size && look->rows < MOST_ROWS; at += row.size) {
        csv_read_record(&row, content->bytes + at, content->size - at, header->dialect);
        if (!row.problem && row.count == header->count)
            look_at(look, &row);
    }
}

static bool are_samples(const struct look *look)
{
    if (look->moments != look->rows || look->rows < LEAST_MOMENTS * look->names.count)
        return false;
    if (look->timed)
        return look->moved == 0 && 2 * look->same >= look->rows - look->names.count;
    return look->process < look->header->csv.count ||
           (has(look->columns, TABLE_ID) && !has(look->columns, TABLE_TASK) &&
            !has(look->columns, TABLE_STEP));
}

bool process_samples_are(const struct table_header *header, const struct table_columns *columns,
                         const struct mapping *content)
{
    struct look look = {.header = header, .columns = columns};
    struct sample_columns sampled = sample_columns_find(&header->csv);
    look.time = sampled.time;
    look.day = sampled.day;
    if (look.time == header->csv.count && has(columns, TABLE_START))
        look.time = columns->at[TABLE_START];
    look.process = process_column(&header->csv);
    if (header->dashes || look.time >= header->csv.count || has_endings(columns) ||
        columns->at[TABLE_ELAPSED] == look.time)
        return false;
    arena_init(&look.arena);
    name_index_init(&look.names);
    look_at_rows(&look, content);
    bool are = look.rows && are_samples(&look);
    free(look.processes.items);
    name_index_release(&look.names);
    arena_release(&look.arena);
    return are;
}
