/* Where members and items are in a JSON text: jansson knows lines of syntax errors only. The text
 * is known to be well-formed. */
#ifndef FIGURE_MODEL_JSON_LINE_H
#define FIGURE_MODEL_JSON_LINE_H

#include <stddef.h>

/* The key of a member of the object that starts at `object`; NULL: it has none of that name. Keys
 * with escapes are not found. */
const char *json_member(const char *object, const char *key);
/* The value behind a key. */
const char *json_value(const char *member);
/* An item of the list that starts at `list`; NULL: it has fewer. */
const char *json_item(const char *list, size_t index);

/* The line of the place, from 1. */
size_t json_line(const char *text, const char *place);

#endif
