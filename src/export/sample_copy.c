#include "export/sample_copy.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { FIRST_CAPACITY = 1 << 20 };

/* Returns where they are among the numbers; *good is false once there is no room. */
static size_t add_numbers(struct region *region, const double *numbers, size_t count, bool *good)
{
    size_t first = region->size / sizeof *numbers;
    const char *bytes = (const char *)numbers;
    for (size_t left = count * sizeof *numbers, room; left && *good;) {
        char *to = region_room(region, &room);
        *good = to != NULL;
        if (!to)
            break;
        size_t taken = room < left ? room : left;
        memcpy(to, bytes, taken);
        region_fill(region, taken);
        bytes += taken;
        left -= taken;
    }
    return first;
}

/* Of a node, one after the other: series of the same timeline share its times. */
static bool add_series(struct sample_copy *copy, const struct dataset *dataset)
{
    bool good = true;
    const struct timeline *latest = NULL;
    size_t times = 0;
    for (size_t i = 0; i < dataset->series_count && good; i++) {
        const struct series *series = &dataset->series[i];
        size_t count = series->timeline->count;
        if (series->timeline != latest)
            times = add_numbers(&copy->region, series->timeline->times, count, &good);
        latest = series->timeline;
        copy->series[copy->series_count++] = (struct copied_series){
            .metric = series->metric,
            .node = series->node,
            .times = times,
            .values = add_numbers(&copy->region, series->values, count, &good),
            .row = copy->rows,
            .count = count,
        };
        copy->rows += count;
    }
    return good;
}

bool sample_copy_make(struct sample_copy *copy, const struct dataset *dataset, const char *scratch,
                      struct error *error)
{
    *copy = (struct sample_copy){0};
    region_init(&copy->region, FIRST_CAPACITY, SIZE_MAX);
    copy->region.scratch = scratch;
    copy->series = memory_alloc_array(dataset->series_count + 1, sizeof *copy->series);
    return (add_series(copy, dataset) && region_settle(&copy->region)) ||
           error_set_errno(error, ERROR_OUTPUT, "cannot keep samples in %s for --export",
                           scratch ? scratch : "memory");
}

void sample_copy_release(struct sample_copy *copy)
{
    if (copy->series)
        region_release(&copy->region);
    free(copy->series);
    *copy = (struct sample_copy){0};
}
