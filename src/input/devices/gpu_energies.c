#include "input/devices/gpu_energies.h"

#include <stdlib.h>

#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

void gpu_energies_add(struct gpu_energies *energies, double joules)
{
    *list_add(energies) = joules;
}

void gpu_energies_merge(struct gpu_energies *energies, const struct gpu_energies *more)
{
    for (size_t i = 0; i < more->count; i++)
        gpu_energies_add(energies, more->items[i]);
}

void gpu_energies_release(struct gpu_energies *energies)
{
    free(energies->items);
    *energies = (struct gpu_energies){0};
}

struct last_count {
    double time, joules; /* joules: 0 of no sample yet */
};

void gpu_energies_give_power(const struct gpu_energies *energies, struct activity *activity,
                             size_t first)
{
    struct last_count *lasts = memory_alloc_array(activity->device_count + 1, sizeof *lasts);
    for (size_t i = 0; i < energies->count && first + i < activity->sample_count; i++) {
        const struct device_sample *sample = &activity->samples[first + i];
        struct last_count *last = &lasts[sample->device];
        double joules = energies->items[i], step_s = sample->time - last->time;
        if (!(joules > 0) || (last->joules > 0 && !(step_s > 0)))
            continue;
        if (last->joules > 0)
            activity_set_value(activity, first + i, DEVICE_POWER,
                               device_metric_value(DEVICE_POWER, (joules - last->joules) / step_s));
        *last = (struct last_count){sample->time, joules};
    }
    free(lasts);
}
