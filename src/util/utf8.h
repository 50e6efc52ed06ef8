/* Text from data is hostile; what is drawn or written must be valid UTF-8. */
#ifndef UTIL_UTF8_H
#define UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/strbuf.h"

/* A copy in which invalid bytes, and control characters (line feeds and what reverses the direction
 * of foreign text too) and noncharacters (U+FFFF) are U+FFFD. Returns text itself when nothing had
 * to change. */
const char *utf8_clean(struct arena *arena, const char *text);

/* Adds text with the same characters escaped ("\n", "\x1b", "\u202e"): what a terminal may be
 * shown. */
void utf8_add_visible(struct strbuf *buffer, const char *text);

/* A copy in which bytes that are not UTF-8 are escaped, as "\xe4": names that differ stay
 * distinct. Returns text itself when it is UTF-8. */
const char *utf8_escape_invalid(struct arena *arena, const char *text);

/* Whether text[0..size) is UTF-8 and holds no NUL. */
bool utf8_is_valid(const char *text, size_t size);

/* Number of code points. */
size_t utf8_length(const char *text);

/* At most `most` code points: longer ones lose their middle to "…". */
const char *utf8_shorten(struct arena *arena, const char *text, size_t most);

/* The largest size ≤ `most` at which text[0..size) can be cut without splitting a code point. */
size_t utf8_cut(const char *text, size_t size, size_t most);

#endif
