#include "util/text_line.h"

#include "util/number.h"
#include "util/utf8.h"

void text_line_begin(struct strbuf *out, const char *kind)
{
    strbuf_add_text(out, kind);
}

void text_line_end(struct strbuf *out)
{
    strbuf_add_char(out, '\n');
}

/* Columns of open tables are named by data. */
static void add_name(struct strbuf *out, const char *name)
{
    strbuf_add_char(out, ' ');
    utf8_add_visible(out, name);
}

static void add_quoted(struct strbuf *out, const char *visible)
{
    strbuf_add_char(out, '"');
    for (; *visible; visible++) {
        if (*visible == '"')
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, *visible);
    }
    strbuf_add_char(out, '"');
}

void text_line_add_text(struct strbuf *out, const char *name, const char *text)
{
    if (!text)
        return;
    struct strbuf visible;
    strbuf_init(&visible);
    utf8_add_visible(&visible, text);
    add_name(out, name);
    strbuf_add_char(out, '=');
    add_quoted(out, visible.text);
    strbuf_release(&visible);
}

void text_line_add_number(struct strbuf *out, const char *name, double number)
{
    if (!number_is_missing(number))
        text_line_add_numbers(out, name, &number, 1);
}

void text_line_add_numbers(struct strbuf *out, const char *name, const double *numbers,
                           size_t count)
{
    if (!count)
        return;
    add_name(out, name);
    for (size_t i = 0; i < count; i++) {
        strbuf_add_char(out, i ? ',' : '=');
        if (number_is_missing(numbers[i]))
            strbuf_add_char(out, '-');
        else
            strbuf_add_number(out, numbers[i]);
    }
}

void text_line_add_flag(struct strbuf *out, const char *name, bool is_so)
{
    if (is_so)
        add_name(out, name);
}
