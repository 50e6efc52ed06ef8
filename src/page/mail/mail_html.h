/* The overview of a report as a page for mail programs: these know no style sheets, so that styles
 * stand where they are needed, and load no images but those of the message. Made from mail.tpl. */
#ifndef PAGE_MAIL_MAIL_HTML_H
#define PAGE_MAIL_MAIL_HTML_H

#include <stdbool.h>

#include "page/terminal/overview.h"
#include "util/error.h"
#include "util/strbuf.h"

/* A picture that the message holds under the Content-ID "NAME@DOMAIN". */
struct mail_picture {
    const struct overview_chart *chart;
    const char *name, *domain; /* letters, digits, '.' and '-' */
    unsigned width, height;    /* pixels of the picture */
};

struct mail_page {
    const struct overview *overview;
    const struct mail_picture *pictures;
    size_t picture_count;
    const char *where;    /* path of the report */
    const char *attached; /* name of the PDF that is attached; NULL: none is */
    const char *left_out; /* what is not in the message, and where it is; NULL: all is there */
    const char *const *template_directories; /* the first that has mail.tpl wins */
    size_t template_directory_count;
};

/* False with the fault of the template. */
bool mail_html_write(const struct mail_page *page, struct arena *arena, struct strbuf *out,
                     struct error *error);

#endif
