#include "input/traces/dask_key.h"

#include <stdbool.h>
#include <string.h>

enum { UUID_SIZE = 36, LONG_TOKEN = 8 };

static bool is_hexadecimal(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool is_token(struct text_slice piece)
{
    bool digit = false, other = false;
    for (size_t i = 0; i < piece.size; i++) {
        digit |= piece.text[i] <= '9';
        other |= !is_hexadecimal(piece.text[i]);
    }
    return !other && (digit || piece.size >= LONG_TOKEN);
}

/* 42237764-1836-4be8-ae62-948ce02e1d6a */
static bool is_uuid(const char *text)
{
    for (size_t i = 0; i < UUID_SIZE; i++) {
        bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (hyphen ? text[i] != '-' : !is_hexadecimal(text[i]))
            return false;
    }
    return true;
}

/* Bytes of the token at the end, 0 when there is none. */
static size_t token_size(struct text_slice text)
{
    if (!text.size)
        return 0;
    if (text.size >= UUID_SIZE && is_uuid(text.text + text.size - UUID_SIZE))
        return UUID_SIZE;
    const char *hyphen = memrchr(text.text, '-', text.size);
    size_t from = hyphen ? (size_t)(hyphen - text.text) + 1 : 0;
    struct text_slice piece = {text.text + from, text.size - from};
    return is_token(piece) && (from || piece.size >= LONG_TOKEN) ? piece.size : 0;
}

/* ('NAME', … → NAME */
static struct text_slice first_of_tuple(struct text_slice key)
{
    if (key.size < 3 || key.text[0] != '(')
        return key;
    char quote = key.text[1] == '\'' || key.text[1] == '"' ? key.text[1] : '\0';
    size_t from = quote ? 2 : 1;
    const char *end = memchr(key.text + from, quote ? quote : ',', key.size - from);
    size_t to = end ? (size_t)(end - key.text) : key.size;
    return to > from ? (struct text_slice){key.text + from, to - from} : key;
}

struct text_slice dask_key_function(struct text_slice key)
{
    struct text_slice name = first_of_tuple(key);
    size_t token;
    while ((token = token_size(name)) > 0) {
        if (token == name.size)
            return (struct text_slice){"data", 4};
        name.size -= token;
        if (name.size > 1 && name.text[name.size - 1] == '-')
            name.size--;
        else if (token == UUID_SIZE)
            break; /* a name right before it is part of it */
    }
    return name;
}
