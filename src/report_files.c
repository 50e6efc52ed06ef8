#include "report_files.h"

#include <string.h>

#include "publish/tree.h"

const char *const report_folders[REPORT_FOLDER_COUNT] = {"", "plots", "figures", "data", "assets"};

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

void report_files_init(struct report_files *files, const json_t *manifest)
{
    const json_t *item;
    size_t i;
    arena_init(&files->arena);
    name_index_init(&files->names);
    add(files, "", "index.html", "");
    json_array_foreach(json_object_get(manifest, "pages"), i, item)
    {
        const char *page = json_string_value(item);
        if (page && strlen(page) > 5 && strcmp(page + strlen(page) - 5, ".html") == 0)
            add(files, "", page, "");
    }
    const char *pdf = text_of(manifest, "pdf");
    if (pdf && strlen(pdf) > 4 && strcmp(pdf + strlen(pdf) - 4, ".pdf") == 0)
        add(files, "", pdf, "");
    add(files, "data", "manifest.json", "");
    json_array_foreach(json_object_get(manifest, "tables"), i, item)
        add(files, "data", text_of(item, "name"), ".csv");
    json_array_foreach(json_object_get(manifest, "figures"), i, item)
    {
        add(files, "figures", text_of(item, "id"), ".json");
        add(files, "plots", text_of(item, "id"), "");
    }
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

/* FIGURE.png, FIGURE-dark.png, FIGURE-small.png, FIGURE-small-dark.png, the same as SVG. */
static bool is_image(const struct report_files *files, const char *name)
{
    size_t size = strlen(name);
    if (!drop_ending(name, &size, ".png") && !drop_ending(name, &size, ".svg"))
        return false;
    if (is_named(files, "plots", name, size))
        return true;
    bool variant = drop_ending(name, &size, "-dark");
    variant = drop_ending(name, &size, "-small") || variant;
    return variant && is_named(files, "plots", name, size);
}

static bool is_asset(const char *name)
{
    size_t size = strlen(name);
    return tree_name_is_plain(name) &&
           (drop_ending(name, &size, ".css") || drop_ending(name, &size, ".js"));
}

bool report_files_has(const struct report_files *files, const char *folder, const char *name)
{
    if (strcmp(folder, "plots") == 0)
        return is_image(files, name);
    if (strcmp(folder, "assets") == 0)
        return is_asset(name);
    return is_named(files, folder, name, strlen(name));
}
