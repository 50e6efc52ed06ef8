#include "analysis/findings/busy_cores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_statistic.h"
#include "util/number.h"

static const double BUSY = 80, AT_REST = 20; /* % of a core, on average */
static const char scope[] = " core ";
enum { MOST_NAMED = 4 };

/* Busy ones of one node, in ascending order. */
struct cores {
    double *numbers;
    size_t busy, count; /* count: the others, too */
};

static size_t host_size(const char *name)
{
    const char *behind = strstr(name, scope);
    return behind ? (size_t)(behind - name) : strlen(name);
}

static double number_of(const char *name)
{
    const char *at = name + host_size(name);
    double number;
    at += *at ? strlen(scope) : 0;
    return number_parse(at, strlen(at), &number) ? number : NUMBER_MISSING;
}

static bool is_same(const struct cores *one, const struct cores *other)
{
    if (one->busy != other->busy)
        return false;
    for (size_t i = 0; i < one->busy; i++)
        if (one->numbers[i] != other->numbers[i])
            return false;
    return true;
}

/* The cores of the node whose signals begin at `first`; *end is behind them. False: one is neither
 * busy nor at rest, or has no number. */
static bool look_at(struct cores *cores, const struct findings *findings,
                    const struct signal_metric *metric, size_t first, size_t *end)
{
    const struct signals *signals = findings->request->signals;
    const struct signal *items = &signals->items[metric->first];
    const char *host = signals->nodes[items[first].node].name;
    size_t size = host_size(host);
    cores->busy = cores->count = 0;
    for (*end = first; *end < metric->count; (*end)++) {
        const char *name = signals->nodes[items[*end].node].name;
        if (host_size(name) != size || strncmp(name, host, size) != 0)
            break;
        double mean = signal_statistic(findings->tables, signals, &items[*end], "mean");
        double number = number_of(name);
        if (!(mean >= BUSY || mean <= AT_REST) || isnan(number))
            return false;
        cores->count++;
        if (mean >= BUSY)
            cores->numbers[cores->busy++] = number;
    }
    return cores->busy && cores->busy < cores->count;
}

static const char *text_of(const struct findings *findings, const struct cores *cores)
{
    const double *numbers = cores->numbers;
    size_t last = cores->busy - 1;
    const char *text = arena_format(findings->arena, "core%s %.0f", last ? "s" : "", numbers[0]);
    if (last >= MOST_NAMED && numbers[last] - numbers[0] == (double)last)
        return arena_format(findings->arena, "%s–%.0f", text, numbers[last]);
    if (last >= MOST_NAMED)
        return NULL;
    for (size_t i = 1; i <= last; i++)
        text =
            arena_format(findings->arena, "%s%s %.0f", text, i < last ? "," : " and", numbers[i]);
    return text;
}

const char *busy_cores_text(const struct findings *findings, const char *load)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric =
        node_load_present(signals, arena_format(findings->arena, "%s.core", load));
    if (!metric)
        return NULL;
    struct cores all = {0}, cores = {0};
    all.numbers = arena_alloc_array(findings->arena, metric->count, sizeof *all.numbers);
    cores.numbers = arena_alloc_array(findings->arena, metric->count, sizeof *cores.numbers);
    for (size_t from = 0, end; from < metric->count; from = end) {
        struct cores *its = from ? &cores : &all;
        if (!look_at(its, findings, metric, from, &end) || !is_same(its, &all))
            return NULL;
    }
    return text_of(findings, &all);
}
