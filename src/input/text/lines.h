/* Lines of a text and their fields, where nothing is in quotes. */
#ifndef INPUT_TEXT_LINES_H
#define INPUT_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "input/text/csv_text.h"

struct lines {
    const char *text;
    size_t size;
    char end;             /* '\n', which a '\r' may stand before, or '\r' */
    size_t next;          /* offset of the line that comes next */
    size_t next_number;   /* of that line, from 1 */
    struct csv_span line; /* without its end */
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
size_t line_split(struct csv_span line, struct csv_span separator, struct csv_span *fields,
                  size_t room);
/* That one of the characters which cuts the line into most fields; '\0' when none occurs. */
char line_separator(struct csv_span line, const char *choices);

struct csv_span span_of(const char *text);
/* Without regard to the case of ASCII letters. */
bool span_is(struct csv_span span, const char *word);
bool span_same(struct csv_span left, struct csv_span right);

/* Why a text cannot be read as text, or NULL. */
const char *line_wrong_text(struct csv_span text);

#endif
