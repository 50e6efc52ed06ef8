#include "input/json/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "input/json/json_stream.h"
#include "util/mapping.h"
#include "util/memory.h"

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

size_t json_mark_size(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

static size_t put_code_point(char *out, uint32_t code)
{
    if (code == 0 || (code >= 0xD800 && code < 0xE000)) {
        memcpy(out, replacement, 3);
        return 3;
    }
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

static bool read_hex(const char *text, const char *end, uint32_t *code)
{
    if (end - text < 4)
        return false;
    *code = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        *code = *code << 4 | (uint32_t)((digit - digits) & 15);
    }
    return true;
}

/* What follows "\u"; a pair of surrogates is one code point. Returns the first byte behind. */
static const char *read_code_point(const char *text, const char *end, uint32_t *code, bool *valid)
{
    if (!read_hex(text, end, code)) {
        *valid = false;
        *code = 0;
        return text;
    }
    text += 4;
    uint32_t low;
    if (*code >= 0xD800 && *code < 0xDC00 && end - text >= 6 && text[0] == '\\' && text[1] == 'u' &&
        read_hex(text + 2, end, &low) && low >= 0xDC00 && low < 0xE000) {
        *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
        text += 6;
    }
    return text;
}

bool json_unescape(const char *raw, size_t size, char *out, size_t *out_size)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *end = raw + size, *start = out;
    bool valid = true;
    while (raw < end) {
        if (*raw != '\\') {
            *out++ = *raw++;
            continue;
        }
        const char *escape = ++raw < end && *raw ? strchr(escapes, *raw) : NULL;
        uint32_t code;
        if (escape) {
            *out++ = meanings[escape - escapes];
            raw++;
        } else if (raw < end && *raw == 'u') {
            bool good = true;
            raw = read_code_point(raw + 1, end, &code, &good);
            if (good)
                out += put_code_point(out, code);
            valid &= good;
        } else {
            valid = false;
        }
    }
    *out_size = (size_t)(out - start);
    return valid;
}

void json_locate(const char *text, size_t offset, uint64_t *line, uint64_t *column)
{
    const char *at = text, *end = text + offset, *feed;
    *line = 1;
    while (at < end && (feed = memchr(at, '\n', (size_t)(end - at)))) {
        (*line)++;
        at = feed + 1;
    }
    *column = (uint64_t)(end - at) + 1;
}

/* ---- broken UTF-8 ---- */

/* Size of the well-formed sequence at `text`, 0 when it is none. */
static size_t sequence_size(const unsigned char *text, size_t left)
{
    static const struct {
        unsigned char first, last; /* lead bytes */
        size_t size;
        unsigned char least, most; /* of the second byte */
    } sequences[] = {
        {0x00, 0x7F, 1, 0, 0},       {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF},
        {0xE1, 0xEC, 3, 0x80, 0xBF}, {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF},
        {0xF0, 0xF0, 4, 0x90, 0xBF}, {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
    }; /* Unicode, table 3-7 */
    size_t i = 0, count = sizeof sequences / sizeof sequences[0];
    while (i < count && text[0] > sequences[i].last)
        i++;
    if (i == count || text[0] < sequences[i].first || sequences[i].size > left)
        return 0;
    size_t size = sequences[i].size;
    if (size > 1 && (text[1] < sequences[i].least || text[1] > sequences[i].most))
        return 0;
    for (size_t k = 2; k < size; k++)
        if ((text[k] & 0xC0) != 0x80)
            return 0;
    return size;
}

static size_t count_broken(const char *text, size_t size)
{
    size_t broken = 0;
    for (size_t i = 0; i < size;) {
        size_t step = sequence_size((const unsigned char *)text + i, size - i);
        broken += step == 0;
        i += step ? step : 1;
    }
    return broken;
}

char *json_mend_utf8(const char *text, size_t *size)
{
    size_t capacity = *size + 2 * count_broken(text, *size) + MAPPING_PADDING;
    char *mended = memory_alloc(capacity), *out = mended;
    for (size_t i = 0; i < *size;) {
        size_t step = sequence_size((const unsigned char *)text + i, *size - i);
        memcpy(out, step ? text + i : replacement, step ? step : 3);
        out += step ? step : 3;
        i += step ? step : 1;
    }
    *size = (size_t)(out - mended);
    return mended;
}

const char *json_unescaped(struct arena *arena, struct text_slice raw)
{
    size_t size = raw.size;
    char *mended = json_mend_utf8(raw.text, &size);
    char *text = arena_alloc(arena, size + 1);
    json_unescape(mended, size, text, &size);
    text[size] = '\0';
    free(mended);
    return text;
}
