/* Whether contours can be painted: by the extension `plplot`, which is opened when a chart needs
 * it.
 */
#ifndef RENDER_CONTOURS_H
#define RENDER_CONTOURS_H

#include <stdbool.h>

/* Before processes are forked, so that all of them have what it opens. */
bool contours_can_be_painted(void);

#endif
