#include "input/nodes/gpu_columns.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char gpu[] = "gpu", digits[] = "0123456789";
enum { GPU_SIZE = sizeof gpu - 1, MOST_DIGITS = 3 };

static bool is_letter_or_digit(char c)
{
    return isalnum((unsigned char)c);
}

static const char *skip_word(const char *at)
{
    while (is_letter_or_digit(*at))
        at++;
    return at;
}

/* Behind a name's words there may be a unit in brackets. */
static const char *skip_gap(const char *at)
{
    while (*at && *at != '[' && *at != '(' && !is_letter_or_digit(*at))
        at++;
    return at;
}

/* Whether the word that begins at `at` is a number of that a host may have so many GPUs. */
static bool is_number(const char *at)
{
    size_t size = strspn(at, digits);
    return size > 0 && size <= MOST_DIGITS && !is_letter_or_digit(at[size]);
}

/* "[0]", which is no unit. */
static bool is_index(const char *at)
{
    return *at == '[' && is_number(at + 1) && at[1 + strspn(at + 1, digits)] == ']';
}

static bool begins_with_gpu(const char *at)
{
    return strncasecmp(at, gpu, GPU_SIZE) == 0;
}

/* Where the digits of the number that follows "gpu" are, in its word or as the next one; NULL:
 * there are none. *end is what stands before them. */
static const char *number_behind_gpu(const char *name, const char **end)
{
    for (const char *at = skip_gap(name); is_letter_or_digit(*at); at = skip_gap(skip_word(at))) {
        const char *behind = at + GPU_SIZE;
        if (!begins_with_gpu(at))
            continue;
        *end = behind;
        if (is_index(behind))
            behind++;
        else if (!is_letter_or_digit(*behind))
            behind = skip_gap(behind);
        if (is_number(behind))
            return behind;
    }
    return NULL;
}

/* The only number among the words, with what parts it from the word before; NULL: there is none, or
 * there are several. */
static const char *only_number(const char *name, const char **end)
{
    const char *found = NULL, *last = name;
    for (const char *at = skip_gap(name); is_letter_or_digit(*at); at = skip_gap(last)) {
        const char *behind = skip_word(at);
        if (is_number(at) && found)
            return NULL;
        if (is_number(at)) {
            found = at;
            *end = last;
        }
        last = behind;
    }
    return found > name ? found : NULL;
}

const char *gpu_column_own_name(const char *name)
{
    if (!begins_with_gpu(name) || is_letter_or_digit(name[GPU_SIZE]))
        return name;
    const char *rest = skip_gap(name + GPU_SIZE);
    return is_letter_or_digit(*rest) ? rest : name;
}

/* What it measures may be anything: "gpu0 [%]". */
static bool says_nothing_else(const char *name, const char *end, const char *number)
{
    return end == name + GPU_SIZE && begins_with_gpu(name) &&
           !is_letter_or_digit(*skip_gap(skip_word(number)));
}

struct gpu_column gpu_column_find(struct arena *arena, const char *name)
{
    struct gpu_column column = {.name = name};
    const char *end = name, *number = number_behind_gpu(name, &end);
    column.is_sure = number != NULL;
    if (!number && (strcasestr(name, gpu) || strcasestr(name, "dcgm")))
        number = only_number(name, &end);
    column.own_name = gpu_column_own_name(name);
    if (!number || says_nothing_else(name, end, number))
        return column;
    size_t size = strspn(number, digits);
    const char *rest = number + size;
    if (number > name && is_index(number - 1))
        rest++;
    while (size > 1 && *number == '0') {
        number++;
        size--;
    }
    column.gpu = arena_text_of_size(arena, number, size);
    column.name = arena_format(arena, "%.*s%s", (int)(end - name), name, rest);
    column.own_name = gpu_column_own_name(column.name);
    return column;
}

const char *gpu_column_node(struct arena *arena, const char *number, const char *host)
{
    return arena_format(arena, "gpu-%s.%s", number, host);
}
