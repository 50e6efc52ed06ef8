/* The definitions of directories: which files hold them, and which of two stands. */
#ifndef FIGURE_CHARTS_PLOTSPECS_LOAD_H
#define FIGURE_CHARTS_PLOTSPECS_LOAD_H

#include <stdbool.h>

#include "figure/model/plotspec.h"
#include "util/arena.h"
#include "util/error.h"

/* Reads every *.json of the directory; a fault names file, line and field. */
bool plotspecs_load(struct plotspecs *specs, struct arena *arena, const char *directory,
                    struct error *error);

#endif
