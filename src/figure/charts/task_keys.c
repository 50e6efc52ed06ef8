#include "figure/charts/task_keys.h"

#include <stdbool.h>
#include <string.h>

enum { HASH_DIGITS = 32, KEPT_DIGITS = 4, UUID_SIZE = 36 };

static bool is_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* Letters of the hash or UUID that the text ends in; 0: it ends in none. */
static size_t hash_size(const char *text, size_t size)
{
    size_t length = 0, digits = 0;
    while (length < size && (is_digit(text[size - 1 - length]) || text[size - 1 - length] == '-') &&
           digits < HASH_DIGITS)
        digits += text[size - 1 - length++] != '-';
    bool is_hash = digits == HASH_DIGITS && (length == HASH_DIGITS || length == UUID_SIZE);
    return is_hash && length < size && text[size - 1 - length] == '-' ? length : 0;
}

static const char *without_hash(struct arena *arena, const char *text, size_t size)
{
    size_t hash = hash_size(text, size);
    return arena_text_of_size(arena, text, hash ? size - hash + KEPT_DIGITS : size);
}

const char *task_key_shown(struct arena *arena, const char *key)
{
    size_t size = key ? strlen(key) : 0;
    const char *quote = size > 2 && strncmp(key, "('", 2) == 0 ? strstr(key + 2, "', ") : NULL;
    if (quote && key[size - 1] == ')')
        return arena_format(arena, "%s (%s",
                            without_hash(arena, key + 2, (size_t)(quote - key) - 2), quote + 3);
    return key ? without_hash(arena, key, size) : NULL;
}
