#include "figure/model/plotspec.h"

#include <string.h>

bool plotspec_is_pattern(const char *metric)
{
    return metric[strlen(metric) - 1] == '*';
}

static bool starts_with(const char *text, const char *start, size_t size)
{
    return strncmp(text, start, size) == 0;
}

const struct plotspec *plotspecs_find(const struct plotspecs *specs, const char *metric)
{
    const struct plotspec *longest = NULL;
    size_t longest_size = 0;
    for (size_t i = 0; i < specs->count; i++) {
        const struct plotspec *spec = &specs->items[i];
        if (!spec->metric)
            continue;
        size_t size = strlen(spec->metric);
        if (strcmp(spec->metric, metric) == 0)
            return spec;
        if (plotspec_is_pattern(spec->metric) && size > longest_size &&
            starts_with(metric, spec->metric, size - 1)) {
            longest = spec;
            longest_size = size;
        }
    }
    return longest;
}
