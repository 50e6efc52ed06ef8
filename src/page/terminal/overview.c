#include "page/terminal/overview.h"

#include <math.h>
#include <string.h>

#include "page/content/attempt_views.h"
#include "page/content/page_parts.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

enum { MOST_FINDINGS = 20, LONGEST = 1000 };

/* ---- verdict --------------------------------------------------------------------------------- */

static void take_verdict(struct overview *overview, const struct tables *tables,
                         struct arena *arena)
{
    const struct verdict_rows rows = verdict_rows(tables);
    overview->verdict =
        (struct overview_verdict){.share = NUMBER_MISSING, .needed = NUMBER_MISSING};
    if (rows.rows)
        overview->verdict = (struct overview_verdict){
            .bound = plain_text(arena, rows.bound[0], LONGEST),
            .sentence = plain_text(arena, rows.verdict[0], LONGEST),
            .share = rows.share[0],
            .needed = rows.needed[0],
        };
}

/* ---- trends ---------------------------------------------------------------------------------- */

/* What stands for all that the chart shows: its only line, or, of several with a band, the one that
 * has a name. One of several nodes stands for none of the others: NULL. */
static const struct mark *main_mark(const struct panel *panel)
{
    const struct mark *main = NULL;
    size_t lines = 0, areas = 0;
    for (size_t i = 0; i < panel->mark_count; i++) {
        lines += panel->marks[i].kind == MARK_LINE;
        areas += panel->marks[i].kind == MARK_AREA;
    }
    if (lines > 1 && !areas)
        return NULL;
    for (size_t i = 0; i < panel->mark_count; i++) {
        const struct mark *mark = &panel->marks[i];
        bool is_line = mark->kind == MARK_LINE && mark->count > 1;
        if (is_line && (!main || (mark->name && !main->name)))
            main = mark;
    }
    for (size_t i = 0; i < panel->mark_count && !main; i++)
        if (panel->marks[i].kind == MARK_AREA && panel->marks[i].count > 1)
            main = &panel->marks[i];
    return main;
}

static bool has_area(const struct panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].kind == MARK_AREA)
            return true;
    return false;
}

/* The part of [from, to] that lies in a step. */
static double overlap(double from, double to, double first, double last)
{
    return fmax(0, fmin(to, last) - fmax(from, first));
}

/* Between two points, places on the scale: at a moment on the straight line from one to the other.
 */
static double place_at(const struct mark *mark, size_t i, const struct scale *y, double moment)
{
    double from = scale_place(y, mark->y[i]), to = scale_place(y, mark->y[i + 1]);
    return from + (to - from) * (moment - mark->x[i]) / (mark->x[i + 1] - mark->x[i]);
}

/* The mean over each step of what goes straight from point to point. */
static double *means_of(const struct mark *mark, const struct scale *x, const struct scale *y,
                        struct arena *arena)
{
    double *sums = arena_alloc_array(arena, OVERVIEW_STEPS, sizeof *sums);
    double weights[OVERVIEW_STEPS] = {0}, width = (x->high - x->low) / OVERVIEW_STEPS;
    for (size_t i = 0; i < OVERVIEW_STEPS; i++)
        sums[i] = 0;
    for (size_t i = 0; i + 1 < mark->count && width > 0; i++) {
        double from = mark->x[i], to = mark->x[i + 1];
        double at = fmax(0, floor((from - x->low) / width));
        if (!(to > from) || isnan(mark->y[i] + mark->y[i + 1]))
            continue;
        for (size_t step = at < OVERVIEW_STEPS ? (size_t)at : OVERVIEW_STEPS;
             step < OVERVIEW_STEPS && x->low + (double)step * width < to; step++) {
            double first = x->low + (double)step * width;
            double weight = overlap(from, to, first, first + width);
            double begin = fmax(from, first), end = fmin(to, first + width);
            sums[step] += weight > 0 ? weight * place_at(mark, i, y, (begin + end) / 2) : 0;
            weights[step] += weight;
        }
    }
    for (size_t i = 0; i < OVERVIEW_STEPS; i++)
        sums[i] = weights[i] > 0 ? fmin(1, fmax(0, sums[i] / weights[i])) : NUMBER_MISSING;
    return sums;
}

/* The name of the main one of several lines, from the whole figure: small ones have the last value
 * in its place. */
static const char *line_of(const struct figure *figure, struct arena *arena)
{
    const struct panel *panel = figure->panel_count ? &figure->panels[0] : NULL;
    const struct mark *mark = panel && has_area(panel) ? main_mark(panel) : NULL;
    return mark && mark->kind == MARK_LINE && mark->name ? plain_text(arena, mark->name, LONGEST)
                                                         : NULL;
}

static bool is_over_time(const struct panel *panel)
{
    return !panel->message && panel->x.kind != SCALE_BANDS && panel->x.kind != SCALE_LOG &&
           panel->y.kind != SCALE_BANDS;
}

static void take_trend(struct overview *overview, const struct figure *figure, struct arena *arena)
{
    struct figure small;
    figure_make_small(figure, arena, &small);
    const struct panel *panel = small.panel_count ? &small.panels[0] : NULL;
    const struct mark *mark = panel && is_over_time(panel) ? main_mark(panel) : NULL;
    if (!mark || overview->trend_count == OVERVIEW_TRENDS || !(panel->x.high > panel->x.low))
        return;
    overview->trends[overview->trend_count++] = (struct overview_trend){
        .label = plain_text(arena, small.title, LONGEST),
        .brief = plain_text(arena, small.subtitle, LONGEST),
        .line = line_of(figure, arena),
        .start = panel->x.low,
        .end = panel->x.high,
        .low = panel->y.low,
        .high = panel->y.high,
        .count = OVERVIEW_STEPS,
        .steps = means_of(mark, &panel->x, &panel->y, arena),
    };
}

/* ---- charts --------------------------------------------------------------------------------- */

static bool shows_something(const struct figure *figure)
{
    for (size_t i = 0; i < figure->panel_count; i++)
        if (!figure->panels[i].message)
            return true;
    return false;
}

static void take_chart(struct overview *overview, const struct figure *figure, struct arena *arena)
{
    struct figure small;
    if (overview->chart_count == OVERVIEW_CHARTS || !shows_something(figure))
        return;
    figure_make_small(figure, arena, &small);
    overview->charts[overview->chart_count++] = (struct overview_chart){
        .figure = figure->id,
        .title = plain_text(arena, small.title, LONGEST),
        .brief = plain_text(arena, small.subtitle, LONGEST),
        .alt = plain_text(arena, small.alt, LONGEST),
    };
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Its first rows, and that of totals. */
static const struct table_view *first_rows(const struct table_view *view, struct arena *arena)
{
    size_t totals = view->last_row_is_total ? 1 : 0, rows = view->rows - totals;
    size_t shown = rows > OVERVIEW_ROWS ? OVERVIEW_ROWS : rows;
    struct table_view *cut = arena_alloc(arena, sizeof *cut);
    *cut = *view;
    cut->rows = shown + totals;
    cut->left_out += rows - shown;
    cut->cells = arena_alloc_array(arena, cut->rows * view->columns + 1, sizeof *cut->cells);
    memcpy(cut->cells, view->cells, shown * view->columns * sizeof *cut->cells);
    memcpy(cut->cells + shown * view->columns, view->cells + rows * view->columns,
           totals * view->columns * sizeof *cut->cells);
    return cut;
}

static void take_table(struct overview *overview, const char *heading,
                       const struct table_view *view, struct arena *arena)
{
    if (overview->table_count < OVERVIEW_TABLES)
        overview->tables[overview->table_count++] =
            (struct overview_table){heading, first_rows(view, arena)};
}

static void take_block(struct overview *overview, const struct block *block, const char *heading,
                       struct arena *arena)
{
    if (block->kind == BLOCK_KEY_FIGURES) {
        overview->key_figures = block->key_figures;
        overview->key_figure_count = block->count;
    }
    for (size_t i = 0; block->kind == BLOCK_MULTIPLES && i < block->count; i++) {
        take_trend(overview, block->multiples[i], arena);
        take_chart(overview, block->multiples[i], arena);
    }
    if (block->kind == BLOCK_FIGURE)
        take_trend(overview, block->figure, arena);
    if (block->kind == BLOCK_TABLE)
        take_table(overview, heading, block->table, arena);
}

/* What people look for first, of whatever page: which tasks failed. */
static void take_failures(struct overview *overview, const struct document *document)
{
    for (size_t i = 0; i < document->section_count; i++) {
        const struct section *section = &document->sections[i];
        const char *heading = NULL;
        for (size_t k = 0; k < section->block_count; k++) {
            const struct block *block = &section->blocks[k];
            if (block->kind == BLOCK_SUBHEADING)
                heading = block->text;
            if (block->kind == BLOCK_TABLE && texts_equal(heading, FAILED_ATTEMPTS_HEADING))
                take_table(overview, heading, block->table, document->arena);
        }
    }
}

/* Of the job, or of the only attempt that there is. */
static const char *state_of(const struct document *document, const struct tables *tables)
{
    const struct attempts_rows attempts = attempts_rows(tables);
    if (document->facts->state && *document->facts->state)
        return plain_text(document->arena, document->facts->state, LONGEST);
    bool is_one = attempts.rows == 1 && attempts.attempts[0] <= 1;
    return is_one ? plain_text(document->arena, attempts.outcome[0], LONGEST) : NULL;
}

void overview_make(struct overview *overview, const struct document *document,
                   const struct tables *tables)
{
    *overview = (struct overview){.title = document->title,
                                  .subtitle = document->subtitle,
                                  .period = document->period,
                                  .program = document->program,
                                  .state = state_of(document, tables),
                                  .pdf_name = document->pdf_name};
    take_verdict(overview, tables, document->arena);
    overview->findings =
        listed_findings_of(tables, MOST_FINDINGS, document->arena, &overview->finding_count);
    take_failures(overview, document);
    for (size_t i = 0; i < document->section_count; i++) {
        const struct section *section = &document->sections[i];
        const char *heading = section->title;
        for (size_t k = 0; k < section->block_count && strcmp(section->page, "index") == 0; k++) {
            if (section->blocks[k].kind == BLOCK_SUBHEADING)
                heading = section->blocks[k].text;
            take_block(overview, &section->blocks[k], heading, document->arena);
        }
    }
}
