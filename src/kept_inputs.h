/* What was read, and what is kept of it until it is exported. */
#ifndef KEPT_INPUTS_H
#define KEPT_INPUTS_H

#include "analysis/activity/aligned_timeline.h"
#include "export/exports.h"
#include "options.h"
#include "table/dataset.h"

struct kept_inputs {
    struct dataset dataset;
    bool wants_samples, wants_attempts, wants_events; /* `--export` does */
    enum all_attempts_form all_attempts;
    struct sample_copy samples;
    struct aligned_timeline activity; /* where events are wanted and there are any, with them */
    struct event_tasks events;
    bool has_events;
    struct short_paths *names; /* of inputs, or NULL */
};

void kept_inputs_init(struct kept_inputs *kept, const struct options *options);
void kept_inputs_release(struct kept_inputs *kept);

/* To be called before analyses use up the samples of the dataset. False with ERROR_OUTPUT when
 * there is no room for them in `scratch`. */
bool kept_inputs_copy_samples(struct kept_inputs *kept, const char *scratch, struct error *error);
/* Takes over the timeline where events are wanted: false where they are not. */
bool kept_inputs_take_activity(struct kept_inputs *kept, const struct aligned_timeline *activity,
                               int jobs);
/* Once tables are made: releases what is not written out. */
void kept_inputs_settle(struct kept_inputs *kept);

struct export_inputs kept_inputs_for_export(const struct kept_inputs *kept);

#endif
