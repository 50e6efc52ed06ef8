/* Which files of a directory belong to the report that stands there. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <jansson.h>
#include <stdbool.h>

#include "util/arena.h"
#include "util/name_index.h"

/* What its manifest names, in the places that a report has for it; and the style sheet and scripts
 * in assets/. */
struct report_files {
    struct arena arena;
    struct name_index names; /* "index.html", "data/tasks.csv", "plots/cpu_load*" without ending */
};

void report_files_init(struct report_files *files, const json_t *manifest);
void report_files_release(struct report_files *files);

/* The folders of a report, the first is "", the report itself. */
extern const char *const report_folders[];
enum { REPORT_FOLDER_COUNT = 5 };

bool report_files_has(const struct report_files *files, const char *folder, const char *name);

#endif
