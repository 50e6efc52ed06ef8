/* The function that the key of a Dask task names.
 *
 *     ('sum-abc123', 0, 1)                                  sum
 *     sum-abc123                                            sum
 *     getGPUs-42237764-1836-4be8-ae62-948ce02e1d6a          getGPUs
 *     ('mean_combine-partial-0ff2c4ec843f30', 4)            mean_combine-partial
 *     ae05086432ca935f6eba409a8ecd4896                      data
 *
 * A key is a name and tokens behind it, with hyphens between, or such a text in a tuple with the
 * number of the chunk. Tokens are hexadecimal: those with a digit, those of eight or more letters,
 * and UUIDs. What is only a token is data that was put there. */
#ifndef INPUT_TRACES_DASK_KEY_H
#define INPUT_TRACES_DASK_KEY_H

#include "input/text/csv_text.h"

/* The function's name: a part of the key, or "data"; empty for an empty key. */
struct text_slice dask_key_function(struct text_slice key);

#endif
