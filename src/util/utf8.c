#include "util/utf8.h"

#include <stdint.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */
#define ELLIPSIS "\xe2\x80\xa6"    /* … */

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* How many bytes the first one announces; 0 when it cannot begin a code point. */
static size_t announced_size(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    if (first >= 0xF0 && first <= 0xF4)
        return 4;
    return 0;
}

/* Size in bytes of the code point that text begins with; 0 when its first byte is not part of valid
 * UTF-8. The NUL at the end of text is no continuation, so nothing behind it is read. */
static size_t decode(const char *text, uint32_t *code)
{
    static const unsigned char first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = announced_size((unsigned char)text[0]);
    if (!size)
        return 0;
    *code = (unsigned char)text[0] & first_mask[size];
    for (size_t i = 1; i < size; i++) {
        if (!is_continuation(text[i]))
            return 0;
        *code = *code << 6 | ((unsigned char)text[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[size] || *code > 0x10FFFF || surrogate ? 0 : size;
}

/* Code points that never are characters; Cairo takes no text that holds one. */
static bool is_noncharacter(uint32_t code)
{
    return (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
}

/* Controls, line and paragraph separators, and what turns the direction of the text behind it. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

/* The code point at some place of a text, or one byte that is none. */
struct step {
    size_t size;
    uint32_t code;
    bool valid, good;
};

static struct step step_at(const char *text)
{
    struct step step = {.code = 0};
    size_t size = decode(text, &step.code);
    step.valid = size > 0;
    step.good = step.valid && !is_control(step.code) && !is_noncharacter(step.code);
    step.size = step.valid ? size : 1;
    return step;
}

static size_t good_prefix(const char *text)
{
    size_t size = 0;
    while (text[size]) {
        struct step step = step_at(text + size);
        if (!step.good)
            break;
        size += step.size;
    }
    return size;
}

const char *utf8_clean(struct arena *arena, const char *text)
{
    size_t good = good_prefix(text);
    if (!text[good])
        return text;
    struct strbuf clean;
    strbuf_init(&clean);
    for (; *text; text += good) {
        good = good_prefix(text);
        strbuf_add(&clean, text, good);
        if (!good) {
            strbuf_add_text(&clean, REPLACEMENT);
            good = step_at(text).size;
        }
    }
    const char *copy = arena_text_of_size(arena, clean.text, clean.size);
    strbuf_release(&clean);
    return copy;
}

static void add_escaped(struct strbuf *buffer, unsigned char byte, struct step step)
{
    if (step.valid && step.code >= 0x80)
        strbuf_format(buffer, "\\u%04x", (unsigned)step.code);
    else if (byte == '\n')
        strbuf_add_text(buffer, "\\n");
    else if (byte == '\r')
        strbuf_add_text(buffer, "\\r");
    else if (byte == '\t')
        strbuf_add_text(buffer, "\\t");
    else
        strbuf_format(buffer, "\\x%02x", byte);
}

void utf8_add_visible(struct strbuf *buffer, const char *text)
{
    while (*text) {
        size_t good = good_prefix(text);
        strbuf_add(buffer, text, good);
        text += good;
        if (*text) {
            struct step step = step_at(text);
            add_escaped(buffer, (unsigned char)*text, step);
            text += step.size;
        }
    }
}

/* Eight bytes of plain ASCII without a NUL: none has its highest bit set, nor after 1 is taken off
 * each. */
static bool is_plain(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return ((word | (word - UINT64_C(0x0101010101010101))) & UINT64_C(0x8080808080808080)) == 0;
}

const char *utf8_escape_invalid(struct arena *arena, const char *text)
{
    if (utf8_is_valid(text, strlen(text)))
        return text;
    struct strbuf escaped;
    strbuf_init(&escaped);
    for (struct step step; *text; text += step.size) {
        step = step_at(text);
        if (step.valid)
            strbuf_add(&escaped, text, step.size);
        else
            add_escaped(&escaped, (unsigned char)*text, step);
    }
    const char *copy = arena_text_of_size(arena, escaped.text, escaped.size);
    strbuf_release(&escaped);
    return copy;
}

bool utf8_is_valid(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        if (size - i >= 8 && is_plain(text + i)) {
            i += 8;
            continue;
        }
        if (size >= 8 && size - i < 8 && is_plain(text + size - 8))
            return true;
        uint32_t code;
        if (!text[i] || announced_size((unsigned char)text[i]) > size - i)
            return false;
        size_t step = decode(text + i, &code);
        if (!step)
            return false;
        i += step;
    }
    return true;
}

size_t utf8_length(const char *text)
{
    size_t length = 0;
    for (; *text; text += step_at(text).size)
        length++;
    return length;
}

static const char *skip_code_points(const char *text, size_t count)
{
    while (count-- && *text)
        text += step_at(text).size;
    return text;
}

const char *utf8_shorten(struct arena *arena, const char *text, size_t most)
{
    size_t length = utf8_length(text);
    if (length <= most)
        return text;
    if (!most)
        return "";
    size_t kept = most - 1, tail = kept / 2;
    const char *head_end = skip_code_points(text, kept - tail);
    const char *tail_start = skip_code_points(text, length - tail);
    return arena_format(arena, "%.*s" ELLIPSIS "%s", (int)(head_end - text), text, tail_start);
}

size_t utf8_cut(const char *text, size_t size, size_t most)
{
    if (size <= most)
        return size;
    size_t cut = most;
    while (cut > 0 && most - cut < 3 && is_continuation(text[cut]))
        cut--;
    return is_continuation(text[cut]) ? most : cut;
}
