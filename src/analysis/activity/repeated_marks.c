#include "analysis/activity/repeated_marks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "analysis/activity/trace_processes.h"
#include "util/count_text.h"
#include "util/memory.h"

enum { MOST_ALIKE = 64 }; /* instants that say the same, of which each is compared with so many */

struct placed_mark {
    struct activity_mark mark;
    uint32_t source;
    size_t place; /* in the activity */
};

static int compare_marks(const struct activity_mark *left, const struct activity_mark *right)
{
    if (left->host != right->host)
        return left->host < right->host ? -1 : 1;
    if (left->lane != right->lane)
        return left->lane < right->lane ? -1 : 1;
    if (left->name != right->name)
        return left->name < right->name ? -1 : 1;
    return (left->time > right->time) - (left->time < right->time);
}

static int compare_placed(const void *left, const void *right)
{
    const struct placed_mark *l = left, *r = right;
    int order = compare_marks(&l->mark, &r->mark);
    return order ? order : (l->place > r->place) - (l->place < r->place);
}

static struct placed_mark *sorted_marks(const struct activity *activity)
{
    struct placed_mark *placed = memory_alloc_array(activity->mark_count, sizeof *placed);
    for (size_t source = 0; source < activity->source_count; source++) {
        struct activity_rows rows = activity->sources[source].marks;
        for (size_t i = rows.first; i < rows.first + rows.count; i++)
            placed[i] = (struct placed_mark){activity->marks[i], (uint32_t)source, i};
    }
    qsort(placed, activity->mark_count, sizeof *placed, compare_placed);
    return placed;
}

/* Whether one before it, which are in the order of sources, says the same. */
static bool is_repeated(const struct activity *activity, const uint32_t *clocks,
                        const struct placed_mark *placed, size_t mark)
{
    for (size_t i = mark; i > 0 && mark - i < MOST_ALIKE; i--) {
        if (compare_marks(&placed[i - 1].mark, &placed[mark].mark) != 0)
            return false;
        if (placed[i - 1].source != placed[mark].source &&
            trace_clocks_compare(activity, clocks, placed[i - 1].source, placed[mark].source))
            return true;
    }
    return false;
}

static bool have_several_sources(const struct activity *activity)
{
    size_t sources = 0;
    for (size_t i = 0; i < activity->source_count; i++)
        sources += activity->sources[i].marks.count > 0;
    return sources > 1;
}

static void keep_others(struct activity *activity, const bool *is_dropped,
                        struct diagnostics *diagnostics)
{
    size_t kept = 0;
    for (size_t source = 0; source < activity->source_count; source++) {
        struct activity_rows *rows = &activity->sources[source].marks;
        size_t first = kept;
        for (size_t i = rows->first; i < rows->first + rows->count; i++)
            if (!is_dropped[i])
                activity->marks[kept++] = activity->marks[i];
        size_t repeated = rows->count - (kept - first);
        *rows = (struct activity_rows){first, kept - first};
        if (repeated)
            diagnostics_note(diagnostics, (struct place){.input = activity->sources[source].path},
                             "%s %s also in another input: counted once", COUNT_TEXT(repeated),
                             repeated == 1 ? "instant is" : "instants are");
    }
    activity->mark_count = kept;
}

void repeated_marks_drop(struct activity *activity, const uint32_t *clocks,
                         struct diagnostics *diagnostics)
{
    if (!have_several_sources(activity))
        return;
    struct placed_mark *placed = sorted_marks(activity);
    bool *is_dropped = memory_alloc_array(activity->mark_count, sizeof *is_dropped);
    for (size_t i = 0; i < activity->mark_count; i++)
        is_dropped[placed[i].place] = is_repeated(activity, clocks, placed, i);
    keep_others(activity, is_dropped, diagnostics);
    free(is_dropped);
    free(placed);
}
