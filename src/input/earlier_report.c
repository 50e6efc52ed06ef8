#include "input/earlier_report.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "util/path.h"
#include "util/strbuf.h"

enum { LARGEST_MANIFEST = 256 << 20 };

static bool is_of_this_program(const json_t *manifest)
{
    static const char name[] = "jobreport ";
    const char *program = json_string_value(json_object_get(manifest, "program"));
    return program && strncmp(program, name, sizeof name - 1) == 0;
}

static enum earlier_report judge(const struct strbuf *content, const char *path,
                                 struct error *error)
{
    json_error_t fault; /* its text quotes the file, which a link may have led to */
    json_t *manifest = json_loadb(content->text, content->size, 0, &fault);
    if (!manifest) {
        error_set(error, ERROR_INPUT, "%s:%d: not valid JSON", path, fault.line);
        return EARLIER_REPORT_UNKNOWN;
    }
    bool is_ours = is_of_this_program(manifest);
    json_decref(manifest);
    return is_ours ? EARLIER_REPORT_FOUND : EARLIER_REPORT_NONE;
}

enum earlier_report earlier_report_in(const char *directory, struct arena *arena,
                                      struct error *error)
{
    const char *path = path_join(arena, directory, "data/manifest.json");
    struct strbuf content;
    strbuf_init(&content);
    enum earlier_report found = EARLIER_REPORT_UNKNOWN;
    if (path_read(path, LARGEST_MANIFEST, &content, error))
        found = judge(&content, path, error);
    else if (error->number == ENOENT || error->number == ENOTDIR)
        found = EARLIER_REPORT_NONE;
    strbuf_release(&content);
    return found;
}
