#include "util/distinct_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/utf8.h"

enum { MOST_ROUNDS = 5 };

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

/* A name, and where it differs from those that look like it when cut, counted from 1. */
struct cut_name {
    const char *cut, *whole;
    size_t place, differ_at;
};

static int by_look(const void *left, const void *right)
{
    const struct cut_name *l = left, *r = right;
    int order = strcmp(l->cut, r->cut);
    if (order == 0)
        order = strcmp(l->whole, r->whole);
    return order ? order : (l->place > r->place) - (l->place < r->place);
}

/* Where a name begins to differ from one that looks like it, counted from 1; 0: it does not. */
static size_t difference_of(const struct cut_name *one, const struct cut_name *other)
{
    if (strcmp(one->cut, other->cut) != 0 || strcmp(one->whole, other->whole) == 0)
        return 0;
    return common_start(one->whole, other->whole) + 1;
}

/* In order, a name has most in common with the one before or behind it and its equals. */
static void find_differences(struct cut_name *names, size_t count)
{
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && strcmp(names[to].whole, names[from].whole) == 0;)
            to++;
        size_t before = from > 0 ? difference_of(&names[from], &names[from - 1]) : 0;
        size_t behind = to < count ? difference_of(&names[from], &names[to]) : 0;
        for (size_t i = from; i < to; i++)
            names[i].differ_at = before > behind ? before : behind;
    }
}

static bool part_names(const char *const *whole, const char **cut, size_t count, size_t most,
                       struct arena *arena)
{
    struct cut_name *names = arena_alloc_array(arena, count + 1, sizeof *names);
    size_t used = 0;
    bool parted = false;
    for (size_t i = 0; i < count; i++)
        if (cut[i])
            names[used++] = (struct cut_name){.cut = cut[i], .whole = whole[i], .place = i};
    if (used > 1)
        qsort(names, used, sizeof *names, by_look);
    find_differences(names, used);
    for (size_t i = 0; i < used; i++) {
        if (!names[i].differ_at)
            continue;
        cut[names[i].place] = cut_around(names[i].whole, names[i].differ_at - 1, most, arena);
        parted = true;
    }
    return parted;
}

void distinct_names(const char **names, size_t count, size_t most, struct arena *arena)
{
    const char **whole = arena_alloc_array(arena, count + 1, sizeof *whole);
    for (size_t i = 0; i < count; i++) {
        whole[i] = names[i] ? utf8_clean(arena, names[i]) : NULL;
        names[i] = whole[i] ? utf8_shorten(arena, whole[i], most) : NULL;
    }
    if (most < 8)
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
