#include "input/slurm/sacct_rows.h"

#include <string.h>

#include "input/slurm/sacct_align.h"

size_t sacct_column_of(const struct sacct_table *table, enum slurm_slot slot)
{
    size_t i = 0;
    while (i < table->count && table->columns[i].slot != slot)
        i++;
    return i;
}

bool sacct_has_form(const struct sacct_table *table, enum sacct_form form)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->columns[i].form == form)
            return true;
    return false;
}

const char *sacct_split(const struct sacct_table *table, struct text_slice line,
                        struct text_slice *cells)
{
    size_t room = table->count + SACCT_MORE_CELLS;
    size_t count = line_split(line, table->separator, cells, room);
    if (table->trailing && count > table->count && count <= room && !cells[count - 1].size)
        count--;
    if (count < table->count)
        return "has fewer fields than there are columns";
    if (count == table->count)
        return NULL;
    return count <= room ? sacct_align(table->columns, table->count, cells, count)
                         : "has more fields than there are columns";
}

static bool starts_row(const struct sacct_table *table, struct text_slice line)
{
    struct text_slice first;
    size_t count = line_split(line, table->separator, &first, 1);
    return count >= table->count ||
           (table->columns[0].form == SACCT_AS_ID && sacct_is_id(csv_trim(first)));
}

/* Whether what comes behind a line that begins a row may belong to it. */
static bool may_go_on(const struct sacct_table *table, struct text_slice line)
{
    enum sacct_form last = table->columns[table->count - 1].form;
    return line.size && (line_split(line, table->separator, NULL, 0) < table->count ||
                         (table->columns[0].form == SACCT_AS_ID && sacct_is_free(last)));
}

/* Where a machine went down while the file was written; nobody's words. */
static bool holds_nul(struct text_slice line)
{
    return memchr(line.text, '\0', line.size) != NULL;
}

void sacct_join_lines(const struct sacct_table *table, struct lines *lines)
{
    struct lines next = *lines;
    const char *start = lines->line.text;
    size_t number = lines->number, offset = lines->offset;
    if (!may_go_on(table, lines->line))
        return;
    while (lines_next(&next) && !starts_row(table, next.line) && !holds_nul(next.line) &&
           header_again(&table->names, next.line) == HEADER_NOT_AGAIN) {
        if (!next.line.size)
            continue;
        *lines = next;
        lines->line = (struct text_slice){start, (size_t)(next.line.text + next.line.size - start)};
        lines->number = number;
        lines->offset = offset;
    }
}
