/* The figures that a report gets, by its tables, its chart definitions and --only and --skip. */
#ifndef DRAWN_FIGURES_H
#define DRAWN_FIGURES_H

#include "drawing_request.h"
#include "figure/charts/figures.h"

/* Notes patterns that match nothing, and how many metrics have no figure. */
bool drawn_figures_make(struct figures *figures, const struct drawing_request *request,
                        struct error *error);

#endif
