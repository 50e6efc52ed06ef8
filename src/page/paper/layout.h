/* Where everything of a document stands on paper: pages of items. Lengths are points, y grows
 * downwards. */
#ifndef PAGE_PAPER_LAYOUT_H
#define PAGE_PAPER_LAYOUT_H

#include "figure/model/figure.h"
#include "render/text.h"
#include "util/arena.h"
#include "util/text_slice.h"

enum text_role {
    ROLE_TITLE,
    ROLE_SUBTITLE,
    ROLE_PERIOD,
    ROLE_HEADING,
    ROLE_SUBHEADING,
    ROLE_BODY,
    ROLE_STRONG,
    ROLE_SECONDARY,
    ROLE_KEY_VALUE,
    ROLE_KEY_LABEL,
    ROLE_LEVEL,
    ROLE_TABLE,
    ROLE_TABLE_HEAD,
    ROLE_TABLE_TOTAL,
    ROLE_CAPTION,
    ROLE_CODE,
    ROLE_LINK,
    ROLE_RUNNING, /* header and footer */
    ROLE_COUNT
};

struct layout_measure {
    void *context;
    struct text_extent (*text)(void *context, enum text_role role, const char *text, double width,
                               int max_lines);
};

enum layout_item_kind {
    ITEM_TEXT,
    ITEM_FIGURE,
    ITEM_SMALL_FIGURE,
    ITEM_RULE,        /* hairline */
    ITEM_STRONG_RULE, /* under titles and heads */
    ITEM_LEADER,      /* dots from an entry to its page number */
    ITEM_PICTURE,
    ITEM_MARKER, /* the shape of a finding's level, named by text */
};

struct layout_item {
    enum layout_item_kind kind;
    enum text_role role;
    enum text_align align;
    int max_lines;
    double x, y, width, height;
    const char *text;
    const struct figure *figure;
    const struct picture *picture;
    const char *link;                   /* the target it leads to, or NULL */
    const char *uri;                    /* the address of the web that it leads to, or NULL */
    const struct text_slice *addresses; /* of the web: parts of the text that lead to themselves */
    size_t address_count;
    const char *page_prefix; /* text becomes this and the page number of the link's target */
};

struct layout_page {
    struct layout_item *items;
    size_t count, capacity;
    double bottom; /* where the content ends */
};

/* What contents, outline and links lead to. */
struct layout_target {
    const char *id, *title;
    int depth;   /* 0: section, 1: figure, 2: table */
    size_t page; /* from 1 */
    double y;
};

struct layout {
    struct arena *arena;
    double width, height; /* of the paper */
    struct layout_page *pages;
    size_t page_count;
    struct layout_target *targets; /* in the order of the pages */
    size_t target_count, target_capacity;
};

#endif
