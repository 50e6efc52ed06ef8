#include "check.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/file_checksum.h"
#include "util/file_state.h"
#include "util/mapping.h"
#include "util/path.h"

static struct arena arena;
static const char *directory;

static const char *file_of(const char *bytes, size_t size)
{
    struct error error;
    const char *path = path_join(&arena, directory, "file");
    return path_write(path, bytes, size, &error) ? path : NULL;
}

/* Text of `size` bytes, no part of which is like another. */
static char *noise(size_t size)
{
    char *bytes = arena_alloc(&arena, size);
    uint32_t state = 1;
    for (size_t i = 0; i < size; i++) {
        state = state * 1664525 + 1013904223;
        bytes[i] = (char)('!' + (state >> 24) % 90);
    }
    return bytes;
}

static int padding_is_zero(const struct mapping *mapping)
{
    for (size_t i = 0; i < MAPPING_PADDING; i++)
        if (mapping->bytes[mapping->size + i])
            return 0;
    return 1;
}

/* Other times are not waited for: they are set. */
static void date(const char *path, time_t seconds)
{
    struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    utimensat(AT_FDCWD, path, times, 0);
}

static void append(const char *path, const char *bytes, size_t size)
{
    int handle = open(path, O_WRONLY | O_APPEND);
    CHECK(write(handle, bytes, size) == (ssize_t)size);
    close(handle);
    date(path, 2000000);
}

static struct file_state state_of(const char *path)
{
    struct mapping mapping;
    struct error error;
    struct file_state state = {0};
    if (mapping_open(&mapping, path, &error)) {
        state = mapping.state;
        mapping_close(&mapping);
    }
    return state;
}

static void a_file_that_grows_is_what_it_was(void)
{
    static const size_t sizes[] = {3, 4096, 5000, 100000};
    struct error error;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char before[CHECKSUM_SIZE], after[CHECKSUM_SIZE];
        const char *bytes = noise(sizes[i] + 300);
        const char *path = file_of(bytes, sizes[i]);
        struct file_state state = state_of(path);
        struct mapping_limits limits = {.size = sizes[i], .before = &state};
        struct mapping mapping;
        CHECK(file_checksum(path, CHECKSUM_XXH3, NULL, before, &error));
        append(path, bytes + sizes[i], 300);
        CHECK(file_state_check(&state, path, &error));
        CHECK(mapping_open_within(&mapping, path, limits, &error));
        CHECK_INT(mapping.size, sizes[i]);
        CHECK(memcmp(mapping.bytes, bytes, sizes[i]) == 0 && padding_is_zero(&mapping));
        mapping_close(&mapping);
        CHECK(file_checksum(path, CHECKSUM_XXH3, &state, after, &error));
        CHECK_TEXT(after, before);
    }
}

static void expect_change(const char *path, const struct file_state *state)
{
    struct mapping_limits limits = {.before = state};
    struct mapping mapping;
    struct error error;
    char text[CHECKSUM_SIZE];
    CHECK(!file_state_check(state, path, &error));
    CHECK(error.kind == ERROR_INPUT && strstr(error.text, "changed while it was read"));
    CHECK(!mapping_open_within(&mapping, path, limits, &error));
    CHECK(!file_checksum(path, CHECKSUM_XXH3, state, text, &error));
}

static void a_file_that_is_changed_is_refused(void)
{
    char *bytes = noise(100000);
    struct error error;
    const char *path = file_of(bytes, 100000);
    struct file_state state = state_of(path);
    CHECK(file_state_check(&state, path, &error));
    bytes[50000] ^= 1; /* in the middle, of the same size */
    file_of(bytes, 100000);
    date(path, 1000000);
    expect_change(path, &state);

    state = state_of(path);
    file_of(bytes, 99999);
    expect_change(path, &state);

    file_of(bytes, 99000); /* written anew, and longer than before */
    state = state_of(path);
    file_of(bytes + 1, 99999);
    expect_change(path, &state);

    state = state_of(path);
    unlink(path);
    CHECK(!file_state_check(&state, path, &error));
}

/* Whoever sets the time back cannot set back that of the setting. */
static void a_time_that_is_set_back_is_seen(void)
{
    const char *path = file_of("abc", 3);
    struct timespec pause = {0, 20000000};
    date(path, 1000000);
    struct file_state state = state_of(path);
    nanosleep(&pause, NULL);
    file_of("abd", 3);
    date(path, 1000000);
    expect_change(path, &state);
}

/* A backup makes a link, somebody else gives the right to read it. */
static void attributes_are_no_content(void)
{
    const char *path = file_of(noise(100000), 100000);
    const char *link_path = path_join(&arena, directory, "link");
    struct timespec pause = {0, 20000000};
    struct file_state state = state_of(path);
    struct mapping_limits limits = {.size = 100000, .before = &state};
    struct mapping mapping;
    struct error error;
    char text[CHECKSUM_SIZE];
    nanosleep(&pause, NULL);
    CHECK(link(path, link_path) == 0 && chmod(path, 0640) == 0);
    CHECK(file_state_check(&state, path, &error));
    CHECK(file_checksum(path, CHECKSUM_XXH3, &state, text, &error));
    CHECK(mapping_open_within(&mapping, path, limits, &error));
    mapping_close(&mapping);
    unlink(link_path);
}

static void make_directory(void)
{
    const char *base = getenv("TMPDIR");
    arena_init(&arena);
    directory = mkdtemp(arena_format(&arena, "%s/jobreport-unit-XXXXXX", base ? base : "/tmp"));
    CHECK(directory);
}

static void remove_directory(void)
{
    struct error error;
    CHECK(path_remove_tree(directory, &error));
    arena_release(&arena);
}

CHECK_MAIN(STEP(make_directory), TEST(a_file_that_grows_is_what_it_was),
           TEST(a_file_that_is_changed_is_refused), TEST(a_time_that_is_set_back_is_seen),
           TEST(attributes_are_no_content), STEP(remove_directory))
