#include "util/short_paths.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/name_index.h"
#include "util/path.h"

struct short_paths {
    struct name_index paths;
    const char **ends; /* of each path */
};

/* The end of the path that has one part more than `end`; the same when there is none. */
static const char *one_part_more(const char *path, const char *end)
{
    const char *at = end;
    while (at > path && at[-1] == '/')
        at--;
    while (at > path && at[-1] != '/')
        at--;
    return *at == '/' ? end : at;
}

/* How many of the paths in question end alike, by the number of the end. */
static uint32_t *count_alike(const struct short_paths *names, const uint32_t *open, size_t count,
                             struct name_index *ends)
{
    uint32_t *alike = memory_alloc_array(count + 1, sizeof *alike);
    for (size_t i = 0; i < count; i++) {
        uint32_t number = name_index_find(ends, names->ends[open[i]]);
        if (number == NAME_INDEX_NONE)
            number = name_index_add(ends, names->ends[open[i]]);
        alike[number]++;
    }
    return alike;
}

/* Lengthens those that end like another; returns how many are left that changed. */
static size_t lengthen(struct short_paths *names, uint32_t *open, size_t count)
{
    struct name_index ends;
    size_t left = 0;
    name_index_init(&ends);
    uint32_t *alike = count_alike(names, open, count, &ends);
    for (size_t i = 0; i < count; i++) {
        const char **end = &names->ends[open[i]];
        const char *longer = one_part_more(names->paths.names[open[i]], *end);
        if (alike[name_index_find(&ends, *end)] > 1 && longer != *end)
            open[left++] = open[i];
    }
    free(alike);
    name_index_release(&ends);
    for (size_t i = 0; i < left; i++)
        names->ends[open[i]] = one_part_more(names->paths.names[open[i]], names->ends[open[i]]);
    return left;
}

struct short_paths *short_paths_new(const char *const *paths, size_t count)
{
    struct short_paths *names = memory_alloc(sizeof *names);
    uint32_t *open = memory_alloc_array(count + 1, sizeof *open);
    names->ends = memory_alloc_array(count + 1, sizeof *names->ends);
    name_index_init(&names->paths);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (name_index_find(&names->paths, paths[i]) == NAME_INDEX_NONE) {
            uint32_t number = name_index_add(&names->paths, paths[i]);
            names->ends[number] = path_base_name(paths[i]);
            open[left++] = number;
        }
    while (left > 1)
        left = lengthen(names, open, left);
    free(open);
    return names;
}

void short_paths_free(struct short_paths *names)
{
    if (!names)
        return;
    name_index_release(&names->paths);
    free(names->ends);
    free(names);
}

const char *short_paths_get(const struct short_paths *names, const char *path)
{
    if (!names || !path)
        return path;
    uint32_t number = name_index_find(&names->paths, path);
    return number == NAME_INDEX_NONE ? path_base_name(path) : names->ends[number];
}
