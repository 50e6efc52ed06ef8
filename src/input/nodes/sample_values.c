#include "input/nodes/sample_values.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "util/number.h"

static const double ENDLESS = 0x1p63;
static const double ROUNDED = -0.5; /* in the source's unit: differences may be a little below 0 */

/* The text without commas that part groups of three digits; 0: it is not written so. */
static size_t without_commas(const char *text, size_t size, char *plain, size_t room)
{
    size_t used = 0, commas = 0, digits = 0, i = 0;
    for (; i < size && used < room && (text[i] == ',' || isdigit((unsigned char)text[i])); i++) {
        if (text[i] != ',') {
            plain[used++] = text[i];
            digits++;
            continue;
        }
        if (digits < 1 || digits > 3 || (commas && digits < 3))
            return 0;
        commas++;
        digits = 0;
    }
    if (commas < 2 || digits != 3 || size - i > room - used)
        return 0;
    memcpy(plain + used, text + i, size - i);
    return used + size - i;
}

double sample_value_of(const char *text, size_t size, bool *is_percent)
{
    double value;
    char plain[32];
    if (number_parse(text, size, &value))
        return value;
    bool has_sign = size > 1 && text[size - 1] == '%';
    size -= has_sign;
    while (has_sign && size && text[size - 1] == ' ')
        size--;
    if (has_sign && number_parse(text, size, &value)) {
        *is_percent = true;
        return value;
    }
    size_t used = has_sign ? 0 : without_commas(text, size, plain, sizeof plain);
    return used && number_parse(plain, used, &value) ? value : NUMBER_MISSING;
}

bool sample_value_is_endless(double value)
{
    return fabs(value) >= ENDLESS;
}

static bool is_never_negative(const char *unit, enum metric_kind kind)
{
    return kind != METRIC_LEVEL || strcmp(unit, "%") == 0 || strcmp(unit, "B") == 0;
}

size_t sample_values_clean(double *values, size_t count, const char *unit, enum metric_kind kind)
{
    double least = is_never_negative(unit, kind) ? ROUNDED : -ENDLESS;
    size_t cleaned = 0;
    for (size_t i = 0; i < count; i++)
        if (sample_value_is_endless(values[i]) || values[i] < least) {
            values[i] = NUMBER_MISSING;
            cleaned++;
        }
    return cleaned;
}
