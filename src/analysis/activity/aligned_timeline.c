#include "analysis/activity/aligned_timeline.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/activity/repeated_marks.h"
#include "analysis/activity/repeated_samples.h"
#include "analysis/activity/repeated_spans.h"
#include "analysis/activity/trace_processes.h"
#include "analysis/statistics/time_order.h"
#include "analysis/tasks/group_index.h"
#include "util/memory.h"
#include "util/natural.h"

const char *aligned_host_name(const struct aligned_timeline *aligned, size_t host)
{
    const char *name = activity_text(aligned->activity, aligned->hosts[host].text);
    return name ? name : "";
}

const char *aligned_lane_name(const struct aligned_timeline *aligned, size_t lane)
{
    const char *name = activity_text(aligned->activity, aligned->lanes[lane].text);
    return name ? name : "";
}

/* ---- numbers of hosts and lanes ---- */

/* A host, or a lane of it, by the order of appearance. */
struct named_place {
    const char *host, *lane;
    uint32_t number;
};

static int compare_names(const char *left, const char *right)
{
    return natural_compare(left ? left : "", right ? right : "");
}

static int compare_places(const void *left, const void *right)
{
    const struct named_place *l = left, *r = right;
    int hosts = compare_names(l->host, r->host), lanes = compare_names(l->lane, r->lane);
    return hosts ? hosts : lanes ? lanes : (l->number > r->number) - (l->number < r->number);
}

static uint32_t *rank_places(const struct group_index *index, const struct activity *activity)
{
    struct named_place *places = memory_alloc_array(index->count, sizeof *places);
    uint32_t *rank = memory_alloc_array(index->count, sizeof *rank);
    for (size_t i = 0; i < index->count; i++)
        places[i] = (struct named_place){activity_text(activity, index->keys[i].step),
                                         activity_text(activity, index->keys[i].task), (uint32_t)i};
    if (index->count)
        qsort(places, index->count, sizeof *places, compare_places);
    for (size_t i = 0; i < index->count; i++)
        rank[places[i].number] = (uint32_t)i;
    free(places);
    return rank;
}

static void number_rows(struct group_index *index, uint32_t *numbers, size_t row,
                        struct group_key key)
{
    const struct group_key *latest = row ? &index->keys[numbers[row - 1]] : NULL;
    numbers[row] = latest && latest->step == key.step && latest->task == key.task
                       ? numbers[row - 1]
                       : group_index_add(index, key);
}

static void apply_rank(uint32_t *numbers, size_t count, const uint32_t *rank)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = rank[numbers[i]];
}

/* ---- sorting ---- */

struct settling {
    struct aligned_timeline *aligned;
    struct activity *activity;
    uint32_t *span_lanes, *memory_sample_lanes, *sample_hosts;
    const uint32_t *clocks; /* of each source (trace_processes.h) */
    size_t written;         /* spans; behind them those that were paired */
    struct diagnostics *diagnostics;
    int jobs;
};

static void number_lanes(struct settling *settling)
{
    struct activity *activity = settling->activity;
    struct aligned_timeline *aligned = settling->aligned;
    struct group_index index = {0};
    for (size_t i = 0; i < activity->span_count; i++)
        number_rows(&index, settling->span_lanes, i,
                    (struct group_key){activity->spans[i].subject.host,
                                       activity->spans[i].subject.lane});
    for (size_t i = 0; i < activity->memory_sample_count; i++)
        number_rows(&index, settling->memory_sample_lanes, i,
                    (struct group_key){activity->memory_samples[i].host,
                                       activity->memory_samples[i].lane});
    uint32_t *rank = rank_places(&index, activity);
    apply_rank(settling->span_lanes, activity->span_count, rank);
    apply_rank(settling->memory_sample_lanes, activity->memory_sample_count, rank);
    aligned->lane_count = index.count;
    aligned->lanes = memory_alloc_array(index.count, sizeof *aligned->lanes);
    for (size_t i = 0; i < index.count; i++) {
        aligned->lanes[rank[i]].host = index.keys[i].step; /* its text, until hosts are numbered */
        aligned->lanes[rank[i]].text = index.keys[i].task;
    }
    free(rank);
    group_index_release(&index);
}

static void number_hosts(struct settling *settling)
{
    struct activity *activity = settling->activity;
    struct aligned_timeline *aligned = settling->aligned;
    struct group_index index = {0};
    for (size_t i = 0; i < activity->sample_count; i++)
        number_rows(&index, settling->sample_hosts, i,
                    (struct group_key){activity->samples[i].host, 0});
    for (size_t i = 0; i < aligned->lane_count; i++)
        aligned->lanes[i].host =
            group_index_add(&index, (struct group_key){aligned->lanes[i].host, 0});
    uint32_t *rank = rank_places(&index, activity);
    apply_rank(settling->sample_hosts, activity->sample_count, rank);
    aligned->host_count = index.count;
    aligned->hosts = memory_alloc_array(index.count, sizeof *aligned->hosts);
    for (size_t i = 0; i < index.count; i++)
        aligned->hosts[rank[i]].text = index.keys[i].step;
    for (size_t i = 0; i < aligned->lane_count; i++) {
        struct aligned_lane *lane = &aligned->lanes[i];
        lane->host = rank[lane->host];
        struct activity_rows *lanes = &aligned->hosts[lane->host].lanes;
        lanes->first = lanes->count ? lanes->first : i;
        lanes->count++;
    }
    free(rank);
    group_index_release(&index);
}

/* Where nothing else ran, annotations show what did. */
static void take_lone_annotations(const struct aligned_timeline *aligned,
                                  struct activity_span *spans)
{
    for (size_t i = 0; i < aligned->lane_count; i++) {
        struct activity_rows rows = aligned->lanes[i].spans;
        size_t annotated = 0;
        while (annotated < rows.count && spans[rows.first + annotated].is_annotation)
            annotated++;
        for (size_t k = 0; annotated == rows.count && k < rows.count; k++)
            spans[rows.first + k].is_annotation = false;
    }
}

static void sort_spans(struct settling *settling, size_t *first)
{
    struct activity *activity = settling->activity;
    struct aligned_timeline *aligned = settling->aligned;
    struct time_rows rows = {
        .rows = activity->spans,
        .count = activity->span_count,
        .size = sizeof *activity->spans,
        .time_offset = offsetof(struct activity_span, start),
        .length_offset = offsetof(struct activity_span, duration),
        .longer_first = true,
        .group_of = settling->span_lanes,
        .group_count = aligned->lane_count,
    };
    aligned->span_order = time_rows_sort(&rows, first, settling->jobs);
    activity->spans = rows.rows;
    repeated_spans_drop(activity, settling->clocks, aligned->span_order, settling->written, first,
                        aligned->lane_count, settling->diagnostics);
    aligned->spans = activity->spans;
    aligned->span_count = activity->span_capacity = activity->span_count;
    for (size_t i = 0; i < aligned->lane_count; i++) {
        struct aligned_lane *lane = &aligned->lanes[i];
        struct activity_rows *of_host = &aligned->hosts[lane->host].spans;
        lane->spans = (struct activity_rows){first[i], first[i + 1] - first[i]};
        of_host->first = of_host->count ? of_host->first : first[i];
        of_host->count += lane->spans.count;
    }
    take_lone_annotations(aligned, activity->spans);
}

static void sort_holdings(struct settling *settling, size_t *first)
{
    struct activity *activity = settling->activity;
    struct aligned_timeline *aligned = settling->aligned;
    struct time_rows rows = {
        .rows = activity->memory_samples,
        .count = activity->memory_sample_count,
        .size = sizeof *activity->memory_samples,
        .time_offset = offsetof(struct activity_memory_sample, time),
        .group_of = settling->memory_sample_lanes,
        .group_count = aligned->lane_count,
    };
    free(time_rows_sort(&rows, first, settling->jobs));
    aligned->memory_samples = activity->memory_samples = rows.rows;
    aligned->memory_sample_count = activity->memory_sample_capacity = activity->memory_sample_count;
    for (size_t i = 0; i < aligned->lane_count; i++)
        aligned->lanes[i].memory_samples =
            (struct activity_rows){first[i], first[i + 1] - first[i]};
}

static void sort_samples(struct settling *settling, size_t *first)
{
    struct activity *activity = settling->activity;
    struct aligned_timeline *aligned = settling->aligned;
    struct time_rows rows = {
        .rows = activity->samples,
        .count = activity->sample_count,
        .size = sizeof *activity->samples,
        .time_offset = offsetof(struct device_sample, time),
        .group_of = settling->sample_hosts,
        .group_count = aligned->host_count,
    };
    uint32_t *order = time_rows_sort(&rows, first, settling->jobs);
    activity->samples = rows.rows;
    activity_order_values(activity, order, settling->jobs);
    repeated_samples_drop(activity, order, first, aligned->host_count, settling->diagnostics);
    free(order);
    sample_sums_make(&aligned->samples, activity, settling->jobs);
    for (size_t i = 0; i < aligned->host_count; i++)
        aligned->hosts[i].samples = (struct activity_rows){first[i], first[i + 1] - first[i]};
}

/* ---- all of it ---- */

static void note_moments(struct aligned_times *times, double from, double to)
{
    if (!(times->first <= from))
        times->first = from;
    if (!(times->last >= to))
        times->last = to;
}

static void find_moments(struct aligned_timeline *aligned)
{
    struct aligned_times *times = &aligned->times;
    for (size_t i = 0; i < aligned->span_count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        note_moments(times, span->start, aligned_end(span->start, span->duration));
    }
    for (size_t i = 0; i < aligned->activity->mark_count; i++)
        note_moments(times, aligned->activity->marks[i].time, aligned->activity->marks[i].time);
    for (size_t i = 0; i < aligned->memory_sample_count; i++)
        note_moments(times, aligned->memory_samples[i].time, aligned->memory_samples[i].time);
    for (size_t i = 0; i < aligned->samples.count; i++)
        note_moments(times, aligned->samples.times[i], aligned->samples.times[i]);
}

void aligned_timeline_make(struct aligned_timeline *aligned, struct activity *activity,
                           bool as_written, struct diagnostics *diagnostics, int jobs)
{
    *aligned = (struct aligned_timeline){.activity = activity};
    uint32_t *clocks = trace_processes_settle(activity);
    activity_clock_settle(activity, clocks, as_written, &aligned->times);
    repeated_marks_drop(activity, clocks, diagnostics);
    size_t written = activity->span_count;
    aligned->has_traces = written > 0;
    span_pairs_make(activity, clocks, diagnostics, jobs, &aligned->pairs);
    aligned->has_traces = aligned->has_traces || aligned->pairs.traced > 0;
    struct settling settling = {
        .aligned = aligned,
        .activity = activity,
        .span_lanes = memory_resize(NULL, activity->span_count, sizeof(uint32_t)),
        .memory_sample_lanes = memory_resize(NULL, activity->memory_sample_count, sizeof(uint32_t)),
        .sample_hosts = memory_resize(NULL, activity->sample_count, sizeof(uint32_t)),
        .clocks = clocks,
        .written = written,
        .diagnostics = diagnostics,
        .jobs = jobs,
    };
    number_lanes(&settling);
    number_hosts(&settling);
    size_t most =
        aligned->lane_count > aligned->host_count ? aligned->lane_count : aligned->host_count;
    size_t *first = memory_alloc_array(most + 2, sizeof *first);
    sort_spans(&settling, first);
    sort_holdings(&settling, first);
    sort_samples(&settling, first);
    find_moments(aligned);
    free(first);
    free(settling.span_lanes);
    free(settling.memory_sample_lanes);
    free(settling.sample_hosts);
    free(clocks);
}

void aligned_timeline_release(struct aligned_timeline *aligned)
{
    sample_sums_release(&aligned->samples);
    free(aligned->span_order);
    free(aligned->hosts);
    free(aligned->lanes);
    *aligned = (struct aligned_timeline){0};
}
