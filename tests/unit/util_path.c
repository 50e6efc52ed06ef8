#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/path.h"

static struct arena arena;

/* A directory of its own for each call. */
static const char *scratch(void)
{
    const char *base = getenv("TMPDIR");
    char *path = arena_format(&arena, "%s/jobreport-unit-XXXXXX", base ? base : "/tmp");
    return mkdtemp(path);
}

static const char *in(const char *directory, const char *name)
{
    return path_join(&arena, directory, name);
}

static void joining(void)
{
    CHECK_TEXT(path_join(&arena, "a", "b"), "a/b");
    CHECK_TEXT(path_join(&arena, "a/", "b"), "a/b");
    CHECK_TEXT(path_join(&arena, "/", "b"), "/b");
    CHECK_TEXT(path_join(&arena, "", "b"), "b");
}

static void parts_of_a_path(void)
{
    CHECK_TEXT(path_base_name("a/b.json"), "b.json");
    CHECK_TEXT(path_base_name("b.json"), "b.json");
    CHECK_TEXT(path_base_name("a/"), "");
    CHECK_TEXT(path_base_name(""), "");
    CHECK_TEXT(path_parent(&arena, "a/b/c"), "a/b");
    CHECK_TEXT(path_parent(&arena, "a/b/"), "a");
    CHECK_TEXT(path_parent(&arena, "a//b"), "a");
    CHECK_TEXT(path_parent(&arena, "a"), ".");
    CHECK_TEXT(path_parent(&arena, ""), ".");
    CHECK_TEXT(path_parent(&arena, "/a"), "/");
    CHECK_TEXT(path_parent(&arena, "/"), "/");
}

static void what_is_written_reads_back(void)
{
    struct error error = {0};
    struct strbuf content;
    strbuf_init(&content);
    const char *directory = scratch(), *path = in(directory, "file");
    CHECK(path_write(path, "longer than what follows", 24, &error));
    CHECK(path_write(path, "a\0b", 3, &error));
    strbuf_add_text(&content, "before ");
    CHECK(path_read(path, 3, &content, &error));
    CHECK_INT(content.size, 10);
    CHECK_INT(memcmp(content.text, "before a\0b", 11), 0);
    CHECK(path_write(path, NULL, 0, &error));
    strbuf_clear(&content);
    CHECK(path_read(path, 0, &content, &error));
    CHECK_TEXT(content.text, "");
    strbuf_release(&content);
    CHECK(path_remove_tree(directory, &error));
}

static void reading_what_cannot_be_read(void)
{
    struct error error = {0};
    struct strbuf content;
    strbuf_init(&content);
    const char *directory = scratch(), *path = in(directory, "file");
    CHECK(path_write(path, "abcd", 4, &error));
    CHECK(!path_read(path, 3, &content, &error));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(strstr(error.text, "is larger than 3 bytes"));
    CHECK(!path_read("/dev/zero", 1 << 20, &content, &error));
    CHECK(!path_read(in(directory, "none"), 9, &content, &error));
    CHECK(strstr(error.text, "/none: No such file or directory"));
    CHECK(!path_read(directory, 9, &content, &error));
    CHECK(strstr(error.text, "is not a regular file"));
    CHECK(mkfifo(in(directory, "pipe"), 0600) == 0);
    CHECK(!path_read(in(directory, "pipe"), 9, &content, &error)); /* and does not wait */
    CHECK(strstr(error.text, "/pipe is not a regular file"));
    strbuf_release(&content);
    CHECK(path_remove_tree(directory, &error));
}

static void writing_where_nothing_can_be_written(void)
{
    struct error error = {0};
    CHECK(!path_write("/dev/full", "x", 1, &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK_TEXT(error.text, "cannot write /dev/full: No space left on device");
    CHECK(!path_write("/nowhere/at/all", "x", 1, &error));
    CHECK_TEXT(error.text, "cannot write /nowhere/at/all: No such file or directory");
}

static void directories_are_made_once(void)
{
    struct error error = {0};
    const char *directory = scratch();
    CHECK(path_make_directory(in(directory, "new"), &error));
    CHECK(path_make_directory(in(directory, "new"), &error));
    CHECK(path_is_directory(in(directory, "new")));
    CHECK(!path_make_directory(in(directory, "no/parent"), &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(path_write(in(directory, "file"), "", 0, &error));
    CHECK(!path_is_directory(in(directory, "file")) && path_exists(in(directory, "file")));
    CHECK(!path_make_directory(in(directory, "file"), &error));
    CHECK(strstr(error.text, "File exists"));
    CHECK(path_remove_tree(directory, &error));
    CHECK(!path_exists(directory));
}

static void names_are_listed_in_order_without_hidden_ones(void)
{
    struct error error = {0};
    const char *directory = scratch(), **names;
    size_t count;
    CHECK(path_list(&arena, directory, &names, &count, &error));
    CHECK_INT(count, 0);
    static const char *const files[] = {"b", "a", "n10", "n2", ".hidden", "B", "é", "new\nline"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        CHECK(path_write(in(directory, files[i]), "", 0, &error));
    CHECK(path_list(&arena, directory, &names, &count, &error));
    CHECK_INT(count, 7);
    static const char *const expected[] = {"B", "a", "b", "n10", "n2", "new\nline", "é"};
    for (size_t i = 0; i < count; i++)
        CHECK_TEXT(names[i], expected[i]);
    CHECK(!path_list(&arena, in(directory, "none"), &names, &count, &error));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(path_remove_tree(directory, &error));
}

static void removing_follows_no_links(void)
{
    struct error error = {0};
    const char *kept = scratch(), *removed = scratch(), *deep = removed;
    CHECK(path_write(in(kept, "file"), "x", 1, &error));
    for (int i = 0; i < 20; i++) {
        deep = in(deep, ".d");
        CHECK(path_make_directory(deep, &error));
        CHECK(path_write(in(deep, ".hidden"), "x", 1, &error));
    }
    CHECK(symlink(kept, in(deep, "link")) == 0);
    CHECK(symlink("/nowhere", in(removed, "dangling")) == 0);
    CHECK(path_exists(in(removed, "dangling")));
    CHECK(path_remove_tree(removed, &error));
    CHECK(!path_exists(removed));
    CHECK(path_exists(in(kept, "file")));
    CHECK(symlink(kept, removed) == 0);
    CHECK(path_remove_tree(removed, &error));
    CHECK(path_exists(in(kept, "file")) && !path_exists(removed));
    CHECK(path_remove_tree(in(kept, "never there"), &error));
    CHECK(path_remove_tree(kept, &error));
}

static void removing_says_what_is_in_the_way(void)
{
    struct error error = {0};
    CHECK(!path_remove_tree("/proc/self/status", &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strncmp(error.text, "/proc/self/status: cannot ", 26) == 0);
}

CHECK_MAIN(TEST(joining), TEST(parts_of_a_path), TEST(what_is_written_reads_back),
           TEST(reading_what_cannot_be_read), TEST(writing_where_nothing_can_be_written),
           TEST(directories_are_made_once), TEST(names_are_listed_in_order_without_hidden_ones),
           TEST(removing_follows_no_links), TEST(removing_says_what_is_in_the_way))
