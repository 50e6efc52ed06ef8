#include "report_index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "publish/tree.h"
#include "report_summary.h"
#include "util/memory.h"
#include "util/path.h"
#include "util/strbuf.h"

#define KEPT_FILE ".jobreport-reports.json"
#define INDEX_FILE "index.json"

enum { SCHEMA = 3, SIZE_LIMIT = 1 << 28 };

/* ---- reading a report ------------------------------------------------------------------------ */

static struct report_index_stamp stamp_of(const struct stat *status)
{
    return (struct report_index_stamp){(long long)status->st_size,
                                       (long long)status->st_mtim.tv_sec * 1000000000 +
                                           status->st_mtim.tv_nsec,
                                       (long long)status->st_ino};
}

static bool is_same_stamp(const struct report_index_stamp *left,
                          const struct report_index_stamp *right)
{
    return left->size == right->size && left->modified_ns == right->modified_ns &&
           left->inode == right->inode;
}

static json_t *parse(int handle, struct error *error)
{
    struct strbuf text;
    json_error_t fault;
    json_t *root = NULL;
    strbuf_init(&text);
    if (!path_read_handle(handle, SIZE_LIMIT, &text))
        error_set_errno(error, ERROR_INPUT, "cannot be read");
    else if (text.size > SIZE_LIMIT)
        error_set(error, ERROR_INPUT, "is too large");
    else if (!(root = json_loadb(text.text, text.size, 0, &fault)))
        error_set(error, ERROR_INPUT, "line %d: %s", fault.line, fault.text);
    strbuf_release(&text);
    return root;
}

static int open_manifest(int report)
{
    int data = tree_open_directory(report, "data");
    int handle = data < 0 ? -1 : tree_open_file(data, "manifest.json");
    path_close(data);
    return handle;
}

static bool manifest_error(struct error *error)
{
    return error_set_errno(error, ERROR_INPUT, "data/manifest.json");
}

json_t *report_index_read_manifest(int report, struct error *error)
{
    int handle = open_manifest(report);
    if (handle < 0) {
        manifest_error(error);
        return NULL;
    }
    json_t *manifest = parse(handle, error);
    if (!manifest)
        error_add_context(error, "data/manifest.json");
    close(handle);
    return manifest;
}

bool report_index_read_stamp(int report, struct report_index_stamp *stamp, struct error *error)
{
    struct stat status;
    int handle = open_manifest(report);
    if (handle < 0)
        return manifest_error(error);
    bool good = fstat(handle, &status) == 0 || manifest_error(error);
    if (good)
        *stamp = stamp_of(&status);
    close(handle);
    return good;
}

struct file_search {
    int report, reason; /* errno of the last file of which nobody can say whether it is there */
};

static bool has_file(void *context, const char *folder, const char *name)
{
    struct file_search *search = context;
    int directory = tree_open_folder(search->report, folder);
    int handle = directory < 0 ? -1 : tree_open_file(directory, name);
    if (handle < 0 && !path_says_absent(errno))
        search->reason = errno;
    path_close(directory);
    path_close(handle);
    return handle >= 0;
}

json_t *report_index_digest(int report, const json_t *manifest, struct error *error)
{
    struct file_search search = {.report = report};
    struct report_summary_files files = {has_file, &search};
    json_t *summary = report_summary_of_manifest(manifest, &files, error);
    if (!summary)
        error_add_context(error, "data/manifest.json");
    if (!summary || !search.reason)
        return summary;
    json_decref(summary);
    errno = search.reason;
    error_set_errno(error, ERROR_INPUT, "a file of it cannot be opened");
    return NULL;
}

/* ---- the reports ----------------------------------------------------------------------------- */

const struct report_index_report *report_index_find(const struct report_index *index,
                                                    const struct report_identity *identity)
{
    for (size_t i = 0; i < index->count; i++)
        if (report_identity_is_same(&index->reports[i].identity, identity))
            return &index->reports[i];
    return NULL;
}

static struct report_index_report *find_directory(struct report_index *index, const char *directory)
{
    for (size_t i = 0; i < index->count; i++)
        if (strcmp(index->reports[i].listed.directory, directory) == 0)
            return &index->reports[i];
    return NULL;
}

static bool add(struct report_index *index, const char *directory, json_t *summary,
                const struct report_index_stamp *stamp)
{
    struct report_index_report report = {.summary = summary, .stamp = *stamp};
    if (!report_summary_read(summary, arena_text(&index->arena, directory), &report.listed,
                             &report.identity, &index->arena))
        return false;
    memory_reserve(&index->reports, &index->capacity, index->count + 1, sizeof *index->reports);
    index->reports[index->count++] = report;
    return true;
}

bool report_index_put(struct report_index *index, const char *directory, json_t *summary,
                      const struct report_index_stamp *stamp)
{
    struct report_index_report *former = find_directory(index, directory);
    if (!add(index, directory, summary, stamp)) {
        json_decref(summary);
        return false;
    }
    if (!former)
        return true;
    former = find_directory(index, directory); /* the array may have moved */
    json_decref(former->summary);
    *former = index->reports[--index->count];
    return true;
}

/* ---- what stands in the directory ------------------------------------------------------------ */

static long long integer_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* All is read again when there is none, or when it is damaged. */
static json_t *read_kept(const struct web_directory *web)
{
    struct error ignored;
    int handle = tree_open_file(web->handle, KEPT_FILE);
    json_t *root = handle < 0 ? NULL : parse(handle, &ignored);
    path_close(handle);
    json_t *reports =
        integer_of(root, "schema") == SCHEMA ? json_incref(json_object_get(root, "reports")) : NULL;
    json_decref(root);
    return reports;
}

/* By the index that visitors see; true also when nobody can say. */
static bool was_listed(const struct web_directory *web, const char *name)
{
    struct error fault;
    int handle = tree_open_file(web->handle, INDEX_FILE);
    if (handle < 0)
        return !path_says_absent(errno);
    json_t *root = parse(handle, &fault);
    const json_t *report;
    bool listed = !root && fault.number != 0;
    size_t i;
    json_array_foreach(json_object_get(root, "reports"), i, report)
    {
        const char *directory = json_string_value(json_object_get(report, "directory"));
        listed = listed || (directory && strcmp(directory, name) == 0);
    }
    json_decref(root);
    close(handle);
    return listed;
}

struct survey {
    struct report_index *index;
    const struct web_directory *web;
    json_t *kept; /* what the index knew; NULL when nobody can say */
    void (*note)(void *context, const char *line);
    void *context;
};

static void say(const struct survey *survey, const char *name, const char *what)
{
    survey->note(survey->context,
                 arena_format(&survey->index->arena, "%s/%s %s", survey->web->path, name, what));
}

static bool read_anew(struct report_index *index, int report, const char *name, struct error *error)
{
    struct report_index_stamp stamp;
    json_t *manifest = report_index_read_manifest(report, error);
    json_t *summary = manifest ? report_index_digest(report, manifest, error) : NULL;
    json_decref(manifest);
    if (summary && report_index_read_stamp(report, &stamp, error)) {
        if (add(index, name, summary, &stamp))
            return true;
        error_set(error, ERROR_INPUT, "data/manifest.json is damaged");
    }
    json_decref(summary);
    return false;
}

/* `now` NULL: whatever manifest it was taken from. Else true only when that is there now. */
static bool take_kept(struct survey *survey, const char *name, const struct report_index_stamp *now)
{
    const json_t *entry = json_object_get(survey->kept, name);
    json_t *summary = json_object_get(entry, "digest");
    struct report_index_stamp stamp = {integer_of(entry, "size"), integer_of(entry, "modified_ns"),
                                       integer_of(entry, "inode")};
    if (!summary || (now && !is_same_stamp(&stamp, now)) ||
        !add(survey->index, name, summary, &stamp))
        return false;
    json_incref(summary);
    return true;
}

/* Only what is not there was removed. What cannot be read stays as the index knew it. */
static bool keep_unreadable(struct survey *survey, const char *name, int reason,
                            struct error *error)
{
    struct arena *arena = &survey->index->arena;
    const char *why = strerror(reason);
    if (!survey->kept && was_listed(survey->web, name))
        return error_set(
            error, ERROR_OUTPUT,
            "%s/%s cannot be read (%s), and its former entry neither: the index is not changed",
            survey->web->path, name, why);
    bool known = take_kept(survey, name, NULL);
    say(survey, name,
        arena_format(arena, "cannot be read (%s): %s", why,
                     known ? "the index shows it as it was" : "it is left out of the index"));
    return true;
}

static bool read_report(struct survey *survey, const char *name, struct error *error)
{
    struct error fault = {0};
    int report = tree_open_directory(survey->web->handle, name);
    bool good = report >= 0 ? read_anew(survey->index, report, name, &fault)
                            : error_set_errno(&fault, ERROR_INPUT, "cannot be read");
    path_close(report);
    if (good || fault.number == ENOENT)
        return true;
    if (fault.number && !path_says_absent(fault.number))
        return keep_unreadable(survey, name, fault.number, error);
    say(survey, name,
        arena_format(&survey->index->arena, "is left out of the index: %s", fault.text));
    return true;
}

/* Two calls to the kernel for a report of which all is known. */
static bool look_at(struct survey *survey, const char *name, struct error *error)
{
    struct stat status, target;
    int web = survey->web->handle;
    if (name[0] == '.')
        return true;
    if (fstatat(web, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || keep_unreadable(survey, name, errno, error);
    if (S_ISLNK(status.st_mode) && fstatat(web, name, &target, 0) == 0 && S_ISDIR(target.st_mode))
        say(survey, name, "is a link, which the index does not follow");
    if (!S_ISDIR(status.st_mode))
        return true;
    const char *manifest = arena_format(&survey->index->arena, "%s/data/manifest.json", name);
    if (fstatat(web, manifest, &status, AT_SYMLINK_NOFOLLOW) != 0) /* the operator's own */
        return path_says_absent(errno) || keep_unreadable(survey, name, errno, error);
    struct report_index_stamp now = stamp_of(&status);
    return take_kept(survey, name, &now) || read_report(survey, name, error);
}

bool report_index_read(struct report_index *index, const struct web_directory *web,
                       void (*note)(void *context, const char *line), void *context,
                       struct error *error)
{
    struct survey survey = {index, web, NULL, note, context};
    const char **names;
    size_t count;
    *index = (struct report_index){0};
    arena_init(&index->arena);
    if (!tree_list(web->handle, &index->arena, &names, &count)) {
        error_set_errno(error, ERROR_OUTPUT, "%s", web->path);
        report_index_release(index);
        return false;
    }
    survey.kept = read_kept(web);
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = look_at(&survey, names[i], error);
    json_decref(survey.kept);
    if (!good)
        report_index_release(index);
    return good;
}

void report_index_release(struct report_index *index)
{
    for (size_t i = 0; i < index->count; i++)
        json_decref(index->reports[i].summary);
    free(index->reports);
    arena_release(&index->arena);
    *index = (struct report_index){0};
}

/* ---- keeping --------------------------------------------------------------------------------- */

static json_t *entry_of(const struct report_index_report *report)
{
    json_t *entry = json_object();
    json_object_set_new(entry, "size", json_integer(report->stamp.size));
    json_object_set_new(entry, "modified_ns", json_integer(report->stamp.modified_ns));
    json_object_set_new(entry, "inode", json_integer(report->stamp.inode));
    json_object_set(entry, "digest", report->summary);
    return entry;
}

bool report_index_stage(const struct report_index *index, struct web_directory *web,
                        struct error *error)
{
    json_t *root = json_object(), *reports = json_object();
    for (size_t i = 0; i < index->count; i++)
        json_object_set_new(reports, index->reports[i].listed.directory,
                            entry_of(&index->reports[i]));
    json_object_set_new(root, "schema", json_integer(SCHEMA));
    json_object_set_new(root, "reports", reports);
    char *text = json_dumps(root, JSON_COMPACT);
    bool good = text ? web_directory_stage_file(web, KEPT_FILE, text, strlen(text), error)
                     : error_set(error, ERROR_OUTPUT, "%s: cannot be written as JSON", KEPT_FILE);
    free(text);
    json_decref(root);
    return good;
}
