#include "page/paper/layout_parts.h"

#include <math.h>
#include <string.h>

#include "figure/model/row_sheets.h"

enum {
    PARAGRAPH_LINES = 40,
    FINDING_LINES = 3,
    ADVICE_LINES = 2,
    DEFINITION_LINES = 12,
    FACT_LINES = 2,
    CODE_LINES = 4
};

static const double nominal_width_pt = 494; /* for which figures give their height */
static const double figure_least = 0.78, figure_most = 1.42, around_plot_pt = 80;
static const double multiple_height_pt = 112, multiple_gap_pt = 16;
static const double multiple_least = 0.66, multiple_most = 1.6;
static const double marker_column_pt = 52, page_column_pt = 44;
static const double code_indent_pt = 6;
static const double term_column_pt = 112, key_column_pt = 92;

/* ---- running text ---- */

static void place_heading(struct flow *flow, struct layout_page *page, const struct box *box,
                          double y, double height)
{
    const struct section *section = box->content;
    (void)height;
    flow_add_target(flow, page, section->id, section->title, 0, y);
    page_add_text(flow, page, ROLE_HEADING, section->title, flow->x, y, flow->width, TEXT_LEFT, 2);
}

static void place_subheading(struct flow *flow, struct layout_page *page, const struct box *box,
                             double y, double height)
{
    (void)height;
    page_add_text(flow, page, ROLE_SUBHEADING, box->content, flow->x, y, flow->width, TEXT_LEFT, 2);
}

static void place_paragraph(struct flow *flow, struct layout_page *page, const struct box *box,
                            double y, double height)
{
    (void)height;
    page_add_text(flow, page, ROLE_SECONDARY, box->content, flow->x, y, flow->width, TEXT_LEFT,
                  PARAGRAPH_LINES);
}

static void add_subheading(struct flow *flow, const char *text)
{
    struct box *box =
        flow_add(flow, 15, flow_text_height(flow, ROLE_SUBHEADING, text, flow->width, 2),
                 place_subheading, text);
    box->keep = true;
    box->gap_grows = true;
}

/* What a paragraph introduces must not be torn from it: it stays with what follows. */
static void add_paragraph(struct flow *flow, const char *text)
{
    flow_add(flow, 5, flow_text_height(flow, ROLE_SECONDARY, text, flow->width, PARAGRAPH_LINES),
             place_paragraph, text);
}

static void place_statement(struct flow *flow, struct layout_page *page, const struct box *box,
                            double y, double height)
{
    (void)height;
    page_add_text(flow, page, ROLE_BODY, box->content, flow->x, y, flow->width, TEXT_LEFT,
                  PARAGRAPH_LINES);
}

static void add_statement(struct flow *flow, const char *text)
{
    flow_add(flow, 5, flow_text_height(flow, ROLE_BODY, text, flow->width, PARAGRAPH_LINES),
             place_statement, text);
}

/* ---- key figures ---- */

static double key_figure_width(const struct flow *flow, const struct key_figure *key)
{
    return fmax(flow_text_width(flow, ROLE_KEY_VALUE, key->value),
                flow_text_width(flow, ROLE_KEY_LABEL, key->label)) +
           1;
}

static double key_value_width(const struct flow *flow, const struct key_figure *key)
{
    return flow_text_width(flow, ROLE_KEY_VALUE, key->value) + 1;
}

/* Labels wrap, values are never cut: those that need more than an equal part of the width have it,
 * and the others share the rest. */
static double tight_part(const struct flow *flow, const struct block *block, double gap)
{
    double part = (flow->width - gap * (double)(block->count - 1)) / (double)block->count;
    for (size_t round = 0; round < block->count; round++) {
        double rest = flow->width - gap * (double)(block->count - 1);
        size_t others = 0;
        for (size_t i = 0; i < block->count; i++) {
            double value = key_value_width(flow, &block->key_figures[i]);
            rest -= value > part ? value : 0;
            others += value <= part;
        }
        part = others ? rest / (double)others : part;
    }
    return part;
}

static void place_key_figures(struct flow *flow, struct layout_page *page, const struct box *box,
                              double y, double height)
{
    const struct block *block = box->content;
    double sum = 0, x = flow->x;
    for (size_t i = 0; i < block->count; i++)
        sum += key_figure_width(flow, &block->key_figures[i]);
    double gap = block->count > 1 ? (flow->width - sum) / (double)(block->count - 1) : 0;
    bool is_tight = gap < 8;
    gap = is_tight ? 8 : fmin(gap, 48);
    double part = tight_part(flow, block, 8);
    double value_height = flow_text_height(flow, ROLE_KEY_VALUE, "0", 0, 1);
    (void)height;
    for (size_t i = 0; i < block->count; i++) {
        const struct key_figure *key = &block->key_figures[i];
        double width =
            is_tight ? fmax(part, key_value_width(flow, key)) : key_figure_width(flow, key);
        page_add_text(flow, page, ROLE_KEY_VALUE, key->value, x, y, width, TEXT_LEFT, 1);
        page_add_text(flow, page, ROLE_KEY_LABEL, key->label, x, y + value_height + 1, width,
                      TEXT_LEFT, is_tight ? 2 : 1);
        x += width + gap;
    }
}

static void add_key_figures(struct flow *flow, const struct block *block)
{
    double height = flow_text_height(flow, ROLE_KEY_VALUE, "0", 0, 1) + 1 +
                    flow_text_height(flow, ROLE_KEY_LABEL, "0", 0, 1);
    struct box *box = flow_add(flow, 12, height, place_key_figures, block);
    box->gap_grows = true;
}

/* ---- findings ---- */

static double sentence_width(const struct flow *flow)
{
    return flow->width - marker_column_pt - page_column_pt;
}

static const char *level_word(const char *level)
{
    if (strcmp(level, "bad") == 0)
        return "problem";
    return strcmp(level, "warn") == 0 ? "warning" : level;
}

static const char *finding_target(const struct flow *flow, const struct finding *finding)
{
    return finding->figure ? figure_target(flow->arena, finding->figure) : finding->section;
}

static void place_advice(struct flow *flow, struct layout_page *page, const struct finding *finding,
                         double x, double y, double width)
{
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_TEXT,
                                       .role = ROLE_CAPTION,
                                       .text = finding->advice,
                                       .x = x,
                                       .y = y,
                                       .width = width,
                                       .align = TEXT_LEFT,
                                       .max_lines = ADVICE_LINES,
                                       .addresses = finding->links,
                                       .address_count = finding->link_count});
}

static void place_finding(struct flow *flow, struct layout_page *page, const struct box *box,
                          double y, double height)
{
    const struct finding *finding = box->content;
    double x = flow->x + marker_column_pt, width = sentence_width(flow);
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_MARKER,
                                       .text = finding->level,
                                       .x = flow->x,
                                       .y = y + 2.2,
                                       .width = 6.6,
                                       .height = 6.6});
    page_add_text(flow, page, ROLE_LEVEL, level_word(finding->level), flow->x + 11, y + 1.2,
                  marker_column_pt - 12, TEXT_LEFT, 1);
    page_add_text(flow, page, ROLE_BODY, finding->sentence, x, y, width, TEXT_LEFT, FINDING_LINES);
    if (finding->advice)
        place_advice(
            flow, page, finding, x,
            y + flow_text_height(flow, ROLE_BODY, finding->sentence, width, FINDING_LINES) + 1,
            width);
    if (finding->section)
        page_add_item(flow, page,
                      (struct layout_item){.kind = ITEM_TEXT,
                                           .role = ROLE_LINK,
                                           .align = TEXT_RIGHT,
                                           .max_lines = 1,
                                           .x = flow->x + flow->width - page_column_pt,
                                           .y = y,
                                           .width = page_column_pt,
                                           .height = height,
                                           .link = finding_target(flow, finding),
                                           .page_prefix = "page "});
}

static void add_findings(struct flow *flow, const struct block *block)
{
    double width = sentence_width(flow);
    for (size_t i = 0; i < block->count; i++) {
        const struct finding *finding = &block->findings[i];
        double height = flow_text_height(flow, ROLE_BODY, finding->sentence, width, FINDING_LINES);
        if (finding->advice)
            height +=
                1 + flow_text_height(flow, ROLE_CAPTION, finding->advice, width, ADVICE_LINES);
        flow_add(flow, 5, height, place_finding, finding)->keep = i == 0 && block->count > 1;
    }
}

/* ---- figures ---- */

static size_t multiples_a_row(size_t count)
{
    if (count == 2 || count == 4)
        return 2;
    return count < 3 ? count : 3;
}

static void place_multiples(struct flow *flow, struct layout_page *page, const struct box *box,
                            double y, double height)
{
    const struct block *block = box->content;
    size_t columns = multiples_a_row(block->count);
    double width = (flow->width - multiple_gap_pt * (double)(columns - 1)) / (double)columns;
    for (size_t i = 0; i < columns && box->index + i < block->count; i++) {
        const struct figure *figure = block->multiples[box->index + i];
        page_add_item(flow, page,
                      (struct layout_item){.kind = ITEM_SMALL_FIGURE,
                                           .figure = figure,
                                           .x = flow->x + (double)i * (width + multiple_gap_pt),
                                           .y = y,
                                           .width = width,
                                           .height = height,
                                           .link = figure_target(flow->arena, figure->id)});
    }
}

static void add_multiples(struct flow *flow, const struct block *block)
{
    for (size_t i = 0; i < block->count; i += multiples_a_row(block->count)) {
        struct box *box = flow_add(flow, i ? 8 : 14, multiple_height_pt, place_multiples, block);
        box->index = i;
        box->least = multiple_least * multiple_height_pt;
        box->most = multiple_most * multiple_height_pt;
        box->gap_grows = i == 0;
    }
}

static void place_sheet(struct flow *flow, struct layout_page *page, const struct box *box,
                        double y, double height)
{
    const struct figure *figure = box->content;
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_FIGURE,
                                       .figure = figure,
                                       .x = flow->x,
                                       .y = y,
                                       .width = flow->width,
                                       .height = height});
}

static void place_figure(struct flow *flow, struct layout_page *page, const struct box *box,
                         double y, double height)
{
    const struct figure *figure = box->content;
    flow_add_target(flow, page, figure_target(flow->arena, figure->id),
                    figure->title ? figure->title : figure->id, 1, y);
    place_sheet(flow, page, box, y, height);
}

static void add_sheet(struct flow *flow, const struct figure *figure, box_place *place)
{
    double most = flow->bottom - flow->top - 40; /* a heading fits above the tallest */
    double height = fmin(most, figure->height_pt * flow->width / nominal_width_pt);
    struct box *box = flow_add(flow, 12, height, place, figure);
    /* What stands around the plot does not shrink with it. */
    box->least = height - (1 - figure_least) * fmax(0, height - around_plot_pt);
    box->most = fmin(most, height + (figure_most - 1) * fmax(0, height - around_plot_pt));
    box->gap_grows = true;
}

/* The contents and links lead to the first sheet. */
static void add_figure(struct flow *flow, const struct figure *figure)
{
    size_t count = row_sheets_count(figure);
    if (count == 1)
        add_sheet(flow, figure, place_figure);
    for (size_t i = 0; i < count && count > 1; i++) {
        struct figure *cut = arena_alloc(flow->arena, sizeof *cut);
        row_sheets_cut(figure, i, count, flow->arena, cut);
        add_sheet(flow, cut, i ? place_sheet : place_figure);
    }
}

/* ---- facts and definitions ---- */

static double fact_column(const struct flow *flow)
{
    return (flow->width - 24) / 2;
}

static double fact_height(const struct flow *flow, const struct fact *fact)
{
    return flow_text_height(flow, ROLE_BODY, fact->value, fact_column(flow) - key_column_pt,
                            FACT_LINES);
}

/* Read down the left column, then down the right one. */
static void place_fact_row(struct flow *flow, struct layout_page *page, const struct box *box,
                           double y, double height)
{
    const struct block *block = box->content;
    size_t half = (block->count + 1) / 2;
    (void)height;
    for (size_t side = 0; side < 2 && box->index + side * half < block->count; side++) {
        const struct fact *fact = &block->facts[box->index + side * half];
        double x = flow->x + (double)side * (fact_column(flow) + 24);
        page_add_text(flow, page, ROLE_SECONDARY, fact->key, x, y, key_column_pt - 6, TEXT_LEFT, 1);
        page_add_text(flow, page, ROLE_BODY, fact->value, x + key_column_pt, y,
                      fact_column(flow) - key_column_pt, TEXT_LEFT, FACT_LINES);
    }
}

static void add_facts(struct flow *flow, const struct block *block)
{
    size_t half = (block->count + 1) / 2;
    for (size_t i = 0; i < half; i++) {
        double height = fact_height(flow, &block->facts[i]);
        if (i + half < block->count)
            height = fmax(height, fact_height(flow, &block->facts[i + half]));
        struct box *box = flow_add(flow, i ? 4 : 6, height, place_fact_row, block);
        box->index = i;
        box->keep = i == 0 ? half > 1 : i + 2 == half;
    }
}

static void place_definition(struct flow *flow, struct layout_page *page, const struct box *box,
                             double y, double height)
{
    const struct fact *fact = box->content;
    (void)height;
    page_add_text(flow, page, ROLE_STRONG, fact->key, flow->x, y, term_column_pt - 8, TEXT_LEFT, 2);
    page_add_text(flow, page, ROLE_BODY, fact->value, flow->x + term_column_pt, y,
                  flow->width - term_column_pt, TEXT_LEFT, DEFINITION_LINES);
}

static void add_definitions(struct flow *flow, const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const struct fact *fact = &block->facts[i];
        double term = flow_text_height(flow, ROLE_STRONG, fact->key, term_column_pt - 8, 2);
        double text = flow_text_height(flow, ROLE_BODY, fact->value, flow->width - term_column_pt,
                                       DEFINITION_LINES);
        struct box *box = flow_add(flow, 6, fmax(term, text), place_definition, fact);
        box->keep = (i == 0 && block->count > 1) || i + 2 == block->count;
    }
}

/* ---- code ---- */

static void place_code_caption(struct flow *flow, struct layout_page *page, const struct box *box,
                               double y, double height)
{
    page_add_text(flow, page, ROLE_CAPTION, box->content, flow->x, y, flow->width, TEXT_LEFT, 1);
    page_add_rule(flow, page, ITEM_RULE, flow->x, y + height, flow->width);
}

static void place_code_line(struct flow *flow, struct layout_page *page, const struct box *box,
                            double y, double height)
{
    (void)height;
    page_add_text(flow, page, ROLE_CODE, box->content, flow->x + code_indent_pt, y,
                  flow->width - code_indent_pt, TEXT_LEFT, CODE_LINES);
}

/* A line is a box, so that long ones go on on the next page. */
static void add_code(struct flow *flow, const struct block *block)
{
    const char *caption = arena_format(flow->arena, "%s: %s", block->caption, block->source);
    double line_height = flow_text_height(flow, ROLE_CODE, "0", 0, 1);
    double width = flow->width - code_indent_pt, gap = code_indent_pt;
    flow_add(flow, 8, flow_text_height(flow, ROLE_CAPTION, caption, 0, 1) + 2, place_code_caption,
             caption)
        ->keep = true;
    for (const char *line = block->text; *line;) {
        size_t size = strcspn(line, "\n");
        const char *text = arena_text_of_size(flow->arena, line, size);
        line += size + (line[size] == '\n');
        if (size)
            flow_add(flow, gap, flow_text_height(flow, ROLE_CODE, text, width, CODE_LINES),
                     place_code_line, text);
        gap = size ? 1 : line_height;
    }
}

/* ---- all kinds ---- */

void flow_add_block(struct flow *flow, const struct block *block)
{
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        add_paragraph(flow, block->text);
        break;
    case BLOCK_STATEMENT:
        add_statement(flow, block->text);
        break;
    case BLOCK_SUBHEADING:
        add_subheading(flow, block->text);
        break;
    case BLOCK_KEY_FIGURES:
        add_key_figures(flow, block);
        break;
    case BLOCK_FINDINGS:
        add_findings(flow, block);
        break;
    case BLOCK_MULTIPLES:
        add_multiples(flow, block);
        break;
    case BLOCK_FIGURE:
        add_figure(flow, block->figure);
        break;
    case BLOCK_TABLE:
        flow_add_table(flow, block->table);
        break;
    case BLOCK_FACTS:
        add_facts(flow, block);
        break;
    case BLOCK_DEFINITIONS:
        add_definitions(flow, block);
        break;
    case BLOCK_CODE:
        add_code(flow, block);
        break;
    case BLOCK_LINKS:
        flow_add_links(flow, block);
        break;
    }
}

/* Charts of one metric are read together. */
static double parting_cost(const struct block *block, const struct block *next)
{
    if (next->kind != BLOCK_FIGURE)
        return 0;
    const char *metric = block->figure->metric, *next_metric = next->figure->metric;
    return metric && next_metric && strcmp(metric, next_metric) == 0 ? 0.45 : 0.15;
}

void flow_add_blocks(struct flow *flow, const struct section *section, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct block *block = &section->blocks[i];
        /* A last word on what stands above does not begin a page. */
        bool ends = block->kind == BLOCK_PARAGRAPH && i > from && i + 1 == section->block_count;
        if (ends)
            flow->boxes[flow->count - 1].keep = true;
        flow_add_block(flow, block);
        if (block->kind == BLOCK_FIGURE && i + 1 < section->block_count)
            flow->boxes[flow->count - 1].break_cost = parting_cost(block, block + 1);
        bool introduces = block->kind == BLOCK_PARAGRAPH && i + 1 < section->block_count &&
                          section->blocks[i + 1].kind != BLOCK_SUBHEADING;
        if (introduces)
            flow->boxes[flow->count - 1].keep = true;
    }
}

void flow_add_section(struct flow *flow, const struct section *section)
{
    struct box *box =
        flow_add(flow, 26, flow_text_height(flow, ROLE_HEADING, section->title, flow->width, 2),
                 place_heading, section);
    box->keep = true;
    box->new_page = section->starts_page;
    box->gap_grows = true;
    size_t first = flow->count;
    flow_add_blocks(flow, section, 0, section->block_count);
    if (flow->count > first)
        flow->boxes[first].gap_grows = false; /* a heading stays near what it heads */
}
