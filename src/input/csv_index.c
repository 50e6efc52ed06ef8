/* 64 bytes at a time are compared with all wanted characters at once; the answers are bit masks
 * (Langdale & Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019). */
#include "input/csv_index.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* A bit for each of 64 bytes. */
struct masks {
    uint64_t marks, stops;
    bool plain;
};

#ifdef __SSE2__

static inline uint64_t mask_of(const __m128i equal[4])
{
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++)
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(equal[i]) << (16 * i);
    return mask;
}

static inline bool is_plain(const __m128i bytes[4])
{
    __m128i any = _mm_or_si128(_mm_or_si128(bytes[0], bytes[1]), _mm_or_si128(bytes[2], bytes[3]));
    __m128i least =
        _mm_min_epu8(_mm_min_epu8(bytes[0], bytes[1]), _mm_min_epu8(bytes[2], bytes[3]));
    __m128i is_nul = _mm_cmpeq_epi8(least, _mm_setzero_si128());
    return _mm_movemask_epi8(_mm_or_si128(any, is_nul)) == 0;
}

static inline struct masks find_masks(const char *text, struct csv_dialect dialect)
{
    const __m128i separator = _mm_set1_epi8(dialect.separator),
                  quote = _mm_set1_epi8(dialect.quotes ? '"' : dialect.line_end),
                  line_end = _mm_set1_epi8(dialect.line_end);
    __m128i bytes[4], marks[4], stops[4];
    for (int i = 0; i < 4; i++) {
        bytes[i] = _mm_loadu_si128((const __m128i *)(const void *)(text + 16 * i));
        stops[i] =
            _mm_or_si128(_mm_cmpeq_epi8(bytes[i], line_end), _mm_cmpeq_epi8(bytes[i], quote));
        marks[i] = _mm_or_si128(_mm_cmpeq_epi8(bytes[i], separator), stops[i]);
    }
    return (struct masks){mask_of(marks), mask_of(stops), is_plain(bytes)};
}

#else

static inline struct masks find_masks(const char *text, struct csv_dialect dialect)
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

/* Without the processor's own instruction, which not all have (Warren, Hacker's Delight, 5-1). */
static inline size_t count_bits(uint64_t mask)
{
    mask -= mask >> 1 & UINT64_C(0x5555555555555555);
    mask = (mask & UINT64_C(0x3333333333333333)) + (mask >> 2 & UINT64_C(0x3333333333333333));
    mask = (mask + (mask >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return mask * UINT64_C(0x0101010101010101) >> 56;
}

static inline uint32_t lowest_bit(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask | UINT64_C(1) << 63);
}

/* Sixteen at once, needed or not: cheaper than a branch that cannot be foreseen. */
static inline void add_marks(struct csv_index *index, uint64_t mask, uint32_t offset)
{
    uint32_t *marks = index->marks + index->mark_count;
    size_t count = count_bits(mask);
    for (size_t done = 0; done < count; done += 16)
        for (size_t i = 0; i < 16; i++) {
            marks[done + i] = offset + lowest_bit(mask);
            mask &= mask - 1;
        }
    index->mark_count += count;
}

static inline void add_stops(struct csv_index *index, struct masks masks)
{
    for (uint64_t mask = masks.stops; mask; mask &= mask - 1) {
        uint64_t below = (mask & -mask) - 1;
        index->stops[index->stop_count++] =
            (uint32_t)(index->mark_count + count_bits(masks.marks & below));
    }
}

void csv_index_make(struct csv_index *index, const char *text, size_t size,
                    struct csv_dialect dialect)
{
    index->mark_count = index->stop_count = 0;
    index->plain = true;
    for (size_t i = 0; i < size; i += CSV_INDEX_BLOCK) {
        struct masks masks = find_masks(text + i, dialect);
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
