#include "input/head.h"

#include <string.h>

#include "input/json/json_text.h"

static const char blanks[] = " \t\r\n";

bool head_is_object(const char *text)
{
    text += json_mark_size(text, strnlen(text, 3));
    return text[strspn(text, blanks)] == '{';
}

/* What stands behind "KEY" and a colon, NULL when that does not occur. */
static const char *find_value(const char *text, const char *key)
{
    size_t size = strlen(key);
    for (const char *at = text; (at = strstr(at, key)); at += size) {
        if (at == text || at[-1] != '"' || at[size] != '"')
            continue;
        const char *behind = at + size + 1;
        behind += strspn(behind, blanks);
        if (*behind == ':')
            return behind + 1 + strspn(behind + 1, blanks);
    }
    return NULL;
}

bool head_has_key(const char *text, const char *key)
{
    return find_value(text, key) != NULL;
}

bool head_has_array(const char *text, const char *key)
{
    const char *value = find_value(text, key);
    return value && *value == '[';
}
