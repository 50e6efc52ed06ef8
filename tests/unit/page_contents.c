/* Where the contents stand and what they name. */
#include "check.h"
#include "layout_fixture.h"

static void long_contents_take_two_columns(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    for (int i = 0; i < 70; i++)
        section_add_paragraph(&document,
                              document_add_section(&document, arena_format(&arena, "s%d", i),
                                                   "A title", "nodes", false),
                              "Text.");
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_STRONG, "A title"), 70);
    CHECK(!ends_badly(&layout));
    arena_release(&arena);
}

/* A section of a page of its own, which shows the figure `count` times. */
static void add_figures(struct document *document, int number, const struct figure *figure,
                        int count)
{
    struct section *section =
        document_add_section(document, arena_format(document->arena, "s%d", number), "A title",
                             "nodes", true);
    for (int i = 0; i < count; i++)
        section_add_block(document, section, BLOCK_FIGURE)->figure = figure;
}

/* In the two columns of long contents a title that is too long gives way to the figure's label. */
static void contents_prefer_a_short_name_to_a_cut_one(void)
{
    static const char long_title[] =
        "256-bit vector operations, double precision, mean of 2 nodes, G";
    static const struct figure figure = {.id = "f",
                                         .title = long_title,
                                         .label = "256-bit vector operations, G",
                                         .height_pt = 100};
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    fill_summary(&document);
    for (int i = 0; i < 30; i++)
        add_figures(&document, i, &figure, 1);
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(count_texts(&layout.pages[1], ROLE_CAPTION, figure.label), 30);
    CHECK_INT(count_texts(&layout.pages[1], ROLE_CAPTION, long_title), 0);
    arena_release(&arena);
}

/* Without contents a short summary is followed by what it sums up. */
static void a_short_report_has_one_page(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    struct section *section = document_add_section(&document, "t", "Table", "nodes", true);
    section_add_table(&document, section, numbered_table(&arena, 20));
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(layout.page_count, 1);
    fill_summary(&document);
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(layout.page_count, 2);
    arena_release(&arena);
}

/* Where their figures find no room below the summary, contents name sections alone. */
static void short_contents_name_sections(void)
{
    static const struct figure figure = {.id = "f", .title = "A figure", .height_pt = 100};
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    section_add_table(&document, &document.sections[0], numbered_table(&arena, 20));
    for (int i = 0; i < 5; i++)
        add_figures(&document, i, &figure, 12);
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_STRONG, "A title"), 5);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_SECONDARY, "A figure"), 0);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_CAPTION, "A figure"), 0);
    arena_release(&arena);
}

/* Ten sections of 3 figures: the sixth's name would be the last of the first 21 of 41 entries. */
static void columns_do_not_part_a_section_from_its_figures(void)
{
    static const struct figure figure = {.id = "f", .title = "A figure", .height_pt = 100};
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    section_add_table(&document, &document.sections[0], numbered_table(&arena, 15));
    for (int i = 0; i < 10; i++)
        add_figures(&document, i, &figure, 3 + (i == 9));
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    double left = 0, right = 0;
    for (size_t i = 0; i < layout.pages[0].count; i++) {
        const struct layout_item *item = &layout.pages[0].items[i];
        if (item->kind != ITEM_TEXT || (item->role != ROLE_STRONG && item->role != ROLE_CAPTION))
            continue;
        left += item->x < paper_width / 2 && item->width > 20;
        right += item->x >= paper_width / 2 && item->width > 20;
    }
    CHECK_INT(left, 20);
    CHECK_INT(right, 21);
    arena_release(&arena);
}

/* Below a summary that leaves no room for them contents begin a page of their own. */
static void contents_do_not_crowd_the_summary(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    section_add_table(&document, &document.sections[0], numbered_table(&arena, 30));
    for (int i = 0; i < 70; i++)
        section_add_paragraph(&document,
                              document_add_section(&document, arena_format(&arena, "s%d", i),
                                                   "A title", "nodes", false),
                              "Text.");
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_STRONG, "A title"), 0);
    CHECK_INT(count_texts(&layout.pages[1], ROLE_STRONG, "A title"), 70);
    arena_release(&arena);
}

CHECK_MAIN(TEST(long_contents_take_two_columns), TEST(contents_prefer_a_short_name_to_a_cut_one),
           TEST(a_short_report_has_one_page), TEST(short_contents_name_sections),
           TEST(columns_do_not_part_a_section_from_its_figures),
           TEST(contents_do_not_crowd_the_summary))
