/* Which files of a directory belong to the report that is there. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <jansson.h>
#include <stdbool.h>

#include "publish/file_owner.h"
#include "util/arena.h"
#include "util/name_index.h"

/* Those that its manifest lists, in the places and with the endings that files of a report have.
 * Manifests of schema 1 list no files: there it is what they name. */
struct report_files {
    struct arena arena;
    struct name_index
        names; /* "/index.html", "data/tasks.csv"; of schema 1 without image endings */
    bool has_list;
};

void report_files_init(struct report_files *files, const json_t *manifest);
void report_files_release(struct report_files *files);

/* The folders of a report, the first is "", the report itself. */
extern const char *const report_folders[];
enum { REPORT_FOLDER_COUNT = 8 };

bool report_files_has(const struct report_files *files, const char *folder, const char *name);

/* What the manifest names (a page, the PDF, a table, the data of a figure) and its list of files
 * lacks, NULL when there is none. Links would lead nowhere without it. */
const char *report_files_unlisted(const struct report_files *files, const json_t *manifest,
                                  struct arena *arena);

/* "FOLDER/NAME" of each file in the directory that a report may have, sorted, for its manifest. */
bool report_files_list(const char *directory, struct arena *arena, const char ***paths,
                       size_t *count, struct error *error);

/* Of reports of this program, up to the schema that it knows. */
extern const struct file_owner report_owner;

#endif
