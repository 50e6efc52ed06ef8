#include "page/paper/layout_make.h"

#include <math.h>
#include <string.h>

#include "page/content/page_parts.h"
#include "page/paper/layout_parts.h"
#include "render/picture.h"
#include "util/instant.h"
#include "util/number.h"

static const double margin_pt = 18 * 72 / 25.4;
/* Running texts stand in the margins, at these distances from the paper's edge. */
static const double header_pt = 34, footer_pt = 40, header_room_pt = 9;

/* ---- head of the first page ---- */

/* In the margin, where later pages have their header: no text gives way to it. */
static void add_logo(struct flow *flow, struct layout_page *page, const struct document *document)
{
    static const double widest_pt = 120, highest_pt = 30, below_pt = 3, pixel_pt = 0.75;
    const struct picture_extent extent =
        picture_fit(document->logo, widest_pt, highest_pt, pixel_pt);
    page_add_item(flow, page,
                  (struct layout_item){.kind = ITEM_PICTURE,
                                       .picture = document->logo,
                                       .x = flow->x + flow->width - extent.width,
                                       .y = flow->first_top - below_pt - extent.height,
                                       .width = extent.width,
                                       .height = extent.height});
}

static void place_title(struct flow *flow, struct layout_page *page, const struct box *box,
                        double y, double height)
{
    const struct document *document = box->content;
    double title = flow_text_height(flow, ROLE_TITLE, "X", 0, 1);
    double period = document->period ? flow_text_width(flow, ROLE_PERIOD, document->period) + 2 : 0;
    flow_add_target(flow, page, document->sections[0].id, document->sections[0].title, 0, y);
    if (document->logo)
        add_logo(flow, page, document);
    page_add_text(flow, page, ROLE_TITLE, document->title, flow->x, y, flow->width - period - 12,
                  TEXT_LEFT, 1);
    if (document->period)
        page_add_text(flow, page, ROLE_PERIOD, document->period, flow->x + flow->width - period,
                      y + title - 16.5, period, TEXT_RIGHT, 1);
    if (document->subtitle)
        page_add_text(flow, page, ROLE_SUBTITLE, document->subtitle, flow->x, y + title + 1,
                      flow->width, TEXT_LEFT, 1);
    page_add_rule(flow, page, ITEM_STRONG_RULE, flow->x, y + height, flow->width);
}

static void add_title(struct flow *flow, const struct document *document)
{
    double height = flow_text_height(flow, ROLE_TITLE, "X", 0, 1) + 7;
    if (document->subtitle)
        height += 1 + flow_text_height(flow, ROLE_SUBTITLE, "X", 0, 1);
    flow_add(flow, 0, height, place_title, document)->keep = true;
}

/* ---- header and footer ---- */

static const char *with(struct arena *arena, const char *text, const char *more)
{
    if (!more || !*more)
        return text;
    return text ? arena_format(arena, "%s · %s", text, more) : more;
}

/* Job, user, nodes, date; the title first where it is not the job's id. */
static const char *running_head(const struct document *document, struct arena *arena)
{
    const struct facts *facts = document->facts;
    const char *text = plain_text(arena, document->title, 48);
    char day[64];
    if (!facts)
        return text;
    if (facts->title && facts->job_id)
        text =
            with(arena, text, arena_format(arena, "Job %s", plain_text(arena, facts->job_id, 24)));
    text = with(arena, text, plain_text(arena, facts->user, 24));
    if (!number_is_missing(facts->node_count))
        text = with(arena, text, count_text(arena, facts->node_count, "node", "nodes"));
    if (instant_is_date(facts->start))
        text = with(arena, text, instant_format(facts->start, INSTANT_DAY, day, sizeof day));
    return text ? arena_text(arena, text) : "";
}

static void add_header(struct flow *flow, struct layout_page *page, const char *text)
{
    page_add_text(flow, page, ROLE_RUNNING, text, flow->x, header_pt, flow->width, TEXT_LEFT, 1);
    page_add_rule(flow, page, ITEM_RULE, flow->x, header_pt + 13, flow->width);
}

static void add_footer(struct flow *flow, struct layout_page *page, const char *program,
                       size_t number)
{
    double y = flow->layout->height - footer_pt;
    if (program)
        page_add_text(flow, page, ROLE_RUNNING, program, flow->x, y, flow->width / 2, TEXT_LEFT, 1);
    page_add_text(flow, page, ROLE_RUNNING,
                  arena_format(flow->arena, "page %zu of %zu", number, flow->layout->page_count),
                  flow->x + flow->width / 2, y, flow->width / 2, TEXT_RIGHT, 1);
}

static void add_running_texts(struct flow *flow, const struct document *document)
{
    const char *head = running_head(document, flow->arena);
    for (size_t i = 0; i < flow->layout->page_count; i++) {
        if (i > 0)
            add_header(flow, &flow->layout->pages[i], head);
        add_footer(flow, &flow->layout->pages[i], document->program, i + 1);
    }
}

/* ---- page numbers ---- */

static const struct layout_target *find_target(const struct layout *layout, const char *id)
{
    for (size_t i = 0; i < layout->target_count; i++)
        if (strcmp(layout->targets[i].id, id) == 0)
            return &layout->targets[i];
    return NULL;
}

static void resolve_link(struct flow *flow, struct layout_item *item)
{
    const struct layout_target *target = find_target(flow->layout, item->link);
    if (!target)
        item->link = NULL;
    if (item->page_prefix)
        item->text =
            target ? arena_format(flow->arena, "%s%zu", item->page_prefix, target->page) : "";
}

static void resolve_links(struct flow *flow)
{
    for (size_t i = 0; i < flow->layout->page_count; i++)
        for (size_t k = 0; k < flow->layout->pages[i].count; k++)
            if (flow->layout->pages[i].items[k].link)
                resolve_link(flow, &flow->layout->pages[i].items[k]);
}

/* ---- all ---- */

/* Of a page: contents that leave no room for what follows, or so much that it would look empty;
 * a summary that does. */
static const double CONTENTS_FULL = 0.75, CONTENTS_SHORT = 0.6, SUMMARY_SHORT = 0.5;

static double least_height(const struct flow *flow)
{
    double height = 0;
    for (size_t i = 0; i < flow->count; i++)
        height += (i ? flow->boxes[i].before : 0) + flow->boxes[i].least;
    return height;
}

static double natural_height(const struct flow *flow)
{
    double height = 0;
    for (size_t i = 0; i < flow->count; i++)
        height += (i ? flow->boxes[i].before : 0) + flow->boxes[i].height;
    return height;
}

/* The summary is one page: subheadings, with what is below them, as far as there is room. Returns
 * the first block that is left over. */
static size_t add_summary(struct flow *flow, const struct section *summary)
{
    size_t from = 0;
    while (from < summary->block_count) {
        size_t before = flow->count, to = from + 1;
        while (to < summary->block_count && summary->blocks[to].kind != BLOCK_SUBHEADING)
            to++;
        flow_add_blocks(flow, summary, from, to);
        if (from > 0 && least_height(flow) > flow->bottom - flow->first_top) {
            flow->count = before;
            break;
        }
        from = to;
    }
    return from;
}

/* Whether a section may follow on the page of the summary or of the contents. */
static bool may_follow(const struct flow *flow, const struct contents_place *contents,
                       double summary)
{
    if (isnan(contents->share))
        return summary < SUMMARY_SHORT * (flow->bottom - flow->first_top);
    return !contents->is_below && contents->share < CONTENTS_SHORT;
}

static void add_document(struct flow *flow, const struct document *document)
{
    const struct section *summary = &document->sections[0];
    add_title(flow, document);
    const struct section *nodes = document_find_section(document, "nodes");
    size_t left_over = add_summary(flow, summary);
    double height = natural_height(flow);
    struct contents_place contents =
        flow_add_contents(flow, document, flow->bottom - flow->first_top - height);
    bool begins_page = contents.is_below || contents.share > CONTENTS_FULL;
    bool follows = may_follow(flow, &contents, height);
    bool job_first = document->section_count > 1 && strcmp(document->sections[1].id, "job") == 0;
    if (!nodes)
        flow_add_blocks(flow, summary, left_over, summary->block_count);
    for (size_t i = 1; i < document->section_count; i++) {
        size_t first = flow->count;
        bool is_first = i <= (job_first ? 2 : 1); /* the few facts go with what follows them */
        flow_add_section(flow, &document->sections[i]);
        if (is_first && begins_page)
            flow->boxes[first].new_page = i == 1;
        else if (is_first && follows)
            flow->boxes[first].new_page = false;
        if (&document->sections[i] == nodes)
            flow_add_blocks(flow, summary, left_over, summary->block_count);
    }
}

void layout_make(struct layout *layout, const struct document *document, double paper_width,
                 double paper_height, const struct layout_measure *measure, struct arena *arena)
{
    *layout = (struct layout){.arena = arena, .width = paper_width, .height = paper_height};
    struct flow flow = {
        .arena = arena,
        .measure = measure,
        .layout = layout,
        .x = margin_pt,
        .width = paper_width - 2 * margin_pt,
        .top = margin_pt + header_room_pt,
        .first_top = margin_pt,
        .bottom = paper_height - margin_pt,
    };
    if (!document->section_count)
        return;
    add_document(&flow, document);
    size_t *starts;
    layout->page_count = flow_break(&flow, &starts);
    layout->pages = arena_alloc_array(arena, layout->page_count, sizeof *layout->pages);
    for (size_t i = 0; i < layout->page_count; i++)
        flow_place_page(&flow, &layout->pages[i], starts[i], starts[i + 1]);
    add_running_texts(&flow, document);
    resolve_links(&flow);
}
