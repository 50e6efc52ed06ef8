/* Files that are no text and that no reader knows: what they are by their first bytes, and what to
 * give in their place. */
#ifndef INPUT_BINARY_ADVICE_H
#define INPUT_BINARY_ADVICE_H

#include <stddef.h>

/* NULL of text. */
const char *binary_advice(const char *bytes, size_t size);

#endif
