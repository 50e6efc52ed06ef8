#include "input/path_parts.h"

#include <ctype.h>
#include <string.h>

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c);
}

/* Up to the last slash before the first difference. */
static size_t common_directories(const struct path_parts *parts, size_t count)
{
    const char *first = parts[0].path;
    size_t same = strlen(first);
    for (size_t i = 1; i < count; i++) {
        size_t at = 0;
        while (at < same && first[at] == parts[i].path[at])
            at++;
        same = at;
    }
    while (same && first[same - 1] != '/')
        same--;
    if (count == 1) {
        const char *slash = strrchr(first, '/');
        same = slash ? (size_t)(slash + 1 - first) : 0;
    }
    return same;
}

void path_parts_find(struct path_parts *parts, size_t count)
{
    size_t from = count ? common_directories(parts, count) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *path = parts[i].path;
        size_t at = parts[i].from = from;
        parts[i].count = 0;
        while (path[at] && parts[i].count < PATH_PARTS_MOST) {
            struct path_part *part = &parts[i].items[parts[i].count];
            while (path[at] && !is_of_word(path[at]))
                at++;
            part->begin = at;
            while (is_of_word(path[at]))
                at++;
            part->end = at;
            parts[i].count += part->end > part->begin;
        }
    }
}

bool path_parts_same(const struct path_parts *left, const struct path_parts *right, size_t place)
{
    if (place >= left->count || place >= right->count)
        return place >= left->count && place >= right->count;
    struct path_part l = left->items[place], r = right->items[place];
    return l.end - l.begin == r.end - r.begin &&
           memcmp(left->path + l.begin, right->path + r.begin, l.end - l.begin) == 0;
}

size_t path_parts_place(const struct path_parts *parts, size_t begin)
{
    size_t place = 0;
    while (place < parts->count && parts->items[place].begin != begin)
        place++;
    return place;
}

/* How many digits stand there, up to the end. */
static size_t digits_at(const char *text, const char *end)
{
    size_t count = 0;
    while (text + count < end && isdigit((unsigned char)text[count]))
        count++;
    return count;
}

bool path_parts_like(const struct path_parts *parts, size_t place, const char *text, size_t size,
                     size_t *end)
{
    if (place >= parts->count)
        return false;
    const char *at = parts->path + parts->items[place].begin, *path_end = at + strlen(at);
    const char *text_end = text + size;
    while (text < text_end) {
        size_t digits = digits_at(text, text_end), others = digits_at(at, path_end);
        if (digits && others) {
            /* Numbers with leading zeros are all as long. */
            if (digits != others && (*text == '0' || *at == '0'))
                return false;
            text += digits;
            at += others;
        } else if (*text++ != *at++)
            return false;
    }
    *end = (size_t)(at - parts->path);
    return !is_of_word(*at);
}

/* Without what is behind the last dot of the file's name. */
static const char *without_suffix(const char *path, struct arena *arena)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot && dot > path ? arena_text_of_size(arena, path, (size_t)(dot - path)) : path;
}

const char *path_parts_name(const struct path_parts *parts, size_t place, struct arena *arena)
{
    if (place >= parts->count)
        return without_suffix(parts->path + parts->from, arena);
    const char *path = parts->path;
    size_t begin = parts->items[place].begin, end = parts->items[place].end;
    while (isdigit((unsigned char)path[begin]) && place > 0 &&
           !memchr(path + parts->items[place - 1].end, '/', begin - parts->items[place - 1].end))
        begin = parts->items[--place].begin;
    return arena_text_of_size(arena, path + begin, end - begin);
}
