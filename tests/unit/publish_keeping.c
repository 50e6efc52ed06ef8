/* What is beside a report in its directory: kept, whatever becomes of the report. */
#include <stdio.h>

#include "staging_fixture.h"

static ino_t number_of(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 ? status.st_ino : 0;
}

/* A note, an input in a folder of its own and in one of the report's, a link that leads nowhere. */
static bool put_things_beside(void)
{
    return put("report", "note", "mine") && mkdir("report/inputs", 0700) == 0 &&
           put("report/inputs", "metrics", "all") && put("report/data", "mine.csv", "1") &&
           mkdir("report/plots", 0777) == 0 && put("report/plots", "mine.png", "2") &&
           symlink("/nowhere", "report/link") == 0 && mkfifo("report/.pipe", 0600) == 0;
}

static void keeps_what_is_not_of_the_report(void)
{
    struct error error;
    struct stat status;
    enter_scratch();
    CHECK(make_report("report", "one", &error) && put_things_beside());
    ino_t inputs = number_of("report/inputs"), note = number_of("report/note");
    CHECK(make_report("report", "two", &error));
    CHECK_TEXT(text_of("report/index.html"), "two");
    CHECK_TEXT(text_of("report/note"), "mine");
    CHECK_TEXT(text_of("report/inputs/metrics"), "all");
    CHECK_TEXT(text_of("report/data/mine.csv"), "1");
    CHECK_TEXT(text_of("report/plots/mine.png"), "2");
    CHECK(number_of("report/note") == note && number_of("report/inputs") == inputs);
    CHECK(stat("report/inputs", &status) == 0);
    CHECK_INT(status.st_mode & 0777, 0700);
    CHECK(lstat("report/link", &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(lstat("report/.pipe", &status) == 0 && S_ISFIFO(status.st_mode));
    CHECK_INT(entries_in("report"), 7);
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void refuses_when_a_name_would_be_of_two(void)
{
    struct error error;
    struct staging staging;
    enter_scratch();
    CHECK(make_report("report", "one", &error) && put("report", "note", "mine"));
    CHECK(staging_begin(&staging, "report", &fixture_owner, &error) && fill(staging.path, "two"));
    CHECK(put(staging.path, "note", "of the report") && !staging_commit(&staging, &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text, "/report: note does not belong to the report there"));
    staging_abandon(&staging);
    CHECK_TEXT(text_of("report/note"), "mine");
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK(unlink("report/index.html") == 0 && mkdir("report/index.html", 0777) == 0);
    CHECK(put("report/index.html", "deep", "mine") && !make_report("report", "two", &error));
    CHECK(strstr(error.text, "/report: index.html does not belong to the report there"));
    CHECK_TEXT(text_of("report/index.html/deep"), "mine");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

/* The report's own file may have become a link, a folder of its own a link to elsewhere. */
static void follows_no_links_in_the_report(void)
{
    struct error error;
    enter_scratch();
    CHECK(mkdir("far", 0777) == 0 && put("far", "manifest.json", "far") && put("far", "x", "far"));
    CHECK(make_report("report", "one", &error) && unlink("report/index.html") == 0);
    CHECK(symlink("../far/x", "report/index.html") == 0);
    CHECK(make_report("report", "two", &error));
    CHECK_TEXT(text_of("report/index.html"), "two");
    CHECK(symlink("../far", "report/plots") == 0 && make_report("report", "three", &error));
    CHECK_INT(entries_in("far"), 2);
    CHECK(number_of("report/plots") != number_of("far"));
    CHECK_TEXT(text_of("far/x"), "far");
    CHECK(path_remove_tree("report/data", &error) && symlink("../far", "report/data") == 0);
    CHECK(!make_report("report", "four", &error) ||
          strcmp(text_of("far/manifest.json"), "far") == 0);
    CHECK_INT(entries_in("far"), 2);
    leave_scratch();
}

/* Names of the only staging there is, with other suffixes. */
static const char *beside(struct arena *arena, const struct staging *staging, const char *suffix)
{
    return arena_format(arena, "%s%s", staging->path, suffix);
}

/* As left by one killed together with its watcher, `swapped` or about to. */
static void leave_ready(bool swapped)
{
    struct staging staging;
    struct error error;
    struct arena arena;
    arena_init(&arena);
    if (!staging_begin(&staging, "report", &fixture_owner, &error) || !fill(staging.path, "two"))
        abort();
    const char *ready = beside(&arena, &staging, ".ready"),
               *lock = beside(&arena, &staging, ".lock");
    const char *note = beside(&arena, &staging, "/note");
    watcher_dismiss(&staging.watcher);
    close(staging.lock);
    if (link("report/note", note) != 0 || rename(staging.path, ready) != 0)
        abort();
    if (swapped && renameat2(AT_FDCWD, ready, AT_FDCWD, "report", RENAME_EXCHANGE) != 0)
        abort();
    CHECK(path_exists(lock));
    arena_release(&staging.arena);
    arena_release(&arena);
}

static void finishes_what_was_killed_after_the_swap(void)
{
    struct error error;
    enter_scratch();
    CHECK(make_report("report", "one", &error) && put_things_beside());
    leave_ready(true);
    CHECK(!path_exists("report/inputs"));
    CHECK(make_report("report", "three", &error));
    CHECK_TEXT(text_of("report/note"), "mine");
    CHECK_TEXT(text_of("report/inputs/metrics"), "all");
    CHECK_TEXT(text_of("report/plots/mine.png"), "2");
    CHECK_INT(entries_in("report"), 7);
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void removes_what_was_killed_before_the_swap(void)
{
    struct error error;
    enter_scratch();
    CHECK(make_report("report", "one", &error) && put_things_beside());
    leave_ready(false);
    CHECK(make_report("report", "three", &error));
    CHECK_TEXT(text_of("report/index.html"), "three");
    CHECK_TEXT(text_of("report/note"), "mine");
    CHECK_TEXT(text_of("report/inputs/metrics"), "all");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

CHECK_MAIN(TEST(keeps_what_is_not_of_the_report), TEST(refuses_when_a_name_would_be_of_two),
           TEST(follows_no_links_in_the_report), TEST(finishes_what_was_killed_after_the_swap),
           TEST(removes_what_was_killed_before_the_swap))
