/* An overview in lines of 80 columns. */
#ifndef PAGE_TERMINAL_OVERVIEW_TEXT_H
#define PAGE_TERMINAL_OVERVIEW_TEXT_H

#include "page/terminal/overview.h"
#include "util/strbuf.h"

struct terminal_style {
    bool ascii;  /* letters beyond ASCII are spelled, or "?" */
    bool colour; /* levels and titles by ANSI escape sequences */
};

/* `where`: the path of the report, said at the end; NULL: there is none. */
void overview_write_text(const struct overview *overview, const char *where,
                         struct terminal_style style, struct strbuf *out);

#endif
