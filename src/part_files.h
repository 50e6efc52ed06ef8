/* Files of parts of a campaign: read whole, written in one rename. */
#ifndef PART_FILES_H
#define PART_FILES_H

#include <stdbool.h>

#include "analysis/campaign/part.h"
#include "util/arena.h"
#include "util/error.h"

/* Whether a path names a file of a part, by its ending: ".part". */
bool part_file_is_named(const char *path);

/* Reads into a part that is to be released in any case. */
bool part_file_read(struct part *part, const char *path, struct error *error);
/* Whether a part may be written there: where nothing is, an empty file, or another part. Anything
 * else stays, with ERROR_OUTPUT. To be asked before long work. */
bool part_file_may_be_written(const char *path, struct error *error);
/* The same first. The part that was there is replaced once the new one is on disk; where that fails
 * it stays. */
bool part_file_write(struct part *part, const char *path, struct arena *arena, struct error *error);

#endif
