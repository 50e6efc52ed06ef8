/* Where a field stands in a JSON text: jansson knows lines of syntax errors only. */
#ifndef FIGURE_JSON_LINE_H
#define FIGURE_JSON_LINE_H

#include <stddef.h>

/* The line, from 1, on which the key stands in the top object (index −1) or in the object of that
 * index among those in its lists; key NULL: on which that object starts. 1 when not found. The text
 * is known to be well-formed. */
size_t json_line_of_key(const char *text, long index, const char *key);

#endif
