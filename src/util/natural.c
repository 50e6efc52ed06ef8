#include "util/natural.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "util/texts.h"

static size_t digits_at(const char *text)
{
    size_t count = 0;
    while (text_is_digit(text[count]))
        count++;
    return count;
}

static const char *skip_zeros(const char *text)
{
    while (text[0] == '0' && text_is_digit(text[1]))
        text++;
    return text;
}

/* Both begin with a digit; moves behind the numbers when they are equal. */
static int compare_numbers(const char **left, const char **right)
{
    const char *l = skip_zeros(*left), *r = skip_zeros(*right);
    size_t left_digits = digits_at(l), right_digits = digits_at(r);
    if (left_digits != right_digits)
        return left_digits < right_digits ? -1 : 1;
    *left = l + left_digits;
    *right = r + right_digits;
    return memcmp(l, r, left_digits);
}

int natural_compare(const char *left, const char *right)
{
    const char *l = left, *r = right;
    if (!l || !r)
        return (l != NULL) - (r != NULL);
    while (*l && *r) {
        if (text_is_digit(*l) && text_is_digit(*r)) {
            int order = compare_numbers(&l, &r);
            if (order)
                return order;
        } else if (*l != *r) {
            break;
        } else {
            l++;
            r++;
        }
    }
    int order = strcmp(l, r);
    return order ? order : strcmp(left, right); /* n01 and n1: equal numbers, still two names */
}

const char *natural_host_of_gpu(const char *name)
{
    static const char prefix[] = "gpu-";
    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return NULL;
    const char *number = name + strlen(prefix);
    size_t digits = digits_at(number);
    return digits > 0 && number[digits] == '.' ? number + digits + 1 : NULL;
}

int natural_compare_nodes(const char *left, const char *right)
{
    const char *l = natural_host_of_gpu(left), *r = natural_host_of_gpu(right);
    if (!l != !r)
        return l ? 1 : -1;
    int order = l ? natural_compare(l, r) : 0;
    return order ? order : natural_compare(left, right);
}
