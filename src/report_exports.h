/* The folder export/ of a report: what `--export` asks for, and what a report that is drawn again
 * had there. */
#ifndef REPORT_EXPORTS_H
#define REPORT_EXPORTS_H

#include "environment.h"
#include "export/exports.h"
#include "manifest.h"
#include "options.h"
#include "page/content/page.h"

struct report_exports {
    struct export_request request;
    struct export_plan *plan;
    const char *former;            /* the report whose other exports are taken over, or NULL */
    struct exported_file *files;   /* all that will be there, sorted by name */
    size_t file_count, kept_count; /* kept: of the former report */
    struct arena *arena;
};

/* `inputs`: what was read; NULL on replot, where `former` is the report that is drawn again, and
 * the manifest is its. The manifest lists afterwards what will be there. Notes what was asked for
 * and is not there. */
bool report_exports_plan(struct report_exports *exports, const struct options *options,
                         const struct environment *environment, const struct tables *tables,
                         const struct export_inputs *inputs, const char *former,
                         struct manifest *manifest, struct error *error);
void report_exports_release(struct report_exports *exports);

/* Writes all of it below the report's directory; makes the folder where there is anything for it.
 */
bool report_exports_write(const struct report_exports *exports, const char *directory,
                          struct error *error);

#endif
