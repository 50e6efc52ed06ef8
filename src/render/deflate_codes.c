#include "render/deflate_codes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    uint32_t met;
    uint16_t number;
};

static int compare_symbols(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;
    if (a->met != b->met)
        return a->met < b->met ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static size_t list_symbols(struct symbol *symbols, const uint32_t *met, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (met[i])
            symbols[used++] = (struct symbol){met[i], (uint16_t)i};
    qsort(symbols, used, sizeof *symbols, compare_symbols);
    return used;
}

/* A node of Huffman's tree: the leaves in their order, behind them what joins two. */
struct node {
    uint64_t met;
    size_t parent;
};

/* The rarer of the next leaf and the next joint. */
static size_t take_rarest(const struct node *nodes, size_t *leaf, size_t leaves, size_t *joint,
                          size_t joints_end)
{
    bool is_leaf =
        *leaf < leaves && (*joint == joints_end || nodes[*leaf].met <= nodes[*joint].met);
    return is_leaf ? (*leaf)++ : (*joint)++;
}

/* How many symbols get a code of each length; depths beyond the table are counted as its last. */
static void count_lengths(const struct symbol *symbols, size_t used, size_t *counts, unsigned most)
{
    struct node nodes[2 * DEFLATE_LITERALS];
    unsigned depths[2 * DEFLATE_LITERALS];
    size_t leaf = 0, joint = used, end = used;
    for (size_t i = 0; i < used; i++)
        nodes[i].met = symbols[i].met;
    for (; end < 2 * used - 1; end++) {
        size_t left = take_rarest(nodes, &leaf, used, &joint, end);
        size_t right = take_rarest(nodes, &leaf, used, &joint, end);
        nodes[end].met = nodes[left].met + nodes[right].met;
        nodes[left].parent = nodes[right].parent = end;
    }
    depths[end - 1] = 0;
    for (size_t i = end - 1; i-- > 0;) {
        depths[i] = depths[nodes[i].parent] + 1;
        if (i < used)
            counts[depths[i] < most ? depths[i] : most]++;
    }
}

/* Codes that are too long were cut: others become longer until all fit into the code space. */
static void mend_lengths(size_t *counts, unsigned longest)
{
    size_t taken = 0, space = (size_t)1 << longest;
    for (unsigned i = 1; i <= longest; i++)
        taken += counts[i] << (longest - i);
    for (; taken > space; taken--) {
        unsigned i = longest - 1;
        while (!counts[i])
            i--;
        counts[longest]--;
        counts[i]--;
        counts[i + 1] += 2;
    }
}

static uint16_t reversed(unsigned code, unsigned length)
{
    unsigned result = 0;
    for (unsigned i = 0; i < length; i++)
        result |= (code >> i & 1) << (length - 1 - i);
    return (uint16_t)result;
}

/* Canonical: by length, then by symbol. */
static void number_codes(struct deflate_codes *codes, const size_t *counts, size_t count,
                         unsigned longest)
{
    unsigned next[DEFLATE_LONGEST_CODE + 2] = {0};
    for (unsigned i = 1; i <= longest; i++)
        next[i + 1] = (next[i] + (unsigned)counts[i]) << 1;
    for (size_t i = 0; i < count; i++)
        if (codes->lengths[i])
            codes->bits[i] = reversed(next[codes->lengths[i]]++, codes->lengths[i]);
}

void deflate_codes_make(struct deflate_codes *codes, const uint32_t *met, size_t count,
                        unsigned longest)
{
    struct symbol symbols[DEFLATE_LITERALS];
    size_t counts[DEFLATE_LONGEST_CODE + 1] = {0};
    size_t used = list_symbols(symbols, met, count);
    memset(codes, 0, sizeof *codes);
    if (used == 0)
        return;
    if (used == 1)
        counts[1] = 1; /* a code has a bit, even when there is no other */
    else
        count_lengths(symbols, used, counts, longest);
    mend_lengths(counts, longest);
    const struct symbol *rarest = symbols;
    for (unsigned length = longest; length > 0; length--)
        for (size_t i = 0; i < counts[length]; i++)
            codes->lengths[(rarest++)->number] = (uint8_t)length;
    number_codes(codes, counts, count, longest);
}
