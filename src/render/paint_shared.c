/* Bars over time that may be narrower than a pixel, as those of lanes are. Columns of pixels in
 * which all bars and gaps are wide have what is at their middle; in others, a few side by side,
 * each colour is as high as its part of them, so that at any size ink is in proportion to time. */
#include <math.h>
#include <stdlib.h>

#include "render/paint.h"
#include "util/memory.h"

/* Of a wide bar or gap: the error of a whole pixel is small. As many fine ones share their heights:
 * one by one they make patterns that the bars have not, and ten times the paper. */
enum { LEAST_COLUMNS = 4 };
static const double PAPER_COLUMN_PT = 1;

struct piece {
    double from, to;  /* in columns */
    double low, high; /* above the foot of the lane, in pixels */
    size_t lane, colour;
};

struct canvas {
    const struct brush *brush;
    double left, column_pt; /* in user space */
    size_t columns, colours;
    double *heights; /* column by column, of each colour */
    bool *is_fine;   /* of each column: of bars or gaps that are narrow */
};

/* ---- pieces ---- */

static int by_lane_and_time(const void *left, const void *right)
{
    const struct piece *l = left, *r = right;
    if (l->lane != r->lane)
        return (l->lane > r->lane) - (l->lane < r->lane);
    if (l->from != r->from)
        return (l->from > r->from) - (l->from < r->from);
    return (l->colour > r->colour) - (l->colour < r->colour);
}

static size_t pieces_of(const struct canvas *canvas, const struct frame_panel *panel,
                        struct piece *pieces)
{
    size_t used = 0, colour = 0;
    for (size_t k = 0; k < panel->panel->mark_count; k++) {
        const struct mark *mark = &panel->panel->marks[k];
        for (size_t i = 0; mark->shares_pixels && i < mark->count; i++) {
            double x0 = frame_x(panel, mark->x[i]), x1 = frame_x(panel, mark->x2[i]);
            double middle = floor((mark->y[i] + mark->y2[i]) / 2);
            if (isnan(x0 + x1 + middle) || !(x1 > x0) || middle < 0)
                continue;
            double from = fmax(0, (x0 - canvas->left) / canvas->column_pt);
            double to = fmin((double)canvas->columns, (x1 - canvas->left) / canvas->column_pt);
            if (from < to)
                pieces[used++] = (struct piece){
                    from,           to,    frame_y(panel, mark->y2[i]), frame_y(panel, mark->y[i]),
                    (size_t)middle, colour};
        }
        colour += mark->shares_pixels;
    }
    qsort(pieces, used, sizeof *pieces, by_lane_and_time);
    return used;
}

/* ---- one lane ---- */

static void mark_fine(const struct canvas *canvas, double from, double to)
{
    for (size_t i = (size_t)from; i < canvas->columns && (double)i < to; i++)
        canvas->is_fine[i] = true;
}

static void find_fine(const struct canvas *canvas, const struct piece *pieces, size_t count)
{
    double reached = -INFINITY;
    for (size_t i = 0; i < canvas->columns; i++)
        canvas->is_fine[i] = false;
    for (size_t i = 0; i < count; i++) {
        double gap = pieces[i].from - reached;
        if (pieces[i].to - pieces[i].from < LEAST_COLUMNS)
            mark_fine(canvas, pieces[i].from, pieces[i].to);
        if (gap > 0 && gap < LEAST_COLUMNS)
            mark_fine(canvas, reached, pieces[i].from);
        reached = fmax(reached, pieces[i].to);
    }
}

static double part_of(const struct canvas *canvas, const struct piece *piece, size_t column)
{
    double middle = (double)column + 0.5;
    if (!canvas->is_fine[column])
        return piece->from <= middle && middle < piece->to ? 1 : 0;
    return fmin(piece->to, (double)column + 1) - fmax(piece->from, (double)column);
}

static void add_heights(const struct canvas *canvas, const struct piece *pieces, size_t count)
{
    for (size_t i = 0; i < canvas->columns * canvas->colours; i++)
        canvas->heights[i] = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t c = (size_t)pieces[i].from; c < canvas->columns && (double)c < pieces[i].to;
             c++)
            canvas->heights[c * canvas->colours + pieces[i].colour] +=
                part_of(canvas, &pieces[i], c) * (pieces[i].high - pieces[i].low);
}

/* The columns from `from` on that have the same heights. */
static size_t group_at(const struct canvas *canvas, size_t from)
{
    size_t to = from;
    while (to < canvas->columns && to < from + LEAST_COLUMNS && canvas->is_fine[to])
        to++;
    return to > from ? to - from : 1;
}

static double mean_height(const struct canvas *canvas, size_t from, size_t columns, size_t colour)
{
    double sum = 0;
    for (size_t c = from; c < from + columns; c++)
        sum += canvas->heights[c * canvas->colours + colour];
    return sum / (double)columns;
}

static void even_out(const struct canvas *canvas)
{
    for (size_t from = 0, columns; from < canvas->columns; from += columns) {
        columns = group_at(canvas, from);
        for (size_t k = 0; columns > 1 && k < canvas->colours; k++) {
            double height = mean_height(canvas, from, columns, k);
            for (size_t c = from; c < from + columns; c++)
                canvas->heights[c * canvas->colours + k] = height;
        }
    }
}

/* Of one group to whole pixels. `owed`: what those before it have too little, × columns. */
static void round_group(const struct canvas *canvas, size_t from, size_t columns, double most,
                        double *owed)
{
    double left = most;
    for (size_t k = 0; k < canvas->colours; k++) {
        double exact = canvas->heights[from * canvas->colours + k];
        if (!(exact > 0))
            continue;
        double height = fmin(left, fmax(0, round(exact + owed[k] / (double)columns)));
        owed[k] += (exact - height) * (double)columns;
        left -= height;
        for (size_t c = from; c < from + columns; c++)
            canvas->heights[c * canvas->colours + k] = height;
    }
}

/* What a group has too little or too much the next ones have to make up for. */
static void round_heights(const struct canvas *canvas, double most)
{
    double *owed = memory_alloc_array(canvas->colours, sizeof *owed);
    for (size_t from = 0, columns; from < canvas->columns; from += columns) {
        columns = group_at(canvas, from);
        round_group(canvas, from, columns, most, owed);
    }
    free(owed);
}

static double below(const struct canvas *canvas, size_t column, size_t colour)
{
    double sum = 0;
    for (size_t k = 0; k < colour; k++)
        sum += canvas->heights[column * canvas->colours + k];
    return sum;
}

/* From `from` on, columns that look the same. */
static size_t alike_from(const struct canvas *canvas, size_t from, size_t colour)
{
    double height = canvas->heights[from * canvas->colours + colour];
    double low = below(canvas, from, colour);
    size_t to = from + 1;
    while (to < canvas->columns && canvas->heights[to * canvas->colours + colour] == height &&
           (!(height > 0) || below(canvas, to, colour) == low))
        to++;
    return to;
}

static bool has_colour(const struct piece *pieces, size_t count, size_t colour)
{
    size_t i = 0;
    while (i < count && pieces[i].colour != colour)
        i++;
    return i < count;
}

static void paint_colour(const struct canvas *canvas, size_t colour, struct rgb rgb, double foot,
                         double unit)
{
    struct blocks blocks = brush_blocks_begin(canvas->brush, rgb);
    for (size_t from = 0, to; from < canvas->columns; from = to) {
        double height = canvas->heights[from * canvas->colours + colour];
        to = alike_from(canvas, from, colour);
        if (!(height > 0))
            continue;
        struct box box = {canvas->left + (double)from * canvas->column_pt,
                          foot - (below(canvas, from, colour) + height) * unit,
                          (double)(to - from) * canvas->column_pt, height * unit};
        brush_blocks_add(&blocks, box);
    }
    brush_blocks_end(&blocks);
}

/* Heights become multiples of `unit`, of which a lane is `most` high. */
static void paint_lane(const struct canvas *canvas, const struct frame_panel *panel,
                       struct piece *pieces, size_t count)
{
    double foot = -INFINITY, top = INFINITY, unit = 1, x = 0;
    for (size_t i = 0; i < count; i++) {
        foot = fmax(foot, pieces[i].low);
        top = fmin(top, pieces[i].high);
    }
    double height = foot - top, scale = 1;
    if (canvas->brush->raster) {
        unit = canvas->brush->pixel_pt;
        brush_whole_pixel(canvas->brush, &x, &foot);
        scale = fmax(1, round(height / unit)) / height;
    }
    for (size_t i = 0; i < count; i++) {
        double low = pieces[i].low, high = pieces[i].high;
        pieces[i].low = 0;
        pieces[i].high = (low - high) * scale;
    }
    find_fine(canvas, pieces, count);
    add_heights(canvas, pieces, count);
    even_out(canvas);
    if (canvas->brush->raster)
        round_heights(canvas, height * scale);
    for (size_t k = 0, colour = 0; k < panel->panel->mark_count; k++)
        if (panel->panel->marks[k].shares_pixels) {
            struct rgb rgb = canvas->brush->theme->colours[panel->panel->marks[k].colour];
            if (has_colour(pieces, count, colour))
                paint_colour(canvas, colour, rgb, foot, unit);
            colour++;
        }
}

void paint_shared_bars(const struct brush *brush, const struct frame_panel *panel)
{
    struct canvas canvas = {.brush = brush, .left = panel->plot.x, .column_pt = PAPER_COLUMN_PT};
    size_t most = 0;
    double y = 0;
    for (size_t k = 0; k < panel->panel->mark_count; k++)
        if (panel->panel->marks[k].shares_pixels) {
            most += panel->panel->marks[k].count;
            canvas.colours++;
        }
    if (brush->raster) {
        canvas.column_pt = brush->pixel_pt;
        brush_whole_pixel(brush, &canvas.left, &y);
    }
    if (!most || !(panel->plot.width > 0))
        return;
    canvas.columns = (size_t)ceil(panel->plot.width / canvas.column_pt);
    canvas.heights = memory_alloc_array(canvas.columns * canvas.colours, sizeof(double));
    canvas.is_fine = memory_alloc_array(canvas.columns, sizeof(bool));
    struct piece *pieces = memory_alloc_array(most, sizeof *pieces);
    size_t count = pieces_of(&canvas, panel, pieces);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && pieces[to].lane == pieces[from].lane;)
            to++;
        paint_lane(&canvas, panel, pieces + from, to - from);
    }
    free(pieces);
    free(canvas.is_fine);
    free(canvas.heights);
}
