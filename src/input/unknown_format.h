/* What an input looks like that no reader recognises, and what would make it readable. */
#ifndef INPUT_UNKNOWN_FORMAT_H
#define INPUT_UNKNOWN_FORMAT_H

#include "input/reader.h"

/* Of binary data, or an output of a known program in a form that is not read; NULL: it is none. */
const char *unknown_format_of_program(const struct mapping *content);
/* Of any other text whose first line may be names of columns; NULL: it is none. */
const char *unknown_format_of_table(const struct mapping *content, const struct reading *reading,
                                    struct arena *arena);

#endif
