#include "input/nodes/core_columns.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input/nodes/gpu_names.h"
#include "util/name_index.h"
#include "util/text_slice.h"

static const char digits[] = "0123456789";
enum { MOST_DIGITS = 4, LEAST_CORES = 2 };

/* ---- names ---- */

static bool is_letter_or_digit(char c)
{
    return isalnum((unsigned char)c);
}

/* The first word from there on; empty at the end of the name, and of a unit in brackets. */
static struct text_slice next_word(const char *at)
{
    while (*at && *at != '[' && *at != '(' && !is_letter_or_digit(*at))
        at++;
    size_t size = 0;
    while (is_letter_or_digit(at[size]))
        size++;
    return (struct text_slice){at, size};
}

static const char *behind(struct text_slice word)
{
    return word.text + word.size;
}

static bool is_number(struct text_slice word)
{
    return word.size && word.size <= MOST_DIGITS && strspn(word.text, digits) >= word.size;
}

static const char *const core_words[] = {"cpu", "core", "percpu", "hwthread"};

/* A name parted around what it calls a core and the number of it. */
struct parts {
    struct text_slice thing, number; /* empty: there is none */
};

/* "cpu" of "cpu12", with the number; or as it is. */
static struct parts cut_number(struct text_slice word)
{
    size_t size = word.size;
    while (size && isdigit((unsigned char)word.text[size - 1]))
        size--;
    return (struct parts){{word.text, size}, {word.text + size, word.size - size}};
}

/* The number follows the word for a core, in it or as the next one; else it is the only one behind
 * it. */
static struct parts part_name(const char *name)
{
    struct parts found = {0};
    struct text_slice only = {0};
    size_t numbers = 0;
    for (struct text_slice word = next_word(name); word.size; word = next_word(behind(word))) {
        struct parts parts = cut_number(word);
        struct text_slice next = next_word(behind(word));
        if (found.thing.size && is_number(word)) {
            only = word;
            numbers++;
        }
        if (!SLICE_IS_AMONG(parts.thing, core_words))
            continue;
        if (!parts.number.size && is_number(next))
            parts.number = next;
        if (is_number(parts.number))
            return parts;
        if (!found.thing.size)
            found.thing = word;
    }
    if (numbers == 1)
        found.number = only;
    return found;
}

/* What says nothing about what is measured, before the word for a core. */
static bool is_empty_prefix(const char *name, size_t size)
{
    static const char *const prefixes[] = {"cpu", "per", "node", "host", "logical"};
    while (size && !is_letter_or_digit(name[size - 1]))
        size--;
    return SLICE_IS_AMONG(((struct text_slice){name, size}), prefixes);
}

/* "busy" and the like of a core are what "util" is of the node, and so is "load", which of a node
 * means another thing. */
static const char *rest_as_of_node(struct arena *arena, const char *rest)
{
    static const char *const busy[] = {"load", "busy", "total", "active"};
    struct text_slice word = next_word(rest);
    return SLICE_IS_AMONG(word, busy) ? arena_format(arena, "_util%s", behind(word)) : rest;
}

static const char *without_number(struct arena *arena, const char *text, struct text_slice number)
{
    return arena_format(arena, "%.*s%s", (int)(number.text - text), text, behind(number));
}

static struct core_column find(struct arena *arena, const char *name)
{
    struct core_column column = {.name = name, .cpu_name = name};
    struct parts parts = part_name(name);
    if (!parts.number.size || gpu_names_say(name))
        return column;
    const char *rest = without_number(arena, behind(parts.thing), parts.number);
    size_t prefix = (size_t)(parts.thing.text - name);
    bool is_empty = is_empty_prefix(name, prefix);
    column.name = without_number(arena, name, parts.number);
    column.cpu_name = arena_format(arena, "%.*scpu%s", is_empty ? 0 : (int)prefix, name,
                                   rest_as_of_node(arena, rest));
    column.says_core = strncasecmp(parts.thing.text, "cpu", 3) != 0;
    const char *number = parts.number.text;
    size_t size = parts.number.size;
    for (; size > 1 && *number == '0'; size--)
        number++;
    column.core = arena_text_of_size(arena, number, size);
    return column;
}

/* ---- all of them ---- */

/* Columns that are named alike. */
struct family {
    size_t count;
    long first, last;
    bool repeats; /* a number */
};

static void add(struct family *family, struct name_index *seen, struct arena *arena,
                const struct core_column *column)
{
    const char *key = arena_format(arena, "%s\n%s", column->name, column->core);
    long number = strtol(column->core, NULL, 10);
    family->repeats |= name_index_find(seen, key) != NAME_INDEX_NONE;
    if (!family->repeats)
        name_index_add(seen, key);
    family->first = !family->count || number < family->first ? number : family->first;
    family->last = number > family->last ? number : family->last;
    family->count++;
}

static bool is_whole(const struct family *family)
{
    return family->count >= LEAST_CORES && !family->repeats && family->first <= 1 &&
           family->last - family->first + 1 == (long)family->count;
}

struct core_column *core_columns_find(struct arena *arena, const char *const *names, size_t count)
{
    struct core_column *columns = arena_alloc_array(arena, count + 1, sizeof *columns);
    struct family *families = arena_alloc_array(arena, count + 1, sizeof *families);
    struct name_index alike, seen;
    name_index_init(&alike);
    name_index_init(&seen);
    for (size_t i = 0; i < count; i++) {
        columns[i] = find(arena, names[i]);
        if (!columns[i].core)
            continue;
        uint32_t family = name_index_find(&alike, columns[i].name);
        if (family == NAME_INDEX_NONE)
            family = name_index_add(&alike, columns[i].name);
        add(&families[family], &seen, arena, &columns[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!columns[i].core)
            continue;
        const struct family *family = &families[name_index_find(&alike, columns[i].name)];
        columns[i].cores = family->count;
        if (!is_whole(family))
            columns[i] = (struct core_column){.name = names[i], .cpu_name = names[i]};
    }
    name_index_release(&alike);
    name_index_release(&seen);
    return columns;
}

const char *core_column_node(struct arena *arena, const char *core, const char *host)
{
    return arena_format(arena, "%s core %s", host, core);
}
