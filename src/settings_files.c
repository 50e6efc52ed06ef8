#include "settings_files.h"

#include <string.h>

#include "page/content/settings.h"
#include "util/path.h"

static bool write_file(const struct settings_file *file, const char *directory, struct arena *arena,
                       struct error *error)
{
    const char *folder = path_join(arena, directory, file->folder);
    return path_make_directory(path_join(arena, directory, SETTINGS_FOLDER), error) &&
           path_make_directory(folder, error) &&
           path_write(path_join(arena, folder, file->name), file->text, strlen(file->text), error);
}

bool settings_files_write(const struct tables *tables, const struct manifest *manifest,
                          const char *directory, struct arena *arena, struct error *error)
{
    struct settings_file files[SETTINGS_MOST_FILES];
    size_t count = settings_make(tables, manifest->inputs, manifest->input_count,
                                 SETTINGS_ALL_KINDS, arena, files);
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = write_file(&files[i], directory, arena, error);
    return good;
}
