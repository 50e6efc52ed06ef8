#include "shelf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digest.h"
#include "publish/tree.h"
#include "util/memory.h"
#include "util/path.h"
#include "util/strbuf.h"

#define KEPT_FILE ".jobreport-reports.json"

enum { SCHEMA = 2, SIZE_LIMIT = 1 << 28 };

/* ---- reading a report ------------------------------------------------------------------------ */

static struct shelf_stamp stamp_of(const struct stat *status)
{
    return (struct shelf_stamp){(long long)status->st_size,
                                (long long)status->st_mtim.tv_sec * 1000000000 +
                                    status->st_mtim.tv_nsec,
                                (long long)status->st_ino};
}

static bool is_same_stamp(const struct shelf_stamp *left, const struct shelf_stamp *right)
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
    int reason = errno;
    if (data >= 0)
        close(data);
    errno = reason;
    return handle;
}

static bool manifest_error(struct error *error)
{
    return error_set_errno(error, ERROR_INPUT, "data/manifest.json");
}

json_t *shelf_read_manifest(int report, struct error *error)
{
    int handle = open_manifest(report);
    json_t *manifest = NULL;
    if (handle < 0)
        manifest_error(error);
    else if (!(manifest = parse(handle, error)))
        error_add_context(error, "data/manifest.json");
    if (handle >= 0)
        close(handle);
    return manifest;
}

bool shelf_read_stamp(int report, struct shelf_stamp *stamp, struct error *error)
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

static bool has_file(void *context, const char *folder, const char *name)
{
    int report = *(int *)context;
    int directory = tree_open_directory(report, *folder ? folder : ".");
    int handle = directory < 0 ? -1 : tree_open_file(directory, name);
    if (directory >= 0)
        close(directory);
    if (handle >= 0)
        close(handle);
    return handle >= 0;
}

json_t *shelf_digest(int report, const json_t *manifest, struct error *error)
{
    struct digest_files files = {has_file, &report};
    json_t *digest = digest_of_manifest(manifest, &files, error);
    if (!digest)
        error_add_context(error, "data/manifest.json");
    return digest;
}

/* ---- the reports ----------------------------------------------------------------------------- */

const struct shelf_report *shelf_find(const struct shelf *shelf,
                                      const struct report_identity *identity)
{
    for (size_t i = 0; i < shelf->count; i++)
        if (report_identity_is_same(&shelf->reports[i].identity, identity))
            return &shelf->reports[i];
    return NULL;
}

static struct shelf_report *find_directory(struct shelf *shelf, const char *directory)
{
    for (size_t i = 0; i < shelf->count; i++)
        if (strcmp(shelf->reports[i].listed.directory, directory) == 0)
            return &shelf->reports[i];
    return NULL;
}

static bool add(struct shelf *shelf, const char *directory, json_t *digest,
                const struct shelf_stamp *stamp)
{
    struct shelf_report report = {.digest = digest, .stamp = *stamp};
    if (!digest_read(digest, arena_text(&shelf->arena, directory), &report.listed, &report.identity,
                     &shelf->arena))
        return false;
    memory_reserve(&shelf->reports, &shelf->capacity, shelf->count + 1, sizeof *shelf->reports);
    shelf->reports[shelf->count++] = report;
    return true;
}

bool shelf_put(struct shelf *shelf, const char *directory, json_t *digest,
               const struct shelf_stamp *stamp)
{
    struct shelf_report *former = find_directory(shelf, directory);
    if (!add(shelf, directory, digest, stamp)) {
        json_decref(digest);
        return false;
    }
    if (!former)
        return true;
    former = find_directory(shelf, directory); /* the array may have moved */
    json_decref(former->digest);
    *former = shelf->reports[--shelf->count];
    return true;
}

/* ---- what stands in the directory ------------------------------------------------------------ */

struct notes {
    void (*note)(void *context, const char *line);
    void *context;
    const char *path;
};

static void say(const struct notes *notes, struct arena *arena, const char *name, const char *what)
{
    notes->note(notes->context, arena_format(arena, "%s/%s %s", notes->path, name, what));
}

static bool read_anew(struct shelf *shelf, int report, const char *name, struct error *error)
{
    struct shelf_stamp stamp;
    json_t *manifest = shelf_read_manifest(report, error);
    json_t *digest = manifest ? shelf_digest(report, manifest, error) : NULL;
    json_decref(manifest);
    if (!digest)
        return false;
    if (shelf_read_stamp(report, &stamp, error) && add(shelf, name, digest, &stamp))
        return true;
    json_decref(digest);
    return error_set(error, ERROR_INPUT, "data/manifest.json is damaged");
}

static long long integer_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* True when what is kept of the report was taken from the manifest that stands there now. */
static bool take_kept(struct shelf *shelf, const json_t *kept, const char *name,
                      const struct shelf_stamp *now)
{
    const json_t *entry = json_object_get(kept, name);
    json_t *digest = json_object_get(entry, "digest");
    struct shelf_stamp stamp = {integer_of(entry, "size"), integer_of(entry, "modified_ns"),
                                integer_of(entry, "inode")};
    if (!digest || !is_same_stamp(&stamp, now) || !add(shelf, name, digest, now))
        return false;
    json_incref(digest);
    return true;
}

/* Two calls to the kernel for a report of which all is known. */
static void look_at(struct shelf *shelf, const struct web_directory *web, const json_t *kept,
                    const char *name, const struct notes *notes)
{
    struct stat status, target;
    if (name[0] == '.' || fstatat(web->handle, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    if (S_ISLNK(status.st_mode) && fstatat(web->handle, name, &target, 0) == 0 &&
        S_ISDIR(target.st_mode))
        say(notes, &shelf->arena, name, "is a link, which the index does not follow");
    if (!S_ISDIR(status.st_mode))
        return;
    const char *manifest = arena_format(&shelf->arena, "%s/data/manifest.json", name);
    struct error error;
    if (fstatat(web->handle, manifest, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return; /* something of the operator's own */
    struct shelf_stamp now = stamp_of(&status);
    if (take_kept(shelf, kept, name, &now))
        return;
    int report = tree_open_directory(web->handle, name);
    bool good = report >= 0 ? read_anew(shelf, report, name, &error)
                            : error_set_errno(&error, ERROR_INPUT, "cannot be read");
    if (!good)
        say(notes, &shelf->arena, name,
            arena_format(&shelf->arena, "is left out of the index: %s", error.text));
    if (report >= 0)
        close(report);
}

static json_t *read_kept(const struct web_directory *web)
{
    struct error ignored; /* all is read again then */
    int handle = tree_open_file(web->handle, KEPT_FILE);
    json_t *root = handle < 0 ? NULL : parse(handle, &ignored);
    if (handle >= 0)
        close(handle);
    json_t *reports =
        integer_of(root, "schema") == SCHEMA ? json_incref(json_object_get(root, "reports")) : NULL;
    json_decref(root);
    return reports;
}

bool shelf_read(struct shelf *shelf, const struct web_directory *web,
                void (*note)(void *context, const char *line), void *context, struct error *error)
{
    struct notes notes = {note, context, web->path};
    const char **names;
    size_t count;
    *shelf = (struct shelf){0};
    arena_init(&shelf->arena);
    if (!tree_list(web->handle, &shelf->arena, &names, &count)) {
        error_set_errno(error, ERROR_OUTPUT, "%s", web->path);
        shelf_release(shelf);
        return false;
    }
    json_t *kept = read_kept(web);
    for (size_t i = 0; i < count; i++)
        look_at(shelf, web, kept, names[i], &notes);
    json_decref(kept);
    return true;
}

void shelf_release(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        json_decref(shelf->reports[i].digest);
    free(shelf->reports);
    arena_release(&shelf->arena);
    *shelf = (struct shelf){0};
}

/* ---- keeping --------------------------------------------------------------------------------- */

static json_t *entry_of(const struct shelf_report *report)
{
    json_t *entry = json_object();
    json_object_set_new(entry, "size", json_integer(report->stamp.size));
    json_object_set_new(entry, "modified_ns", json_integer(report->stamp.modified_ns));
    json_object_set_new(entry, "inode", json_integer(report->stamp.inode));
    json_object_set(entry, "digest", report->digest);
    return entry;
}

bool shelf_stage(const struct shelf *shelf, struct web_directory *web, struct error *error)
{
    json_t *root = json_object(), *reports = json_object();
    for (size_t i = 0; i < shelf->count; i++)
        json_object_set_new(reports, shelf->reports[i].listed.directory,
                            entry_of(&shelf->reports[i]));
    json_object_set_new(root, "schema", json_integer(SCHEMA));
    json_object_set_new(root, "reports", reports);
    char *text = json_dumps(root, JSON_COMPACT);
    bool good = text ? web_directory_stage_file(web, KEPT_FILE, text, strlen(text), error)
                     : error_set(error, ERROR_OUTPUT, "%s: cannot be put into JSON", KEPT_FILE);
    free(text);
    json_decref(root);
    return good;
}
