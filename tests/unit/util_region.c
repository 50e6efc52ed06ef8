#include "check.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/mapping.h"
#include "util/path.h"
#include "util/region.h"

enum { LARGE = 2 * REGION_IN_MEMORY + 24 };

static const char *scratch_directory(void)
{
    const char *base = getenv("TMPDIR");
    return base ? base : "/tmp";
}

/* Memory that is no file's, KiB. */
static long anonymous_kib(void)
{
    char line[256];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "RssAnon: %ld", &kib) == 1)
            break;
    if (status)
        fclose(status);
    return kib;
}

/* Each 8 bytes are their own number. */
static bool fill_with_numbers(struct region *region, size_t size)
{
    while (region->size < size) {
        size_t room;
        char *to = region_room(region, &room);
        if (!to)
            return false;
        if (room > size - region->size)
            room = size - region->size;
        for (size_t i = 0; i < room; i++)
            to[i] = (char)(((region->size + i) / 8) >> (region->size + i) % 8 * 8);
        region_fill(region, room);
    }
    return true;
}

static bool holds_numbers(const struct region *region, size_t size)
{
    for (uint64_t i = 0; i < size / sizeof i; i++)
        if (memcmp(region->bytes + i * sizeof i, &i, sizeof i) != 0)
            return false;
    for (size_t i = 0; i < MAPPING_PADDING; i++)
        if (region->bytes[size + i])
            return false;
    return region->size == size;
}

static void what_is_large_goes_to_disk(void)
{
    struct region region;
    long before = anonymous_kib();
    region_init(&region, 4096, SIZE_MAX);
    region.scratch = scratch_directory();
    CHECK(fill_with_numbers(&region, LARGE));
    CHECK(anonymous_kib() - before < REGION_IN_MEMORY / 4 / 1024);
    CHECK(region_settle(&region));
    CHECK(region.is_file && region.is_scratch);
    CHECK(anonymous_kib() - before < REGION_IN_MEMORY / 4 / 1024);
    CHECK(holds_numbers(&region, LARGE));
    madvise(region.bytes, LARGE, MADV_DONTNEED);
    CHECK(holds_numbers(&region, LARGE));
    region_release(&region);
}

static void what_is_small_or_has_no_scratch_stays_in_memory(void)
{
    struct region region;
    region_init(&region, 4096, SIZE_MAX);
    region.scratch = "/nowhere/at/all";
    CHECK(fill_with_numbers(&region, REGION_IN_MEMORY) && region_settle(&region));
    CHECK(!region.is_file && holds_numbers(&region, REGION_IN_MEMORY));
    region_release(&region);
    region_init(&region, 4096, SIZE_MAX);
    CHECK(fill_with_numbers(&region, LARGE) && region_settle(&region));
    CHECK(!region.is_file && holds_numbers(&region, LARGE));
    region_release(&region);
}

static void scratch_that_cannot_be_written_ends_it(void)
{
    struct region region;
    region_init(&region, 4096, SIZE_MAX);
    region.scratch = "/nowhere/at/all";
    errno = 0;
    CHECK(!fill_with_numbers(&region, LARGE));
    CHECK_INT(errno, ENOENT);
    region_release(&region);
}

static void what_is_beyond_the_most_is_not_read(void)
{
    struct region region;
    int ends[2];
    char *bytes = calloc(1, LARGE);
    struct region whole;
    region_init(&whole, 4096, SIZE_MAX);
    CHECK(bytes && pipe(ends) == 0);
    pid_t writer = fork();
    if (writer == 0) {
        close(ends[0]);
        _exit(!path_write_handle(ends[1], bytes, LARGE));
    }
    close(ends[1]);
    region_init(&region, 4096, REGION_IN_MEMORY + 5);
    region.scratch = scratch_directory();
    CHECK(region_read(&region, ends[0]) && region.exceeded);
    CHECK(region.size <= REGION_IN_MEMORY + (8 << 20));
    region_release(&region);
    CHECK(region_read(&whole, ends[0]) && whole.size > 0);
    region_release(&whole);
    close(ends[0]);
    waitpid(writer, NULL, 0);
    free(bytes);
}

CHECK_MAIN(TEST(what_is_large_goes_to_disk), TEST(what_is_small_or_has_no_scratch_stays_in_memory),
           TEST(scratch_that_cannot_be_written_ends_it), TEST(what_is_beyond_the_most_is_not_read))
