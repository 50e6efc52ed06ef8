#include "analysis/nodes/signal_source.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/nodes/gpu_hosts.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/natural.h"

/* ---- metrics ---- */

static const char *signal_unit(struct arena *arena, const struct metric *metric)
{
    const char *unit = metric->unit ? metric->unit : "";
    if (metric->kind == METRIC_ENERGY)
        return "W";
    if (metric->kind == METRIC_COUNTER)
        return *unit ? arena_format(arena, "%s/s", unit) : "1/s";
    return unit;
}

/* The amount's unit: "B/s" gives "B", "W" gives "J", other units the unit × s. */
static const char *amount_unit(struct arena *arena, const struct metric *metric)
{
    const char *unit = metric->unit ? metric->unit : "";
    size_t size = strlen(unit);
    if (metric->kind == METRIC_LEVEL)
        return NULL;
    if (metric->kind == METRIC_ENERGY || metric->kind == METRIC_COUNTER)
        return unit;
    if (strcmp(unit, "W") == 0)
        return "J";
    if (size > 2 && strcmp(unit + size - 2, "/s") == 0)
        return arena_text_of_size(arena, unit, size - 2);
    return arena_format(arena, "%s s", unit);
}

static void add_metric(struct signals *signals, const struct metric *metric, const char *name)
{
    signals->metrics[signals->metric_count++] = (struct signal_metric){
        .name = name,
        .label = metric->label && *metric->label ? metric->label : name,
        .unit = signal_unit(&signals->arena, metric),
        .total_unit = amount_unit(&signals->arena, metric),
        .kind = metric->kind,
        .combine = metric->combine,
        .scope = metric->part_of || !metric->scope ? "node" : metric->scope,
    };
}

/* The signals' metric for each of the dataset's, in the order in which these appear: parts go to
 * what they are part of, which need not be among the metrics itself. */
static uint32_t *make_metrics(struct signals *signals, const struct dataset *dataset,
                              const bool *has_series)
{
    struct name_index index;
    uint32_t *numbers = memory_alloc_array(dataset->metric_count, sizeof *numbers);
    signals->metrics =
        arena_alloc_array(&signals->arena, dataset->metric_count, sizeof *signals->metrics);
    name_index_init(&index);
    for (size_t i = 0; i < dataset->metric_count; i++) {
        const struct metric *metric = &dataset->metrics[i];
        const char *name = metric->part_of ? metric->part_of : metric->name;
        if (!has_series[i])
            continue;
        numbers[i] = name_index_find(&index, name);
        if (numbers[i] != NAME_INDEX_NONE)
            continue;
        uint32_t whole = dataset_find_metric(dataset, name);
        add_metric(signals, whole == NAME_INDEX_NONE ? metric : &dataset->metrics[whole], name);
        numbers[i] = name_index_add(&index, name);
    }
    name_index_release(&index);
    return numbers;
}

/* ---- nodes ---- */

struct named {
    const char *name;
    uint32_t number;
};

static int compare_named(const void *left, const void *right)
{
    const struct named *l = left, *r = right;
    int order = natural_compare_nodes(l->name, r->name);
    return order ? order : (l->number > r->number) - (l->number < r->number);
}

static void rank_nodes(struct signals *signals)
{
    struct named *named = memory_alloc_array(signals->node_count, sizeof *named);
    signals->node_order =
        arena_alloc_array(&signals->arena, signals->node_count, sizeof *signals->node_order);
    signals->node_ranks =
        arena_alloc_array(&signals->arena, signals->node_count, sizeof *signals->node_ranks);
    for (size_t i = 0; i < signals->node_count; i++)
        named[i] = (struct named){signals->nodes[i].name, (uint32_t)i};
    if (signals->node_count)
        qsort(named, signals->node_count, sizeof *named, compare_named);
    for (size_t i = 0; i < signals->node_count; i++) {
        signals->node_order[i] = named[i].number;
        signals->node_ranks[named[i].number] = (uint32_t)i;
    }
    free(named);
}

/* ---- sources ---- */

static int compare_sources(const void *left, const void *right)
{
    const struct source *l = left, *r = right;
    if (l->metric != r->metric)
        return l->metric < r->metric ? -1 : 1;
    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    if (l->part != r->part)
        return l->part < r->part ? -1 : 1;
    return (l->series > r->series) - (l->series < r->series);
}

struct timeline_place {
    const struct timeline *timeline;
    uint32_t number;
};

static int compare_timelines(const void *left, const void *right)
{
    const struct timeline_place *l = left, *r = right;
    return (l->timeline > r->timeline) - (l->timeline < r->timeline);
}

static struct timeline_place *index_timelines(const struct dataset *dataset)
{
    struct timeline_place *places = memory_alloc_array(dataset->timeline_count, sizeof *places);
    for (size_t i = 0; i < dataset->timeline_count; i++)
        places[i] = (struct timeline_place){dataset->timelines[i], (uint32_t)i};
    if (dataset->timeline_count)
        qsort(places, dataset->timeline_count, sizeof *places, compare_timelines);
    return places;
}

static uint32_t timeline_number(const struct dataset *dataset, const struct timeline_place *places,
                                const struct timeline *timeline)
{
    struct timeline_place wanted = {timeline, 0};
    const struct timeline_place *found =
        bsearch(&wanted, places, dataset->timeline_count, sizeof wanted, compare_timelines);
    return found->number;
}

/* Which series are kept. */
static bool *find_kept(const struct dataset *dataset)
{
    bool *kept = memory_alloc_array(dataset->series_count + 1, sizeof *kept);
    bool *without_gpus = gpu_hosts_find_others(dataset);
    for (size_t i = 0; i < dataset->series_count; i++) {
        const struct series *series = &dataset->series[i];
        kept[i] = !without_gpus[series->node] ||
                  !gpu_hosts_measure(dataset->metrics[series->metric].name);
    }
    free(without_gpus);
    return kept;
}

struct source *sources_make(struct signals *signals, const struct dataset *dataset, size_t *count)
{
    bool *has_series = memory_alloc_array(dataset->metric_count, sizeof *has_series);
    bool *kept = find_kept(dataset);
    for (size_t i = 0; i < dataset->series_count; i++)
        has_series[dataset->series[i].metric] |= kept[i];
    uint32_t *numbers = make_metrics(signals, dataset, has_series);
    rank_nodes(signals);
    struct timeline_place *places = index_timelines(dataset);
    struct source *sources = memory_alloc_array(dataset->series_count, sizeof *sources);
    *count = 0;
    for (size_t i = 0; i < dataset->series_count; i++) {
        const struct series *series = &dataset->series[i];
        bool is_part = dataset->metrics[series->metric].part_of != NULL;
        if (!kept[i])
            continue;
        sources[(*count)++] = (struct source){
            .metric = numbers[series->metric],
            .rank = signals->node_ranks[series->node],
            .part = is_part ? series->metric + 1 : 0,
            .series = (uint32_t)i,
            .timeline = timeline_number(dataset, places, series->timeline),
        };
    }
    if (*count)
        qsort(sources, *count, sizeof *sources, compare_sources);
    free(places);
    free(numbers);
    free(kept);
    free(has_series);
    return sources;
}
