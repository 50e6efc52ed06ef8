#include "check.h"

#include <stdlib.h>

#include "util/short_paths.h"

static void names_are_as_long_as_it_takes(void)
{
    static const char *const paths[] = {"/home/anna/run/a.json", "/home/anna/run/b.json",
                                        "/data/x/meta.json",     "/data/y/meta.json",
                                        "/home/bob/x/meta.json", "meta.json",
                                        "/meta.json/",           "/data/x/meta.json"};
    static const char *const names[] = {
        "a.json",    "b.json", "data/x/meta.json", "y/meta.json", "bob/x/meta.json",
        "meta.json", "",       "data/x/meta.json"};
    size_t count = sizeof paths / sizeof paths[0];
    struct short_paths *short_paths = short_paths_new(paths, count);
    for (size_t i = 0; i < count; i++)
        CHECK_TEXT(short_paths_get(short_paths, paths[i]), names[i]);
    CHECK_TEXT(short_paths_get(short_paths, "/home/anna/other.csv"), "other.csv");
    CHECK(short_paths_get(short_paths, NULL) == NULL);
    short_paths_free(short_paths);
}

static void no_name_begins_with_a_slash(void)
{
    static const char *const paths[] = {"/a", "a", "//b", "/b", "-"};
    struct short_paths *names = short_paths_new(paths, 5);
    for (size_t i = 0; i < 5; i++)
        CHECK(short_paths_get(names, paths[i])[0] != '/');
    short_paths_free(names);
}

static void without_names_paths_are_whole(void)
{
    CHECK_TEXT(short_paths_get(NULL, "/a/b"), "/a/b");
    struct short_paths *none = short_paths_new(NULL, 0);
    CHECK_TEXT(short_paths_get(none, "/a/b"), "b");
    short_paths_free(none);
    short_paths_free(NULL);
}

/* 100,000 files of one name, and directories that differ at the far end. */
static void many_are_named_quickly(void)
{
    enum { COUNT = 100000, LONGEST = 64 };
    char(*texts)[LONGEST] = calloc(COUNT, sizeof *texts);
    const char **paths = calloc(COUNT, sizeof *paths);
    for (int i = 0; i < COUNT; i++) {
        snprintf(texts[i], LONGEST, "/scratch/%d/a/b/c/d/e/trace.txt", i);
        paths[i] = texts[i];
    }
    struct short_paths *names = short_paths_new(paths, COUNT);
    CHECK_TEXT(short_paths_get(names, paths[77]), "77/a/b/c/d/e/trace.txt");
    short_paths_free(names);
    free(paths);
    free(texts);
}

CHECK_MAIN(TEST(names_are_as_long_as_it_takes), TEST(no_name_begins_with_a_slash),
           TEST(without_names_paths_are_whole), TEST(many_are_named_quickly))
