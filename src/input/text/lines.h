/* Lines of a text and their fields, where nothing is in quotes. */
#ifndef INPUT_TEXT_LINES_H
#define INPUT_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "input/text/csv_text.h"

struct lines {
    const char *text;
    size_t size;
    char end;               /* '\n', which a '\r' may stand before, or '\r' */
    size_t next;            /* offset of the line that comes next */
    size_t next_number;     /* of that line, from 1 */
    struct text_slice line; /* without its end */
    size_t offset, number;
    bool ended; /* by a line end, not by the end of the text */
};

/* At the first line; a byte order mark is left out. */
void lines_init(struct lines *lines, const char *text, size_t size);
/* False when there is none left. */
bool lines_next(struct lines *lines);

/* As lines_next, at the next line that is not blank. */
bool lines_next_filled(struct lines *lines);

/* The fields between separators, which may be longer than a character. Returns how many there are;
 * no more than `room` are stored. */
size_t line_split(struct text_slice line, struct text_slice separator, struct text_slice *fields,
                  size_t room);
/* That one of the characters which cuts the line into most fields; '\0' when none occurs. */
char line_separator(struct text_slice line, const char *choices);

/* Why a text cannot be read as text, or NULL. */
const char *line_wrong_text(struct text_slice text);

#endif
