#include "page/html_parts.h"

#include <math.h>

#include "figure/figure.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* Units of the drawing: ten to a CSS pixel at the width it has in a row of three, so that paths
 * need no decimals. */
enum {
    WIDTH = 2280,
    HEIGHT = 1290,
    TOP = 70,
    BOTTOM = 1010,
    RIGHT_MARGIN = 60,
    VALUE_WIDTH = 270, /* of the last value, in the right margin */
    LEFT_PADDING = 70,
    LABEL_PADDING = 30,
    DIGIT_WIDTH = 56,
    COLUMN = 10,       /* points closer than this share one upright stroke */
    LABEL_Y = 1135,    /* of times below the axis */
    LINE_HEIGHT = 120, /* to the dates below them */
};

struct drawing {
    struct html_page *page;
    const struct panel *panel;
    int left, right;
    struct strbuf path;
    bool pen_down;
};

/* ---- places --------------------------------------------------------------------------------- */

static int place_between(const struct scale *scale, double value, int low, int high)
{
    double place = fmin(fmax(scale_place(scale, value), 0), 1);
    return (int)lround(low + place * (high - low));
}

static int place_x(const struct drawing *drawing, double value)
{
    return place_between(&drawing->panel->x, value, drawing->left, drawing->right);
}

static int place_y(const struct drawing *drawing, double value)
{
    return place_between(&drawing->panel->y, value, BOTTOM, TOP);
}

/* ---- paths ---------------------------------------------------------------------------------- */

static void path_add(struct drawing *drawing, int x, int y)
{
    strbuf_format(&drawing->path, "%s%d %d", drawing->pen_down ? "L" : "M", x, y);
    drawing->pen_down = true;
}

/* The points of a line that fall into one column: drawn through the first, the extremes and the
 * last they cover the same pixels as all of them. */
struct stroke {
    int column, x, first, low, high, last;
    size_t count;
};

static void stroke_end(struct drawing *drawing, struct stroke *stroke)
{
    if (!stroke->count)
        return;
    path_add(drawing, stroke->x, stroke->first);
    if (stroke->low != stroke->first)
        path_add(drawing, stroke->x, stroke->low);
    if (stroke->high != stroke->low)
        path_add(drawing, stroke->x, stroke->high);
    if (stroke->last != stroke->high)
        path_add(drawing, stroke->x, stroke->last);
    stroke->count = 0;
}

static void stroke_add(struct drawing *drawing, struct stroke *stroke, int x, int y)
{
    if (stroke->count && stroke->column != x / COLUMN)
        stroke_end(drawing, stroke);
    if (!stroke->count++)
        *stroke = (struct stroke){x / COLUMN, x, y, y, y, y, 1};
    stroke->low = y < stroke->low ? y : stroke->low;
    stroke->high = y > stroke->high ? y : stroke->high;
    stroke->last = y;
}

static void draw_line(struct drawing *drawing, const struct mark *mark)
{
    struct stroke stroke = {0};
    drawing->pen_down = false;
    for (size_t i = 0; i < mark->count; i++) {
        if (isfinite(mark->x[i]) && isfinite(mark->y[i])) {
            stroke_add(drawing, &stroke, place_x(drawing, mark->x[i]),
                       place_y(drawing, mark->y[i]));
            continue;
        }
        stroke_end(drawing, &stroke);
        drawing->pen_down = false;
    }
    stroke_end(drawing, &stroke);
}

/* A band as wide as its widest place in each column. */
struct band {
    struct {
        int x, top, bottom;
    } columns[WIDTH / COLUMN + 2];
    size_t count;
};

static void band_end(struct drawing *drawing, struct band *band)
{
    drawing->pen_down = false;
    for (size_t i = 0; i < band->count; i++)
        path_add(drawing, band->columns[i].x, band->columns[i].top);
    for (size_t i = band->count; i-- > 0;)
        path_add(drawing, band->columns[i].x, band->columns[i].bottom);
    if (band->count)
        strbuf_add_char(&drawing->path, 'Z');
    band->count = 0;
}

static void band_add(struct drawing *drawing, struct band *band, int x, int top, int bottom)
{
    size_t last = band->count - 1;
    if (band->count && band->columns[last].x / COLUMN == x / COLUMN) {
        if (top < band->columns[last].top)
            band->columns[last].top = top;
        if (bottom > band->columns[last].bottom)
            band->columns[last].bottom = bottom;
        return;
    }
    if (band->count == sizeof band->columns / sizeof band->columns[0])
        band_end(drawing, band);
    band->columns[band->count].x = x;
    band->columns[band->count].top = top;
    band->columns[band->count++].bottom = bottom;
}

static void draw_area(struct drawing *drawing, const struct mark *mark)
{
    struct band band = {.count = 0};
    for (size_t i = 0; i < mark->count; i++) {
        if (!isfinite(mark->x[i]) || !isfinite(mark->y[i]) || !isfinite(mark->y2[i])) {
            band_end(drawing, &band);
            continue;
        }
        int y = place_y(drawing, mark->y[i]), y2 = place_y(drawing, mark->y2[i]);
        band_add(drawing, &band, place_x(drawing, mark->x[i]), y < y2 ? y : y2, y < y2 ? y2 : y);
    }
    band_end(drawing, &band);
}

static void draw_bars(struct drawing *drawing, const struct mark *mark)
{
    for (size_t i = 0; i < mark->count; i++) {
        if (!isfinite(mark->x[i] + mark->x2[i] + mark->y[i] + mark->y2[i]))
            continue;
        int x = place_x(drawing, mark->x[i]), y = place_y(drawing, mark->y[i]);
        strbuf_format(&drawing->path, "M%d %dH%dV%dH%dZ", x, y, place_x(drawing, mark->x2[i]),
                      place_y(drawing, mark->y2[i]), x);
    }
}

/* A missing end lies on the panel's edge. */
static void draw_rules(struct drawing *drawing, const struct mark *mark)
{
    for (size_t i = 0; i < mark->count; i++)
        strbuf_format(&drawing->path, "M%d %dL%d %d",
                      isnan(mark->x[i]) ? drawing->left : place_x(drawing, mark->x[i]),
                      isnan(mark->y[i]) ? BOTTOM : place_y(drawing, mark->y[i]),
                      isnan(mark->x2[i]) ? drawing->right : place_x(drawing, mark->x2[i]),
                      isnan(mark->y2[i]) ? TOP : place_y(drawing, mark->y2[i]));
}

/* ---- marks ---------------------------------------------------------------------------------- */

static const struct {
    const char *style; /* NULL: not for a small drawing */
    void (*draw)(struct drawing *drawing, const struct mark *mark);
} kinds[] = {
    [MARK_LINE] = {"line", draw_line}, [MARK_AREA] = {"area", draw_area},
    [MARK_BAR] = {"area", draw_bars},  [MARK_RULE] = {"line", draw_rules},
    [MARK_CELLS] = {NULL, NULL},       [MARK_POINT] = {NULL, NULL},
    [MARK_TEXT] = {NULL, NULL},
};

static const char *const colours[COLOUR_COUNT] = {
    [COLOUR_TEXT] = "text",           [COLOUR_SECONDARY] = "secondary",
    [COLOUR_GRID] = "grid",           [COLOUR_ACCENT] = "accent",
    [COLOUR_BAND_OUTER] = "outer",    [COLOUR_BAND_INNER] = "inner",
    [COLOUR_SERIES + 0] = "series-1", [COLOUR_SERIES + 1] = "series-2",
    [COLOUR_SERIES + 2] = "series-3", [COLOUR_SERIES + 3] = "series-4",
    [COLOUR_SERIES + 4] = "series-5", [COLOUR_SERIES + 5] = "series-6",
    [COLOUR_SERIES + 6] = "series-7", [COLOUR_SERIES + 7] = "series-8",
};

static const char *const dashes[DASH_COUNT] = {
    [DASH_SOLID] = "",        [DASH_LONG] = " dash-long",         [DASH_SHORT] = " dash-short",
    [DASH_DOT] = " dash-dot", [DASH_LONG_DOT] = " dash-long-dot",
};

static void add_mark(struct drawing *drawing, struct dictionary *plot, const struct mark *mark)
{
    struct arena *arena = drawing->page->arena;
    strbuf_clear(&drawing->path);
    kinds[mark->kind].draw(drawing, mark);
    if (!drawing->path.size)
        return;
    struct dictionary *dictionary = dictionary_add(plot, "MARK");
    dictionary_set(dictionary, "STYLE",
                   arena_format(arena, "%s %s%s", kinds[mark->kind].style, colours[mark->colour],
                                kinds[mark->kind].draw == draw_line ? dashes[mark->dash] : ""));
    dictionary_set(dictionary, "PATH",
                   arena_text_of_size(arena, drawing->path.text, drawing->path.size));
}

/* The name of a line of a small figure is its last value. */
static void add_last_value(struct drawing *drawing, struct dictionary *plot,
                           const struct mark *mark)
{
    struct arena *arena = drawing->page->arena;
    size_t last = mark->count;
    while (last > 0 && !(isfinite(mark->x[last - 1]) && isfinite(mark->y[last - 1])))
        last--;
    if (!last || !mark->name)
        return;
    struct dictionary *value = dictionary_add(plot, "LAST_VALUE");
    dictionary_set(value, "X_PLACE",
                   arena_format(arena, "%d", place_x(drawing, mark->x[last - 1]) + 40));
    dictionary_set(value, "Y_PLACE",
                   arena_format(arena, "%d", place_y(drawing, mark->y[last - 1]) + 32));
    dictionary_set(value, "TEXT", html_text(drawing->page, mark->name));
}

static void add_marks(struct drawing *drawing, struct dictionary *plot)
{
    for (size_t i = 0; i < drawing->panel->mark_count; i++) {
        const struct mark *mark = &drawing->panel->marks[i];
        if (mark->kind == MARK_TEXT)
            continue;
        add_mark(drawing, plot, mark);
        if (mark->kind == MARK_LINE)
            add_last_value(drawing, plot, mark);
    }
}

/* ---- axes ----------------------------------------------------------------------------------- */

static struct ticks y_ticks(const struct drawing *drawing)
{
    struct ticks ticks;
    scale_ticks(&drawing->panel->y, (BOTTOM - TOP) / 10.0, 12, drawing->page->arena, &ticks);
    return ticks;
}

static int label_width(const struct ticks *ticks)
{
    size_t longest = 1;
    for (size_t i = 0; i < ticks->count; i++)
        if (utf8_length(ticks->items[i].label) > longest)
            longest = utf8_length(ticks->items[i].label);
    return (int)(longest < 12 ? longest : 12) * DIGIT_WIDTH;
}

static void add_y_axis(struct drawing *drawing, struct dictionary *plot, const struct ticks *ticks)
{
    struct arena *arena = drawing->page->arena;
    for (size_t i = 0; i < ticks->count; i++) {
        if (!ticks->items[i].major)
            continue;
        int y = place_y(drawing, ticks->items[i].value);
        struct dictionary *tick = dictionary_add(plot, "Y_TICK");
        dictionary_set(tick, "PATH",
                       arena_format(arena, "M%d %dH%d", drawing->left, y, drawing->right));
        dictionary_set(tick, "X_PLACE", arena_format(arena, "%d", drawing->left - 50));
        dictionary_set(tick, "Y_PLACE", arena_format(arena, "%d", y + 32));
        dictionary_set(tick, "TEXT", ticks->items[i].label);
    }
}

static void add_x_label(struct drawing *drawing, struct dictionary *plot, int x, int y,
                        const char *text)
{
    struct arena *arena = drawing->page->arena;
    struct dictionary *label = dictionary_add(plot, "X_LABEL");
    int half = (int)utf8_length(text) * DIGIT_WIDTH / 2 + LABEL_PADDING;
    x = x < half ? half : x > WIDTH - half ? WIDTH - half : x;
    dictionary_set(label, "X_PLACE", arena_format(arena, "%d", x));
    dictionary_set(label, "Y_PLACE", arena_format(arena, "%d", y));
    dictionary_set(label, "TEXT", text);
}

static void add_x_axis(struct drawing *drawing, struct dictionary *plot)
{
    struct arena *arena = drawing->page->arena;
    struct ticks ticks;
    scale_ticks(&drawing->panel->x, (drawing->right - drawing->left) / 10.0, 40, arena, &ticks);
    for (size_t i = 0; i < ticks.count; i++) {
        const struct tick *tick = &ticks.items[i];
        if (!tick->major)
            continue;
        int x = place_x(drawing, tick->value);
        dictionary_set(dictionary_add(plot, "X_TICK"), "PATH",
                       arena_format(arena, "M%d %dv40", x, BOTTOM));
        add_x_label(drawing, plot, x, LABEL_Y, tick->label);
        if (tick->second_label)
            add_x_label(drawing, plot, x, LABEL_Y + LINE_HEIGHT, tick->second_label);
    }
    dictionary_set(dictionary_add(plot, "X_TICK"), "PATH",
                   arena_format(arena, "M%d %dH%d", drawing->left, BOTTOM, drawing->right));
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool is_drawable(const struct panel *panel)
{
    if (panel->x.kind == SCALE_BANDS || panel->y.kind == SCALE_BANDS)
        return false;
    for (size_t i = 0; i < panel->mark_count; i++)
        if (!kinds[panel->marks[i].kind].draw && panel->marks[i].kind != MARK_TEXT)
            return false;
    return true;
}

static bool names_values(const struct panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].kind == MARK_LINE && panel->marks[i].name)
            return true;
    return false;
}

static void add_plot(struct html_page *page, struct dictionary *item, const struct figure *small)
{
    struct drawing drawing = {.page = page, .panel = &small->panels[0]};
    struct dictionary *plot = dictionary_add(item, "PLOT");
    strbuf_init(&drawing.path);
    struct ticks ticks = y_ticks(&drawing);
    drawing.left = label_width(&ticks) + LEFT_PADDING;
    drawing.right = WIDTH - RIGHT_MARGIN - (names_values(drawing.panel) ? VALUE_WIDTH : 0);
    dictionary_set(plot, "BOX", arena_format(page->arena, "0 0 %d %d", WIDTH, HEIGHT));
    add_y_axis(&drawing, plot, &ticks);
    add_marks(&drawing, plot);
    add_x_axis(&drawing, plot);
    strbuf_release(&drawing.path);
}

/* Where the figure can be seen at full size. */
static const char *full_url(const struct html_page *page, const struct figure *figure)
{
    const struct html_request *request = page->request;
    const char *url = html_figure_url(page, figure);
    if (url || (!request->with_png && !request->with_svg))
        return url;
    return html_url(page->arena, arena_format(page->arena, "plots/%s%s", figure->id,
                                              request->with_png ? ".png" : ".svg"));
}

void html_add_small(struct html_page *page, struct dictionary *block, const struct figure *figure)
{
    struct figure small;
    struct dictionary *item = dictionary_add(block, "SMALL");
    figure_make_small(figure, page->arena, &small);
    dictionary_set_optional(item, "TITLE", html_text(page, small.title));
    dictionary_set_optional(item, "BRIEF", html_text(page, small.subtitle));
    dictionary_set_optional(item, "URL", full_url(page, figure));
    dictionary_set(item, "ALT", html_text(page, figure->alt ? figure->alt : figure->title));
    if (small.panel_count && small.panels[0].message)
        dictionary_set_optional(item, "MESSAGE", html_text(page, small.panels[0].message));
    else if (small.panel_count && is_drawable(&small.panels[0]))
        add_plot(page, item, &small);
    else
        html_add_picture(page, item, figure);
}
