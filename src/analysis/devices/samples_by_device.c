#include "analysis/devices/samples_by_device.h"

#include <stdlib.h>

#include "util/memory.h"

void samples_by_device_make(struct samples_by_device *sorted,
                            const struct aligned_timeline *aligned)
{
    const struct sample_sums *sums = &aligned->samples;
    size_t devices = aligned->activity->device_count;
    sorted->samples = memory_resize(NULL, sums->count, sizeof *sorted->samples);
    sorted->first = memory_alloc_array(devices + 2, sizeof *sorted->first);
    for (size_t i = 0; i < sums->count; i++)
        sorted->first[sums->samples[i].device + 2]++;
    for (size_t i = 2; i < devices + 2; i++)
        sorted->first[i] += sorted->first[i - 1];
    for (size_t i = 0; i < sums->count; i++)
        sorted->samples[sorted->first[sums->samples[i].device + 1]++] = (uint32_t)i;
}

void samples_by_device_release(struct samples_by_device *sorted)
{
    free(sorted->samples);
    free(sorted->first);
}
