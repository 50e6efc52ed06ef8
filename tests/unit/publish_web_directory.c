/* The web directory: what stands in it after a commit, without one, and after a death. */
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "owner_fixture.h"
#include "publish/tree.h"
#include "publish/web_directory.h"
#include "scratch_fixture.h"

static int known = -1; /* where a note is passed on */

static void pass_on(void *context, const char *line)
{
    (void)context, (void)line;
    if (known >= 0 && write(known, "", 1) != 1)
        abort();
}

static bool open_web(struct web_directory *web)
{
    struct error error;
    return web_directory_open(web, "web", &fixture_owner, pass_on, NULL, &error);
}

static bool write_file(const char *path, const char *text)
{
    struct error error;
    return path_write(path, text, strlen(text), &error);
}

static const char *text_of(const char *path)
{
    static char text[256];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    return file ? text : "(nothing)";
}

static size_t hidden_names(void)
{
    struct arena arena;
    const char **names;
    size_t count, hidden = 0;
    int handle = open("web", O_RDONLY | O_DIRECTORY);
    arena_init(&arena);
    if (!tree_list(handle, &arena, &names, &count))
        abort();
    for (size_t i = 0; i < count; i++)
        hidden += names[i][0] == '.' && strcmp(names[i], WEB_DIRECTORY_LOCK) != 0;
    close(handle);
    arena_release(&arena);
    return hidden;
}

static bool stage_report(struct web_directory *web, const char *name, const char *words)
{
    struct error error;
    int handle = web_directory_stage(web, name, &error);
    int file = handle < 0 ? -1 : openat(handle, "index.html", O_WRONLY | O_CREAT, 0666);
    bool good = file >= 0 && write(file, words, strlen(words)) == (ssize_t)strlen(words) &&
                mkdirat(handle, "data", 0777) == 0;
    close(file);
    file = good ? openat(handle, "data/manifest.json", O_WRONLY | O_CREAT, 0666) : -1;
    close(file);
    close(handle);
    return file >= 0;
}

static bool publish(const char *name, const char *words)
{
    struct web_directory web;
    struct error error;
    bool good = open_web(&web) && stage_report(&web, name, words) &&
                web_directory_stage_file(&web, "index", words, strlen(words), &error) &&
                web_directory_commit(&web, &error);
    web_directory_close(&web);
    return good;
}

static void nothing_shows_before_the_commit(void)
{
    struct web_directory web;
    struct error error;
    enter_scratch();
    CHECK(open_web(&web) && stage_report(&web, "job", "one"));
    CHECK(!path_exists("web/job"));
    CHECK(web_directory_commit(&web, &error));
    CHECK_TEXT(text_of("web/job/index.html"), "one");
    web_directory_close(&web);
    CHECK_INT(hidden_names(), 0);
    leave_scratch();
}

static void a_report_replaces_its_former_self_alone(void)
{
    enter_scratch();
    CHECK(publish("a", "one") && publish("b", "two") && publish("a", "three"));
    CHECK_TEXT(text_of("web/a/index.html"), "three");
    CHECK_TEXT(text_of("web/b/index.html"), "two");
    CHECK_TEXT(text_of("web/index"), "three");
    CHECK_INT(hidden_names(), 0);
    leave_scratch();
}

static void what_is_staged_twice_is_what_was_staged_last(void)
{
    struct web_directory web;
    struct error error;
    enter_scratch();
    CHECK(open_web(&web) && stage_report(&web, "a", "one") && stage_report(&web, "a", "two"));
    CHECK(stage_report(&web, "a", "three"));
    web_directory_unstage(&web);
    CHECK(web_directory_commit(&web, &error));
    web_directory_close(&web);
    CHECK_TEXT(text_of("web/a/index.html"), "two");
    CHECK_INT(hidden_names(), 0);
    leave_scratch();
}

static void what_was_not_committed_is_removed(void)
{
    struct web_directory web;
    enter_scratch();
    CHECK(publish("a", "one"));
    CHECK(open_web(&web) && stage_report(&web, "a", "two"));
    CHECK_INT(hidden_names(), 1);
    web_directory_close(&web);
    CHECK_INT(hidden_names(), 0);
    CHECK_TEXT(text_of("web/a/index.html"), "one");
    leave_scratch();
}

static void what_the_dead_left_is_removed_and_nothing_else(void)
{
    struct web_directory web;
    enter_scratch();
    CHECK(publish("a", "one"));
    pid_t child = fork();
    if (child == 0) {
        if (!open_web(&web) || !stage_report(&web, "a", "two"))
            _exit(1);
        raise(SIGKILL);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    CHECK_INT(hidden_names(), 1);
    CHECK(write_file("web/.htaccess", "") && write_file("web/notes", "mine"));
    CHECK(open_web(&web));
    web_directory_close(&web);
    CHECK_INT(hidden_names(), 1);
    CHECK_TEXT(text_of("web/notes"), "mine");
    CHECK_TEXT(text_of("web/a/index.html"), "one");
    leave_scratch();
}

/* As left by one killed between the two renames of a file system that cannot exchange names. */
static void a_report_that_was_moved_aside_is_put_back(void)
{
    struct web_directory web;
    enter_scratch();
    CHECK(publish("a", "one") && publish("b", "two"));
    CHECK(rename("web/a", "web/.jobreport-aside-a") == 0);
    CHECK(mkdir("web/.jobreport-aside-b", 0777) == 0);
    CHECK(mkdir("web/.jobreport-aside-b/data", 0777) == 0);
    CHECK(write_file("web/.jobreport-aside-b/index.html", "old"));
    CHECK(write_file("web/.jobreport-aside-b/data/manifest.json", "old"));
    CHECK(open_web(&web));
    web_directory_close(&web);
    CHECK_TEXT(text_of("web/a/index.html"), "one");
    CHECK_TEXT(text_of("web/b/index.html"), "two");
    CHECK_INT(hidden_names(), 0);
    leave_scratch();
}

static void what_is_not_of_a_report_is_kept(void)
{
    struct web_directory web;
    struct error error;
    enter_scratch();
    CHECK(publish("a", "one") && write_file("web/a/note", "mine"));
    CHECK(mkdir("web/a/more", 0777) == 0 && write_file("web/a/more/note", "also mine"));
    CHECK(publish("a", "two"));
    CHECK_TEXT(text_of("web/a/index.html"), "two");
    CHECK_TEXT(text_of("web/a/note"), "mine");
    CHECK_TEXT(text_of("web/a/more/note"), "also mine");
    CHECK(open_web(&web) && stage_report(&web, "b", "new") && stage_report(&web, "a", "three"));
    CHECK(unlink("web/a/data/manifest.json") == 0 && !web_directory_commit(&web, &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    web_directory_close(&web);
    CHECK_TEXT(text_of("web/a/index.html"), "two");
    CHECK_TEXT(text_of("web/a/note"), "mine");
    CHECK(!path_exists("web/b"));
    CHECK_INT(hidden_names(), 0);
    leave_scratch();
}

/* As left by one killed right behind the exchange. */
static void what_was_swapped_by_the_dead_is_finished(void)
{
    struct web_directory web;
    enter_scratch();
    CHECK(publish("a", "one") && write_file("web/a/note", "mine"));
    CHECK(rename("web/a", "web/.jobreport-swap-a~host-1-2") == 0 && publish("a", "two"));
    CHECK(publish("b", "three"));
    CHECK_INT(hidden_names(), 0);
    CHECK_TEXT(text_of("web/a/note"), "mine");
    CHECK_TEXT(text_of("web/a/index.html"), "two");
    CHECK(rename("web/a", "web/.jobreport-swap-a~host-1-2") == 0 && open_web(&web));
    web_directory_close(&web);
    CHECK_TEXT(text_of("web/.jobreport-swap-a~host-1-2/note"), "mine"); /* there is no "a" */
    leave_scratch();
}

/* A fork shares its parent's lock until it closes it; the program itself never forks here. */
static void the_living_are_waited_for(void)
{
    struct web_directory web;
    struct error error;
    int pipes[2], status;
    char word;
    enter_scratch();
    CHECK(pipe(pipes) == 0 && open_web(&web) && stage_report(&web, "a", "one"));
    pid_t child = fork();
    if (child == 0) {
        struct web_directory other;
        close(web.lock);
        known = pipes[1];
        bool good = open_web(&other) && path_exists("web/a/index.html") &&
                    stage_report(&other, "b", "two") && web_directory_commit(&other, &error);
        _exit(!good);
    }
    CHECK(read(pipes[0], &word, 1) == 1);
    CHECK_INT(hidden_names(), 1);
    CHECK(web_directory_commit(&web, &error));
    web_directory_close(&web);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_TEXT(text_of("web/b/index.html"), "two");
    close(pipes[0]);
    close(pipes[1]);
    leave_scratch();
}

static void links_are_replaced_and_not_followed(void)
{
    enter_scratch();
    CHECK(mkdir("far", 0777) == 0 && write_file("far/index", "far"));
    CHECK(mkdir("web", 0777) == 0 && symlink("../far/index", "web/index") == 0);
    CHECK(publish("a", "one"));
    CHECK_TEXT(text_of("far/index"), "far");
    CHECK_TEXT(text_of("web/index"), "one");
    CHECK(unlink("web/" WEB_DIRECTORY_LOCK) == 0);
    CHECK(symlink("../far/lock", "web/" WEB_DIRECTORY_LOCK) == 0);
    CHECK(!publish("a", "two"));
    CHECK(!path_exists("far/lock"));
    leave_scratch();
}

CHECK_MAIN(TEST(nothing_shows_before_the_commit), TEST(a_report_replaces_its_former_self_alone),
           TEST(what_is_staged_twice_is_what_was_staged_last),
           TEST(what_was_not_committed_is_removed),
           TEST(what_the_dead_left_is_removed_and_nothing_else),
           TEST(a_report_that_was_moved_aside_is_put_back), TEST(what_is_not_of_a_report_is_kept),
           TEST(what_was_swapped_by_the_dead_is_finished), TEST(the_living_are_waited_for),
           TEST(links_are_replaced_and_not_followed))
