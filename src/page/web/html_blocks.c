#include "page/web/html_blocks.h"

#include <string.h>

#include "page/content/page_parts.h"
#include "render/surface.h"
#include "util/count_text.h"
#include "util/quantity.h"
#include "util/texts.h"

enum { LONG_TABLE_ROWS = 40, LONGEST_ON_ONE_LINE = 24, PICTURES_ON_FIRST_SCREEN = 1 };

static const char picture_template[] = "picture.tpl";

/* ---- figures -------------------------------------------------------------------------------- */

static const struct section *figure_home(const struct document *document,
                                         const struct figure *figure)
{
    for (size_t i = 0; i < document->section_count; i++) {
        const struct section *section = &document->sections[i];
        for (size_t k = 0; k < section->block_count; k++)
            if (section->blocks[k].kind == BLOCK_FIGURE &&
                strcmp(section->blocks[k].figure->id, figure->id) == 0)
                return section;
    }
    return NULL;
}

/* The underscore keeps it apart from the ids of sections. */
static const char *figure_id(struct arena *arena, const struct figure *figure)
{
    return arena_format(arena, "figure_%s", figure->id);
}

/* Where a figure stands at full size; NULL: nowhere. */
static const char *figure_url(const struct html_page *page, const struct figure *figure)
{
    const struct section *home = figure_home(page->request->document, figure);
    const char *id = figure_id(page->arena, figure);
    if (!home)
        return NULL;
    if (strcmp(home->page, page->name) == 0)
        return arena_format(page->arena, "#%s", id);
    return arena_format(page->arena, "%s.html#%s", home->page, id);
}

static const char *file_url(const struct html_page *page, const char *folder,
                            const struct figure *figure, const char *ending)
{
    return html_url(page->arena, arena_format(page->arena, "%s/%s%s", folder, figure->id, ending));
}

static const char *alternative_text(const struct html_page *page, const struct figure *figure)
{
    const char *text = figure->alt && *figure->alt ? figure->alt : figure->title;
    return html_text(page, text && *text ? text : figure->id);
}

static const char *image_url(const struct html_page *page, const struct figure *figure,
                             enum image_form form)
{
    static const char *const endings[][2] = {[IMAGE_FULL] = {".svg", ".png"},
                                             [IMAGE_NARROW] = {"-narrow.svg", "-narrow.png"},
                                             [IMAGE_SMALL] = {"-small.svg", "-small.png"}};
    return file_url(page, "plots", figure, endings[form][page->request->with_png]);
}

/* NULL: there is none. */
static const char *dark_url(const struct html_page *page, const struct figure *figure,
                            enum image_form form)
{
    static const char *const endings[] = {[IMAGE_FULL] = "-dark.png",
                                          [IMAGE_NARROW] = "-narrow-dark.png",
                                          [IMAGE_SMALL] = "-small-dark.png"};
    bool there = page->request->with_png && page->request->with_dark_png;
    return there ? file_url(page, "plots", figure, endings[form]) : NULL;
}

/* The figure as a phone shows it: drawn for its width. */
static void add_narrow(struct html_page *page, struct dictionary *image,
                       const struct figure *figure)
{
    struct image_size size = image_size_of(figure, IMAGE_NARROW, page->request->dpi);
    struct dictionary *narrow = dictionary_add(image, "NARROW");
    dictionary_set(narrow, "NARROW_URL", image_url(page, figure, IMAGE_NARROW));
    dictionary_set_optional(narrow, "NARROW_DARK_URL", dark_url(page, figure, IMAGE_NARROW));
    dictionary_set(narrow, "NARROW_WIDTH", arena_format(page->arena, "%d", size.css_width));
    dictionary_set(narrow, "NARROW_HEIGHT", arena_format(page->arena, "%d", size.css_height));
}

static void add_image(struct html_page *page, struct dictionary *image, const struct figure *figure,
                      enum image_form form)
{
    struct image_size size = image_size_of(figure, form, page->request->dpi);
    dictionary_set(image, "URL", image_url(page, figure, form));
    dictionary_set(image, "WIDTH", arena_format(page->arena, "%d", size.css_width));
    dictionary_set(image, "HEIGHT", arena_format(page->arena, "%d", size.css_height));
    dictionary_set_optional(image, "DARK_URL", dark_url(page, figure, form));
    if (form == IMAGE_FULL)
        add_narrow(page, image, figure);
    if (form == IMAGE_FULL && ++page->picture_count > PICTURES_ON_FIRST_SCREEN)
        dictionary_show(image, "LAZY");
}

/* {{>PICTURE}}: the image, leading to what shows more of it. */
static void add_picture(struct html_page *page, struct dictionary *dictionary,
                        const struct figure *figure, enum image_form form)
{
    struct dictionary *picture = dictionary_include(dictionary, "PICTURE", picture_template);
    const char *place = form == IMAGE_SMALL ? figure_url(page, figure) : NULL;
    dictionary_set(picture, "ALT", alternative_text(page, figure));
    if (!page->request->with_png && !page->request->with_svg) {
        dictionary_show(picture, "NO_IMAGE");
        return;
    }
    struct dictionary *image = dictionary_add(picture, "IMAGE");
    dictionary_set(image, "LINK", place ? place : image_url(page, figure, IMAGE_FULL));
    add_image(page, image, figure, form);
}

static void add_file(struct dictionary *figure, const char *name, const char *url)
{
    struct dictionary *file = dictionary_add(figure, "FILE");
    dictionary_set(file, "NAME", name);
    dictionary_set(file, "URL", url);
}

/* Marks of a kind; of areas only the inner band, for lines stand on an area, too. */
static bool has_mark(const struct figure *figure, enum mark_kind kind)
{
    for (size_t i = 0; i < figure->panel_count; i++)
        for (size_t k = 0; k < figure->panels[i].mark_count; k++) {
            const struct mark *mark = &figure->panels[i].marks[k];
            if (mark->kind == kind && (kind != MARK_AREA || mark->colour == COLOUR_BAND_INNER))
                return true;
        }
    return false;
}

static void add_csv(struct html_page *page, struct dictionary *dictionary, const char *name)
{
    if (tables_find(page->request->tables, name))
        add_file(dictionary, arena_format(page->arena, "%s.csv", name),
                 arena_format(page->arena, "data/%s.csv", name));
}

/* The result tables that a chart is drawn from. */
static void add_tables(struct html_page *page, struct dictionary *dictionary,
                       const struct figure *figure)
{
    static const struct {
        const char *table;
        enum mark_kind mark;
    } sources[] = {{"series", MARK_LINE}, {"bands", MARK_AREA}, {"heatmap", MARK_CELLS}};
    if (!page->request->tables)
        return;
    if (figure->table)
        add_csv(page, dictionary, figure->table);
    if (!figure->metric)
        return;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        if (has_mark(figure, sources[i].mark))
            add_csv(page, dictionary, sources[i].table);
}

static void add_figure(struct html_page *page, struct dictionary *dictionary,
                       const struct block *block)
{
    const struct html_request *request = page->request;
    const struct figure *figure = block->figure;
    add_picture(page, dictionary, figure, IMAGE_FULL);
    dictionary_set(dictionary, "TITLE", html_text(page, figure->title));
    dictionary_set_optional(dictionary, "SUBTITLE", html_text(page, figure->subtitle));
    dictionary_set_optional(dictionary, "CAPTION", html_text(page, figure->caption));
    if (request->with_png)
        add_file(dictionary, "PNG", file_url(page, "plots", figure, ".png"));
    if (request->with_svg)
        add_file(dictionary, "SVG", file_url(page, "plots", figure, ".svg"));
    add_file(dictionary, "JSON", file_url(page, "figures", figure, ".json"));
    add_tables(page, dictionary, figure);
}

static void add_multiples(struct html_page *page, struct dictionary *dictionary,
                          const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        struct figure small;
        struct dictionary *item = dictionary_add(dictionary, "SMALL");
        figure_make_small(block->multiples[i], page->arena, &small);
        dictionary_set_optional(item, "TITLE", html_text(page, small.title));
        dictionary_set_optional(item, "BRIEF", html_text(page, small.subtitle));
        add_picture(page, item, &small, IMAGE_SMALL);
    }
}

/* ---- texts ---------------------------------------------------------------------------------- */

static void add_paragraph(struct html_page *page, struct dictionary *dictionary,
                          const struct block *block)
{
    dictionary_set(dictionary, "TEXT", html_text(page, block->text));
}

static void add_subheading(struct html_page *page, struct dictionary *dictionary,
                           const struct block *block)
{
    dictionary_set(dictionary, "TEXT", html_text(page, block->text));
    page->heading = block->text;
}

static void add_key_figures(struct html_page *page, struct dictionary *dictionary,
                            const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        struct dictionary *item = dictionary_add(dictionary, "KEY_FIGURE");
        dictionary_set(item, "VALUE", html_text(page, block->key_figures[i].value));
        dictionary_set(item, "LABEL", html_text(page, block->key_figures[i].label));
    }
}

static void add_facts(struct html_page *page, struct dictionary *dictionary,
                      const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        struct dictionary *item = dictionary_add(dictionary, "FACT");
        dictionary_set(item, "KEY", html_text(page, block->facts[i].key));
        dictionary_set(item, "VALUE", html_text(page, block->facts[i].value));
    }
}

/* The templates let no address begin with another scheme than http and https: theirs does. */
static void set_address(struct dictionary *link, const char *url)
{
    static const char mail[] = "mailto:";
    size_t size = sizeof mail - 1;
    if (strncmp(url, mail, size) == 0)
        dictionary_set(dictionary_add(link, "MAIL"), "ADDRESS", url + size);
    else
        dictionary_set(dictionary_add(link, "PAGE"), "URL", url);
}

static void add_links(struct html_page *page, struct dictionary *dictionary,
                      const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const struct link_row *row = &block->links[i];
        struct dictionary *item = dictionary_add(dictionary, "LINK_ROW");
        dictionary_set_optional(item, "LABEL", html_text(page, row->label));
        for (size_t k = 0; k < row->count; k++) {
            struct dictionary *link = dictionary_add(item, "WEB_LINK");
            set_address(link, row->links[k].url);
            dictionary_set(link, "TEXT", html_text(page, row->links[k].text));
        }
        if (row->left_out)
            dictionary_set(dictionary_add(item, "MORE"), "COUNT",
                           arena_text(page->arena, COUNT_TEXT(row->left_out)));
    }
}

/* A shape and a word a level, so that nothing hangs on colour. */
static void set_level(struct dictionary *item, const char *level)
{
    static const struct {
        const char *level, *shape, *word;
    } levels[] = {{"bad", "SQUARE", "Problem"},
                  {"warn", "TRIANGLE", "Warning"},
                  {"note", "DOT", "Note"},
                  {"good", "RING", "Good"}};
    size_t i = 0;
    while (i < 3 && strcmp(levels[i].level, level) != 0)
        i++;
    if (strcmp(levels[i].level, level) != 0)
        i = 2;
    dictionary_show(item, levels[i].shape);
    dictionary_set(item, "LEVEL", levels[i].word);
}

static const struct figure *find_figure(const struct document *document, const char *id)
{
    for (size_t i = 0; i < document->section_count; i++) {
        const struct section *section = &document->sections[i];
        for (size_t k = 0; k < section->block_count; k++)
            if (section->blocks[k].kind == BLOCK_FIGURE &&
                strcmp(section->blocks[k].figure->id, id) == 0)
                return section->blocks[k].figure;
    }
    return NULL;
}

/* Under which heading the table is that has the anchor; NULL: there is none. */
static const char *find_list(const struct document *document, const char *anchor,
                             const struct section **in)
{
    for (size_t i = 0; i < document->section_count; i++) {
        const struct section *section = &document->sections[i];
        const char *heading = section->title;
        for (size_t k = 0; k < section->block_count; k++) {
            const struct block *block = &section->blocks[k];
            if (block->kind == BLOCK_SUBHEADING)
                heading = block->text;
            *in = section;
            if (block->kind == BLOCK_TABLE && texts_equal(block->table->anchor, anchor))
                return heading;
        }
    }
    return NULL;
}

static bool see_list(struct html_page *page, struct dictionary *item, const struct finding *finding)
{
    const struct section *in;
    const char *heading =
        finding->list ? find_list(page->request->document, finding->list, &in) : NULL;
    if (!heading)
        return false;
    struct dictionary *see = dictionary_add(item, "SEE");
    dictionary_set(see, "URL",
                   html_is_on(page, in)
                       ? arena_format(page->arena, "#%s", finding->list)
                       : arena_format(page->arena, "%s.html#%s", in->page, finding->list));
    dictionary_set(see, "NAME", html_text(page, heading));
    return true;
}

/* To the figure that shows a finding, or the list of attempts that it is about, else to its
 * section. */
static void add_see(struct html_page *page, struct dictionary *item, const struct finding *finding)
{
    const struct document *document = page->request->document;
    const struct figure *figure = finding->figure ? find_figure(document, finding->figure) : NULL;
    const struct section *section =
        finding->section ? document_find_section(document, finding->section) : NULL;
    if ((!figure && !section) || (!figure && see_list(page, item, finding)))
        return;
    struct dictionary *see = dictionary_add(item, "SEE");
    const char *name = section ? section->title : NULL;
    if (figure)
        name = figure->label ? figure->label : figure->title;
    dictionary_set(see, "URL", figure ? figure_url(page, figure) : html_section_url(page, section));
    dictionary_set(see, "NAME", html_text(page, name));
}

static void add_part(struct html_page *page, struct dictionary *item, const char *begin,
                     const char *end)
{
    if (begin < end)
        dictionary_set(dictionary_add(item, "PART"), "TEXT",
                       html_text(page,
                                 arena_text_of_size(page->arena, begin, (size_t)(end - begin))));
}

/* The advice as a whole, too: a site may have a template of its own. */
static void add_advice(struct html_page *page, struct dictionary *item,
                       const struct finding *finding)
{
    const char *at = finding->advice;
    if (!at)
        return;
    dictionary_set_optional(item, "ADVICE", html_text(page, finding->advice));
    for (size_t i = 0; i < finding->link_count; i++) {
        struct text_slice link = finding->links[i];
        add_part(page, item, at, link.text);
        struct dictionary *part = dictionary_add(dictionary_add(item, "PART"), "LINK");
        dictionary_set(part, "URL", arena_text_of_size(page->arena, link.text, link.size));
        at = link.text + link.size;
    }
    add_part(page, item, at, at + strlen(at));
}

static void add_findings(struct html_page *page, struct dictionary *dictionary,
                         const struct block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const struct finding *finding = &block->findings[i];
        struct dictionary *item = dictionary_add(dictionary, "FINDING");
        set_level(item, finding->level);
        dictionary_set(item, "SENTENCE", html_text(page, finding->sentence));
        add_advice(page, item, finding);
        add_see(page, item, finding);
    }
}

/* ---- tables --------------------------------------------------------------------------------- */

#define ROW_HEAD "ROW_HEAD"

static void add_cell(struct html_page *page, struct dictionary *row, const struct table_view *view,
                     size_t column, const char *section, const char *text)
{
    struct dictionary *cell = dictionary_add(row, section);
    dictionary_set(cell, "TEXT", html_text(page, text));
    if (view->has_files && strcmp(section, ROW_HEAD) == 0)
        dictionary_set(dictionary_add(cell, "FILE"), "URL", html_url(page->arena, text));
    if (view->aligns[column] == CELL_RIGHT)
        dictionary_show(cell, "NUMBER");
    else if (strlen(text) > LONGEST_ON_ONE_LINE)
        dictionary_show(cell, "WORDS");
}

/* The first cell names the row. */
static void add_row(struct html_page *page, struct dictionary *table, const struct table_view *view,
                    size_t row)
{
    struct dictionary *dictionary = dictionary_add(table, "ROW");
    if (view->last_row_is_total && row + 1 == view->rows)
        dictionary_show(dictionary, "TOTAL");
    for (size_t column = 0; column < view->columns; column++)
        add_cell(page, dictionary, view, column, column ? "CELL" : ROW_HEAD,
                 view->cells[row * view->columns + column]);
}

static void add_rest(struct html_page *page, struct dictionary *link, const struct table_rest *rest)
{
    bool in_appendix = strcmp(rest->section->id, "appendix") == 0;
    const char *rows = count_text(page->arena, (double)rest->rows, "row", "rows");
    const char *url =
        html_is_on(page, rest->section)
            ? arena_format(page->arena, "#%s", rest->anchor)
            : arena_format(page->arena, "%s.html#%s", rest->section->page, rest->anchor);
    dictionary_set(link, "URL", url);
    dictionary_set(link, "NAME",
                   html_text(page, arena_format(page->arena, "%s %s%s%s",
                                                rest->rows < rest->all ? "the first" : "all", rows,
                                                in_appendix ? " in the appendix" : " in ",
                                                in_appendix ? "" : rest->section->title)));
}

static void add_data_file(struct html_page *page, struct dictionary *table, const char *section,
                          const char *path)
{
    if (!path)
        return;
    struct dictionary *file = dictionary_add(table, section);
    dictionary_set(file, "URL", html_url(page->arena, path));
    dictionary_set(file, "NAME", html_text(page, path));
}

static void add_source(struct html_page *page, struct dictionary *table,
                       const struct table_view *view)
{
    char count[64];
    if (view->left_out) {
        struct dictionary *rest = dictionary_add(table, "LEFT_OUT");
        quantity_format_fixed((double)view->left_out, 0, count, sizeof count);
        dictionary_set(rest, "COUNT",
                       arena_format(page->arena, "%s more %s not shown", count,
                                    view->left_out == 1 ? "row" : "rows"));
    }
    if (view->rest)
        add_rest(page, dictionary_add(table, "REST"), view->rest);
    add_data_file(page, table, "SOURCE", view->source);
    add_data_file(page, table, "ALL_ATTEMPTS", view->all_attempts);
}

/* The script searches the rows of the page; it says of how many, and where all are. */
static void add_filter(struct html_page *page, struct dictionary *filter,
                       const struct table_view *view)
{
    if (!view->left_out)
        return;
    struct dictionary *all = dictionary_add(filter, "ALL");
    dictionary_set(all, "COUNT", arena_format(page->arena, "%zu", view->rows + view->left_out));
    if (view->all_attempts)
        dictionary_set(dictionary_add(all, "FILE"), "NAME", html_text(page, view->all_attempts));
}

static void add_table(struct html_page *page, struct dictionary *dictionary,
                      const struct block *block)
{
    const struct table_view *view = block->table;
    const char *name = view->caption ? view->caption : page->heading;
    dictionary_set(dictionary, "NAME", html_text(page, name ? name : "Table"));
    if (view->anchor)
        dictionary_set(dictionary_add(dictionary, "ANCHOR"), "ID", html_text(page, view->anchor));
    dictionary_set_optional(dictionary, "CAPTION", html_text(page, view->caption));
    if (view->rows > LONG_TABLE_ROWS)
        dictionary_show(dictionary, "LONG");
    if (view->has_filter)
        add_filter(page, dictionary_add(dictionary, "FILTER"), view);
    for (size_t column = 0; column < view->columns; column++)
        add_cell(page, dictionary, view, column, "HEAD", view->heads[column]);
    for (size_t row = 0; row < view->rows; row++)
        add_row(page, dictionary, view, row);
    if (view->left_out || view->source)
        add_source(page, dictionary_add(dictionary, "NOTE"), view);
}

/* ---- code ----------------------------------------------------------------------------------- */

/* Text between tags is escaped by the template; a line feed stays one in <pre>. */
static void add_code(struct html_page *page, struct dictionary *dictionary,
                     const struct block *block)
{
    dictionary_set(dictionary, "CAPTION", html_text(page, block->caption));
    dictionary_set(dictionary, "URL", html_url(page->arena, block->source));
    dictionary_set(dictionary, "NAME", html_text(page, block->source));
    for (const char *line = block->text; *line;) {
        size_t size = strcspn(line, "\n");
        const char *text = arena_text_of_size(page->arena, line, size);
        dictionary_set(dictionary_add(dictionary, "LINE"), "TEXT", html_text(page, text));
        line += size + (line[size] == '\n');
    }
}

/* ---- all of them ---------------------------------------------------------------------------- */

static const struct {
    const char *template_name;
    void (*add)(struct html_page *page, struct dictionary *dictionary, const struct block *block);
} kinds[] = {
    [BLOCK_PARAGRAPH] = {"paragraph.tpl", add_paragraph},
    [BLOCK_STATEMENT] = {"statement.tpl", add_paragraph},
    [BLOCK_SUBHEADING] = {"subheading.tpl", add_subheading},
    [BLOCK_KEY_FIGURES] = {"key_figures.tpl", add_key_figures},
    [BLOCK_FINDINGS] = {"findings.tpl", add_findings},
    [BLOCK_MULTIPLES] = {"multiples.tpl", add_multiples},
    [BLOCK_FIGURE] = {"figure.tpl", add_figure},
    [BLOCK_TABLE] = {"table.tpl", add_table},
    [BLOCK_FACTS] = {"facts.tpl", add_facts},
    [BLOCK_DEFINITIONS] = {"definitions.tpl", add_facts},
    [BLOCK_CODE] = {"code.tpl", add_code},
    [BLOCK_LINKS] = {"links.tpl", add_links},
};

size_t html_template_count(void)
{
    return sizeof kinds / sizeof kinds[0] + 1;
}

const char *html_template_at(size_t index)
{
    return index < sizeof kinds / sizeof kinds[0] ? kinds[index].template_name : picture_template;
}

const char *html_block_id(const struct html_page *page, const struct section *section, size_t index)
{
    const struct block *block = &section->blocks[index];
    if (block->kind == BLOCK_SUBHEADING)
        return arena_format(page->arena, "%s_%zu", section->id, index);
    bool is_home = block->kind == BLOCK_FIGURE &&
                   figure_home(page->request->document, block->figure) == section;
    return is_home ? figure_id(page->arena, block->figure) : NULL;
}

void html_add_block(struct html_page *page, struct dictionary *dictionary,
                    const struct section *section, size_t index)
{
    const struct block *block = &section->blocks[index];
    struct dictionary *included =
        dictionary_include(dictionary, "BLOCK", kinds[block->kind].template_name);
    dictionary_set_optional(included, "ID", html_block_id(page, section, index));
    kinds[block->kind].add(page, included, block);
}
