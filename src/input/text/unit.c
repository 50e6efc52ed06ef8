#include "input/text/unit.h"

#include <string.h>
#include <strings.h>

#include "util/text_slice.h"
#include "util/utf8.h"

/* Words of four letters and more may be in any case; in shorter ones it makes a difference. */
enum { LONG_WORD = 4 };

static bool same_spelling(const char *text, const char *spelling)
{
    return strlen(spelling) < LONG_WORD ? strcmp(text, spelling) == 0
                                        : strcasecmp(text, spelling) == 0;
}

/* Base units: the program's own, how many of those they are, and how they are spelled. */
static const struct {
    struct unit unit;
    const char *spellings[7];
} bases[] = {
    {{"B", 1, true}, {"B", "byte", "bytes"}},
    {{"B", 0.125, true}, {"bit", "bits"}},
    {{"B/s", 1, true}, {"B/s", "byte/s", "bytes/s", "B/sec", "bytes/sec", "Bps"}},
    {{"B/s", 0.125, true}, {"bit/s", "bits/s", "bps"}},
    {{"F/s", 1, true}, {"F/s", "FLOP/s", "FLOPS", "FLOPS/s"}},
    {{"Hz", 1, true}, {"Hz", "hertz"}},
    {{"W", 1, true}, {"W", "watt", "watts"}},
    {{"J", 1, true}, {"J", "joule", "joules", "Ws"}},
    {{"J", 3600, true}, {"Wh"}},
    {{"s", 1, true}, {"s", "sec", "second", "seconds"}},
    {{"s", 60, true}, {"min", "minutes"}},
    {{"s", 3600, true}, {"h", "hours"}},
    {{"%", 1, true}, {"%", "percent"}},
    {{"packets", 1, true}, {"packets"}},
    {{"packets/s", 1, true}, {"packets/s", "packet/s", "pkt/s", "pkts/s"}},
    {{"\u00b0C", 1, true}, {"C", "\u00b0C", "degC", "celsius"}},
    {{"", 1, true}, {"", "1", "IPC", "load", "CPI"}},
};

/* NULL: not known. */
static const struct unit *base_unit(const char *text)
{
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
        for (const char *const *spelling = bases[i].spellings; *spelling; spelling++)
            if (same_spelling(text, *spelling))
                return &bases[i].unit;
    return NULL;
}

/* Of those with the same beginning the longest first. */
static const struct {
    const char *text;
    double factor;
} prefixes[] = {{"kibi", 0x1p10}, {"mebi", 0x1p20}, {"gibi", 0x1p30}, {"tebi", 0x1p40},
                {"kilo", 1e3},    {"mega", 1e6},    {"giga", 1e9},    {"tera", 1e12},
                {"milli", 1e-3},  {"micro", 1e-6},  {"nano", 1e-9},   {"Ki", 0x1p10},
                {"Mi", 0x1p20},   {"Gi", 0x1p30},   {"Ti", 0x1p40},   {"k", 1e3},
                {"K", 1e3},       {"M", 1e6},       {"G", 1e9},       {"T", 1e12},
                {"P", 1e15},      {"E", 1e18},      {"m", 1e-3},      {"u", 1e-6},
                {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"n", 1e-9}};

/* The factor of the prefix that `text` begins with; *size is how long it is, 0 when there is none.
 */
static double prefix_factor(const char *text, size_t *size)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        const char *prefix = prefixes[i].text;
        *size = strlen(prefix);
        if (*size < LONG_WORD ? strncmp(text, prefix, *size) == 0
                              : strncasecmp(text, prefix, *size) == 0)
            return prefixes[i].factor;
    }
    *size = 0;
    return 1;
}

struct unit unit_parse(struct arena *arena, const char *text)
{
    const struct unit *base = base_unit(text);
    if (base)
        return *base;
    size_t size;
    double factor = prefix_factor(text, &size);
    base = size ? base_unit(text + size) : NULL;
    if (base && *base->name)
        return (struct unit){base->name, base->scale * factor, true};
    const char *name = utf8_shorten(arena, utf8_clean(arena, arena_text(arena, text)), 20);
    return (struct unit){name, 1, false};
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

bool unit_adds_up(const char *name)
{
    static const char *const amounts[] = {"B", "J", "packets"};
    return TEXT_IS_AMONG(name, amounts) || unit_is_rate(name);
}
