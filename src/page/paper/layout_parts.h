/* Between the files of the layout: layout_contents.c, layout_blocks.c and layout_table.c add the
 * boxes of each kind of content, layout_break.c breaks them into pages. */
#ifndef PAGE_PAPER_LAYOUT_PARTS_H
#define PAGE_PAPER_LAYOUT_PARTS_H

#include <stddef.h>

#include "page/document.h"
#include "page/paper/layout_flow.h"

/* layout_contents.c */
struct contents_place {
    double share;  /* of a page, that they fill; over 1: more than one; NaN: too few for any */
    bool is_below; /* what stands before them, on its page */
};
/* `room`: what is left of the page on which they would follow. */
struct contents_place flow_add_contents(struct flow *flow, const struct document *document,
                                        double room);

/* layout_blocks.c */
void flow_add_section(struct flow *flow, const struct section *section);
void flow_add_blocks(struct flow *flow, const struct section *section, size_t from, size_t to);
void flow_add_block(struct flow *flow, const struct block *block);

/* layout_table.c */
void flow_add_table(struct flow *flow, const struct table_view *view);

/* layout_links.c */
void flow_add_links(struct flow *flow, const struct block *block);

/* layout_break.c */
/* Chooses the breaks: *starts are the indices of the boxes that begin a page. */
size_t flow_break(const struct flow *flow, size_t **starts);
/* Places the boxes [from, to) on a page. */
void flow_place_page(struct flow *flow, struct layout_page *page, size_t from, size_t to);

#endif
