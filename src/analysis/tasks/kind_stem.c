#include "analysis/tasks/kind_stem.h"

#include <stdbool.h>
#include <string.h>

enum { FEWEST_ID_DIGITS = 7, FEWEST_ID_PLACES = 3 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Of whatever script: bytes of UTF-8 beyond ASCII are no separators. */
static bool is_of_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* The size of the UUID with which the text begins; 0: with none. */
static size_t uuid_size(const char *text)
{
    static const char pattern[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    size_t size = 0;
    for (; pattern[size]; size++)
        if (pattern[size] == 'x' ? !is_hex(text[size]) : text[size] != '-')
            return 0;
    return is_of_word(text[size]) ? 0 : size;
}

static bool is_id(const char *word, size_t size)
{
    size_t places = 0;
    bool all_hex = true;
    for (size_t i = 0; i < size; i++) {
        places += is_digit(word[i]) && (!i || !is_digit(word[i - 1]));
        all_hex = all_hex && is_hex(word[i]);
    }
    return places >= FEWEST_ID_PLACES || (all_hex && places > 0 && size >= FEWEST_ID_DIGITS);
}

/* "*", unless the stem ends with one already, or with one and a dot. */
static void add_star(struct strbuf *stem)
{
    if (stem->size > 1 && strcmp(stem->text + stem->size - 2, "*.") == 0)
        stem->text[--stem->size] = '\0';
    if (!stem->size || stem->text[stem->size - 1] != '*')
        strbuf_add_char(stem, '*');
}

static void add_word(struct strbuf *stem, const char *word, size_t size)
{
    if (is_id(word, size)) {
        add_star(stem);
        return;
    }
    for (size_t i = 0; i < size; i++) {
        if (!is_digit(word[i]))
            strbuf_add_char(stem, word[i]);
        else
            add_star(stem);
    }
}

void kind_stem_of(const char *name, struct strbuf *stem)
{
    strbuf_clear(stem);
    for (const char *at = name; *at;) {
        size_t size = uuid_size(at), word = 0;
        while (!size && is_of_word(at[word]))
            word++;
        if (size)
            add_star(stem);
        else if (word)
            add_word(stem, at, word);
        else
            strbuf_add_char(stem, *at);
        at += size ? size : word ? word : 1;
    }
    if (strcmp(stem->text, "*") == 0) {
        strbuf_clear(stem);
        strbuf_add_text(stem, KIND_STEM_OF_NUMBERS);
    }
}
