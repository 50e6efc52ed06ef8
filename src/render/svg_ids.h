/* Cairo numbers its surfaces through the life of a process and writes the numbers into SVG, so that
 * the bytes would depend on what was drawn before. */
#ifndef RENDER_SVG_IDS_H
#define RENDER_SVG_IDS_H

#include "util/strbuf.h"

/* Adds the text to `out` with surfaces and images numbered from 1 in order of appearance. */
void svg_renumber(const struct strbuf *svg, struct strbuf *out);

#endif
