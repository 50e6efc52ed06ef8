/* The beginning of a JSON text without its length: keys that stand behind long lists. */
#ifndef INPUT_JSON_JSON_HEAD_H
#define INPUT_JSON_JSON_HEAD_H

#include <stddef.h>

#include "util/strbuf.h"

/* Adds the text, without blanks, until the head has `most` bytes: of each array its first few
 * elements, of each inner object its first few hundred members. Returns how much of the text was
 * looked at: `size` when that is all of it. */
size_t json_head(struct strbuf *head, size_t most, const char *text, size_t size);

#endif
