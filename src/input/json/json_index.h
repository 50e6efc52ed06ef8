/* Where the tokens of a JSON text are, and its numbers: what simdjson is used for. */
#ifndef INPUT_JSON_JSON_INDEX_H
#define INPUT_JSON_JSON_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum json_index_fault {
    JSON_INDEX_GOOD,
    JSON_INDEX_EMPTY,
    JSON_INDEX_NO_UTF8,
    JSON_INDEX_STRINGS, /* a string is not closed, or holds a control character */
    JSON_INDEX_TOO_LARGE,
    JSON_INDEX_NO_MEMORY,
};

/* Offsets at which brackets, colons, commas, strings (their opening quote) and other values begin.
 * positions[count] is the size of the text. */
struct json_index {
    const uint32_t *positions;
    size_t count;
    void *handle;
};

enum json_index_fault json_index_make(struct json_index *index, const char *text, size_t size);
void json_index_release(struct json_index *index);

/* Numbers from positions[0] on, each with a comma behind: how many were stored. What stops it (the
 * last element, anything but a finite number, no more room) is for the caller to look at. */
size_t json_index_numbers(const char *text, const uint32_t *positions, size_t count, double *values,
                          size_t room);
/* One number, behind which a token or white space must come. False when it is none, or too large
 * for a double. */
bool json_index_number(const char *text, double *value);

#ifdef __cplusplus
}
#endif

#endif
