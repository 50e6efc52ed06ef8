/* Text through Pango: the only file that lays it out.
 *
 * Fonts come from the fontconfig file in fonts/, so that a report looks the same everywhere. Text
 * stays text in PDF and SVG. Any bytes may come: what is not valid UTF-8 is shown as U+FFFD, and a
 * single line of more than TEXT_LONGEST letters loses its middle. Not safe for threads: one engine
 * a process. */
#ifndef RENDER_TEXT_H
#define RENDER_TEXT_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "render/theme.h"
#include "util/arena.h"
#include "util/error.h"
#include "util/text_slice.h"

enum { TEXT_LONGEST = 1000 };

/* TEXT_MONOSPACE: regular, of the face whose letters are equally wide. */
enum text_weight { TEXT_REGULAR, TEXT_MEDIUM, TEXT_SEMIBOLD, TEXT_BOLD, TEXT_MONOSPACE };
enum text_align { TEXT_LEFT, TEXT_CENTRE, TEXT_RIGHT };

struct text_style {
    double size_pt;
    enum text_weight weight;
    struct rgb colour;
    bool tabular; /* figures of equal width */
};

struct text_engine; /* handle */

/* `fonts_directory` holds fonts.conf. */
struct text_engine *text_engine_new(const char *fonts_directory, struct error *error);
void text_engine_free(struct text_engine *engine);
/* False when a font could not be opened for any text that was measured or drawn until now. */
bool text_engine_check(const struct text_engine *engine, struct error *error);

struct text_extent {
    double width, height; /* of the line box(es) */
    double baseline;      /* of the first line, below the top */
    int lines;
};

/* `width` ≤ 0: one line as long as it is; else wrapped at words (then anywhere) to that width.
 * max_lines > 0: the last line ends in "…" when more would follow. */
struct text_extent text_measure(struct text_engine *engine, const struct text_style *style,
                                const char *text, double width, int max_lines);
/* Draws with the top left corner of the box at x, y; aligned within `width` when it is > 0. */
void text_draw(struct text_engine *engine, cairo_t *cr, const struct text_style *style,
               const char *text, double x, double y, double width, enum text_align align,
               int max_lines);
/* One line with its baseline at y, aligned about x. */
void text_draw_at(struct text_engine *engine, cairo_t *cr, const struct text_style *style,
                  const char *text, double x, double baseline, enum text_align align);

struct text_box {
    double x, y, width, height;
};

/* Where `part`, which is of ASCII, stands in a text that text_draw would draw to the right of and
 * below 0, 0: a box a line, `most` at most. *from: a place in what is laid out, 0 at first; set
 * behind the part, to find the next one. Returns how many boxes; 0: it is not there, or cut off. */
size_t text_boxes(struct text_engine *engine, const struct text_style *style, const char *text,
                  double width, int max_lines, struct text_slice part, size_t *from,
                  struct text_box *boxes, size_t most);

/* The text itself when one line of it is no wider than `width`, else a copy that lost its middle
 * to "…". */
const char *text_fit(struct text_engine *engine, const struct text_style *style, const char *text,
                     double width, struct arena *arena);

#endif
