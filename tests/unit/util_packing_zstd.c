/* Files that are compressed with zstd, whole, in several frames, cut short, damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "util/extension.h"
#include "util/mapping.h"
#include "util/memory.h"
#include "util/zstd_library.h"

static char path[] = "/tmp/jobreport-zstd-XXXXXX";

struct bytes {
    char *text;
    size_t size;
};

/* Numbers, which become smaller by some factor of two. */
static struct bytes numbers(size_t size)
{
    struct bytes bytes = {memory_alloc(size + 16), 0};
    uint32_t state = 7;
    while (bytes.size < size) {
        state = state * 1664525 + 1013904223;
        bytes.size += (size_t)snprintf(bytes.text + bytes.size, 16, "%u\n", state >> 12);
    }
    bytes.size = size;
    return bytes;
}

static struct bytes packed(struct bytes content)
{
    struct error error;
    const struct zstd_library *library = extension_open("zstd", &error);
    size_t room = library->most(content.size);
    struct bytes bytes = {memory_alloc(room + 1024), 0};
    bytes.size = library->compress(bytes.text, room, content.text, content.size);
    return bytes;
}

static bool open_bytes(const char *text, size_t size, struct mapping *mapping, struct error *error)
{
    const struct mapping_limits limits = {.ratio = 200, .size = (size_t)1 << 30};
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(text, 1, size, file) == size && fclose(file) == 0;
    *error = (struct error){0};
    return written && mapping_open_within(mapping, path, limits, error);
}

static void content_of_every_size_is_unpacked(void)
{
    static const size_t sizes[] = {0, 1, 4096, 131072, 3000000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct mapping mapping;
        struct error error;
        struct bytes content = numbers(sizes[i]), file = packed(content);
        CHECK(open_bytes(file.text, file.size, &mapping, &error));
        CHECK_INT(mapping.size, sizes[i]);
        CHECK_INT(mapping.file_size, file.size);
        CHECK_TEXT(mapping.packing->name, "zstd");
        CHECK(!mapping.truncated && !mapping.trailing);
        CHECK(memcmp(mapping.bytes, content.text, sizes[i]) == 0);
        mapping_close(&mapping);
        free(content.text);
        free(file.text);
    }
}

static void frames_one_after_the_other_are_one_text(void)
{
    /* Between them a frame that holds no content: magic, size 3, three bytes (RFC 8878, 3.1.2). */
    static const char skipped[] = "\x50\x2a\x4d\x18\x03\x00\x00\x00xyz";
    enum { SKIPPED = sizeof skipped - 1 };
    struct mapping mapping;
    struct error error;
    struct bytes first = packed((struct bytes){"one ", 4}),
                 second = packed((struct bytes){"two", 3});
    char *all = memory_alloc(first.size + SKIPPED + second.size + 600);
    size_t size = first.size;
    memset(all, 0, first.size + SKIPPED + second.size + 600);
    memcpy(all, first.text, first.size);
    memcpy(all + size, skipped, SKIPPED);
    size += SKIPPED;
    memcpy(all + size, second.text, second.size);
    size += second.size;
    CHECK(open_bytes(all, size, &mapping, &error));
    CHECK_TEXT(mapping.bytes, "one two");
    CHECK(!mapping.truncated && !mapping.trailing);
    mapping_close(&mapping);
    CHECK(open_bytes(all, size + 512, &mapping, &error)); /* zeros pad it */
    CHECK_TEXT(mapping.bytes, "one two");
    CHECK(!mapping.truncated && !mapping.trailing);
    mapping_close(&mapping);
    memcpy(all + size, "rubbish", 7);
    CHECK(open_bytes(all, size + 7, &mapping, &error));
    CHECK_TEXT(mapping.bytes, "one two");
    CHECK_INT(mapping.trailing, 7);
    mapping_close(&mapping);
    CHECK(open_bytes(all, size - 2, &mapping, &error));
    CHECK_TEXT(mapping.bytes, "one two"); /* only its checksum is not whole */
    CHECK(mapping.truncated);
    mapping_close(&mapping);
    free(all);
    free(first.text);
    free(second.text);
}

static void what_ends_early_keeps_what_was_there(void)
{
    struct mapping mapping;
    struct error error;
    struct bytes content = numbers(2000000), file = packed(content);
    CHECK(open_bytes(file.text, file.size / 2, &mapping, &error));
    CHECK(mapping.truncated);
    CHECK(mapping.size > 500000 && mapping.size < 1500000);
    CHECK(memcmp(mapping.bytes, content.text, mapping.size) == 0);
    mapping_close(&mapping);
    CHECK(open_bytes(file.text, 4, &mapping, &error));
    CHECK(mapping.truncated);
    CHECK_INT(mapping.size, 0);
    mapping_close(&mapping);
    free(content.text);
    free(file.text);
}

static void what_is_damaged_is_refused(void)
{
    struct mapping mapping;
    struct error error;
    struct bytes content = numbers(300000), file = packed(content);
    file.text[file.size - 2] ^= 0x55; /* of the checksum */
    CHECK(!open_bytes(file.text, file.size, &mapping, &error));
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(strstr(error.text, path) == error.text);
    CHECK(strstr(error.text, "damaged zstd file: "));
    static const char no_frame[] = "\x28\xb5\x2f\xfd and no frame behind it";
    CHECK(!open_bytes(no_frame, sizeof no_frame, &mapping, &error));
    free(content.text);
    free(file.text);
}

static void what_unpacks_without_end_is_refused(void)
{
    enum { SIZE = 300 << 20 };
    struct mapping mapping;
    struct error error;
    struct bytes zeros = {calloc(1, SIZE), SIZE}, file = packed(zeros);
    CHECK(file.size < SIZE / 1000);
    CHECK(!open_bytes(file.text, file.size, &mapping, &error));
    CHECK(strstr(error.text, "decompresses to more than 256 MiB, over 200 times its size"));
    free(zeros.text);
    free(file.text);
}

static void make_path(void)
{
    close(mkstemp(path));
}

static void remove_path(void)
{
    unlink(path);
}

CHECK_MAIN(STEP(make_path), TEST(content_of_every_size_is_unpacked),
           TEST(frames_one_after_the_other_are_one_text),
           TEST(what_ends_early_keeps_what_was_there), TEST(what_is_damaged_is_refused),
           TEST(what_unpacks_without_end_is_refused), STEP(remove_path))
