/* A page of HTML, and the texts and addresses that its parts are filled in with. */
#ifndef PAGE_WEB_HTML_PARTS_H
#define PAGE_WEB_HTML_PARTS_H

#include "page/web/html.h"
#include "util/arena.h"

struct html_page {
    const struct html_request *request;
    struct arena *arena; /* of the page */
    const char *name;    /* "index", "nodes" … */
    const char *heading; /* the last one above the block */
    size_t picture_count;
};

/* Valid UTF-8 without control characters; NULL stays NULL. */
const char *html_text(const struct html_page *page, const char *text);
/* A path below the report as a URL: what is not a letter, digit or one of "-._~/" is encoded. */
const char *html_url(struct arena *arena, const char *path);
/* What people call a page: "Overview" of "index". */
const char *html_page_label(struct arena *arena, const char *name);
/* Whether the section stands on this page. */
bool html_is_on(const struct html_page *page, const struct section *section);
/* The address of a section of the document from this page: "#data" or "data.html#data". */
const char *html_section_url(const struct html_page *page, const struct section *section);

#endif
