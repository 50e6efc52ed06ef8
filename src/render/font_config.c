#include "render/font_config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/arena.h"
#include "util/memory.h"
#include "util/path.h"

static bool has_suffix(const char *name, const char *suffix)
{
    size_t size = strlen(name), suffix_size = strlen(suffix);
    return size > suffix_size && strcasecmp(name + size - suffix_size, suffix) == 0;
}

/* Whether fonts lie in the directory. One that is not installed has none. */
static bool find_font_files(const char *directory, bool *found, struct error *error)
{
    DIR *stream = opendir(directory);
    *found = false;
    if (!stream)
        return errno == ENOENT || error_set_errno(error, ERROR_OUTPUT, "%s", directory);
    for (const struct dirent *entry; !*found && (entry = readdir(stream));)
        *found = has_suffix(entry->d_name, ".otf") || has_suffix(entry->d_name, ".ttf") ||
                 has_suffix(entry->d_name, ".ttc");
    closedir(stream);
    return true;
}

static bool has_font_below(const FcFontSet *fonts, const char *directory)
{
    size_t size = strlen(directory);
    for (int i = 0; i < fonts->nfont; i++) {
        FcChar8 *file;
        if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) == FcResultMatch &&
            strncmp((const char *)file, directory, size) == 0 && file[size] == '/')
            return true;
    }
    return false;
}

/* Whether the directory was found in one that the list names before it; those of the configuration
 * come first. */
static bool is_found_below(FcConfig *config, const char *directory)
{
    FcStrList *directories = FcConfigGetFontDirs(config);
    bool is_below = false;
    for (const FcChar8 *at; !is_below && (at = FcStrListNext(directories));) {
        size_t size = strlen((const char *)at);
        if (strcmp((const char *)at, directory) == 0)
            break;
        is_below = strncmp((const char *)at, directory, size) == 0 && directory[size] == '/';
    }
    FcStrListDone(directories);
    return is_below;
}

/* Fontconfig passes over a directory that it cannot read, and another font would be taken. */
static bool check_directories(FcConfig *config, const FcFontSet *fonts, struct error *error)
{
    FcStrList *directories = FcConfigGetFontDirs(config);
    bool good = true;
    for (const FcChar8 *at; good && (at = FcStrListNext(directories));) {
        const char *directory = (const char *)at;
        bool found;
        if (is_found_below(config, directory))
            continue;
        good = find_font_files(directory, &found, error);
        if (good && found && !has_font_below(fonts, directory))
            good = error_set(error, ERROR_OUTPUT, "%s: its fonts cannot be read", directory);
    }
    FcStrListDone(directories);
    return good;
}

static bool load(FcConfig **config, const char *path, struct error *error)
{
    /* Fontconfig would look for a relative path in /etc/fonts. */
    char *whole_path = realpath(path, NULL);
    if (!whole_path)
        return error_set_errno(error, ERROR_INPUT, "%s", path);
    *config = FcConfigCreate();
    if (!*config)
        memory_exhausted();
    /* Not "complain": that would print. */
    bool parsed = FcConfigParseAndLoad(*config, (const FcChar8 *)whole_path, FcFalse);
    free(whole_path);
    if (!parsed)
        return error_set(error, ERROR_INPUT, "%s: cannot read the font configuration", path);
    /* As the current one, it spares Pango from loading the system's, which takes 4 ms. */
    if (!FcConfigSetCurrent(*config))
        memory_exhausted();
    const FcFontSet *fonts = FcConfigGetFonts(*config, FcSetSystem);
    if (!fonts || fonts->nfont == 0)
        return error_set(error, ERROR_INPUT, "%s: no font found where it points to", path);
    return check_directories(*config, fonts, error);
}

bool font_config_load(FcConfig **config, const char *directory, struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    bool good = load(config, path_join(&arena, directory, "fonts.conf"), error);
    arena_release(&arena);
    return good;
}
