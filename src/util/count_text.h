/* Counts in sentences: "41,891". */
#ifndef UTIL_COUNT_TEXT_H
#define UTIL_COUNT_TEXT_H

#include <stdint.h>

enum { COUNT_TEXT_SIZE = 32 };

/* Lives as long as the block it stands in. */
#define COUNT_TEXT(count) grouped_count((char[COUNT_TEXT_SIZE]){0}, (uint64_t)(count))

/* Into COUNT_TEXT_SIZE bytes, which it returns. */
const char *grouped_count(char *text, uint64_t count);

#endif
