#include "analysis/analysis.h"

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
