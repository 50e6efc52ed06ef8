#include "page/web/html_parts.h"

#include <string.h>

#include "util/utf8.h"

enum { LONGEST_ABBREVIATION = 3 };

const char *html_text(const struct html_page *page, const char *text)
{
    return text ? utf8_clean(page->arena, text) : NULL;
}

static bool is_url_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("-._~/", c));
}

const char *html_url(struct arena *arena, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    char *url = arena_alloc(arena, 3 * strlen(path) + 1), *to = url;
    for (const char *from = path; *from; from++) {
        if (is_url_character(*from)) {
            *to++ = *from;
            continue;
        }
        *to++ = '%';
        *to++ = digits[(unsigned char)*from >> 4];
        *to++ = digits[*from & 15];
    }
    return url;
}

const char *html_page_label(struct arena *arena, const char *name)
{
    if (strcmp(name, "index") == 0)
        return "Overview";
    if (strcmp(name, "devices") == 0) /* beside the page of their metrics */
        return "GPU tasks";
    char *label = arena_text(arena, name);
    size_t capitals = strlen(name) <= LONGEST_ABBREVIATION ? strlen(name) : 1;
    for (size_t i = 0; i < capitals; i++)
        if (label[i] >= 'a' && label[i] <= 'z')
            label[i] = (char)(label[i] - 'a' + 'A');
    return label;
}

bool html_is_on(const struct html_page *page, const struct section *section)
{
    return strcmp(section->page, page->name) == 0;
}

const char *html_section_url(const struct html_page *page, const struct section *section)
{
    if (html_is_on(page, section))
        return arena_format(page->arena, "#%s", section->id);
    return arena_format(page->arena, "%s.html#%s", section->page, section->id);
}
