#include "report_summary.h"

#include <string.h>

#include "manifest.h"
#include "page/facts_json.h"
#include "publish/tree.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { MOST_PAGES = 32, MOST_KEY_FIGURES = 8, MOST_FINDINGS = 20 };

static const char *const kept[] = {"created", "heading", "facts",         "start",
                                   "end",     "tasks",   "sampled_nodes", "key_figures"};

/* ---- making ---------------------------------------------------------------------------------- */

/* The same for all reports of the same inputs, however they were drawn. */
static const char *without_kind(const char *checksum)
{
    const char *colon = strchr(checksum, ':');
    return colon ? colon + 1 : checksum;
}

static json_t *fingerprint_of(const json_t *manifest)
{
    struct strbuf text;
    const json_t *facts = json_object_get(manifest, "facts"), *input;
    size_t i;
    strbuf_init(&text);
    strbuf_format(&text, "%.17g %.17g", json_get_number(facts, "start"),
                  json_get_number(facts, "end"));
    json_array_foreach(json_object_get(manifest, "inputs"), i, input)
    {
        const char *sha256 = json_string_value(json_object_get(input, "sha256"));
        const char *checksum = json_string_value(json_object_get(input, "checksum"));
        strbuf_format(&text, " %.71s", sha256 ? sha256 : checksum ? without_kind(checksum) : "");
    }
    char digits[REPORT_FINGERPRINT_SIZE];
    json_t *fingerprint = json_string(report_fingerprint(text.text, digits));
    strbuf_release(&text);
    return fingerprint;
}

static json_t *find_thumbnail(const json_t *manifest, const struct report_summary_files *files)
{
    struct arena arena;
    const json_t *figure;
    json_t *thumbnail = json_null();
    size_t i;
    arena_init(&arena);
    json_array_foreach(json_object_get(manifest, "figures"), i, figure)
    {
        const char *id = json_string_value(json_object_get(figure, "id"));
        if (!id || !tree_name_is_plain(id))
            continue;
        const char *name = arena_format(&arena, "%s-small.png", id);
        const char *dark = arena_format(&arena, "%s-small-dark.png", id);
        if (!files->has(files->context, "plots", name))
            continue;
        thumbnail = json_object();
        json_object_set_new(thumbnail, "file", json_string(arena_format(&arena, "plots/%s", name)));
        if (files->has(files->context, "plots", dark))
            json_object_set_new(thumbnail, "dark",
                                json_string(arena_format(&arena, "plots/%s", dark)));
        json_object_set(thumbnail, "alt", json_object_get(figure, "title"));
        break;
    }
    arena_release(&arena);
    return thumbnail;
}

static bool has_file(const struct report_summary_files *files, const char *path)
{
    struct arena arena;
    arena_init(&arena);
    const char *name = path_base_name(path);
    const char *folder = name > path ? path_parent(&arena, path) : "";
    bool has = files->has(files->context, folder, name);
    arena_release(&arena);
    return has;
}

/* Pages lead to what is there. */
static json_t *present_pages(const json_t *list, const struct report_summary_files *files)
{
    json_t *present = json_array(), *page;
    size_t i;
    json_array_foreach(list, i, page)
    {
        const char *name = json_string_value(page);
        if (name && tree_name_is_plain(name) && has_file(files, name))
            json_array_append(present, page);
    }
    return present;
}

static json_t *present_file(json_t *file, const struct report_summary_files *files)
{
    const char *name = json_string_value(file);
    return name && tree_name_is_plain(name) && has_file(files, name) ? json_incref(file)
                                                                     : json_null();
}

static json_t *present_thumbnail(const json_t *root, const struct report_summary_files *files)
{
    json_t *thumbnail = json_object_get(root, "thumbnail");
    const char *file = json_string_value(json_object_get(thumbnail, "file"));
    if (!thumbnail)
        return find_thumbnail(root, files);
    return file && has_file(files, file) ? json_incref(thumbnail) : json_null();
}

/* Manifests of earlier versions have whole paths: an index has room for the directory and name. */
static json_t *end_of_path(const json_t *input)
{
    struct arena arena;
    const char *path = json_string_value(json_object_get(input, "name"));
    if (!path)
        return json_null();
    arena_init(&arena);
    const char *name = path_base_name(path);
    const char *parent = path_base_name(path_parent(&arena, path));
    json_t *end = json_string(*parent && name > path ? path_join(&arena, parent, name) : name);
    arena_release(&arena);
    return end;
}

/* Of earlier versions it is an object, of what the site had set. */
static json_t *first_findings(const json_t *manifest)
{
    json_t *first = json_array(), *finding;
    size_t i;
    json_array_foreach(json_object_get(manifest, "findings"), i, finding)
    {
        if (i < MOST_FINDINGS)
            json_array_append(first, finding);
    }
    return first;
}

json_t *report_summary_of_manifest(const json_t *manifest, const struct report_summary_files *files,
                                   struct error *error)
{
    if (!manifest_check(manifest, error))
        return NULL;
    json_t *summary = json_object();
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        json_object_set(summary, kept[i], json_object_get(manifest, kept[i]));
    json_object_set_new(summary, "findings", first_findings(manifest));
    json_object_set_new(summary, "pages", present_pages(json_object_get(manifest, "pages"), files));
    json_object_set_new(summary, "pdf", present_file(json_object_get(manifest, "pdf"), files));
    json_object_set_new(summary, "thumbnail", present_thumbnail(manifest, files));
    json_object_set_new(summary, "fingerprint", fingerprint_of(manifest));
    const json_t *inputs = json_object_get(manifest, "inputs");
    json_object_set_new(summary, "input", end_of_path(json_array_get(inputs, 0)));
    json_object_set_new(summary, "input_count", json_integer((json_int_t)json_array_size(inputs)));
    return summary;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A file of the report, at most one folder down. */
static const char *plain_file(const json_t *value, struct arena *arena)
{
    const char *text = json_string_value(value);
    const char *slash = text ? strchr(text, '/') : NULL;
    if (!text)
        return NULL;
    if (slash && !tree_name_is_plain(arena_text_of_size(arena, text, (size_t)(slash - text))))
        return NULL;
    return tree_name_is_plain(slash ? slash + 1 : text) ? arena_text(arena, text) : NULL;
}

static void read_pages(const json_t *list, struct listed_report *report, struct arena *arena)
{
    const char **pages = arena_alloc_array(arena, MOST_PAGES, sizeof *pages);
    const json_t *value;
    size_t i;
    json_array_foreach(list, i, value)
    {
        const char *page = plain_file(value, arena);
        if (page && !strchr(page, '/') && report->page_count < MOST_PAGES)
            pages[report->page_count++] = page;
    }
    report->pages = pages;
}

static void read_key_figures(const json_t *list, struct listed_report *report, struct arena *arena)
{
    struct key_figure *figures = arena_alloc_array(arena, MOST_KEY_FIGURES, sizeof *figures);
    const json_t *object;
    size_t i;
    json_array_foreach(list, i, object)
    {
        struct key_figure figure = key_figure_from_json(object, arena);
        if (figure.value && figure.label && report->key_figure_count < MOST_KEY_FIGURES)
            figures[report->key_figure_count++] = figure;
    }
    report->key_figures = figures;
}

static double instant_of(const json_t *summary, const char *name)
{
    double instant;
    const char *text = json_string_value(json_object_get(summary, name));
    return text && instant_parse(text, strlen(text), &instant) ? instant : NUMBER_MISSING;
}

bool report_summary_read(const json_t *summary, const char *directory, struct listed_report *report,
                         struct report_identity *identity, struct arena *arena)
{
    const json_t *facts = json_object_get(summary, "facts");
    const json_t *thumbnail = json_object_get(summary, "thumbnail");
    const char *fingerprint = json_get_text(summary, "fingerprint", arena);
    const char *pdf = plain_file(json_object_get(summary, "pdf"), arena);
    if (!json_is_object(facts) || !fingerprint)
        return false;
    *report = (struct listed_report){
        .directory = directory,
        .heading = json_get_text(summary, "heading", arena),
        .input = json_get_text(summary, "input", arena),
        .input_count = json_get_number(summary, "input_count"),
        .created = instant_of(summary, "created"),
        .tasks = json_get_number(summary, "tasks"),
        .sampled_nodes = json_get_number(summary, "sampled_nodes"),
        .thumbnail = plain_file(json_object_get(thumbnail, "file"), arena),
        .dark_thumbnail = plain_file(json_object_get(thumbnail, "dark"), arena),
        .alt = json_get_text(thumbnail, "alt", arena),
        .pdf = pdf && !strchr(pdf, '/') ? pdf : NULL,
    };
    facts_from_json(&report->facts, facts, arena);
    if (number_is_missing(report->facts.start) && number_is_missing(report->facts.end)) {
        report->facts.start = json_get_number(summary, "start");
        report->facts.end = json_get_number(summary, "end");
    }
    read_pages(json_object_get(summary, "pages"), report, arena);
    read_key_figures(json_object_get(summary, "key_figures"), report, arena);
    report->findings = listed_findings_from_json(json_object_get(summary, "findings"),
                                                 MOST_FINDINGS, arena, &report->finding_count);
    *identity = (struct report_identity){report->facts.job_id, report->facts.label,
                                         report->facts.cluster, fingerprint};
    return true;
}

/* ---- index.json ------------------------------------------------------------------------------ */

static json_t *address_of(const struct listed_report *report, const char *file, struct arena *arena)
{
    if (!file)
        return json_null();
    return json_from_text(arena, arena_format(arena, "%s/%s", report->directory, file));
}

static json_t *pages_of(const struct listed_report *report, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->page_count; i++) {
        json_t *page = json_object();
        const char *label = listing_page_label(arena, report->pages[i]);
        json_object_set_new(page, "name", json_from_text(arena, label));
        json_object_set_new(page, "file", address_of(report, report->pages[i], arena));
        json_array_append_new(list, page);
    }
    return list;
}

static json_t *key_figures_of(const struct listed_report *report, struct arena *arena)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->key_figure_count; i++)
        json_array_append_new(list, key_figure_to_json(&report->key_figures[i], arena));
    return list;
}

static json_t *thumbnail_of(const struct listed_report *report, struct arena *arena)
{
    if (!report->thumbnail)
        return json_null();
    json_t *thumbnail = json_object();
    json_object_set_new(thumbnail, "file", address_of(report, report->thumbnail, arena));
    json_object_set_new(thumbnail, "dark", address_of(report, report->dark_thumbnail, arena));
    json_object_set_new(thumbnail, "alt", json_from_text(arena, report->alt));
    return thumbnail;
}

json_t *report_summary_public(const struct listed_report *report, struct arena *arena)
{
    char created[64];
    json_t *object = json_object();
    double elapsed_s = report->facts.end - report->facts.start;
    json_object_set_new(object, "directory", json_from_text(arena, report->directory));
    json_object_set_new(object, "title", json_from_text(arena, listing_title(arena, report)));
    json_object_set_new(object, "created",
                        number_is_missing(report->created)
                            ? json_null()
                            : json_string(instant_format(report->created, INSTANT_ISO, created,
                                                         sizeof created)));
    json_object_set_new(object, "facts", facts_to_json(&report->facts, arena));
    json_object_set_new(object, "elapsed_s",
                        json_from_number(elapsed_s >= 0 ? elapsed_s : NUMBER_MISSING));
    json_object_set_new(object, "tasks", json_from_number(report->tasks));
    json_object_set_new(object, "sampled_nodes", json_from_number(report->sampled_nodes));
    json_object_set_new(object, "key_figures", key_figures_of(report, arena));
    json_object_set_new(object, "findings",
                        listed_findings_to_json(report->findings, report->finding_count, arena));
    json_object_set_new(object, "thumbnail", thumbnail_of(report, arena));
    json_object_set_new(object, "pages", pages_of(report, arena));
    json_object_set_new(object, "pdf", address_of(report, report->pdf, arena));
    return object;
}
