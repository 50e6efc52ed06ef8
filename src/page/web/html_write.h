/* The document as static pages, written. */
#ifndef PAGE_WEB_HTML_WRITE_H
#define PAGE_WEB_HTML_WRITE_H

#include <stdbool.h>

#include "page/web/html.h"
#include "util/error.h"

bool html_write(const struct html_request *request, struct error *error);

#endif
