#include "table/facts.h"

#include <math.h>

#include "util/number.h"

void facts_init(struct facts *facts)
{
    *facts = (struct facts){.start = NUMBER_MISSING,
                            .end = NUMBER_MISSING,
                            .node_count = NUMBER_MISSING,
                            .sampling_interval_s = NUMBER_MISSING};
}

static void fill_text(const char **text, const char *other)
{
    if (!*text)
        *text = other;
}

static void fill_number(double *number, double other)
{
    if (isnan(*number))
        *number = other;
}

void facts_fill(struct facts *facts, const struct facts *other)
{
    fill_text(&facts->job_id, other->job_id);
    fill_text(&facts->user, other->user);
    fill_text(&facts->title, other->title);
    fill_text(&facts->label, other->label);
    fill_text(&facts->cluster, other->cluster);
    fill_text(&facts->partition, other->partition);
    fill_text(&facts->project, other->project);
    fill_text(&facts->state, other->state);
    fill_text(&facts->job_name, other->job_name);
    fill_number(&facts->start, other->start);
    fill_number(&facts->end, other->end);
    fill_number(&facts->node_count, other->node_count);
    fill_number(&facts->sampling_interval_s, other->sampling_interval_s);
}
