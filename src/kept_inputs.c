#include "kept_inputs.h"

#include "all_attempts.h"
#include "analysis/devices/event_tasks_make.h"
#include "table/canonical_tables.h"

static bool wants(const struct options *options, enum canonical_table_number table)
{
    return options->dump == DUMP_NOTHING &&
           export_wants(options->exports.items, options->exports.count,
                        canonical_table_at(table)->name);
}

void kept_inputs_init(struct kept_inputs *kept, const struct options *options)
{
    *kept = (struct kept_inputs){
        .wants_samples = wants(options, CANONICAL_samples),
        .wants_attempts = wants(options, CANONICAL_attempts),
        .wants_events = wants(options, CANONICAL_events),
        .all_attempts = options->all_attempts,
    };
    dataset_init(&kept->dataset);
}

void kept_inputs_release(struct kept_inputs *kept)
{
    if (kept->has_events) {
        event_tasks_release(&kept->events);
        aligned_timeline_release(&kept->activity);
    }
    sample_copy_release(&kept->samples);
    short_paths_free(kept->names);
    dataset_release(&kept->dataset);
    kept->has_events = false;
    kept->names = NULL;
}

bool kept_inputs_copy_samples(struct kept_inputs *kept, const char *scratch, struct error *error)
{
    return !kept->wants_samples || sample_copy_make(&kept->samples, &kept->dataset, scratch, error);
}

bool kept_inputs_take_activity(struct kept_inputs *kept, const struct aligned_timeline *activity,
                               int jobs)
{
    if (!kept->wants_events)
        return false;
    kept->activity = *activity;
    kept->has_events = true;
    event_tasks_make(&kept->events, &kept->activity, jobs);
    return true;
}

/* The memory of everything else is free for drawing. */
static void keep_records_alone(struct kept_inputs *kept)
{
    struct records *records = kept->dataset.records;
    struct short_paths *names = kept->names;
    kept->dataset.records = NULL;
    kept->names = NULL;
    kept_inputs_release(kept);
    kept->dataset.records = records;
    kept->names = names;
}

void kept_inputs_settle(struct kept_inputs *kept)
{
    if (kept->wants_samples || kept->wants_attempts || kept->wants_events)
        return;
    if (all_attempts_are_wanted(kept->all_attempts, kept->dataset.records))
        keep_records_alone(kept);
    else
        kept_inputs_release(kept);
}

struct export_inputs kept_inputs_for_export(const struct kept_inputs *kept)
{
    return (struct export_inputs){
        .dataset = &kept->dataset,
        .samples = kept->samples.series ? &kept->samples : NULL,
        .events = kept->has_events ? &kept->events : NULL,
        .names = kept->names,
    };
}
