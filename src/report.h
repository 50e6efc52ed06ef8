/* The pipeline: inputs → tables → figures → document → files.
 *
 * `replot` is the same program started in the middle: from the tables of a report. */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>

#include "options.h"
#include "progress.h"
#include "util/diagnostics.h"
#include "util/error.h"

/* What the program takes from outside besides its options; nothing below main() looks there. */
struct environment {
    const char *resources;     /* directory that holds plots/, templates/, fonts/ */
    const char *job_id, *user; /* of the scheduler and the login, or NULL */
    double now;                /* Unix seconds: written into the report */
    /* Called when all is written and before the report is swapped in: false stops it. */
    bool (*can_announce)(void *context, struct error *error);
    /* What is done, for those who asked to be told (--verbose). */
    void (*say)(void *context, const char *line);
    void *context;
};

struct report_outcome {
    const char *path; /* of the report, in the options' arena */
    unsigned long long rejected;
};

/* "job-report" or "job-report-ID": what stands in the id and could act in a path is replaced. */
const char *report_stem(struct arena *arena, const char *job_id);

bool report_make(struct options *options, const struct environment *environment,
                 struct diagnostics *diagnostics, struct progress *progress,
                 struct report_outcome *outcome, struct error *error);

bool report_replot(struct options *options, const struct environment *environment,
                   struct progress *progress, struct report_outcome *outcome, struct error *error);

#endif
