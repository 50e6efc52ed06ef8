/* Bytes compressed in the formats of zlib (RFC 1950) and gzip (RFC 1952), the same on every run. */
#ifndef UTIL_DEFLATED_H
#define UTIL_DEFLATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes that `size` bytes come to; what one compressed byte stands for at most. */
size_t deflated_bound(size_t size);
enum { DEFLATED_MOST_RATIO = 1032 };

/* From level 1, the fastest, to 12. Returns how many of the `room` bytes at `to` were written: of
 * room for the bound never 0. */
size_t deflated_write(const void *bytes, size_t size, int level, void *to, size_t room);

/* The same as a gzip member, whose header has neither a time nor a name. */
size_t deflated_gzip_bound(size_t size);
size_t deflated_gzip_write(const void *bytes, size_t size, int level, void *to, size_t room);

/* False when that is no zlib stream of `size` bytes, which are at `to` else. */
bool deflated_read(const void *packed, size_t packed_size, void *to, size_t size);

/* CRC-32 of gzip and PNG. */
uint32_t deflated_crc32(const void *bytes, size_t size);

#endif
