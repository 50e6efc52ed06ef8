/* A large input, read in pieces by several threads.
 *
 * Pieces are cut one after the other, read in any order, and taken in the order of the input: the
 * parts of one wave while those of the next are read, so that what is not taken yet stays small.
 * Memory of the file behind them is given back. */
#ifndef INPUT_PIECES_H
#define INPUT_PIECES_H

#include <stddef.h>

#include "input/reader.h"

struct pieces {
    const struct input *input;
    const struct reading *reading;
    size_t from; /* where the first piece begins */
    /* Where the piece that begins at `from` ends: `wanted` bytes on or a little more, behind a
     * whole record, and always further on. */
    size_t (*cut)(void *context, size_t from, size_t wanted);
    /* Makes a part of the bytes [from, to). `part` is zeroed memory of part_size. */
    void (*read)(void *context, size_t from, size_t to, void *part);
    /* Takes over what is in the part and releases it. */
    void (*take)(void *context, void *part);
    size_t part_size;
    void *context;
};

void pieces_read(const struct pieces *pieces);

#endif
