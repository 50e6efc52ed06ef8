#include "analysis/activity/repeated_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/count_text.h"
#include "util/memory.h"

/* Samples of one moment that are looked at: more of them are those of many devices, or of a clock
 * that stands still. */
enum { MOST_OF_A_MOMENT = 256 };

struct source_samples {
    bool is_fine; /* its stamps have parts of a second */
    size_t repeated;
};

struct search {
    const struct activity *activity;
    const uint32_t *order;
    struct source_samples *sources;
    uint32_t *source_of_row; /* as the sources wrote them */
};

static size_t source_of(const struct search *search, size_t sample)
{
    return search->source_of_row[search->order[sample]];
}

static void find_sources(struct search *search)
{
    for (size_t source = 0; source < search->activity->source_count; source++) {
        struct activity_rows rows = search->activity->sources[source].samples;
        for (size_t i = 0; i < rows.count; i++)
            search->source_of_row[rows.first + i] = (uint32_t)source;
    }
}

static bool say_the_same(const struct activity *activity, size_t left, size_t right)
{
    return activity->samples[left].device == activity->samples[right].device &&
           activity_values_are_equal(activity, left, right);
}

/* Of the samples of a host from `first` on that were kept, those of the same moment are before
 * `kept`; `places` of them in the order. */
static bool is_repeated(const struct search *search, size_t first, size_t kept,
                        const uint32_t *places, size_t sample)
{
    const struct device_sample *samples = search->activity->samples;
    for (size_t i = kept; i > first && kept - i < MOST_OF_A_MOMENT; i--) {
        if (samples[i - 1].time < samples[sample].time)
            return false;
        size_t source = source_of(search, sample);
        if (say_the_same(search->activity, i - 1, sample) &&
            (search->sources[source].is_fine || source != source_of(search, places[i - 1])))
            return true;
    }
    return false;
}

static bool has_alike(const struct activity *activity, size_t first, size_t sample)
{
    const struct device_sample *samples = activity->samples;
    for (size_t i = sample; i > first && sample - i < MOST_OF_A_MOMENT; i--) {
        if (samples[i - 1].time < samples[sample].time)
            return false;
        if (say_the_same(activity, i - 1, sample))
            return true;
    }
    return false;
}

/* Mostly there are none, and nothing else need be known. */
static bool are_any_alike(const struct activity *activity, const size_t *first, size_t hosts)
{
    for (size_t host = 0; host < hosts; host++)
        for (size_t i = first[host]; i < first[host + 1]; i++)
            if (has_alike(activity, first[host], i))
                return true;
    return false;
}

static void find_fine_sources(struct search *search, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double time = search->activity->samples[i].time;
        if (time != floor(time))
            search->sources[source_of(search, i)].is_fine = true;
    }
}

void repeated_samples_drop(struct activity *activity, const uint32_t *order, size_t *first,
                           size_t hosts, struct diagnostics *diagnostics)
{
    size_t count = activity->sample_count, kept = 0;
    if (!are_any_alike(activity, first, hosts))
        return;
    struct search search = {activity, order,
                            memory_alloc_array(activity->source_count + 1, sizeof *search.sources),
                            memory_alloc_array(count + 1, sizeof *search.source_of_row)};
    uint32_t *places = memory_resize(NULL, count + 1, sizeof *places);
    find_sources(&search);
    find_fine_sources(&search, count);
    for (size_t host = 0; host < hosts; host++) {
        size_t from = kept;
        for (size_t i = first[host]; i < first[host + 1]; i++) {
            if (is_repeated(&search, from, kept, places, i)) {
                search.sources[source_of(&search, i)].repeated++;
                continue;
            }
            if (kept != i)
                activity_move_sample(activity, kept, i);
            places[kept++] = (uint32_t)i;
        }
        first[host] = from;
    }
    first[hosts] = kept;
    activity->sample_count = kept;
    for (size_t i = 0; i < activity->source_count; i++)
        if (search.sources[i].repeated)
            diagnostics_note(diagnostics, (struct place){.input = activity->sources[i].path},
                             "%s duplicate samples of devices, counted once",
                             COUNT_TEXT(search.sources[i].repeated));
    free(places);
    free(search.source_of_row);
    free(search.sources);
}
