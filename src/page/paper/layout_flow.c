#include "page/paper/layout_flow.h"

struct box *flow_add(struct flow *flow, double before, double height, box_place *place,
                     const void *content)
{
    flow->boxes =
        arena_reserve(flow->arena, flow->boxes, flow->count, &flow->capacity, sizeof *flow->boxes);
    struct box *box = &flow->boxes[flow->count++];
    *box = (struct box){.before = before,
                        .height = height,
                        .least = height,
                        .most = height,
                        .place = place,
                        .content = content};
    return box;
}

double flow_text_height(const struct flow *flow, enum text_role role, const char *text,
                        double width, int max_lines)
{
    return flow->measure->text(flow->measure->context, role, text, width, max_lines).height;
}

double flow_text_width(const struct flow *flow, enum text_role role, const char *text)
{
    return flow->measure->text(flow->measure->context, role, text, 0, 1).width;
}

struct layout_item *page_add_item(struct flow *flow, struct layout_page *page,
                                  struct layout_item item)
{
    page->items =
        arena_reserve(flow->arena, page->items, page->count, &page->capacity, sizeof *page->items);
    page->items[page->count] = item;
    return &page->items[page->count++];
}

void page_add_text(struct flow *flow, struct layout_page *page, enum text_role role,
                   const char *text, double x, double y, double width, enum text_align align,
                   int max_lines)
{
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_TEXT,
                                       .role = role,
                                       .text = text,
                                       .x = x,
                                       .y = y,
                                       .width = width,
                                       .align = align,
                                       .max_lines = max_lines});
}

void page_add_rule(struct flow *flow, struct layout_page *page, enum layout_item_kind kind,
                   double x, double y, double width)
{
    page_add_item(flow, page, (struct layout_item){.kind = kind, .x = x, .y = y, .width = width});
}

void flow_add_target(struct flow *flow, const struct layout_page *page, const char *id,
                     const char *title, int depth, double y)
{
    struct layout *layout = flow->layout;
    layout->targets = arena_reserve(flow->arena, layout->targets, layout->target_count,
                                    &layout->target_capacity, sizeof *layout->targets);
    layout->targets[layout->target_count++] =
        (struct layout_target){id, title, depth, (size_t)(page - layout->pages) + 1, y};
}

/* A figure may be called as a section is: "figure:" cannot stand in a section's id. */
const char *figure_target(struct arena *arena, const char *figure_id)
{
    return arena_format(arena, "figure:%s", figure_id);
}
