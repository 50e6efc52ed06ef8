#include "page/layout_flow.h"

#include <math.h>

enum { MOST_COLUMNS = 2, FEWEST_ENTRIES = 4 };

static const double line_gap_pt = 3.5, number_column_pt = 16, column_gap_pt = 18, indent_pt = 6;
static const double first_gap_pt = 10, section_gap_pt = 3; /* in one column */

struct entry {
    const char *id, *title;
    int depth;
};

struct contents {
    struct entry *entries;
    size_t count, columns, rows; /* rows: in a column */
    double line_height;
};

static void add_entry(struct contents *contents, const char *id, const char *title, int depth)
{
    contents->entries[contents->count++] = (struct entry){id, title, depth};
}

static void add_section_entries(struct flow *flow, struct contents *contents,
                                const struct section *section, bool with_figures)
{
    add_entry(contents, section->id, section->title, 0);
    for (size_t i = 0; with_figures && i < section->block_count; i++) {
        const struct figure *figure = section->blocks[i].figure;
        if (section->blocks[i].kind == BLOCK_FIGURE)
            add_entry(contents, figure_target(flow->arena, figure->id),
                      figure->title ? figure->title : figure->id, 1);
    }
}

static size_t count_entries(const struct document *document, bool with_figures)
{
    size_t count = 0;
    for (size_t i = 1; i < document->section_count; i++) {
        count++;
        for (size_t k = 0; with_figures && k < document->sections[i].block_count; k++)
            count += document->sections[i].blocks[k].kind == BLOCK_FIGURE;
    }
    return count;
}

static size_t lines_of_page(const struct flow *flow, const struct contents *contents)
{
    const double head_pt = 40;
    return (size_t)fmax(1, (flow->bottom - flow->top - head_pt) / contents->line_height);
}

/* Figures are listed as long as all fits on a page. */
static struct contents *contents_new(struct flow *flow, const struct document *document)
{
    struct contents *contents = arena_alloc(flow->arena, sizeof *contents);
    contents->line_height = flow_text_height(flow, ROLE_BODY, "0", 0, 1) + line_gap_pt;
    size_t lines = lines_of_page(flow, contents);
    size_t all = count_entries(document, true);
    bool with_figures = all <= MOST_COLUMNS * lines;
    contents->entries = arena_alloc_array(flow->arena, all, sizeof *contents->entries);
    for (size_t i = 1; i < document->section_count; i++)
        add_section_entries(flow, contents, &document->sections[i], with_figures);
    double gaps = section_gap_pt * (double)document->section_count / contents->line_height;
    bool needs_two =
        (double)contents->count + gaps > (double)lines && contents->count <= MOST_COLUMNS * lines;
    contents->columns = needs_two ? 2 : 1;
    contents->rows = (contents->count + contents->columns - 1) / contents->columns;
    return contents;
}

static void place_title(struct flow *flow, struct layout_page *page, const struct box *box,
                        double y, double height)
{
    (void)height;
    flow_add_target(flow, page, "contents", box->content, 0, y);
    page_add_text(flow, page, ROLE_HEADING, box->content, flow->x, y, flow->width, TEXT_LEFT, 1);
}

/* In two columns the names of figures are set small, so that they stay whole. */
static enum text_role role_of(const struct contents *contents, const struct entry *entry)
{
    if (!entry->depth)
        return ROLE_STRONG;
    return contents->columns > 1 ? ROLE_CAPTION : ROLE_SECONDARY;
}

static void place_entry(struct flow *flow, struct layout_page *page, const struct entry *entry,
                        enum text_role role, double x, double y, double width, double height)
{
    double left = x + entry->depth * indent_pt;
    double room = x + width - number_column_pt - left;
    double text = fmin(room, flow_text_width(flow, role, entry->title));
    page_add_text(flow, page, role, entry->title, left, y, room, TEXT_LEFT, 1);
    if (room - text > 16)
        page_add_rule(flow, page, ITEM_LEADER, left + text + 6, y + height - line_gap_pt - 3,
                      room - text - 6);
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_TEXT,
                                       .role = role,
                                       .align = TEXT_RIGHT,
                                       .max_lines = 1,
                                       .x = x + width - number_column_pt,
                                       .y = y,
                                       .width = number_column_pt,
                                       .height = height - line_gap_pt,
                                       .link = entry->id,
                                       .page_prefix = ""});
}

static void place_line(struct flow *flow, struct layout_page *page, const struct box *box, double y,
                       double height)
{
    const struct contents *contents = box->content;
    double gaps = column_gap_pt * (double)(contents->columns - 1);
    double width = (flow->width - gaps) / (double)contents->columns;
    for (size_t column = 0; column < contents->columns; column++) {
        size_t index = column * contents->rows + box->index;
        if (index >= contents->count)
            continue;
        const struct entry *entry = &contents->entries[index];
        place_entry(flow, page, entry, role_of(contents, entry),
                    flow->x + (double)column * (width + column_gap_pt), y, width, height);
    }
}

double flow_add_contents(struct flow *flow, const struct document *document)
{
    static const char title[] = "Contents";
    const struct contents *contents = contents_new(flow, document);
    if (contents->count < FEWEST_ENTRIES)
        return NAN;
    struct box *box =
        flow_add(flow, 0, flow_text_height(flow, ROLE_HEADING, title, 0, 1), place_title, title);
    box->keep = true;
    box->new_page = true;
    bool is_one_page = contents->rows <= lines_of_page(flow, contents);
    for (size_t i = 0; i < contents->rows; i++) {
        bool opens = contents->columns == 1 && contents->entries[i].depth == 0;
        box = flow_add(flow,
                       i == 0  ? first_gap_pt
                       : opens ? section_gap_pt
                               : 0,
                       contents->line_height, place_line, contents);
        box->index = i;
        box->keep = i + 1 < contents->rows && (is_one_page || i == 0 || i + 2 == contents->rows);
    }
    return (double)contents->rows / (double)lines_of_page(flow, contents);
}
