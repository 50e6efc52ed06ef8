/* The name of this machine: in names of hidden files, because directories may be shared by hosts
 * that count their processes apart. */
#ifndef PUBLISH_HOST_H
#define PUBLISH_HOST_H

#include "util/arena.h"

/* "" where it is not known. */
const char *host_name(struct arena *arena);

#endif
