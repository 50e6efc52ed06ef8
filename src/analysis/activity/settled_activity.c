#include "analysis/activity/settled_activity.h"

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

const char *settled_host_name(const struct settled_activity *settled, size_t host)
{
    const char *name = activity_text(settled->activity, settled->hosts[host].text);
    return name ? name : "";
}

const char *settled_lane_name(const struct settled_activity *settled, size_t lane)
{
    const char *name = activity_text(settled->activity, settled->lanes[lane].text);
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
    struct settled_activity *settled;
    struct activity *activity;
    uint32_t *span_lanes, *holding_lanes, *sample_hosts;
    const uint32_t *clocks; /* of each source (trace_processes.h) */
    size_t written;         /* spans; behind them those that were paired */
    struct diagnostics *diagnostics;
    int jobs;
};

static void number_lanes(struct settling *settling)
{
    struct activity *activity = settling->activity;
    struct settled_activity *settled = settling->settled;
    struct group_index index = {0};
    for (size_t i = 0; i < activity->span_count; i++)
        number_rows(&index, settling->span_lanes, i,
                    (struct group_key){activity->spans[i].subject.host,
                                       activity->spans[i].subject.lane});
    for (size_t i = 0; i < activity->holding_count; i++)
        number_rows(&index, settling->holding_lanes, i,
                    (struct group_key){activity->holdings[i].host, activity->holdings[i].lane});
    uint32_t *rank = rank_places(&index, activity);
    apply_rank(settling->span_lanes, activity->span_count, rank);
    apply_rank(settling->holding_lanes, activity->holding_count, rank);
    settled->lane_count = index.count;
    settled->lanes = memory_alloc_array(index.count, sizeof *settled->lanes);
    for (size_t i = 0; i < index.count; i++) {
        settled->lanes[rank[i]].host = index.keys[i].step; /* its text, until hosts are numbered */
        settled->lanes[rank[i]].text = index.keys[i].task;
    }
    free(rank);
    group_index_release(&index);
}

static void number_hosts(struct settling *settling)
{
    struct activity *activity = settling->activity;
    struct settled_activity *settled = settling->settled;
    struct group_index index = {0};
    for (size_t i = 0; i < activity->sample_count; i++)
        number_rows(&index, settling->sample_hosts, i,
                    (struct group_key){activity->samples[i].host, 0});
    for (size_t i = 0; i < settled->lane_count; i++)
        settled->lanes[i].host =
            group_index_add(&index, (struct group_key){settled->lanes[i].host, 0});
    uint32_t *rank = rank_places(&index, activity);
    apply_rank(settling->sample_hosts, activity->sample_count, rank);
    settled->host_count = index.count;
    settled->hosts = memory_alloc_array(index.count, sizeof *settled->hosts);
    for (size_t i = 0; i < index.count; i++)
        settled->hosts[rank[i]].text = index.keys[i].step;
    for (size_t i = 0; i < settled->lane_count; i++) {
        struct settled_lane *lane = &settled->lanes[i];
        lane->host = rank[lane->host];
        struct activity_rows *lanes = &settled->hosts[lane->host].lanes;
        lanes->first = lanes->count ? lanes->first : i;
        lanes->count++;
    }
    free(rank);
    group_index_release(&index);
}

/* Where nothing else ran, annotations show what did. */
static void take_lone_annotations(const struct settled_activity *settled,
                                  struct activity_span *spans)
{
    for (size_t i = 0; i < settled->lane_count; i++) {
        struct activity_rows rows = settled->lanes[i].spans;
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
    struct settled_activity *settled = settling->settled;
    struct time_rows rows = {
        .rows = activity->spans,
        .count = activity->span_count,
        .size = sizeof *activity->spans,
        .time_offset = offsetof(struct activity_span, start),
        .length_offset = offsetof(struct activity_span, duration),
        .longer_first = true,
        .group_of = settling->span_lanes,
        .group_count = settled->lane_count,
    };
    settled->span_order = time_rows_sort(&rows, first, settling->jobs);
    activity->spans = rows.rows;
    repeated_spans_drop(activity, settling->clocks, settled->span_order, settling->written, first,
                        settled->lane_count, settling->diagnostics);
    settled->spans = activity->spans;
    settled->span_count = activity->span_capacity = activity->span_count;
    for (size_t i = 0; i < settled->lane_count; i++) {
        struct settled_lane *lane = &settled->lanes[i];
        struct activity_rows *of_host = &settled->hosts[lane->host].spans;
        lane->spans = (struct activity_rows){first[i], first[i + 1] - first[i]};
        of_host->first = of_host->count ? of_host->first : first[i];
        of_host->count += lane->spans.count;
    }
    take_lone_annotations(settled, activity->spans);
}

static void sort_holdings(struct settling *settling, size_t *first)
{
    struct activity *activity = settling->activity;
    struct settled_activity *settled = settling->settled;
    struct time_rows rows = {
        .rows = activity->holdings,
        .count = activity->holding_count,
        .size = sizeof *activity->holdings,
        .time_offset = offsetof(struct activity_holding, time),
        .group_of = settling->holding_lanes,
        .group_count = settled->lane_count,
    };
    free(time_rows_sort(&rows, first, settling->jobs));
    settled->holdings = activity->holdings = rows.rows;
    settled->holding_count = activity->holding_capacity = activity->holding_count;
    for (size_t i = 0; i < settled->lane_count; i++)
        settled->lanes[i].holdings = (struct activity_rows){first[i], first[i + 1] - first[i]};
}

static void sort_samples(struct settling *settling, size_t *first)
{
    struct activity *activity = settling->activity;
    struct settled_activity *settled = settling->settled;
    struct time_rows rows = {
        .rows = activity->samples,
        .count = activity->sample_count,
        .size = sizeof *activity->samples,
        .time_offset = offsetof(struct device_sample, time),
        .group_of = settling->sample_hosts,
        .group_count = settled->host_count,
    };
    uint32_t *order = time_rows_sort(&rows, first, settling->jobs);
    activity->samples = rows.rows;
    activity_order_values(activity, order, settling->jobs);
    repeated_samples_drop(activity, order, first, settled->host_count, settling->diagnostics);
    free(order);
    sample_sums_make(&settled->samples, activity, settling->jobs);
    for (size_t i = 0; i < settled->host_count; i++)
        settled->hosts[i].samples = (struct activity_rows){first[i], first[i + 1] - first[i]};
}

/* ---- all of it ---- */

static void note_moments(struct settled_times *times, double from, double to)
{
    if (!(times->first <= from))
        times->first = from;
    if (!(times->last >= to))
        times->last = to;
}

static void find_moments(struct settled_activity *settled)
{
    struct settled_times *times = &settled->times;
    for (size_t i = 0; i < settled->span_count; i++) {
        const struct activity_span *span = &settled->spans[i];
        note_moments(times, span->start, settled_end(span->start, span->duration));
    }
    for (size_t i = 0; i < settled->activity->mark_count; i++)
        note_moments(times, settled->activity->marks[i].time, settled->activity->marks[i].time);
    for (size_t i = 0; i < settled->holding_count; i++)
        note_moments(times, settled->holdings[i].time, settled->holdings[i].time);
    for (size_t i = 0; i < settled->samples.count; i++)
        note_moments(times, settled->samples.times[i], settled->samples.times[i]);
}

void settled_activity_make(struct settled_activity *settled, struct activity *activity,
                           bool as_written, struct diagnostics *diagnostics, int jobs)
{
    *settled = (struct settled_activity){.activity = activity};
    uint32_t *clocks = trace_processes_settle(activity);
    activity_clock_settle(activity, clocks, as_written, &settled->times);
    repeated_marks_drop(activity, clocks, diagnostics);
    size_t written = activity->span_count;
    settled->has_traces = written > 0;
    span_pairs_make(activity, clocks, diagnostics, jobs, &settled->pairs);
    settled->has_traces = settled->has_traces || settled->pairs.traced > 0;
    struct settling settling = {
        .settled = settled,
        .activity = activity,
        .span_lanes = memory_resize(NULL, activity->span_count, sizeof(uint32_t)),
        .holding_lanes = memory_resize(NULL, activity->holding_count, sizeof(uint32_t)),
        .sample_hosts = memory_resize(NULL, activity->sample_count, sizeof(uint32_t)),
        .clocks = clocks,
        .written = written,
        .diagnostics = diagnostics,
        .jobs = jobs,
    };
    number_lanes(&settling);
    number_hosts(&settling);
    size_t most =
        settled->lane_count > settled->host_count ? settled->lane_count : settled->host_count;
    size_t *first = memory_alloc_array(most + 2, sizeof *first);
    sort_spans(&settling, first);
    sort_holdings(&settling, first);
    sort_samples(&settling, first);
    find_moments(settled);
    free(first);
    free(settling.span_lanes);
    free(settling.holding_lanes);
    free(settling.sample_hosts);
    free(clocks);
}

void settled_activity_release(struct settled_activity *settled)
{
    sample_sums_release(&settled->samples);
    free(settled->span_order);
    free(settled->hosts);
    free(settled->lanes);
    *settled = (struct settled_activity){0};
}
