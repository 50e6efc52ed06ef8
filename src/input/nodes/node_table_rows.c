#include "input/nodes/node_table_rows.h"

#include <math.h>

#include "input/nodes/sampled_rows.h"
#include "input/tasks/table_columns.h"
#include "input/text/cell.h"
#include "input/text/flux_table.h"
#include "util/instant.h"
#include "util/name_index.h"
#include "util/number.h"

enum { MOST_LOOKED_AT = 64, MOST_PER_MOMENT = 16 }; /* rows; of a host in a second, on average */
static const double MOST_BAD = 0.25;                /* of the rows looked at, */
enum { FEW_BAD = 3 };                               /* or so few, and less than half of them */
static const double MOST_REPEATS = 0.25;            /* of the rows, that nothing has to explain */

/* Rows looked at, each of a host at a moment. */
struct host_moments {
    size_t count, bad; /* bad: those without a host or a date, or of another width */
    struct text_slice *rows[MOST_LOOKED_AT];
    uint32_t moments[MOST_LOOKED_AT];
    struct name_index keys; /* of the moments */
};

static void look_at(struct host_moments *seen, const struct csv_record *row,
                    const struct csv_header *header, struct node_columns columns,
                    struct arena *arena)
{
    if (row->problem || row->count != header->count) {
        seen->bad++;
        return;
    }
    if (columns.cpu < header->count && node_table_is_part(row->fields[columns.cpu], columns))
        return;
    struct text_slice host = node_table_host(row->fields[columns.host], columns);
    double time = node_table_row_time(row, columns);
    if (!host.size || !instant_is_date(time)) {
        seen->bad++;
        return;
    }
    const char *key = arena_format(arena, "%.*s\n%.6f", (int)host.size, host.text, time);
    uint32_t moment = name_index_find(&seen->keys, key);
    seen->moments[seen->count] =
        moment == NAME_INDEX_NONE ? name_index_add(&seen->keys, key) : moment;
    seen->rows[seen->count] = arena_alloc_array(arena, header->count, sizeof *row->fields);
    for (size_t i = 0; i < header->count; i++) {
        struct text_slice field = csv_trim(row->fields[i]);
        seen->rows[seen->count][i] =
            (struct text_slice){arena_text_of_size(arena, field.text, field.size), field.size};
    }
    seen->count++;
}

/* NaN: it is no whole number. */
static double whole_number(struct text_slice field)
{
    double number;
    return number_parse(field.text, field.size, &number) && number == floor(number)
               ? number
               : NUMBER_MISSING;
}

static bool is_text(struct text_slice field)
{
    double number;
    return !cell_is_missing(field) && !number_parse(field.text, field.size, &number);
}

/* How many rows of the moment have the whole number in the column. */
static size_t count_of(const struct host_moments *seen, uint32_t moment, size_t column,
                       double number)
{
    size_t count = 0;
    for (size_t i = 0; i < seen->count; i++)
        count += seen->moments[i] == moment && whole_number(seen->rows[i][column]) == number;
    return count;
}

static size_t rows_of(const struct host_moments *seen, uint32_t moment)
{
    size_t count = 0;
    for (size_t i = 0; i < seen->count; i++)
        count += seen->moments[i] == moment;
    return count;
}

/* Whether words in the column tell the rows of a moment apart. */
static bool names_rows(const struct host_moments *seen, size_t column)
{
    for (size_t i = 0; i < seen->count; i++)
        for (size_t k = 0; k < i; k++)
            if (seen->moments[k] == seen->moments[i] && is_text(seen->rows[i][column]) &&
                !text_slices_equal(seen->rows[i][column], seen->rows[k][column]))
                return true;
    return false;
}

/* The least whole number that rows of the moment have in the column. */
static double least_of(const struct host_moments *seen, uint32_t moment, size_t column)
{
    double least = NUMBER_MISSING;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->moments[i] == moment)
            least = fmin(least, whole_number(seen->rows[i][column]));
    return least;
}

/* Whether the column numbers the rows of each moment, always from the same number on, as that of a
 * processor or a process of the host does. */
static bool numbers_rows(const struct host_moments *seen, size_t column)
{
    double first = NUMBER_MISSING;
    for (size_t i = 0; i < seen->count; i++) {
        uint32_t moment = seen->moments[i];
        if (rows_of(seen, moment) == 1)
            continue;
        double least = least_of(seen, moment, column);
        first = isnan(first) ? least : first;
        if (least != first ||
            count_of(seen, moment, column, whole_number(seen->rows[i][column])) != 1)
            return false;
    }
    return true;
}

/* Whether more rows than moments are of several samples in a second, or of samples that are there
 * again, and no column says what else they are of. */
static bool may_repeat(const struct host_moments *seen, const struct csv_header *header,
                       struct node_columns columns)
{
    if (seen->count > MOST_PER_MOMENT * seen->keys.count)
        return false;
    for (size_t column = 0; column < header->count; column++)
        if ((column != columns.host || columns.host_is_tag) && column != columns.time &&
            column != columns.day && (names_rows(seen, column) || numbers_rows(seen, column)))
            return false;
    return true;
}

bool node_table_has_rows_of_hosts(const struct csv_header *header, struct node_columns columns,
                                  const char *text, size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    struct host_moments seen = {.count = 0};
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    name_index_init(&seen.keys);
    for (size_t at = header->size; at < size && seen.count + seen.bad < MOST_LOOKED_AT;
         at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (!row.ended && seen.count)
            break;
        if (row.count > 1 || csv_trim(row.fields[0]).size)
            look_at(&seen, &row, header, columns, arena);
    }
    double rows = (double)seen.count, repeats = rows - (double)seen.keys.count;
    bool few_bad = MOST_BAD * (rows + (double)seen.bad) >= (double)seen.bad ||
                   (seen.bad <= FEW_BAD && seen.bad < seen.count);
    bool good = seen.count && few_bad &&
                (repeats <= MOST_REPEATS * rows || may_repeat(&seen, header, columns));
    name_index_release(&seen.keys);
    return good;
}

/* ---- of what ---- */

static bool has_one_of(const struct table_columns *columns, const enum table_meaning *meanings,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (columns->at[meanings[i]] < columns->count)
            return true;
    return false;
}

/* The names of columns, but for those of a query, which would be of tasks by their words. */
static const char **names_of_data(const struct csv_header *header, struct arena *arena)
{
    const char **names = arena_alloc_array(arena, header->count, sizeof *names);
    bool is_flux = flux_table_is(header);
    for (size_t i = 0; i < header->count; i++)
        names[i] = is_flux && flux_table_is_of_query(header->names[i]) ? "" : header->names[i];
    return names;
}

/* Records of tasks may have a host and a time, too; samples may say of which job they are. Names
 * of tasks are also those of measurements, kinds of nodes and jobs. */
enum node_rows node_table_rows(const struct csv_header *header, struct node_columns columns,
                               const char *text, size_t size, struct arena *arena)
{
    static const enum table_meaning of_tasks[] = {TABLE_ATTEMPT, TABLE_EXIT_CODE, TABLE_SUBMIT,
                                                  TABLE_START, TABLE_END};
    static const enum table_meaning names[] = {TABLE_STEP, TABLE_TASK};
    struct table_columns meanings;
    struct csv_header of_data = *header;
    if (!node_table_has_columns(header, columns) || header->count < 3 || flux_table_is_long(header))
        return NODE_ROWS_NONE;
    of_data.names = names_of_data(header, arena);
    table_columns_make(&meanings, of_data.names, header->count, NULL, 0, arena);
    if (has_one_of(&meanings, of_tasks, sizeof of_tasks / sizeof of_tasks[0]))
        return NODE_ROWS_NONE;
    bool are_named = has_one_of(&meanings, names, sizeof names / sizeof names[0]);
    if (are_named && !sampled_rows_are(&of_data, columns, text, size, arena))
        return NODE_ROWS_NONE;
    if (node_table_has_rows_of_hosts(header, columns, text, size, arena))
        return NODE_ROWS_HOSTS;
    return are_named ? NODE_ROWS_PARTS : NODE_ROWS_NONE;
}

int node_table_recognise(const char *text, size_t size)
{
    struct csv_header header;
    struct arena arena;
    int sure = 0;
    arena_init(&arena);
    if (csv_read_header(&header, text, size, true, &arena)) {
        struct node_columns columns = node_table_columns(&header, text, size, &arena);
        if (node_table_is_of_toolkit(&header))
            sure = 95;
        else if (node_table_rows(&header, columns, text, size, &arena) != NODE_ROWS_NONE)
            sure = 60;
    }
    arena_release(&arena);
    return sure;
}
