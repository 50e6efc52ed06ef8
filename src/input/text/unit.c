#include "input/text/unit.h"

#include <string.h>

#include "util/utf8.h"

/* Spelling of a base unit → the program's. */
static const char *base_unit(const char *text)
{
    static const char *const bases[][2] = {
        {"B", "B"},
        {"byte", "B"},
        {"bytes", "B"},
        {"Bytes", "B"},
        {"B/s", "B/s"},
        {"bytes/s", "B/s"},
        {"Bytes/s", "B/s"},
        {"Bps", "B/s"},
        {"F/s", "F/s"},
        {"FLOP/s", "F/s"},
        {"Flops/s", "F/s"},
        {"FLOPS", "F/s"},
        {"Flop/s", "F/s"},
        {"FLOPS/s", "F/s"},
        {"Hz", "Hz"},
        {"W", "W"},
        {"J", "J"},
        {"s", "s"},
        {"%", "%"},
        {"packets", "packets"},
        {"packets/s", "packets/s"},
        {"packet/s", "packets/s"},
        {"pkt/s", "packets/s"},
        {"pkts/s", "packets/s"},
        {"C", "°C"},
        {"°C", "°C"},
        {"degC", "°C"},
        {"", ""},
        {"IPC", ""},
        {"load", ""},
        {"CPI", ""},
    };
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
        if (strcmp(text, bases[i][0]) == 0)
            return bases[i][1];
    return NULL;
}

/* The factor of the prefix that `text` begins with; *size is how long it is, 0 when there is none.
 */
static double prefix_factor(const char *text, size_t *size)
{
    static const struct {
        const char *text;
        double factor;
    } prefixes[] = {
        {"Ki", 1024.0}, {"Mi", 1048576.0}, {"Gi", 1073741824.0}, {"Ti", 1099511627776.0},
        {"k", 1e3},     {"K", 1e3},        {"M", 1e6},           {"G", 1e9},
        {"T", 1e12},    {"P", 1e15},       {"E", 1e18},          {"m", 1e-3},
        {"u", 1e-6},    {"\u00b5", 1e-6},  {"\u03bc", 1e-6},     {"n", 1e-9},
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        *size = strlen(prefixes[i].text);
        if (strncmp(text, prefixes[i].text, *size) == 0)
            return prefixes[i].factor;
    }
    *size = 0;
    return 1;
}

struct unit unit_parse(struct arena *arena, const char *text)
{
    const char *base = base_unit(text);
    if (base)
        return (struct unit){base, 1};
    size_t size;
    double factor = prefix_factor(text, &size);
    base = size ? base_unit(text + size) : NULL;
    if (base && *base)
        return (struct unit){base, factor};
    return (struct unit){utf8_shorten(arena, utf8_clean(arena, arena_text(arena, text)), 20), 1};
}

struct unit unit_of(struct arena *arena, const char *base, const char *prefix)
{
    struct unit unit = unit_parse(arena, base);
    size_t size;
    double factor = prefix_factor(prefix, &size);
    if (size && !prefix[size])
        unit.scale *= factor;
    return unit;
}

bool unit_is_rate(const char *name)
{
    size_t size = strlen(name);
    return strcmp(name, "W") == 0 || (size > 2 && strcmp(name + size - 2, "/s") == 0);
}
