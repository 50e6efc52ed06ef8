#include "input/text/lines.h"

#include <string.h>

#include "input/json/json_text.h"
#include "util/utf8.h"

void lines_init(struct lines *lines, const char *text, size_t size)
{
    *lines = (struct lines){.text = text,
                            .size = size,
                            .end = size ? csv_line_end(text, size) : '\n',
                            .next = json_mark_size(text, size),
                            .next_number = 1};
}

bool lines_next(struct lines *lines)
{
    if (lines->next >= lines->size)
        return false;
    const char *start = lines->text + lines->next;
    size_t left = lines->size - lines->next;
    const char *end = memchr(start, lines->end, left);
    size_t size = end ? (size_t)(end - start) : left;
    lines->offset = lines->next;
    lines->number = lines->next_number;
    lines->ended = end != NULL;
    lines->next += size + lines->ended;
    lines->next_number += lines->ended;
    if (size && start[size - 1] == '\r')
        size--;
    lines->line = (struct text_slice){start, size};
    return true;
}

bool lines_next_filled(struct lines *lines)
{
    while (lines_next(lines))
        if (csv_trim(lines->line).size)
            return true;
    return false;
}

size_t line_split(struct text_slice line, struct text_slice separator, struct text_slice *fields,
                  size_t room)
{
    const char *at = line.text, *end = line.text + line.size, *next;
    size_t count = 0;
    do {
        next = memmem(at, (size_t)(end - at), separator.text, separator.size);
        if (count < room)
            fields[count] = (struct text_slice){at, (size_t)((next ? next : end) - at)};
        count++;
        at = next ? next + separator.size : end;
    } while (next);
    return count;
}

char line_separator(struct text_slice line, const char *choices)
{
    char best = '\0';
    size_t most = 0;
    for (; *choices; choices++) {
        size_t count = 0;
        for (size_t i = 0; i < line.size; i++)
            count += line.text[i] == *choices;
        if (count > most) {
            most = count;
            best = *choices;
        }
    }
    return best;
}

const char *line_wrong_text(struct text_slice text)
{
    if (utf8_is_valid(text.text, text.size))
        return NULL;
    return memchr(text.text, '\0', text.size) ? "NUL character" : "not valid UTF-8";
}
