/* A document laid out on paper.
 *
 * Pure: it asks how large texts are and paints nothing. Rules: a heading never ends a page; a
 * figure is never split; a table that breaks repeats its head and leaves at least two rows on each
 * side; figures give or take a little height so that pages end evenly. Breaks are chosen over the
 * whole document for the least badness, in time linear in its size. Lengths are points, y grows
 * downwards. */
#ifndef PAGE_PAPER_LAYOUT_MAKE_H
#define PAGE_PAPER_LAYOUT_MAKE_H

#include "page/document.h"
#include "page/paper/layout.h"

void layout_make(struct layout *layout, const struct document *document, double paper_width,
                 double paper_height, const struct layout_measure *measure, struct arena *arena);

#endif
