/* Brings what was written to the disk, where late errors (a quota, a failing disk) show. */
#ifndef PUBLISH_SYNC_H
#define PUBLISH_SYNC_H

#include <stdbool.h>

#include "util/error.h"

bool sync_file(const char *path, struct error *error); /* or a directory's entries */
/* Every file and directory below and at the path. */
bool sync_tree(const char *path, struct error *error);

#endif
