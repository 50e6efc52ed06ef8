#include "analysis/job_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/allocations.h"
#include "analysis/nodes/signal_order.h"
#include "analysis/samples_left_out.h"
#include "analysis/statistics/statistic.h"
#include "analysis/time_match.h"
#include "analysis/work_shift.h"
#include "util/memory.h"
#include "util/number.h"

/* Which samples of a node stay. */
struct cut {
    const struct timeline *timeline;
    bool *kept; /* each; NULL: all */
    size_t count;
};

struct keeping {
    struct dataset *dataset;
    struct allocations allocations;
    struct held_times *held; /* of each node of the dataset */
    double *intervals;       /* of its samples, where these are not all of one time */
    struct cut *cuts;        /* of each timeline, as many as there were */
    size_t cut_count;
    struct samples_left_out nodes;
    struct held_times *held_hosts; /* of each text of the activity that is a host with samples */
    bool *kept_devices;            /* each sample of a GPU */
    double device_interval_s;
    struct samples_left_out devices;
    size_t kept; /* samples of both */
};

static struct held_times held_of(const struct keeping *keeping, const char *node, bool by_name)
{
    return by_name ? allocations_of(&keeping->allocations, node) : keeping->allocations.by_any;
}

/* ---- samples of nodes ---- */

static void find_nodes(struct keeping *keeping)
{
    const struct dataset *dataset = keeping->dataset;
    bool by_name = false;
    for (size_t i = 0; !by_name && i < dataset->timeline_count; i++)
        by_name = allocations_name(&keeping->allocations,
                                   dataset->nodes[dataset->timelines[i]->node].name);
    keeping->held = memory_alloc_array(dataset->node_count + 1, sizeof *keeping->held);
    keeping->intervals = memory_alloc_array(dataset->node_count + 1, sizeof *keeping->intervals);
    for (size_t i = 0; i < dataset->node_count; i++)
        keeping->held[i] = held_of(keeping, dataset->nodes[i].name, by_name);
}

static bool all_stay(const struct timeline *timeline, struct held_times held)
{
    for (size_t i = 0; i < timeline->count; i++)
        if (!held_times_have(held, timeline->times[i], 0))
            return false;
    return true;
}

static void cut_timeline(struct keeping *keeping, struct cut *cut)
{
    const struct timeline *timeline = cut->timeline;
    struct held_times held = keeping->held[timeline->node];
    cut->count = timeline->count;
    bool stays = all_stay(timeline, held);
    if (stays && held.count < 2)
        return;
    struct timeline_shape shape;
    timeline_shape_find(timeline->times, timeline->count, &shape);
    keeping->intervals[timeline->node] = fmax(keeping->intervals[timeline->node], shape.interval_s);
    if (stays)
        return;
    cut->kept = memory_alloc_array(timeline->count, sizeof *cut->kept);
    cut->count = 0;
    for (size_t i = 0; i < timeline->count; i++) {
        cut->kept[i] = held_times_have(held, timeline->times[i], shape.interval_s);
        cut->count += cut->kept[i];
        if (!cut->kept[i])
            samples_left_out_add(&keeping->nodes, held, timeline->times[i]);
    }
    if (cut->count < timeline->count)
        samples_left_out_add_node(&keeping->nodes, held,
                                  keeping->dataset->nodes[timeline->node].name);
}

static void cut_nodes(struct keeping *keeping)
{
    const struct dataset *dataset = keeping->dataset;
    find_nodes(keeping);
    keeping->cuts = memory_alloc_array(dataset->timeline_count + 1, sizeof *keeping->cuts);
    keeping->cut_count = dataset->timeline_count;
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        keeping->cuts[i].timeline = dataset->timelines[i];
        cut_timeline(keeping, &keeping->cuts[i]);
        keeping->kept += keeping->cuts[i].count;
    }
}

static int by_timeline(const void *left, const void *right)
{
    const struct cut *l = left, *r = right;
    return (l->timeline > r->timeline) - (l->timeline < r->timeline);
}

static const struct cut *cut_of(const struct keeping *keeping, const struct timeline *timeline)
{
    struct cut wanted = {.timeline = timeline};
    return bsearch(&wanted, keeping->cuts, keeping->cut_count, sizeof wanted, by_timeline);
}

static void take_out_numbers(double *numbers, const struct cut *cut, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (cut->kept[i])
            numbers[kept++] = numbers[i];
}

/* Series and timelines of which nothing is left go with them. */
static void take_out_series(struct keeping *keeping)
{
    struct dataset *dataset = keeping->dataset;
    size_t kept = 0;
    qsort(keeping->cuts, keeping->cut_count, sizeof *keeping->cuts, by_timeline);
    for (size_t i = 0; i < dataset->series_count; i++) {
        struct series series = dataset->series[i];
        const struct cut *cut = cut_of(keeping, series.timeline);
        if (cut->kept)
            take_out_numbers(series.values, cut, series.timeline->count);
        if (cut->count || !cut->kept)
            dataset->series[kept++] = series;
    }
    dataset->series_count = kept;
    kept = 0;
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        struct timeline *timeline = dataset->timelines[i];
        const struct cut *cut = cut_of(keeping, timeline);
        if (cut->kept)
            take_out_numbers(timeline->times, cut, timeline->count);
        timeline->count = cut->count;
        if (cut->count || !cut->kept)
            dataset->timelines[kept++] = timeline;
    }
    dataset->timeline_count = kept;
}

/* What a source computed of all samples says nothing of a part of them. */
static void take_out_published(struct keeping *keeping)
{
    struct dataset *dataset = keeping->dataset;
    const struct interner *cut = &keeping->nodes.nodes;
    size_t kept = 0;
    for (size_t i = 0; i < dataset->published_count; i++) {
        const char *node = dataset->published[i].node;
        if (node && !interner_find(cut, node, strlen(node)))
            dataset->published[kept++] = dataset->published[i];
    }
    dataset->published_count = kept;
}

/* Nodes that no job held, and what is said of nodes without samples by name. */
static void take_out_nodes(struct keeping *keeping)
{
    struct dataset *dataset = keeping->dataset;
    size_t kept = 0;
    for (size_t i = 0; keeping->nodes.of_others && i < dataset->hardware_count; i++)
        if (held_of(keeping, dataset->hardware[i].node, true).count)
            dataset->hardware[kept++] = dataset->hardware[i];
    dataset->hardware_count = keeping->nodes.of_others ? kept : dataset->hardware_count;
    bool *keep = memory_alloc_array(dataset->node_count + 1, sizeof *keep);
    for (size_t i = 0; i < dataset->node_count; i++)
        keep[i] = keeping->held[i].count > 0;
    kept = 0;
    for (size_t i = 0; i < dataset->node_count; i++)
        if (keep[i]) {
            keeping->intervals[kept] = keeping->intervals[i];
            keeping->held[kept++] = keeping->held[i];
        }
    dataset_keep_nodes(dataset, keep);
    free(keep);
}

/* Times between which no sample is left out are one. */
static void note_times(struct node *node, struct held_times held, double interval_s,
                       struct arena *arena)
{
    struct held_time *items = arena_alloc_array(arena, held.count, sizeof *items);
    double *again = arena_alloc_array(arena, held.count, sizeof *again);
    size_t count = 0;
    for (size_t i = 0; i < held.count; i++) {
        if (count && held.items[i].start - items[count - 1].end < interval_s) {
            items[count - 1].end = held.items[i].end;
            continue;
        }
        if (count)
            again[count - 1] = held.items[i].start;
        items[count++] = held.items[i];
    }
    node->held = items;
    node->held_count = count;
    node->held_again = again;
}

static void note_held(struct keeping *keeping)
{
    struct dataset *dataset = keeping->dataset;
    for (size_t i = 0; i < dataset->node_count; i++)
        note_times(&dataset->nodes[i], keeping->held[i], keeping->intervals[i], &dataset->arena);
}

/* ---- samples of GPUs ---- */

static const char *host_text(const struct activity *activity, uint32_t host)
{
    const char *text = activity_text(activity, host);
    return text ? text : "";
}

/* The median time between samples of a GPU. */
static double device_interval(const struct activity *activity)
{
    double *steps = memory_alloc_array(activity->sample_count + 1, sizeof *steps);
    double *lasts = memory_alloc_array(activity->device_count + 1, sizeof *lasts);
    size_t count = 0;
    for (size_t i = 0; i < activity->device_count; i++)
        lasts[i] = NUMBER_MISSING;
    for (size_t i = 0; i < activity->sample_count; i++) {
        const struct device_sample *sample = &activity->samples[i];
        double step = sample->time - lasts[sample->device];
        if (step > 0)
            steps[count++] = step;
        lasts[sample->device] = sample->time;
    }
    double interval_s = statistic_median(steps, count);
    free(steps);
    free(lasts);
    return interval_s;
}

static void find_hosts(struct keeping *keeping, const struct activity *activity)
{
    size_t texts = activity->texts.count + 1;
    bool *is_host = memory_alloc_array(texts, sizeof *is_host), by_name = false;
    for (size_t i = 0; i < activity->sample_count; i++)
        is_host[activity->samples[i].host] = true;
    for (size_t i = 0; i < activity->fault_count; i++)
        is_host[activity->faults[i].host] = true;
    for (size_t i = 0; i < activity->place_count; i++)
        is_host[activity->places[i].host] = true;
    for (uint32_t i = 0; i < texts; i++)
        by_name = by_name ||
                  (is_host[i] && allocations_name(&keeping->allocations, host_text(activity, i)));
    keeping->held_hosts = memory_alloc_array(texts, sizeof *keeping->held_hosts);
    for (uint32_t i = 0; i < texts; i++)
        if (is_host[i])
            keeping->held_hosts[i] = held_of(keeping, host_text(activity, i), by_name);
    free(is_host);
}

static void cut_samples(struct keeping *keeping, const struct activity *activity,
                        const struct activity_source *source)
{
    /* Clocks of hosts' own start anywhere. */
    bool is_timed = source->clock == ACTIVITY_CLOCK_UNIX;
    for (size_t i = source->samples.first; i < source->samples.first + source->samples.count; i++) {
        const struct device_sample *sample = &activity->samples[i];
        struct held_times held = keeping->held_hosts[sample->host];
        double time = is_timed ? source->origin + sample->time : NUMBER_MISSING;
        keeping->kept_devices[i] =
            held.count && held_times_have(held, time, keeping->device_interval_s);
        keeping->kept += keeping->kept_devices[i];
        if (keeping->kept_devices[i])
            continue;
        samples_left_out_add(&keeping->devices, held, time);
        samples_left_out_add_node(&keeping->devices, held, host_text(activity, sample->host));
    }
}

static void cut_devices(struct keeping *keeping)
{
    const struct activity *activity = keeping->dataset->activity;
    if (!activity || !activity->sample_count)
        return;
    find_hosts(keeping, activity);
    keeping->device_interval_s = device_interval(activity);
    keeping->kept_devices =
        memory_alloc_array(activity->sample_count, sizeof *keeping->kept_devices);
    for (size_t i = 0; i < activity->source_count; i++)
        cut_samples(keeping, activity, &activity->sources[i]);
}

/* Rows of a source begin anew: `places`, of each row and the end, are how many are kept before it.
 */
static void move_rows(struct activity_rows *rows, const size_t *places)
{
    size_t end = places[rows->first + rows->count];
    rows->first = places[rows->first];
    rows->count = end - rows->first;
}

static void take_out_samples(const struct keeping *keeping, struct activity *activity)
{
    size_t kept = 0;
    size_t *places = memory_alloc_array(activity->sample_count + 1, sizeof *places);
    for (size_t i = 0; i < activity->sample_count; i++) {
        places[i] = kept;
        if (keeping->kept_devices[i])
            activity_move_sample(activity, kept++, i);
    }
    places[activity->sample_count] = kept;
    for (size_t i = 0; i < activity->source_count; i++)
        move_rows(&activity->sources[i].samples, places);
    activity->sample_count = kept;
    free(places);
}

static void take_out_faults(const struct keeping *keeping, struct activity *activity)
{
    size_t kept = 0;
    size_t *places = memory_alloc_array(activity->fault_count + 1, sizeof *places);
    for (size_t i = 0; i < activity->fault_count; i++) {
        places[i] = kept;
        const struct device_fault *fault = &activity->faults[i];
        struct held_times held = keeping->held_hosts[fault->host];
        if (held.count && held_times_have(held, fault->time, keeping->device_interval_s))
            activity->faults[kept++] = *fault;
    }
    places[activity->fault_count] = kept;
    for (size_t i = 0; i < activity->source_count; i++)
        move_rows(&activity->sources[i].faults, places);
    activity->fault_count = kept;
    free(places);
}

static void take_out_devices(const struct keeping *keeping, struct activity *activity)
{
    size_t kept = 0;
    take_out_samples(keeping, activity);
    take_out_faults(keeping, activity);
    for (size_t i = 0; i < activity->place_count; i++)
        if (keeping->held_hosts[activity->places[i].host].count)
            activity->places[kept++] = activity->places[i];
    activity->place_count = kept;
}

/* ---- together ---- */

static void take_out(struct keeping *keeping, struct diagnostics *diagnostics)
{
    if (samples_left_out_any(&keeping->nodes)) {
        take_out_series(keeping);
        take_out_published(keeping);
        take_out_nodes(keeping);
    }
    note_held(keeping);
    if (samples_left_out_any(&keeping->devices))
        take_out_devices(keeping, keeping->dataset->activity);
    samples_left_out_tell(&keeping->nodes, "samples", &keeping->allocations, keeping->dataset,
                          diagnostics);
    samples_left_out_tell(&keeping->devices, "GPU samples", &keeping->allocations, keeping->dataset,
                          diagnostics);
}

static void release(struct keeping *keeping)
{
    for (size_t i = 0; i < keeping->cut_count; i++)
        free(keeping->cuts[i].kept);
    free(keeping->cuts);
    free(keeping->held);
    free(keeping->intervals);
    free(keeping->held_hosts);
    free(keeping->kept_devices);
    samples_left_out_release(&keeping->nodes);
    samples_left_out_release(&keeping->devices);
    allocations_release(&keeping->allocations);
}

void job_samples_keep(struct dataset *dataset, struct diagnostics *diagnostics)
{
    struct keeping keeping = {.dataset = dataset};
    bool has_samples =
        dataset->timeline_count || (dataset->activity && dataset->activity->sample_count);
    if (!has_samples || time_match_of(dataset).differ)
        return;
    dataset->work_shift = work_shift_find(dataset);
    if (dataset->work_shift.shift_s != 0)
        diagnostics_assume(
            diagnostics, (struct place){0},
            "jobs are assumed to have run %g h %s than recorded, since their nodes were busy then",
            fabs(dataset->work_shift.shift_s) / 3600,
            dataset->work_shift.shift_s > 0 ? "earlier" : "later");
    if (!allocations_make(&keeping.allocations, dataset))
        return;
    cut_nodes(&keeping);
    cut_devices(&keeping);
    if (keeping.kept)
        take_out(&keeping, diagnostics);
    release(&keeping);
}
