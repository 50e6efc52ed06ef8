#include "input/text/unit.h"

#include <string.h>
#include <strings.h>

#include "util/utf8.h"

/* Words of four letters and more may be in any case; in shorter ones it makes a difference. */
enum { LONG_WORD = 4 };

static bool same_spelling(const char *text, const char *spelling)
{
    return strlen(spelling) < LONG_WORD ? strcmp(text, spelling) == 0
                                        : strcasecmp(text, spelling) == 0;
}

/* Spelling of a base unit, the program's own, and how many of those it is; NULL: not known. */
static const struct unit *base_unit(const char *text)
{
    static const struct {
        const char *spelling;
        struct unit unit;
    } bases[] = {
        {"B", {"B", 1, true}},
        {"byte", {"B", 1, true}},
        {"bytes", {"B", 1, true}},
        {"bit", {"B", 0.125, true}},
        {"bits", {"B", 0.125, true}},
        {"B/s", {"B/s", 1, true}},
        {"byte/s", {"B/s", 1, true}},
        {"bytes/s", {"B/s", 1, true}},
        {"B/sec", {"B/s", 1, true}},
        {"bytes/sec", {"B/s", 1, true}},
        {"Bps", {"B/s", 1, true}},
        {"bit/s", {"B/s", 0.125, true}},
        {"bits/s", {"B/s", 0.125, true}},
        {"bps", {"B/s", 0.125, true}},
        {"F/s", {"F/s", 1, true}},
        {"FLOP/s", {"F/s", 1, true}},
        {"FLOPS", {"F/s", 1, true}},
        {"FLOPS/s", {"F/s", 1, true}},
        {"Hz", {"Hz", 1, true}},
        {"hertz", {"Hz", 1, true}},
        {"W", {"W", 1, true}},
        {"watt", {"W", 1, true}},
        {"watts", {"W", 1, true}},
        {"J", {"J", 1, true}},
        {"joule", {"J", 1, true}},
        {"joules", {"J", 1, true}},
        {"Ws", {"J", 1, true}},
        {"Wh", {"J", 3600, true}},
        {"s", {"s", 1, true}},
        {"sec", {"s", 1, true}},
        {"second", {"s", 1, true}},
        {"seconds", {"s", 1, true}},
        {"min", {"s", 60, true}},
        {"minutes", {"s", 60, true}},
        {"h", {"s", 3600, true}},
        {"hours", {"s", 3600, true}},
        {"%", {"%", 1, true}},
        {"percent", {"%", 1, true}},
        {"packets", {"packets", 1, true}},
        {"packets/s", {"packets/s", 1, true}},
        {"packet/s", {"packets/s", 1, true}},
        {"pkt/s", {"packets/s", 1, true}},
        {"pkts/s", {"packets/s", 1, true}},
        {"C", {"\u00b0C", 1, true}},
        {"\u00b0C", {"\u00b0C", 1, true}},
        {"degC", {"\u00b0C", 1, true}},
        {"celsius", {"\u00b0C", 1, true}},
        {"", {"", 1, true}},
        {"1", {"", 1, true}},
        {"IPC", {"", 1, true}},
        {"load", {"", 1, true}},
        {"CPI", {"", 1, true}},
    };
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
        if (same_spelling(text, bases[i].spelling))
            return &bases[i].unit;
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
        {"kibi", 1024.0},
        {"mebi", 1048576.0},
        {"gibi", 1073741824.0},
        {"tebi", 1099511627776.0},
        {"kilo", 1e3},
        {"mega", 1e6},
        {"giga", 1e9},
        {"tera", 1e12},
        {"milli", 1e-3},
        {"micro", 1e-6},
        {"nano", 1e-9},
        {"Ki", 1024.0},
        {"Mi", 1048576.0},
        {"Gi", 1073741824.0},
        {"Ti", 1099511627776.0},
        {"k", 1e3},
        {"K", 1e3},
        {"M", 1e6},
        {"G", 1e9},
        {"T", 1e12},
        {"P", 1e15},
        {"E", 1e18},
        {"m", 1e-3},
        {"u", 1e-6},
        {"\u00b5", 1e-6},
        {"\u03bc", 1e-6},
        {"n", 1e-9},
    };
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
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++)
        if (strcmp(name, amounts[i]) == 0)
            return true;
    return unit_is_rate(name);
}
