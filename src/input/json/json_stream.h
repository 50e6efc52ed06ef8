/* Large JSON as events, with arrays of numbers in bulk.
 *
 * simdjson finds the tokens and parses the numbers (json_stream.cc, the only file that knows it);
 * the walk over them is ours (json_walk.c), so that every fault is found and has a place, and
 * Python's NaN and Infinity are read. No tree is built: a 100 MB metric file passes in one go. The
 * text must be followed by MAPPING_PADDING readable bytes. */
#ifndef INPUT_JSON_JSON_STREAM_H
#define INPUT_JSON_JSON_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/error.h"
#include "util/text_slice.h"

/* Where the tokens of a text begin: brackets, colons, commas, strings (at their opening quote) and
 * other values. *end is the size of the text. */
struct json_tokens {
    const char *text;
    const uint32_t *next, *end;
};

/* Keys and strings come unescaped, are valid UTF-8, hold no NUL (U+FFFD stands for one, as for lone
 * surrogates and broken UTF-8), and are valid until the call returns. */
struct json_handler {
    /* An object or an array that is not all numbers begins. False: report nothing of what is
     * inside, which is checked nevertheless; `leave` is not called then. */
    bool (*enter)(void *context, struct text_slice key, bool is_array);
    void (*leave)(void *context);
    /* An array of numbers. Missing ones are NaN: null, NaN, Infinity, and numbers too large for a
     * double. Texts, truth values, arrays, objects and numbers too large count in `odd`. `values`
     * holds until the call returns. Empty arrays come here as well. */
    void (*numbers)(void *context, struct text_slice key, const double *values, size_t count,
                    size_t odd);
    /* Single values; null, true and false come as text with is_string false. */
    void (*number)(void *context, struct text_slice key, double value, struct text_slice raw);
    void (*text)(void *context, struct text_slice key, const char *text, size_t size,
                 bool is_string);
    /* Of the values of json_walk_list: takes the one that begins at tokens->next itself and returns
     * the token behind it, or NULL, having done nothing: then it is walked. */
    const uint32_t *(*element)(void *context, const struct json_tokens *tokens);
};

/* Any of the functions may be NULL: such events are not reported (enter: all are entered). */

/* Walks one JSON value of less than 4 GiB. On a fault *error says what is wrong and *offset where;
 * events before it have been delivered. Depth is limited to 256. */
bool json_walk(const char *text, size_t size, const struct json_handler *handler, void *context,
               size_t *offset, struct error *error);

/* Walks values with commas between, as they stand in an array, up to its closing bracket or to the
 * end of the text. *done is the offset behind the last whole value and its comma, or behind the
 * bracket (*closed). False on a fault, and before an array, which may be another list: values
 * before *done were reported whole, the next one in part. */
bool json_walk_list(const char *text, size_t size, const struct json_handler *handler,
                    void *context, size_t *done, bool *closed);

/* Line and column, from 1, of an offset. */
void json_locate(const char *text, size_t offset, uint64_t *line, uint64_t *column);

/* The members of a top-level object, found by a scan of quotes and brackets alone, so that each can
 * be walked by a thread of its own and a file may be larger than one parse allows (4 GiB). */
struct json_member {
    struct text_slice key; /* as written, escapes and all: see json_unescape */
    const char *text;      /* the value */
    size_t size;
    bool repaired; /* cut short and mended: see below */
};

struct json_members {
    struct json_member *items; /* malloc'd; json_members_release */
    size_t count, capacity;
    bool truncated; /* the text ends (or turns into NULs) inside the object */
    char *mended;   /* when the last value was cut: up to its last whole element, then closed; the
                       last member's text points here (padded) */
    size_t dropped; /* bytes of the tail that could not be used */
    bool followed;  /* the object is whole, and another value seems to begin behind it */
};

/* False when it is no object, or when something follows it; *offset is where. */
bool json_members_find(struct json_members *members, const char *text, size_t size, size_t *offset,
                       struct error *error);
void json_members_release(struct json_members *members);

/* What stands between the quotes, unescaped. At most `size` bytes are written to `out`. False when
 * an escape is wrong: it is left out. */
bool json_unescape(const char *raw, size_t size, char *out, size_t *out_size);
/* The same as a text of the arena; broken UTF-8 is mended. */
const char *json_unescaped(struct arena *arena, struct text_slice raw);

#endif
