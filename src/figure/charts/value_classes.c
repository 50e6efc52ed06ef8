#include "figure/charts/value_classes.h"

#include "util/number.h"

size_t value_class_of(const struct plotspec *spec, double value)
{
    size_t i = 0;
    if (value > spec->plausible)
        return spec->threshold_count + 1;
    while (i < spec->threshold_count && value >= spec->thresholds[i])
        i++;
    return i;
}

size_t value_class_count(const struct plotspec *spec)
{
    return spec->threshold_count + 1 + (number_is_missing(spec->plausible) ? 0 : 1);
}

const char *value_class_name(const struct plotspec *spec, size_t index)
{
    char role[] = "class 0";
    if (index > spec->threshold_count)
        return "implausible";
    role[6] = (char)('0' + index);
    return role_name(spec, role, "");
}

const char *value_class_range(const struct table_rows *rows, size_t index)
{
    struct arena *arena = rows->request->arena;
    const struct plotspec *spec = rows->request->spec;
    const char *name = value_class_name(spec, index);
    const double *ends = spec->thresholds;
    if (index == 0)
        return arena_format(arena, "%s: below %s", name, table_value_text(rows, ends[0], NULL));
    if (index > spec->threshold_count)
        return arena_format(arena, "%s: above %s", name,
                            table_value_text(rows, spec->plausible, NULL));
    if (index == spec->threshold_count)
        return arena_format(arena, "%s: %s or more", name,
                            table_value_text(rows, ends[index - 1], NULL));
    return arena_format(arena, "%s: %s to %s", name, table_value_text(rows, ends[index - 1], NULL),
                        table_value_text(rows, ends[index], NULL));
}
