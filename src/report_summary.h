/* What an index over many reports keeps of one: the few members of its manifest that it shows.
 *
 * A summary is a JSON object whose members are named as in the manifest. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "page/index/listing.h"
#include "publish/report_name.h"
#include "util/arena.h"
#include "util/error.h"

/* Tells whether a report has that file; the folder "" is its own. */
struct report_summary_files {
    bool (*has)(void *context, const char *folder, const char *name);
    void *context;
};

/* NULL with ERROR_INPUT when that is no manifest that this version knows. Names only what is there;
 * manifests of earlier versions know no key figures, and their thumbnail is looked for. */
json_t *report_summary_of_manifest(const json_t *manifest, const struct report_summary_files *files,
                                   struct error *error);

/* False when it is damaged. Names of files that could lead elsewhere are dropped. `directory` is
 * kept as it is; all else is in the arena. */
bool report_summary_read(const json_t *summary, const char *directory, struct listed_report *report,
                         struct report_identity *identity, struct arena *arena);

/* A report as index.json describes it. */
json_t *report_summary_public(const struct listed_report *report, struct arena *arena);

#endif
