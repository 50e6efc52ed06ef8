#include "input/parquet/parquet_limits.h"

#include <unistd.h>

#include "util/quantity.h"

/* What decoding takes of any file, and of each thread: pages as they are in the file, columns of a
 * few thousand rows. */
#define OWN_MEMORY ((uint64_t)192 << 20)
#define THREAD_MEMORY ((uint64_t)32 << 20)

uint64_t parquet_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

static uint64_t add_up_to_most(uint64_t sum, uint64_t more)
{
    uint64_t total;
    bool is_more = __builtin_add_overflow(sum, more, &total) || total > PARQUET_MOST_MEMORY;
    return is_more ? PARQUET_MOST_MEMORY : total;
}

/* Row groups that are decoded at a time hold no more than all that may come out of the file, beside
 * what they are in it; room for pages is counted before it is known how much of it they need. */
struct parquet_limits parquet_limits_of(size_t size, struct mapping_limits limits, uint64_t machine,
                                        uint32_t threads)
{
    struct parquet_limits allowed = {.content = mapping_inflated_limit(size, limits)};
    allowed.by_machine = machine && machine < allowed.content;
    if (allowed.by_machine)
        allowed.content = (size_t)machine;
    allowed.memory = add_up_to_most(OWN_MEMORY, threads * THREAD_MEMORY);
    allowed.memory = add_up_to_most(allowed.memory, size);
    for (int i = 0; i < 2; i++)
        allowed.memory = add_up_to_most(allowed.memory, allowed.content);
    return allowed;
}

static const char *bytes_text(uint64_t bytes, char text[32])
{
    return quantity_format((double)bytes, "B", UNITS_IEC, text, 32);
}

bool parquet_refuse_content(const struct parquet_limits *allowed, struct mapping_limits limits,
                            const char *path, struct error *error)
{
    char text[32];
    if (!allowed->by_machine)
        return mapping_refuse_size(allowed->content, true, limits, path, error);
    return error_set(error, ERROR_INPUT,
                     "%s: decompresses to more than %s, the memory of this machine", path,
                     bytes_text(allowed->content, text));
}

bool parquet_refuse_memory(const struct parquet_limits *allowed, const char *path,
                           struct error *error)
{
    char text[32];
    bool can_be_set = allowed->memory < PARQUET_MOST_MEMORY;
    return error_set(
        error, ERROR_INPUT,
        "%s: cannot be read as Parquet: decompressing it takes more than %s of memory%s", path,
        bytes_text(allowed->memory, text),
        can_be_set ? " (set --max-input to allow more)" : ", the most it may take");
}
