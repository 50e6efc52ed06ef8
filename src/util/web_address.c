#include "util/web_address.h"

#include <stdbool.h>

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Those of RFC 3986. */
static bool is_of_address(char c)
{
    return is_letter_or_digit(c) || (c && strchr("-._~:/?#[]@!$&'()*+,;=%", c));
}

static size_t scheme_size(const char *at)
{
    static const char *const schemes[] = {"https://", "http://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(at, schemes[i], strlen(schemes[i])) == 0)
            return strlen(schemes[i]);
    return 0;
}

static size_t count_of(struct text_slice slice, char sign)
{
    size_t count = 0;
    for (size_t i = 0; i < slice.size; i++)
        count += slice.text[i] == sign;
    return count;
}

/* Whether the last sign is of the sentence around it. */
static bool ends_outside(struct text_slice slice)
{
    char last = slice.text[slice.size - 1];
    if (last == ')')
        return count_of(slice, ')') > count_of(slice, '(');
    if (last == ']')
        return count_of(slice, ']') > count_of(slice, '[');
    if (last == '\'')
        return count_of(slice, '\'') % 2;
    return strchr(".,;:!?([*", last) != NULL;
}

/* {NULL, 0}: none begins there. */
static struct text_slice address_at(const char *at)
{
    struct text_slice slice = {at, scheme_size(at)};
    size_t least = slice.size;
    if (!least || !(is_letter_or_digit(at[least]) || at[least] == '['))
        return (struct text_slice){NULL, 0};
    while (is_of_address(at[slice.size]))
        slice.size++;
    while (slice.size > least && ends_outside(slice))
        slice.size--;
    return slice.size > least ? slice : (struct text_slice){NULL, 0};
}

struct text_slice web_address_next(const char *text)
{
    for (const char *at = text; (at = strstr(at, "http")); at++) {
        bool is_word = at == text || !(is_letter_or_digit(at[-1]) || strchr("+-._~/%=&@", at[-1]));
        struct text_slice slice = is_word ? address_at(at) : (struct text_slice){NULL, 0};
        if (slice.size)
            return slice;
    }
    return (struct text_slice){NULL, 0};
}
