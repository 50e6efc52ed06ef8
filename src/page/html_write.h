/* The document as static pages, written. */
#ifndef PAGE_HTML_WRITE_H
#define PAGE_HTML_WRITE_H

#include <stdbool.h>

#include "page/html.h"
#include "util/error.h"

bool html_write(const struct html_request *request, struct error *error);

#endif
