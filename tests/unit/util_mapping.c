#include "check.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "util/mapping.h"
#include "util/memory.h"
#include "util/path.h"
#include "util/region.h"

static struct arena arena;
static const char *directory;

static const char *file_of(const char *bytes, size_t size)
{
    struct error error;
    const char *path = path_join(&arena, directory, "file");
    return path_write(path, bytes, size, &error) ? path : NULL;
}

/* Text of `size` bytes that gzip cannot make much smaller. */
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

static char *gzip(const char *bytes, size_t size, size_t *packed_size)
{
    z_stream stream = {0};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    size_t room = deflateBound(&stream, size);
    char *packed = arena_alloc(&arena, room);
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)size;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)room;
    deflate(&stream, Z_FINISH);
    *packed_size = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

static int padding_is_zero(const struct mapping *mapping)
{
    for (size_t i = 0; i < MAPPING_PADDING; i++)
        if (mapping->bytes[mapping->size + i])
            return 0;
    return 1;
}

static void files_of_every_size_around_a_page_are_padded(void)
{
    static const size_t sizes[] = {0,    1,    63,   64,   65,   4031,   4032,
                                   4033, 4095, 4096, 4097, 8192, 1000000};
    struct error error;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct mapping mapping;
        char *bytes = noise(sizes[i]);
        CHECK(mapping_open(&mapping, file_of(bytes, sizes[i]), &error));
        CHECK_INT(mapping.size, sizes[i]);
        CHECK_INT(mapping.file_size, sizes[i]);
        CHECK(!mapping.truncated);
        CHECK(memcmp(mapping.bytes, bytes, sizes[i]) == 0);
        CHECK(padding_is_zero(&mapping));
        mapping_close(&mapping);
        mapping_close(&mapping);
    }
}

static void pages_that_are_done_with_leave_the_rest_alone(void)
{
    struct mapping mapping;
    struct error error;
    char *bytes = noise(100000);
    CHECK(mapping_open(&mapping, file_of(bytes, 100000), &error));
    mapping_done_with(&mapping, 0, 0);
    mapping_done_with(&mapping, 5000, 100);
    mapping_done_with(&mapping, 100, 4000);
    mapping_done_with(&mapping, 100, 50000);
    mapping_done_with(&mapping, 90000, SIZE_MAX);
    CHECK(memcmp(mapping.bytes, bytes, 100) == 0);
    CHECK(memcmp(mapping.bytes + 50000, bytes + 50000, 40000) == 0);
    CHECK(padding_is_zero(&mapping));
    mapping_close(&mapping);
}

static void gzip_is_inflated(void)
{
    static const size_t sizes[] = {0, 1, 4096, 3000000};
    struct error error;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct mapping mapping;
        size_t packed_size;
        char *bytes = noise(sizes[i]), *packed = gzip(bytes, sizes[i], &packed_size);
        CHECK(mapping_open(&mapping, file_of(packed, packed_size), &error));
        CHECK_INT(mapping.size, sizes[i]);
        CHECK_INT(mapping.file_size, packed_size);
        CHECK(!mapping.truncated);
        CHECK(memcmp(mapping.bytes, bytes, sizes[i]) == 0);
        CHECK(padding_is_zero(&mapping));
        mapping_done_with(&mapping, 0, sizes[i]);
        mapping_close(&mapping);
    }
}

static void what_inflates_a_thousandfold_grows(void)
{
    enum { SIZE = 40 << 20 };
    struct mapping mapping;
    struct error error;
    size_t packed_size;
    char *zeros = arena_alloc(&arena, SIZE), *packed = gzip(zeros, SIZE, &packed_size);
    CHECK(packed_size < 100000);
    CHECK(mapping_open(&mapping, file_of(packed, packed_size), &error));
    CHECK_INT(mapping.size, SIZE);
    CHECK(padding_is_zero(&mapping));
    mapping_close(&mapping);
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Of a process of its own: peaks never fall. Gzip makes noise no smaller. */
static void gzip_is_not_in_memory_beside_its_content(void)
{
    enum { SIZE = 24 << 20, HALF_KIB = SIZE / 2 / 1024 };
    struct error error;
    struct mapping mapping;
    size_t packed_size;
    int status;
    char *packed = gzip(noise(SIZE), SIZE, &packed_size);
    const char *path = file_of(packed, packed_size);
    pid_t child = fork();
    if (child == 0) {
        long before = peak_kib();
        bool good = mapping_open(&mapping, path, &error) && mapping.size == SIZE;
        _exit(good && peak_kib() - before < SIZE / 1024 + HALF_KIB ? 0 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
}

static void truncated_gzip_keeps_what_was_there(void)
{
    struct mapping mapping;
    struct error error;
    size_t packed_size;
    char *bytes = noise(200000), *packed = gzip(bytes, 200000, &packed_size);
    CHECK(mapping_open(&mapping, file_of(packed, packed_size / 2), &error));
    CHECK(mapping.truncated);
    CHECK(mapping.size > 50000 && mapping.size < 150000);
    CHECK(memcmp(mapping.bytes, bytes, mapping.size) == 0);
    CHECK(padding_is_zero(&mapping));
    mapping_close(&mapping);
    CHECK(mapping_open(&mapping, file_of(packed, packed_size - 1), &error));
    CHECK(mapping.truncated);
    CHECK_INT(mapping.size, 200000);
    mapping_close(&mapping);
    CHECK(mapping_open(&mapping, file_of(packed, 3), &error));
    CHECK(mapping.truncated);
    CHECK_INT(mapping.size, 0);
    mapping_close(&mapping);
}

static void streams_one_after_the_other_are_one_text(void)
{
    struct mapping mapping;
    struct error error;
    size_t first_size, second_size;
    char *first = gzip("one ", 4, &first_size), *second = gzip("two", 3, &second_size);
    char *both = arena_alloc(&arena, first_size + second_size + 512);
    memcpy(both, first, first_size);
    memcpy(both + first_size, second, second_size);
    CHECK(mapping_open(&mapping, file_of(both, first_size + second_size), &error));
    CHECK_TEXT(mapping.bytes, "one two");
    CHECK(!mapping.truncated);
    mapping_close(&mapping);
    CHECK(mapping_open(&mapping, file_of(both, first_size + second_size + 512), &error));
    CHECK_TEXT(mapping.bytes, "one two");
    CHECK(!mapping.truncated);
    mapping_close(&mapping);
    CHECK(mapping_open(&mapping, file_of(both, first_size + second_size - 2), &error));
    CHECK_TEXT(mapping.bytes, "one two");
    CHECK(mapping.truncated);
    mapping_close(&mapping);
}

static void damaged_gzip_is_an_error(void)
{
    struct mapping mapping;
    struct error error = {0};
    size_t packed_size;
    char *packed = gzip(noise(100000), 100000, &packed_size);
    packed[packed_size - 6] ^= 0x55;
    CHECK(!mapping_open(&mapping, file_of(packed, packed_size), &error));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(strstr(error.text, "damaged gzip file"));
    mapping_close(&mapping);
    static const char no_gzip[] = "\x1f\x8b\x08\xff\xff\xff and no gzip behind it";
    CHECK(!mapping_open(&mapping, file_of(no_gzip, sizeof no_gzip), &error));
}

/* Starts a process that writes into a named pipe. */
static const char *pipe_of(const char *bytes, size_t size, pid_t *writer)
{
    const char *path = path_join(&arena, directory, "pipe");
    unlink(path);
    if (mkfifo(path, 0600) != 0)
        return NULL;
    fflush(stdout);
    *writer = fork();
    if (*writer == 0) {
        struct error error;
        _exit(!path_write(path, bytes, size, &error));
    }
    return path;
}

static void pipes_are_read(void)
{
    struct mapping mapping;
    struct error error;
    pid_t writer = -1;
    char *bytes = noise(3000000);
    CHECK(mapping_open(&mapping, pipe_of(bytes, 3000000, &writer), &error));
    CHECK_INT(mapping.size, 3000000);
    CHECK_INT(mapping.file_size, 3000000);
    CHECK(memcmp(mapping.bytes, bytes, mapping.size) == 0);
    CHECK(padding_is_zero(&mapping));
    mapping_close(&mapping);
    waitpid(writer, NULL, 0);
    size_t packed_size;
    char *packed = gzip("text", 4, &packed_size);
    CHECK(mapping_open(&mapping, pipe_of(packed, packed_size, &writer), &error));
    CHECK_TEXT(mapping.bytes, "text");
    CHECK_INT(mapping.file_size, packed_size);
    mapping_close(&mapping);
    waitpid(writer, NULL, 0);
}

static void files_that_hide_their_size_are_read(void)
{
    struct mapping mapping;
    struct error error;
    CHECK(mapping_open(&mapping, "/proc/self/status", &error));
    CHECK(mapping.size > 10 && strncmp(mapping.bytes, "Name:", 5) == 0);
    mapping_close(&mapping);
    CHECK(mapping_open(&mapping, "/dev/null", &error));
    CHECK_INT(mapping.size, 0);
    mapping_close(&mapping);
}

static void what_cannot_be_opened(void)
{
    struct mapping mapping;
    struct error error = {0};
    CHECK(!mapping_open(&mapping, "/nowhere/at/all", &error));
    CHECK_TEXT(error.text, "cannot open /nowhere/at/all: No such file or directory");
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(!mapping_open(&mapping, directory, &error));
    CHECK(strstr(error.text, "Is a directory"));
    mapping_close(&mapping);
}

static void what_is_beyond_a_limit_is_refused(void)
{
    struct mapping mapping;
    struct error error = {0};
    size_t packed_size;
    char *bytes = noise(100000), *packed = gzip(bytes, 100000, &packed_size);
    const struct mapping_limits limits[] = {{.size = 100000}, {.size = 99999}};
    CHECK(mapping_open_within(&mapping, file_of(bytes, 100000), limits[0], &error));
    mapping_close(&mapping);
    CHECK(!mapping_open_within(&mapping, file_of(bytes, 100000), limits[1], &error));
    CHECK(strstr(error.text, "file: larger than 97.7 KiB (the limit is set with --max-input)"));
    CHECK(mapping_open_within(&mapping, file_of(packed, packed_size), limits[0], &error));
    CHECK_INT(mapping.size, 100000);
    CHECK(padding_is_zero(&mapping));
    mapping_close(&mapping);
    CHECK(!mapping_open_within(&mapping, file_of(packed, packed_size), limits[1], &error));
    CHECK(strstr(error.text, "file: larger than 97.7 KiB when decompressed (the limit"));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK_INT(error.number, 0);
}

static void what_inflates_out_of_all_proportion_is_refused(void)
{
    enum { HALF = 136 << 20 };
    struct mapping mapping;
    struct error error = {0};
    size_t packed_size;
    char *zeros = arena_alloc(&arena, HALF), *packed = gzip(zeros, HALF, &packed_size);
    char *twice = arena_alloc(&arena, 2 * packed_size);
    memcpy(twice, packed, packed_size);
    memcpy(twice + packed_size, packed, packed_size);
    const struct mapping_limits limits = {.size = (size_t)16 << 30, .ratio = 200};
    CHECK(mapping_open_within(&mapping, file_of(packed, packed_size), limits, &error));
    CHECK_INT(mapping.size, HALF);
    mapping_close(&mapping);
    CHECK(!mapping_open_within(&mapping, file_of(twice, 2 * packed_size), limits, &error));
    CHECK(strstr(error.text, "file: decompresses to more than 256 MiB, over 200 times its size"));
}

/* Each 8 bytes of it are their own number. */
static const char *gzip_of_numbers(size_t size)
{
    size_t packed_size;
    uint64_t *numbers = memory_alloc(size);
    for (size_t i = 0; i < size / sizeof *numbers; i++)
        numbers[i] = i;
    char *packed = gzip((const char *)numbers, size, &packed_size);
    free(numbers);
    return file_of(packed, packed_size);
}

static bool holds_numbers(const struct mapping *mapping, size_t size)
{
    for (uint64_t i = 0; i < mapping->size / sizeof i; i++)
        if (memcmp(mapping->bytes + i * sizeof i, &i, sizeof i) != 0)
            return false;
    return mapping->size == size && padding_is_zero(mapping);
}

enum { LARGE = REGION_IN_MEMORY + (9 << 20) + 24 };

/* Made once, for it takes its time. */
static const char *large_gzip(void)
{
    static const char *path;
    if (!path) {
        path = path_join(&arena, directory, "large");
        if (rename(gzip_of_numbers(LARGE), path) != 0)
            path = NULL;
    }
    return path;
}

static void what_is_large_is_inflated_to_disk(void)
{
    const char *path = large_gzip();
    struct mapping mapping;
    struct error error;
    CHECK(
        mapping_open_within(&mapping, path, (struct mapping_limits){.scratch = directory}, &error));
    CHECK(mapping.is_file && mapping.is_scratch);
    CHECK(holds_numbers(&mapping, LARGE));
    mapping_done_with(&mapping, 0, LARGE);
    CHECK(holds_numbers(&mapping, LARGE));
    mapping_close(&mapping);
    CHECK(mapping_open(&mapping, path, &error));
    CHECK(!mapping.is_file && !mapping.is_scratch);
    CHECK(holds_numbers(&mapping, LARGE));
    mapping_close(&mapping);
}

static void what_cannot_be_kept_on_disk_is_refused(void)
{
    struct mapping mapping;
    struct error error = {0};
    const struct mapping_limits limits = {.scratch = "/nowhere/at/all"};
    CHECK(!mapping_open_within(&mapping, large_gzip(), limits, &error));
    CHECK(strstr(error.text, "large: no room for more than 64 MiB of decompressed data in "
                             "/nowhere/at/all (set TMPDIR to another directory): No such file"));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(!mapping_open_within(&mapping, "/dev/zero", limits, &error));
    CHECK(strstr(error.text, "/dev/zero: no room for more than 64 MiB in "));
    CHECK(mapping_open_within(&mapping, gzip_of_numbers(80000), limits, &error));
    CHECK(holds_numbers(&mapping, 80000));
    mapping_close(&mapping);
}

static void what_follows_gzip_is_counted(void)
{
    struct mapping mapping;
    struct error error;
    size_t packed_size;
    char *packed = gzip("text", 4, &packed_size);
    char *longer = arena_alloc(&arena, packed_size + 600);
    memcpy(longer, packed, packed_size);
    CHECK(mapping_open(&mapping, file_of(longer, packed_size + 600), &error));
    CHECK_INT(mapping.trailing, 0);
    mapping_close(&mapping);
    longer[packed_size + 599] = 'x';
    CHECK(mapping_open(&mapping, file_of(longer, packed_size + 600), &error));
    CHECK_TEXT(mapping.bytes, "text");
    CHECK_INT(mapping.trailing, 600);
    mapping_close(&mapping);
}

/* As when a link takes the place of a file between its being found and its being read. */
static void what_lies_outside_of_the_root_is_refused(void)
{
    char real[4096];
    struct mapping mapping;
    struct error error = {0};
    const struct mapping_limits limits = {.root = realpath(directory, real)};
    const char *link = path_join(&arena, directory, "link");
    CHECK(limits.root && symlink("/proc/self/status", link) == 0);
    CHECK(!mapping_open_within(&mapping, link, limits, &error));
    CHECK(strstr(error.text, "link: a symbolic link to outside the input directory"));
    unlink(link);
    CHECK(symlink("file", link) == 0);
    file_of("text", 4);
    CHECK(mapping_open_within(&mapping, link, limits, &error));
    CHECK_TEXT(mapping.bytes, "text");
    mapping_close(&mapping);
    const char *pipe = path_join(&arena, directory, "pipe");
    CHECK(mkfifo(pipe, 0600) == 0 || errno == EEXIST);
    CHECK(!mapping_open_within(&mapping, pipe, limits, &error));
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

CHECK_MAIN(STEP(make_directory), TEST(files_of_every_size_around_a_page_are_padded),
           TEST(pages_that_are_done_with_leave_the_rest_alone), TEST(gzip_is_inflated),
           TEST(what_inflates_a_thousandfold_grows), TEST(gzip_is_not_in_memory_beside_its_content),
           TEST(truncated_gzip_keeps_what_was_there),
           TEST(streams_one_after_the_other_are_one_text), TEST(damaged_gzip_is_an_error),
           TEST(pipes_are_read), TEST(files_that_hide_their_size_are_read),
           TEST(what_cannot_be_opened), TEST(what_is_beyond_a_limit_is_refused),
           TEST(what_inflates_out_of_all_proportion_is_refused),
           TEST(what_is_large_is_inflated_to_disk), TEST(what_cannot_be_kept_on_disk_is_refused),
           TEST(what_follows_gzip_is_counted), TEST(what_lies_outside_of_the_root_is_refused),
           STEP(remove_directory))
