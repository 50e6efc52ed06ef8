#include "page/paper/layout_parts.h"

#include <math.h>

enum { MOST_COLUMNS = 2, FEWEST_ENTRIES = 4 };

static const double line_gap_pt = 3.5, number_column_pt = 16, column_gap_pt = 18, indent_pt = 6;
static const double first_gap_pt = 10, section_gap_pt = 3; /* in one column */
static const double below_summary_pt = 26;
static const char contents_title[] = "Contents";

struct entry {
    const char *id, *title, *label; /* label: instead of a title that is too long; or NULL */
    int depth;
};

struct contents {
    struct entry *entries;
    size_t count, columns; /* at most two */
    size_t left, rows;     /* entries of the first column, of the longest */
    double line_height;
};

static void add_entry(struct contents *contents, struct entry entry)
{
    contents->entries[contents->count++] = entry;
}

static void add_section_entries(struct flow *flow, struct contents *contents,
                                const struct section *section, bool with_figures)
{
    add_entry(contents, (struct entry){section->id, section->title, NULL, 0});
    for (size_t i = 0; with_figures && i < section->block_count; i++) {
        const struct figure *figure = section->blocks[i].figure;
        if (section->blocks[i].kind == BLOCK_FIGURE)
            add_entry(contents,
                      (struct entry){figure_target(flow->arena, figure->id),
                                     figure->title ? figure->title : figure->id, figure->label, 1});
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

/* A section's name does not end a column whose next begins with its figures. */
static void set_columns(struct contents *contents, size_t columns)
{
    size_t count = contents->count, left = (count + columns - 1) / columns;
    if (left > 1 && left < count && contents->entries[left - 1].depth == 0 &&
        contents->entries[left].depth == 1)
        left--;
    contents->columns = columns;
    contents->left = left;
    contents->rows = left > count - left ? left : count - left;
}

static double gap_above(const struct contents *contents, size_t row)
{
    if (row == 0)
        return first_gap_pt;
    return contents->columns == 1 && contents->entries[row].depth == 0 ? section_gap_pt : 0;
}

static double height_of(const struct flow *flow, const struct contents *contents)
{
    double height = below_summary_pt + flow_text_height(flow, ROLE_HEADING, contents_title, 0, 1);
    for (size_t i = 0; i < contents->rows; i++)
        height += gap_above(contents, i) + contents->line_height;
    return height;
}

static struct contents *contents_new(struct flow *flow, const struct document *document,
                                     bool with_figures)
{
    struct contents *contents = arena_alloc(flow->arena, sizeof *contents);
    contents->line_height = flow_text_height(flow, ROLE_BODY, "0", 0, 1) + line_gap_pt;
    contents->entries = arena_alloc_array(flow->arena, count_entries(document, with_figures),
                                          sizeof *contents->entries);
    for (size_t i = 1; i < document->section_count; i++)
        add_section_entries(flow, contents, &document->sections[i], with_figures);
    return contents;
}

/* On a page of their own: figures are listed as long as all fits. */
static struct contents *contents_of_page(struct flow *flow, const struct document *document)
{
    struct contents *contents = contents_new(flow, document, true);
    size_t lines = lines_of_page(flow, contents);
    if (contents->count > MOST_COLUMNS * lines)
        contents = contents_new(flow, document, false);
    double gaps = section_gap_pt * (double)document->section_count / contents->line_height;
    bool needs_two =
        (double)contents->count + gaps > (double)lines && contents->count <= MOST_COLUMNS * lines;
    set_columns(contents, needs_two ? 2 : 1);
    return contents;
}

/* Below a short summary they save a page: in two columns where these are shorter, and of sections
 * alone where their figures find no room. NULL: nor do the sections. */
static struct contents *contents_below(struct flow *flow, const struct document *document,
                                       double room)
{
    for (int with_figures = 1; with_figures >= 0; with_figures--) {
        struct contents *contents = contents_new(flow, document, with_figures);
        for (size_t columns = 1; columns <= MOST_COLUMNS; columns++) {
            set_columns(contents, columns);
            if (height_of(flow, contents) <= room)
                return contents;
        }
    }
    return NULL;
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
    bool is_long = flow_text_width(flow, role, entry->title) > room;
    const char *title = is_long && entry->label ? entry->label : entry->title;
    double text = fmin(room, flow_text_width(flow, role, title));
    page_add_text(flow, page, role, title, left, y, room, TEXT_LEFT, 1);
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
        size_t index = column * contents->left + box->index;
        if (index >= (column + 1 == contents->columns ? contents->count : contents->left))
            continue;
        const struct entry *entry = &contents->entries[index];
        place_entry(flow, page, entry, role_of(contents, entry),
                    flow->x + (double)column * (width + column_gap_pt), y, width, height);
    }
}

struct contents_place flow_add_contents(struct flow *flow, const struct document *document,
                                        double room)
{
    if (count_entries(document, true) < FEWEST_ENTRIES)
        return (struct contents_place){.share = NAN};
    struct contents *contents = contents_below(flow, document, room);
    bool is_below = contents != NULL;
    if (!contents)
        contents = contents_of_page(flow, document);
    struct box *box =
        flow_add(flow, below_summary_pt, flow_text_height(flow, ROLE_HEADING, contents_title, 0, 1),
                 place_title, contents_title);
    box->keep = true;
    box->new_page = !is_below;
    box->gap_grows = true;
    bool is_one_page = contents->rows <= lines_of_page(flow, contents);
    for (size_t i = 0; i < contents->rows; i++) {
        box = flow_add(flow, gap_above(contents, i), contents->line_height, place_line, contents);
        box->index = i;
        box->keep = i + 1 < contents->rows && (is_one_page || i == 0 || i + 2 == contents->rows);
    }
    return (struct contents_place){(double)contents->rows / (double)lines_of_page(flow, contents),
                                   is_below};
}
