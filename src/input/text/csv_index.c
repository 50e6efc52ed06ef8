/* 64 bytes at a time are compared with all wanted characters at once; the answers are bit masks
 * (Langdale & Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019). */
#include "input/text/csv_index.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* A bit for each of 64 bytes. */
struct masks {
    uint64_t marks, stops;
    bool plain; /* all ASCII and no NUL */
};

typedef struct masks find_masks(const char *text, struct csv_dialect dialect);

#ifdef __x86_64__

/* What every such processor can do. */

INLINE uint64_t bits_of_16(__m128i equal)
{
    return (uint64_t)(uint32_t)_mm_movemask_epi8(equal);
}

INLINE void add_16(struct masks *masks, const char *text, int shift, struct csv_dialect dialect)
{
    char quote = dialect.quotes ? '"' : dialect.line_end;
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + shift));
    __m128i stops = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(dialect.line_end)),
                                 _mm_cmpeq_epi8(bytes, _mm_set1_epi8(quote)));
    __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(dialect.separator)), stops);
    __m128i unusual = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()), bytes);
    masks->marks |= bits_of_16(marks) << shift;
    masks->stops |= bits_of_16(stops) << shift;
    masks->plain &= bits_of_16(unusual) == 0;
}

INLINE struct masks find_masks_anywhere(const char *text, struct csv_dialect dialect)
{
    struct masks masks = {0, 0, true};
    for (int shift = 0; shift < CSV_INDEX_BLOCK; shift += 16)
        add_16(&masks, text, shift, dialect);
    return masks;
}

/* What most can do since 2013. */

#define WIDE __attribute__((target("avx2,bmi,popcnt")))

WIDE INLINE uint64_t bits_of_32(__m256i equal)
{
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(equal);
}

WIDE INLINE void add_32(struct masks *masks, const char *text, int shift,
                        struct csv_dialect dialect)
{
    char quote = dialect.quotes ? '"' : dialect.line_end;
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(text + shift));
    __m256i stops = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(dialect.line_end)),
                                    _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(quote)));
    __m256i marks =
        _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(dialect.separator)), stops);
    __m256i unusual = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256()), bytes);
    masks->marks |= bits_of_32(marks) << shift;
    masks->stops |= bits_of_32(stops) << shift;
    masks->plain &= bits_of_32(unusual) == 0;
}

WIDE INLINE struct masks find_masks_wide(const char *text, struct csv_dialect dialect)
{
    struct masks masks = {0, 0, true};
    add_32(&masks, text, 0, dialect);
    add_32(&masks, text, 32, dialect);
    return masks;
}

#else

INLINE struct masks find_masks_anywhere(const char *text, struct csv_dialect dialect)
{
    struct masks masks = {0, 0, true};
    for (int i = 0; i < CSV_INDEX_BLOCK; i++) {
        bool stop = text[i] == dialect.line_end || (text[i] == '"' && dialect.quotes);
        masks.stops |= (uint64_t)stop << i;
        masks.marks |= (uint64_t)(stop || text[i] == dialect.separator) << i;
        masks.plain = masks.plain && (signed char)text[i] > 0;
    }
    return masks;
}

#endif

/* Warren, Hacker's Delight, 5-1: compilers know it and take one instruction where there is one. */
INLINE size_t count_bits(uint64_t mask)
{
    mask -= mask >> 1 & UINT64_C(0x5555555555555555);
    mask = (mask & UINT64_C(0x3333333333333333)) + (mask >> 2 & UINT64_C(0x3333333333333333));
    mask = (mask + (mask >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return mask * UINT64_C(0x0101010101010101) >> 56;
}

INLINE uint32_t lowest_bit(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask | UINT64_C(1) << 63);
}

INLINE uint64_t add_four(uint32_t *marks, uint64_t mask, uint32_t offset)
{
    marks[0] = offset + lowest_bit(mask);
    mask &= mask - 1;
    marks[1] = offset + lowest_bit(mask);
    mask &= mask - 1;
    marks[2] = offset + lowest_bit(mask);
    mask &= mask - 1;
    marks[3] = offset + lowest_bit(mask);
    return mask & (mask - 1);
}

/* Sixteen at once, needed or not: cheaper than a branch that cannot be foreseen. */
INLINE void add_marks(struct csv_index *index, uint64_t mask, uint32_t offset)
{
    uint32_t *marks = index->marks + index->mark_count;
    index->mark_count += count_bits(mask);
    do {
        mask = add_four(marks, mask, offset);
        mask = add_four(marks + 4, mask, offset);
        mask = add_four(marks + 8, mask, offset);
        mask = add_four(marks + 12, mask, offset);
        marks += 16;
    } while (mask);
}

INLINE void add_stop(struct csv_index *index, struct masks masks, uint64_t stops)
{
    uint64_t below = (stops & -stops) - 1;
    index->stops[index->stop_count] =
        (uint32_t)(index->mark_count + count_bits(masks.marks & below));
    index->stop_count += stops != 0;
}

/* Of lines longer than a block there is one stop or none: also no branch to be foreseen. */
INLINE void add_stops(struct csv_index *index, struct masks masks)
{
    add_stop(index, masks, masks.stops);
    for (uint64_t rest = masks.stops & (masks.stops - 1); rest; rest &= rest - 1)
        add_stop(index, masks, rest);
}

INLINE void make(struct csv_index *index, const char *text, size_t size, struct csv_dialect dialect,
                 find_masks *find)
{
    index->mark_count = index->stop_count = 0;
    index->plain = true;
    for (size_t i = 0; i < size; i += CSV_INDEX_BLOCK) {
        struct masks masks = find(text + i, dialect);
        size_t left = size - i;
        if (left < CSV_INDEX_BLOCK) {
            uint64_t inside = (UINT64_C(1) << left) - 1;
            masks.marks &= inside;
            masks.stops &= inside;
            masks.plain = false; /* what lies behind the text is not known */
        }
        index->plain = index->plain && masks.plain;
        add_stops(index, masks);
        add_marks(index, masks.marks, (uint32_t)i);
    }
}

void csv_index_make_anywhere(struct csv_index *index, const char *text, size_t size,
                             struct csv_dialect dialect)
{
    make(index, text, size, dialect, find_masks_anywhere);
}

#ifdef __x86_64__

WIDE static void make_wide(struct csv_index *index, const char *text, size_t size,
                           struct csv_dialect dialect)
{
    make(index, text, size, dialect, find_masks_wide);
}

void csv_index_make(struct csv_index *index, const char *text, size_t size,
                    struct csv_dialect dialect)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("popcnt"))
        make_wide(index, text, size, dialect);
    else
        csv_index_make_anywhere(index, text, size, dialect);
}

#else

void csv_index_make(struct csv_index *index, const char *text, size_t size,
                    struct csv_dialect dialect)
{
    csv_index_make_anywhere(index, text, size, dialect);
}

#endif
