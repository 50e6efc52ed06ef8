/* What formats of text share: writing a number or a byte where there is room for it, and texts that
 * are as the one above them. */
#ifndef EXPORT_FORMAT_TEXT_H
#define EXPORT_FORMAT_TEXT_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "export/export_format.h"
#include "util/memory.h"
#include "util/number.h"

/* Both need room (strbuf_reserve), and leave the NUL at the end to who adds the last. */
static inline void format_add_byte(struct strbuf *out, char byte)
{
    out->text[out->size++] = byte;
}

/* Nothing of a missing or infinite one. */
static inline void format_add_number(struct strbuf *out, double number)
{
    if (isfinite(number))
        out->size += number_format(number, out->text + out->size);
}

/* A text as it was written last: in columns of names most are as the one above. */
struct format_repeat {
    const char *text; /* the same pointer is the same text */
    size_t first, size;
};

static inline struct format_repeat *format_repeats(size_t columns)
{
    return memory_alloc_array(columns, sizeof(struct format_repeat));
}
static inline void format_repeats_release(struct format_repeat *repeats)
{
    free(repeats);
}

/* False where it is another text than the last one. */
static inline bool format_add_repeated(const struct format_repeat *repeat, const char *text,
                                       struct strbuf *out)
{
    if (repeat->text != text)
        return false;
    strbuf_reserve(out, repeat->size);
    memcpy(out->text + out->size, out->text + repeat->first, repeat->size);
    out->size += repeat->size;
    return true;
}

/* The text was written, from out->text[first] on. */
static inline void format_keep(struct format_repeat *repeat, const char *text,
                               const struct strbuf *out, size_t first)
{
    *repeat = (struct format_repeat){text, first, out->size - first};
}

#endif
