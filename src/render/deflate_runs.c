#include "render/deflate_runs.h"

#include <stdbool.h>
#include <string.h>

#include "render/huffman.h"

enum {
    END_OF_BLOCK = 256,
    FIRST_LENGTH = 257, /* symbol of the shortest match */
    LITERALS = 286,     /* symbols of literals and lengths */
    DISTANCES = 30,
    SHORTEST = 3,
    LONGEST = 258,
};

struct length_code {
    uint16_t symbol, base;
    int extra_bits;
};

/* Tokens go through here twice: to be counted, then, with codes, to be written. */
struct deflater {
    bool counting;
    uint32_t counts[LITERALS];
    unsigned char lengths[HUFFMAN_SYMBOLS];
    uint16_t codes[HUFFMAN_SYMBOLS];
    struct length_code length_codes[LONGEST + 1];
    size_t row_size;
    unsigned int row_symbol, row_extra; /* of a distance of one row */
    int row_extra_bits;
    uint64_t bits; /* not yet in the buffer */
    int bit_count;
    char buffer[4096];
    size_t used;
    struct strbuf *out;
};

/* RFC 1951, 3.2.5: lengths 3 … 10 have a symbol each, then every four symbols span twice as many.
 */
static void fill_length_codes(struct length_code *codes)
{
    int symbol = FIRST_LENGTH, base = SHORTEST;
    for (int extra_bits = 0; base < LONGEST; extra_bits++) {
        int symbols = extra_bits == 0 ? 8 : 4;
        for (int i = 0; i < symbols; i++, symbol++, base += 1 << extra_bits)
            for (int length = base; length < base + (1 << extra_bits) && length < LONGEST; length++)
                codes[length] = (struct length_code){(uint16_t)symbol, (uint16_t)base, extra_bits};
    }
    codes[LONGEST] = (struct length_code){LITERALS - 1, LONGEST, 0};
}

/* Distances 1 … 4 have a symbol each, then every two symbols span twice as many. */
static void find_row_distance(struct deflater *deflater)
{
    unsigned int symbol = 0, base = 1;
    int extra_bits = 0;
    while (deflater->row_size >= base + (1u << extra_bits)) {
        base += 1u << extra_bits;
        symbol++;
        extra_bits = symbol < 4 ? 0 : (int)symbol / 2 - 1;
    }
    deflater->row_symbol = symbol;
    deflater->row_extra = (unsigned int)deflater->row_size - base;
    deflater->row_extra_bits = extra_bits;
}

/* ---- bits ------------------------------------------------------------------------------------ */

static void flush_buffer(struct deflater *deflater)
{
    strbuf_add(deflater->out, deflater->buffer, deflater->used);
    deflater->used = 0;
}

static void put_bits(struct deflater *deflater, uint64_t bits, int count)
{
    deflater->bits |= bits << deflater->bit_count;
    deflater->bit_count += count;
    if (deflater->bit_count < 32)
        return;
    for (int i = 0; i < 4; i++)
        deflater->buffer[deflater->used++] = (char)(deflater->bits >> 8 * i & 255);
    deflater->bits >>= 32;
    deflater->bit_count -= 32;
    if (deflater->used == sizeof deflater->buffer)
        flush_buffer(deflater);
}

static void finish_bits(struct deflater *deflater)
{
    int bytes = (deflater->bit_count + 7) / 8;
    flush_buffer(deflater);
    for (int i = 0; i < bytes; i++)
        strbuf_add_char(deflater->out, (char)(deflater->bits >> 8 * i & 255));
}

static void put_symbol(struct deflater *deflater, unsigned int symbol)
{
    if (deflater->counting)
        deflater->counts[symbol]++;
    else
        put_bits(deflater, deflater->codes[symbol], deflater->lengths[symbol]);
}

/* Distances have two codes of one bit: 0 for the byte before, 1 for the row above. */
static void put_match(struct deflater *deflater, size_t length, bool row_above)
{
    const struct length_code *code = &deflater->length_codes[length];
    put_symbol(deflater, code->symbol);
    if (deflater->counting)
        return;
    put_bits(deflater, length - code->base, code->extra_bits);
    put_bits(deflater, row_above, 1);
    if (row_above)
        put_bits(deflater, deflater->row_extra, deflater->row_extra_bits);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* So long a match that what remains can be one too. */
static size_t next_match(size_t left)
{
    if (left <= LONGEST)
        return left;
    return left - LONGEST < SHORTEST ? left - SHORTEST : LONGEST;
}

static void put_run(struct deflater *deflater, uint32_t index, size_t length)
{
    put_symbol(deflater, index);
    size_t left = length - 1;
    while (left >= SHORTEST) {
        size_t match = next_match(left);
        put_match(deflater, match, false);
        left -= match;
    }
    for (; left > 0; left--)
        put_symbol(deflater, index);
}

static void put_row_above(struct deflater *deflater)
{
    size_t left = deflater->row_size;
    while (left > 0) {
        size_t match = next_match(left);
        put_match(deflater, match, true);
        left -= match;
    }
}

static void put_rows(struct deflater *deflater, const struct paletted_image *image)
{
    size_t at = 0;
    for (size_t i = 0; i < image->run_count; i++) {
        const struct pixel_run *run = &image->runs[i];
        if (run->length == 0) {
            put_row_above(deflater);
            continue;
        }
        if (at == 0)
            put_symbol(deflater, 0);
        put_run(deflater, run->index, run->length);
        at += run->length;
        if (at == image->width)
            at = 0;
    }
    put_symbol(deflater, END_OF_BLOCK);
}

/* ---- the block's codes ----------------------------------------------------------------------- */

/* RFC 1951, 3.2.7. The lengths of codes are written with a code of their own, in which each of the
 * sixteen lengths takes four bits: that costs 150 bytes and no thought. */
static void put_codes(struct deflater *deflater)
{
    unsigned char sixteen[19], distances[DISTANCES] = {0};
    uint16_t codes[19];
    put_bits(deflater, LITERALS - 257, 5);
    put_bits(deflater, DISTANCES - 1, 5);
    put_bits(deflater, 19 - 4, 4);
    for (int i = 0; i < 19; i++) {
        sixteen[i] = i < 16 ? 4 : 0;
        put_bits(deflater, i < 3 ? 0 : 4, 3); /* in RFC order 16, 17, 18 come first */
    }
    huffman_codes(sixteen, 19, codes);
    distances[0] = distances[deflater->row_symbol] = 1;
    for (int i = 0; i < LITERALS; i++)
        put_bits(deflater, codes[deflater->lengths[i]], 4);
    for (int i = 0; i < DISTANCES; i++)
        put_bits(deflater, codes[distances[i]], 4);
}

/* ---- checksum -------------------------------------------------------------------------------- */

/* Adler-32 (RFC 1950, 8.2) by runs: n bytes of value v add n·v to the sum, and to the sum of sums
 * n times the sum before and v·n(n + 1)/2. */
struct sums {
    uint64_t sum, sum_of_sums, size;
};

static void sums_add(struct sums *sums, struct sums more)
{
    sums->sum_of_sums += more.size * sums->sum + more.sum_of_sums;
    sums->sum += more.sum;
    sums->size += more.size;
}

static struct sums sums_of_run(const struct pixel_run *run)
{
    uint64_t value = run->index, size = run->length;
    return (struct sums){value * size, value * (size * (size + 1) / 2), size};
}

static uint32_t checksum(const struct paletted_image *image)
{
    const uint64_t modulus = 65521;
    const struct sums filter = {0, 0, 1};
    struct sums all = {1, 0, 0}, row = filter;
    for (size_t i = 0; i < image->run_count; i++) {
        const struct pixel_run *run = &image->runs[i];
        if (run->length > 0) {
            if (row.size == image->width + 1)
                row = filter;
            sums_add(&row, sums_of_run(run));
        }
        if (row.size == image->width + 1) {
            sums_add(&all, row);
            all.sum %= modulus;
            all.sum_of_sums %= modulus;
        }
    }
    return (uint32_t)(all.sum_of_sums << 16 | all.sum);
}

void deflate_runs(const struct paletted_image *image, struct strbuf *out)
{
    struct deflater deflater = {.counting = true, .row_size = image->width + 1, .out = out};
    fill_length_codes(deflater.length_codes);
    find_row_distance(&deflater);
    put_rows(&deflater, image);
    huffman_lengths(deflater.counts, LITERALS, deflater.lengths);
    huffman_codes(deflater.lengths, LITERALS, deflater.codes);

    deflater.counting = false;
    strbuf_add(out, "\x78\x01", 2); /* deflate, window of 32 KiB, fastest */
    put_bits(&deflater, 1, 1);      /* the last block, */
    put_bits(&deflater, 2, 2);      /* which has its own codes */
    put_codes(&deflater);
    put_rows(&deflater, image);
    finish_bits(&deflater);

    uint32_t sum = checksum(image);
    for (int shift = 24; shift >= 0; shift -= 8)
        strbuf_add_char(out, (char)(sum >> shift & 255));
}
