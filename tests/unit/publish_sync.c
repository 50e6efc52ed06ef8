#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "publish/sync.h"
#include "util/path.h"

struct fixture {
    struct arena arena;
    struct error error;
    char directory[64];
};

static void setup(struct fixture *fixture, int files)
{
    *fixture = (struct fixture){.directory = "/tmp/jobreport-test-XXXXXX"};
    arena_init(&fixture->arena);
    CHECK(mkdtemp(fixture->directory) != NULL);
    const char *below = path_join(&fixture->arena, fixture->directory, "below");
    CHECK(path_make_directory(below, &fixture->error));
    for (int i = 0; i < files; i++) {
        const char *folder = i % 2 ? below : fixture->directory;
        const char *path = arena_format(&fixture->arena, "%s/%d", folder, i);
        CHECK(path_write(path, "text", 4, &fixture->error));
    }
}

static void teardown(struct fixture *fixture)
{
    path_remove_tree(fixture->directory, &fixture->error);
    arena_release(&fixture->arena);
}

static void trees_of_any_size_are_synced(void)
{
    static const int counts[] = {0, 1, 7, 100};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct fixture fixture;
        setup(&fixture, counts[i]);
        CHECK(sync_tree(fixture.directory, &fixture.error));
        teardown(&fixture);
    }
}

/* What is no file of a disk cannot be synced. */
static void one_failure_among_many_is_told(void)
{
    struct fixture fixture;
    setup(&fixture, 50);
    const char *path = path_join(&fixture.arena, fixture.directory, "below/device");
    CHECK_INT(symlink("/dev/null", path), 0);
    CHECK(!sync_tree(fixture.directory, &fixture.error));
    CHECK_INT(fixture.error.kind, ERROR_OUTPUT);
    CHECK_TEXT(fixture.error.text, arena_format(&fixture.arena, "%s: Invalid argument", path));
    teardown(&fixture);
}

static void missing_tree_is_told(void)
{
    struct error error = {0};
    CHECK(!sync_tree("/nowhere", &error));
    CHECK_TEXT(error.text, "/nowhere: No such file or directory");
}

CHECK_MAIN(TEST(trees_of_any_size_are_synced), TEST(one_failure_among_many_is_told),
           TEST(missing_tree_is_told))
