/* Texts and their characters, compared. */
#ifndef UTIL_TEXTS_H
#define UTIL_TEXTS_H

#include <stdbool.h>
#include <string.h>

/* Of ASCII, whatever the locale. */
static inline bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* NULL is equal to NULL alone. */
static inline bool texts_equal(const char *left, const char *right)
{
    return left && right ? strcmp(left, right) == 0 : left == right;
}

/* For qsort of an array of texts, none of them NULL: by bytes. */
static inline int texts_compare(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

#endif
