/* Documents and a measure of texts that tests of the layout share. */
#ifndef TESTS_UNIT_LAYOUT_FIXTURE_H
#define TESTS_UNIT_LAYOUT_FIXTURE_H

#include <math.h>
#include <string.h>

#include "page/content/table_view.h"
#include "page/paper/layout_make.h"

static const double paper_width = 595.28, paper_height = 841.89;
static const double margin = 51.02; /* 18 mm */

/* Letters 5 wide, lines 10 high. */
static inline struct text_extent fake_text(void *context, enum text_role role, const char *text,
                                           double width, int max_lines)
{
    (void)context;
    (void)role;
    double length = 5.0 * (double)strlen(text);
    int lines = width > 0 ? (int)ceil(length / width) : 1;
    lines = lines < 1 ? 1 : lines;
    lines = max_lines > 0 && lines > max_lines ? max_lines : lines;
    return (struct text_extent){lines > 1 ? width : length, 10.0 * lines, 8, lines};
}

static const struct layout_measure fake = {NULL, fake_text};

static inline struct facts no_facts(void)
{
    return (struct facts){.start = NAN, .end = NAN, .node_count = NAN, .sampling_interval_s = NAN};
}

static inline void document_init(struct document *document, struct facts *facts,
                                 struct arena *arena)
{
    *facts = no_facts();
    arena_init(arena);
    *document = (struct document){.arena = arena, .facts = facts, .title = "Job 1"};
    document_add_section(document, "summary", "Summary", "index", true);
}

static inline struct table_view *numbered_table(struct arena *arena, size_t rows)
{
    struct table_view *view = table_view_new(arena, 2, rows);
    table_view_head(view, 0, "HEAD", CELL_LEFT);
    table_view_head(view, 1, "number", CELL_RIGHT);
    for (size_t row = 0; row < rows; row++) {
        table_view_set(view, row, 0, "cell");
        table_view_number(arena, view, row, 1, (double)row, 0);
    }
    return view;
}

static inline size_t count_texts(const struct layout_page *page, enum text_role role,
                                 const char *text)
{
    size_t count = 0;
    for (size_t i = 0; i < page->count; i++)
        count += page->items[i].kind == ITEM_TEXT && page->items[i].role == role &&
                 (!text || strcmp(page->items[i].text, text) == 0);
    return count;
}

/* What the reader sees last on a page, running texts left out. */
static inline enum text_role last_role(const struct layout_page *page)
{
    const struct layout_item *last = NULL;
    for (size_t i = 0; i < page->count; i++) {
        const struct layout_item *item = &page->items[i];
        if (item->kind <= ITEM_SMALL_FIGURE && item->role != ROLE_RUNNING &&
            (!last || item->y >= last->y))
            last = item;
    }
    return !last || last->kind != ITEM_TEXT ? ROLE_BODY : last->role;
}

static inline int ends_badly(const struct layout *layout)
{
    for (size_t i = 0; i < layout->page_count; i++) {
        enum text_role role = last_role(&layout->pages[i]);
        if (role == ROLE_HEADING || role == ROLE_SUBHEADING || role == ROLE_TABLE_HEAD ||
            layout->pages[i].bottom > paper_height - margin + 0.01)
            return 1;
    }
    return 0;
}

/* A summary below which nothing else begins. */
static inline void fill_summary(struct document *document)
{
    static const struct figure figure = {.id = "summary", .height_pt = 600};
    section_add_block(document, &document->sections[0], BLOCK_FIGURE)->figure = &figure;
}

#endif
