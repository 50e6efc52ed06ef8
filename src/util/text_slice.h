/* A part of a text that another owns, which it must not outlive. No NUL ends it. */
#ifndef UTIL_TEXT_SLICE_H
#define UTIL_TEXT_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

struct text_slice {
    const char *text; /* NULL: there is none; its size is 0 */
    size_t size;
};

/* The whole of a text, which may be NULL. */
static inline struct text_slice text_slice_of(const char *text)
{
    struct text_slice slice = {text, text ? strlen(text) : 0};
    return slice;
}

static inline bool text_slices_equal(struct text_slice left, struct text_slice right)
{
    return left.size == right.size && (!left.size || memcmp(left.text, right.text, left.size) == 0);
}

/* Letter by letter. */
static inline bool text_slice_is(struct text_slice slice, const char *text)
{
    return text_slices_equal(slice, text_slice_of(text));
}

/* Whatever the case of ASCII letters. */
static inline bool text_slice_is_word(struct text_slice slice, const char *word)
{
    return slice.size == strlen(word) && strncasecmp(slice.text, word, slice.size) == 0;
}

/* Whether an array of words has it, so, too. */
#define SLICE_IS_AMONG(slice, words)                                                               \
    text_slice_is_among(slice, words, sizeof(words) / sizeof(words)[0])
static inline bool text_slice_is_among(struct text_slice slice, const char *const *words,
                                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_slice_is_word(slice, words[i]))
            return true;
    return false;
}
#define WORD_IS_AMONG(text, words) SLICE_IS_AMONG(text_slice_of(text), words)

/* Whether an array of texts has the text, letter by letter. */
#define TEXT_IS_AMONG(text, texts) text_is_among(text, texts, sizeof(texts) / sizeof(texts)[0])
static inline bool text_is_among(const char *text, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, texts[i]) == 0)
            return true;
    return false;
}

#endif
