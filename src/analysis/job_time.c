#include "analysis/job_time.h"

#include <math.h>

#include "util/number.h"

struct job_time job_time_of(const struct analysis_request *request)
{
    const struct facts *facts = &request->dataset->facts;
    const struct grid *grid = &request->signals->grid;
    if (isfinite(facts->start) && isfinite(facts->end) && facts->start <= facts->end)
        return (struct job_time){facts->start, facts->end};
    if (!grid->slots)
        return (struct job_time){NUMBER_MISSING, NUMBER_MISSING};
    return (struct job_time){grid->start, grid->last};
}
