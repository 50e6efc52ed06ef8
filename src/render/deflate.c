#include "render/deflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "render/deflate_codes.h"
#include "util/memory.h"

enum {
    SHORTEST_MATCH = 4,
    LONGEST_MATCH = 258,
    GOOD_MATCH = 32, /* no other is looked for */
    FARTHEST = 32768,
    HASH_BITS = 12,
    BLOCK_TOKENS = 32768,
    LONGEST_TOKEN = 6, /* bytes: two codes of 15 bits, 5 and 13 more */
    LONGEST_HEADER = 1024,
    END_OF_BLOCK = 256,
    FIRST_LENGTH = 257,
};

/* A literal, or so many bytes from so far back. */
struct token {
    uint16_t length, value; /* length 0: value is a byte; else the distance - 1 */
};

struct packer {
    const unsigned char *rows;
    size_t size, row_size;
    uint32_t last[1 << HASH_BITS]; /* where four bytes of that hash were met, + 1 */
    struct token tokens[BLOCK_TOKENS];
    size_t token_count;
    uint64_t bits; /* that do not fill a byte yet, the first lowest */
    unsigned bit_count;
    struct strbuf *out;
};

/* ---- bits ---- */

static inline void put_byte(struct packer *packer)
{
    packer->out->text[packer->out->size++] = (char)packer->bits;
    packer->bits >>= 8;
}

/* At most 32 at a time; room is reserved by the block. */
static inline void put_bits(struct packer *packer, uint32_t bits, unsigned count)
{
    packer->bits |= (uint64_t)bits << packer->bit_count;
    packer->bit_count += count;
    if (packer->bit_count < 32)
        return;
    for (int i = 0; i < 4; i++)
        put_byte(packer);
    packer->bit_count -= 32;
}

/* Zeros fill the last byte. */
static void put_last_bits(struct packer *packer)
{
    for (; packer->bit_count > 0;
         packer->bit_count -= packer->bit_count < 8 ? packer->bit_count : 8)
        put_byte(packer);
}

static inline void put_code(struct packer *packer, const struct deflate_codes *codes, size_t symbol)
{
    put_bits(packer, codes->bits[symbol], codes->lengths[symbol]);
}

/* ---- lengths and distances as symbols (RFC 1951, 3.2.5) ---- */

struct symbol {
    unsigned number, extra_bits, extra;
};

/* Values from 0 in classes: `fine` bits below the highest one are in the symbol. */
static inline struct symbol class_of(unsigned value, unsigned fine)
{
    if (value < 2u << fine)
        return (struct symbol){value, 0, 0};
    unsigned highest = 31 - (unsigned)__builtin_clz(value), extra = highest - fine;
    unsigned number = ((extra + 1) << fine) + (value >> extra & ((1u << fine) - 1));
    return (struct symbol){number, extra, value & ((1u << extra) - 1)};
}

static inline struct symbol length_symbol(unsigned length)
{
    if (length == LONGEST_MATCH)
        return (struct symbol){DEFLATE_LITERALS - 1, 0, 0};
    struct symbol symbol = class_of(length - 3, 2);
    symbol.number += FIRST_LENGTH;
    return symbol;
}

static inline struct symbol distance_symbol(unsigned distance_less_one)
{
    return class_of(distance_less_one, 1);
}

/* ---- a block ---- */

struct block_codes {
    struct deflate_codes literals, distances, lengths;
};

static void make_codes(const struct packer *packer, struct block_codes *codes)
{
    uint32_t literals[DEFLATE_LITERALS] = {[END_OF_BLOCK] = 1}, distances[DEFLATE_DISTANCES] = {0};
    for (size_t i = 0; i < packer->token_count; i++) {
        struct token token = packer->tokens[i];
        if (token.length == 0) {
            literals[token.value]++;
        } else {
            literals[length_symbol(token.length).number]++;
            distances[distance_symbol(token.value).number]++;
        }
    }
    deflate_codes_make(&codes->literals, literals, DEFLATE_LITERALS, DEFLATE_LONGEST_CODE);
    deflate_codes_make(&codes->distances, distances, DEFLATE_DISTANCES, DEFLATE_LONGEST_CODE);
}

/* Lengths of codes: themselves up to 15, or a repetition and how often. */
enum { LENGTH_SYMBOLS = 19, REPEAT = 16, FEW_ZEROS = 17, MANY_ZEROS = 18, LONGEST_LENGTH_CODE = 7 };

struct length_list {
    struct {
        uint8_t symbol, extra;
    } items[DEFLATE_LITERALS + DEFLATE_DISTANCES];
    size_t count;
    uint32_t met[LENGTH_SYMBOLS];
};

static void list_length(struct length_list *list, unsigned symbol, size_t extra)
{
    list->items[list->count].symbol = (uint8_t)symbol;
    list->items[list->count++].extra = (uint8_t)extra;
    list->met[symbol]++;
}

static void list_lengths(struct length_list *list, const uint8_t *lengths, size_t count)
{
    for (size_t i = 0, same; i < count; i += same) {
        for (same = 1; i + same < count && lengths[i + same] == lengths[i] && same < 138;)
            same++;
        if (lengths[i] == 0 && same >= 11) {
            list_length(list, MANY_ZEROS, same - 11);
        } else if (lengths[i] == 0 && same >= 3) {
            list_length(list, FEW_ZEROS, same - 3);
        } else if (same >= 4) {
            same = same < 7 ? same : 7;
            list_length(list, lengths[i], 0);
            list_length(list, REPEAT, same - 4);
        } else {
            same = 1;
            list_length(list, lengths[i], 0);
        }
    }
}

static size_t used_symbols(const struct deflate_codes *codes, size_t count, size_t least)
{
    while (count > least && !codes->lengths[count - 1])
        count--;
    return count;
}

static void write_header(struct packer *packer, struct block_codes *codes, bool is_last)
{
    static const uint8_t order[LENGTH_SYMBOLS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                  11, 4,  12, 3, 13, 2, 14, 1, 15};
    static const uint8_t extra_bits[LENGTH_SYMBOLS] = {
        [REPEAT] = 2, [FEW_ZEROS] = 3, [MANY_ZEROS] = 7};
    size_t literals = used_symbols(&codes->literals, DEFLATE_LITERALS, FIRST_LENGTH);
    size_t distances = used_symbols(&codes->distances, DEFLATE_DISTANCES, 1);
    struct length_list list = {.count = 0};
    list_lengths(&list, codes->literals.lengths, literals);
    list_lengths(&list, codes->distances.lengths, distances);
    deflate_codes_make(&codes->lengths, list.met, LENGTH_SYMBOLS, LONGEST_LENGTH_CODE);
    size_t ordered = LENGTH_SYMBOLS;
    while (ordered > 4 && !codes->lengths.lengths[order[ordered - 1]])
        ordered--;
    put_bits(packer, is_last, 1);
    put_bits(packer, 2, 2); /* with codes of its own */
    put_bits(packer, (uint32_t)literals - FIRST_LENGTH, 5);
    put_bits(packer, (uint32_t)distances - 1, 5);
    put_bits(packer, (uint32_t)ordered - 4, 4);
    for (size_t i = 0; i < ordered; i++)
        put_bits(packer, codes->lengths.lengths[order[i]], 3);
    for (size_t i = 0; i < list.count; i++) {
        put_code(packer, &codes->lengths, list.items[i].symbol);
        put_bits(packer, list.items[i].extra, extra_bits[list.items[i].symbol]);
    }
}

static void write_tokens(struct packer *packer, const struct block_codes *codes)
{
    for (size_t i = 0; i < packer->token_count; i++) {
        struct token token = packer->tokens[i];
        if (token.length == 0) {
            put_code(packer, &codes->literals, token.value);
            continue;
        }
        struct symbol length = length_symbol(token.length);
        struct symbol distance = distance_symbol(token.value);
        put_code(packer, &codes->literals, length.number);
        put_bits(packer, length.extra, length.extra_bits);
        put_code(packer, &codes->distances, distance.number);
        put_bits(packer, distance.extra, distance.extra_bits);
    }
    put_code(packer, &codes->literals, END_OF_BLOCK);
}

static void write_block(struct packer *packer, bool is_last)
{
    struct block_codes codes;
    strbuf_reserve(packer->out, packer->token_count * LONGEST_TOKEN + LONGEST_HEADER);
    make_codes(packer, &codes);
    write_header(packer, &codes, is_last);
    write_tokens(packer, &codes);
    packer->token_count = 0;
}

static void put_token(struct packer *packer, size_t length, size_t value)
{
    packer->tokens[packer->token_count++] = (struct token){(uint16_t)length, (uint16_t)value};
    if (packer->token_count == BLOCK_TOKENS)
        write_block(packer, false);
}

/* ---- matches ---- */

struct match {
    size_t length, distance;
};

static size_t equal_bytes(const unsigned char *left, const unsigned char *right, size_t most)
{
    size_t size = 0;
    for (uint64_t a, b; size + sizeof a <= most; size += sizeof a) {
        memcpy(&a, left + size, sizeof a);
        memcpy(&b, right + size, sizeof b);
        if (a != b)
            break;
    }
    while (size < most && left[size] == right[size])
        size++;
    return size;
}

static void try_match(const struct packer *packer, size_t at, size_t distance, struct match *best)
{
    if (distance == 0 || distance > at || distance > FARTHEST)
        return;
    const unsigned char *here = packer->rows + at;
    size_t length = equal_bytes(here, here - distance, packer->size - at);
    if (length > best->length)
        *best = (struct match){length, distance};
}

/* The last place of the four bytes there, which is `at` from now on; `at` itself when new. */
static size_t last_place(struct packer *packer, size_t at)
{
    uint32_t four;
    memcpy(&four, packer->rows + at, sizeof four);
    uint32_t *last = &packer->last[four * 2654435761u >> (32 - HASH_BITS)];
    size_t place = *last ? *last - 1 : at;
    *last = (uint32_t)at + 1;
    return place;
}

static struct match find_match(struct packer *packer, size_t at)
{
    struct match best = {0, 0};
    try_match(packer, at, packer->row_size, &best);
    if (best.length >= GOOD_MATCH)
        return best;
    try_match(packer, at, 1, &best);
    if (best.length < GOOD_MATCH && packer->size - at >= SHORTEST_MATCH)
        try_match(packer, at, at - last_place(packer, at), &best);
    return best;
}

/* What is left of a long match and is too short for one is looked at anew. */
static size_t put_match(struct packer *packer, struct match match)
{
    size_t left = match.length;
    while (left >= SHORTEST_MATCH) {
        size_t length = left < LONGEST_MATCH ? left : LONGEST_MATCH;
        put_token(packer, length, match.distance - 1);
        left -= length;
    }
    return match.length - left;
}

static void pack(struct packer *packer)
{
    for (size_t at = 0; at < packer->size;) {
        struct match match = find_match(packer, at);
        if (match.length >= SHORTEST_MATCH)
            at += put_match(packer, match);
        else
            put_token(packer, 0, packer->rows[at++]);
    }
    write_block(packer, true);
    put_last_bits(packer);
}

void deflate_rows(const unsigned char *rows, size_t size, size_t row_size, struct strbuf *out)
{
    static const unsigned char head[] = {0x78, 0x01}; /* a window of 32 KiB, packed fast */
    struct packer *packer = memory_alloc(sizeof *packer);
    packer->rows = rows;
    packer->size = size;
    packer->row_size = row_size;
    packer->out = out;
    strbuf_add(out, (const char *)head, sizeof head);
    pack(packer);
    free(packer);
    uLong sum = adler32_z(adler32_z(0, NULL, 0), rows, size);
    for (int shift = 24; shift >= 0; shift -= 8)
        strbuf_add_char(out, (char)(sum >> shift));
}
