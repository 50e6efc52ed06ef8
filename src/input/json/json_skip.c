/* Almost all of a metric file is digits and blanks: blocks of 64 bytes without a quote, a bracket
 * or a NUL are passed at once. */
#include "input/json/json_skip.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "input/json/json_text.h"

enum { BLOCK_SIZE = 64, LANES = 16 };

typedef unsigned char lanes __attribute__((vector_size(LANES)));
typedef uint64_t halves __attribute__((vector_size(LANES)));

/* Whether one of 64 bytes is a quote, a backslash, a bracket, a brace, or NUL. With bit 5 set,
 * [ \ ] and { | } are the same three neighbours. */
static bool block_matters(const char *text)
{
    lanes found = {0};
    for (int i = 0; i < BLOCK_SIZE; i += LANES) {
        lanes bytes;
        memcpy(&bytes, text + i, LANES);
        found |= (lanes)((bytes | 0x20) - '{' <= 2) | (lanes)(bytes == '"') | (lanes)(bytes == 0);
    }
    halves any = (halves)found;
    return any[0] | any[1];
}

size_t json_skip_blanks(const char *text, size_t size, size_t at)
{
    while (at < size &&
           (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r'))
        at++;
    return at;
}

size_t json_skip_string(const char *text, size_t size, size_t at)
{
    for (; at < size && text[at]; at++) {
        if (text[at] == '"')
            return at + 1;
        if (text[at] == '\\')
            at++;
    }
    return size + 1;
}

/* `at` is at the opening bracket. */
static size_t skip_container(const char *text, size_t size, size_t at)
{
    size_t depth = 0;
    while (at < size) {
        if (at + BLOCK_SIZE <= size && !block_matters(text + at)) {
            at += BLOCK_SIZE;
            continue;
        }
        size_t end = at + BLOCK_SIZE < size ? at + BLOCK_SIZE : size;
        while (at < end) {
            char c = text[at++];
            if (c == '"') {
                at = json_skip_string(text, size, at);
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                if (--depth == 0)
                    return at;
            } else if (c == '\0') {
                return size + 1;
            }
        }
    }
    return size + 1;
}

static size_t skip_scalar(const char *text, size_t size, size_t at)
{
    while (at < size && text[at] && !strchr(",}] \t\r\n", text[at]))
        at++;
    return at;
}

size_t json_skip_value(const char *text, size_t size, size_t at)
{
    if (text[at] == '"')
        return json_skip_string(text, size, at + 1);
    if (text[at] == '[' || text[at] == '{')
        return skip_container(text, size, at);
    return skip_scalar(text, size, at);
}

bool json_value_begins(const char *text, size_t size, size_t at)
{
    if (at < size)
        at += json_mark_size(text + at, size - at);
    if (at >= size || (text[at] != '{' && text[at] != '['))
        return false;
    size_t inside = json_skip_blanks(text, size, at + 1);
    return inside < size && text[inside] == (text[at] == '{' ? '"' : '{');
}

/* ---- several documents ---- */

/* Also what programs write between values: commas, record separators, the padding of blocks. */
static size_t skip_separators(const char *text, size_t size, size_t at)
{
    while (at < size && (text[at] == '\0' || strchr(" \t\r\n,;\x1e", text[at])))
        at++;
    return at;
}

/* Behind an empty list or object; `at` when there is none. */
static size_t skip_empty(const char *text, size_t size, size_t at)
{
    size_t open = at + json_mark_size(text + at, size - at);
    if (open >= size || (text[open] != '[' && text[open] != '{'))
        return at;
    size_t close = json_skip_blanks(text, size, open + 1);
    return close < size && text[close] == (text[open] == '[' ? ']' : '}') ? close + 1 : at;
}

static size_t next_line(const char *text, size_t size, size_t at)
{
    const char *end = memchr(text + at, '\n', size - at);
    return end ? (size_t)(end - text) + 1 : size;
}

size_t json_next_document(const char *text, size_t size, size_t end, size_t *strange)
{
    size_t at = skip_separators(text, size, end < size ? end : size);
    *strange = 0;
    while (at < size && !json_value_begins(text, size, at)) {
        size_t behind = skip_empty(text, size, at);
        if (behind == at) {
            behind = next_line(text, size, at);
            *strange += behind - at;
        }
        at = skip_separators(text, size, behind);
    }
    return at;
}
