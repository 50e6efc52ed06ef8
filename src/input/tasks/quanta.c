#include "input/tasks/quanta.h"

#include <stdlib.h>
#include <string.h>

/* The last but `back` name of a path, or NULL. */
static const char *name_from_end(struct arena *arena, const char *path, int back)
{
    const char *end = path + strlen(path);
    for (;;) {
        while (end > path && end[-1] == '/')
            end--;
        const char *start = end;
        while (start > path && start[-1] != '/')
            start--;
        if (start == end)
            return NULL;
        if (back-- == 0)
            return arena_text_of_size(arena, start, (size_t)(end - start));
        end = start;
    }
}

static bool is_name(const char *name)
{
    return name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

/* The path as given says enough in most cases; one that starts inside the tree does not. */
static const char *directory_name(struct arena *arena, const char *path, int back)
{
    const char *name = name_from_end(arena, path, back);
    if (is_name(name))
        return name;
    char *resolved = realpath(path, NULL);
    name = resolved ? name_from_end(arena, resolved, back) : NULL;
    free(resolved);
    return name;
}

struct quanta_place quanta_place_of(struct arena *arena, const char *path)
{
    const char *step = directory_name(arena, path, 2), *task = directory_name(arena, path, 1);
    size_t size = task ? strcspn(task, "_") : 0;
    return (struct quanta_place){step, size ? arena_text_of_size(arena, task, size) : NULL};
}

const char *quanta_summary_step(struct arena *arena, const char *path)
{
    static const char name[] = "ResourceUsageSummary";
    const char *directory = directory_name(arena, path, 1), *file = directory_name(arena, path, 0);
    bool in_step = file && strstr(file, name) && !(directory && strstr(directory, name));
    return in_step ? directory : directory_name(arena, path, 2);
}

static bool has(const struct csv_header *header, const char *name)
{
    return csv_column(header, name) < header->count;
}

bool quanta_is_table(const struct csv_header *header)
{
    return has(header, "memory") && has(header, "run_time") && !quanta_is_summary(header);
}

bool quanta_is_summary(const struct csv_header *header)
{
    return has(header, "task") && has(header, "quanta") && has(header, "integrated_runtime_hrs");
}
