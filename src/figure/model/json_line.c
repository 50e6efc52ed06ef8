#include "figure/model/json_line.h"

#include <string.h>

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at)
{
    at++;
    while (*at && *at != '"')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

/* To the comma or bracket behind the value. */
static const char *skip_value(const char *at)
{
    int depth = 0; /* of objects and lists */
    while (*at) {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        if (depth == 0 && strchr(",]}", *at))
            break;
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
    }
    return at;
}

/* The first entry behind the bracket or comma at `at`, NULL behind the last. */
static const char *next_entry(const char *at)
{
    if (*at != '{' && *at != '[' && *at != ',')
        return NULL;
    at = skip_space(at + 1);
    return *at && !strchr("]}", *at) ? at : NULL;
}

const char *json_member(const char *object, const char *key)
{
    size_t size = strlen(key);
    for (const char *at = next_entry(skip_space(object)); at && *at == '"';
         at = next_entry(skip_value(json_value(at))))
        if (strncmp(at + 1, key, size) == 0 && at[1 + size] == '"')
            return at;
    return NULL;
}

const char *json_value(const char *member)
{
    const char *at = skip_space(skip_string(member));
    return *at == ':' ? skip_space(at + 1) : at;
}

const char *json_item(const char *list, size_t index)
{
    const char *at = next_entry(skip_space(list));
    while (at && index-- > 0)
        at = next_entry(skip_value(at));
    return at;
}

size_t json_line(const char *text, const char *place)
{
    size_t line = 1;
    for (; text < place; text++)
        line += *text == '\n';
    return line;
}
