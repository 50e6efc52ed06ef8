#include "report_exports.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "page/content/page_parts.h"
#include "publish/tree.h"
#include "report_files.h"
#include "report_index.h"
#include "util/path.h"

/* ---- what the former report had -------------------------------------------------------------- */

struct former {
    const struct export_plan *plan;
    struct report_files files;
};

static bool is_planned(const struct export_plan *plan, const char *name)
{
    size_t count;
    const struct export_plan_file *files = export_plan_files(plan, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(files[i].name, name) == 0)
            return true;
    return false;
}

static bool is_kept(void *context, const char *folder, const char *name)
{
    const struct former *former = context;
    return report_files_has(&former->files, folder, name) && !is_planned(former->plan, name);
}

/* Calls back with the open report and what its manifest lists; true where there is none. */
static bool open_former(const struct report_exports *exports, int *report, struct former *former,
                        struct error *error)
{
    *report = tree_open_directory(AT_FDCWD, exports->former);
    if (*report < 0)
        return error_set_errno(error, ERROR_INPUT, "%s", exports->former);
    json_t *manifest = report_index_read_manifest(*report, error);
    if (!manifest) {
        path_close(*report);
        return false;
    }
    former->plan = exports->plan;
    report_files_init(&former->files, manifest);
    json_decref(manifest);
    return true;
}

static void close_former(int report, struct former *former)
{
    report_files_release(&former->files);
    path_close(report);
}

/* Those of the former manifest that are still there. */
static bool list_kept(struct report_exports *exports, const struct manifest *manifest,
                      struct error *error)
{
    int report;
    struct former former;
    if (!exports->former || !manifest->export_count)
        return true;
    if (!open_former(exports, &report, &former, error))
        return false;
    int folder = tree_open_folder(report, EXPORT_FOLDER);
    for (size_t i = 0; i < manifest->export_count && folder >= 0; i++) {
        struct tree_file_state state;
        if (!is_kept(&former, EXPORT_FOLDER, manifest->exports[i].name) ||
            !tree_file_state(folder, manifest->exports[i].name, &state))
            continue;
        exports->files[exports->file_count++] = manifest->exports[i];
        exports->kept_count++;
    }
    path_close(folder);
    close_former(report, &former);
    return true;
}

static bool copy_kept(const struct report_exports *exports, const char *directory,
                      struct error *error)
{
    int report;
    struct former former;
    if (!exports->kept_count)
        return true;
    if (!open_former(exports, &report, &former, error))
        return false;
    struct tree_copy copy = {.wants = is_kept, .context = &former};
    int to = tree_open_directory(AT_FDCWD, directory);
    bool good = to >= 0 ? tree_copy_folder(&copy, report, to, EXPORT_FOLDER, error)
                        : error_set_errno(error, ERROR_OUTPUT, "%s", directory);
    path_close(to);
    close_former(report, &former);
    return good;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right)
{
    const struct exported_file *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* "3,000,000 rows", "62 tables" */
static const char *contents_text(const struct export_plan_file *file, struct arena *arena)
{
    return file->tables == 1 ? count_text(arena, (double)file->rows, "row", "rows")
                             : count_text(arena, (double)file->tables, "table", "tables");
}

static bool list_files(struct report_exports *exports, const struct manifest *former,
                       struct error *error)
{
    size_t count;
    const struct export_plan_file *files = export_plan_files(exports->plan, &count);
    exports->files =
        arena_alloc_array(exports->arena, count + former->export_count, sizeof *exports->files);
    if (!list_kept(exports, former, error))
        return false;
    for (size_t i = 0; i < count; i++)
        exports->files[exports->file_count++] =
            (struct exported_file){files[i].name, contents_text(&files[i], exports->arena)};
    if (exports->file_count)
        qsort(exports->files, exports->file_count, sizeof *exports->files, compare_files);
    return true;
}

bool report_exports_plan(struct report_exports *exports, const struct options *options,
                         const struct environment *environment, const struct tables *tables,
                         const struct export_inputs *inputs, const char *former,
                         struct manifest *manifest, struct error *error)
{
    *exports = (struct report_exports){
        .request = {.wanted = options->exports.items,
                    .count = options->exports.count,
                    .tables = tables,
                    .inputs = inputs,
                    .created = manifest->created,
                    .jobs = options->jobs,
                    .arena = options->arena,
                    .note = environment->note,
                    .context = environment->context},
        .former = former,
        .arena = options->arena,
    };
    exports->plan = exports_plan(&exports->request);
    if (!list_files(exports, manifest, error))
        return false;
    manifest->exports = exports->files;
    manifest->export_count = exports->file_count;
    return true;
}

void report_exports_release(struct report_exports *exports)
{
    export_plan_release(exports->plan);
}

bool report_exports_write(const struct report_exports *exports, const char *directory,
                          struct error *error)
{
    const char *folder = path_join(exports->arena, directory, EXPORT_FOLDER);
    return !exports->file_count ||
           (copy_kept(exports, directory, error) && path_make_directory(folder, error) &&
            exports_write(exports->plan, folder, error));
}
