/* Whose run this was: what stands in headers, on the summary page and in the manifest.
 *
 * Texts are NULL and numbers NaN when unknown. */
#ifndef TABLE_FACTS_H
#define TABLE_FACTS_H

#include <stddef.h>

struct facts {
    const char *job_id, *user, *title, *label;
    const char *cluster, *partition, *project, *state, *job_name;
    double start, end;          /* Unix seconds: the scheduler's when known, else of the samples */
    double node_count;          /* nodes of the job, also those without data */
    double sampling_interval_s; /* as declared, or the median step of the samples */
};

void facts_init(struct facts *facts); /* all unknown */
/* What is unknown in `facts` is taken from `other`, whose texts must live on. */
void facts_fill(struct facts *facts, const struct facts *other);

#endif
