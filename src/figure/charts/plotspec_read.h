/* A chart definition out of JSON; what its fields may be is in plots/README.md. */
#ifndef FIGURE_CHARTS_PLOTSPEC_READ_H
#define FIGURE_CHARTS_PLOTSPEC_READ_H

#include <stdbool.h>

#include "figure/model/plotspec.h"

struct object; /* of a definition: json_object.h */

/* Reads a definition; false with the error set where a field is wrong. */
bool plotspec_read(const struct object *object, struct plotspec *spec);

#endif
