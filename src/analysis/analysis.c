#include "analysis/analysis.h"

#include "analysis/table_names.h"

#define ANALYSIS(name, needs) extern const struct analysis analysis_##name;
#include "analysis/analyses.def"
#undef ANALYSIS

static const struct analysis *const analyses[] = {
#define ANALYSIS(name, needs) &analysis_##name,
#include "analysis/analyses.def"
#undef ANALYSIS
};

static const char *const needs_of[] = {
#define ANALYSIS(name, needs) needs,
#include "analysis/analyses.def"
#undef ANALYSIS
};

static const struct analysis *const analyses_of_gpus[] = {
#define ANALYSIS(name, needs)
#define ANALYSIS_OF_GPUS(name, needs) &analysis_##name,
#include "analysis/analyses.def"
#undef ANALYSIS
};

size_t analysis_count(void)
{
    return sizeof analyses / sizeof analyses[0];
}

const struct analysis *analysis_at(size_t index)
{
    return analyses[index];
}

const char *analysis_needs(size_t index)
{
    return needs_of[index];
}

void analyses_run_of_gpus(const struct analysis_request *request, struct tables *tables)
{
    for (size_t i = 0; i < sizeof analyses_of_gpus / sizeof analyses_of_gpus[0]; i++)
        analyses_of_gpus[i]->run(request, tables);
}

void table_names_make(struct table_names *names, const struct signals *signals,
                      struct tables *tables)
{
    struct arena *arena = tables->arena;
    names->nodes = arena_alloc_array(arena, signals->node_count, sizeof *names->nodes);
    names->metrics = arena_alloc_array(arena, signals->metric_count, sizeof *names->metrics);
    names->units = arena_alloc_array(arena, signals->metric_count, sizeof *names->units);
    for (size_t i = 0; i < signals->node_count; i++)
        names->nodes[i] = arena_text(arena, signals->nodes[i].name);
    for (size_t i = 0; i < signals->metric_count; i++) {
        names->metrics[i] = arena_text(arena, signals->metrics[i].name);
        names->units[i] = arena_text(arena, signals->metrics[i].unit);
    }
}
