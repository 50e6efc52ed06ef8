#include "report_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "manifest.h"
#include "publish/tree.h"
#include "report_index.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/path.h"
#include "util/texts.h"

/* The manifest is in the last one. */
const char *const report_folders[REPORT_FOLDER_COUNT] = {
    "", "plots", "figures", "assets", "export", "data/settings/snakemake", "data/settings", "data"};

/* ---- what a report may have ------------------------------------------------------------------ */

enum { MOST_ENDINGS = 8 };

static const struct file_place {
    const char *folder, *endings[MOST_ENDINGS];
} places[] = {{"", {".html", ".pdf", ".txt"}},
              {"plots", {".png", ".svg"}},
              {"figures", {".json"}},
              {"assets", {".css", ".js", ".png"}},
              {"export", {".csv", ".json", ".gz", ".zst", ".hdf5", ".parquet", ".sqlite", ".xlsx"}},
              {"data/settings/snakemake", {".yaml"}},
              {"data/settings", {".txt", ".config", ".py", ".sub"}},
              {"data", {".csv", ".json", ".gz", ".parquet"}}};

static bool ends_with(const char *name, const char *ending)
{
    size_t size = strlen(name), length = strlen(ending);
    return size > length && strcmp(name + size - length, ending) == 0;
}

static bool may_be_of_a_report(const char *folder, const char *name)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (size_t k = 0; k < MOST_ENDINGS && places[i].endings[k]; k++)
            if (strcmp(places[i].folder, folder) == 0 && ends_with(name, places[i].endings[k]))
                return tree_name_is_plain(name);
    return false;
}

/* ---- what the manifest names ----------------------------------------------------------------- */

static void add(struct report_files *files, const char *folder, const char *name,
                const char *ending)
{
    if (!name || !tree_name_is_plain(name))
        return;
    const char *path = arena_format(&files->arena, "%s/%s%s", folder, name, ending);
    if (name_index_find(&files->names, path) == NAME_INDEX_NONE)
        name_index_add(&files->names, path);
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* A path that leads elsewhere is no file of a report, whoever lists it. */
static void add_listed(struct report_files *files, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!path)
        return;
    const char *folder =
        slash ? arena_text_of_size(&files->arena, path, (size_t)(slash - path)) : "";
    const char *name = slash ? slash + 1 : path;
    if (may_be_of_a_report(folder, name))
        add(files, folder, name, "");
}

static void add_named(struct report_files *files, const json_t *manifest)
{
    const json_t *item;
    size_t i;
    add(files, "", "index.html", "");
    add(files, "assets", "report.css", "");
    json_array_foreach(json_object_get(manifest, "pages"), i, item)
    {
        const char *page = json_string_value(item);
        if (page && ends_with(page, ".html"))
            add(files, "", page, "");
    }
    const char *pdf = text_of(manifest, "pdf");
    if (pdf && ends_with(pdf, ".pdf"))
        add(files, "", pdf, "");
    add(files, "data", "manifest.json", "");
    add(files, "data", "datapackage.json", "");
    json_array_foreach(json_object_get(manifest, "tables"), i, item)
        add(files, "data", text_of(item, "name"), ".csv");
    json_array_foreach(json_object_get(manifest, "figures"), i, item)
    {
        add(files, "figures", text_of(item, "id"), ".json");
        add(files, "plots", text_of(item, "id"), "");
    }
}

void report_files_init(struct report_files *files, const json_t *manifest)
{
    const json_t *list = json_object_get(manifest, "files"), *path;
    size_t i;
    *files = (struct report_files){.has_list = json_is_array(list)};
    arena_init(&files->arena);
    name_index_init(&files->names);
    if (!files->has_list)
        add_named(files, manifest);
    json_array_foreach(list, i, path) add_listed(files, json_string_value(path));
}

static bool is_for_pages(const char *path)
{
    return strcmp(path, "/index.html") == 0 || strcmp(path, "assets/report.css") == 0;
}

const char *report_files_unlisted(const struct report_files *files, const json_t *manifest,
                                  struct arena *arena)
{
    bool has_pages = json_array_size(json_object_get(manifest, "pages")) > 0;
    const char *unlisted = NULL;
    struct report_files named = {0};
    arena_init(&named.arena);
    name_index_init(&named.names);
    add_named(&named, manifest);
    for (size_t i = 0; files->has_list && i < named.names.count && !unlisted; i++) {
        const char *path = named.names.names[i];
        bool is_picture = strncmp(path, "plots/", 6) == 0; /* of which its ending is not known */
        if (!is_picture && (has_pages || !is_for_pages(path)) &&
            name_index_find(&files->names, path) == NAME_INDEX_NONE)
            unlisted = arena_text(arena, path + (*path == '/'));
    }
    report_files_release(&named);
    return unlisted;
}

void report_files_release(struct report_files *files)
{
    name_index_release(&files->names);
    arena_release(&files->arena);
}

/* ---- what is there --------------------------------------------------------------------------- */

static bool is_named(const struct report_files *files, const char *folder, const char *name,
                     size_t size)
{
    struct arena arena;
    arena_init(&arena);
    const char *path = arena_format(&arena, "%s/%.*s", folder, (int)size, name);
    bool named = name_index_find(&files->names, path) != NAME_INDEX_NONE;
    arena_release(&arena);
    return named;
}

static bool drop_ending(const char *name, size_t *size, const char *ending)
{
    size_t length = strlen(ending);
    if (*size <= length || strncmp(name + *size - length, ending, length) != 0)
        return false;
    *size -= length;
    return true;
}

/* FIGURE.png, FIGURE-dark.png, the same with -narrow and -small before -dark, the same as SVG. */
static bool is_image(const struct report_files *files, const char *name)
{
    size_t size = strlen(name);
    if (!drop_ending(name, &size, ".png") && !drop_ending(name, &size, ".svg"))
        return false;
    if (is_named(files, "plots", name, size))
        return true;
    bool variant = drop_ending(name, &size, "-dark");
    variant = drop_ending(name, &size, "-small") || drop_ending(name, &size, "-narrow") || variant;
    return variant && is_named(files, "plots", name, size);
}

bool report_files_has(const struct report_files *files, const char *folder, const char *name)
{
    if (!files->has_list && strcmp(folder, "plots") == 0)
        return is_image(files, name);
    return is_named(files, folder, name, strlen(name));
}

/* ---- listing --------------------------------------------------------------------------------- */

struct path_list {
    const char **items;
    size_t count, capacity;
};

static bool list_folder(int report, const char *folder, struct arena *arena, struct path_list *list,
                        struct error *error)
{
    const char **names;
    size_t count;
    int directory = tree_open_folder(report, folder);
    if (directory < 0 && errno == ENOENT)
        return true;
    bool good = directory >= 0 && tree_list(directory, arena, &names, &count);
    if (!good)
        error_set_errno(error, ERROR_OUTPUT, "cannot read %s", *folder ? folder : ".");
    for (size_t i = 0; good && i < count; i++) {
        if (!may_be_of_a_report(folder, names[i]))
            continue;
        *list_add(list) = *folder ? arena_format(arena, "%s/%s", folder, names[i]) : names[i];
    }
    path_close(directory);
    return good;
}

bool report_files_list(const char *directory, struct arena *arena, const char ***paths,
                       size_t *count, struct error *error)
{
    struct path_list list = {0};
    int report = tree_open_directory(AT_FDCWD, directory);
    bool good = report >= 0 || error_set_errno(error, ERROR_OUTPUT, "%s", directory);
    for (size_t i = 0; i < REPORT_FOLDER_COUNT && good; i++)
        good = list_folder(report, report_folders[i], arena, &list, error);
    path_close(report);
    *count = list.count;
    *paths = arena_alloc_array(arena, list.count, sizeof **paths);
    if (list.count) {
        memcpy(*paths, list.items, list.count * sizeof **paths);
        qsort(*paths, list.count, sizeof **paths, texts_compare);
    }
    free(list.items);
    return good;
}

/* ---- owning ---------------------------------------------------------------------------------- */

struct owned_files {
    struct report_files files;
};

static struct owned_files *owned_open(int directory, struct error *error)
{
    struct owned_files *owned = NULL;
    json_t *manifest = report_index_read_manifest(directory, error);
    if (manifest && manifest_check(manifest, error)) {
        owned = memory_alloc(sizeof *owned);
        report_files_init(&owned->files, manifest);
    } else if (manifest) {
        error_add_context(error, "data/manifest.json");
    }
    json_decref(manifest);
    if (!owned)
        error->kind = ERROR_OUTPUT;
    return owned;
}

static bool owned_has(const struct owned_files *owned, const char *folder, const char *name)
{
    return report_files_has(&owned->files, folder, name);
}

static void owned_close(struct owned_files *owned)
{
    if (owned)
        report_files_release(&owned->files);
    free(owned);
}

const struct file_owner report_owner = {
    .open = owned_open,
    .has = owned_has,
    .close = owned_close,
    .folders = report_folders + 1,
    .folder_count = REPORT_FOLDER_COUNT - 1,
    .proof = "manifest.json",
};
