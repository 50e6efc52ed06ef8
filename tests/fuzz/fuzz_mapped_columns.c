#include "fuzz_reader.h"

/* Names and meanings that are told may fit the text or not. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct column_mapping mapping[] = {{"what", "task"},
                                                    {"took", "run_time_min"},
                                                    {"peak", "memory_MB"}};
    static const char *const columns[] = {"JobID,State,Elapsed,MaxRSS", "task,run_time,memory",
                                          NULL};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct reading known = {.columns = columns[i], .mapping = mapping, .mapping_count = 3};
        fuzz_reading(NULL, known, bytes, size);
    }
    return 0;
}
