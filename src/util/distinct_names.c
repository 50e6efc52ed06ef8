#include "util/distinct_names.h"

#include <stdbool.h>
#include <string.h>

#include "util/utf8.h"

/* MOST_COMPARED: of more, names are only cut; no chart names so many. */
enum { MOST_COMPARED = 512, MOST_ROUNDS = 5 };

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static const char *skip_code_points(const char *text, size_t count)
{
    while (*text && count-- > 0) {
        text++;
        while (is_continuation(*text))
            text++;
    }
    return text;
}

/* The number of code points that both begin with. */
static size_t common_start(const char *one, const char *other)
{
    size_t count = 0, i = 0;
    for (; one[i] && one[i] == other[i]; i++)
        count += !is_continuation(one[i]);
    if (is_continuation(one[i]) || is_continuation(other[i]))
        count -= count > 0;
    return count;
}

/* The start of a name, and what it has from the code point `at` on. */
static const char *cut_around(const char *name, size_t at, size_t most, struct arena *arena)
{
    size_t head = most / 4, room = most - head - 1, length = utf8_length(name);
    if (length <= most)
        return name;
    size_t from = at > head + 1 ? at - 1 : head + 1;
    if (from + room > length)
        from = length - room;
    const char *head_end = skip_code_points(name, head), *start = skip_code_points(name, from);
    bool is_cut = from + room < length;
    const char *end = skip_code_points(start, is_cut ? room - 1 : room);
    return arena_format(arena, "%.*s…%.*s%s", (int)(head_end - name), name, (int)(end - start),
                        start, is_cut ? "…" : "");
}

/* Whether a name looks like another that it is not; `differ_at` is where they do. */
static bool looks_like_another(const char *const *whole, const char *const *cut, size_t count,
                               size_t i, size_t *differ_at)
{
    bool found = false;
    *differ_at = 0;
    for (size_t k = 0; k < count; k++) {
        if (k == i || !cut[k] || strcmp(cut[k], cut[i]) != 0 || strcmp(whole[k], whole[i]) == 0)
            continue;
        size_t start = common_start(whole[i], whole[k]);
        *differ_at = start > *differ_at ? start : *differ_at;
        found = true;
    }
    return found;
}

static bool part_names(const char *const *whole, const char **cut, size_t count, size_t most,
                       struct arena *arena)
{
    const char **next = arena_alloc_array(arena, count, sizeof *next);
    bool parted = false;
    for (size_t i = 0; i < count; i++) {
        size_t differ_at;
        next[i] = cut[i];
        if (!cut[i] || !looks_like_another(whole, cut, count, i, &differ_at))
            continue;
        next[i] = cut_around(whole[i], differ_at, most, arena);
        parted = true;
    }
    memcpy(cut, next, count * sizeof *next);
    return parted;
}

void distinct_names(const char **names, size_t count, size_t most, struct arena *arena)
{
    const char **whole = arena_alloc_array(arena, count + 1, sizeof *whole);
    for (size_t i = 0; i < count; i++) {
        whole[i] = names[i] ? utf8_clean(arena, names[i]) : NULL;
        names[i] = whole[i] ? utf8_shorten(arena, whole[i], most) : NULL;
    }
    if (count > MOST_COMPARED || most < 8)
        return;
    for (int round = 0; round < MOST_ROUNDS && part_names(whole, names, count, most, arena);
         round++)
        most += round > 0 ? most : 0;
}

/* Whether both have the ends that remain when the middle is cut. */
static bool cut_alike(const char *name, const char *other, const char *cut)
{
    const char *gap = strstr(cut, "…");
    if (!gap)
        return false;
    const char *rest = gap + strlen("…");
    size_t size = strlen(other), head = (size_t)(gap - cut), tail = strlen(rest);
    return strcmp(name, other) != 0 && size >= head + tail && memcmp(other, cut, head) == 0 &&
           memcmp(other + size - tail, rest, tail) == 0;
}

const char *distinct_name(const char *name, const char *const *others, size_t count, size_t most,
                          struct arena *arena)
{
    name = utf8_clean(arena, name);
    const char *cut = utf8_shorten(arena, name, most);
    size_t first = utf8_length(name), last = 0; /* where it differs from those that look like it */
    for (size_t i = 0; cut != name && i < count; i++) {
        if (!others[i] || !cut_alike(name, others[i], cut))
            continue;
        size_t start = common_start(name, others[i]);
        first = start < first ? start : first;
        last = start > last ? start : last;
    }
    if (first > last)
        return cut;
    size_t needed = (last - first + 4) * 4 / 3 + 2;
    return cut_around(name, first, needed > most ? needed : most, arena);
}
