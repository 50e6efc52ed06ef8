/* How much a Parquet file may decode to, and what memory decoding it may take.
 *
 * Its values are all in memory at some time, unlike the text of a CSV: beside --max-input, the
 * memory of the machine is a limit. */
#ifndef INPUT_PARQUET_PARQUET_LIMITS_H
#define INPUT_PARQUET_PARQUET_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/mapping.h"

/* What decoding may take of any file, whatever the limits are. */
#define PARQUET_MOST_MEMORY ((uint64_t)3 << 30)

struct parquet_limits {
    size_t content;  /* bytes of values */
    bool by_machine; /* which is what its memory has, and less than the limits of inputs */
    uint64_t memory; /* bytes that the library may hold, with so many threads */
};

/* `size`: bytes of the file; `machine`: of memory that the machine has, 0 where that is unknown. */
struct parquet_limits parquet_limits_of(size_t size, struct mapping_limits limits, uint64_t machine,
                                        uint32_t threads);
/* Bytes of memory of this machine; 0: unknown. */
uint64_t parquet_machine_memory(void);

/* Refuse a file that has more than the limits, or takes more memory; false. */
bool parquet_refuse_content(const struct parquet_limits *allowed, struct mapping_limits limits,
                            const char *path, struct error *error);
bool parquet_refuse_memory(const struct parquet_limits *allowed, const char *path,
                           struct error *error);

#endif
