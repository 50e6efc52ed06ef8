#include "input/traces/chrome_cut.h"

#include <stdbool.h>
#include <string.h>

#include "input/json/json_skip.h"

/* Bytes of an object in which its phase must stand, or it is taken for none. */
enum { LOOK = 1 << 16 };

/* Whether the object at `at` has a member "ph" of its own. */
static bool has_phase(const char *text, size_t size, size_t at)
{
    static const char name[] = "\"ph\"";
    if (size - at > LOOK)
        size = at + LOOK;
    for (at++; at < size; at++) {
        size_t key = json_skip_blanks(text, size, at);
        if (key >= size || text[key] != '"')
            return false;
        if (size - key > sizeof name && memcmp(text + key, name, sizeof name - 1) == 0)
            return true;
        at = json_skip_blanks(text, size, json_skip_string(text, size, key + 1));
        if (at >= size || text[at] != ':')
            return false;
        at = json_skip_blanks(text, size, at + 1);
        if (at >= size)
            return false;
        at = json_skip_blanks(text, size, json_skip_value(text, size, at));
        if (at >= size || text[at] != ',')
            return false;
    }
    return false;
}

size_t chrome_event_after(const char *text, size_t size, size_t at, int most_tries)
{
    for (int tries = 0; at < size;) {
        const char *brace = memchr(text + at, '}', size - at);
        if (!brace)
            return size;
        at = json_skip_blanks(text, size, (size_t)(brace - text) + 1);
        if (at >= size || text[at] != ',')
            continue;
        size_t event = json_skip_blanks(text, size, at + 1);
        if (event >= size || text[event] != '{')
            continue;
        size_t name = json_skip_blanks(text, size, event + 1);
        if (name >= size || text[name] != '"')
            continue;
        if (has_phase(text, size, event) || ++tries == most_tries)
            return event;
    }
    return size;
}
