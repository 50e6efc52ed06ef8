/* Huffman codes of a block of DEFLATE (RFC 1951, 3.2). */
#ifndef RENDER_DEFLATE_CODES_H
#define RENDER_DEFLATE_CODES_H

#include <stddef.h>
#include <stdint.h>

enum { DEFLATE_LITERALS = 286, DEFLATE_DISTANCES = 30, DEFLATE_LONGEST_CODE = 15 };

/* Of symbol i: `lengths[i]` bits, 0 when it has no code, with the first bit lowest in `bits[i]`. */
struct deflate_codes {
    uint8_t lengths[DEFLATE_LITERALS];
    uint16_t bits[DEFLATE_LITERALS];
};

/* The shortest codes of at most `longest` bits for `count` symbols that are met so often; a symbol
 * that is never met has none. Equal input gives equal codes. */
void deflate_codes_make(struct deflate_codes *codes, const uint32_t *met, size_t count,
                        unsigned longest);

#endif
