#include "input/parquet/parquet_limits.h"

#include <string.h>

#include "check.h"

#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

static const struct mapping_limits usual = {.size = 16 * GIB, .ratio = 200};

static void content_has_the_limits_of_compressed_inputs(void)
{
    CHECK(parquet_limits_of(1000, usual, 0, 1).content == 256 * MIB);
    CHECK(parquet_limits_of(10 * MIB, usual, 0, 1).content == 2000 * MIB);
    CHECK(parquet_limits_of(10 * GIB, usual, 0, 1).content == 16 * GIB);
    CHECK(parquet_limits_of(1000, (struct mapping_limits){.size = 5000}, 0, 1).content == 5000);
    CHECK(!parquet_limits_of(1000, usual, 0, 1).by_machine);
}

static void content_is_no_more_than_the_machine_has(void)
{
    const struct mapping_limits any = {.size = (size_t)1 << 62};
    struct parquet_limits allowed = parquet_limits_of(1000, any, 24 * GIB, 2);
    struct error error = {0};
    CHECK(allowed.content == 24 * GIB && allowed.by_machine);
    CHECK(!parquet_refuse_content(&allowed, any, "a.parquet", &error));
    CHECK_TEXT(error.text,
               "a.parquet: decompresses to more than 24 GiB, the memory of this machine");
    CHECK(!parquet_limits_of(1000, usual, 24 * GIB, 1).by_machine);
}

/* 192 MiB, 32 for each thread, the file, and twice the content. */
static void memory_goes_with_what_may_come_out(void)
{
    const struct mapping_limits small = {.size = 100 * MIB};
    CHECK(parquet_limits_of(10 * MIB, small, 0, 2).memory == (192 + 64 + 10 + 200) * MIB);
    CHECK(parquet_limits_of(1 * MIB, usual, 0, 1).memory == (192 + 32 + 1 + 512) * MIB);
    CHECK(parquet_limits_of(GIB, usual, 0, 1).memory == 3 * GIB);
    CHECK(parquet_limits_of(SIZE_MAX, (struct mapping_limits){0}, 0, UINT32_MAX).memory == 3 * GIB);
}

static void lack_of_memory_is_said_with_the_number_and_the_option(void)
{
    const struct mapping_limits small = {.size = 100 * MIB};
    struct parquet_limits allowed = parquet_limits_of(10 * MIB, small, 0, 2);
    struct error error = {0};
    CHECK(!parquet_refuse_memory(&allowed, "a.parquet", &error));
    CHECK_TEXT(error.text, "a.parquet: cannot be read as Parquet: decompressing it takes more "
                           "than 466 MiB of memory (set --max-input to allow more)");
    allowed.memory = PARQUET_MOST_MEMORY;
    CHECK(!parquet_refuse_memory(&allowed, "a.parquet", &error));
    CHECK_TEXT(error.text, "a.parquet: cannot be read as Parquet: decompressing it takes more "
                           "than 3 GiB of memory, the most it may take");
}

CHECK_MAIN(TEST(content_has_the_limits_of_compressed_inputs),
           TEST(content_is_no_more_than_the_machine_has), TEST(memory_goes_with_what_may_come_out),
           TEST(lack_of_memory_is_said_with_the_number_and_the_option))
