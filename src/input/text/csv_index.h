/* Where the characters that matter are in a stretch of CSV text. */
#ifndef INPUT_TEXT_CSV_INDEX_H
#define INPUT_TEXT_CSV_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/text/csv_text.h"

enum { CSV_WINDOW = 16384, CSV_INDEX_BLOCK = 64 };

struct csv_index {
    uint32_t marks[CSV_WINDOW + CSV_INDEX_BLOCK]; /* offsets of separators, line ends and quotes */
    uint32_t stops[CSV_WINDOW + CSV_INDEX_BLOCK]; /* which marks are line ends or quotes */
    size_t mark_count, stop_count;
    bool plain; /* all ASCII and no NUL */
};

/* `size` is at most CSV_WINDOW; CSV_INDEX_BLOCK bytes behind the text are readable. */
void csv_index_make(struct csv_index *index, const char *text, size_t size,
                    struct csv_dialect dialect);
/* The same with instructions that every processor has. */
void csv_index_make_anywhere(struct csv_index *index, const char *text, size_t size,
                             struct csv_dialect dialect);

#endif
