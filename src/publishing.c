#include "publishing.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "drawing.h"
#include "page/index/listing.h"
#include "publish/report_name.h"
#include "publish/tree.h"
#include "publish/web_directory.h"
#include "report_files.h"
#include "report_index.h"
#include "report_summary.h"
#include "util/path.h"
#include "version.h"

enum { INDEX_SCHEMA = 1, MOST_ATTEMPTS = 1000, MOST_READINGS = 10 };

struct publishing {
    const struct options *options;
    const struct environment *environment;
    struct arena *arena;
    const char *target; /* the web directory, as the user named it */
    struct web_directory web;
    struct report_index index;
    bool is_open; /* the two above */
    size_t published, failed;
    struct error failure; /* the last one */
};

/* ---- the web directory ----------------------------------------------------------------------- */

static bool is_file(struct arena *arena, const char *directory, const char *name)
{
    struct stat status;
    return lstat(path_join(arena, directory, name), &status) == 0 && S_ISREG(status.st_mode);
}

/* Ours are files, and where a publisher was before there is its lock. */
static bool is_foreign(struct arena *arena, const char *directory, const char *name)
{
    struct stat status;
    return lstat(path_join(arena, directory, name), &status) == 0 &&
           (!S_ISREG(status.st_mode) || !is_file(arena, directory, WEB_DIRECTORY_LOCK));
}

/* Nothing that somebody may miss is replaced. */
static bool check_target(const struct publishing *publishing, struct error *error)
{
    static const char *const names[] = {"index.html", "index.json", "report.css"};
    const char *target = publishing->target;
    struct arena *arena = publishing->arena;
    if (is_file(arena, target, "data/manifest.json"))
        return error_set(error, ERROR_OUTPUT, "%s is a report itself: name the web directory last",
                         target);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_foreign(arena, target, names[i]))
            return error_set(
                error, ERROR_OUTPUT,
                "%s holds an %s that jobreport did not write: choose another directory", target,
                names[i]);
    return true;
}

/* Only when there is something to publish. */
static bool need_web_directory(struct publishing *publishing, struct error *error)
{
    const struct environment *environment = publishing->environment;
    if (publishing->is_open)
        return true;
    if (!check_target(publishing, error) ||
        !web_directory_open(&publishing->web, publishing->target, &report_owner, environment->note,
                            environment->context, error))
        return false;
    if (!report_index_read(&publishing->index, &publishing->web, environment->note,
                           environment->context, error)) {
        web_directory_close(&publishing->web);
        return false;
    }
    publishing->is_open = true;
    return true;
}

/* ---- a report -------------------------------------------------------------------------------- */

struct source {
    const char *path; /* as the user named it */
    int handle;
    json_t *manifest, *summary;
    struct report_identity identity;
};

static bool source_read(struct source *source, struct arena *arena, struct error *error)
{
    struct listed_report listed;
    source->handle = open(source->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (source->handle < 0)
        return error_set_errno(error, ERROR_INPUT, "%s is not a report", source->path);
    source->manifest = report_index_read_manifest(source->handle, error);
    if (source->manifest)
        source->summary = report_index_digest(source->handle, source->manifest, error);
    if (!source->summary && error->number && !path_says_absent(error->number))
        return error_add_context(error, "%s cannot be read", source->path);
    if (!source->summary && !error->number)
        return error_add_context(error, "%s cannot be published", source->path);
    if (!source->summary)
        return error_add_context(error, "%s is not a report of jobreport", source->path);
    return report_summary_read(source->summary, "", &listed, &source->identity, arena) ||
           error_set(error, ERROR_INPUT, "%s is not a report of jobreport", source->path);
}

static void source_release(struct source *source)
{
    json_decref(source->manifest);
    json_decref(source->summary);
    path_close(source->handle);
}

/* A report that was made in the web directory stays where it is. */
static bool stands_there(const struct publishing *publishing, const struct source *source)
{
    struct stat parent, web;
    return fstatat(source->handle, "..", &parent, 0) == 0 &&
           fstat(publishing->web.handle, &web) == 0 && parent.st_dev == web.st_dev &&
           parent.st_ino == web.st_ino;
}

static bool is_taken(const struct publishing *publishing, const char *name)
{
    struct stat status;
    if (fstatat(publishing->web.handle, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT)
        return true;
    for (size_t i = 0; i < publishing->index.count; i++)
        if (strcmp(publishing->index.reports[i].listed.directory, name) == 0)
            return true;
    return false;
}

/* The one it has, or the first that is free. */
static const char *choose_name(const struct publishing *publishing, const struct source *source,
                               struct error *error)
{
    const struct report_index_report *former =
        report_index_find(&publishing->index, &source->identity);
    if (former)
        return former->listed.directory;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const char *name = report_name(publishing->arena, &source->identity, attempt);
        if (!is_taken(publishing, name))
            return name;
    }
    error_set(error, ERROR_OUTPUT, "%s: no free directory name for %s", publishing->target,
              source->path);
    return NULL;
}

static bool wants(void *context, const char *folder, const char *name)
{
    return report_files_has(context, folder, name);
}

/* A page would lack its pictures, and nobody would know. */
static bool check_copied(const struct report_files *files, int to, struct error *error)
{
    const char *first = NULL;
    size_t missing = 0;
    struct stat status;
    for (size_t i = 0; i < files->names.count; i++) {
        const char *path = files->names.names[i];
        path += *path == '/'; /* in the report itself */
        if (fstatat(to, path, &status, AT_SYMLINK_NOFOLLOW) == 0)
            continue;
        if (errno != ENOENT && errno != ENOTDIR)
            return error_set_errno(error, ERROR_OUTPUT, "%s", path);
        first = missing++ ? first : path;
    }
    if (!missing)
        return true;
    const char *others = missing > 1 ? " and others" : "";
    return error_set(error, ERROR_INPUT,
                     "%s%s, listed in its manifest, %s missing or not %s: make the report again",
                     first, others, missing > 1 ? "are" : "is",
                     missing > 1 ? "regular files" : "a regular file");
}

static bool check_listed(const struct report_files *files, const json_t *manifest,
                         struct arena *arena, struct error *error)
{
    const char *unlisted = report_files_unlisted(files, manifest, arena);
    return !unlisted || error_set(error, ERROR_INPUT,
                                  "%s is used by its manifest, but not among the files that it "
                                  "lists: make the report again",
                                  unlisted);
}

static bool copy_files(const struct publishing *publishing, const struct source *source, int to,
                       struct error *error)
{
    struct report_files files;
    report_files_init(&files, source->manifest);
    struct tree_copy copy = {.wants = wants, .context = &files};
    bool good = check_listed(&files, source->manifest, publishing->arena, error);
    for (size_t i = 0; i < REPORT_FOLDER_COUNT && good; i++)
        good = tree_copy_folder(&copy, source->handle, to, report_folders[i], error);
    good = good && (!files.has_list || check_copied(&files, to, error));
    report_files_release(&files);
    if (good && copy.left_out)
        publishing->environment->note(publishing->environment->context,
                                      arena_format(publishing->arena,
                                                   "%s: %zu left out that %s not %s", source->path,
                                                   copy.left_out, copy.left_out == 1 ? "is" : "are",
                                                   copy.left_out == 1 ? "a regular file"
                                                                      : "regular files"));
    return good ||
           error_add_context(error, "%s",
                             error->kind == ERROR_OUTPUT ? publishing->target : source->path);
}

/* A report that is replaced loses its files one by one once its successor stands in its place. */
static bool is_whole(const struct source *source, struct error *error)
{
    return tree_is_at(source->handle, source->path) ||
           error_set(error, ERROR_INPUT, "%s: replaced while it was read (try again)",
                     source->path);
}

static bool stage(struct publishing *publishing, struct source *source, const char *name,
                  struct error *error)
{
    struct report_index_stamp stamp; /* of the copy */
    int to = web_directory_stage(&publishing->web, name, error);
    if (to < 0)
        return false;
    bool good = copy_files(publishing, source, to, error) && is_whole(source, error) &&
                report_index_read_stamp(to, &stamp, error) &&
                report_index_put(&publishing->index, name, json_incref(source->summary), &stamp);
    close(to);
    if (!good)
        web_directory_unstage(&publishing->web);
    else
        publishing->environment->say(publishing->environment->context,
                                     arena_format(publishing->arena, "%s: becomes %s", source->path,
                                                  path_join(publishing->arena, publishing->target,
                                                            name)));
    return good;
}

static bool publish_source(struct publishing *publishing, struct source *source,
                           struct error *error)
{
    if (!source_read(source, publishing->arena, error) || !need_web_directory(publishing, error))
        return false;
    if (stands_there(publishing, source))
        return true;
    const char *name = choose_name(publishing, source, error);
    return name && stage(publishing, source, arena_text(publishing->arena, name), error);
}

/* One that is replaced meanwhile is read again. */
static bool publish_path(struct publishing *publishing, const char *path, struct error *error)
{
    bool good = false, is_replaced = true;
    for (int reading = 0; reading < MOST_READINGS && is_replaced && !good; reading++) {
        struct source source = {.path = path, .handle = -1};
        good = publish_source(publishing, &source, error);
        is_replaced = source.handle >= 0 && !tree_is_at(source.handle, path);
        source_release(&source);
    }
    return good;
}

/* False only when going on makes no sense. */
static bool publish_report(struct publishing *publishing, const char *path, struct error *error)
{
    bool good = publish_path(publishing, path, &publishing->failure);
    publishing->published += good;
    if (good)
        return true;
    if (publishing->failure.kind != ERROR_INPUT) {
        *error = publishing->failure;
        return false;
    }
    publishing->failed++;
    if (publishing->options->input_count > 2)
        publishing->environment->complain(publishing->environment->context,
                                          publishing->failure.text);
    return true;
}

/* ---- the index ------------------------------------------------------------------------------- */

static struct listing make_listing(const struct publishing *publishing)
{
    const struct report_index *index = &publishing->index;
    struct listing listing = {.count = index->count, .program = "jobreport " JOBREPORT_VERSION};
    listing.template_directories =
        drawing_template_directories(publishing->options, publishing->environment,
                                     &listing.template_directory_count);
    listing.reports = arena_alloc_array(publishing->arena, index->count, sizeof *listing.reports);
    for (size_t i = 0; i < index->count; i++)
        listing.reports[i] = index->reports[i].listed;
    listing_sort(&listing);
    return listing;
}

static bool stage_json(struct publishing *publishing, const struct listing *listing,
                       struct error *error)
{
    json_t *root = json_object(), *reports = json_array();
    for (size_t i = 0; i < listing->count; i++)
        json_array_append_new(reports,
                              report_summary_public(&listing->reports[i], publishing->arena));
    json_object_set_new(root, "schema", json_integer(INDEX_SCHEMA));
    json_object_set_new(root, "program", json_string(listing->program));
    json_object_set_new(root, "reports", reports);
    char *text = json_dumps(root, JSON_INDENT(2));
    bool good =
        text ? web_directory_stage_file(&publishing->web, "index.json", text, strlen(text), error)
             : error_set(error, ERROR_OUTPUT, "index.json cannot be written as JSON");
    free(text);
    json_decref(root);
    return good;
}

/* The page comes last: it leads to all the rest. */
static bool stage_index(struct publishing *publishing, struct error *error)
{
    struct strbuf page, style_sheet;
    struct listing listing = make_listing(publishing);
    strbuf_init(&page);
    strbuf_init(&style_sheet);
    bool good =
        listing_write(&listing, &page, &style_sheet, error) &&
        report_index_stage(&publishing->index, &publishing->web, error) &&
        web_directory_stage_file(&publishing->web, "report.css", style_sheet.text, style_sheet.size,
                                 error) &&
        stage_json(publishing, &listing, error) &&
        web_directory_stage_file(&publishing->web, "index.html", page.text, page.size, error);
    strbuf_release(&style_sheet);
    strbuf_release(&page);
    return good;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool publish_all(struct publishing *publishing, struct error *error)
{
    const struct environment *environment = publishing->environment;
    size_t count = publishing->options->input_count - 1;
    for (size_t i = 0; i < count; i++)
        if (!publish_report(publishing, publishing->options->inputs[i].path, error))
            return false;
    if (!publishing->published) {
        *error = publishing->failure;
        if (count > 1)
            error_set(error, ERROR_INPUT, "no report to publish");
        return false;
    }
    return stage_index(publishing, error) &&
           environment->can_announce(environment->context, error) &&
           web_directory_commit(&publishing->web, error);
}

bool publishing_run(const struct options *options, const struct environment *environment,
                    struct report_outcome *outcome, struct error *error)
{
    struct publishing publishing = {
        .options = options,
        .environment = environment,
        .arena = options->arena,
        .target = options->inputs[options->input_count - 1].path,
    };
    if (!environment->use_time_zone(options->time_zone, error))
        return false;
    bool good = publish_all(&publishing, error);
    if (publishing.is_open) {
        report_index_release(&publishing.index);
        web_directory_close(&publishing.web);
    }
    if (good)
        outcome->path = publishing.target;
    if (good && publishing.failed)
        return error_set(error, ERROR_INPUT, "%zu of %zu reports were not published",
                         publishing.failed, options->input_count - 1);
    return good;
}
