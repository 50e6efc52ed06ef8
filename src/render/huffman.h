/* Prefix codes as deflate wants them (RFC 1951, 3.2.2). */
#ifndef RENDER_HUFFMAN_H
#define RENDER_HUFFMAN_H

#include <stddef.h>
#include <stdint.h>

enum { HUFFMAN_SYMBOLS = 288, HUFFMAN_LONGEST = 15 };

/* lengths[s]: bits of symbol s that comes counts[s] times; 0 when it never does. At least two of
 * the counts must not be 0. */
void huffman_lengths(const uint32_t *counts, size_t symbols, unsigned char *lengths);

/* The codes of these lengths, first bit lowest. */
void huffman_codes(const unsigned char *lengths, size_t symbols, uint16_t *codes);

#endif
