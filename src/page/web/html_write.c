#include "page/web/html_write.h"

#include <math.h>
#include <string.h>

#include "page/web/html_blocks.h"
#include "page/web/html_parts.h"
#include "render/picture.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { MOST_SIDE_ENTRIES = 60 };

static const char page_template[] = "page.tpl", style_sheet[] = "report.css",
                  script[] = "report.js";

/* ---- pages ---------------------------------------------------------------------------------- */

struct page_names {
    const char **items;
    size_t count;
};

/* A page's name becomes that of a file. */
static void check_page_name(const char *name)
{
    if (!*name || name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
        BUG("a page named \"%s\"", name);
}

static void add_page_name(struct page_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return;
    check_page_name(name);
    names->items[names->count++] = name;
}

/* In the document's order, but for the page that all others lead back to. */
static struct page_names list_pages(const struct document *document, struct arena *arena)
{
    struct page_names names = {arena_alloc_array(arena, document->section_count + 1,
                                                 sizeof *names.items),
                               0};
    add_page_name(&names, "index");
    for (size_t i = 0; i < document->section_count; i++)
        add_page_name(&names, document->sections[i].page);
    return names;
}

/* ---- frame ---------------------------------------------------------------------------------- */

static const char *page_title(const struct html_page *page, const char *title)
{
    if (strcmp(page->name, "index") == 0)
        return title;
    return arena_format(page->arena, "%s – %s", html_page_label(page->arena, page->name), title);
}

/* Pages follow the reader's choice of light or dark where there are figures for both. */
static const char *scheme_of(const struct html_request *request)
{
    if (request->with_png && request->with_dark_png)
        return "light-or-dark";
    return request->dark ? "dark" : "light";
}

/* In pixels of CSS; of one that is small, as large as it is. */
static void add_logo(struct html_page *page, struct dictionary *top)
{
    static const double widest = 160, highest = 40;
    const struct document *document = page->request->document;
    if (!document->logo)
        return;
    const struct picture_extent extent = picture_fit(document->logo, widest, highest, 1);
    struct dictionary *logo = dictionary_add(top, "LOGO");
    dictionary_set(logo, "ALT", html_text(page, document->logo_alt));
    dictionary_set(logo, "WIDTH", arena_format(page->arena, "%.0f", fmax(1, extent.width)));
    dictionary_set(logo, "HEIGHT", arena_format(page->arena, "%.0f", fmax(1, extent.height)));
}

static void set_masthead(struct html_page *page, struct dictionary *top)
{
    const struct document *document = page->request->document;
    const char *title = html_text(page, document->title);
    if (!title || !*title)
        title = "Job report";
    add_logo(page, top);
    dictionary_set(top, "SCHEME", scheme_of(page->request));
    dictionary_set(top, "PAGE_TITLE", page_title(page, title));
    dictionary_set(top, "TITLE", title);
    dictionary_set(top, "PAGE", html_page_label(page->arena, page->name));
    dictionary_show(top, strcmp(page->name, "index") == 0 ? "IS_INDEX" : "IS_OTHER");
    dictionary_set_optional(top, "SUBTITLE", html_text(page, document->subtitle));
    dictionary_set_optional(top, "PERIOD", html_text(page, document->period));
    if (document->pdf_name && *document->pdf_name)
        dictionary_set_optional(top, "PDF", html_url(page->arena, document->pdf_name));
}

static void add_page_links(struct html_page *page, struct dictionary *top,
                           const struct page_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        struct dictionary *link = dictionary_add(top, "PAGE_LINK");
        dictionary_set(link, "URL", arena_format(page->arena, "%s.html", names->items[i]));
        dictionary_set(link, "NAME", html_page_label(page->arena, names->items[i]));
        if (strcmp(names->items[i], page->name) == 0)
            dictionary_show(link, "CURRENT");
    }
}

static void add_link(struct dictionary *parent, const char *section, const char *url,
                     const char *name)
{
    struct dictionary *link = dictionary_add(parent, section);
    dictionary_set(link, "URL", url);
    dictionary_set(link, "NAME", name);
}

static const char *short_title(const struct block *block)
{
    return block->figure->label ? block->figure->label : block->figure->title;
}

/* The short title of a figure, unless another of the section has the same. */
static const char *figure_entry(const struct section *section, const struct block *block)
{
    const char *name = short_title(block);
    for (size_t i = 0; name && i < section->block_count; i++) {
        const struct block *other = &section->blocks[i];
        const char *same =
            other->kind == BLOCK_FIGURE && other != block ? short_title(other) : NULL;
        if (same && strcmp(same, name) == 0)
            return block->figure->title;
    }
    return name;
}

/* What the side list names below a section. */
static const char *entry_name(const struct section *section, size_t index)
{
    const struct block *block = &section->blocks[index];
    if (block->kind == BLOCK_SUBHEADING)
        return block->text;
    return block->kind == BLOCK_FIGURE ? figure_entry(section, block) : NULL;
}

static size_t count_entries(const struct html_page *page)
{
    const struct document *document = page->request->document;
    size_t count = 0;
    for (size_t i = 0; i < document->section_count; i++) {
        const struct section *section = &document->sections[i];
        for (size_t k = 0; k < section->block_count && html_is_on(page, section); k++)
            count += entry_name(section, k) != NULL;
        count += html_is_on(page, section);
    }
    return count;
}

static void add_section_link(struct html_page *page, struct dictionary *side,
                             const struct section *section, bool with_entries)
{
    struct dictionary *group = dictionary_add(side, "GROUP");
    struct dictionary *entries = NULL;
    add_link(group, "SECTION_LINK", html_section_url(page, section),
             html_text(page, section->title));
    for (size_t i = 0; i < section->block_count && with_entries; i++) {
        const char *name = entry_name(section, i);
        const char *id = html_block_id(page, section, i);
        if (!name || !id)
            continue;
        if (!entries)
            entries = dictionary_add(group, "ENTRIES");
        add_link(entries, "ENTRY", arena_format(page->arena, "#%s", id), html_text(page, name));
    }
}

static void add_side_list(struct html_page *page, struct dictionary *top)
{
    const struct document *document = page->request->document;
    size_t count = count_entries(page);
    if (count < 2)
        return;
    struct dictionary *side = dictionary_add(top, "SIDE");
    for (size_t i = 0; i < document->section_count; i++)
        if (html_is_on(page, &document->sections[i]))
            add_section_link(page, side, &document->sections[i], count <= MOST_SIDE_ENTRIES);
}

static void add_file_link(struct html_page *page, struct dictionary *top, const char *folder,
                          const char *file)
{
    add_link(top, "DATA_LINK",
             html_url(page->arena, arena_format(page->arena, "%s/%s", folder, file)),
             html_text(page, file));
}

static void add_data_link(struct html_page *page, struct dictionary *top, const char *file)
{
    add_file_link(page, top, "data", file);
}

static void add_data_links(struct html_page *page, struct dictionary *top)
{
    const struct tables *tables = page->request->tables;
    for (size_t i = 0; tables && i < table_schema_count(); i++) {
        const char *name = table_schema_at(i)->name;
        if (tables_find(tables, name))
            add_data_link(page, top, arena_format(page->arena, "%s.csv", name));
    }
    if (page->request->all_attempts)
        add_data_link(page, top, page->request->all_attempts);
    add_data_link(page, top, "manifest.json");
    for (size_t i = 0; i < page->request->export_count; i++)
        add_file_link(page, top, "export", page->request->exports[i]);
}

static void set_footer(struct html_page *page, struct dictionary *top)
{
    const struct document *document = page->request->document;
    char moment[64], zone[64], iso[64];
    dictionary_set_optional(top, "PROGRAM", html_text(page, document->program));
    add_data_links(page, top);
    if (number_is_missing(document->created))
        return;
    struct dictionary *made = dictionary_add(top, "MADE");
    instant_format(document->created, INSTANT_MINUTE, moment, sizeof moment);
    instant_zone_name(document->created, zone, sizeof zone);
    instant_format(document->created, INSTANT_ISO, iso, sizeof iso);
    dictionary_set(made, "MOMENT", arena_format(page->arena, "%s %s", moment, zone));
    dictionary_set(made, "ISO", arena_text(page->arena, iso));
}

/* ---- sections ------------------------------------------------------------------------------- */

static void add_section(struct html_page *page, struct dictionary *top,
                        const struct section *section)
{
    struct dictionary *dictionary = dictionary_add(top, "SECTION");
    dictionary_set(dictionary, "ID", section->id);
    dictionary_set(dictionary, "HEADING", html_text(page, section->title));
    /* The summary stands right under the title and needs no heading for the eye. */
    if (section == page->request->document->sections)
        dictionary_show(dictionary, "UNSEEN");
    page->heading = section->title;
    for (size_t i = 0; i < section->block_count; i++)
        html_add_block(page, dictionary, section, i);
}

static void add_sections(struct html_page *page, struct dictionary *top)
{
    const struct document *document = page->request->document;
    for (size_t i = 0; i < document->section_count; i++)
        if (html_is_on(page, &document->sections[i]))
            add_section(page, top, &document->sections[i]);
}

static bool needs_script(const struct block *block)
{
    return block->kind == BLOCK_CODE || (block->kind == BLOCK_TABLE && block->table->has_filter);
}

/* On that page, or on any (NULL). */
static bool has_script(const struct document *document, const char *page)
{
    for (size_t i = 0; i < document->section_count; i++)
        for (size_t k = 0; k < document->sections[i].block_count; k++)
            if ((!page || strcmp(document->sections[i].page, page) == 0) &&
                needs_script(&document->sections[i].blocks[k]))
                return true;
    return false;
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool write_page(struct html_page *page, const struct templates *templates,
                       const struct page_names *names, struct strbuf *text, struct error *error)
{
    struct dictionary *top = dictionary_new();
    set_masthead(page, top);
    add_page_links(page, top, names);
    add_side_list(page, top);
    add_sections(page, top);
    /* The script has nothing to do on other pages: those allow none. */
    bool with_script = has_script(page->request->document, page->name);
    dictionary_show(top, with_script ? "WITH_SCRIPT" : "WITHOUT_SCRIPT");
    set_footer(page, top);
    strbuf_clear(text);
    bool good = templates_expand(templates, page_template, top, text, error);
    dictionary_free(top);
    const char *path =
        arena_format(page->arena, "%s/%s.html", page->request->directory, page->name);
    return good && path_write(path, text->text, text->size, error);
}

static bool write_pages(const struct html_request *request, const struct templates *templates,
                        struct error *error)
{
    struct arena arena;
    struct strbuf text;
    arena_init(&arena);
    strbuf_init(&text);
    struct page_names names = list_pages(request->document, &arena);
    bool good = true;
    for (size_t i = 0; i < names.count && good; i++) {
        struct html_page page = {.request = request, .arena = &arena, .name = names.items[i]};
        good = write_page(&page, templates, &names, &text, error);
    }
    strbuf_release(&text);
    arena_release(&arena);
    return good;
}

static bool write_asset(const struct html_request *request, const struct templates *templates,
                        const char *name, struct error *error)
{
    struct arena arena;
    struct strbuf text;
    arena_init(&arena);
    strbuf_init(&text);
    const char *assets = path_join(&arena, request->directory, "assets");
    bool good = templates_read(templates, name, &text, error) &&
                (path_is_directory(assets) || path_make_directory(assets, error)) &&
                path_write(path_join(&arena, assets, name), text.text, text.size, error);
    strbuf_release(&text);
    arena_release(&arena);
    return good;
}

static bool load_templates(struct templates *templates, struct error *error)
{
    if (!templates_load(templates, page_template, error))
        return false;
    for (size_t i = 0; i < html_template_count(); i++)
        if (!templates_load(templates, html_template_at(i), error))
            return false;
    return true;
}

bool html_write(const struct html_request *request, struct error *error)
{
    struct templates *templates =
        templates_new(request->template_directories, request->template_directory_count);
    bool good =
        load_templates(templates, error) && write_asset(request, templates, style_sheet, error) &&
        (!has_script(request->document, NULL) || write_asset(request, templates, script, error)) &&
        write_pages(request, templates, error);
    templates_free(templates);
    return good;
}
