/* A model as text, a line for each of its rows: "span host=\"n1\" start=12 duration=0.5".
 *
 * Made to be read, compared by diff and searched by grep: the first word is the kind of the row,
 * texts are in quotes, what is missing is left out. */
#ifndef UTIL_TEXT_LINE_H
#define UTIL_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/strbuf.h"

void text_line_begin(struct strbuf *out, const char *kind);
void text_line_end(struct strbuf *out);

/* What drives a terminal is escaped, and a quote is written \"; NULL is missing. */
void text_line_add_text(struct strbuf *out, const char *name, const char *text);
/* The shortest digits that read back as the same double; NaN is missing. */
void text_line_add_number(struct strbuf *out, const char *name, double number);
/* "1,2,-,4": those that are missing are "-". Nothing when there are none. */
void text_line_add_numbers(struct strbuf *out, const char *name, const double *numbers,
                           size_t count);
/* The name alone, where it is so. */
void text_line_add_flag(struct strbuf *out, const char *name, bool is_so);

#endif
