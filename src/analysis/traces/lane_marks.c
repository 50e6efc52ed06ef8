#include "analysis/traces/lane_marks.h"

#include <stdbool.h>

#include "analysis/tasks/group_index.h"
#include "util/memory.h"

/* Lanes of the aligned activity by the texts of host and lane, under their own numbers. */
static void index_lanes(const struct aligned_timeline *aligned, struct group_index *index)
{
    for (size_t i = 0; i < aligned->lane_count; i++)
        group_index_add(index, (struct group_key){aligned->hosts[aligned->lanes[i].host].text,
                                                  aligned->lanes[i].text});
}

static void add_mark(struct lane_mark *marks, double place, double time)
{
    size_t cell = place < LANE_MOST_MARKS ? (size_t)place : LANE_MOST_MARKS - 1;
    struct lane_mark *mark = &marks[cell];
    mark->time = mark->instants && mark->time < time ? mark->time : time;
    mark->instants++;
}

struct lane_mark *lane_marks_make(const struct aligned_timeline *aligned, const size_t *lane_of,
                                  size_t lane_count, double first, double last)
{
    const struct activity *activity = aligned->activity;
    struct lane_mark *marks = memory_alloc_array(lane_count * LANE_MOST_MARKS, sizeof *marks);
    struct group_index index = {0};
    index_lanes(aligned, &index);
    for (size_t i = 0; i < activity->mark_count; i++) {
        const struct activity_mark *mark = &activity->marks[i];
        uint32_t lane = group_index_add(&index, (struct group_key){mark->host, mark->lane});
        if (lane < aligned->lane_count && mark->time >= first && mark->time <= last)
            add_mark(&marks[lane_of[lane] * LANE_MOST_MARKS],
                     (mark->time - first) / (last - first) * LANE_MOST_MARKS, mark->time);
    }
    group_index_release(&index);
    return marks;
}
