#include "table/kind_names.h"

#include <stdlib.h>
#include <string.h>

#include "table/records.h"
#include "util/distinct_names.h"
#include "util/name_index.h"
#include "util/utf8.h"

/* Names up to LONGEST_WHOLE are nowhere cut for their length, so they stay. */
enum { LONGEST_WHOLE = 20, FEWEST_KINDS = 2, SHORTEST_REST = 3, LONGEST_PREFIX = 200 };

static const double MOST = 0.75;

static const char *const *kinds_of(const struct tables *tables, size_t *count)
{
    const struct table *table = tables_find(tables, "tasks");
    *count = table ? table->rows : 0;
    return table ? table_texts(table, "task") : NULL;
}

static bool is_name(const char *kind)
{
    return kind && strcmp(kind, RECORD_NO_NAME) != 0;
}

static bool is_separator(char c)
{
    return c == ':' || c == '/' || c == '.';
}

static bool begins_with(const char *name, const char *prefix, size_t size)
{
    return strncmp(name, prefix, size) == 0;
}

/* "2" of "v1.2" says nothing without the rest, and "sh" is a kind of file. */
static bool can_stand_alone(const char *rest)
{
    bool is_letter = (*rest >= 'a' && *rest <= 'z') || (*rest >= 'A' && *rest <= 'Z') ||
                     *rest == '_' || (unsigned char)*rest >= 0x80;
    return is_letter && strnlen(rest, SHORTEST_REST) == SHORTEST_REST;
}

/* The size of the longest start of `name` up to a separator with which a share of kinds begin. */
static size_t shared_start(const char *const *kinds, size_t count, const char *name, size_t from,
                           double share)
{
    size_t longest = from;
    for (size_t size = from + 1; size < LONGEST_PREFIX && name[size - 1]; size++) {
        size_t named = 0, sharing = 0;
        bool all_stand = true;
        for (size_t i = 0; is_separator(name[size - 1]) && i < count; i++) {
            named += is_name(kinds[i]);
            if (!is_name(kinds[i]) || !begins_with(kinds[i], name, size))
                continue;
            sharing++;
            all_stand = all_stand && can_stand_alone(kinds[i] + size);
        }
        if (!named)
            continue;
        if (sharing < FEWEST_KINDS || (double)sharing < share * (double)named)
            break; /* no more begin with more of it */
        if (all_stand)
            longest = size;
    }
    return longest;
}

/* Whether two kinds would be called the same. */
static bool are_confused(const struct kind_names *names, const char *const *kinds, size_t count)
{
    struct name_index shown;
    bool confused = false;
    name_index_init(&shown);
    for (size_t i = 0; i < count && !confused; i++) {
        const char *name = kind_name_shown(names, kinds[i]);
        confused = name && name_index_find(&shown, name) != NAME_INDEX_NONE;
        if (name && !confused)
            name_index_add(&shown, name);
    }
    name_index_release(&shown);
    return confused;
}

static bool any_is_longer(const char *const *kinds, size_t count, size_t most)
{
    for (size_t i = 0; i < count; i++)
        if (is_name(kinds[i]) && utf8_length(kinds[i]) > most)
            return true;
    return false;
}

/* Where a quarter of the kinds at most begins otherwise, one of the first five, at even distances,
 * is very likely of the others. */
static void find_most(struct kind_names *names, const char *const *kinds, size_t count)
{
    enum { TRIED = 5 };
    for (size_t i = 0; i < TRIED; i++) {
        const char *name = kinds[i * (count - 1) / (TRIED - 1)];
        size_t size = name ? shared_start(kinds, count, name, names->all, MOST) : 0;
        if (size > names->most) {
            names->prefix = name;
            names->most = size;
        }
    }
}

static void find_prefix(struct kind_names *names, const char *const *kinds, size_t count)
{
    size_t first = 0;
    while (!is_name(kinds[first]))
        first++;
    names->prefix = kinds[first];
    names->most = names->all = shared_start(kinds, count, kinds[first], 0, 1);
    find_most(names, kinds, count);
    if (names->most > names->all && are_confused(names, kinds, count))
        names->most = names->all;
}

static int by_shown(const void *left, const void *right)
{
    const struct kind_label *l = left, *r = right;
    return strcmp(l->shown, r->shown);
}

static void make_labels(struct kind_names *names, const char *const *kinds, size_t count,
                        struct arena *arena)
{
    const char **cut = arena_alloc_array(arena, count, sizeof *cut);
    struct kind_label *labels = arena_alloc_array(arena, count, sizeof *labels);
    for (size_t i = 0; i < count; i++)
        cut[i] = kind_name_shown(names, kinds[i]);
    distinct_names(cut, count, KIND_LABEL_LENGTH, arena);
    for (size_t i = 0; i < count; i++) {
        const char *shown = kind_name_shown(names, kinds[i]);
        if (shown && utf8_length(shown) > KIND_LABEL_LENGTH)
            labels[names->label_count++] = (struct kind_label){shown, cut[i]};
    }
    if (names->label_count > 1)
        qsort(labels, names->label_count, sizeof *labels, by_shown);
    names->labels = labels;
}

void kind_names_make(struct kind_names *names, const struct tables *tables, struct arena *arena)
{
    size_t count;
    const char *const *kinds = kinds_of(tables, &count);
    *names = (struct kind_names){.prefix = ""};
    if (any_is_longer(kinds, count, LONGEST_WHOLE))
        find_prefix(names, kinds, count);
    if (any_is_longer(kinds, count, KIND_LABEL_LENGTH))
        make_labels(names, kinds, count, arena);
}

const char *kind_name_shown(const struct kind_names *names, const char *name)
{
    if (!name || !names->most || !begins_with(name, names->prefix, names->all))
        return name;
    return begins_with(name, names->prefix, names->most) ? name + names->most : name + names->all;
}

const char *kind_label(const struct kind_names *names, const char *shown)
{
    const struct kind_label key = {.shown = shown};
    if (!shown || !names->label_count)
        return NULL;
    const struct kind_label *found =
        bsearch(&key, names->labels, names->label_count, sizeof *names->labels, by_shown);
    return found ? found->label : NULL;
}

const char *kind_name_within(const struct kind_names *names, const char *shown, size_t most,
                             struct arena *arena)
{
    const char *label = shown && utf8_length(shown) > most ? kind_label(names, shown) : NULL;
    if (label || !shown)
        return label;
    return utf8_shorten(arena, utf8_clean(arena, shown), most);
}

bool column_is_of_kinds(const char *column)
{
    return strcmp(column, "task") == 0 || strcmp(column, "category") == 0;
}
