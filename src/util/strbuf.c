#include "util/strbuf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/number.h"

void strbuf_init(struct strbuf *buffer)
{
    buffer->text = NULL;
    buffer->size = buffer->capacity = 0;
    memory_reserve(&buffer->text, &buffer->capacity, 64, 1);
    buffer->text[0] = '\0';
}

void strbuf_release(struct strbuf *buffer)
{
    free(buffer->text);
    *buffer = (struct strbuf){0};
}

void strbuf_clear(struct strbuf *buffer)
{
    buffer->size = 0;
    buffer->text[0] = '\0';
}

void strbuf_reserve(struct strbuf *buffer, size_t more)
{
    if (more > SIZE_MAX - buffer->size - 1)
        memory_exhausted();
    memory_reserve(&buffer->text, &buffer->capacity, buffer->size + more + 1, 1);
}

void strbuf_add(struct strbuf *buffer, const char *bytes, size_t size)
{
    strbuf_reserve(buffer, size);
    if (size)
        memcpy(buffer->text + buffer->size, bytes, size);
    buffer->size += size;
    buffer->text[buffer->size] = '\0';
}

void strbuf_add_text(struct strbuf *buffer, const char *text)
{
    strbuf_add(buffer, text, strlen(text));
}

void strbuf_add_char(struct strbuf *buffer, char c)
{
    strbuf_add(buffer, &c, 1);
}

void strbuf_format(struct strbuf *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    strbuf_format_list(buffer, format, arguments);
    va_end(arguments);
}

void strbuf_format_list(struct strbuf *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        size_t size = (size_t)length;
        strbuf_reserve(buffer, size);
        vsnprintf(buffer->text + buffer->size, size + 1, format, again);
        buffer->size += size;
    }
    va_end(again);
}

void strbuf_add_number(struct strbuf *buffer, double number)
{
    strbuf_reserve(buffer, NUMBER_TEXT_SIZE);
    buffer->size += number_format(number, buffer->text + buffer->size);
}
