/* The second theme of an image that was drawn in the first alone, which takes half of the time.
 *
 * Colours of flat areas are known in both themes. All others are shades of the edges between two of
 * them: how far a shade is from the one to the other is the same in both themes. */
#ifndef RENDER_RECOLOUR_H
#define RENDER_RECOLOUR_H

#include "render/palette.h"

/* `from`, `to`: the flat colours in the first and in the second theme, the background first. */
void recolour(struct paletted_image *image, const uint32_t *from, const uint32_t *to, size_t count);

#endif
