#include "drawing.h"

#include <stdio.h>
#include <string.h>

#include "figure/chart.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/pdf.h"
#include "publish/staging.h"
#include "render/surface.h"
#include "table/table_csv.h"
#include "util/parallel.h"
#include "util/path.h"

enum task_kind { TASK_PNG, TASK_DARK_PNG, TASK_SVG, TASK_FIGURE_JSON, TASK_TABLE };

/* One file to write, by whichever process is free. */
struct task {
    enum task_kind kind;
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

/* ---- tasks ------------------------------------------------------------------------------------
 */

static void add_task(struct drawing *drawing, enum task_kind kind, const struct figure *figure,
                     const struct table *table)
{
    drawing->tasks[drawing->task_count++] = (struct task){kind, figure, table};
}

static void list_tasks(struct drawing *drawing)
{
    size_t most = drawing->figures.count * 4 + table_schema_count();
    drawing->tasks = arena_alloc_array(drawing->request->arena, most, sizeof *drawing->tasks);
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(drawing->request->tables, table_schema_at(i)->name);
        if (table)
            add_task(drawing, TASK_TABLE, NULL, table);
    }
    for (size_t i = 0; i < drawing->figures.count; i++) {
        const struct figure *figure = &drawing->figures.items[i];
        if (wants_png(drawing))
            add_task(drawing, TASK_PNG, figure, NULL);
        if (wants_dark_png(drawing))
            add_task(drawing, TASK_DARK_PNG, figure, NULL);
        if (wants(drawing, OUTPUT_SVG))
            add_task(drawing, TASK_SVG, figure, NULL);
        add_task(drawing, TASK_FIGURE_JSON, figure, NULL);
    }
}

static bool write_figure_json(const struct figure *figure, const char *path, struct error *error)
{
    struct strbuf text;
    strbuf_init(&text);
    figure_write_json(figure, &text);
    bool good = path_write(path, text.text, text.size, error);
    strbuf_release(&text);
    return good;
}

static bool write_table(const struct table *table, const char *path, struct error *error)
{
    struct strbuf text;
    strbuf_init(&text);
    table_write_csv(table, &text);
    bool good = path_write(path, text.text, text.size, error);
    strbuf_release(&text);
    return good;
}

static const char *task_path(const struct drawing *drawing, const struct task *task, char *path,
                             size_t size)
{
    static const struct {
        const char *folder, *ending;
    } places[] = {[TASK_PNG] = {"plots", ".png"},
                  [TASK_DARK_PNG] = {"plots", "-dark.png"},
                  [TASK_SVG] = {"plots", ".svg"},
                  [TASK_FIGURE_JSON] = {"figures", ".json"},
                  [TASK_TABLE] = {"data", ".csv"}};
    snprintf(path, size, "%s/%s/%s%s", drawing->directory, places[task->kind].folder,
             task->table ? task->table->schema->name : task->figure->id, places[task->kind].ending);
    return path;
}

static bool run_task(void *context, size_t index, struct error *error)
{
    const struct drawing *drawing = context;
    const struct task *task = &drawing->tasks[index];
    double dpi = drawing->request->options->dpi;
    char path[4096];
    bool good = false;
    task_path(drawing, task, path, sizeof path);
    switch (task->kind) {
    case TASK_PNG:
        good = figure_write_png(task->figure, drawing->text, drawing->theme, dpi, path, error);
        break;
    case TASK_DARK_PNG:
        good =
            figure_write_png(task->figure, drawing->text, theme_by_name("dark"), dpi, path, error);
        break;
    case TASK_SVG:
        good = figure_write_svg(task->figure, drawing->text, drawing->theme, path, error);
        break;
    case TASK_FIGURE_JSON:
        good = write_figure_json(task->figure, path, error);
        break;
    case TASK_TABLE:
        good = write_table(task->table, path, error);
        break;
    }
    progress_add(drawing->request->progress, 1);
    return good;
}

/* ---- what one process does alone ----------------------------------------------------------------
 */

static bool hash_inputs(const struct drawing *drawing, struct error *error)
{
    struct inputs *inputs = drawing->request->inputs;
    struct manifest *manifest = drawing->request->manifest;
    if (!inputs)
        return true;
    if (!inputs_hash(inputs, error))
        return false;
    manifest->input_count = inputs->count;
    manifest->inputs =
        arena_alloc_array(drawing->request->arena, inputs->count, sizeof *manifest->inputs);
    for (size_t i = 0; i < inputs->count; i++)
        manifest->inputs[i] = (struct input_row){
            .path = inputs->records[i].path,
            .format = inputs->records[i].format,
            .sha256 = inputs->records[i].sha256,
            .size = (double)inputs->records[i].size,
            .records = (double)inputs->records[i].records,
            .rejected = (double)inputs->records[i].rejected,
        };
    return true;
}

static void make_document(struct drawing *drawing)
{
    const struct drawing_request *request = drawing->request;
    struct page_request page = {
        .tables = request->tables,
        .facts = &request->manifest->facts,
        .figures = &drawing->figures,
        .inputs = request->manifest->inputs,
        .input_count = request->manifest->input_count,
        .units = request->options->units,
    };
    struct document *document = &drawing->document;
    document->created = request->manifest->created;
    document->program = "jobreport " JOBREPORT_VERSION;
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
    return pdf_write(&drawing->document, drawing->text, options->letter ? PAPER_LETTER : PAPER_A4,
                     drawing->theme, path, error);
}

/* The user's template directories come before the built-in one, the last named first. */
static const char **template_directories(const struct drawing *drawing, size_t *count)
{
    const struct drawing_request *request = drawing->request;
    const struct text_list *given = &request->options->templates;
    const char **directories =
        arena_alloc_array(request->arena, given->count + 1, sizeof *directories);
    for (size_t i = 0; i < given->count; i++)
        directories[i] = given->items[given->count - 1 - i];
    directories[given->count] =
        path_join(request->arena, request->environment->resources, "templates");
    *count = given->count + 1;
    return directories;
}

static bool write_html(struct drawing *drawing, struct error *error)
{
    struct html_request html = {
        .document = &drawing->document,
        .directory = drawing->directory,
        .dpi = drawing->request->options->dpi,
        .with_png = wants_png(drawing),
        .with_dark_png = wants_dark_png(drawing),
        .with_svg = wants(drawing, OUTPUT_SVG),
    };
    html.template_directories = template_directories(drawing, &html.template_directory_count);
    return html_write(&html, error);
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
        .pdf_name = drawing->document.pdf_name,
        .pages = drawing->pages,
        .page_count = drawing->page_count,
    };
    return manifest_write(&contents,
                          path_join(request->arena, drawing->directory, "data/manifest.json"),
                          error);
}

static bool write_document(void *context, struct error *error)
{
    struct drawing *drawing = context;
    if (!hash_inputs(drawing, error))
        return false;
    make_document(drawing);
    return (!wants(drawing, OUTPUT_PDF) || write_pdf(drawing, error)) &&
           (!wants(drawing, OUTPUT_HTML) || write_html(drawing, error)) &&
           write_manifest(drawing, error);
}

/* ---- the whole ----------------------------------------------------------------------------------
 */

static bool make_directories(const struct drawing *drawing, struct error *error)
{
    bool plots = wants_png(drawing) || wants(drawing, OUTPUT_SVG);
    const char *names[] = {"data", "figures", plots && drawing->figures.count ? "plots" : NULL,
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
    struct figure_filter filter = {request->options->only.items, request->options->skip.items,
                                   request->options->only.count, request->options->skip.count};
    if (!figures_make(&drawing->figures, request->tables, &request->manifest->facts, request->specs,
                      &filter, request->options->units, request->arena, error) ||
        !make_directories(drawing, error))
        return false;
    drawing->text =
        text_engine_new(path_join(request->arena, request->environment->resources, "fonts"), error);
    if (!drawing->text)
        return false;
    list_tasks(drawing);
    request->environment->say(request->environment->context,
                              arena_format(request->arena,
                                           "%zu figures, %zu files besides the pages",
                                           drawing->figures.count, drawing->task_count));
    progress_begin(request->progress, "drawing", drawing->task_count);
    bool good = parallel_processes(request->options->jobs, drawing->task_count, run_task,
                                   write_document, drawing, error);
    text_engine_free(drawing->text);
    return good;
}

bool drawing_make(const struct drawing_request *request, const char *target, struct error *error)
{
    struct staging staging;
    if (!staging_begin(&staging, target, error))
        return false;
    struct drawing drawing = {
        .request = request,
        .directory = staging.path,
        .theme = theme_by_name(request->options->dark ? "dark" : "light"),
    };
    const struct environment *environment = request->environment;
    bool good = draw_into(&drawing, error) &&
                environment->can_announce(environment->context, error) &&
                staging_commit(&staging, error);
    if (!good)
        staging_abandon(&staging);
    return good;
}
