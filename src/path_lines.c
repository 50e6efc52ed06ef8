#include "path_lines.h"

#include <string.h>

#include "util/list.h"
#include "util/path.h"

enum { SIZE_LIMIT = 1 << 30 };

static void split(struct path_lines *lines, const struct strbuf *content, struct arena *arena)
{
    char end = memchr(content->text, '\0', content->size) ? '\0' : '\n';
    for (size_t from = 0, to; from < content->size; from = to + 1) {
        const char *ends = memchr(content->text + from, end, content->size - from);
        to = ends ? (size_t)(ends - content->text) : content->size;
        if (to > from)
            *list_add(lines) = arena_text_of_size(arena, content->text + from, to - from);
    }
}

bool path_lines_read(struct path_lines *lines, const char *path, struct arena *arena,
                     struct error *error)
{
    struct strbuf content;
    strbuf_init(&content);
    bool good = path_read(path, SIZE_LIMIT, &content, error);
    if (good)
        split(lines, &content, arena);
    strbuf_release(&content);
    return good;
}
