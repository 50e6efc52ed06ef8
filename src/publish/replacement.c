#include "publish/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "publish/permissions.h"
#include "publish/tree.h"
#include "util/arena.h"
#include "util/parallel.h"
#include "util/path.h"

struct replacement {
    const struct file_owner *owner;
    struct owned_files *files; /* NULL: nothing is owned */
    int from, to;              /* the report's directories; to may be -1 */
    struct arena arena;
    bool is_complete;
};

static bool is_directory(int parent, const char *name)
{
    struct stat status;
    return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

static bool exists(int parent, const char *name)
{
    struct stat status;
    return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/* "settings" in "data" is "data/settings". */
static bool is_folder(const struct file_owner *owner, const char *folder, const char *name)
{
    size_t above = strlen(folder);
    for (size_t i = 0; i < owner->folder_count; i++) {
        const char *known = owner->folders[i];
        bool is_in = !above || (strncmp(known, folder, above) == 0 && known[above] == '/');
        if (is_in && strcmp(known + above + (above > 0), name) == 0)
            return true;
    }
    return false;
}

/* No directory is owned as a file, whatever it is called. */
static bool is_owned(const struct replacement *replacement, int parent, const char *folder,
                     const char *name)
{
    return replacement->files && replacement->owner->has(replacement->files, folder, name) &&
           !is_directory(parent, name);
}

/* Folders of the report are looked into on their own. */
static bool is_foreign(const struct replacement *replacement, int parent, const char *folder,
                       const char *name)
{
    if (is_folder(replacement->owner, folder, name) && is_directory(parent, name))
        return false;
    return !is_owned(replacement, parent, folder, name);
}

/* By errno of tree_open_folder: there is none, or what has its name is foreign and treated as such.
 */
static bool says_no_folder(int reason)
{
    return reason == ENOENT || reason == ENOTDIR || reason == ELOOP;
}

/* ---- before the swap ------------------------------------------------------------------------- */

static bool is_in_the_way(const char *folder, const char *name, struct error *error)
{
    return error_set(error, ERROR_OUTPUT,
                     "%s%s%s does not belong to the report there, and the new report has a file of "
                     "that name: move it away",
                     folder, *folder ? "/" : "", name);
}

/* Where links are impossible the name is moved after the swap. */
static bool cannot_link(int reason)
{
    return reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS || reason == EMLINK;
}

/* To move a directory changes what its ".." is: it must be writable, and where it is, too. */
static bool is_write_protected(int directory, const char *name)
{
    return faccessat(directory, name, W_OK | X_OK, AT_EACCESS) != 0 &&
           (errno == EACCES || errno == EROFS || errno == EPERM);
}

static bool carry_one(int from, int to, const char *folder, const char *name, struct error *error)
{
    if (exists(to, name))
        return is_in_the_way(folder, name, error);
    if (tree_is_mount_point(from, name))
        return error_set(error, ERROR_OUTPUT,
                         "%s%s%s is a mount point, which cannot be moved into the new report: "
                         "unmount it, or choose another directory",
                         folder, *folder ? "/" : "", name);
    if (is_directory(from, name) && is_write_protected(from, name))
        return error_set(error, ERROR_OUTPUT,
                         "%s%s%s is write-protected and cannot be moved into the new report: make "
                         "it writable, or choose another directory",
                         folder, *folder ? "/" : "", name);
    if (is_directory(from, name) || linkat(from, name, to, name, 0) == 0 || errno == ENOENT ||
        cannot_link(errno))
        return true;
    if (errno == EEXIST)
        return is_in_the_way(folder, name, error);
    return error_set_errno(error, ERROR_OUTPUT, "%s%s%s cannot be moved into the new report",
                           folder, *folder ? "/" : "", name);
}

static bool carry_names(struct replacement *replacement, const char *folder, int from,
                        const char *const *names, size_t count, struct error *error)
{
    int to = -1;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        if (!is_foreign(replacement, from, folder, names[i]))
            continue;
        if (to < 0)
            to = tree_make_folder(replacement->to, folder);
        good = to >= 0 ? carry_one(from, to, folder, names[i], error)
                       : error_set_errno(error, ERROR_OUTPUT, "%s", folder);
    }
    if (to >= 0 && good)
        good = fsync(to) == 0 || error_set_errno(error, ERROR_OUTPUT, "%s", folder);
    path_close(to);
    return good;
}

static bool carry_folder(struct replacement *replacement, const char *folder, struct error *error)
{
    const char **names;
    size_t count;
    int from = tree_open_folder(replacement->from, folder);
    if (from < 0 && says_no_folder(errno))
        return true;
    if (from >= 0 && is_write_protected(from, ".")) {
        close(from);
        return error_set(error, ERROR_OUTPUT,
                         "%s is write-protected, so the report cannot be replaced: make it "
                         "writable, or choose another directory",
                         *folder ? folder : "the directory");
    }
    bool good = from >= 0 && tree_list(from, &replacement->arena, &names, &count);
    good = good ? carry_names(replacement, folder, from, names, count, error)
                : error_set_errno(error, ERROR_OUTPUT, "%s", *folder ? folder : ".");
    path_close(from);
    return good;
}

/* The directory itself comes last: until then what is in it is nobody else's. */
static void keep_permissions(const struct replacement *replacement)
{
    const struct file_owner *owner = replacement->owner;
    for (size_t i = 0; i < owner->folder_count; i++) {
        int from = tree_open_folder(replacement->from, owner->folders[i]);
        int to = from < 0 ? -1 : tree_open_folder(replacement->to, owner->folders[i]);
        if (to >= 0)
            permissions_keep(from, to);
        path_close(to);
        path_close(from);
    }
    permissions_keep(replacement->from, replacement->to);
}

bool replacement_carry(const struct file_owner *owner, int former, int next, struct error *error)
{
    struct replacement replacement = {.owner = owner, .from = former, .to = next};
    replacement.files = owner->open(former, error);
    if (!replacement.files)
        return false;
    arena_init(&replacement.arena);
    bool good = carry_folder(&replacement, "", error);
    for (size_t i = 0; i < owner->folder_count && good; i++)
        good = carry_folder(&replacement, owner->folders[i], error);
    if (good)
        keep_permissions(&replacement);
    arena_release(&replacement.arena);
    owner->close(replacement.files);
    return good;
}

/* ---- after the swap -------------------------------------------------------------------------- */

static bool is_same_file(int left, int right, const char *name)
{
    struct stat one, other;
    return fstatat(left, name, &one, AT_SYMLINK_NOFOLLOW) == 0 &&
           fstatat(right, name, &other, AT_SYMLINK_NOFOLLOW) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool move_without_replacing(int from, int to, const char *name)
{
    if (renameat2(from, name, to, name, RENAME_NOREPLACE) == 0)
        return true;
    bool cannot = errno == EINVAL || errno == ENOSYS;
    return cannot && !exists(to, name) && renameat(from, name, to, name) == 0;
}

static bool remove_file(int directory, const char *name)
{
    return unlinkat(directory, name, 0) == 0 || errno == ENOENT;
}

static bool settle_foreign(struct replacement *replacement, const char *folder, int from,
                           const char *name)
{
    int to = replacement->to < 0 ? -1 : tree_make_folder(replacement->to, folder);
    bool gone = to >= 0 && (is_same_file(from, to, name) ? remove_file(from, name)
                                                         : move_without_replacing(from, to, name));
    path_close(to);
    return gone;
}

static bool is_proof(const struct file_owner *owner, const char *folder, const char *name)
{
    return strcmp(folder, owner->folders[owner->folder_count - 1]) == 0 &&
           strcmp(name, owner->proof) == 0;
}

/* Waiting for the disk, not work: 190 files that are on it take 300 ms one by one, 10 ms so. */
enum { AT_ONCE = 8 };

struct removal {
    int directory;
    const char **names;
    atomic_bool has_failed;
};

static void remove_one(void *context, size_t index)
{
    struct removal *removal = context;
    if (!remove_file(removal->directory, removal->names[index]))
        removal->has_failed = true;
}

static bool remove_files(int directory, const char **names, size_t count)
{
    struct removal removal = {.directory = directory, .names = names};
    parallel_threads(AT_ONCE, count, remove_one, &removal);
    return !removal.has_failed;
}

static void settle_folder(struct replacement *replacement, const char *folder)
{
    const char **names;
    size_t count, owned = 0;
    int from = tree_open_folder(replacement->from, folder);
    bool is_absent = from < 0 && says_no_folder(errno);
    if (from < 0 || !tree_list(from, &replacement->arena, &names, &count)) {
        replacement->is_complete = replacement->is_complete && is_absent;
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (is_owned(replacement, from, folder, names[i])) {
            if (!is_proof(replacement->owner, folder, names[i]))
                names[owned++] = names[i];
        } else if (is_foreign(replacement, from, folder, names[i]) &&
                   !settle_foreign(replacement, folder, from, names[i])) {
            replacement->is_complete = false;
        }
    }
    if (!remove_files(from, names, owned))
        replacement->is_complete = false;
    path_close(from);
}

/* Without its proof nobody would know any more which files were the report's. */
static void remove_proof(struct replacement *replacement)
{
    const struct file_owner *owner = replacement->owner;
    int folder = tree_open_folder(replacement->from, owner->folders[owner->folder_count - 1]);
    if (folder < 0)
        return;
    if (replacement->files)
        remove_file(folder, owner->proof);
    close(folder);
}

static void settle_all(struct replacement *replacement)
{
    const struct file_owner *owner = replacement->owner;
    settle_folder(replacement, "");
    for (size_t i = 0; i < owner->folder_count; i++)
        settle_folder(replacement, owner->folders[i]);
    if (replacement->is_complete)
        remove_proof(replacement);
    for (size_t i = 0; i < owner->folder_count; i++)
        tree_remove_folder(replacement->from, owner->folders[i]);
}

bool replacement_settle(const struct file_owner *owner, int parent, const char *name, int target)
{
    struct error reason = {0};
    struct replacement replacement = {.owner = owner, .to = target, .is_complete = true};
    replacement.from = tree_open_directory(parent, name);
    if (replacement.from < 0)
        return errno == ENOENT;
    replacement.files = owner->open(replacement.from, &reason);
    if (!replacement.files && reason.number && reason.number != ENOENT) {
        close(replacement.from); /* what belongs to the report is not known now: the next run's */
        return false;
    }
    arena_init(&replacement.arena);
    settle_all(&replacement);
    owner->close(replacement.files);
    arena_release(&replacement.arena);
    close(replacement.from);
    return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
}
