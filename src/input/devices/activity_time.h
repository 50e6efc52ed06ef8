/* Times in tables of events and of device samples. */
#ifndef INPUT_DEVICES_ACTIVITY_TIME_H
#define INPUT_DEVICES_ACTIVITY_TIME_H

#include <stdbool.h>

#include "input/text/csv_consumer.h"

/* The moment that a cell names, where it is a time of day with the day beside it; false, and why,
 * when it names none. */
bool activity_time_of(struct text_slice cell, struct text_slice day, double *time,
                      struct csv_fault *fault);

#endif
