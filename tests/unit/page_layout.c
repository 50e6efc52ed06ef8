#include "check.h"

#include <stdlib.h>

#include "layout_fixture.h"

static void tables_break_well_at_every_size(void)
{
    for (size_t rows = 1; rows < 140; rows++) {
        struct document document;
        struct facts facts;
        struct arena arena;
        document_init(&document, &facts, &arena);
        fill_summary(&document);
        struct section *section = document_add_section(&document, "t", "Table", "nodes", true);
        section_add_paragraph(&document, section, "A table follows.");
        section_add_subheading(&document, section, "Rows");
        section_add_table(&document, section, numbered_table(&arena, rows));
        struct layout layout;
        layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
        size_t seen = 0;
        CHECK(!ends_badly(&layout));
        for (size_t i = 1; i < layout.page_count; i++) {
            size_t here = count_texts(&layout.pages[i], ROLE_TABLE, "cell");
            seen += here;
            CHECK_INT(count_texts(&layout.pages[i], ROLE_TABLE_HEAD, "HEAD"), here > 0);
            CHECK(here >= 2 || rows == 1);
        }
        CHECK_INT(seen, rows);
        CHECK_INT(layout.page_count, rows <= 46 ? 2 : rows <= 95 ? 3 : 4);
        arena_release(&arena);
    }
}

/* One value needs more than a fifth of the width; its neighbours give way, whose labels wrap. */
static void key_values_are_never_cut(void)
{
    static const char label[] = "a label of many words that wraps into two lines";
    static const struct key_figure keys[] = {{"a value of 26 letters here", label, "a", 1, ""},
                                             {"1 %", label, "b", 1, ""},
                                             {"2 %", label, "c", 1, ""},
                                             {"3 %", label, "d", 1, ""},
                                             {"4 %", label, "e", 1, ""}};
    struct document document;
    struct facts facts;
    struct arena arena;
    size_t values = 0;
    double right = 0;
    document_init(&document, &facts, &arena);
    struct block *block = section_add_block(&document, document.sections, BLOCK_KEY_FIGURES);
    block->key_figures = keys;
    block->count = 5;
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    for (size_t i = 0; i < layout.pages[0].count; i++) {
        const struct layout_item *item = &layout.pages[0].items[i];
        if (item->kind != ITEM_TEXT || item->role != ROLE_KEY_VALUE)
            continue;
        CHECK(item->width >= 5.0 * (double)strlen(item->text));
        CHECK(item->x >= right);
        right = item->x + item->width;
        values++;
    }
    CHECK_INT(values, 5);
    CHECK(right <= paper_width - margin + 0.01);
    arena_release(&arena);
}

static void headings_never_end_a_page(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    for (int i = 0; i < 60; i++) {
        struct section *section = document_add_section(&document, arena_format(&arena, "s%d", i),
                                                       "A section", "nodes", false);
        section_add_subheading(&document, section, "Below it");
        section_add_table(&document, section, numbered_table(&arena, 1 + (size_t)(i * 7 % 19)));
    }
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK(layout.page_count > 8);
    CHECK(!ends_badly(&layout));
    arena_release(&arena);
}

static void figures_stay_whole_and_fill_pages(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    struct section *section = document_add_section(&document, "f", "Figures", "nodes", true);
    struct figure figures[7] = {{0}};
    for (int i = 0; i < 7; i++) {
        figures[i] = (struct figure){.id = arena_format(&arena, "f%d", i),
                                     .title = "A figure",
                                     .height_pt = 250};
        section_add_block(&document, section, BLOCK_FIGURE)->figure = &figures[i];
    }
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    double natural = 250 * (paper_width - 2 * margin) / 494;
    size_t seen = 0;
    for (size_t i = 0; i < layout.page_count; i++)
        for (size_t k = 0; k < layout.pages[i].count; k++) {
            const struct layout_item *item = &layout.pages[i].items[k];
            if (item->kind != ITEM_FIGURE)
                continue;
            seen++;
            CHECK(item->y + item->height <= paper_height - margin + 0.01);
            CHECK(item->height >= 0.85 * natural - 0.1 && item->height <= 1.3 * natural);
        }
    CHECK_INT(seen, 7);
    /* Three to a page when each gives a little, fewer below the short contents: 2 + 3 + 2. */
    CHECK_INT(layout.page_count, 4);
    /* Full pages end evenly. */
    CHECK(layout.pages[2].bottom > paper_height - margin - 40);
    arena_release(&arena);
}

/* Columns draw nearer before a word of a head or a number is broken; the name takes two lines,
 * which part at the last hyphen that fits. */
static void crowded_tables_keep_heads_and_numbers_whole(void)
{
    enum { COLUMNS = 9 };
    static const char name[] = "a-name-of:some-letters";
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    struct table_view *view = table_view_new(&arena, COLUMNS, 1);
    table_view_head(view, 0, "name", CELL_LEFT);
    table_view_set(view, 0, 0, name);
    for (size_t i = 1; i < COLUMNS; i++) {
        table_view_head(view, i, "succeeded", CELL_RIGHT);
        table_view_set(view, 0, i, "1,234.5");
    }
    section_add_table(&document, &document.sections[0], view);
    struct layout layout;
    bool found = false;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    for (size_t i = 0; i < layout.pages[0].count; i++) {
        const struct layout_item *item = &layout.pages[0].items[i];
        if (item->role == ROLE_TABLE_HEAD || (item->role == ROLE_TABLE && item->text[0] == '1'))
            CHECK(item->width >= 5 * (double)strlen(item->text) || item->kind != ITEM_TEXT);
        if (item->kind != ITEM_TEXT || strncmp(item->text, "a-name", 6) != 0)
            continue;
        const char *second = strstr(item->text, "some- letters");
        CHECK(second && item->width < 200);
        CHECK_INT(item->max_lines, 2);
        CHECK_INT(strlen(item->text), strlen(name) + 1);
        found = true;
    }
    CHECK(found);
    arena_release(&arena);
}

/* An id of which half a line is cut off cannot be read; heads of numbers take more lines before. */
static void names_of_one_word_are_not_broken(void)
{
    enum { COLUMNS = 7 };
    static const char name[] = "0d56a730076643d585f77e00d2d8521a0000";
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    struct table_view *view = table_view_new(&arena, COLUMNS, 1);
    table_view_head(view, 0, "host", CELL_LEFT);
    table_view_set(view, 0, 0, name);
    for (size_t i = 1; i < COLUMNS; i++) {
        table_view_head(view, i, "mean power", CELL_RIGHT);
        table_view_set(view, 0, i, "30.0");
    }
    section_add_table(&document, &document.sections[0], view);
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_TABLE, name), 1);
    for (size_t i = 0; i < layout.pages[0].count; i++) {
        const struct layout_item *item = &layout.pages[0].items[i];
        if (item->kind == ITEM_TEXT && strcmp(item->text, name) == 0)
            CHECK(item->width >= 5 * (double)strlen(name));
    }
    arena_release(&arena);
}

/* Three digits, of all rows the same unless they span too much; what is small is not told as 0. */
static void numbers_of_a_column_have_few_digits(void)
{
    static const double hours[] = {1616.7, 0.9, 0.0001, 0};
    struct arena arena;
    arena_init(&arena);
    struct table_view *view = table_view_new(&arena, 1, 4);
    table_view_quantities(&arena, view, 0, "elapsed", "", hours, UNITS_SI);
    CHECK_TEXT(view->cells[0], "1,617");
    CHECK_TEXT(view->cells[1], "0.9");
    CHECK_TEXT(view->cells[2], "< 0.001");
    CHECK_TEXT(view->cells[3], "0");
    static const double minutes[] = {6.3802, 0.0009, 0.0031, 0.4};
    table_view_quantities(&arena, view, 0, "elapsed", "", minutes, UNITS_SI);
    CHECK_TEXT(view->cells[0], "6.380");
    CHECK_TEXT(view->cells[1], "0.001");
    CHECK_TEXT(view->cells[2], "0.003");
    CHECK_TEXT(view->cells[3], "0.400");
    arena_release(&arena);
}

static void a_last_word_does_not_begin_a_page(void)
{
    static const char word[] = "Not drawn: a chart.";
    for (size_t rows = 30; rows < 60; rows++) {
        struct document document;
        struct facts facts;
        struct arena arena;
        document_init(&document, &facts, &arena);
        fill_summary(&document);
        struct section *section = document_add_section(&document, "t", "Table", "nodes", true);
        section_add_table(&document, section, numbered_table(&arena, rows));
        section_add_paragraph(&document, section, "%s", word);
        struct layout layout;
        layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
        const struct layout_page *last = &layout.pages[layout.page_count - 1];
        CHECK_INT(count_texts(last, ROLE_SECONDARY, word), 1);
        CHECK(count_texts(last, ROLE_TABLE, "cell") >= 2);
        arena_release(&arena);
    }
}

static void charts_of_a_metric_stay_together(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    struct section *section = document_add_section(&document, "f", "Figures", "nodes", true);
    struct figure figures[8] = {{0}};
    static const char *const metrics[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 8; i++) {
        figures[i] = (struct figure){.id = arena_format(&arena, "f%d", i),
                                     .metric = metrics[i / 2],
                                     .height_pt = i % 2 ? 340 : 190};
        section_add_block(&document, section, BLOCK_FIGURE)->figure = &figures[i];
    }
    /* A third figure would fit below the first two, but tear the next pair. */
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    size_t pages[8] = {0}, seen = 0;
    for (size_t i = 0; i < layout.target_count; i++)
        if (layout.targets[i].depth == 1)
            pages[seen++] = layout.targets[i].page;
    CHECK_INT(seen, 8);
    for (int i = 0; i < 8; i += 2)
        CHECK_INT(pages[i], pages[i + 1]);
    arena_release(&arena);
}

static const char *page_text_of(const struct layout *layout, const char *link)
{
    for (size_t i = 0; i < layout->page_count; i++)
        for (size_t k = 0; k < layout->pages[i].count; k++) {
            const struct layout_item *item = &layout->pages[i].items[k];
            if (item->page_prefix && item->link && strcmp(item->link, link) == 0)
                return item->text;
        }
    return "";
}

static void contents_and_findings_name_pages(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    static const struct finding findings[] = {
        {.level = "warn", .sentence = "Something stands out.", .section = "s2"},
        {.level = "note", .sentence = "This leads nowhere.", .advice = "Look.", .section = "gone"},
    };
    struct block *block = section_add_block(&document, &document.sections[0], BLOCK_FINDINGS);
    block->findings = findings;
    block->count = 2;
    for (int i = 0; i < 5; i++)
        section_add_table(&document,
                          document_add_section(&document, arena_format(&arena, "s%d", i), "A title",
                                               "nodes", true),
                          numbered_table(&arena, 30));
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    /* The short contents stand below the short summary. */
    CHECK_INT(layout.page_count, 6);
    CHECK_INT(count_texts(&layout.pages[0], ROLE_STRONG, "A title"), 5);
    CHECK_TEXT(page_text_of(&layout, "s2"), "page 4");
    CHECK_TEXT(page_text_of(&layout, "s0"), "2");
    CHECK_TEXT(page_text_of(&layout, "s4"), "6");
    CHECK_TEXT(page_text_of(&layout, "gone"), "");
    CHECK_INT(count_texts(&layout.pages[5], ROLE_RUNNING, "page 6 of 6"), 1);
    CHECK_INT(count_texts(&layout.pages[1], ROLE_RUNNING, "Job 1"), 1);
    arena_release(&arena);
}

static void hostile_sizes_do_not_stop_it(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    fill_summary(&document);
    char *letters = arena_alloc(&arena, 10001);
    memset(letters, 'x', 10000);
    struct section *section = document_add_section(&document, "s", letters, "nodes", true);
    section_add_paragraph(&document, section, "%s", letters);
    struct table_view *view = table_view_new(&arena, 30, 3);
    for (size_t i = 0; i < 30; i++) {
        table_view_head(view, i, letters, i % 2 ? CELL_RIGHT : CELL_LEFT);
        table_view_text(&arena, view, 1, i, letters);
    }
    section_add_table(&document, section, view);
    struct figure tall = {.id = "tall", .height_pt = 5000};
    section_add_block(&document, section, BLOCK_FIGURE)->figure = &tall;
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK(layout.page_count >= 3);
    CHECK(!ends_badly(&layout));
    arena_release(&arena);
}

static void many_rows_take_linear_time(void)
{
    struct document document;
    struct facts facts;
    struct arena arena;
    document_init(&document, &facts, &arena);
    struct section *section = document_add_section(&document, "t", "Table", "nodes", true);
    section_add_table(&document, section, numbered_table(&arena, 100000));
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK(layout.page_count > 1900 && layout.page_count < 2200);
    arena_release(&arena);
}

static void nothing_gives_no_page(void)
{
    struct document document = {.title = "Job"};
    struct arena arena;
    arena_init(&arena);
    struct layout layout;
    layout_make(&layout, &document, paper_width, paper_height, &fake, &arena);
    CHECK_INT(layout.page_count, 0);
    arena_release(&arena);
}

CHECK_MAIN(TEST(tables_break_well_at_every_size), TEST(headings_never_end_a_page),
           TEST(figures_stay_whole_and_fill_pages), TEST(charts_of_a_metric_stay_together),
           TEST(contents_and_findings_name_pages), TEST(a_last_word_does_not_begin_a_page),
           TEST(crowded_tables_keep_heads_and_numbers_whole),
           TEST(names_of_one_word_are_not_broken), TEST(numbers_of_a_column_have_few_digits),
           TEST(hostile_sizes_do_not_stop_it), TEST(many_rows_take_linear_time),
           TEST(nothing_gives_no_page), TEST(key_values_are_never_cut))
