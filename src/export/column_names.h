/* Names of exported columns: different ones, also for programs that tell no capital letters apart.
 */
#ifndef EXPORT_COLUMN_NAMES_H
#define EXPORT_COLUMN_NAMES_H

#include "util/arena.h"
#include "util/name_index.h"

struct column_names_made {
    struct arena *arena; /* of the names */
    struct name_index folded;
};

/* The name, or where one is called so already, or it ends alike itself, "name (attribute)", "name
 * (attribute 2)" … It lives as long as the arena. */
const char *column_names_add(struct column_names_made *names, const char *name);
void column_names_release(struct column_names_made *names);

#endif
