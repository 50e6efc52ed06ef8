#include "page/paper/pdf_paint.h"

#include <math.h>
#include <string.h>

#include "render/painter.h"
#include "render/picture.h"

enum { MOST_BOXES = 4 }; /* of an address: a line each */

static const double label_pt = 7, small_label_pt = 6;

static const struct role_style {
    double size_pt;
    enum text_weight weight;
    enum colour colour;
    bool tabular;
} roles[ROLE_COUNT] = {
    [ROLE_TITLE] = {20, TEXT_BOLD, COLOUR_TEXT, false},
    [ROLE_SUBTITLE] = {10, TEXT_REGULAR, COLOUR_SECONDARY, false},
    [ROLE_PERIOD] = {9, TEXT_REGULAR, COLOUR_SECONDARY, true},
    [ROLE_HEADING] = {15, TEXT_BOLD, COLOUR_TEXT, false},
    [ROLE_SUBHEADING] = {11, TEXT_SEMIBOLD, COLOUR_TEXT, false},
    [ROLE_BODY] = {9, TEXT_REGULAR, COLOUR_TEXT, false},
    [ROLE_STRONG] = {9, TEXT_SEMIBOLD, COLOUR_TEXT, false},
    [ROLE_SECONDARY] = {9, TEXT_REGULAR, COLOUR_SECONDARY, false},
    [ROLE_KEY_VALUE] = {17, TEXT_SEMIBOLD, COLOUR_TEXT, false},
    [ROLE_KEY_LABEL] = {8, TEXT_REGULAR, COLOUR_SECONDARY, false},
    [ROLE_LEVEL] = {7.5, TEXT_MEDIUM, COLOUR_SECONDARY, false},
    [ROLE_TABLE] = {8, TEXT_REGULAR, COLOUR_TEXT, true},
    [ROLE_TABLE_HEAD] = {8, TEXT_MEDIUM, COLOUR_SECONDARY, true},
    [ROLE_TABLE_TOTAL] = {8, TEXT_SEMIBOLD, COLOUR_TEXT, true},
    [ROLE_CAPTION] = {7.5, TEXT_REGULAR, COLOUR_SECONDARY, false},
    [ROLE_CODE] = {7.5, TEXT_MONOSPACE, COLOUR_TEXT, false},
    [ROLE_LINK] = {9, TEXT_REGULAR, COLOUR_ACCENT, true},
    [ROLE_RUNNING] = {7.5, TEXT_REGULAR, COLOUR_SECONDARY, true},
};

static struct text_style style_of(const struct pdf_painting *painting, enum text_role role)
{
    const struct role_style *style = &roles[role];
    return (struct text_style){style->size_pt, style->weight,
                               painting->theme->colours[style->colour], style->tabular};
}

struct text_extent pdf_measure(void *context, enum text_role role, const char *text, double width,
                               int max_lines)
{
    struct pdf_painting *painting = context;
    struct text_style style = style_of(painting, role);
    return text_measure(painting->text, &style, text, width, max_lines);
}

static void set_colour(cairo_t *cr, const struct theme *theme, enum colour colour)
{
    struct rgb rgb = theme->colours[colour];
    cairo_set_source_rgb(cr, rgb.red, rgb.green, rgb.blue);
}

/* White, too: Cairo joins the places of all that is painted on a page, which takes the longer the
 * more apart they lie, and no time within what covers the page. */
void pdf_paint_background(cairo_t *cr, const struct pdf_painting *painting)
{
    struct rgb rgb = painting->theme->background;
    cairo_set_source_rgb(cr, rgb.red, rgb.green, rgb.blue);
    cairo_rectangle(cr, 0, 0, painting->layout->width, painting->layout->height);
    cairo_fill(cr);
}

static void paint_rule(cairo_t *cr, const struct theme *theme, const struct layout_item *item)
{
    bool is_strong = item->kind == ITEM_STRONG_RULE;
    set_colour(cr, theme, is_strong ? COLOUR_SECONDARY : COLOUR_GRID);
    cairo_set_line_width(cr, is_strong ? 0.6 : 0.5);
    cairo_move_to(cr, item->x, item->y);
    cairo_line_to(cr, item->x + item->width, item->y);
    cairo_stroke(cr);
}

/* Dots stand on a common grid from the right, so that those of all lines are in line. */
static void paint_leader(cairo_t *cr, const struct theme *theme, const struct layout_item *item)
{
    static const double dots[] = {0, 3.5};
    cairo_save(cr);
    set_colour(cr, theme, COLOUR_SECONDARY);
    cairo_set_line_width(cr, 0.6);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(cr, dots, 2, 0);
    cairo_move_to(cr, item->x + item->width, item->y);
    cairo_line_to(cr, item->x, item->y);
    cairo_stroke(cr);
    cairo_restore(cr);
}

/* A shape a level, so that no meaning hangs on colour: square, triangle, dot, ring. */
static void paint_marker(cairo_t *cr, const struct theme *theme, const struct layout_item *item)
{
    double x = item->x, y = item->y, size = item->width;
    set_colour(cr, theme, COLOUR_ACCENT);
    cairo_new_path(cr);
    if (strcmp(item->text, "bad") == 0) {
        cairo_rectangle(cr, x + 0.4, y + 0.4, size - 0.8, size - 0.8);
    } else if (strcmp(item->text, "warn") == 0) {
        cairo_move_to(cr, x + size / 2, y);
        cairo_line_to(cr, x + size, y + size);
        cairo_line_to(cr, x, y + size);
        cairo_close_path(cr);
    } else {
        bool is_ring = strcmp(item->text, "good") == 0;
        cairo_arc(cr, x + size / 2, y + size / 2, is_ring ? size / 2 - 0.6 : size / 2 - 0.4, 0,
                  2 * M_PI);
        if (is_ring) {
            cairo_set_line_width(cr, 1.2);
            cairo_stroke(cr);
            return;
        }
    }
    cairo_fill(cr);
}

static void paint_one_figure(cairo_t *cr, const struct pdf_painting *painting,
                             const struct layout_item *item)
{
    bool is_small = item->kind == ITEM_SMALL_FIGURE;
    struct paint_style style = {.theme = painting->theme,
                                .label_pt = is_small ? small_label_pt : label_pt,
                                .with_heading = true};
    struct figure small;
    if (is_small)
        figure_make_small(item->figure, painting->layout->arena, &small);
    paint_figure(cr, painting->text, is_small ? &small : item->figure, item->x, item->y,
                 item->width, item->height, &style);
}

static void paint_item(cairo_t *cr, const struct pdf_painting *painting,
                       const struct layout_item *item)
{
    struct text_style style = style_of(painting, item->role);
    switch (item->kind) {
    case ITEM_TEXT:
        if (item->text && *item->text)
            text_draw(painting->text, cr, &style, item->text, item->x, item->y, item->width,
                      item->align, item->max_lines);
        break;
    case ITEM_FIGURE:
    case ITEM_SMALL_FIGURE:
        cairo_save(cr);
        paint_one_figure(cr, painting, item);
        cairo_restore(cr);
        break;
    case ITEM_RULE:
    case ITEM_STRONG_RULE:
        paint_rule(cr, painting->theme, item);
        break;
    case ITEM_LEADER:
        paint_leader(cr, painting->theme, item);
        break;
    case ITEM_PICTURE:
        picture_paint(cr, item->picture, item->x, item->y, item->width, item->height);
        break;
    case ITEM_MARKER:
        paint_marker(cr, painting->theme, item);
        break;
    }
}

/* Attributes of tags are read in the C locale's decimals; whole points are exact enough. */
static void begin_link(cairo_t *cr, const struct pdf_painting *painting,
                       const struct layout_item *item)
{
    cairo_tag_begin(cr, CAIRO_TAG_LINK,
                    arena_format(painting->layout->arena, "dest='%s' rect=[%d %d %d %d]",
                                 item->link, (int)item->x, (int)item->y, (int)ceil(item->width),
                                 (int)ceil(item->height)));
}

/* An attribute ends at "'", and Cairo does not escape what ends a string of PDF. */
static const char *quoted_address(struct arena *arena, struct text_slice address)
{
    const char *quoted = "";
    size_t size;
    for (size_t i = 0; i < address.size; i += size) {
        const char *at = address.text + i;
        for (size = 0; i + size < address.size && !strchr("'()\\", at[size]); size++)
            ;
        quoted = arena_format(arena, "%s%.*s", quoted, (int)size, at);
        if (i + size < address.size)
            quoted = arena_format(arena, "%s%%%02X", quoted, (unsigned)at[size++]);
    }
    return quoted;
}

static void add_address(cairo_t *cr, const struct pdf_painting *painting,
                        const struct layout_item *item)
{
    struct arena *arena = painting->layout->arena;
    cairo_tag_begin(cr, CAIRO_TAG_LINK,
                    arena_format(arena, "uri='%s' rect=[%d %d %d %d]",
                                 quoted_address(arena, text_slice_of(item->uri)), (int)item->x,
                                 (int)item->y, (int)ceil(item->width), (int)ceil(item->height)));
    cairo_tag_end(cr, CAIRO_TAG_LINK);
}

static void add_addresses(cairo_t *cr, const struct pdf_painting *painting,
                          const struct layout_item *item)
{
    struct arena *arena = painting->layout->arena;
    struct text_style style = style_of(painting, item->role);
    size_t from = 0;
    for (size_t i = 0; i < item->address_count; i++) {
        struct text_box boxes[MOST_BOXES];
        size_t count = text_boxes(painting->text, &style, item->text, item->width, item->max_lines,
                                  item->addresses[i], &from, boxes, MOST_BOXES);
        const char *areas = "";
        for (size_t k = 0; k < count; k++)
            areas = arena_format(arena, "%s %d %d %d %d", areas, (int)(item->x + boxes[k].x),
                                 (int)(item->y + boxes[k].y), (int)ceil(boxes[k].width),
                                 (int)ceil(boxes[k].height));
        if (!count)
            continue;
        cairo_tag_begin(cr, CAIRO_TAG_LINK,
                        arena_format(arena, "uri='%s' rect=[%s ]",
                                     quoted_address(arena, item->addresses[i]), areas));
        cairo_tag_end(cr, CAIRO_TAG_LINK);
    }
}

static void add_targets(cairo_t *cr, const struct pdf_painting *painting, size_t page)
{
    const struct layout *layout = painting->layout;
    for (size_t i = 0; i < layout->target_count; i++) {
        const struct layout_target *target = &layout->targets[i];
        if (target->page != page + 1)
            continue;
        cairo_tag_begin(cr, CAIRO_TAG_DEST,
                        arena_format(layout->arena, "name='%s' x=0 y=%d", target->id,
                                     (int)fmax(0, target->y - 8)));
        cairo_tag_end(cr, CAIRO_TAG_DEST);
    }
}

void pdf_paint_page(cairo_t *cr, const struct pdf_painting *painting, size_t page)
{
    const struct layout_page *items = &painting->layout->pages[page];
    add_targets(cr, painting, page);
    for (size_t i = 0; i < items->count; i++) {
        const struct layout_item *item = &items->items[i];
        if (item->link)
            begin_link(cr, painting, item);
        paint_item(cr, painting, item);
        if (item->link)
            cairo_tag_end(cr, CAIRO_TAG_LINK);
        if (item->uri)
            add_address(cr, painting, item);
        if (item->address_count)
            add_addresses(cr, painting, item);
    }
}
