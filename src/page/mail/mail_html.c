#include "page/mail/mail_html.h"

#include "page/content/page_parts.h"
#include "page/web/template.h"
#include "util/texts.h"
#include "util/utf8.h"

enum {
    SHOWN_FIGURES = 8,
    SHOWN_FINDINGS = 8,
    LONGEST_TEXT = 1000,
    LONGEST_CELL = 60,
    LONGEST_LINE = 24,
    PICTURE_WIDTH = 296
};

static const char mail_template[] = "mail.tpl";

static void add_key_figures(struct dictionary *top, const struct mail_page *page,
                            struct arena *arena)
{
    const struct overview *overview = page->overview;
    for (size_t i = 0; i < overview->key_figure_count && i < SHOWN_FIGURES; i++) {
        const struct key_figure *figure = &overview->key_figures[i];
        struct dictionary *item = dictionary_add(top, "KEY_FIGURE");
        dictionary_set(item, "VALUE", plain_text(arena, figure->value, LONGEST_CELL));
        dictionary_set(item, "LABEL", plain_text(arena, figure->label, LONGEST_TEXT));
    }
}

/* A shape and a word for each level: mail programs change colours. */
static void set_level(struct dictionary *item, const char *level)
{
    static const struct {
        const char *level, *word;
    } levels[] = {{"bad", "■ Problem"}, {"warn", "▲ Warning"}, {"good", "○ Good"}};
    const char *word = "● Note";
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (texts_equal(levels[i].level, level))
            word = levels[i].word;
    dictionary_set(item, "LEVEL", word);
}

static void add_findings(struct dictionary *top, const struct mail_page *page, struct arena *arena)
{
    const struct overview *overview = page->overview;
    size_t count = overview->finding_count;
    size_t shown = count > SHOWN_FINDINGS + 1 ? SHOWN_FINDINGS : count;
    if (!count)
        dictionary_show(top, "NO_FINDING");
    for (size_t i = 0; i < shown; i++) {
        const struct listed_finding *finding = &overview->findings[i];
        struct dictionary *item = dictionary_add(top, "FINDING");
        const char *sentence = plain_text(arena, finding->sentence, LONGEST_TEXT);
        set_level(item, finding->level);
        dictionary_set(item, "SENTENCE", sentence ? sentence : "?");
        if (finding->advice && *finding->advice)
            dictionary_set_optional(item, "ADVICE",
                                    plain_text(arena, finding->advice, LONGEST_TEXT));
    }
    if (shown < count)
        dictionary_set_optional(top, "MORE_FINDINGS",
                                arena_format(arena, "%zu more in the report", count - shown));
}

static void add_pictures(struct dictionary *top, const struct mail_page *page, struct arena *arena)
{
    struct dictionary *list = page->picture_count ? dictionary_add(top, "PICTURES") : NULL;
    for (size_t i = 0; i < page->picture_count; i++) {
        const struct mail_picture *picture = &page->pictures[i];
        const struct overview_chart *chart = picture->chart;
        struct dictionary *item = dictionary_add(list, "PICTURE");
        const char *title = plain_text(arena, chart->title, LONGEST_TEXT);
        const char *alt = plain_text(arena, chart->alt, LONGEST_TEXT);
        unsigned height = (picture->height * PICTURE_WIDTH + picture->width / 2) / picture->width;
        dictionary_set(item, "NAME", picture->name);
        dictionary_set(item, "DOMAIN", picture->domain);
        dictionary_set(item, "HEIGHT", arena_format(arena, "%u", height));
        dictionary_set(item, "ALT", alt ? alt : title ? title : "");
        dictionary_set_optional(item, "HEADING", title);
        dictionary_set_optional(item, "BRIEF", plain_text(arena, chart->brief, LONGEST_TEXT));
    }
}

/* Words of a long text may stand on several lines, those of a moment or a name may not. */
static void add_cell(struct dictionary *row, const struct table_view *view, size_t column,
                     const char *text, struct arena *arena)
{
    struct dictionary *cell = dictionary_add(row, "CELL");
    bool is_number = view->aligns[column] == CELL_RIGHT;
    dictionary_show(cell, is_number                           ? "NUMBER"
                          : utf8_length(text) <= LONGEST_LINE ? "SHORT"
                                                              : "WORDS");
    dictionary_set(cell, "TEXT", plain_text(arena, text, LONGEST_CELL));
}

static void add_head(struct dictionary *table, const struct table_view *view, size_t column,
                     struct arena *arena)
{
    struct dictionary *head = dictionary_add(table, "HEAD");
    dictionary_show(head, view->aligns[column] == CELL_RIGHT ? "NUMBER" : "WORDS");
    dictionary_set(head, "TEXT", plain_text(arena, view->heads[column], LONGEST_CELL));
}

static void add_tables(struct dictionary *top, const struct mail_page *page, struct arena *arena)
{
    for (size_t i = 0; i < page->overview->table_count; i++) {
        const struct overview_table *table = &page->overview->tables[i];
        const struct table_view *view = table->view;
        if (!view->rows || !view->columns)
            continue;
        struct dictionary *item = dictionary_add(top, "TABLE");
        dictionary_set(item, "HEADING", plain_text(arena, table->heading, LONGEST_TEXT));
        for (size_t column = 0; column < view->columns; column++)
            add_head(item, view, column, arena);
        for (size_t at = 0; at < view->rows; at++) {
            struct dictionary *row = dictionary_add(item, "ROW");
            for (size_t column = 0; column < view->columns; column++)
                add_cell(row, view, column, view->cells[at * view->columns + column], arena);
        }
        if (view->left_out)
            dictionary_set_optional(item, "LEFT_OUT",
                                    arena_format(arena, "%zu more", view->left_out));
    }
}

bool mail_html_write(const struct mail_page *page, struct arena *arena, struct strbuf *out,
                     struct error *error)
{
    const struct overview *overview = page->overview;
    struct templates *templates =
        templates_new(page->template_directories, page->template_directory_count);
    struct dictionary *top = dictionary_new();
    const char *title = plain_text(arena, overview->title, LONGEST_TEXT);
    dictionary_set(top, "TITLE", title ? title : "Report");
    dictionary_set_optional(top, "SUBTITLE", plain_text(arena, overview->subtitle, LONGEST_TEXT));
    dictionary_set_optional(top, "PERIOD", plain_text(arena, overview->period, LONGEST_TEXT));
    dictionary_set_optional(top, "STATE", plain_text(arena, overview->state, LONGEST_CELL));
    dictionary_set_optional(top, "VERDICT",
                            plain_text(arena, overview->verdict.sentence, LONGEST_TEXT));
    add_key_figures(top, page, arena);
    add_findings(top, page, arena);
    add_pictures(top, page, arena);
    add_tables(top, page, arena);
    dictionary_set(top, "WHERE", page->where);
    dictionary_set_optional(top, "ATTACHED", page->attached);
    dictionary_set_optional(top, "NOT_ATTACHED", page->left_out);
    dictionary_set_optional(top, "PROGRAM", plain_text(arena, overview->program, LONGEST_CELL));
    bool good = templates_load(templates, mail_template, error) &&
                templates_expand(templates, mail_template, top, out, error);
    dictionary_free(top);
    templates_free(templates);
    return good;
}
