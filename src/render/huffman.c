#include "render/huffman.h"

#include <stdlib.h>

struct leaf {
    uint32_t count;
    uint16_t symbol;
};

static int compare_leaves(const void *left, const void *right)
{
    const struct leaf *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

static size_t collect_leaves(const uint32_t *counts, size_t symbols, int halvings,
                             struct leaf *leaves)
{
    size_t count = 0;
    for (size_t i = 0; i < symbols; i++)
        if (counts[i] > 0)
            leaves[count++] = (struct leaf){(counts[i] >> halvings) + 1, (uint16_t)i};
    qsort(leaves, count, sizeof *leaves, compare_leaves);
    return count;
}

/* The lighter of the next leaf and the next inner node. */
static size_t take_lightest(const uint64_t *weights, size_t leaves, size_t made, size_t *leaf,
                            size_t *inner)
{
    if (*leaf < leaves && (*inner >= made || weights[*leaf] <= weights[*inner]))
        return (*leaf)++;
    return (*inner)++;
}

/* Depth of each leaf in the tree that joins the two lightest nodes again and again; returns the
 * greatest. Leaves come sorted, so inner nodes are made in order of weight. */
static int tree_depths(const struct leaf *leaves, size_t count, unsigned char *depths)
{
    uint64_t weights[2 * HUFFMAN_SYMBOLS];
    size_t parents[2 * HUFFMAN_SYMBOLS] = {0}, leaf = 0, inner = count;
    int node_depths[2 * HUFFMAN_SYMBOLS], greatest = 0;
    for (size_t i = 0; i < count; i++)
        weights[i] = leaves[i].count;
    for (size_t made = count; made < 2 * count - 1; made++) {
        size_t one = take_lightest(weights, count, made, &leaf, &inner);
        size_t other = take_lightest(weights, count, made, &leaf, &inner);
        weights[made] = weights[one] + weights[other];
        parents[one] = parents[other] = made;
    }
    node_depths[2 * count - 2] = 0;
    for (size_t i = 2 * count - 2; i-- > 0;)
        node_depths[i] = node_depths[parents[i]] + 1;
    for (size_t i = 0; i < count; i++) {
        depths[i] = (unsigned char)node_depths[i];
        greatest = node_depths[i] > greatest ? node_depths[i] : greatest;
    }
    return greatest;
}

/* Counts are halved, which brings them closer together, until no code is too long. */
void huffman_lengths(const uint32_t *counts, size_t symbols, unsigned char *lengths)
{
    struct leaf leaves[HUFFMAN_SYMBOLS] = {{0}};
    unsigned char depths[HUFFMAN_SYMBOLS];
    size_t count;
    int halvings = 0;
    do
        count = collect_leaves(counts, symbols, halvings++, leaves);
    while (tree_depths(leaves, count, depths) > HUFFMAN_LONGEST);
    for (size_t i = 0; i < symbols; i++)
        lengths[i] = 0;
    for (size_t i = 0; i < count; i++)
        lengths[leaves[i].symbol] = depths[i];
}

static uint16_t reversed(unsigned int code, int bits)
{
    unsigned int result = 0;
    for (int i = 0; i < bits; i++)
        result |= (code >> i & 1) << (bits - 1 - i);
    return (uint16_t)result;
}

void huffman_codes(const unsigned char *lengths, size_t symbols, uint16_t *codes)
{
    unsigned int code = 0;
    for (int bits = 1; bits <= HUFFMAN_LONGEST; bits++) {
        for (size_t i = 0; i < symbols; i++)
            if (lengths[i] == bits)
                codes[i] = reversed(code++, bits);
        code <<= 1;
    }
}
