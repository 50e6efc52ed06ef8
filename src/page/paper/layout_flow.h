/* The document as one column of boxes.
 *
 * A box is what no page break divides. It knows its height, how far that may give, and how to
 * place its items once its page and height are decided. */
#ifndef PAGE_PAPER_LAYOUT_FLOW_H
#define PAGE_PAPER_LAYOUT_FLOW_H

#include "page/paper/layout.h"

struct box;
struct flow;
typedef void box_place(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                       double height);

struct box {
    double before;              /* space above, dropped at the top of a page */
    double height, least, most; /* natural height and its limits */
    double break_cost;          /* of a page break behind this box; a page costs 1 */
    bool keep;                  /* no break between this box and the next */
    bool new_page;              /* only ever stands at the top of a page */
    bool gap_grows;             /* the space above may take up slack */
    const struct box *head;     /* put above this box where it begins a page */
    box_place *place;
    const void *content;
    size_t index;
};

struct flow {
    struct arena *arena;
    const struct layout_measure *measure;
    struct layout *layout;
    double x, width;    /* of the column */
    double top, bottom; /* of the column on a page */
    double first_top;   /* on the first page, which has no running header */
    struct box *boxes;
    size_t count, capacity;
};

/* A rigid box; the result holds until the next is added. */
struct box *flow_add(struct flow *flow, double before, double height, box_place *place,
                     const void *content);
double flow_text_height(const struct flow *flow, enum text_role role, const char *text,
                        double width, int max_lines);
double flow_text_width(const struct flow *flow, enum text_role role, const char *text);

struct layout_item *page_add_item(struct flow *flow, struct layout_page *page,
                                  struct layout_item item);
void page_add_text(struct flow *flow, struct layout_page *page, enum text_role role,
                   const char *text, double x, double y, double width, enum text_align align,
                   int max_lines);
void page_add_rule(struct flow *flow, struct layout_page *page, enum layout_item_kind kind,
                   double x, double y, double width);
void flow_add_target(struct flow *flow, const struct layout_page *page, const char *id,
                     const char *title, int depth, double y);
const char *figure_target(struct arena *arena, const char *figure_id);

#endif
