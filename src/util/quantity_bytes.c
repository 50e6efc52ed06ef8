/* Sizes and rates as people write them. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "util/number.h"
#include "util/quantity.h"

double quantity_byte_unit(const char *name)
{
    static const struct {
        const char *name;
        double bytes;
    } units[] = {
        {"b", 1},        {"byte", 1},     {"bytes", 1},    {"kb", 1e3},     {"mb", 1e6},
        {"gb", 1e9},     {"tb", 1e12},    {"pb", 1e15},    {"eb", 1e18},    {"kib", 0x1p10},
        {"mib", 0x1p20}, {"gib", 0x1p30}, {"tib", 0x1p40}, {"pib", 0x1p50}, {"eib", 0x1p60},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcasecmp(units[i].name, name) == 0)
            return units[i].bytes;
    return 0;
}

bool quantity_parse_bytes(const char *text, double *bytes)
{
    double number, unit = 1;
    size_t size = strspn(text, "0123456789.");
    const char *name = text + size + strspn(text + size, " ");
    if (*name)
        unit = quantity_byte_unit(name);
    if (!number_parse(text, size, &number) || !(unit > 0))
        return false;
    *bytes = number * unit;
    return true;
}

bool quantity_parse_rate(const char *text, const char *unit, double *rate)
{
    static const char prefixes[] = " kMGTPE", digits[] = "0123456789.";
    size_t size = strspn(text, digits);
    bool has_exponent = (text[size] == 'e' || text[size] == 'E') && text[size + 1] &&
                        strchr("+0123456789", text[size + 1]);
    if (has_exponent)
        size += 2 + strspn(text + size + 2, digits);
    const char *rest = text + size + strspn(text + size, " ");
    const char *prefix = *rest ? strchr(prefixes + 1, *rest) : NULL;
    rest += prefix ? 1 : 0;
    if (!number_parse(text, size, rate) || !(*rate > 0) || (*rest && strcmp(rest, unit) != 0))
        return false;
    *rate *= prefix ? pow(1000, (double)(prefix - prefixes)) : 1;
    return true;
}
