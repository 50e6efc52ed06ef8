#include "input/traces/chrome_chunk.h"

#include <math.h>

void chrome_chunk_init(struct chrome_chunk *chunk, const char *path, int64_t origin)
{
    *chunk =
        (struct chrome_chunk){.origin = origin, .first_time = INFINITY, .first_moment = INFINITY};
    activity_init(&chunk->activity);
    activity_begin_source(&chunk->activity, path, ACTIVITY_CLOCK_SHARED);
    chunk->activity.sources[0].origin = (double)origin / 1e9;
    chunk->activity.sources[0].has_processes = true;
    deferred_init(&chunk->deferred);
}

void chrome_chunk_release(struct chrome_chunk *chunk)
{
    activity_release(&chunk->activity);
    metric_rows_release(&chunk->rows);
    chrome_names_release(&chunk->names);
    tally_release(&chunk->unknown);
    deferred_release(&chunk->deferred);
    *chunk = (struct chrome_chunk){0};
}
