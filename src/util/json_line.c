#include "util/json_line.h"

#include <stdbool.h>
#include <string.h>

/* Behind the string that begins at `at`. */
static const char *skip_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return *at ? at + 1 : at;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static bool is_name(const char *at, const char *end, const char *name)
{
    size_t size = (size_t)(end - at);
    return size == strlen(name) + 2 && memcmp(at + 1, name, size - 2) == 0 &&
           *skip_blanks(end) == ':';
}

static size_t line_at(const char *text, const char *at)
{
    size_t line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

/* The member of the object whose inside begins at `at`, or NULL. */
static const char *find_member(const char *at, const char *name)
{
    for (int depth = 0; *at && depth >= 0;) {
        const char *end = *at == '"' ? skip_string(at) : at + 1;
        if (*at == '"' && depth == 0 && is_name(at, end, name))
            return at;
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at = end;
    }
    return NULL;
}

size_t json_line_of(const char *text, const char *const *names, size_t count)
{
    const char *found = text, *inside = strchr(text, '{');
    for (size_t i = 0; i < count && inside; i++) {
        const char *member = find_member(inside + 1, names[i]);
        if (!member)
            break;
        found = member;
        inside = skip_blanks(skip_string(member));
        inside = skip_blanks(inside + 1);
        inside = *inside == '{' ? inside : NULL;
    }
    return line_at(text, found);
}
