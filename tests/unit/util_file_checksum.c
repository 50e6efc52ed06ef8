#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/file_checksum.h"
#include "util/path.h"

static struct arena arena;
static const char *directory;

static const char *file_of(const char *bytes, size_t size)
{
    struct error error;
    const char *path = path_join(&arena, directory, "file");
    return path_write(path, bytes, size, &error) ? path : NULL;
}

static void expect(const char *bytes, size_t size, const char *xxh3, const char *sha256)
{
    char text[CHECKSUM_SIZE];
    struct error error = {0};
    CHECK(file_checksum(file_of(bytes, size), CHECKSUM_XXH3, NULL, text, &error));
    CHECK_TEXT(text, xxh3);
    CHECK(file_checksum(file_of(bytes, size), CHECKSUM_SHA256, NULL, text, &error));
    CHECK_TEXT(text, sha256);
}

/* The values of FIPS 180-2 and its million letters, and of `xxhsum -H2`. */
static void known_checksums(void)
{
    char *million = arena_alloc(&arena, 1000000), *many = arena_alloc(&arena, 2500001);
    memset(million, 'a', 1000000);
    for (size_t i = 0; i < 2500001; i++)
        many[i] = (char)(i * 7 + (i >> 8));
    expect("", 0, "xxh3:99aa06d3014798d86001c324468d497f",
           "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect("abc", 3, "xxh3:06b05ab6733a618578af5f94892f3950",
           "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(million, 1000000, "xxh3:a545df8e384a9579b1fd6fae5285c4eb",
           "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    expect(many, 2500001, "xxh3:00fdaf0480f559402dfd3937a08fcf13",
           "sha256:8c83c4ac261eb01ac23de33f6ca20af79842b4181573df124e53c68fdec5eaa1");
}

static void what_is_no_file_has_none(void)
{
    char text[CHECKSUM_SIZE];
    struct error error = {0};
    CHECK(!file_checksum("/nowhere/at/all", CHECKSUM_XXH3, NULL, text, &error));
    CHECK_INT(error.kind, ERROR_INPUT);
    error = (struct error){0};
    CHECK(!file_checksum(directory, CHECKSUM_SHA256, NULL, text, &error));
    CHECK_INT(error.kind, ERROR_INPUT);
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

CHECK_MAIN(STEP(make_directory), TEST(known_checksums), TEST(what_is_no_file_has_none),
           STEP(remove_directory))
