#include "input/text/header_again.h"

#include <string.h>

/* Names without quotes and spaces around. */
static struct text_slice bare(struct text_slice cell)
{
    cell = csv_trim(cell);
    if (cell.size > 1 && *cell.text == '"' && cell.text[cell.size - 1] == '"')
        cell = csv_trim((struct text_slice){cell.text + 1, cell.size - 2});
    return cell;
}

/* Names of columns are the same in letters, too: values of a row may be the same words in others.
 */
static bool is_name(struct text_slice cell, const char *name)
{
    return name && cell.size && *name == *cell.text && strlen(name) == cell.size &&
           memcmp(cell.text, name, cell.size) == 0;
}

static bool is_among(struct text_slice cell, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_name(cell, names[i]))
            return true;
    return false;
}

/* Takes the first cell off the line. */
static struct text_slice next_cell(struct text_slice *line, struct text_slice separator)
{
    const char *next = memmem(line->text, line->size, separator.text, separator.size);
    struct text_slice cell = {line->text, next ? (size_t)(next - line->text) : line->size};
    size_t step = cell.size + (next ? separator.size : 0);
    line->text += step;
    line->size -= step;
    return bare(cell);
}

static bool begins_number(struct text_slice cell)
{
    static const char beginnings[] = "0123456789+-.";
    return cell.size && memchr(beginnings, *cell.text, sizeof beginnings - 1);
}

/* Which cells may be names, by their ends and their length: of the words of a row hardly any, and
 * only these are compared with thousands of names. */
enum { NAME_MARKS = 1 << 12 };

struct name_marks {
    bool are_there[NAME_MARKS];
};

static size_t mark_of(struct text_slice cell)
{
    size_t first = (unsigned char)cell.text[0], last = (unsigned char)cell.text[cell.size - 1];
    return (first * 31 + last * 7 + cell.size * 521) % NAME_MARKS;
}

static void mark_names(struct name_marks *marks, const struct header_names *header)
{
    *marks = (struct name_marks){0};
    for (size_t i = 0; i < header->count; i++)
        if (header->names[i] && *header->names[i])
            marks->are_there[mark_of(
                (struct text_slice){header->names[i], strlen(header->names[i])})] = true;
}

/* Whether a cell begins a number and is no name: as good as any row has one, and all of its other
 * cells need not be looked up then, which are thousands in wide tables. */
static bool holds_number(const struct header_names *header, struct text_slice line)
{
    while (line.size) {
        struct text_slice cell = next_cell(&line, header->separator);
        if (begins_number(cell) && !is_among(cell, header->names, header->count))
            return true;
    }
    return false;
}

/* One of the header, or another that such headers have. */
static bool may_be_name(const struct header_names *header, const struct name_marks *marks,
                        struct text_slice cell)
{
    return (marks->are_there[mark_of(cell)] && is_among(cell, header->names, header->count)) ||
           (!begins_number(cell) && is_among(cell, header->known, header->known_count));
}

enum header_again header_again(const struct header_names *header, struct text_slice line)
{
    size_t names = 0, cells = 0;
    bool same = true;
    struct name_marks marks;
    if (holds_number(header, line))
        return HEADER_NOT_AGAIN;
    mark_names(&marks, header);
    for (; line.size; cells++) {
        struct text_slice cell = next_cell(&line, header->separator);
        if (cells == 0)
            cell = csv_first_name(cell);
        if (!cell.size)
            continue;
        bool as_before = cells < header->count && is_name(cell, header->names[cells]);
        names += as_before || may_be_name(header, &marks, cell);
        same = same && as_before;
    }
    if (names < 2)
        return HEADER_NOT_AGAIN;
    return same && cells >= header->count ? HEADER_SAME_AGAIN : HEADER_CHANGED;
}

size_t header_rows_end(const struct header_names *header, struct lines lines)
{
    while (lines_next(&lines))
        if (header_again(header, lines.line) == HEADER_CHANGED)
            return lines.offset;
    return lines.size;
}

size_t header_leave_rest(const struct header_names *header, struct lines lines,
                         const struct reading *reading)
{
    size_t end = header_rows_end(header, lines);
    return end && end < lines.size && reading_leave_rest(reading, end) ? end : lines.size;
}
