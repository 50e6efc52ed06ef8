#include "publish/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "publish/claim.h"
#include "publish/host.h"
#include "publish/permissions.h"
#include "publish/replacement.h"
#include "publish/swap.h"
#include "publish/sync.h"
#include "publish/tree.h"
#include "util/path.h"

enum { LINKS_FOLLOWED = 40, MOST_NAMES = 1000 };

#define LOCK_SUFFIX ".lock"   /* held as long as the run, or its watcher, lives */
#define READY_SUFFIX ".ready" /* the report, whole, on its way; then the former one */
#define ASIDE_SUFFIX ".old"   /* the former report between two steps of a swap */

/* ---- the target ------------------------------------------------------------------------------ */

static const char *without_trailing_slashes(struct arena *arena, const char *path)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/')
        size--;
    return arena_text_of_size(arena, path, size);
}

/* Where a link that leads to nothing yet points, or the path itself. */
static const char *follow_dangling_link(struct arena *arena, const char *path)
{
    char text[PATH_MAX];
    for (int i = 0; i < LINKS_FOLLOWED; i++) {
        ssize_t size = readlink(path, text, sizeof text - 1);
        if (size < 0)
            break;
        text[size] = '\0';
        path = text[0] == '/' ? arena_text(arena, text)
                              : path_join(arena, path_parent(arena, path), text);
    }
    return path;
}

static bool resolve_new_target(struct staging *staging, const char *target, struct error *error)
{
    char resolved[PATH_MAX];
    const char *path = without_trailing_slashes(&staging->arena, target);
    path = follow_dangling_link(&staging->arena, path);
    const char *parent = path_parent(&staging->arena, path);
    bool is_there = realpath(parent, resolved);
    if (!is_there && errno == ENOENT)
        is_there = new_directories_make(&staging->made, parent, &staging->arena) &&
                   realpath(parent, resolved);
    if (!is_there)
        return error_set_errno(error, ERROR_OUTPUT, "%s: the directory %s, in which it would be",
                               target, parent);
    staging->target = path_join(&staging->arena, resolved, path_base_name(path));
    return true;
}

static bool resolve_target(struct staging *staging, const char *target, struct error *error)
{
    char resolved[PATH_MAX];
    if (realpath(target, resolved)) {
        staging->target = arena_text(&staging->arena, resolved);
        return true;
    }
    if (errno != ENOENT)
        return error_set_errno(error, ERROR_OUTPUT, "%s", target);
    return resolve_new_target(staging, target, error);
}

static bool is_empty(int directory, struct error *error)
{
    struct arena arena;
    const char **names;
    size_t count = 0;
    arena_init(&arena);
    bool listed = tree_list(directory, &arena, &names, &count);
    if (!listed)
        error_set_errno(error, ERROR_OUTPUT, "cannot be read");
    arena_release(&arena);
    return listed && count == 0;
}

static bool is_replaceable(const struct file_owner *owner, int directory, struct error *error)
{
    if (is_empty(directory, error))
        return true;
    struct owned_files *files = owner->open(directory, error);
    owner->close(files);
    return files != NULL;
}

/* Nothing that a user may miss is ever replaced, nor anybody told to remove what may be a report of
 * another version, or a damaged one. *former is the open directory, -1 for none. */
static bool open_former(const struct staging *staging, int *former, struct error *error)
{
    struct error reason = {0};
    *former = tree_open_directory(AT_FDCWD, staging->target);
    if (*former < 0 && errno == ENOENT)
        return true;
    if (*former < 0 && errno == ENOTDIR)
        return error_set(error, ERROR_OUTPUT, "%s is not a directory: choose another one with -o",
                         staging->target);
    if (*former < 0)
        error_set_errno(&reason, ERROR_OUTPUT, "cannot be opened");
    else if (is_replaceable(staging->owner, *former, &reason))
        return true;
    if (*former >= 0)
        close(*former);
    if (!reason.number)
        return error_set(error, ERROR_OUTPUT,
                         "%s cannot be replaced: %s: choose another directory with -o",
                         staging->target, reason.text);
    if (!path_says_absent(reason.number))
        return error_set(
            error, ERROR_OUTPUT,
            "%s cannot be replaced: cannot determine whether it is a report of jobreport (%s)",
            staging->target, reason.text);
    return error_set(
        error, ERROR_OUTPUT,
        "%s is not empty and holds no report of jobreport: choose another directory with -o",
        staging->target);
}

static bool check_target(const struct staging *staging, struct error *error)
{
    int former;
    if (tree_is_mount_point(AT_FDCWD, staging->target))
        return error_set(error, ERROR_OUTPUT,
                         "%s is a mount point, which cannot be replaced: choose a directory in it "
                         "(-o %s/report)",
                         staging->target, staging->target[1] ? staging->target : "");
    if (!open_former(staging, &former, error))
        return false;
    path_close(former);
    return true;
}

/* ---- what a run has beside its target ---------------------------------------------------------
 */

/* The part of the names before the number. */
static const char *name_prefix(struct staging *staging)
{
    return arena_format(&staging->arena, ".%s.jobreport-%s-", path_base_name(staging->target),
                        host_name(&staging->arena));
}

static const char *with_suffix(struct staging *staging, const char *suffix)
{
    return arena_format(&staging->arena, "%s%s", staging->path, suffix);
}

/* A former report between two steps of a swap, where nothing has its place. */
static bool put_back(const struct staging *staging, const char *aside)
{
    return path_exists(staging->target) || rename(aside, staging->target) == 0 || errno == ENOENT;
}

static void say_what_stays(struct staging *staging)
{
    if (staging->note)
        staging->note(
            staging->context,
            arena_format(
                &staging->arena,
                "%s: some files of the former report could not be moved into the new one: see %s*",
                staging->target, staging->path));
}

/* By who holds the lock, or knows that nobody else will.
 *
 * A report that was not begun to be swapped is removed whole: what it has of others are links. One
 * that was, or the former one, holds what must not be lost. */
static bool clean_up(struct staging *staging)
{
    struct error ignored; /* another tries again: the watcher, or the next run */
    const char *aside = with_suffix(staging, ASIDE_SUFFIX);
    if (!put_back(staging, aside))
        return false;
    int target = tree_open_directory(AT_FDCWD, staging->target);
    bool aligned =
        replacement_settle(staging->owner, AT_FDCWD, with_suffix(staging, READY_SUFFIX), target);
    aligned = replacement_settle(staging->owner, AT_FDCWD, aside, target) && aligned;
    path_close(target);
    if (!path_remove_tree(staging->path, &ignored))
        aligned = false;
    if (aligned) {
        unlink(with_suffix(staging, LOCK_SUFFIX));
        new_directories_remove(&staging->made);
    }
    return aligned;
}

/* "4711.lock" or "4711-2.lock": how the name of a lock ends. */
static bool is_number_and_lock(const char *ending)
{
    size_t digits = strspn(ending, "0123456789-");
    return digits > 0 && strcmp(ending + digits, LOCK_SUFFIX) == 0;
}

/* Of this user or of who has the target, or nothing. In a directory where all may write, as /tmp,
 * another could put files there that would get into the report. */
static bool is_trusted(const struct staging *dead, const char *path)
{
    struct stat status, target;
    if (lstat(path, &status) != 0)
        return errno == ENOENT;
    return status.st_uid == geteuid() ||
           (lstat(dead->target, &target) == 0 && status.st_uid == target.st_uid);
}

static void clean_after_the_dead(const struct staging *living, const char *lock)
{
    size_t size = strlen(lock) - strlen(LOCK_SUFFIX);
    struct staging dead = {.target = living->target, .owner = living->owner};
    arena_init(&dead.arena);
    dead.path = arena_text_of_size(&dead.arena, lock, size);
    dead.lock = claim_of_the_dead(lock);
    if (dead.lock >= 0 && is_trusted(&dead, with_suffix(&dead, READY_SUFFIX)) &&
        is_trusted(&dead, with_suffix(&dead, ASIDE_SUFFIX)))
        clean_up(&dead);
    path_close(dead.lock);
    arena_release(&dead.arena);
}

/* What runs left behind whose watchers were killed with them. */
static void clean_after_dead_runs(struct staging *staging, const char *parent, const char *prefix)
{
    const char **names;
    size_t count = 0;
    int directory = tree_open_directory(AT_FDCWD, parent);
    if (directory < 0 || !tree_list(directory, &staging->arena, &names, &count))
        count = 0;
    path_close(directory);
    for (size_t i = 0; i < count; i++)
        if (strncmp(names[i], prefix, strlen(prefix)) == 0 &&
            is_number_and_lock(names[i] + strlen(prefix)))
            clean_after_the_dead(staging, path_join(&staging->arena, parent, names[i]));
}

/* ---- the staging directory ------------------------------------------------------------------- */

static void clean_up_at_death(void *context)
{
    struct staging *staging = context;
    staging->lock = claim_of_the_dying(with_suffix(staging, LOCK_SUFFIX));
    if (staging->lock >= 0)
        clean_up(staging);
}

/* In the place of a directory nobody may look in who may not look into that one. */
static bool make_private_or_new(const struct staging *staging)
{
    int former = tree_open_directory(AT_FDCWD, staging->target);
    bool made = mkdir(staging->path, former < 0 ? 0777 : 0700) == 0;
    int reason = errno;
    int next = made && former >= 0 ? tree_open_directory(AT_FDCWD, staging->path) : -1;
    if (next >= 0)
        permissions_prepare(former, next);
    path_close(next);
    path_close(former);
    errno = reason;
    return made;
}

/* The watcher comes first: there is no moment in which nobody would clean up. */
static bool claim_watched(struct staging *staging, struct error *error)
{
    bool is_locked;
    if (!watcher_start(&staging->watcher, clean_up_at_death, staging, error))
        return false;
    staging->lock = claim_new(with_suffix(staging, LOCK_SUFFIX), &is_locked);
    if (staging->lock >= 0 && make_private_or_new(staging))
        return true;
    int reason = errno;
    claim_release(staging->lock, with_suffix(staging, LOCK_SUFFIX));
    watcher_dismiss(&staging->watcher);
    errno = reason;
    return error_set_errno(error, ERROR_OUTPUT, "%s: cannot write into %s", staging->target,
                           path_parent(&staging->arena, staging->target));
}

/* Process numbers repeat among containers: who makes the lock file has the name. */
static bool make_staging_directory(struct staging *staging, struct error *error)
{
    const char *parent = path_parent(&staging->arena, staging->target);
    const char *prefix = name_prefix(staging);
    bool made = false;
    clean_after_dead_runs(staging, parent, prefix);
    for (int i = 0; i < MOST_NAMES && !made; i++) {
        const char *name = arena_format(&staging->arena, "%s%ld", prefix, (long)getpid());
        if (i)
            name = arena_format(&staging->arena, "%s-%d", name, i);
        staging->path = path_join(&staging->arena, parent, name);
        if (path_exists(with_suffix(staging, LOCK_SUFFIX)))
            errno = EEXIST;
        else
            made = claim_watched(staging, error);
        if (!made && errno != EEXIST)
            return false;
    }
    return made || error_set_errno(error, ERROR_OUTPUT, "%s: cannot write into %s", staging->target,
                                   parent);
}

bool staging_begin(struct staging *staging, const char *target, const struct file_owner *owner,
                   struct error *error)
{
    *staging = (struct staging){.owner = owner, .lock = -1};
    arena_init(&staging->arena);
    if (resolve_target(staging, target, error) && check_target(staging, error) &&
        make_staging_directory(staging, error))
        return true;
    new_directories_remove(&staging->made);
    arena_release(&staging->arena);
    *staging = (struct staging){0}; /* so that abandoning it does nothing */
    return false;
}

/* ---- the swap -------------------------------------------------------------------------------- */

/* What is in the former report and not of it goes into the new one. */
static bool carry(struct staging *staging, struct error *error)
{
    int former, next;
    struct error ignored;
    if (!open_former(staging, &former, error))
        return false;
    if (former < 0)
        return true;
    bool good = (next = tree_open_directory(AT_FDCWD, staging->path)) >= 0;
    if (!good)
        error_set_errno(error, ERROR_OUTPUT, "%s", staging->path);
    else if (is_empty(former, &ignored))
        permissions_keep(former, next);
    else
        good = replacement_carry(staging->owner, former, next, error) ||
               error_add_context(error, "%s", staging->target);
    path_close(next);
    close(former);
    return good;
}

/* Whoever called us from there stays in the former one, which is empty or gone. */
static bool is_working_directory(const char *target)
{
    int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool is_same = here >= 0 && tree_is_at(here, target);
    if (here >= 0)
        close(here);
    return is_same;
}

/* Looked at last before the swap: the time between that and the rename is all that another run has
 * to be lost in. */
static bool check_source(struct staging *staging, struct error *error)
{
    const struct file_owner *owner = staging->owner;
    if (!staging->source)
        return true;
    const char *folder =
        path_join(&staging->arena, staging->target, owner->folders[owner->folder_count - 1]);
    if (tree_file_is(AT_FDCWD, path_join(&staging->arena, folder, owner->proof), staging->source))
        return true;
    return error_set(error, ERROR_OUTPUT,
                     "%s was replaced or removed while it was drawn again, and is left as it is: "
                     "try again",
                     staging->target);
}

bool staging_commit(struct staging *staging, struct error *error)
{
    const char *ready = with_suffix(staging, READY_SUFFIX);
    const char *aside = with_suffix(staging, ASIDE_SUFFIX);
    bool is_here = is_working_directory(staging->target);
    if (!check_source(staging, error) || !sync_tree(staging->path, error) ||
        !carry(staging, error) || !check_source(staging, error))
        return false;
    if (rename(staging->path, ready) != 0 ||
        !swap_into_place(AT_FDCWD, ready, staging->target, aside))
        return error_set_errno(error, ERROR_OUTPUT, "%s: cannot be replaced", staging->target);
    if (is_here && staging->note)
        staging->note(
            staging->context,
            arena_format(&staging->arena,
                         "%s, the current directory, was replaced: enter it again (cd %s)",
                         staging->target, staging->target));
    struct error ignored; /* the report is there: an old one that stays behind is no failure */
    sync_file(path_parent(&staging->arena, staging->target), &ignored);
    staging_abandon(staging);
    return true;
}

/* It has the descriptors and the memory that we may lack. */
static void leave_to_watcher(struct staging *staging)
{
    watcher_leave(&staging->watcher);
    if (path_exists(with_suffix(staging, LOCK_SUFFIX)))
        say_what_stays(staging);
}

void staging_abandon(struct staging *staging)
{
    if (!staging->path)
        return;
    bool is_clean = clean_up(staging);
    close(
        staging->lock); /* a watcher that takes us for dead waits for it, and we for the watcher */
    if (is_clean)
        watcher_dismiss(&staging->watcher);
    else
        leave_to_watcher(staging);
    arena_release(&staging->arena);
    *staging = (struct staging){0};
}
