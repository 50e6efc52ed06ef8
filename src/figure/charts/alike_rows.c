#include "figure/charts/alike_rows.h"

#include <math.h>

#include "table/rows.h"

static const double ALIKE = 0.001;

bool values_are_alike(double low, double high)
{
    return high - low <= ALIKE * fmax(fabs(low), fabs(high));
}

bool alike_rows_add(struct alike_rows *alike, double low, double high)
{
    if (!values_are_alike(low, high))
        return false;
    alike->low = alike->count ? fmin(alike->low, low) : low;
    alike->high = alike->count ? fmax(alike->high, high) : high;
    alike->count++;
    return true;
}

static const char *values_text(const struct table_rows *rows, const struct alike_rows *alike)
{
    const char *high = table_value_text(rows, alike->high, NULL);
    if (values_are_alike(alike->low, alike->high))
        return high;
    return arena_format(rows->request->arena, "between %s and %s",
                        table_value_text(rows, alike->low, NULL), high);
}

static bool have_one_task_each(const struct table_rows *rows)
{
    const struct tasks_rows kinds = tasks_rows(rows->request->source->tables);
    for (size_t row = 0; row < kinds.rows; row++)
        if (!(kinds.succeeded[row] <= 1))
            return false;
    return kinds.rows > 0;
}

const char *alike_rows_reason(const struct table_rows *rows, const struct alike_rows *alike)
{
    const char *what = have_one_task_each(rows) ? "one task" : "one value in all its tasks";
    return arena_format(rows->request->arena, "each of %s has %s: %s",
                        things_text(rows, alike->count, false), what, values_text(rows, alike));
}

const char *alike_rows_note(const struct table_rows *rows, const struct alike_rows *alike)
{
    if (!alike->count)
        return "";
    return arena_format(rows->request->arena, "Not shown: %s with a single value (%s).",
                        things_text(rows, alike->count, false), values_text(rows, alike));
}

const char *alike_rows_in_line(const struct table_rows *rows, const struct alike_rows *alike)
{
    struct arena *arena = rows->request->arena;
    const struct plotspec *spec = rows->request->spec;
    if (!alike->count || spec->skip)
        return NULL;
    const char *text =
        arena_format(arena, "%s with a single %s", things_text(rows, alike->count, false),
                     role_name(spec, "y", "value"));
    return isnan(alike->low) ? text
                             : arena_format(arena, "%s (%s)", text, values_text(rows, alike));
}
