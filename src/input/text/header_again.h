/* A line of column names among the rows of a table: files were joined, as by cat. */
#ifndef INPUT_TEXT_HEADER_AGAIN_H
#define INPUT_TEXT_HEADER_AGAIN_H

#include "input/reader.h"
#include "input/text/lines.h"

struct header_names {
    const char *const *names; /* of the table's columns, in their order */
    size_t count;
    const char *const *known; /* further ones of the format, in any order */
    size_t known_count;
    struct text_slice separator;
};

enum header_again {
    HEADER_NOT_AGAIN,
    HEADER_SAME_AGAIN, /* the same columns in the same order: the line says nothing new */
    HEADER_CHANGED,    /* what follows has columns of its own */
};

/* A line is one of names where two of its cells at least are names of columns, and none that is not
 * begins as a number does. Cells may be in quotes. */
enum header_again header_again(const struct header_names *header, struct text_slice line);

/* The offset of the first of the lines from which on columns are others; the size of the text where
 * there is none. */
size_t header_rows_end(const struct header_names *header, struct lines lines);

/* The same; what follows is left to be read as an input of its own, if it will. */
size_t header_leave_rest(const struct header_names *header, struct lines lines,
                         const struct reading *reading);

#endif
