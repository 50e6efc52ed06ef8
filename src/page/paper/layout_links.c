/* Links of a site: a line each row, and more where they do not fit. */
#include "page/paper/layout_parts.h"

static const double gap_pt = 12, line_gap_pt = 2, above_pt = 8;

/* A text that leads to an address, or, without one, says what follows. */
struct piece {
    const char *text, *url;
    double x, width;
};

struct line {
    struct piece *pieces;
    size_t count;
};

static void place_line(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                       double height)
{
    const struct line *line = box->content;
    for (size_t i = 0; i < line->count; i++) {
        const struct piece *piece = &line->pieces[i];
        page_add_item(flow, page,
                      (struct layout_item){.kind = ITEM_TEXT,
                                           .role = piece->url ? ROLE_LINK : ROLE_SECONDARY,
                                           .align = TEXT_LEFT,
                                           .max_lines = 1,
                                           .text = piece->text,
                                           .uri = piece->url,
                                           .x = flow->x + piece->x,
                                           .y = y,
                                           .width = piece->width,
                                           .height = height});
    }
}

/* Those of a row, measured. */
static struct piece *measure(const struct flow *flow, const struct link_row *row, size_t *count)
{
    struct piece *pieces = arena_alloc_array(flow->arena, row->count + 2, sizeof *pieces);
    *count = 0;
    if (row->label)
        pieces[(*count)++] = (struct piece){.text = row->label};
    for (size_t i = 0; i < row->count; i++)
        pieces[(*count)++] = (struct piece){.text = row->links[i].text, .url = row->links[i].url};
    if (row->left_out)
        pieces[(*count)++] =
            (struct piece){.text = arena_format(flow->arena, "%zu more", row->left_out)};
    for (size_t i = 0; i < *count; i++) {
        enum text_role role = pieces[i].url ? ROLE_LINK : ROLE_SECONDARY;
        double width = flow_text_width(flow, role, pieces[i].text) + 1;
        pieces[i].width = width < flow->width ? width : flow->width;
    }
    return pieces;
}

static void add_line(struct flow *flow, struct piece *pieces, size_t count, bool is_first)
{
    struct line *line = arena_alloc(flow->arena, sizeof *line);
    *line = (struct line){pieces, count};
    flow_add(flow, is_first ? above_pt : line_gap_pt, flow_text_height(flow, ROLE_LINK, "X", 0, 1),
             place_line, line);
}

void flow_add_links(struct flow *flow, const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        size_t count, from = 0;
        struct piece *pieces = measure(flow, &block->links[i], &count);
        double x = 0;
        for (size_t k = 0; k < count; k++) {
            if (k > from && x + pieces[k].width > flow->width) {
                add_line(flow, pieces + from, k - from, i == 0 && from == 0);
                from = k;
                x = 0;
            }
            pieces[k].x = x;
            x += pieces[k].width + gap_pt;
        }
        add_line(flow, pieces + from, count - from, i == 0 && from == 0);
    }
}
