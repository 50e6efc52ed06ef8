/* The swap on a file system that cannot exchange two names. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "owner_fixture.h"
#include "publish/staging.h"
#include "scratch_fixture.h"

/* Takes the place of the C library's. */
int renameat2(int from_directory, const char *from, int to_directory, const char *to,
              unsigned flags)
{
    (void)from_directory, (void)from, (void)to_directory, (void)to, (void)flags;
    errno = EINVAL;
    return -1;
}

static bool write_file(const char *path)
{
    struct error error;
    return path_write(path, "{}", 2, &error);
}

static bool begin_in_scratch(struct staging *staging)
{
    struct error error;
    enter_scratch();
    if (mkdir("report", 0777) != 0 || mkdir("report/data", 0777) != 0 ||
        !write_file("report/data/manifest.json") || !write_file("report/note") ||
        mkdir("report/inputs", 0777) != 0 || !write_file("report/inputs/metrics"))
        abort();
    return staging_begin(staging, "report", &fixture_owner, &error);
}

static void replaces_a_report_without_exchange(void)
{
    struct staging staging;
    struct error error;
    struct arena arena;
    arena_init(&arena);
    CHECK(begin_in_scratch(&staging));
    const char *staged = arena_text(&arena, staging.path);
    CHECK(write_file(path_join(&arena, staging.path, "new")));
    CHECK(staging_commit(&staging, &error));
    CHECK(path_exists("report/new") && !path_exists("report/data"));
    CHECK(path_exists("report/note") && path_exists("report/inputs/metrics"));
    CHECK(!path_exists(staged) && !path_exists(arena_format(&arena, "%s.old", staged)));
    CHECK(!path_exists(arena_format(&arena, "%s.lock", staged)));
    arena_release(&arena);
    leave_scratch();
}

/* As if killed between the two renames. */
static void puts_the_former_report_back(void)
{
    struct staging staging;
    struct arena arena;
    arena_init(&arena);
    CHECK(begin_in_scratch(&staging));
    CHECK(rename("report", arena_format(&arena, "%s.old", staging.path)) == 0);
    staging_abandon(&staging);
    CHECK(path_exists("report/data/manifest.json") && path_exists("report/note"));
    arena_release(&arena);
    leave_scratch();
}

CHECK_MAIN(TEST(replaces_a_report_without_exchange), TEST(puts_the_former_report_back))
