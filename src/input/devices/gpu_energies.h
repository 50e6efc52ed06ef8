/* Power of GPUs out of what they count of energy, in tables that have no power: the mean between a
 * GPU's samples belongs to the later one. Counts are kept as doubles, which samples are too short
 * for. */
#ifndef INPUT_DEVICES_GPU_ENERGIES_H
#define INPUT_DEVICES_GPU_ENERGIES_H

#include "table/activity.h"

struct gpu_energies {
    double *items; /* in J, a sample each, in their order; NaN: not measured */
    size_t count, capacity;
};

void gpu_energies_add(struct gpu_energies *energies, double joules);
void gpu_energies_merge(struct gpu_energies *energies, const struct gpu_energies *more);
void gpu_energies_release(struct gpu_energies *energies);

/* To the samples from `first` on, which the counts are of. A count that fell was set back: the
 * power there is missing. */
void gpu_energies_give_power(const struct gpu_energies *energies, struct activity *activity,
                             size_t first);

#endif
