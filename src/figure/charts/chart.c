#include "figure/charts/chart.h"

#include <string.h>

#define CHART(name) extern const struct chart chart_##name;
#include "figure/charts/charts.def"
#undef CHART

static const struct chart *const charts[] = {
#define CHART(name) &chart_##name,
#include "figure/charts/charts.def"
#undef CHART
};

size_t chart_count(void)
{
    return sizeof charts / sizeof charts[0];
}

const struct chart *chart_at(size_t index)
{
    return charts[index];
}

const struct chart *chart_by_name(const char *name)
{
    for (size_t i = 0; i < chart_count(); i++)
        if (strcmp(charts[i]->name, name) == 0)
            return charts[i];
    return NULL;
}
