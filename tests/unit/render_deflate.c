#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#include "render/deflate.h"
#include "render/deflate_codes.h"

/* Through zlib, which checks codes, distances and the sum. */
static void check_comes_back(const unsigned char *rows, size_t size, size_t row_size)
{
    struct strbuf packed;
    strbuf_init(&packed);
    strbuf_add(&packed, "IDAT", 4);
    deflate_rows(rows, size, row_size, &packed);
    unsigned char *back = malloc(size + 1);
    uLongf room = size + 1;
    int result = uncompress(back, &room, (const Bytef *)packed.text + 4, packed.size - 4);
    int same = result == Z_OK && room == size && (size == 0 || memcmp(back, rows, size) == 0);
    free(back);
    strbuf_release(&packed);
    CHECK_INT(result, Z_OK);
    CHECK(same);
}

enum { MOST = 1 << 20 };
static unsigned char rows[MOST];

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static void few_bytes_come_back(void)
{
    for (size_t size = 0; size < 20; size++)
        for (size_t i = 0; i < 3; i++) {
            memset(rows, i == 0 ? 0 : 'x', size);
            if (i == 2 && size)
                rows[size / 2] = 1;
            check_comes_back(rows, size, 1 + size / 3);
        }
}

static void ground_of_every_length_comes_back(void)
{
    memset(rows, 7, 2000);
    for (size_t size = 250; size < 800; size++)
        check_comes_back(rows, size, 100);
}

static void noise_comes_back(void)
{
    uint32_t state = 1;
    for (size_t i = 0; i < MOST; i++)
        rows[i] = (unsigned char)next_random(&state);
    check_comes_back(rows, MOST, 1000);
    check_comes_back(rows, MOST, 40000); /* farther than a distance goes */
}

static void what_is_like_charts_comes_back(void)
{
    uint32_t state = 5;
    for (int round = 0; round < 40; round++) {
        size_t row_size = 1 + next_random(&state) % 3000, at = 0;
        while (at < MOST / 4) {
            size_t length = 1 + next_random(&state) % (round % 2 ? 7 : 900);
            int kind = (int)(next_random(&state) % 3);
            for (size_t i = 0; i < length && at < MOST / 4; i++, at++)
                rows[at] = kind == 0 && at >= row_size ? rows[at - row_size]
                           : kind == 1                 ? (unsigned char)length
                                                       : (unsigned char)(next_random(&state) % 32);
        }
        check_comes_back(rows, at, row_size);
    }
}

static void charts_become_small(void)
{
    struct strbuf packed;
    memset(rows, 3, MOST);
    for (size_t i = 0; i < MOST; i += 1024)
        rows[i] = 0;
    strbuf_init(&packed);
    deflate_rows(rows, MOST, 1024, &packed);
    CHECK(packed.size < 6000);
    strbuf_release(&packed);
}

/* Kraft's sum is 1: all codes together fill the code space. */
static void check_codes(const uint32_t *met, size_t count, unsigned longest)
{
    struct deflate_codes codes;
    double sum = 0;
    deflate_codes_make(&codes, met, count, longest);
    for (size_t i = 0; i < count; i++) {
        CHECK_INT(codes.lengths[i] > 0, met[i] > 0);
        CHECK(codes.lengths[i] <= longest);
        sum += codes.lengths[i] ? ldexp(1, -codes.lengths[i]) : 0;
        for (size_t k = 0; k < count; k++)
            CHECK(met[i] <= met[k] || codes.lengths[i] <= codes.lengths[k] || !met[k]);
    }
    CHECK_NEAR(sum, 1, 0);
}

/* Numbers of Fibonacci make the deepest of Huffman's trees. */
static void codes_are_no_longer_than_allowed(void)
{
    uint32_t met[DEFLATE_LITERALS] = {1, 1};
    for (size_t i = 2; i < 40; i++)
        met[i] = met[i - 1] + met[i - 2];
    check_codes(met, 40, 15);
    check_codes(met, 40, 7);
    for (size_t i = 0; i < DEFLATE_LITERALS; i++)
        met[i] = 1;
    check_codes(met, DEFLATE_LITERALS, 15);
    check_codes(met, 2, 7);
}

/* Worked out by hand: 4 of 9, 2, 2, 1. */
static void codes_are_the_shortest(void)
{
    const uint32_t met[] = {2, 0, 1, 2, 4};
    struct deflate_codes codes;
    deflate_codes_make(&codes, met, 5, 15);
    size_t bits = 0;
    for (size_t i = 0; i < 5; i++)
        bits += met[i] * codes.lengths[i];
    CHECK_INT(bits, 4 * 1 + 2 * 2 + 2 * 3 + 1 * 3);
    CHECK_INT(codes.lengths[4], 1);
    CHECK_INT(codes.bits[4], 0);
}

static void a_single_symbol_has_a_bit(void)
{
    const uint32_t met[] = {0, 5};
    struct deflate_codes codes;
    deflate_codes_make(&codes, met, 2, 15);
    CHECK_INT(codes.lengths[0], 0);
    CHECK_INT(codes.lengths[1], 1);
}

CHECK_MAIN(TEST(few_bytes_come_back), TEST(ground_of_every_length_comes_back),
           TEST(noise_comes_back), TEST(what_is_like_charts_comes_back), TEST(charts_become_small),
           TEST(codes_are_no_longer_than_allowed), TEST(codes_are_the_shortest),
           TEST(a_single_symbol_has_a_bit))
