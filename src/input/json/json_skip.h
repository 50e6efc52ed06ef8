/* Passing over JSON by quotes and brackets alone, without looking at what is between them.
 *
 * Each returns the offset behind what it passes. A string or a container without an end, or with a
 * NUL in it, gives size + 1. */
#ifndef INPUT_JSON_JSON_SKIP_H
#define INPUT_JSON_JSON_SKIP_H

#include <stdbool.h>
#include <stddef.h>

size_t json_skip_blanks(const char *text, size_t size, size_t at);
/* `at` is behind the opening quote. */
size_t json_skip_string(const char *text, size_t size, size_t at);
/* What begins no value is passed up to a comma, a closing bracket or a blank: maybe not at all. */
size_t json_skip_value(const char *text, size_t size, size_t at);

/* Whether an object with members, or an array of objects, seems to begin there, maybe with a byte
 * order mark before it. */
bool json_value_begins(const char *text, size_t size, size_t at);

/* Where the next document begins, at or behind `end`; `size` where none does. *strange: how many
 * bytes before it are no blanks, no separators and no empty documents. */
size_t json_next_document(const char *text, size_t size, size_t end, size_t *strange);

#endif
