#include "export/column_names.h"

#include <string.h>

#include "table/canonical_tables.h"

static bool take(struct column_names_made *names, const char *name)
{
    if (!names->folded.names)
        name_index_init(&names->folded);
    char *folded = arena_text(names->arena, name);
    for (char *c = folded; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    if (name_index_find(&names->folded, folded) != NAME_INDEX_NONE)
        return false;
    name_index_add(&names->folded, folded);
    return true;
}

const char *column_names_add(struct column_names_made *names, const char *name)
{
    bool is_marked = strstr(name, CANONICAL_ATTRIBUTE) != NULL; /* by its source */
    if (!is_marked && take(names, name))
        return arena_text(names->arena, name);
    const char *other = arena_format(names->arena, "%s" CANONICAL_ATTRIBUTE ")", name);
    for (int number = 2; !take(names, other); number++)
        other = arena_format(names->arena, "%s" CANONICAL_ATTRIBUTE " %d)", name, number);
    return other;
}

void column_names_release(struct column_names_made *names)
{
    name_index_release(&names->folded);
}
