/* The document as static pages: one .html for each page its sections name, a style sheet in
 * assets/. */
#ifndef PAGE_WEB_HTML_H
#define PAGE_WEB_HTML_H

#include "page/document.h"

struct html_request {
    const struct document *document;
    const char *directory;                   /* where the pages are written */
    const char *const *template_directories; /* the first that has a file wins */
    size_t template_directory_count;
    const struct tables *tables; /* whose files in data/ are named; NULL: none but the manifest */
    const char *const *exports;  /* names of the files in export/ */
    size_t export_count;
    const char *all_attempts; /* the file in data/ with all of them; NULL: none */
    double dpi;               /* of the PNGs, for width and height attributes */
    bool with_png, with_dark_png, with_svg;
    bool dark; /* without with_dark_png: the figures are drawn on dark, and so are the pages */
};

#endif
