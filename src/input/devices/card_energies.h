/* Power of cards out of what they count of energy, in tables that have no power: the mean between a
 * card's samples belongs to the later one. Counts are kept as doubles, which samples are too short
 * for. */
#ifndef INPUT_DEVICES_CARD_ENERGIES_H
#define INPUT_DEVICES_CARD_ENERGIES_H

#include "table/activity.h"

struct card_energies {
    double *items; /* in J, a sample each, in their order; NaN: not measured */
    size_t count, capacity;
};

void card_energies_add(struct card_energies *energies, double joules);
void card_energies_merge(struct card_energies *energies, const struct card_energies *more);
void card_energies_release(struct card_energies *energies);

/* To the samples from `first` on, which the counts are of. A count that fell was set back: the
 * power there is missing. */
void card_energies_give_power(const struct card_energies *energies, struct activity *activity,
                              size_t first);

#endif
