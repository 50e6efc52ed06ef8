/* Blocks of the document as HTML. */
#ifndef PAGE_WEB_HTML_BLOCKS_H
#define PAGE_WEB_HTML_BLOCKS_H

#include <stddef.h>

#include "page/web/html_parts.h"
#include "page/web/template.h"

/* Files in templates/, all of which a page may need. */
size_t html_template_count(void);
const char *html_template_at(size_t index);

/* Adds what the template of the section's block needs to {{>BLOCK}}. */
void html_add_block(struct html_page *page, struct dictionary *dictionary,
                    const struct section *section, size_t index);
/* The anchor of a subheading or figure; NULL when the block has none. */
const char *html_block_id(const struct html_page *page, const struct section *section,
                          size_t index);

#endif
