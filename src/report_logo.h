/* The logo of a site (--logo): read and checked before anything else is done, a file of the report
 * under a name of its own, and kept when the report is drawn again. */
#ifndef REPORT_LOGO_H
#define REPORT_LOGO_H

#include "options.h"
#include "render/picture.h"
#include "util/arena.h"
#include "util/error.h"

/* Of a report, whatever the file was called that it is a copy of. */
extern const char report_logo_file[];

/* What --logo names. logo->bytes is NULL where it names none; they are in options->arena. False
 * with ERROR_USAGE: as with other files that options name, the command is to be changed. */
bool report_logo_read(struct picture *logo, const struct options *options, struct error *error);

/* The same of the report that is open as `report`; a link there is not followed. False with
 * ERROR_INPUT. `path`: of the report, for sentences. */
bool report_logo_read_kept(struct picture *logo, int report, const char *path, struct arena *arena,
                           struct error *error);

/* Into the directory of a report that is being made; nothing where there is none. */
bool report_logo_write(const struct picture *logo, const char *directory, struct arena *arena,
                       struct error *error);

#endif
