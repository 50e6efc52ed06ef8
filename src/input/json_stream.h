/* Large JSON as events, with arrays of numbers in bulk.
 *
 * simdjson's on-demand parser behind a C interface; the only file that knows it. No tree is built:
 * a 100 MB metric file passes in one go. The text must be followed by MAPPING_PADDING readable
 * bytes. */
#ifndef INPUT_JSON_STREAM_H
#define INPUT_JSON_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

/* A span of text in the document, not ended by NUL; key.text is NULL for elements of an array. */
struct json_key {
    const char *text;
    size_t size;
};

struct json_handler {
    /* An object or an array that is not all numbers begins. False: skip what is inside; `leave` is
     * not called then. */
    bool (*enter)(void *context, struct json_key key, bool is_array);
    void (*leave)(void *context);
    /* An array whose elements are numbers or null. Missing ones are NaN: null, NaN, Infinity, and
     * numbers too large for a double. Texts that are no numbers count in `odd` and are NaN too.
     * `values` holds until the call returns. Empty arrays come here as well. */
    void (*numbers)(void *context, struct json_key key, const double *values, size_t count,
                    size_t odd);
    /* Single values; null, true and false come as text with is_string false. Strings are unescaped,
     * valid until the call returns. */
    void (*number)(void *context, struct json_key key, double value, struct json_key raw);
    void (*text)(void *context, struct json_key key, const char *text, size_t size, bool is_string);
};

/* Walks one JSON value. On a fault: *error names it with line and column in text, *offset is where;
 * events before it have been delivered. Depth is limited to 256. */
bool json_walk(const char *text, size_t size, const struct json_handler *handler, void *context,
               size_t *offset, struct error *error);

/* The members of a top-level object, found by a scan of quotes and brackets alone, so that each can
 * be walked by a thread of its own and a file may be larger than one parse allows (4 GiB). */
struct json_member {
    struct json_key key;
    const char *text; /* the value */
    size_t size;
};

struct json_members {
    struct json_member *items; /* malloc'd; json_members_release */
    size_t count, capacity;
    bool truncated; /* the text ends inside the last member */
    char *repaired; /* when truncated: the last value, cut back to its last whole element and
                       closed; the last member's text points here (padded) */
    size_t repaired_dropped; /* bytes of the tail that could not be used */
};

/* False when it is no object, or the brackets do not match before the end. */
bool json_members_find(struct json_members *members, const char *text, size_t size,
                       struct error *error);
void json_members_release(struct json_members *members);

#endif
