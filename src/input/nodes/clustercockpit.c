#include "input/nodes/clustercockpit.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

struct cockpit_metric cockpit_metric_of(struct arena *arena, const char *name, const char *base,
                                        const char *prefix)
{
    struct cockpit_metric metric = {unit_of(arena, base, prefix), METRIC_LEVEL, false};
    if (strcmp(name, "mem_used") == 0 && strcmp(metric.unit.name, "B/s") == 0) {
        metric.unit.name = "B";
        metric.mended = true;
    }
    if (unit_is_rate(metric.unit.name))
        metric.kind = METRIC_RATE;
    return metric;
}

uint32_t cockpit_add_metric(struct dataset *dataset, const char *name, const char *scope,
                            const struct cockpit_metric *meaning)
{
    uint32_t number = dataset_metric(dataset, name);
    struct metric *metric = &dataset->metrics[number];
    metric->unit = arena_text(&dataset->arena, meaning->unit.name);
    metric->kind = meaning->kind;
    metric->combine = meaning->kind == METRIC_RATE ? COMBINE_TOTAL : COMBINE_MEAN;
    metric->scope = arena_text(&dataset->arena, scope);
    return number;
}

int cockpit_decimals(const char *text, size_t size)
{
    int decimals = 0;
    const char *point = memchr(text, '.', size);
    for (size_t i = point ? (size_t)(point - text) + 1 : size;
         i < size && text[i] >= '0' && text[i] <= '9'; i++)
        decimals++;
    for (size_t i = 0; i < size; i++) {
        double exponent;
        if ((text[i] == 'e' || text[i] == 'E') &&
            number_parse(text + i + 1, size - i - 1, &exponent) && fabs(exponent) < 400)
            decimals -= (int)exponent;
    }
    return decimals > 0 ? decimals : 0;
}

double cockpit_step(int decimals, double scale)
{
    return scale * pow(10, -decimals);
}
