/* A growing text buffer. Always ends in a NUL; may also hold NULs inside. */
#ifndef UTIL_STRBUF_H
#define UTIL_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
    char *text; /* never NULL after strbuf_init */
    size_t size, capacity;
};

void strbuf_init(struct strbuf *buffer);
void strbuf_release(struct strbuf *buffer);
void strbuf_clear(struct strbuf *buffer);
/* Makes room for `more` bytes behind what is there. */
void strbuf_reserve(struct strbuf *buffer, size_t more);
void strbuf_add(struct strbuf *buffer, const char *bytes, size_t size);
void strbuf_add_text(struct strbuf *buffer, const char *text);
void strbuf_add_char(struct strbuf *buffer, char c);
void strbuf_format(struct strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_format_list(struct strbuf *buffer, const char *format, va_list arguments);

/* The shortest digits that read back as the same double; nothing when it is missing (NaN). */
void strbuf_add_number(struct strbuf *buffer, double number);

#endif
