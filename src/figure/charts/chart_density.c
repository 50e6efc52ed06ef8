#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/alike_rows.h"
#include "figure/charts/contour_grid.h"
#include "figure/charts/kinds.h"
#include "figure/charts/metric_summary.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "util/number.h"

/* Kinds: each has a colour of its own. */
enum { MOST_KINDS = KIND_COLOURS, LEVELS = 3, KIND_LEVELS = 2 };

/* Of more kinds, which mostly lie on each other, only those of most time have both regions. */
enum { FEW_KINDS = 8, LEADING_KINDS = 3 };

/* Which regions are drawn, in the caption of a definition. */
static const char regions_field[] = "{regions}";
static const double HEIGHT_PT = 300, LINE_PT = 1.3, EDGE_PT = 0.6, DOT_PT = 1.6, MODE_PT = 4.5;
/* A little above, so that no cell lies on a line: which would be broken there. */
static const double levels[LEVELS] = {0.5 + 1e-9, 0.9 + 1e-9, 0.99 + 1e-9};

/* Rows [first, end) are of one label, or of all. */
struct region {
    struct kind kind;
    size_t first, end;
    struct contours grid;
};
struct regions {
    struct region *items;
    size_t all, count;       /* those that are drawn lie first */
    struct alike_rows alike; /* left out: the same y in all tasks, of which cells say about what */
    size_t leading;          /* of these, those that have both regions */
    const char **names;      /* in the legend, of those that are drawn */
};

static bool read_cells(const struct table_rows *rows, struct density_cells *cells)
{
    *cells = (struct density_cells){
        .x_low = table_rows_numbers(rows, "x_low"),
        .x_high = table_rows_numbers(rows, "x_high"),
        .y_low = table_rows_values(rows, "y"),
        .y_high = table_rows_values(rows, "y_high"),
        .share = table_rows_numbers(rows, "share"),
        .count = table_rows_numbers(rows, "count"),
        .is_log = rows->request->spec->log_scale,
    };
    return cells->x_low && cells->x_high && cells->y_low && cells->y_high && cells->share &&
           cells->count;
}

/* ---- of several kinds ----------------------------------------------------------------------- */

static struct kind kind_of(const struct kinds *kinds, const char *label, size_t place,
                           struct arena *arena)
{
    size_t found = kinds_find(kinds, label);
    if (found < kinds->count)
        return kinds->items[found];
    return (struct kind){label, short_name(arena, label, KIND_LABEL_LENGTH), NUMBER_MISSING,
                         NUMBER_MISSING, kinds->count + place};
}

static int by_place(const void *left, const void *right)
{
    const struct region *l = left, *r = right;
    return (l->kind.place > r->kind.place) - (l->kind.place < r->kind.place);
}

/* All points lie in one row of cells: a line, around which there is no region. */
static bool is_line(const struct density_cells *cells, const struct region *region)
{
    double low = INFINITY, high = -INFINITY, height = 0;
    for (size_t i = region->first; i < region->end; i++) {
        if (!(cells->count[i] > 0))
            continue;
        low = fmin(low, cells->y_low[i]);
        high = fmax(high, cells->y_high[i]);
        height = cells->y_high[i] - cells->y_low[i];
    }
    return low + height >= high;
}

/* Rows of one label follow each other; those of all labels together are another figure's. */
static void collect_regions(const struct table_rows *rows, const struct density_cells *cells,
                            const struct kinds *kinds, struct regions *regions)
{
    const char *const *labels = table_rows_texts(rows, "label");
    struct arena *arena = rows->request->arena;
    *regions = (struct regions){.alike.low = NAN,
                                .items = arena_alloc_array(rows->request->scratch, rows->count,
                                                           sizeof *regions->items)};
    for (size_t row = 0, end; labels && row < rows->count; row = end) {
        struct region region = {.first = row};
        for (end = row + 1; end < rows->count; end++)
            if (!labels[row] || !labels[end] || strcmp(labels[end], labels[row]) != 0)
                break;
        region.end = end;
        if (!labels[row] || strcmp(labels[row], "*") == 0 ||
            !contour_grid_make(cells, row, end, arena, &region.grid))
            continue;
        if (is_line(cells, &region)) {
            regions->alike.count++;
            continue;
        }
        region.kind = kind_of(kinds, labels[row], regions->all, arena);
        regions->items[regions->all++] = region;
    }
    if (regions->all > 1)
        qsort(regions->items, regions->all, sizeof *regions->items, by_place);
}

/* The first `skip` are in earlier figures. */
static void choose_regions(const struct chart_request *request, struct regions *regions)
{
    const struct plotspec *spec = request->spec;
    size_t skipped = spec->skip < regions->all ? spec->skip : regions->all;
    bool are_few = regions->all <= FEW_KINDS;
    size_t leading = spec->skip < LEADING_KINDS ? LEADING_KINDS - spec->skip : 0;
    regions->items += skipped;
    regions->all -= skipped;
    regions->count = regions->all < MOST_KINDS ? regions->all : MOST_KINDS;
    regions->leading = are_few || leading > regions->count ? regions->count : leading;
    regions->names = arena_alloc_array(request->arena, regions->count, sizeof *regions->names);
    for (size_t i = 0; i < regions->count; i++)
        regions->names[i] = regions->items[i].kind.label;
}

static enum shape shape_of(size_t place)
{
    return SHAPE_CIRCLE + (enum shape)(place % (SHAPE_COUNT - SHAPE_CIRCLE));
}

static const char *legend_text(struct arena *arena, const struct kind *kind, const char *name)
{
    char tasks[64];
    if (number_is_missing(kind->tasks))
        return name;
    quantity_format_fixed(kind->tasks, 0, tasks, sizeof tasks);
    return arena_format(arena, "%s %s", name, tasks);
}

/* At the middle of the densest cell. */
static void put_mode(const struct density_cells *cells, const struct region *region,
                     struct mark *mark)
{
    size_t best = region->first;
    for (size_t i = region->first; i < region->end; i++)
        if (cells->share[i] < cells->share[best])
            best = i;
    if (cells->is_log)
        mark_put(mark, sqrt(cells->x_low[best] * cells->x_high[best]),
                 sqrt(cells->y_low[best] * cells->y_high[best]));
    else
        mark_put(mark, (cells->x_low[best] + cells->x_high[best]) / 2,
                 (cells->y_low[best] + cells->y_high[best]) / 2);
}

static void add_region(const struct density_cells *cells, const struct region *region,
                       const char *name, size_t level_count, struct mark_list *marks)
{
    enum colour colour = kind_colour(region->kind.place);
    struct mark *lines = mark_list_add(marks, MARK_CONTOURS, colour, 0);
    lines->width_pt = LINE_PT;
    lines->contours = region->grid;
    lines->contours.levels = levels;
    lines->contours.level_count = level_count;
    struct mark *mode = mark_list_add(marks, MARK_POINT, colour, 1);
    mode->shape = shape_of(region->kind.place);
    mode->width_pt = MODE_PT;
    mode->markers = true;
    mode->name = legend_text(marks->arena, &region->kind, name);
    put_mode(cells, region, mode);
}

static void add_regions(const struct density_cells *cells, const struct regions *regions,
                        struct mark_list *marks)
{
    for (size_t i = 0; i < regions->count; i++)
        add_region(cells, &regions->items[i], regions->names[i],
                   i < regions->leading ? KIND_LEVELS : 1, marks);
}

/* ---- of all --------------------------------------------------------------------------------- */

static const char *level_text(const struct table_rows *rows, double level)
{
    return arena_format(rows->request->arena, "%.0f %% of the %s", level * 100,
                        role_name(rows->request->spec, "things", "tasks"));
}

/* The largest first: the others lie on it. */
static void add_areas(const struct table_rows *rows, const struct contours *grid,
                      struct mark_list *marks)
{
    static const enum colour colours[LEVELS] = {COLOUR_ACCENT, COLOUR_BAND_INNER,
                                                COLOUR_BAND_OUTER};
    for (size_t i = LEVELS; i-- > 0;) {
        struct mark *area = mark_list_add(marks, MARK_CONTOURS, colours[i], 0);
        area->contours = *grid;
        area->contours.paint = CONTOUR_AREA;
        area->contours.levels = &levels[i];
        area->contours.level_count = 1;
        area->name = level_text(rows, levels[i]);
    }
    struct mark *edges = mark_list_add(marks, MARK_CONTOURS, COLOUR_ACCENT, 0);
    edges->width_pt = EDGE_PT;
    edges->contours = *grid;
    edges->contours.levels = levels;
    edges->contours.level_count = LEVELS;
}

static bool is_beyond(const struct density_cells *cells, size_t row)
{
    return cells->share[row] > levels[LEVELS - 1] && cells->count[row] > 0;
}

static void add_dots(const struct table_rows *rows, const struct density_cells *cells,
                     struct mark_list *marks)
{
    struct mark *dots = mark_list_add(marks, MARK_POINT, COLOUR_SECONDARY, rows->count);
    dots->shape = SHAPE_CIRCLE;
    dots->width_pt = DOT_PT;
    dots->name = "beyond";
    for (size_t i = 0; i < rows->count; i++) {
        struct region cell = {.first = i, .end = i + 1};
        if (is_beyond(cells, i))
            put_mode(cells, &cell, dots);
    }
}

/* ---- the figure ----------------------------------------------------------------------------- */

static struct density_box whole_extent(const struct density_cells *cells,
                                       const struct regions *regions, size_t rows)
{
    struct density_box extent = {INFINITY, -INFINITY, INFINITY, -INFINITY}, box;
    if (!regions->count)
        density_box_of(cells, 0, rows, 1, &extent);
    for (size_t i = 0; i < regions->count; i++) {
        const struct region *region = &regions->items[i];
        if (!density_box_of(cells, region->first, region->end, nextafter(1, 0), &box))
            continue;
        extent.x_low = fmin(extent.x_low, box.x_low);
        extent.x_high = fmax(extent.x_high, box.x_high);
        extent.y_low = fmin(extent.y_low, box.y_low);
        extent.y_high = fmax(extent.y_high, box.y_high);
    }
    return extent;
}

static void set_scales(const struct table_rows *rows, const struct density_box *extent, bool is_log,
                       struct panel *panel)
{
    const double y[] = {extent->y_low, extent->y_high};
    struct value_range range = value_range_none();
    struct display_unit seconds = {"s", 1}, plain = {"", 1};
    value_range_add(&range, y, 2);
    if (is_log)
        scale_init_log(&panel->x, extent->x_low, extent->x_high, seconds);
    else
        scale_init_linear(&panel->x, extent->x_low, extent->x_high, false, plain);
    table_scale(rows, range, 0, &panel->y);
    panel->height_share = 1;
}

static const char *x_unit_of(const struct table_rows *rows)
{
    const char *const *units = table_rows_texts(rows, "x_unit");
    if (!units)
        return "s";
    return units[0] ? units[0] : "";
}

/* Of axes that the title does not name. */
static const char *axes_text(const struct table_rows *rows)
{
    const struct chart_request *request = rows->request;
    const char *unit = x_unit_of(rows);
    if (!request->each)
        return NULL;
    return arena_format(request->arena, "y axis: %s; x axis: %s%s%s",
                        role_name(request->spec, "y", "y"),
                        quantity_words(request->arena, request->each), *unit ? ", " : "", unit);
}

/* "3,000,000 tasks": which part of an axis holds how many of them is another thing than regions. */
static const char *all_text(const struct table_rows *rows, const struct density_cells *cells)
{
    struct arena *arena = rows->request->arena;
    const struct plotspec *spec = rows->request->spec;
    const char *const *texts = table_rows_texts(rows, "text");
    double total = 0;
    if (texts && texts[0])
        return arena_text(arena, texts[0]);
    for (size_t i = 0; i < rows->count; i++)
        total += cells->count[i];
    return count_word(arena, total, role_name(spec, "thing", "task"),
                      role_name(spec, "things", "tasks"));
}

static const char *kinds_text(const struct table_rows *rows, const struct kinds *kinds,
                              const struct regions *regions)
{
    struct arena *arena = rows->request->arena;
    double tasks = 0, share = 0;
    for (size_t i = 0; i < regions->count; i++) {
        tasks += fmax(regions->items[i].kind.tasks, 0);
        share += fmax(regions->items[i].kind.elapsed_share, 0);
    }
    size_t all = kinds->all > regions->all ? kinds->all : regions->all;
    const char *of_all = all > regions->count ? arena_format(arena, " of %zu", all) : "";
    return arena_format(arena, "%zu%s %s: %s with %s of %s", regions->count, of_all,
                        all == 1 ? kinds->one : kinds->word,
                        count_word(arena, tasks, kinds->task_word, kinds->task_words),
                        share_word(arena, share), kinds->time);
}

/* "50 % (thick) and 90 % (thin)"; of many kinds the latter of those alone that are named. */
static const char *regions_text(const struct regions *regions, struct arena *arena)
{
    const char *names = regions->leading ? regions->names[0] : "";
    if (regions->leading == regions->count)
        return "50 % (thick) and 90 % (thin)";
    if (!regions->leading)
        return "50 %";
    for (size_t i = 1; i < regions->leading; i++)
        names = arena_format(arena, "%s%s%s", names, i + 1 < regions->leading ? ", " : " and ",
                             regions->names[i]);
    return arena_format(arena, "50 %% (thick) and 90 %% (thin; only %s)", names);
}

/* As its definition says, with the regions that are drawn. */
static void describe_kinds(const struct table_rows *rows, const struct kinds *kinds,
                           const struct regions *regions, struct figure *figure)
{
    struct arena *arena = rows->request->arena;
    struct plot_figure words = *rows->request->figure;
    struct chart_request request = *rows->request;
    struct table_rows described = *rows;
    const char *place = words.caption ? strstr(words.caption, regions_field) : NULL;
    if (place)
        words.caption = arena_format(arena, "%.*s%s%s", (int)(place - words.caption), words.caption,
                                     regions_text(regions, arena), place + strlen(regions_field));
    request.figure = &words;
    described.request = &request;
    const char *alike = alike_rows_in_line(rows, &regions->alike);
    table_describe(&described, figure->panels->y.unit.name, kinds_text(rows, kinds, regions),
                   alike ? arena_format(arena, "Not shown: %s.", alike) : "", figure);
}

static bool can_paint(const struct chart_request *request, struct figure *figure)
{
    if (!request->can_paint_contours || request->can_paint_contours())
        return true;
    figure->undrawn = "PLplot, which draws contours, is not installed";
    return false;
}

static bool fill_figure(const struct table_rows *rows, const struct density_cells *cells,
                        struct figure *figure)
{
    const struct chart_request *request = rows->request;
    struct mark_list marks = {.arena = request->arena};
    struct regions regions = {0};
    struct kinds kinds;
    struct contours grid;
    bool is_of_kinds = name_pairs_find(&request->spec->columns, "label") != NULL;
    if (is_of_kinds) {
        kinds_make(&kinds, request->source, request->spec->kinds, SIZE_MAX, request->arena);
        collect_regions(rows, cells, &kinds, &regions);
        choose_regions(request, &regions);
        size_t fewest = request->spec->skip || regions.alike.count ? 1 : 2; /* one alone is all */
        if (!regions.count)
            figure->undrawn = alike_rows_in_line(rows, &regions.alike);
        if (regions.count < fewest)
            return false;
    } else if (!contour_grid_make(cells, 0, rows->count, request->arena, &grid)) {
        return false;
    }
    if (!can_paint(request, figure))
        return false;
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    figure->height_pt = HEIGHT_PT;
    struct density_box extent = whole_extent(cells, &regions, rows->count);
    set_scales(rows, &extent, cells->is_log, figure->panels);
    figure->panels->title = axes_text(rows);
    if (is_of_kinds) {
        add_regions(cells, &regions, &marks);
        describe_kinds(rows, &kinds, &regions, figure);
    } else {
        add_areas(rows, &grid, &marks);
        add_dots(rows, cells, &marks);
        table_describe(rows, figure->panels->y.unit.name, all_text(rows, cells), "", figure);
    }
    mark_list_finish(&marks, figure->panels);
    return true;
}

static bool lower_density(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct density_cells cells;
    return table_rows_make(request, &rows) && read_cells(&rows, &cells) &&
           fill_figure(&rows, &cells, figure);
}

const struct chart chart_density = {
    .name = "density",
    .description = "where most of many things lie in a plane, as contours: of all, or by kind",
    .columns = "label? x_low# x_high# y# y_high# share# count# x_unit? text?",
    .lower = lower_density,
};
