#include "figure/model/figure.h"

#include <math.h>

#include "util/arena.h"
#include "util/utf8.h"

enum { FIGURE_JSON_SCHEMA = 1 };

static const char *const MARK_NAMES[] = {
    [MARK_LINE] = "line",   [MARK_AREA] = "area",         [MARK_BAR] = "bar",
    [MARK_CELLS] = "cells", [MARK_POINT] = "point",       [MARK_RULE] = "rule",
    [MARK_TEXT] = "text",   [MARK_CONTOURS] = "contours",
};
static const char *const DASH_NAMES[] = {"solid", "long", "short", "dot", "long-dot"};
static const char *const SHAPE_NAMES[] = {"none",     "circle",  "square",
                                          "triangle", "diamond", "cross"};
static const char *const SCALE_NAMES[] = {
    [SCALE_LINEAR] = "linear",
    [SCALE_LOG] = "log",
    [SCALE_TIME] = "time",
    [SCALE_BANDS] = "bands",
};
static const char *const COLOUR_NAMES[] = {
    [COLOUR_TEXT] = "text",
    [COLOUR_SECONDARY] = "secondary",
    [COLOUR_GRID] = "grid",
    [COLOUR_ACCENT] = "accent",
    [COLOUR_BAND_OUTER] = "band-outer",
    [COLOUR_BAND_INNER] = "band-inner",
};

static void add_escaped(struct strbuf *out, unsigned char c)
{
    if (c == '"' || c == '\\')
        strbuf_format(out, "\\%c", c);
    else
        strbuf_format(out, "\\u%04x", c);
}

/* "<" is escaped too, so that the text may stand inside an HTML script element. */
static bool needs_escape(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\' || c == '<' || c == 0x7f;
}

static void write_text(struct strbuf *out, const char *text)
{
    if (!text) {
        strbuf_add_text(out, "null");
        return;
    }
    struct arena arena;
    arena_init(&arena);
    const char *clean = utf8_clean(&arena, text);
    strbuf_add_char(out, '"');
    for (; *clean; clean++) {
        if (needs_escape((unsigned char)*clean))
            add_escaped(out, (unsigned char)*clean);
        else
            strbuf_add_char(out, *clean);
    }
    strbuf_add_char(out, '"');
    arena_release(&arena);
}

static void write_number(struct strbuf *out, double number)
{
    if (isfinite(number))
        strbuf_add_number(out, number);
    else
        strbuf_add_text(out, "null");
}

static void write_key(struct strbuf *out, const char *key)
{
    strbuf_format(out, ",\"%s\":", key);
}

static void write_text_member(struct strbuf *out, const char *key, const char *text)
{
    write_key(out, key);
    write_text(out, text);
}

static void write_number_member(struct strbuf *out, const char *key, double number)
{
    write_key(out, key);
    write_number(out, number);
}

static void write_numbers(struct strbuf *out, const char *key, const double *numbers, size_t count)
{
    if (!numbers)
        return;
    strbuf_format(out, ",\n   \"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            strbuf_add_char(out, ',');
        write_number(out, numbers[i]);
    }
    strbuf_add_char(out, ']');
}

static void write_texts(struct strbuf *out, const char *key, const char *const *texts, size_t count)
{
    if (!texts)
        return;
    strbuf_format(out, ",\n   \"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            strbuf_add_char(out, ',');
        write_text(out, texts[i]);
    }
    strbuf_add_char(out, ']');
}

static void write_scale(struct strbuf *out, const char *key, const struct scale *scale)
{
    strbuf_format(out, ",\n  \"%s\":{\"kind\":\"%s\"", key, SCALE_NAMES[scale->kind]);
    write_number_member(out, "low", scale->low);
    write_number_member(out, "high", scale->high);
    write_text_member(out, "unit", scale->unit.name);
    write_number_member(out, "factor", scale->unit.factor);
    if (scale->kind == SCALE_BANDS)
        write_texts(out, "bands", scale->bands, (size_t)scale->high);
    strbuf_add_char(out, '}');
}

static void write_cells(struct strbuf *out, const struct cells *cells)
{
    write_number_member(out, "rows", (double)cells->rows);
    write_number_member(out, "columns", (double)cells->columns);
    write_number_member(out, "x0", cells->x0);
    write_number_member(out, "width", cells->width);
    if (cells->height != 0) {
        write_number_member(out, "y0", cells->y0);
        write_number_member(out, "height", cells->height);
    }
    write_numbers(out, "values", cells->values, cells->rows * cells->columns);
    write_texts(out, "labels", cells->labels, cells->rows * cells->columns);
}

static void write_contours(struct strbuf *out, const struct contours *contours)
{
    static const char *const PAINTS[] = {
        [CONTOUR_LINES] = "lines", [CONTOUR_AREA] = "area", [CONTOUR_SHADES] = "shades"};
    size_t rows = contours->rows ? contours->rows : 1;
    write_text_member(out, "paint", PAINTS[contours->paint]);
    write_number_member(out, "rows", (double)contours->rows);
    write_number_member(out, "columns", (double)contours->columns);
    write_numbers(out, "levels", contours->levels, contours->level_count);
    write_numbers(out, "x", contours->x, contours->columns);
    write_numbers(out, "y", contours->y, contours->rows ? rows : contours->columns);
    write_numbers(out, "values", contours->values, rows * contours->columns);
}

static void write_colour(struct strbuf *out, enum colour colour)
{
    if (colour >= COLOUR_SERIES)
        strbuf_format(out, ",\"colour\":\"series-%d\"", (int)colour - (int)COLOUR_SERIES);
    else
        strbuf_format(out, ",\"colour\":\"%s\"", COLOUR_NAMES[colour]);
}

static void write_mark(struct strbuf *out, const struct mark *mark)
{
    strbuf_format(out, "\n  {\"kind\":\"%s\"", MARK_NAMES[mark->kind]);
    write_text_member(out, "name", mark->name);
    if (mark->kind == MARK_CELLS) {
        write_cells(out, &mark->cells);
    } else if (mark->kind == MARK_CONTOURS) {
        write_colour(out, mark->colour);
        write_number_member(out, "width_pt", mark->width_pt);
        write_contours(out, &mark->contours);
    } else {
        write_colour(out, mark->colour);
        strbuf_format(out, ",\"dash\":\"%s\",\"shape\":\"%s\"", DASH_NAMES[mark->dash],
                      SHAPE_NAMES[mark->shape]);
        write_number_member(out, "width_pt", mark->width_pt);
        strbuf_format(out, ",\"markers\":%s", mark->markers ? "true" : "false");
        write_numbers(out, "x", mark->x, mark->count);
        write_numbers(out, "y", mark->y, mark->count);
        write_numbers(out, "x2", mark->x2, mark->count);
        write_numbers(out, "y2", mark->y2, mark->count);
        write_texts(out, "labels", mark->labels, mark->count);
        write_numbers(out, "shades", mark->shades, mark->count);
    }
    strbuf_add_char(out, '}');
}

static void write_panel(struct strbuf *out, const struct panel *panel)
{
    strbuf_add_text(out, "\n {\"title\":");
    write_text(out, panel->title);
    write_text_member(out, "message", panel->message);
    write_number_member(out, "height_share", panel->height_share);
    write_scale(out, "x", &panel->x);
    write_scale(out, "y", &panel->y);
    if (panel->has_colour)
        write_scale(out, "colour", &panel->colour);
    strbuf_add_text(out, ",\n  \"marks\":[");
    for (size_t i = 0; i < panel->mark_count; i++) {
        if (i > 0)
            strbuf_add_char(out, ',');
        write_mark(out, &panel->marks[i]);
    }
    strbuf_add_text(out, "]}");
}

void figure_write_json(const struct figure *figure, struct strbuf *out)
{
    strbuf_format(out, "{\"schema\":%d", FIGURE_JSON_SCHEMA);
    write_text_member(out, "id", figure->id);
    write_text_member(out, "section", figure->section);
    write_text_member(out, "metric", figure->metric);
    if (figure->table)
        write_text_member(out, "table", figure->table);
    write_text_member(out, "title", figure->title);
    write_text_member(out, "subtitle", figure->subtitle);
    write_text_member(out, "label", figure->label);
    write_text_member(out, "brief", figure->brief);
    write_text_member(out, "caption", figure->caption);
    write_text_member(out, "alt", figure->alt);
    write_number_member(out, "height_pt", figure->height_pt);
    strbuf_add_text(out, ",\n\"panels\":[");
    for (size_t i = 0; i < figure->panel_count; i++) {
        if (i > 0)
            strbuf_add_char(out, ',');
        write_panel(out, &figure->panels[i]);
    }
    strbuf_add_text(out, "]}\n");
}
