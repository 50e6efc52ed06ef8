/* Between the files that paint what the frame has decided. */
#ifndef RENDER_PAINT_H
#define RENDER_PAINT_H

#include "render/brush.h"
#include "render/frame.h"

/* paint_blocks.c */
/* Rectangles of one colour, which lie on whole pixels in an image; much faster for many small ones.
 * Nothing else is painted from begin to end. */
struct corners {
    double x0, y0, x1, y1;
};
struct blocks {
    const struct brush *brush;
    uint32_t pixel, *pixels; /* of the image; NULL on paper */
    size_t stride;           /* pixels from row to row */
    struct corners visible;  /* in pixels */
};
struct blocks brush_blocks_begin(const struct brush *brush, struct rgb colour);
void brush_blocks_add(const struct blocks *blocks, struct box box);
void brush_blocks_end(const struct blocks *blocks);

/* paint_axes.c */
void paint_grid(const struct brush *brush, const struct frame_panel *panel);
void paint_axes(const struct brush *brush, const struct frame_panel *panel);

/* paint_marks.c */
bool mark_is_filled_contour(const struct mark *mark);
bool mark_is_ground(const struct mark *mark); /* lies under the grid */
void paint_mark(const struct brush *brush, const struct frame_panel *panel, size_t index);
void paint_key(const struct brush *brush, const struct key *key);

/* paint_shared.c */
/* All marks of the panel that share pixels. */
void paint_shared_bars(const struct brush *brush, const struct frame_panel *panel);

/* paint_lines.c */
double mark_line_width(const struct mark *mark);
void paint_line(const struct brush *brush, const struct frame_panel *panel, size_t index);
void paint_area(const struct brush *brush, const struct frame_panel *panel, size_t index);
void paint_markers(const struct brush *brush, const struct mark *mark, const double *x,
                   const double *y, size_t count);

/* paint_shapes.c */
/* In the current colour; they lie apart. */
void paint_shapes(const struct brush *brush, enum shape shape, const double *x, const double *y,
                  size_t count, double size_pt);
/* Any number, anywhere; NaN is left out. */
void paint_points(const struct brush *brush, const struct frame_panel *panel,
                  const struct mark *mark);

/* paint_contours.c */
void paint_contours(const struct brush *brush, const struct frame_panel *panel, size_t index);

/* paint_cells.c */
void paint_cells(const struct brush *brush, const struct frame_panel *panel,
                 const struct cells *cells);
void paint_colour_bar(const struct brush *brush, const struct frame_panel *panel);

#endif
