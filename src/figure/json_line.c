#include "figure/json_line.h"

#include <stdbool.h>
#include <string.h>

struct walk {
    const char *at;
    size_t line;
    int depth;         /* of objects and lists */
    long object_index; /* of the last object at depth 3: in a list in the top object */
};

static void skip_string(struct walk *walk)
{
    walk->at++;
    while (*walk->at && *walk->at != '"')
        walk->at += walk->at[0] == '\\' && walk->at[1] ? 2 : 1;
    if (*walk->at)
        walk->at++;
}

static bool is_key(const char *after)
{
    return after[strspn(after, " \t\r\n")] == ':';
}

static bool is_inside(const struct walk *walk, long index)
{
    return index < 0 ? walk->depth == 1 : walk->depth == 3 && walk->object_index == index;
}

/* Keys with escapes are not known fields, and their line is of little use. */
static bool takes_key(struct walk *walk, long index, const char *key)
{
    const char *start = walk->at + 1;
    skip_string(walk);
    size_t size = (size_t)(walk->at - start - 1);
    return key && is_inside(walk, index) && is_key(walk->at) && strlen(key) == size &&
           memcmp(start, key, size) == 0;
}

/* True when an object that is looked for itself starts here. */
static bool step(struct walk *walk, long index, bool wants_start)
{
    char c = *walk->at++;
    if (c == '\n')
        walk->line++;
    if (c == '}' || c == ']')
        walk->depth--;
    if (c != '{' && c != '[')
        return false;
    walk->depth++;
    if (c == '{' && walk->depth == 3)
        walk->object_index++;
    return c == '{' && wants_start && is_inside(walk, index);
}

size_t json_line_of_key(const char *text, long index, const char *key)
{
    struct walk walk = {.at = text, .line = 1, .object_index = -1};
    while (*walk.at) {
        if (*walk.at == '"') {
            if (takes_key(&walk, index, key))
                return walk.line;
        } else if (step(&walk, index, !key)) {
            return walk.line;
        }
    }
    return 1;
}
