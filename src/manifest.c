#include "manifest.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "options_parse.h"
#include "page/facts_json.h"
#include "page/listed_findings.h"
#include "publish/tree.h"
#include "report_links.h"
#include "report_logo.h"
#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/path.h"
#include "util/utf8.h"
#include "version.h"

enum { LARGEST_MANIFEST = 1 << 28, LONGEST_NAME = 100 };

/* ---- writing -----------------------------------------------------------------------------------
 */

static json_t *inputs_json(const struct manifest *manifest, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < manifest->input_count; i++) {
        const struct input_row *input = &manifest->inputs[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", json_from_text(arena, input->path));
        json_object_set_new(object, "format", json_from_text(arena, input->format));
        json_object_set_new(object, "size", json_from_number(input->size));
        json_object_set_new(object, "checksum", json_from_text(arena, input->checksum));
        json_object_set_new(object, "records", json_from_number(input->records));
        json_object_set_new(object, "rejected", json_from_number(input->rejected));
        json_object_set_new(object, "end", json_from_text(arena, input->end));
        json_array_append_new(list, object);
    }
    return list;
}

static void add_option(void *context, const char *name, const char *value)
{
    json_object_set_new(context, name, json_string(value));
}

/* As they were when the findings were worked out. */
static json_t *finding_settings_json(const struct manifest *manifest)
{
    const char *text = manifest->finding_settings;
    json_t *settings = text ? json_loads(text, 0, NULL) : NULL;
    return settings ? settings : json_array();
}

static json_t *findings_json(const struct tables *tables, struct arena *arena)
{
    size_t count;
    const struct listed_finding *findings = listed_findings_of(tables, SIZE_MAX, arena, &count);
    return listed_findings_to_json(findings, count, arena);
}

static json_t *tables_json(const struct tables *tables, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < table_schema_count(); i++) {
        const struct table *table = tables_find(tables, table_schema_at(i)->name);
        if (!table)
            continue;
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string(table->schema->name));
        json_object_set_new(object, "rows", json_integer((json_int_t)table->rows));
        json_object_set_new(object, "file",
                            json_string(arena_format(arena, "data/%s.csv", table->schema->name)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *figures_json(const struct manifest_contents *contents, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < contents->figures->count; i++) {
        const struct figure *figure = &contents->figures->items[i];
        json_t *object = json_object();
        json_object_set_new(object, "id", json_string(figure->id));
        json_object_set_new(object, "title", json_from_text(arena, figure->title));
        json_object_set_new(object, "section", json_from_text(arena, figure->section));
        json_object_set_new(object, "metric", json_from_text(arena, figure->metric));
        json_object_set_new(object, "file",
                            json_string(arena_format(arena, "figures/%s.json", figure->id)));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *exports_json(const struct manifest *manifest, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < manifest->export_count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "file", json_string(manifest->exports[i].name));
        json_object_set_new(object, "contents",
                            json_from_text(arena, manifest->exports[i].contains));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *all_attempts_json(const struct manifest *manifest, struct arena *arena)
{
    const struct listed_attempts_file *file = &manifest->all_attempts;
    return json_pack("{s:s,s:o}", "file", arena_format(arena, "data/%s", file->name), "rows",
                     json_from_number(file->rows));
}

static json_t *links_json(const struct manifest *manifest, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < manifest->links.count; i++)
        json_array_append_new(list, json_from_text(arena, manifest->links.items[i]));
    return list;
}

static json_t *key_figures_json(const struct manifest_contents *contents, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < contents->key_figure_count; i++)
        json_array_append_new(list, key_figure_to_json(&contents->key_figures[i], arena));
    return list;
}

static json_t *thumbnail_json(const struct manifest_contents *contents, struct arena *arena)
{
    if (!contents->thumbnail)
        return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "file", json_from_text(arena, contents->thumbnail));
    json_object_set_new(object, "dark", json_from_text(arena, contents->dark_thumbnail));
    json_object_set_new(object, "alt", json_from_text(arena, contents->thumbnail_alt));
    return object;
}

/* NaN: it has samples of none. */
static double sampled_nodes(const struct tables *tables)
{
    const struct nodes_rows nodes = nodes_rows(tables);
    return nodes.rows ? (double)(nodes.rows - nodes_table_count_gpus(nodes.table)) : NUMBER_MISSING;
}

static json_t *manifest_json(const struct manifest_contents *contents, struct arena *arena)
{
    char created[64];
    const struct manifest *manifest = contents->manifest;
    json_t *root = json_object(), *options = json_object(), *pages = json_array(),
           *files = json_array();
    options_remembered(contents->options, add_option, options);
    for (size_t i = 0; i < contents->page_count; i++)
        json_array_append_new(pages,
                              json_string(arena_format(arena, "%s.html", contents->pages[i])));
    for (size_t i = 0; i < contents->file_count; i++)
        json_array_append_new(files, json_string(contents->files[i]));
    json_object_set_new(root, "schema", json_integer(MANIFEST_SCHEMA));
    json_object_set_new(root, "program", json_string("jobreport " JOBREPORT_VERSION));
    json_object_set_new(root, "created",
                        json_string(instant_format(manifest->created, INSTANT_ISO, created,
                                                   sizeof created)));
    json_object_set_new(root, "heading", json_from_text(arena, contents->heading));
    json_object_set_new(root, "facts", facts_to_json(&manifest->facts, arena));
    json_object_set_new(root, "options", options);
    json_object_set_new(root, "finding_settings", finding_settings_json(manifest));
    if (manifest->links.count)
        json_object_set_new(root, "links", links_json(manifest, arena));
    if (manifest->logo.bytes)
        json_object_set_new(root, "logo", json_string(report_logo_file));
    json_object_set_new(root, "inputs", inputs_json(manifest, arena));
    json_object_set_new(root, "tables", tables_json(contents->tables, arena));
    json_object_set_new(root, "figures", figures_json(contents, arena));
    if (manifest->all_attempts.name)
        json_object_set_new(root, "all_attempts", all_attempts_json(manifest, arena));
    if (manifest->export_count)
        json_object_set_new(root, "exports", exports_json(manifest, arena));
    json_object_set_new(root, "pages", pages);
    json_object_set_new(root, "files", files);
    json_object_set_new(root, "start", json_from_number(contents->start));
    json_object_set_new(root, "end", json_from_number(contents->end));
    json_object_set_new(root, "tasks", json_from_number(contents->tasks));
    json_object_set_new(root, "sampled_nodes", json_from_number(sampled_nodes(contents->tables)));
    json_object_set_new(root, "key_figures", key_figures_json(contents, arena));
    json_object_set_new(root, "findings", findings_json(contents->tables, arena));
    json_object_set_new(root, "thumbnail", thumbnail_json(contents, arena));
    json_object_set_new(root, "pdf", json_from_text(arena, contents->pdf_name));
    return root;
}

const char *manifest_end_word(enum diagnostic_end end)
{
    if (end == DIAGNOSTIC_ENDS_WHOLE)
        return INPUT_END_WHOLE;
    return end == DIAGNOSTIC_ENDS_EARLY ? INPUT_END_EARLY : INPUT_END_IN_RECORD;
}

bool manifest_write(const struct manifest_contents *contents, const char *path, struct error *error)
{
    struct arena arena;
    arena_init(&arena);
    json_t *root = manifest_json(contents, &arena);
    char *text = json_dumps(root, JSON_INDENT(2));
    bool good = text ? path_write(path, text, strlen(text), error)
                     : error_set(error, ERROR_OUTPUT, "%s: cannot be written as JSON", path);
    free(text);
    json_decref(root);
    arena_release(&arena);
    return good;
}

/* ---- reading -----------------------------------------------------------------------------------
 */

/* Earlier programs knew SHA-256 alone. */
static const char *read_checksum(const json_t *object, struct arena *arena)
{
    const char *checksum = json_get_text(object, "checksum", arena);
    const char *sha256 = json_get_text(object, "sha256", arena);
    return checksum || !sha256 || !*sha256 ? checksum : arena_format(arena, "sha256:%s", sha256);
}

static void inputs_from_json(struct manifest *manifest, const json_t *list, struct arena *arena)
{
    manifest->input_count = json_array_size(list);
    manifest->inputs = arena_alloc_array(arena, manifest->input_count, sizeof *manifest->inputs);
    for (size_t i = 0; i < manifest->input_count; i++) {
        const json_t *object = json_array_get(list, i);
        manifest->inputs[i] = (struct input_row){
            .path = json_get_text(object, "name", arena),
            .format = json_get_text(object, "format", arena),
            .checksum = read_checksum(object, arena),
            .size = json_get_number(object, "size"),
            .records = json_get_number(object, "records"),
            .rejected = json_get_number(object, "rejected"),
            .end = json_get_text(object, "end", arena),
        };
    }
}

/* Names that could lead out of their folder are nobody's. */
static void exports_from_json(struct manifest *manifest, const json_t *list, struct arena *arena)
{
    manifest->export_count = 0;
    manifest->exports = arena_alloc_array(arena, json_array_size(list), sizeof *manifest->exports);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *object = json_array_get(list, i);
        struct exported_file file = {json_get_text(object, "file", arena),
                                     json_get_text(object, "contents", arena)};
        if (file.name && tree_name_is_plain(file.name))
            manifest->exports[manifest->export_count++] = file;
    }
}

static void all_attempts_from_json(struct manifest *manifest, const json_t *object,
                                   struct arena *arena)
{
    static const char folder[] = "data/";
    const size_t length = sizeof folder - 1;
    const char *file = json_get_text(object, "file", arena);
    if (file && strncmp(file, folder, length) == 0)
        manifest->all_attempts =
            (struct listed_attempts_file){file + length, json_get_number(object, "rows")};
}

/* A report has a table at least: without their list a missing one would not be missed. */
static bool tables_from_json(struct manifest *manifest, const json_t *list, struct arena *arena,
                             struct error *error)
{
    if (!json_is_array(list) || !json_array_size(list))
        return error_set(error, ERROR_INPUT, "\"tables\" must be a list of the report's tables");
    manifest->table_count = 0;
    manifest->tables = arena_alloc_array(arena, json_array_size(list), sizeof *manifest->tables);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *object = json_array_get(list, i);
        const char *name = json_get_text(object, "name", arena);
        if (!name)
            return error_set(error, ERROR_INPUT, "\"tables\": table %zu has no name", i + 1);
        manifest->tables[manifest->table_count++] =
            (struct listed_table){name, json_get_number(object, "rows")};
    }
    return true;
}

static bool options_from_json(struct options *options, const json_t *object, struct error *error)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(size_t)object, name, value)
    {
        if (!json_is_string(value))
            return error_set(error, ERROR_INPUT, "\"%s\" of \"options\" must be a text",
                             utf8_shorten(options->arena, name, LONGEST_NAME));
        if (!options_set_remembered(options, name, json_string_value(value), error)) {
            error->kind = ERROR_INPUT;
            return false;
        }
    }
    return true;
}

/* Earlier reports have none, or one object, called "findings", which is a list of others by now. */
static bool finding_settings_from_json(struct manifest *manifest, const json_t *root,
                                       struct arena *arena, struct error *error)
{
    json_t *settings = json_incref(json_object_get(root, "finding_settings"));
    json_t *former = json_object_get(root, "findings");
    if (!settings && json_is_object(former)) {
        settings = json_array();
        json_array_append(settings, former);
    }
    bool is_list = !settings || json_is_array(settings);
    char *text = json_array_size(settings) ? json_dumps(settings, JSON_COMPACT) : NULL;
    manifest->finding_settings = text ? arena_text(arena, text) : NULL;
    free(text);
    json_decref(settings);
    return is_list || error_set(error, ERROR_INPUT, "\"finding_settings\" is no list");
}

static bool links_from_json(struct manifest *manifest, const json_t *list, struct arena *arena,
                            struct error *error)
{
    size_t count = json_array_size(list);
    manifest->links = (struct text_list){
        .items = arena_alloc_array(arena, count + 1, sizeof *manifest->links.items)};
    for (size_t i = 0; i < count; i++) {
        const char *link = arena_text(arena, json_string_value(json_array_get(list, i)));
        if (!link || !report_link_check(link, error))
            return error_set(error, ERROR_INPUT, "\"links\": link %zu is none", i + 1);
        manifest->links.items[manifest->links.count++] = link;
    }
    return true;
}

/* Reports have it in one place: another is nobody's. */
static bool logo_from_json(struct manifest *manifest, const json_t *value, struct error *error)
{
    const char *file = json_string_value(value);
    manifest->logo = (struct picture){0};
    manifest->names_logo = value != NULL;
    return !value || (file && strcmp(file, report_logo_file) == 0) ||
           error_set(error, ERROR_INPUT, "\"logo\" must be \"%s\"", report_logo_file);
}

static bool is_of_this_program(const json_t *root)
{
    static const char name[] = "jobreport ";
    const char *program = json_string_value(json_object_get(root, "program"));
    return program && strncmp(program, name, sizeof name - 1) == 0;
}

bool manifest_check(const json_t *root, struct error *error)
{
    double schema = json_get_number(root, "schema");
    if (!(schema >= 1) || !is_of_this_program(root) ||
        !json_is_object(json_object_get(root, "facts")))
        return error_set(error, ERROR_INPUT, "not a manifest of jobreport");
    return schema <= MANIFEST_SCHEMA || error_set(error, ERROR_INPUT,
                                                  "made by a later version of jobreport (data "
                                                  "schema %.0f; this version reads up to %d)",
                                                  schema, MANIFEST_SCHEMA);
}

static bool read_root(struct manifest *manifest, struct options *options, const json_t *root,
                      struct arena *arena, struct error *error)
{
    const char *created = json_string_value(json_object_get(root, "created"));
    if (!manifest_check(root, error))
        return false;
    if (json_get_number(root, "schema") < MANIFEST_SCHEMA)
        return error_set(error, ERROR_INPUT,
                         "made by an earlier version of jobreport (data schema %.0f), which this "
                         "version cannot read: make the report again from its inputs",
                         json_get_number(root, "schema"));
    if (!created || !instant_parse(created, strlen(created), &manifest->created))
        return error_set(error, ERROR_INPUT, "\"created\" must be a date and time");
    facts_from_json(&manifest->facts, json_object_get(root, "facts"), arena);
    inputs_from_json(manifest, json_object_get(root, "inputs"), arena);
    exports_from_json(manifest, json_object_get(root, "exports"), arena);
    all_attempts_from_json(manifest, json_object_get(root, "all_attempts"), arena);
    return links_from_json(manifest, json_object_get(root, "links"), arena, error) &&
           logo_from_json(manifest, json_object_get(root, "logo"), error) &&
           finding_settings_from_json(manifest, root, arena, error) &&
           tables_from_json(manifest, json_object_get(root, "tables"), arena, error) &&
           options_from_json(options, json_object_get(root, "options"), error);
}

static json_t *load(const char *path, struct error *error)
{
    struct strbuf content;
    json_error_t fault;
    json_t *root = NULL;
    strbuf_init(&content);
    if (!path_read(path, LARGEST_MANIFEST, &content, error))
        error_add_context(error, path_says_absent(error->number) ? "not a report of jobreport"
                                                                 : "cannot read the report");
    else if (!(root = json_loadb(content.text, content.size, 0, &fault)))
        error_set(error, ERROR_INPUT, "%s:%d: %s", path, fault.line, fault.text);
    strbuf_release(&content);
    return root;
}

bool manifest_read(struct manifest *manifest, struct options *options, const char *path,
                   struct arena *arena, struct error *error)
{
    json_t *root = load(path, error);
    *manifest = (struct manifest){0};
    if (!root)
        return false;
    bool good =
        read_root(manifest, options, root, arena, error) || error_add_context(error, "%s", path);
    json_decref(root);
    return good;
}
