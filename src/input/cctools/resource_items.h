/* The members of one JSON object as cctools writes them: {"memory":[12,"MB"],"exit_status":0}.
 *
 * A scan of the text, no tree: these objects are small and there are millions of them. It is
 * lenient where the writers are not strict (\' in strings), but each number has to be one, and each
 * bracket has to close. */
#ifndef INPUT_CCTOOLS_RESOURCE_ITEMS_H
#define INPUT_CCTOOLS_RESOURCE_ITEMS_H

#include <stdbool.h>

#include "input/json/json_stream.h"
#include "util/strbuf.h"

enum resource_kind { RESOURCE_IS_NUMBER, RESOURCE_IS_TEXT, RESOURCE_IS_OTHER };

struct resource_item {
    struct text_slice key; /* as written */
    enum resource_kind kind;
    double number;
    struct text_slice unit; /* of a number; size 0: none is said */
    struct text_slice
        text; /* of a text, as written between the quotes; of others the whole value */
};

struct resource_items {
    const char *at, *end; /* `at` is behind the object once resource_items_next said false, or at
                             `end` when that came too early */
    bool good;            /* nothing is wrong so far */
    bool started;
    bool one_line; /* to be set behind resource_items_open: a line feed ends it too early */
};

void resource_items_open(struct resource_items *items, const char *text, const char *end);
bool resource_items_next(struct resource_items *items, struct resource_item *item);

/* Adds the names of the members of the object at `text`, joined with commas. False when it is not
 * well formed, or holds none. */
bool resource_items_names(const char *text, const char *end, struct strbuf *names);

#endif
