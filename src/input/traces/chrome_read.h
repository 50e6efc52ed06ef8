/* Reads events of a Chrome trace into a chunk. */
#ifndef INPUT_TRACES_CHROME_READ_H
#define INPUT_TRACES_CHROME_READ_H

#include <stddef.h>

#include "input/reader.h"
#include "input/traces/chrome_chunk.h"

/* Reads the events, with commas between, in [from, to) of the text. */
void chrome_chunk_read(struct chrome_chunk *chunk, const struct input *input, size_t from,
                       size_t to);

#endif
