#include "input/found_files.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/earlier_report.h"
#include "input/parquet/parquet_text.h"
#include "util/hash.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/path.h"
#include "util/utf8.h"

enum { DEEPEST_DIRECTORY = 128, FINGERPRINT_SIZE = 4096 };

/* ---- files that may be the same ---- */

static uint64_t hash_of_inode(const struct found_file *file)
{
    return ((uint64_t)file->number * 31 + (uint64_t)file->device) * 11400714819323198485u;
}

static uint64_t hash_of_content(const struct found_file *file)
{
    return (file->fingerprint ^ file->content_size) * 11400714819323198485u;
}

/* ---- all ---- */

void found_files_init(struct found_files *files, struct mapping_limits limits)
{
    *files =
        (struct found_files){.limits = limits, .service = memory_alloc(sizeof *files->service)};
    *files->service = (struct parquet_service){0};
    arena_init(&files->arena);
}

void found_files_release(struct found_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        found_file_close(&files->items[i]);
    free(files->items);
    parquet_service_release(files->service);
    free(files->service);
    hash_index_release(&files->inodes);
    hash_index_release(&files->contents);
    arena_release(&files->arena);
}

/* ---- finding ---- */

struct search {
    struct found_files *files;
    const char *format;
    struct diagnostics *diagnostics;
    struct error *error;
    const char *root; /* real path of the directory that was named, NULL of a file */
    struct stat parents[DEEPEST_DIRECTORY]; /* against links that lead back up */
    int depth;
};

static bool same_inode(const struct stat *left, const struct stat *right)
{
    return left->st_dev == right->st_dev && left->st_ino == right->st_ino;
}

static void note(const struct search *search, const char *path, const char *what)
{
    diagnostics_note(search->diagnostics, (struct place){path, 0, 0}, "%s", what);
}

static const struct found_file *known_inode(const struct found_files *files,
                                            const struct found_file *file)
{
    const uint64_t hash = hash_of_inode(file);
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&files->inodes, hash, &at)) != HASH_INDEX_NONE) {
        const struct found_file *known = &files->items[number];
        if (known->device == file->device && known->number == file->number)
            return known;
    }
    return NULL;
}

static void add_file(struct search *search, const char *path, const struct stat *status, bool named)
{
    struct found_files *files = search->files;
    struct found_file file = {
        .format = search->format,
        .named = named,
        .root = named ? NULL : search->root,
        .is_regular = S_ISREG(status->st_mode),
        .device = status->st_dev,
        .number = status->st_ino,
        .size = (unsigned long long)status->st_size,
    };
    const struct found_file *known = known_inode(files, &file);
    if (known) {
        diagnostics_note(search->diagnostics, (struct place){path, 0, 0},
                         "same file as %s, read once", known->path);
        return;
    }
    file.location = arena_text(&files->arena, path);
    file.path = utf8_escape_invalid(&files->arena, file.location);
    hash_index_add(&files->inodes, hash_of_inode(&file), (uint32_t)files->count);
    *list_add(files) = file;
}

/* Options of a run, not an input of it. */
static const char CONFIG_NAME[] = "jobreport.json";
static const char STANDARD_INPUT[] = "/dev/stdin";

static bool add_path(struct search *search, const char *path);

static bool leads_back(const struct search *search, const struct stat *status)
{
    for (int i = 0; i < search->depth; i++)
        if (same_inode(&search->parents[i], status))
            return true;
    return false;
}

/* Not where a report is, or may be. */
static bool may_be_searched(struct search *search, const char *path, bool *good)
{
    struct error reason = {0};
    enum earlier_report found = earlier_report_in(path, &search->files->arena, &reason);
    if (found == EARLIER_REPORT_FOUND)
        note(search, path, "skipped: an earlier report");
    if (found != EARLIER_REPORT_UNKNOWN)
        return found == EARLIER_REPORT_NONE;
    *good = found_file_may_be_skipped(&reason);
    if (*good)
        diagnostics_note(
            search->diagnostics, (struct place){path, 0, 0},
            "skipped: it may be an earlier report (%s); to read it, name it on the command line",
            reason.text);
    else
        *search->error = reason;
    return false;
}

static bool add_directory(struct search *search, const char *path, const struct stat *status,
                          bool named)
{
    struct arena *arena = &search->files->arena;
    const char **names;
    size_t count;
    bool good = true;
    if (search->depth == DEEPEST_DIRECTORY || leads_back(search, status)) {
        note(search, path,
             "skipped: a directory that is nested too deeply or links back to itself");
        return true;
    }
    if (!named && !may_be_searched(search, path, &good))
        return good;
    if (!path_list(arena, path, &names, &count, search->error)) {
        if (named || !found_file_may_be_skipped(search->error))
            return false;
        const char *shown = utf8_escape_invalid(arena, path);
        diagnostics_reject(search->diagnostics, (struct place){shown, 0, 0}, "", "%s",
                           utf8_escape_invalid(arena, search->error->text));
        return true;
    }
    search->parents[search->depth++] = *status;
    for (size_t i = 0; good && i < count; i++)
        if (strcmp(names[i], CONFIG_NAME) != 0)
            good = add_path(search, path_join(arena, path, names[i]));
    search->depth--;
    return good;
}

static const char *real_path(struct arena *arena, const char *path)
{
    char real[PATH_MAX];
    return realpath(path, real) ? arena_text(arena, real) : NULL;
}

/* Whoever fills the directory must not have files read that are elsewhere. */
static bool leads_out(const struct search *search, const char *path)
{
    struct stat link;
    if (lstat(path, &link) != 0 || !S_ISLNK(link.st_mode))
        return false;
    const char *real = real_path(&search->files->arena, path);
    return real && !path_is_inside(real, search->root);
}

/* What is typed at a terminal is an input; a disk, or the zeros of /dev/zero, is none. */
static bool is_device(const struct stat *status, const char *path)
{
    bool is_terminal = S_ISCHR(status->st_mode) && strcmp(path, STANDARD_INPUT) == 0 && isatty(0);
    return (S_ISCHR(status->st_mode) && !is_terminal) || S_ISBLK(status->st_mode);
}

static bool add_named(struct search *search, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set_errno(search->error, ERROR_INPUT, "cannot read %s", path);
    if (is_device(&status, path))
        return error_set(search->error, ERROR_INPUT,
                         "%s: a device (give a file, a directory or a pipe)", path);
    if (!S_ISDIR(status.st_mode)) {
        add_file(search, path, &status, true);
        return true;
    }
    struct error reason = {0};
    /* Its tables hold each task several times. */
    if (earlier_report_in(path, &search->files->arena, &reason) == EARLIER_REPORT_FOUND)
        return error_set(search->error, ERROR_INPUT,
                         "%s: a report (draw it again with 'jobreport replot', or give its inputs, "
                         "or its data/attempts_all.csv.gz)",
                         path);
    search->root = real_path(&search->files->arena, path);
    if (!search->root)
        return error_set_errno(search->error, ERROR_INPUT, "cannot read %s", path);
    return add_directory(search, path, &status, true);
}

static bool add_path(struct search *search, const char *path)
{
    struct stat status;
    if (leads_out(search, path)) {
        note(search, path, "skipped: a symbolic link to outside the input directory");
    } else if (stat(path, &status) != 0) {
        error_set_errno(search->error, ERROR_INPUT, "cannot read %s", path);
        if (!found_file_may_be_skipped(search->error))
            return false;
        diagnostics_note(search->diagnostics,
                         (struct place){utf8_escape_invalid(&search->files->arena, path), 0, 0},
                         "skipped: cannot be read (%s)", strerror(search->error->number));
    } else if (S_ISDIR(status.st_mode)) {
        return add_directory(search, path, &status, false);
    } else if (S_ISREG(status.st_mode)) {
        add_file(search, path, &status, false);
    } else {
        note(search, path, "skipped: neither a file nor a directory");
    }
    return true;
}

bool found_files_add(struct found_files *files, const char *path, const char *format,
                     struct diagnostics *diagnostics, struct error *error)
{
    struct search *search = memory_alloc(sizeof *search);
    search->files = files;
    search->format = format;
    search->diagnostics = diagnostics;
    search->error = error;
    bool good = add_named(search, strcmp(path, "-") == 0 ? STANDARD_INPUT : path);
    free(search);
    return good;
}

/* ---- content ---- */

static uint64_t fingerprint(const struct mapping *content)
{
    size_t size = content->size < FINGERPRINT_SIZE ? content->size : FINGERPRINT_SIZE;
    uint64_t hash = hash_bytes(HASH_START, content->bytes, size);
    return hash_bytes(hash, content->bytes + content->size - size, size);
}

static void note_content(struct found_file *file)
{
    file->content_size = file->content.size;
    file->fingerprint = fingerprint(&file->content);
}

bool found_file_may_be_skipped(const struct error *error)
{
    static const int reasons[] = {0,     ENOENT, EACCES, EPERM,  ELOOP,     ENOTDIR,
                                  ENXIO, ENODEV, EISDIR, EINVAL, EOVERFLOW, ENAMETOOLONG};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (error->number == reasons[i])
            return true;
    return false;
}

/* Its names and first rows become the content; the file stays open beside it. */
static bool open_parquet(const struct found_files *files, struct found_file *file,
                         struct mapping_limits limits, struct error *error)
{
    struct mapping bytes = file->content;
    file->parquet =
        parquet_file_open(files->service, file->path, file->location, &bytes, limits, error);
    file->content = bytes;
    if (!file->parquet)
        return false;
    if (parquet_text_of_head(file->parquet, &file->content, &file->parquet_is_whole, error))
        return true;
    parquet_file_close(file->parquet);
    file->parquet = NULL;
    return false;
}

bool found_file_open(const struct found_files *files, struct found_file *file, struct error *error)
{
    struct mapping_limits limits = files->limits;
    limits.root = file->root;
    limits.before = file->state.is_known ? &file->state : NULL;
    if (file->open)
        return true;
    if (!mapping_open_within(&file->content, file->location, limits, error))
        return false;
    file->state = file->content.state;
    file->size = file->content.file_size;
    if (parquet_file_is(&file->content)) {
        note_content(file);
        file->open = open_parquet(files, file, limits, error);
        if (!file->open)
            mapping_close(&file->content);
        return file->open;
    }
    file->open = true;
    file->encoding = encoding_of(file->content.bytes, file->content.size);
    encoding_convert(&file->content, file->encoding);
    note_content(file);
    return true;
}

void found_file_close(struct found_file *file)
{
    if (file->open)
        mapping_close(&file->content);
    parquet_file_close(file->parquet);
    file->parquet = NULL;
    file->open = false;
}

void found_files_keep(struct found_files *files, struct found_file *file)
{
    size_t held = file->content.is_file ? 0 : file->content.size;
    size_t spooled = file->content.is_scratch ? file->content.size : 0;
    bool fits = files->open_count < FOUND_FILES_OPEN &&
                (files->held + held <= FOUND_FILES_HELD || held == 0) &&
                (files->spooled + spooled <= FOUND_FILES_SPOOLED || spooled == 0);
    if (!fits && file->is_regular) {
        found_file_close(file);
        return;
    }
    files->open_count++;
    files->held += held;
    files->spooled += spooled;
}

static const struct mapping *bytes_of(const struct found_file *file)
{
    return file->parquet ? &file->parquet->bytes : &file->content;
}

static bool same_content(const struct found_files *files, struct found_file *left,
                         const struct found_file *right)
{
    struct error ignored;
    bool was_open = left->open;
    if (!found_file_open(files, left, &ignored))
        return false;
    const struct mapping *one = bytes_of(left), *other = bytes_of(right);
    bool same = one->size == other->size && memcmp(one->bytes, other->bytes, other->size) == 0;
    if (!was_open)
        found_file_close(left);
    return same;
}

static bool says_the_same(const struct found_file *file, const char *other_path)
{
    struct input input = {.path = file->path, .content = file->content};
    return !file->reader->says_the_same || file->reader->says_the_same(&input, other_path);
}

const struct found_file *found_files_same(struct found_files *files, size_t index)
{
    const struct found_file *file = &files->items[index];
    const uint64_t hash = hash_of_content(file);
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&files->contents, hash, &at)) != HASH_INDEX_NONE) {
        struct found_file *earlier = &files->items[number];
        if (earlier->reader == file->reader && earlier->fingerprint == file->fingerprint &&
            earlier->content_size == file->content_size && says_the_same(file, earlier->path) &&
            same_content(files, earlier, file))
            return earlier;
    }
    hash_index_add(&files->contents, hash, (uint32_t)index);
    return NULL;
}
