#include "sharding.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/found_files.h"
#include "reading.h"
#include "shard_scripts.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/path.h"

enum { MOST_SHARDS = 1000, MODE = 0777, SCRIPT_MODE = 0755 };
static const double SHARD_SIZE = 256 << 20; /* bytes */

/* ---- which inputs are in which shard ---- */

struct sharded {
    const char *path; /* from the root, without links */
    double size;
    size_t shard;
};

struct sharded_list {
    struct sharded *items;
    size_t count, capacity;
};

static int compare_sizes(const void *left, const void *right)
{
    const struct sharded *l = left, *r = right;
    int order = (l->size < r->size) - (l->size > r->size);
    return order ? order : strcmp(l->path, r->path);
}

static int compare_paths(const void *left, const void *right)
{
    return strcmp(((const struct sharded *)left)->path, ((const struct sharded *)right)->path);
}

static bool add_file(struct sharded_list *list, const struct found_file *file, struct arena *arena,
                     struct error *error)
{
    char *path = realpath(file->location, NULL);
    if (!path || !file->is_regular) {
        free(path);
        return error_set(error, ERROR_INPUT, "%s: not a file that can be read again", file->path);
    }
    *list_add(list) = (struct sharded){arena_text(arena, path), (double)file->size, 0};
    free(path);
    return true;
}

static bool list_files(struct sharded_list *list, const struct options *options,
                       const struct environment *environment, struct diagnostics *diagnostics,
                       struct error *error)
{
    struct found_files files;
    found_files_init(&files, reading_limits_of(options, environment));
    bool good = reading_find(&files, options, environment, diagnostics, error);
    for (size_t i = 0; good && i < files.count; i++)
        if (files.items[i].reader)
            good = add_file(list, &files.items[i], options->arena, error);
    found_files_release(&files);
    return good && (list->count || error_set(error, ERROR_INPUT, "nothing usable found in %s",
                                             options->inputs[0].path));
}

static size_t count_shards(const struct sharded_list *list, const struct options *options)
{
    double size = 0;
    for (size_t i = 0; i < list->count; i++)
        size += list->items[i].size;
    double wanted = options->shards ? options->shards : size / SHARD_SIZE + 1;
    if (!options->shards && wanted > MOST_SHARDS)
        wanted = MOST_SHARDS;
    return wanted < (double)list->count ? (size_t)wanted : list->count;
}

/* The largest first, each to the shard that has least so far. */
static void share_out(struct sharded_list *list, size_t shards)
{
    double *sizes = memory_alloc_array(shards, sizeof *sizes);
    qsort(list->items, list->count, sizeof *list->items, compare_sizes);
    for (size_t i = 0; i < list->count; i++) {
        size_t least = 0;
        for (size_t k = 1; k < shards; k++)
            least = sizes[k] < sizes[least] ? k : least;
        list->items[i].shard = least;
        sizes[least] += list->items[i].size + 1;
    }
    free(sizes);
    qsort(list->items, list->count, sizeof *list->items, compare_paths);
}

/* ---- the directory ---- */

struct directory {
    const char *path;
    struct arena *arena;
};

static bool make_directory(const struct directory *directory, const char *name, struct error *error)
{
    const char *path = name ? path_join(directory->arena, directory->path, name) : directory->path;
    if (mkdir(path, MODE) == 0)
        return true;
    if (errno == EEXIST)
        return error_set(error, ERROR_OUTPUT, "%s is there already: name a new directory", path);
    return error_set_errno(error, ERROR_OUTPUT, "cannot make %s", path);
}

static bool write_file(const struct directory *directory, const char *name,
                       const struct strbuf *text, bool is_script, struct error *error)
{
    const char *path = path_join(directory->arena, directory->path, name);
    if (!path_write(path, text->text, text->size, error))
        return false;
    return !is_script || chmod(path, SCRIPT_MODE) == 0 ||
           error_set_errno(error, ERROR_OUTPUT, "cannot make %s a program", path);
}

/* With NUL between the paths: of one shard, or of all. */
static bool write_list(const struct directory *directory, const char *name,
                       const struct sharded_list *list, const size_t *shard, struct error *error)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < list->count; i++)
        if (!shard || list->items[i].shard == *shard)
            strbuf_add(&text, list->items[i].path, strlen(list->items[i].path) + 1);
    bool good = write_file(directory, name, &text, false, error);
    strbuf_release(&text);
    return good;
}

static bool write_lists(const struct directory *directory, const struct sharded_list *list,
                        size_t shards, struct error *error)
{
    bool good = write_list(directory, SHARD_ALL_INPUTS, list, NULL, error);
    for (size_t shard = 0; good && shard < shards; shard++) {
        char name[64];
        shard_file_name(name, sizeof name, "shards", shard + 1, "list");
        good = write_list(directory, name, list, &shard, error);
    }
    return good;
}

static bool write_scripts(const struct directory *directory, const struct shard_plan *plan,
                          struct error *error)
{
    bool good = true;
    for (size_t i = 0; good && i < shard_script_count(); i++) {
        const struct shard_script *script = shard_script_at(i);
        struct strbuf text;
        if (!script->is_wanted(plan->options))
            continue;
        strbuf_init(&text);
        script->write(plan, &text);
        good = write_file(directory, script->name, &text, script->is_program, error);
        strbuf_release(&text);
    }
    return good;
}

/* All of it, or nothing: what was begun would be in the way of the next try. */
static bool write_all(const struct directory *directory, const struct sharded_list *list,
                      const struct shard_plan *plan, struct error *error)
{
    struct error ignored = {0};
    if (!make_directory(directory, NULL, error))
        return false;
    bool good =
        make_directory(directory, "shards", error) && make_directory(directory, "parts", error) &&
        write_lists(directory, list, plan->shards, error) && write_scripts(directory, plan, error);
    if (!good)
        path_remove_tree(directory->path, &ignored);
    return good;
}

bool sharding_run(struct options *options, const struct environment *environment,
                  struct diagnostics *diagnostics, struct report_outcome *outcome,
                  struct error *error)
{
    struct sharded_list list = {0};
    struct directory directory = {options->output, options->arena};
    bool good = environment->use_time_zone(options->time_zone, error) &&
                list_files(&list, options, environment, diagnostics, error) &&
                environment->can_announce(environment->context, error);
    if (good) {
        struct shard_plan plan = {options, environment->program, count_shards(&list, options)};
        share_out(&list, plan.shards);
        good = write_all(&directory, &list, &plan, error);
    }
    free(list.items);
    outcome->path = options->output;
    return good;
}
