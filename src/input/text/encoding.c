#include "input/text/encoding.h"

#include <stdint.h>
#include <string.h>

#include "util/utf8.h"

/* ---- which it is ---- */

/* Characters of ASCII in UTF-16, from `at` on in steps of two, and NULs between them. */
static bool alternates(const char *text, size_t size, size_t at)
{
    enum { LOOKED_AT = 64, LEAST = 8 };
    size_t end = size < LOOKED_AT ? size / 2 * 2 : LOOKED_AT;
    for (size_t i = 0; i < end; i += 2)
        if ((unsigned char)text[i + at] < '\t' || text[i + 1 - at])
            return false;
    return end >= LEAST;
}

static bool is_ascii(const char *text, size_t size)
{
    unsigned char bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (unsigned char)text[i];
    return bits < 0x80;
}

/* Neither NULs and other controls nor bytes that are no characters of Latin-1. The last letter of
 * Latin-1 is hardly ever written, and is what damage looks like. */
static bool may_be_latin1(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || (c >= 0x7F && c < 0xA0) ||
            c == 0xFF)
            return false;
    }
    return true;
}

/* Whether two bytes or more anywhere are a character of UTF-8. */
static bool holds_utf8(const char *text, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++)
        for (size_t length = 2; (unsigned char)text[i] >= 0xC2 && length <= 4 && i + length <= size;
             length++)
            if (utf8_is_valid(text + i, length) && (text[i + 1] & 0x80))
                return true;
    return false;
}

enum encoding encoding_of(const char *text, size_t size)
{
    if (size >= 2 && memcmp(text, "\xFF\xFE", 2) == 0)
        return ENCODING_UTF16_LE;
    if (size >= 2 && memcmp(text, "\xFE\xFF", 2) == 0)
        return ENCODING_UTF16_BE;
    if (alternates(text, size, 0))
        return ENCODING_UTF16_LE;
    if (alternates(text, size, 1))
        return ENCODING_UTF16_BE;
    size = size < ENCODING_LOOKED_AT ? size : ENCODING_LOOKED_AT;
    bool latin1 = !is_ascii(text, size) && may_be_latin1(text, size) && !holds_utf8(text, size);
    return latin1 ? ENCODING_LATIN1 : ENCODING_UTF8;
}

const char *encoding_name(enum encoding encoding)
{
    static const char *const names[] = {NULL, "Latin-1", "UTF-16", "UTF-16"};
    return names[encoding];
}

/* ---- conversion ---- */

static size_t put_code(char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(first[size] | code);
    return size;
}

static size_t from_latin1(char *to, const char *text, size_t size)
{
    size_t wrote = 0;
    for (size_t i = 0; i < size; i++)
        wrote += put_code(to + wrote, (unsigned char)text[i]);
    return wrote;
}

static uint32_t unit_at(const char *text, bool big)
{
    unsigned char low = (unsigned char)text[big], high = (unsigned char)text[!big];
    return (uint32_t)high << 8 | low;
}

static size_t from_utf16(char *to, const char *text, size_t size, bool big)
{
    const uint32_t mark = 0xFEFF, replacement = 0xFFFD;
    size_t wrote = 0;
    for (size_t i = 0; i + 1 < size; i += 2) {
        uint32_t code = unit_at(text + i, big);
        bool first = code >= 0xD800 && code < 0xDC00;
        uint32_t second = first && i + 3 < size ? unit_at(text + i + 2, big) : 0;
        if (second >= 0xDC00 && second < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
            i += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            code = replacement;
        }
        if (code != mark)
            wrote += put_code(to + wrote, code);
    }
    return wrote;
}

static size_t from_utf16_le(char *to, const char *text, size_t size)
{
    return from_utf16(to, text, size, false);
}

static size_t from_utf16_be(char *to, const char *text, size_t size)
{
    return from_utf16(to, text, size, true);
}

/* A byte of Latin-1 takes two at most, two bytes of UTF-16 three. */
void encoding_convert(struct mapping *content, enum encoding encoding)
{
    static mapping_conversion *const conversions[] = {NULL, from_latin1, from_utf16_le,
                                                      from_utf16_be};
    if (encoding != ENCODING_UTF8)
        mapping_convert(content, content->size * 2, conversions[encoding]);
}
