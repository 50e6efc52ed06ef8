#include "publish/web_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "publish/host.h"
#include "publish/permissions.h"
#include "publish/replacement.h"
#include "publish/swap.h"
#include "publish/sync.h"
#include "publish/tree.h"
#include "util/list.h"
#include "util/path.h"

#define NEW_PREFIX ".jobreport-new-"     /* being made: all ours */
#define SWAP_PREFIX ".jobreport-swap-"   /* TARGET~NUMBER: the new report, then the former one */
#define ASIDE_PREFIX ".jobreport-aside-" /* TARGET: the former one between two steps of a swap */

static const char *path_of(struct web_directory *web, const char *name)
{
    return path_join(&web->arena, web->path, name);
}

static void remove_name(struct web_directory *web, const char *name)
{
    struct error ignored; /* the next publisher tries again */
    path_remove_tree(path_of(web, name), &ignored);
}

/* What cannot be looked at may be there. */
static bool exists(const struct web_directory *web, const char *name)
{
    struct stat status;
    return fstatat(web->handle, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
}

/* What is left of a report that `target` has taken the place of; what is not of it is kept. */
static void settle(struct web_directory *web, const char *name, const char *target)
{
    int handle = tree_open_directory(web->handle, target);
    if (!replacement_settle(web->owner, web->handle, name, handle))
        web->note(
            web->context,
            arena_format(
                &web->arena,
                "%s: some files of the former report could not be moved into the new one: see %s",
                path_of(web, target), path_of(web, name)));
    path_close(handle);
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool starts_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* A former report that was moved aside and has no successor yet is put back; when that fails it
 * stays for the next publisher. */
static void settle_aside(struct web_directory *web, const char *name)
{
    const char *target = name + strlen(ASIDE_PREFIX);
    if (exists(web, target))
        settle(web, name, target);
    else
        renameat(web->handle, name, web->handle, target);
}

static void settle_swap(struct web_directory *web, const char *name)
{
    const char *target = name + strlen(SWAP_PREFIX);
    settle(web, name, arena_text_of_size(&web->arena, target, strcspn(target, "~")));
}

static void clean_up_behind_the_dead(struct web_directory *web)
{
    const char **names;
    size_t count;
    if (!tree_list(web->handle, &web->arena, &names, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        if (starts_with(names[i], ASIDE_PREFIX))
            settle_aside(web, names[i]);
        else if (starts_with(names[i], SWAP_PREFIX))
            settle_swap(web, names[i]);
        else if (starts_with(names[i], NEW_PREFIX))
            remove_name(web, names[i]);
    }
}

/* Who may not write another user's lock file can still lock it, except on some network disks. */
static int open_lock(const struct web_directory *web)
{
    int flags = O_CREAT | O_NOFOLLOW | O_CLOEXEC;
    int handle = openat(web->handle, WEB_DIRECTORY_LOCK, O_RDWR | flags, 0666);
    if (handle < 0 && errno == EACCES)
        handle = openat(web->handle, WEB_DIRECTORY_LOCK, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return handle;
}

static bool lock_waiting(int handle)
{
    while (flock(handle, LOCK_EX) != 0)
        if (errno != EINTR)
            return false;
    return true;
}

static bool take_lock(struct web_directory *web, void (*note)(void *context, const char *line),
                      void *context, struct error *error)
{
    web->lock = open_lock(web);
    if (web->lock < 0)
        return error_set_errno(error, ERROR_OUTPUT, "%s: cannot write into it", web->path);
    if (flock(web->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK) {
        note(context, arena_format(&web->arena, "%s: waiting for another publisher", web->path));
        if (lock_waiting(web->lock))
            return true;
    }
    note(context, arena_format(&web->arena,
                               "%s: no locks on this file system (%s): run one publish at a time",
                               web->path, strerrorname_np(errno)));
    close(web->lock);
    web->lock = -1;
    return true;
}

static bool open_directory(struct web_directory *web, struct error *error)
{
    if (mkdir(web->path, 0777) != 0 && errno != EEXIST)
        return error_set_errno(error, ERROR_OUTPUT, "cannot create the directory %s", web->path);
    web->handle = open(web->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return web->handle >= 0 || error_set_errno(error, ERROR_OUTPUT, "%s", web->path);
}

bool web_directory_open(struct web_directory *web, const char *path, const struct file_owner *owner,
                        void (*note)(void *context, const char *line), void *context,
                        struct error *error)
{
    *web = (struct web_directory){
        .owner = owner, .note = note, .context = context, .handle = -1, .lock = -1};
    arena_init(&web->arena);
    web->path = arena_text(&web->arena, path);
    if (!open_directory(web, error) || !take_lock(web, note, context, error)) {
        web_directory_close(web);
        return false;
    }
    if (web->lock >= 0)
        clean_up_behind_the_dead(web);
    return true;
}

/* ---- staging --------------------------------------------------------------------------------- */

/* The host and process number keep apart those who cannot lock. */
static const char *number_of(struct web_directory *web)
{
    return arena_format(&web->arena, "%s-%ld-%zu", host_name(&web->arena), (long)getpid(),
                        web->staged.count);
}

static const char *stage_name(struct web_directory *web, const char *target, bool is_report)
{
    const char *ready = arena_format(&web->arena, NEW_PREFIX "%s", number_of(web));
    *list_add(&web->staged) =
        (struct staged_name){ready, arena_text(&web->arena, target), is_report};
    return ready;
}

int web_directory_stage(struct web_directory *web, const char *target, struct error *error)
{
    const char *ready = stage_name(web, target, true);
    int handle = -1, former = tree_open_directory(web->handle, target);
    if (mkdirat(web->handle, ready, former < 0 ? 0777 : 0700) == 0)
        handle = tree_open_directory(web->handle, ready);
    if (handle < 0)
        error_set_errno(error, ERROR_OUTPUT, "%s: cannot write into it", web->path);
    else if (former >= 0)
        permissions_prepare(former, handle);
    path_close(former);
    return handle;
}

bool web_directory_stage_file(struct web_directory *web, const char *target, const char *bytes,
                              size_t size, struct error *error)
{
    const char *ready = stage_name(web, target, false);
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int handle = openat(web->handle, ready, flags, 0666);
    bool good = handle >= 0 && path_write_handle(handle, bytes, size);
    int reason = errno;
    if (handle >= 0 && !path_close_written(handle) && good) {
        good = false;
        reason = errno;
    }
    errno = reason;
    return good || error_set_errno(error, ERROR_OUTPUT, "%s/%s", web->path, target);
}

void web_directory_unstage(struct web_directory *web)
{
    struct staged_name *last = &web->staged.items[web->staged.count - 1];
    remove_name(web, last->ready);
    last->ready = NULL;
}

/* ---- the change ------------------------------------------------------------------------------ */

static bool sync_staged(struct web_directory *web, struct error *error)
{
    for (size_t i = 0; i < web->staged.count; i++) {
        const struct staged_name *staged = &web->staged.items[i];
        if (staged->ready && !sync_tree(path_of(web, staged->ready), error))
            return error_add_context(error, "%s", web->path);
    }
    return true;
}

static bool cannot_be_replaced(struct web_directory *web, const struct staged_name *staged,
                               struct error *error)
{
    return error_set_errno(error, ERROR_OUTPUT, "%s: cannot be replaced",
                           path_of(web, staged->target));
}

/* What is in a former report and not of it goes into its successor. */
static bool carry_into(struct web_directory *web, const struct staged_name *staged,
                       struct error *error)
{
    int former = tree_open_directory(web->handle, staged->target);
    if (former < 0)
        return errno == ENOENT || cannot_be_replaced(web, staged, error);
    int next = tree_open_directory(web->handle, staged->ready);
    bool good = next < 0 ? cannot_be_replaced(web, staged, error)
                         : replacement_carry(web->owner, former, next, error) ||
                               error_add_context(error, "%s", path_of(web, staged->target));
    path_close(next);
    close(former);
    return good;
}

static bool carry_all(struct web_directory *web, struct error *error)
{
    for (size_t i = 0; i < web->staged.count; i++)
        if (web->staged.items[i].ready && web->staged.items[i].is_report &&
            !carry_into(web, &web->staged.items[i], error))
            return false;
    return true;
}

/* Under a name that says whose place it takes: from here on it may be the former one. */
static bool announce_swap(struct web_directory *web, struct staged_name *staged)
{
    const char *name = arena_format(&web->arena, SWAP_PREFIX "%s~%s", staged->target,
                                    staged->ready + strlen(NEW_PREFIX));
    if (renameat(web->handle, staged->ready, web->handle, name) != 0)
        return false;
    staged->ready = name;
    return true;
}

static bool put_into_place(struct web_directory *web, struct staged_name *staged,
                           struct error *error)
{
    const char *aside = arena_format(&web->arena, ASIDE_PREFIX "%s", staged->target);
    if ((staged->is_report && !announce_swap(web, staged)) ||
        !swap_into_place(web->handle, staged->ready, staged->target, aside))
        return cannot_be_replaced(web, staged, error);
    if (staged->is_report) {
        settle(web, staged->ready, staged->target);
        settle(web, aside, staged->target);
    }
    staged->ready = NULL;
    return true;
}

bool web_directory_commit(struct web_directory *web, struct error *error)
{
    if (!sync_staged(web, error) || !carry_all(web, error))
        return false;
    for (size_t i = 0; i < web->staged.count; i++)
        if (web->staged.items[i].ready && !put_into_place(web, &web->staged.items[i], error))
            return false;
    struct error ignored; /* all is there: that its names may reach the disk late is no failure */
    sync_file(web->path, &ignored);
    return true;
}

static void drop(struct web_directory *web, const struct staged_name *staged)
{
    if (starts_with(staged->ready, SWAP_PREFIX))
        settle(web, staged->ready, staged->target);
    else
        remove_name(web, staged->ready);
}

void web_directory_close(struct web_directory *web)
{
    for (size_t i = 0; i < web->staged.count; i++)
        if (web->staged.items[i].ready)
            drop(web, &web->staged.items[i]);
    free(web->staged.items);
    path_close(web->lock);
    path_close(web->handle);
    arena_release(&web->arena);
    *web = (struct web_directory){.handle = -1, .lock = -1};
}
