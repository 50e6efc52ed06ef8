/* Inside of html*.c: what the parts of a page are filled in with. */
#ifndef PAGE_HTML_PARTS_H
#define PAGE_HTML_PARTS_H

#include "page/html.h"
#include "page/template.h"
#include "util/arena.h"

struct html_page {
    const struct html_request *request;
    struct arena *arena; /* of the page */
    const char *name;    /* "index", "nodes" … */
    const char *heading; /* the last one above the block */
    size_t picture_count;
};

/* Files in templates/, all of which a page may need. */
size_t html_template_count(void);
const char *html_template_at(size_t index);

/* Adds what the template of the section's block needs to {{>BLOCK}}. */
void html_add_block(struct html_page *page, struct dictionary *dictionary,
                    const struct section *section, size_t index);
/* The anchor of a subheading or figure; NULL when the block has none. */
const char *html_block_id(const struct html_page *page, const struct section *section,
                          size_t index);

/* Valid UTF-8 without control characters; NULL stays NULL. */
const char *html_text(const struct html_page *page, const char *text);
/* A path below the report as a URL: what is not a letter, digit or one of "-._~/" is encoded. */
const char *html_url(struct arena *arena, const char *path);
/* What people call a page: "Overview" of "index". */
const char *html_page_label(struct arena *arena, const char *name);
/* The address of a section of the document from this page: "#data" or "data.html#data". */
const char *html_section_url(const struct html_page *page, const struct section *section);

#endif
