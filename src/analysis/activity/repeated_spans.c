#include "analysis/activity/repeated_spans.h"

#include <stdbool.h>
#include <stdlib.h>

#include "analysis/activity/trace_processes.h"
#include "util/count_text.h"
#include "util/memory.h"

enum { MOST_ALIKE = 64 }; /* spans of one start that are looked at */

struct search {
    struct activity *activity;
    const uint32_t *clocks;
    const uint32_t *order; /* of the spans that were kept, in their places, and of all behind */
    size_t written;
    uint32_t *source_of_row; /* as the sources wrote them */
    size_t *repeated;        /* of each source */
};

static bool say_the_same(const struct activity_span *left, const struct activity_span *right)
{
    const struct activity_subject *l = &left->subject, *r = &right->subject;
    double longer = left->duration - right->duration;
    return l->host == r->host && l->lane == r->lane && l->name == r->name && l->job == r->job &&
           l->task == r->task && left->is_annotation == right->is_annotation && longer >= 0 &&
           longer <= 0;
}

/* Whether one of those that were kept of the lane, from `first` on, is the same of another source.
 */
static bool is_repeated(const struct search *search, size_t first, size_t kept, size_t span)
{
    const struct activity_span *spans = search->activity->spans;
    if (search->order[span] >= search->written)
        return false;
    uint32_t source = search->source_of_row[search->order[span]];
    for (size_t i = kept; i > first && kept - i < MOST_ALIKE; i--) {
        if (spans[i - 1].start < spans[span].start)
            return false;
        if (search->order[i - 1] < search->written &&
            search->source_of_row[search->order[i - 1]] != source &&
            trace_clocks_compare(search->activity, search->clocks, source,
                                 search->source_of_row[search->order[i - 1]]) &&
            say_the_same(&spans[i - 1], &spans[span]))
            return true;
    }
    return false;
}

static void find_sources(const struct search *search)
{
    for (size_t source = 0; source < search->activity->source_count; source++) {
        struct activity_rows rows = search->activity->sources[source].spans;
        for (size_t i = 0; i < rows.count; i++)
            search->source_of_row[rows.first + i] = (uint32_t)source;
    }
}

static bool has_several_sources(const struct activity *activity)
{
    size_t sources = 0;
    for (size_t i = 0; i < activity->source_count; i++)
        sources += activity->sources[i].spans.count > 0;
    return sources > 1;
}

static void note(const struct search *search, struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < search->activity->source_count; i++)
        if (search->repeated[i])
            diagnostics_note(diagnostics,
                             (struct place){.input = search->activity->sources[i].path},
                             "%s %s also in another input: counted once",
                             COUNT_TEXT(search->repeated[i]),
                             search->repeated[i] == 1 ? "span is" : "spans are");
}

void repeated_spans_drop(struct activity *activity, const uint32_t *clocks, uint32_t *order,
                         size_t written, size_t *first, size_t lanes,
                         struct diagnostics *diagnostics)
{
    if (!has_several_sources(activity))
        return;
    size_t kept = 0;
    struct search search = {activity,
                            clocks,
                            order,
                            written,
                            memory_alloc_array(written + 1, sizeof *search.source_of_row),
                            memory_alloc_array(activity->source_count, sizeof *search.repeated)};
    find_sources(&search);
    for (size_t lane = 0; lane < lanes; lane++) {
        size_t from = kept;
        for (size_t i = first[lane]; i < first[lane + 1]; i++) {
            if (is_repeated(&search, from, kept, i)) {
                search.repeated[search.source_of_row[order[i]]]++;
                continue;
            }
            order[kept] = order[i];
            activity->spans[kept++] = activity->spans[i];
        }
        first[lane] = from;
    }
    first[lanes] = kept;
    activity->span_count = kept;
    note(&search, diagnostics);
    free(search.source_of_row);
    free(search.repeated);
}
