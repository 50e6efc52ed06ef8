#include "table/column_unit.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Units that are not shown as they are: those of layouts published elsewhere, and energy, which is
 * paid for, and compared, by the kWh. */
static const struct {
    const char *unit, *base;
    double factor;
} multiples[] = {{"h", "s", 3600}, {"J", "Wh", 1 / 3600.0}};

struct column_unit column_unit_of(const char *unit)
{
    struct column_unit found = {.base = unit ? unit : "", .factor = 1};
    for (size_t i = 0; i < sizeof multiples / sizeof multiples[0]; i++)
        if (strcmp(found.base, multiples[i].unit) == 0)
            return (struct column_unit){.base = multiples[i].base, .factor = multiples[i].factor};
    if (*found.base == '{') {
        snprintf(found.column, sizeof found.column, "%.*s", (int)strcspn(unit + 1, "}"), unit + 1);
        found.base = "";
    }
    return found;
}
