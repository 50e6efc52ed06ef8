/* Which config files are read, in which order: that of the site, that of the user, and the one that
 * --config names, or else one found beside the inputs. Each is stronger than those before it. */
#ifndef CONFIG_FILES_H
#define CONFIG_FILES_H

#include "environment.h"
#include "options.h"

/* Where a file is absent, there is nothing to set. What the user's file may not be, and what one
 * found beside inputs may not set, is ignored with a note; else false with ERROR_USAGE, file and
 * line. */
bool config_files_read(struct options *options, const struct environment *environment,
                       struct error *error);

#endif
