/* Keys of single tasks as people read them: Dask's hold a hash of 32 digits or a UUID. */
#ifndef FIGURE_CHARTS_TASK_KEYS_H
#define FIGURE_CHARTS_TASK_KEYS_H

#include "util/arena.h"

/* "('_kmeans_step-538454127b096493e05ef70acc75ef05', 5, 0)" → "_kmeans_step-5384 (5, 0)": the first
 * digits of the hash keep different tasks distinct. Any other key stays; NULL stays NULL. */
const char *task_key_shown(struct arena *arena, const char *key);

#endif
