#include "drawing.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "datapackage.h"
#include "drawn_figures.h"
#include "figure/charts/figures.h"
#include "page/content/page_parts.h"
#include "page/content/pages.h"
#include "page/content/subject.h"
#include "page/paper/pdf.h"
#include "page/web/html_write.h"
#include "publish/staging.h"
#include "render/surface.h"
#include "report_files.h"
#include "report_links.h"
#include "report_logo.h"
#include "report_overview.h"
#include "settings_files.h"
#include "table/published.h"
#include "table/table_csv.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"
#include "util/path.h"
#include "version.h"

/* Enough for the pixels of a tall figure in two themes, and for what they are packed from and to.
 */
enum { IMAGES_SIZE = 32 << 20 };

static const char manifest_name[] = "data/manifest.json";
static const char datapackage_name[] = "data/datapackage.json";

/* What whichever process is free does next: a table, or a figure's images or numbers. */
struct task {
    enum { TASK_TABLE, TASK_IMAGES, TASK_FIGURE_JSON } kind;
    const struct figure *figure;
    const struct table *table;
};

struct drawing {
    const struct drawing_request *request;
    const char *directory; /* staged */
    const struct theme *theme;
    struct figures figures;
    struct document document;
    struct text_engine *text;
    struct task *tasks;
    size_t task_count;
    const char *pages[16];
    size_t page_count;
};

const char *report_stem(struct arena *arena, const char *job_id)
{
    enum { LONGEST = 64 };
    if (!job_id || !*job_id)
        return "job-report";
    char *stem = arena_format(arena, "job-report-%.*s", LONGEST, job_id);
    for (char *c = stem; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", *c))
            *c = '_';
    return stem;
}

static bool wants(const struct drawing *drawing, enum output_format format)
{
    return drawing->request->options->formats & format;
}

/* Pages show PNGs unless SVG is all there is. */
static bool wants_png(const struct drawing *drawing)
{
    return wants(drawing, OUTPUT_PNG) ||
           (wants(drawing, OUTPUT_HTML) && !wants(drawing, OUTPUT_SVG));
}

static bool wants_dark_png(const struct drawing *drawing)
{
    return wants_png(drawing) && wants(drawing, OUTPUT_HTML) && !drawing->request->options->dark;
}

static bool wants_images(const struct drawing *drawing)
{
    return wants_png(drawing) || wants(drawing, OUTPUT_SVG);
}

/* ---- tasks ------------------------------------------------------------------------------------
 */

static void add_task(struct drawing *drawing, struct task task)
{
    drawing->tasks[drawing->task_count++] = task;
}

/* What takes long comes first, so that no process is left with it at the end. */
static void list_tasks(struct drawing *drawing)
{
    const struct figures *figures = &drawing->figures;
    size_t most = figures->count * 2 + table_schema_count();
    drawing->tasks = arena_alloc_array(drawing->request->arena, most, sizeof *drawing->tasks);
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(drawing->request->tables, table_schema_at(i)->name);
        if (table)
            add_task(drawing, (struct task){.kind = TASK_TABLE, .table = table});
    }
    for (size_t i = 0; i < figures->count && wants_images(drawing); i++)
        add_task(drawing, (struct task){.kind = TASK_IMAGES, .figure = &figures->items[i]});
    for (size_t i = 0; i < figures->count; i++)
        add_task(drawing, (struct task){.kind = TASK_FIGURE_JSON, .figure = &figures->items[i]});
}

static const char *file_path(const struct drawing *drawing, const char *folder, const char *name,
                             const char *ending)
{
    return arena_format(drawing->request->arena, "%s/%s/%s%s", drawing->directory, folder, name,
                        ending);
}

/* Each process makes an engine of its own when it first needs one: Pango starts threads, and a fork
 * beside a thread can leave a child waiting for ever. */
static bool need_text(struct drawing *drawing, struct error *error)
{
    const struct drawing_request *request = drawing->request;
    if (!drawing->text)
        drawing->text =
            text_engine_new(path_join(request->arena, request->environment->resources, "fonts"),
                            error);
    return drawing->text != NULL;
}

static const char *const variants[] = {
    [IMAGE_FULL] = "", [IMAGE_NARROW] = "-narrow", [IMAGE_SMALL] = "-small"};

/* An image may leave its report: the label says on it what was run. */
static const char *label_of(const struct drawing *drawing)
{
    enum { LONGEST_LABEL = 200 };
    const struct drawing_request *request = drawing->request;
    return plain_text(request->arena, request->manifest->facts.label, LONGEST_LABEL);
}

static bool write_pngs(struct drawing *drawing, const struct figure *figure, enum image_form form,
                       struct error *error)
{
    const char *run = label_of(drawing);
    const struct image images[] = {{figure, form, drawing->theme, drawing->text, run},
                                   {figure, form, theme_by_name("dark"), drawing->text, run}};
    const char *stem = arena_format(drawing->request->arena, "%s%s", figure->id, variants[form]);
    const char *const paths[] = {file_path(drawing, "plots", stem, ".png"),
                                 file_path(drawing, "plots", stem, "-dark.png")};
    return image_write_pngs(images, paths, wants_dark_png(drawing) ? 2 : 1,
                            drawing->request->options->dpi, error);
}

/* A page needs no SVG of a small or narrow image beside its PNG. */
static bool write_images(struct drawing *drawing, const struct figure *figure, enum image_form form,
                         struct error *error)
{
    if (!need_text(drawing, error))
        return false;
    const struct image image = {figure, form, drawing->theme, drawing->text, label_of(drawing)};
    bool with_svg = wants(drawing, OUTPUT_SVG) && !(form != IMAGE_FULL && wants_png(drawing));
    const char *stem = arena_format(drawing->request->arena, "%s%s", figure->id, variants[form]);
    return (!wants_png(drawing) || write_pngs(drawing, figure, form, error)) &&
           (!with_svg ||
            image_write_svg(&image, file_path(drawing, "plots", stem, ".svg"), error)) &&
           text_engine_check(drawing->text, error);
}

static bool write_figure_json(const struct drawing *drawing, const struct figure *figure,
                              struct error *error)
{
    const char *path = file_path(drawing, "figures", figure->id, ".json");
    struct strbuf text;
    strbuf_init(&text);
    figure_write_json(figure, &text);
    bool good = path_write(path, text.text, text.size, error);
    strbuf_release(&text);
    return good;
}

static bool write_table(const struct drawing *drawing, const struct table *table,
                        struct error *error)
{
    const char *path = file_path(drawing, "data", table->schema->name, ".csv");
    struct strbuf text;
    struct arena arena;
    strbuf_init(&text);
    arena_init(&arena);
    table_write_csv(table_as_published(drawing->request->tables, table, &arena), &text);
    bool good = path_write(path, text.text, text.size, error);
    arena_release(&arena);
    strbuf_release(&text);
    return good;
}

static bool run_task(void *context, size_t index, struct error *error)
{
    struct drawing *drawing = context;
    const struct task *task = &drawing->tasks[index];
    bool good = false;
    switch (task->kind) {
    case TASK_TABLE:
        good = write_table(drawing, task->table, error);
        break;
    case TASK_IMAGES:
        good = write_images(drawing, task->figure, IMAGE_FULL, error) &&
               (!wants(drawing, OUTPUT_HTML) ||
                write_images(drawing, task->figure, IMAGE_NARROW, error));
        break;
    case TASK_FIGURE_JSON:
        good = write_figure_json(drawing, task->figure, error);
        break;
    }
    progress_add(drawing->request->progress, 1);
    return good;
}

/* ---- what one process does alone ----------------------------------------------------------------
 */

static void list_inputs(const struct drawing *drawing)
{
    const struct inputs *inputs = drawing->request->inputs;
    struct manifest *manifest = drawing->request->manifest;
    if (!inputs)
        return;
    manifest->input_count = inputs->count;
    manifest->inputs =
        arena_alloc_array(drawing->request->arena, inputs->count, sizeof *manifest->inputs);
    for (size_t i = 0; i < inputs->count; i++)
        manifest->inputs[i] = (struct input_row){
            .path = inputs->records[i].name ? inputs->records[i].name : inputs->records[i].path,
            .format = inputs->records[i].format,
            .checksum = inputs->records[i].checksum,
            .size = (double)inputs->records[i].size,
            .records = (double)inputs->records[i].records,
            .rejected = (double)inputs->records[i].rejected,
            .end = manifest_end_word(inputs->records[i].end),
        };
}

static void make_document(struct drawing *drawing)
{
    const struct drawing_request *request = drawing->request;
    const struct link_rows links =
        report_links_fill(&request->manifest->links, &request->manifest->facts, request->tables,
                          request->environment, request->arena);
    struct page_request page = {
        .tables = request->tables,
        .facts = &request->manifest->facts,
        .figures = &drawing->figures,
        .inputs = request->manifest->inputs,
        .input_count = request->manifest->input_count,
        .exports = request->exports->files,
        .export_count = request->exports->file_count,
        .all_attempts = all_attempts_file(request->all_attempts, request->manifest),
        .links = links.items,
        .link_row_count = links.count,
        .units = request->options->units,
        .rules = request->rules,
    };
    kind_names_make(&page.kind_names, request->tables, request->arena);
    struct document *document = &drawing->document;
    const char *label = label_of(drawing);
    document->created = request->manifest->created;
    document->program = "jobreport " JOBREPORT_VERSION;
    document->logo = request->manifest->logo.bytes ? &request->manifest->logo : NULL;
    document->logo_alt = label && *label ? label : "Logo";
    document->pdf_name =
        wants(drawing, OUTPUT_PDF)
            ? arena_format(request->arena, "%s.pdf",
                           report_stem(request->arena, request->manifest->facts.job_id))
            : NULL;
    document_make(document, &page, request->arena);
}

static bool write_pdf(struct drawing *drawing, struct error *error)
{
    const struct options *options = drawing->request->options;
    const char *path =
        path_join(drawing->request->arena, drawing->directory, drawing->document.pdf_name);
    return need_text(drawing, error) &&
           pdf_write(&drawing->document, drawing->text, options->letter ? PAPER_LETTER : PAPER_A4,
                     drawing->theme, path, error) &&
           text_engine_check(drawing->text, error);
}

const char **drawing_template_directories(const struct options *options,
                                          const struct environment *environment, size_t *count)
{
    const struct text_list *given = &options->templates;
    const char **directories =
        arena_alloc_array(options->arena, given->count + 1, sizeof *directories);
    for (size_t i = 0; i < given->count; i++)
        directories[i] = given->items[given->count - 1 - i];
    directories[given->count] = path_join(options->arena, environment->resources, "templates");
    *count = given->count + 1;
    return directories;
}

static bool write_small_images(struct drawing *drawing, const struct block *block,
                               struct error *error)
{
    bool good = true;
    for (size_t i = 0; i < block->count && good; i++) {
        struct figure small;
        figure_make_small(block->multiples[i], drawing->request->arena, &small);
        good = write_images(drawing, &small, IMAGE_SMALL, error);
    }
    return good;
}

/* Which figures stand among the small multiples is known only now that the document is made. */
static bool write_multiples(struct drawing *drawing, struct error *error)
{
    const struct document *document = &drawing->document;
    for (size_t i = 0; i < document->section_count; i++)
        for (size_t k = 0; k < document->sections[i].block_count; k++) {
            const struct block *block = &document->sections[i].blocks[k];
            if (block->kind == BLOCK_MULTIPLES && !write_small_images(drawing, block, error))
                return false;
        }
    return true;
}

static const char *const *export_names(const struct drawing *drawing, size_t *count)
{
    const struct report_exports *exports = drawing->request->exports;
    const char **names =
        arena_alloc_array(drawing->request->arena, exports->file_count, sizeof *names);
    for (size_t i = 0; i < exports->file_count; i++)
        names[i] = exports->files[i].name;
    *count = exports->file_count;
    return names;
}

static bool write_html(struct drawing *drawing, struct error *error)
{
    struct html_request html = {
        .document = &drawing->document,
        .directory = drawing->directory,
        .tables = drawing->request->tables,
        .dpi = drawing->request->options->dpi,
        .with_png = wants_png(drawing),
        .with_dark_png = wants_dark_png(drawing),
        .with_svg = wants(drawing, OUTPUT_SVG),
        .dark = drawing->request->options->dark,
        .all_attempts = drawing->request->all_attempts->name,
    };
    html.exports = export_names(drawing, &html.export_count);
    html.template_directories =
        drawing_template_directories(drawing->request->options, drawing->request->environment,
                                     &html.template_directory_count);
    return write_multiples(drawing, error) && html_write(&html, error);
}

static void list_pages(struct drawing *drawing)
{
    const struct document *document = &drawing->document;
    for (size_t i = 0; i < document->section_count; i++) {
        const char *page = document->sections[i].page;
        size_t k = 0;
        while (k < drawing->page_count && strcmp(drawing->pages[k], page) != 0)
            k++;
        if (k == drawing->page_count && k < sizeof drawing->pages / sizeof *drawing->pages)
            drawing->pages[drawing->page_count++] = page;
    }
}

/* The first of the small multiples, in the file that write_images gives it. */
static void describe_thumbnail(const struct drawing *drawing, struct manifest_contents *contents)
{
    const struct block *block = document_find_block(&drawing->document, BLOCK_MULTIPLES);
    struct arena *arena = drawing->request->arena;
    if (!wants(drawing, OUTPUT_HTML) || !block)
        return;
    const struct figure *figure = block->multiples[0];
    contents->thumbnail =
        arena_format(arena, "plots/%s-small.%s", figure->id, wants_png(drawing) ? "png" : "svg");
    if (wants_dark_png(drawing))
        contents->dark_thumbnail = arena_format(arena, "plots/%s-small-dark.png", figure->id);
    contents->thumbnail_alt = figure->alt ? figure->alt : figure->title;
}

static void describe_report(const struct drawing *drawing, struct manifest_contents *contents)
{
    const struct block *block = document_find_block(&drawing->document, BLOCK_KEY_FIGURES);
    contents->start = drawing->document.facts->start;
    contents->end = drawing->document.facts->end;
    contents->tasks = subject_tasks(drawing->request->tables);
    if (block) {
        contents->key_figures = block->key_figures;
        contents->key_figure_count = block->count;
    }
    describe_thumbnail(drawing, contents);
}

/* Those that are there by now, and the manifest itself. */
static bool list_files(const struct drawing *drawing, struct manifest_contents *contents,
                       struct error *error)
{
    struct arena *arena = drawing->request->arena;
    const char *manifest = path_join(arena, drawing->directory, manifest_name);
    return path_write(manifest, "", 0, error) &&
           report_files_list(drawing->directory, arena, &contents->files, &contents->file_count,
                             error);
}

/* Comes last: it lists all others. */
static bool write_manifest(struct drawing *drawing, struct error *error)
{
    const struct drawing_request *request = drawing->request;
    if (wants(drawing, OUTPUT_HTML))
        list_pages(drawing);
    struct manifest_contents contents = {
        .manifest = request->manifest,
        .options = request->options,
        .tables = request->tables,
        .figures = &drawing->figures,
        .heading = drawing->document.heading,
        .pdf_name = drawing->document.pdf_name,
        .pages = drawing->pages,
        .page_count = drawing->page_count,
    };
    describe_report(drawing, &contents);
    return datapackage_write(request->tables, request->all_attempts->resource, contents.heading,
                             path_join(request->arena, drawing->directory, datapackage_name),
                             error) &&
           list_files(drawing, &contents, error) &&
           manifest_write(&contents, path_join(request->arena, drawing->directory, manifest_name),
                          error);
}

static bool write_document(void *context, struct error *error)
{
    struct drawing *drawing = context;
    const struct drawing_request *request = drawing->request;
    list_inputs(drawing);
    make_document(drawing);
    return report_overview_write(&drawing->document, request->tables, drawing->directory, error) &&
           settings_files_write(request->tables, request->manifest, drawing->directory,
                                request->arena, error) &&
           (!wants(drawing, OUTPUT_PDF) || write_pdf(drawing, error)) &&
           (!wants(drawing, OUTPUT_HTML) || write_html(drawing, error));
}

/* ---- the whole ---- */

static bool make_directories(const struct drawing *drawing, struct error *error)
{
    const char *names[] = {"data", "figures",
                           wants_images(drawing) && drawing->figures.count ? "plots" : NULL,
                           wants(drawing, OUTPUT_HTML) ? "assets" : NULL};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] &&
            !path_make_directory(path_join(drawing->request->arena, drawing->directory, names[i]),
                                 error))
            return false;
    return true;
}

static bool draw_into(struct drawing *drawing, struct error *error)
{
    const struct drawing_request *request = drawing->request;
    if (!drawn_figures_make(&drawing->figures, drawing->request, error) ||
        !make_directories(drawing, error))
        return false;
    list_tasks(drawing);
    request->environment->say(request->environment->context,
                              arena_format(request->arena, "%zu figures", drawing->figures.count));
    progress_begin(request->progress, "drawing", drawing->task_count);
    memory_keep_freed(IMAGES_SIZE);
    bool good =
        parallel_processes(request->options->jobs, drawing->task_count, run_task, write_document,
                           drawing, error) &&
        report_exports_write(request->exports, drawing->directory, error) &&
        all_attempts_write(request->all_attempts, drawing->directory, error) &&
        report_logo_write(&request->manifest->logo, drawing->directory, request->arena, error) &&
        write_manifest(drawing, error);
    if (drawing->text)
        text_engine_free(drawing->text);
    return good;
}

bool drawing_make(const struct drawing_request *request, const char *target, struct error *error)
{
    struct staging staging;
    if (!staging_begin(&staging, target, &report_owner, error))
        return false;
    struct drawing drawing = {
        .request = request,
        .directory = staging.path,
        .theme = theme_by_name(request->options->dark ? "dark" : "light"),
    };
    const struct environment *environment = request->environment;
    staging.note = environment->note;
    staging.context = environment->context;
    staging.source = request->source;
    bool good = draw_into(&drawing, error) &&
                environment->can_announce(environment->context, error) &&
                staging_commit(&staging, error);
    if (!good)
        staging_abandon(&staging);
    return good;
}

bool drawing_write_figures_text(const struct drawing_request *request, struct strbuf *out,
                                struct error *error)
{
    struct drawing drawing = {.request = request};
    if (!drawn_figures_make(&drawing.figures, request, error))
        return false;
    for (size_t i = 0; i < drawing.figures.count; i++)
        figure_write_json(&drawing.figures.items[i], out);
    return true;
}

/* The pages of a report that is not written. */
static bool make_pages(struct drawing *drawing, struct error *error)
{
    if (!drawn_figures_make(&drawing->figures, drawing->request, error))
        return false;
    list_inputs(drawing);
    make_document(drawing);
    return true;
}

bool drawing_write_document_text(const struct drawing_request *request, struct strbuf *out,
                                 struct error *error)
{
    struct drawing drawing = {.request = request};
    if (!make_pages(&drawing, error))
        return false;
    document_write_text(&drawing.document, out);
    return true;
}

bool drawing_write_overview(const struct drawing_request *request, struct strbuf *out,
                            struct error *error)
{
    struct drawing drawing = {.request = request};
    if (!make_pages(&drawing, error))
        return false;
    report_overview_print(&drawing.document, request->tables, request->options->json,
                          request->environment->style, out);
    return true;
}
