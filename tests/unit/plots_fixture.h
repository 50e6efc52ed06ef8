/* Chart definitions in a directory that lasts as long as a test. */
#ifndef TESTS_UNIT_PLOTS_FIXTURE_H
#define TESTS_UNIT_PLOTS_FIXTURE_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "figure/charts/plotspecs_load.h"
#include "figure/model/plotspec.h"
#include "util/path.h"

struct directory {
    char path[64];
    struct arena arena;
    struct plotspecs specs;
    struct error error;
};

static inline bool directory_init(struct directory *directory)
{
    *directory = (struct directory){.path = "/tmp/figure_plotspec_XXXXXX"};
    arena_init(&directory->arena);
    return mkdtemp(directory->path) != NULL;
}

static inline bool directory_write(struct directory *directory, const char *name, const char *text)
{
    return path_write(path_join(&directory->arena, directory->path, name), text, strlen(text),
                      &directory->error);
}

static inline bool directory_load(struct directory *directory)
{
    return plotspecs_load(&directory->specs, &directory->arena, directory->path, &directory->error);
}

static inline void directory_release(struct directory *directory)
{
    struct error error;
    path_remove_tree(directory->path, &error);
    arena_release(&directory->arena);
}

#define FIGURE "{\"id\": \"a\", \"kind\": \"combined\", \"section\": \"S\"}"

#define LABEL "\"label\": \"step\""
#define TASK "\"label\": \"task\""
#define OF_TABLE(table, kind, columns)                                                             \
    "\"table\": \"" table "\", \"id\": \"a\", \"kind\": \"" kind "\", \"title\": \"T\",\n"         \
    "\"columns\": {" columns "},\n\"section\": \"S\""

#define LANES                                                                                      \
    OF_TABLE("lanes", "lanes",                                                                     \
             "\"lane\": \"lane\", \"node\": \"node\", \"start\": \"start\", \"end\": \"end\", "    \
             "\"task\": \"task\"")

#endif
