#include "report_logo.h"

#include <errno.h>
#include <string.h>

#include "publish/tree.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { LARGEST_LOGO = 1 << 20 };

static const char folder[] = "assets", name[] = "logo.png";
const char report_logo_file[] = "assets/logo.png";

/* `content` is released, the bytes of the logo are in the arena. */
static bool decode(struct picture *logo, struct strbuf *content, struct arena *arena,
                   struct error *error)
{
    char *bytes = arena_alloc(arena, content->size + 1);
    memcpy(bytes, content->text, content->size);
    bool good = picture_read(logo, bytes, content->size, error);
    strbuf_release(content);
    return good;
}

bool report_logo_read(struct picture *logo, const struct options *options, struct error *error)
{
    struct strbuf content;
    *logo = (struct picture){0};
    if (!options->logo || !*options->logo)
        return true;
    strbuf_init(&content);
    bool good = path_read(options->logo, LARGEST_LOGO, &content, error);
    if (!good)
        strbuf_release(&content);
    else if (!decode(logo, &content, options->arena, error))
        good = error_add_context(error, "%s", options->logo);
    if (good)
        return true;
    error->kind = ERROR_USAGE;
    return error_add_context(error, "--logo");
}

static bool read_handle(int handle, struct strbuf *content, struct error *error)
{
    if (handle < 0 || !path_read_handle(handle, LARGEST_LOGO, content)) {
        if (errno == ELOOP || errno == EINVAL || errno == ENOTDIR)
            return error_set(error, ERROR_INPUT, "not a regular file");
        return error_set_errno(error, ERROR_INPUT, "cannot be read");
    }
    return content->size <= LARGEST_LOGO ||
           error_set(error, ERROR_INPUT, "larger than %d bytes", LARGEST_LOGO);
}

bool report_logo_read_kept(struct picture *logo, int report, const char *path, struct arena *arena,
                           struct error *error)
{
    struct strbuf content;
    strbuf_init(&content);
    int assets = tree_open_folder(report, folder);
    int handle = assets < 0 ? -1 : tree_open_file(assets, name);
    bool good = read_handle(handle, &content, error);
    path_close(handle);
    path_close(assets);
    if (good)
        good = decode(logo, &content, arena, error);
    else
        strbuf_release(&content);
    return good ||
           error_add_context(error, "%s/%s (give another with --logo)", path, report_logo_file);
}

bool report_logo_write(const struct picture *logo, const char *directory, struct arena *arena,
                       struct error *error)
{
    return !logo->bytes || (path_make_directory(path_join(arena, directory, folder), error) &&
                            path_write(path_join(arena, directory, report_logo_file), logo->bytes,
                                       logo->size, error));
}
