#include "publish/staging.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "publish/host.h"
#include "publish/swap.h"
#include "publish/sync.h"
#include "util/path.h"

enum { LINKS_FOLLOWED = 40 };

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
    if (!realpath(parent, resolved))
        return error_set_errno(error, ERROR_OUTPUT, "%s: the directory %s, where it would stand",
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

static bool directory_is_empty(const char *path)
{
    DIR *directory = opendir(path);
    if (!directory)
        return false;
    int entries = 0;
    while (readdir(directory))
        entries++;
    closedir(directory);
    return entries <= 2; /* "." and ".." */
}

static bool is_report(struct arena *arena, const char *path)
{
    return path_exists(path_join(arena, path, "data/manifest.json"));
}

/* Nothing that a user may miss is ever replaced. */
static bool check_target(struct staging *staging, struct error *error)
{
    const char *target = staging->target;
    if (!path_exists(target) || is_report(&staging->arena, target) || directory_is_empty(target))
        return true;
    return error_set(error, ERROR_OUTPUT,
                     "%s is not a report of jobreport: remove it or choose another with -o",
                     target);
}

/* ---- the staging directory ------------------------------------------------------------------- */

/* The part of a staging directory's name before the process number. */
static const char *name_prefix(struct staging *staging)
{
    return arena_format(&staging->arena, ".%s.jobreport-%s-", path_base_name(staging->target),
                        host_name(&staging->arena));
}

/* The number of the process whose staging directory has that name, or 0 when it is none. */
static pid_t name_process(const char *name, const char *prefix)
{
    char *end;
    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return 0;
    long number = strtol(name + strlen(prefix), &end, 10);
    bool ours = *end == '\0' || strcmp(end, WATCHER_ASIDE_SUFFIX) == 0;
    return ours && number > 0 && number <= INT_MAX ? (pid_t)number : 0;
}

static bool process_is_gone(pid_t process)
{
    return process == getpid() || (kill(process, 0) != 0 && errno == ESRCH);
}

/* What runs left behind whose watchers were killed with them. */
static void clean_after_dead_runs(struct staging *staging, const char *parent, const char *prefix)
{
    DIR *directory = opendir(parent);
    if (!directory)
        return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        pid_t process = name_process(entry->d_name, prefix);
        if (process == 0 || !process_is_gone(process))
            continue;
        const char *name = arena_format(&staging->arena, "%s%ld", prefix, (long)process);
        watcher_clean_up(path_join(&staging->arena, parent, name), staging->target);
    }
    closedir(directory);
}

static void name_staging_directory(struct staging *staging)
{
    const char *parent = path_parent(&staging->arena, staging->target);
    const char *prefix = name_prefix(staging);
    clean_after_dead_runs(staging, parent, prefix);
    const char *name = arena_format(&staging->arena, "%s%ld", prefix, (long)getpid());
    staging->path = path_join(&staging->arena, parent, name);
}

static bool make_staging_directory(struct staging *staging, struct error *error)
{
    if (mkdir(staging->path, 0777) == 0)
        return true;
    error_set_errno(error, ERROR_OUTPUT, "%s: cannot write into %s", staging->target,
                    path_parent(&staging->arena, staging->target));
    watcher_dismiss(&staging->watcher);
    return false;
}

/* The watcher comes first: there is no moment in which nobody would clean up. */
static bool begin(struct staging *staging, const char *target, struct error *error)
{
    if (!resolve_target(staging, target, error) || !check_target(staging, error))
        return false;
    name_staging_directory(staging);
    return watcher_start(&staging->watcher, staging->path, staging->target, error) &&
           make_staging_directory(staging, error);
}

bool staging_begin(struct staging *staging, const char *target, struct error *error)
{
    *staging = (struct staging){0};
    arena_init(&staging->arena);
    if (begin(staging, target, error))
        return true;
    arena_release(&staging->arena);
    *staging = (struct staging){0}; /* so that abandoning it does nothing */
    return false;
}

/* ---- the swap -------------------------------------------------------------------------------- */

bool staging_commit(struct staging *staging, struct error *error)
{
    if (!check_target(staging, error) || !sync_tree(staging->path, error))
        return false;
    const char *aside = watcher_aside(&staging->arena, staging->path);
    if (!swap_into_place(AT_FDCWD, staging->path, staging->target, aside))
        return error_set_errno(error, ERROR_OUTPUT, "%s: cannot be replaced", staging->target);
    struct error ignored; /* the report stands: an old one that stays behind is no failure */
    sync_file(path_parent(&staging->arena, staging->target), &ignored);
    staging_abandon(staging);
    return true;
}

void staging_abandon(struct staging *staging)
{
    if (!staging->path)
        return;
    watcher_clean_up(staging->path, staging->target);
    watcher_dismiss(&staging->watcher);
    arena_release(&staging->arena);
    *staging = (struct staging){0};
}
