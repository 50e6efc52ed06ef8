#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "staging_fixture.h"

/* True as soon as the directory has so many entries; gives up after two seconds. */
static bool wait_for_entries(const char *directory, int count)
{
    for (int i = 0; i < 200; i++) {
        if (entries_in(directory) == count)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

static void makes_a_new_report(void)
{
    struct error error;
    enter_scratch();
    CHECK(make_report("report", "one", &error));
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void replaces_a_report_and_leaves_nothing_else(void)
{
    struct error error;
    enter_scratch();
    CHECK(make_report("report", "one", &error));
    CHECK(make_report("report/", "two", &error));
    CHECK_TEXT(text_of("report/index.html"), "two");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void fills_an_empty_directory(void)
{
    struct error error;
    enter_scratch();
    CHECK(mkdir("report", 0777) == 0);
    CHECK(make_report("report", "one", &error));
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void target_is_untouched_until_commit_and_by_abandon(void)
{
    struct error error;
    struct staging staging;
    enter_scratch();
    CHECK(make_report("report", "one", &error));
    CHECK(staging_begin(&staging, "report", &fixture_owner, &error) && fill(staging.path, "two"));
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK_INT(entries_in("."), 3);
    staging_abandon(&staging);
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK_INT(entries_in("."), 1);
    staging_abandon(&staging);
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static bool remake(const char *meanwhile, struct error *error)
{
    struct staging staging;
    struct error other;
    struct tree_file_state source;
    if (!tree_file_state(AT_FDCWD, "report/data/manifest.json", &source) ||
        !staging_begin(&staging, "report", &fixture_owner, error))
        return false;
    staging.source = &source;
    bool is_whole = !*meanwhile || make_report("report", meanwhile, &other);
    if (is_whole && fill(staging.path, "again") && staging_commit(&staging, error))
        return true;
    staging_abandon(&staging);
    return false;
}

/* What is made of a report takes the place of that one, not of a newer one. */
static void a_newer_report_than_the_source_stays(void)
{
    struct error error;
    enter_scratch();
    CHECK(make_report("report", "one", &error));
    CHECK(!remake("two", &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text, "/report was replaced or removed while it was drawn again, and is "
                             "left as it is: try again"));
    CHECK_TEXT(text_of("report/index.html"), "two");
    CHECK_INT(entries_in("."), 1);
    CHECK(remake("", &error));
    CHECK_TEXT(text_of("report/index.html"), "again");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void refuses_what_is_not_a_report(void)
{
    struct error error;
    enter_scratch();
    CHECK(mkdir("thesis", 0777) == 0 && put("thesis", "chapter-1", "words"));
    CHECK(!make_report("thesis", "one", &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text,
                 "/thesis is not empty and holds no report of jobreport: choose another "
                 "directory with -o"));
    CHECK_TEXT(text_of("thesis/chapter-1"), "words");
    CHECK(put(".", "file", "words") && !make_report("file", "one", &error));
    CHECK(strstr(error.text, "/file is not a directory: choose another one with -o"));
    CHECK(!make_report("file/below", "one", &error) && !make_report("/", "one", &error));
    CHECK(mkdir("hidden", 0777) == 0 && put("hidden", ".profile", "words"));
    CHECK(!make_report("hidden", "one", &error));
    CHECK_INT(entries_in("."), 3);
    leave_scratch();
}

/* It waits for the lock that shows whether we live, and we for its end. */
static void ends_although_its_watcher_takes_it_for_dead(void)
{
    struct error error;
    struct staging staging;
    enter_scratch();
    CHECK(staging_begin(&staging, "report", &fixture_owner, &error));
    CHECK(shutdown(staging.watcher.socket, SHUT_WR) == 0);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    CHECK_INT(entries_in("."), 2);
    alarm(60);
    CHECK(fill(staging.path, "one") && staging_commit(&staging, &error));
    alarm(0);
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void makes_missing_parents(void)
{
    struct staging staging;
    struct error error;
    enter_scratch();
    CHECK(make_report("no/such/report", "one", &error));
    CHECK_INT(entries_in("no/such"), 1);
    CHECK(staging_begin(&staging, "others/of/report", &fixture_owner, &error));
    CHECK_INT(entries_in("."), 2);
    staging_abandon(&staging);
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

/* What two runs share stays with the one that lives. */
static void parents_that_hold_something_stay(void)
{
    struct staging staging;
    struct error error;
    enter_scratch();
    CHECK(staging_begin(&staging, "of/both/report", &fixture_owner, &error));
    CHECK(make_report("of/other", "one", &error));
    staging_abandon(&staging);
    CHECK_INT(entries_in("of"), 1);
    leave_scratch();
}

static void refuses_a_parent_that_is_no_directory(void)
{
    struct error error;
    enter_scratch();
    CHECK(fill(".", "one"));
    int before = entries_in(".");
    CHECK(symlink("nowhere", "link") == 0);
    CHECK(!make_report("link/such/report", "one", &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text, "link/such"));
    CHECK_INT(entries_in("."), before + 1);
    leave_scratch();
}

static void follows_links(void)
{
    struct error error;
    struct stat status;
    enter_scratch();
    CHECK(mkdir("far", 0777) == 0 && symlink("far/report", "link") == 0);
    CHECK(make_report("link", "one", &error));
    CHECK_TEXT(text_of("far/report/index.html"), "one");
    CHECK(make_report("link/", "two", &error));
    CHECK_TEXT(text_of("far/report/index.html"), "two");
    CHECK(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
    CHECK_INT(entries_in("far"), 1);
    CHECK(symlink("loop", "loop") == 0 && !make_report("loop", "one", &error));
    leave_scratch();
}

static void permissions_follow_the_umask(void)
{
    struct error error;
    struct stat status;
    enter_scratch();
    mode_t former = umask(027);
    bool made = make_report("report", "one", &error);
    umask(former);
    CHECK(made && stat("report", &status) == 0);
    CHECK_INT(status.st_mode & 0777, 0750);
    leave_scratch();
}

/* A child that stages, says so, and sleeps until it is killed. */
static pid_t stage_in_child(bool kill_watcher_too)
{
    int ready[2];
    char word;
    if (pipe(ready) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        struct staging staging;
        struct error error;
        if (!staging_begin(&staging, "report", &fixture_owner, &error) ||
            !fill(staging.path, "two"))
            _exit(1);
        if (kill_watcher_too)
            kill(staging.watcher.process, SIGKILL);
        if (write(ready[1], "", 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    ssize_t size = read(ready[0], &word, 1);
    close(ready[0]);
    return size == 1 ? child : -1;
}

static bool kill_and_wait(pid_t child, int number)
{
    return kill(child, number) == 0 && waitpid(child, NULL, 0) == child;
}

static void watcher_cleans_after_a_killed_run(void)
{
    static const int numbers[] = {SIGKILL, SIGTERM, SIGINT};
    struct error error;
    enter_scratch();
    CHECK(make_report("report", "one", &error));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        pid_t child = stage_in_child(false);
        CHECK(child > 0);
        CHECK_INT(entries_in("."), 3);
        CHECK(kill_and_wait(child, numbers[i]));
        CHECK(wait_for_entries(".", 1));
        CHECK_TEXT(text_of("report/index.html"), "one");
    }
    leave_scratch();
}

static void next_run_cleans_when_the_watcher_died_too(void)
{
    struct error error;
    enter_scratch();
    pid_t child = stage_in_child(true);
    CHECK(child > 0 && kill_and_wait(child, SIGKILL));
    CHECK_INT(entries_in("."), 2);
    CHECK(mkdir(".report.jobreport-elsewhere-77", 0777) == 0);
    CHECK(make_report("report", "one", &error));
    CHECK_INT(entries_in("."), 2); /* the report, and what another host is making */
    leave_scratch();
}

static void leaves_what_a_living_run_stages(void)
{
    struct error error;
    enter_scratch();
    pid_t child = stage_in_child(false);
    CHECK(child > 0);
    CHECK(make_report("report", "one", &error));
    CHECK_INT(entries_in("."), 3);
    CHECK(kill_and_wait(child, SIGKILL));
    CHECK(wait_for_entries(".", 1));
    leave_scratch();
}

/* In another container a living process may have our number. */
static void keeps_its_name_from_another_of_the_same_number(void)
{
    struct error error;
    struct staging one, two;
    enter_scratch();
    CHECK(staging_begin(&one, "report", &fixture_owner, &error) && fill(one.path, "one"));
    CHECK(staging_begin(&two, "report", &fixture_owner, &error) && fill(two.path, "two"));
    CHECK(strcmp(one.path, two.path) != 0);
    CHECK(staging_commit(&one, &error));
    CHECK_TEXT(text_of("report/index.html"), "one");
    CHECK(staging_commit(&two, &error));
    CHECK_TEXT(text_of("report/index.html"), "two");
    CHECK_INT(entries_in("."), 1);
    leave_scratch();
}

static void watcher_holds_no_file_open(void)
{
    struct error error;
    struct staging staging;
    int pipe_ends[2];
    char word;
    enter_scratch();
    CHECK(pipe(pipe_ends) == 0 && staging_begin(&staging, "report", &fixture_owner, &error));
    close(pipe_ends[1]);
    CHECK_INT(read(pipe_ends[0], &word, 1), 0); /* would hang if the watcher held the other end */
    close(pipe_ends[0]);
    staging_abandon(&staging);
    leave_scratch();
}

static void works_with_standard_streams_closed(void)
{
    enter_scratch();
    pid_t child = fork();
    if (child == 0) {
        struct error error;
        struct staging staging;
        for (int stream = 0; stream < 3; stream++)
            close(stream);
        bool begun = staging_begin(&staging, "report", &fixture_owner, &error);
        ssize_t lost = write(1, "word", 4);
        _exit(begun && lost < 0 ? 0 : 1); /* without a commit: the watcher has to clean */
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(wait_for_entries(".", 0));
    leave_scratch();
}

static void refuses_a_parent_that_cannot_be_written(void)
{
    struct error error;
    enter_scratch();
    CHECK(mkdir("locked", 0555) == 0 && chmod(scratch, 0755) == 0);
    pid_t child = fork();
    if (child == 0) {
        bool dropped = geteuid() != 0 || seteuid(65534) == 0;
        bool refused = !make_report("locked/report", "one", &error) && error.kind == ERROR_OUTPUT &&
                       strstr(error.text, "cannot write into");
        _exit(dropped && refused ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
    leave_scratch();
}

static void refuses_a_name_that_is_too_long(void)
{
    struct error error;
    char name[300];
    enter_scratch();
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    CHECK(!make_report(name, "one", &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    name[240] = '\0';
    CHECK(!make_report(name, "one", &error));
    CHECK_INT(entries_in("."), 0);
    leave_scratch();
}

CHECK_MAIN(TEST(makes_a_new_report), TEST(replaces_a_report_and_leaves_nothing_else),

           TEST(keeps_its_name_from_another_of_the_same_number), TEST(fills_an_empty_directory),
           TEST(target_is_untouched_until_commit_and_by_abandon),
           TEST(ends_although_its_watcher_takes_it_for_dead),
           TEST(a_newer_report_than_the_source_stays), TEST(refuses_what_is_not_a_report),
           TEST(makes_missing_parents), TEST(parents_that_hold_something_stay),
           TEST(refuses_a_parent_that_is_no_directory), TEST(follows_links),
           TEST(permissions_follow_the_umask), TEST(watcher_cleans_after_a_killed_run),
           TEST(next_run_cleans_when_the_watcher_died_too), TEST(leaves_what_a_living_run_stages),
           TEST(watcher_holds_no_file_open), TEST(works_with_standard_streams_closed),
           TEST(refuses_a_parent_that_cannot_be_written), TEST(refuses_a_name_that_is_too_long))
