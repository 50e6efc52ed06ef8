#include "input/tasks/nextflow_table.h"

#include <string.h>

#include "input/text/amount.h"
#include "input/text/cell.h"
#include "util/utf8.h"

static const struct nextflow_column fields[] = {
#define NEXTFLOW_FIELD(id, name, form, use)                                                        \
    {name, NEXTFLOW_##id, NEXTFLOW_AS_##form, NEXTFLOW_FOR_##use},
#include "input/tasks/nextflow_fields.def"
#undef NEXTFLOW_FIELD
};

/* ---- cells ---- */

bool nextflow_number(enum nextflow_form form, struct text_slice cell, double *number,
                     struct csv_fault *fault)
{
    switch (form) {
    case NEXTFLOW_AS_TIME:
        return amount_of(AMOUNT_MILLISECONDS, cell, number, fault);
    case NEXTFLOW_AS_BYTES:
        return amount_of(AMOUNT_BYTES_OF_1024, cell, number, fault);
    case NEXTFLOW_AS_SHARE:
        return amount_of(AMOUNT_PERCENT, cell, number, fault);
    case NEXTFLOW_AS_MOMENT:
        return amount_of(AMOUNT_MOMENT, cell, number, fault);
    default:
        return amount_of(AMOUNT_NUMBER, cell, number, fault);
    }
}

enum nextflow_status nextflow_status_of(struct text_slice cell)
{
    static const struct {
        const char *word;
        enum nextflow_status status;
    } words[] = {
        {"COMPLETED", NEXTFLOW_DONE},  {"CACHED", NEXTFLOW_CACHED}, {"FAILED", NEXTFLOW_FAILED},
        {"ABORTED", NEXTFLOW_ABORTED}, {"NEW", NEXTFLOW_OPEN},      {"SUBMITTED", NEXTFLOW_OPEN},
        {"RUNNING", NEXTFLOW_OPEN},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_slice_is_word(cell, words[i].word))
            return words[i].status;
    return NEXTFLOW_NO_STATUS;
}

/* "9f/2e34f0" */
static bool is_hash(struct text_slice cell)
{
    if (cell.size < 4 || cell.text[2] != '/')
        return false;
    for (size_t i = 0; i < cell.size; i++)
        if (i != 2 && !strchr("0123456789abcdef", cell.text[i]))
            return false;
    return true;
}

static bool fits(enum nextflow_form form, struct text_slice cell)
{
    double number;
    struct csv_fault fault;
    if (form <= NEXTFLOW_AS_FREE || cell_is_missing(cell))
        return true;
    if (form == NEXTFLOW_AS_HASH)
        return is_hash(cell);
    if (form == NEXTFLOW_AS_STATUS)
        return nextflow_status_of(cell) != NEXTFLOW_NO_STATUS;
    return nextflow_number(form, cell, &number, &fault);
}

/* ---- columns ---- */

static struct nextflow_column column_of(struct text_slice name, struct arena *arena)
{
    for (size_t i = 0; i < NEXTFLOW_FIELDS; i++)
        if (text_slice_is_word(name, fields[i].name))
            return fields[i];
    const char *text = utf8_clean(arena, arena_text_of_size(arena, name.text, name.size));
    return (struct nextflow_column){text, NEXTFLOW_FIELDS, NEXTFLOW_AS_WORD, NEXTFLOW_FOR_TEXT};
}

static bool is_telling(enum nextflow_field field)
{
    static const enum nextflow_field telling[] = {NEXTFLOW_HASH,        NEXTFLOW_NATIVE_ID,
                                                  NEXTFLOW_REALTIME,    NEXTFLOW_CPU_SHARE,
                                                  NEXTFLOW_PEAK_RSS,    NEXTFLOW_PEAK_VMEM,
                                                  NEXTFLOW_RCHAR,       NEXTFLOW_WCHAR,
                                                  NEXTFLOW_SYSCR,       NEXTFLOW_VOL_CTXT,
                                                  NEXTFLOW_MEMORY_SHARE};
    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++)
        if (telling[i] == field)
            return true;
    return false;
}

bool nextflow_has(const struct nextflow_table *table, enum nextflow_field field)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->columns[i].field == field)
            return true;
    return false;
}

static void find_free_columns(struct nextflow_table *table)
{
    table->front = table->count;
    for (size_t i = 0; i < table->count; i++)
        if (table->columns[i].form == NEXTFLOW_AS_FREE) {
            table->front = i < table->front ? i : table->front;
            table->back = table->count - i - 1;
        }
}

static void name_columns(struct nextflow_table *table, struct arena *arena)
{
    const char **names = arena_alloc_array(arena, table->count, sizeof *names);
    for (size_t i = 0; i < table->count; i++)
        names[i] = table->columns[i].name;
    table->names =
        (struct header_names){.names = names, .count = table->count, .separator = table->separator};
}

bool nextflow_table_make(struct nextflow_table *table, const char *text, size_t size,
                         struct arena *arena)
{
    static const char choices[] = "\t;,|";
    struct lines lines;
    *table = (struct nextflow_table){0};
    lines_init(&lines, text, size);
    char separator = lines_next_filled(&lines) ? line_separator(lines.line, choices) : '\0';
    if (!separator || line_wrong_text(lines.line))
        return false;
    table->separator = (struct text_slice){strchr(choices, separator), 1};
    table->rows_from = lines.next;
    table->count = line_split(lines.line, table->separator, NULL, 0);
    struct text_slice *names = arena_alloc_array(arena, table->count, sizeof *names);
    table->columns = arena_alloc_array(arena, table->count, sizeof *table->columns);
    line_split(lines.line, table->separator, names, table->count);
    for (size_t i = 0; i < table->count; i++) {
        table->columns[i] = column_of(csv_trim(names[i]), arena);
        table->known += table->columns[i].field != NEXTFLOW_FIELDS;
        table->telling += is_telling(table->columns[i].field);
    }
    name_columns(table, arena);
    find_free_columns(table);
    return true;
}

/* ---- rows ---- */

static bool begins_row(const struct nextflow_table *table, struct text_slice line,
                       struct text_slice *cells)
{
    bool telling = false;
    if (line_split(line, table->separator, cells, table->front) <= table->front)
        return false;
    for (size_t i = 0; i < table->front; i++) {
        enum nextflow_form form = table->columns[i].form;
        if (!fits(form, csv_trim(cells[i])))
            return false;
        telling = telling || (form > NEXTFLOW_AS_FREE && !cell_is_missing(cells[i]));
    }
    return telling;
}

/* Adds the lines behind that do not begin a row. */
static void take_rest(const struct nextflow_table *table, struct lines *lines,
                      struct nextflow_row *row)
{
    struct lines ahead = *lines;
    while (lines_next(&ahead) && !begins_row(table, ahead.line, row->cells) &&
           header_again(&table->names, ahead.line) == HEADER_NOT_AGAIN) {
        row->text.size = (size_t)(ahead.line.text + ahead.line.size - row->text.text);
        *lines = ahead;
    }
}

static const struct text_slice nothing = {"", 0};

/* Where free text holds separators, only columns before and behind it can be found. */
static void split_around(const struct nextflow_table *table, struct nextflow_row *row)
{
    struct text_slice rest = row->text;
    line_split(rest, table->separator, row->cells, table->front);
    for (size_t i = table->front; i < table->count; i++)
        row->cells[i] = nothing;
    for (size_t i = 0; i < table->back; i++) {
        const char *at = memrchr(rest.text, *table->separator.text, rest.size);
        size_t size = (size_t)(at - rest.text);
        row->cells[table->count - 1 - i] = (struct text_slice){at + 1, rest.size - size - 1};
        rest.size = size;
    }
}

static void split_row(const struct nextflow_table *table, const struct lines *lines,
                      struct nextflow_row *row)
{
    size_t count = line_split(row->text, table->separator, row->cells, table->count);
    row->problem = line_wrong_text(row->text);
    if (count < table->count) {
        row->cut = !lines->ended && lines->next >= lines->size && !row->problem;
        row->problem = "fewer fields than the header";
    } else if (count > table->count && table->front == table->count) {
        row->problem = "more fields than the header";
    } else if (count > table->count) {
        split_around(table, row);
    }
}

bool nextflow_next_row(const struct nextflow_table *table, struct lines *lines,
                       struct nextflow_row *row)
{
    do {
        if (!lines_next(lines))
            return false;
    } while (!csv_trim(lines->line).size ||
             header_again(&table->names, lines->line) == HEADER_SAME_AGAIN);
    row->text = lines->line;
    row->offset = lines->offset;
    row->line = lines->number;
    row->cut = false;
    if (table->front < table->count)
        take_rest(table, lines, row);
    split_row(table, lines, row);
    return true;
}
